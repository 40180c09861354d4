//! What went wrong, by cause, with what to write or where to look.

mod findings;
mod misses;
mod turns;

pub use self::findings::{CauseGroup, Example, Findings};
pub(crate) use self::misses::findings;
pub use self::turns::{AuditedTurn, findings_of_turns};

#[cfg(test)]
mod tests;
