//! Why a turn was heard or worded by one agent and not by another.

use serde::{Deserialize, Serialize};
use strum::{Display, IntoStaticStr, VariantNames};
use utoipa::ToSchema;

/// Why one agent answered and not another.
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
    /// The profile by which a specialist asked it, by its name and version; none if it was no specialist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// How many tokens that took, prompt and answer; none if no answer came.
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
    VariantNames,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Why {
    /// The model's answer passed every check and was used.
    Taken,
    /// The deterministic agent was sure, so no model was asked.
    Sure,
    /// A model could not have understood more, so none was asked.
    NothingToAsk,
    /// The model's reading explains no more of the words.
    ExplainsNoMore,
    /// The model named something that was not said, or that it may not add.
    NotSaid,
    /// The model's answer is not JSON, or does not have the requested shape.
    Invalid,
    /// The model named what is not on the menu or the order.
    Unknown,
    /// The model refused to answer.
    Refused,
    /// The answer was empty, too long or incomplete.
    Broken,
    /// The model's server answered with an error.
    Failed,
    /// The model's server refused because of a rate limit.
    Limited,
    /// The model's server cannot be reached.
    Unreachable,
    /// No answer came in time.
    TimedOut,
    /// There was no time left to ask.
    NoTime,
    /// The model failed so often that it is not asked for a while.
    CircuitOpen,
    /// Too many other lanes were asking it.
    Busy,
    /// The drive-thru has used up its tokens for this hour.
    OverBudget,
}
