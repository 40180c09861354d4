//! The names of the states and what each expects to hear.

use std::fmt;

use serde::{Deserialize, Serialize};
use strum::{EnumString, VariantNames};
use utoipa::ToSchema;

/// A state's name, without its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StateKind {
    /// Empty lane, no session.
    Idle,
    /// Speech is parsed and builds the order.
    Ordering,
    /// The customer browses or is not ready.
    Thinking,
    /// Exactly one question is open.
    Clarifying,
    /// The order was read back and waits for a yes.
    Confirming,
    /// The order is frozen and its ticket is on its way.
    Closing,
}

impl StateKind {
    /// Every state, in the design's order.
    pub const ALL: [Self; 6] =
        [Self::Idle, Self::Ordering, Self::Thinking, Self::Clarifying, Self::Confirming, Self::Closing];

    /// The state's name in the design.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Ordering => "ordering",
            Self::Thinking => "thinking",
            Self::Clarifying => "clarifying",
            Self::Confirming => "confirming",
            Self::Closing => "closing",
        }
    }

    /// What the state expects to hear next.
    pub const fn expectation(self) -> Expectation {
        match self {
            Self::Idle => Expectation::None,
            Self::Ordering => Expectation::FreeFormOrdering,
            Self::Thinking => Expectation::MenuQuestionsOrWait,
            Self::Clarifying => Expectation::SingleAnswer,
            Self::Confirming => Expectation::YesNoOrChanges,
            Self::Closing => Expectation::Closing,
        }
    }
}

impl fmt::Display for StateKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a lane expects to hear next; a hint for recognizers and parsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, VariantNames, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Expectation {
    /// No one is there.
    None,
    /// Anything that can be ordered.
    FreeFormOrdering,
    /// A question about the menu, or nothing for a while.
    MenuQuestionsOrWait,
    /// The answer to the open question.
    SingleAnswer,
    /// Yes, no, or a change.
    YesNoOrChanges,
    /// A last-minute change, if anything.
    Closing,
}
