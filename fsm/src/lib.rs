//! The conversation of a drive-thru lane as a pure state machine.

pub mod acts;
pub mod ids;
pub mod kind;
pub mod menu;
pub mod money;
pub mod order;
pub mod question;
