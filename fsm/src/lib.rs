//! The conversation of a drive-thru lane as a pure state machine.
//!
//! ```text
//!   dialogue: acts ──meaning──> events ──> machine: rows of the table ──> session, turn, effects
//!                                            │
//!                              order, ticket <┴> menu
//! ```
//!
//! Nothing here does I/O, reads a clock or fails: [`dialogue::take_turn`] takes the session, the input, the policy and
//! the moment, and returns the next session, the turns and the effects.

pub mod dialogue;
pub mod house;
pub mod house_rules;
pub mod ids;
pub mod machine;
pub mod menu;
pub mod money;
pub mod order;
pub mod query;
pub mod reader;
pub mod ticket;
mod times;
