//! The conversation of a drive-thru lane as a pure state machine.
//!
//! ```text
//!   dialogue: acts ──meaning──> events ──> machine: rows of the table ──> session, turn, effects
//!                                            │
//!                              order, ticket <┴> menu
//! ```
//!
//! Nothing here does I/O, reads a clock or fails: [`dialogue::take_turn`] gets the session, what came in, the menu and
//! the moment, and gives back the session after it, the turn and what must now happen.

pub mod dialogue;
pub mod ids;
pub mod machine;
pub mod menu;
pub mod money;
pub mod order;
pub mod reader;
pub mod ticket;
