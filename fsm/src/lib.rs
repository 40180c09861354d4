//! The conversation of a drive-thru lane as a pure state machine.
//!
//! ```text
//!   acts ──hear──> events ──step──> rows of the table ──> session, turn, effects
//! ```
//!
//! Nothing here does I/O, reads a clock or fails: [`take::take_turn`] gets the session, what came in, the menu and the
//! moment, and gives back the session after it, the turn and what must now happen.

pub mod action;
mod actions;
pub mod acts;
mod answer;
mod asks;
pub mod choice;
mod cx;
pub mod effect;
pub mod event;
pub mod graph;
mod guards;
pub mod hear;
pub mod ids;
pub mod kind;
mod lead;
pub mod machine;
pub mod menu;
pub mod money;
pub mod order;
pub mod policy;
pub mod question;
pub mod reader;
pub mod session;
pub mod state;
pub mod table;
pub mod take;
pub mod ticket;
pub mod turn;
