//! What rules may be at most.

/// The most rules of a document.
pub const RULES_MAX: usize = 500;
/// The longest condition, in characters.
pub const CONDITION_CHARS_MAX: usize = 1_000;
/// The fewest answers of a question.
pub(crate) const ANSWERS_MIN: usize = 2;
/// The most answers of a question.
pub(crate) const ANSWERS_MAX: usize = 6;
/// The longest question, in characters.
pub(crate) const QUESTION_CHARS_MAX: usize = 200;
/// How deep a condition may be nested.
pub(crate) const DEPTH_MAX: u16 = 32;
/// The most faults of one condition that are told.
pub(crate) const PROBLEMS_MAX: usize = 5;
