//! Why something cannot be had, though it is on.

use crate::ids::RuleId;

/// Why an item cannot be had, though it is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The rule of the house that says so.
    pub rule: RuleId,
    /// What the customer is told.
    pub reason: String,
}
