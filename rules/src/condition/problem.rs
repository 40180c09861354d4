//! What is wrong with a condition.

/// What is wrong with a condition.
#[derive(Debug)]
pub(crate) struct Problem {
    /// Line and column, from 1.
    pub place: Option<(usize, usize)>,
    pub detail: String,
}
