//! One lane's life: load, step, commit, act.
//!
//! ```text
//!   event ──in line──> judge ──> parser ──> step ──> response generator
//!                                                              │
//!   answer <── act on the effects <── commit, all or nothing <─┘
//! ```
//!
//! One turn at a time on a lane, lanes in parallel. A turn is a task of its own: a frontend that hangs up cancels
//! nothing, a turn that panics harms no other. Nothing is answered and nothing is acted on before it is stored.

mod act;
pub mod error;
pub mod event;
pub mod fail_point;
pub mod feed;
pub mod house;
mod lane;
pub mod menus;
pub mod pos;
pub mod service;
pub mod store;
mod turn;
