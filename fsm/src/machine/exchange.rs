//! What was said to and fro: kept so that what comes next is understood.

use serde::{Deserialize, Serialize};

use crate::query::Before;

/// An utterance and what was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// What was said to the lane.
    pub heard: String,
    /// What it said.
    pub said: String,
}

/// How many characters of each side are kept.
const EXCHANGE_CHARS_MAX: usize = 240;

impl Exchange {
    /// The beginning of each side.
    pub fn of(heard: &str, said: &str) -> Self {
        let beginning = |text: &str| text.chars().take(EXCHANGE_CHARS_MAX).collect();
        Self { heard: beginning(heard), said: beginning(said) }
    }
}

/// A question about the menu that was answered, and the turn that did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answered {
    pub turn: u32,
    /// What was asked and answered.
    #[serde(flatten)]
    pub before: Before,
}
