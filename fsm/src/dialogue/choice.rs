//! Why a turn was heard or worded by one agent and not by another.

use serde::{Deserialize, Serialize};
use strum::{Display, IntoStaticStr};
use utoipa::ToSchema;

/// Why one agent answered where another could have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Choice {
    /// What decided it.
    pub why: Why,
    /// The language model that was asked; none if none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The prompt that it was given, by its name and version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// How many tokens that took, asked and answered; none where no answer came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
}

/// What decided between a deterministic agent and a language model.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    IntoStaticStr,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Why {
    /// The model's answer held what it was checked for, and was taken.
    Taken,
    /// The deterministic agent was sure, so no model was asked.
    Sure,
    /// Nothing was said that a model could make more of, so none was asked.
    NothingToAsk,
    /// The model's reading explains no more of the words.
    ExplainsNoMore,
    /// The model named what was not said, or what only the words may say.
    NotSaid,
    /// The model answered what is no answer: not JSON, or not of the shape that was asked for.
    Invalid,
    /// The model named what is not on the menu or the order.
    Unknown,
    /// The model would not answer.
    Refused,
    /// Nothing, or too much, or not all of an answer came.
    Broken,
    /// The model's server said that it cannot.
    Failed,
    /// The model's server said that it was asked too much.
    Limited,
    /// The model's server cannot be reached.
    Unreachable,
    /// No answer came in time.
    TimedOut,
    /// There was no time left to ask.
    NoTime,
    /// The model failed so often that it is left alone for a while.
    CircuitOpen,
    /// Too many other lanes were asking it.
    Busy,
    /// The drive-thru has used its tokens of this hour.
    OverBudget,
}
