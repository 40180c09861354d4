//! One lane's life: load, decide, commit, act.
//!
//! ```text
//!   service ──> tickets ──┐
//!      ├──> outbox ──^    ├──> registry ──> turn: load ──> decide ──> commit ──> act
//!      ├──────────────────┘                    │                        │
//!      └──> feed ──────────────────────────────┴───> store <────────────┘
//! ```
//!
//! One turn at a time on a lane, lanes in parallel. A turn is a task of its own: a frontend that hangs up cancels
//! nothing, a turn that panics harms no other. Nothing is answered and nothing is acted on before it is stored.

mod actor;
mod alarm;
pub mod answer;
pub mod ask;
pub mod audit;
pub mod clock;
pub mod error;
pub mod event;
pub mod feed;
pub mod health;
pub mod house_rules;
mod if_match;
pub mod keeper;
pub mod limits;
pub mod menus;
pub mod meters;
pub mod pos;
pub mod private;
mod registry;
pub mod service;
pub mod settings;
pub mod step;
pub mod store;
mod tasks;
pub mod tickets;
mod turn;

pub use self::actor::{Actor, Change};
pub use self::turn::deadline_of;
