//! The state machine: takes one row for an event, or refuses the event.
//!
//! ```text
//!                      ┌──────── any state but idle: barge-in, small talk, repeat, human; session end -> idle ────────┐
//!                      │                                                                                              │
//!   idle ──car──> ordering <──────> thinking          clarifying: one question open, on top of an order or a ticket   │
//!                      │   <──────> clarifying  <──────────> confirming <──> (a change: ordering)                     │
//!                      └── done ──> confirming ── yes ──> closing ── car left, or grace over ──> idle                 │
//!                                                           └── add more, reject ──> ordering, clarifying ────────────┘
//! ```
//!
//! A ticket lives until its successor is confirmed: while a confirmed order is changed, the visit keeps it as it was.

mod action;
mod actions;
pub(crate) mod ask;
mod crew_alert;
mod cx;
mod deadline;
mod documents;
mod effect;
mod ended;
mod event;
mod exchange;
pub mod graph;
mod guards;
mod hollow;
mod kind;
mod lead;
mod memory;
mod notes;
mod offer;
mod open;
mod points;
mod policy;
mod price;
mod question;
mod session;
mod state;
mod step;
mod table;
mod transition;
mod wake;

pub use self::action::{Action, ActionKind};
pub use self::crew_alert::{AskedFor, CrewAlert};
pub use self::deadline::{Deadline, Waits};
pub use self::documents::Documents;
pub use self::effect::{Effect, Speech};
pub use self::ended::{End, Ended};
pub use self::event::{
    Allergies, Arrival, Chat, Code, Event, EventKind, Handoff, OutOfStock, Rejected, Said, Unclear,
};
pub use self::exchange::Exchange;
pub use self::kind::{Expectation, StateKind};
pub use self::offer::Offer;
pub use self::open::OpenView;
pub use self::policy::{
    CLOSING_GRACE_MS_BOUNDS, Moment, NOT_UNDERSTOOD_BOUNDS, NUDGES_MAX, OVER_CAPS_MAX, Policy, Rules,
    RulesInUse, UPSET_BOUNDS,
};
pub use self::question::{Asked, HouseAsked, HouseChoice, Kept, Question, QuestionKind};
pub use self::session::Session;
pub use self::state::{Clarifying, Closing, Confirming, Idle, Ordering, State, Submitted, Thinking};
pub use self::step::{Step, step};
pub use self::table::{ROWS, Row};
pub use self::transition::{Refusal, Transition};
pub use self::wake::{Wake, Watch};
