//! What is wrong with a condition.

use crate::limits::DEPTH_MAX;

/// What is wrong with a condition.
#[derive(Debug)]
pub(crate) struct Problem {
    /// Line and column, from 1.
    pub place: Option<(usize, usize)>,
    pub detail: String,
}

/// That a condition is nested too deep.
pub(super) fn too_deep() -> String {
    format!("is nested more than {DEPTH_MAX} deep: make two rules of it")
}
