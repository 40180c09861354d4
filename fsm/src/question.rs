//! The one question that a lane may have open.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::LineId;

/// What the customer is asked. A lane has at most one open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Question {
    /// What kind of answer settles it.
    pub kind: QuestionKind,
    /// The line that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_id: Option<LineId>,
    /// Ids of what can be answered: items, sizes, modifiers or lines; empty when anything can.
    pub candidates: Vec<String>,
}

/// What kind of answer settles a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// "I don't have anything yet. Want to start with a drink or a combo?"
    StartOrder,
    /// "Which one, the cheeseburger or the hamburger?"
    WhichItem,
    /// "What size?"
    WhichSize,
    /// "What drink would you like with that?"
    WhichOption,
    /// "How many would you like?"
    HowMany,
    /// "What would you like instead?" Nothing, or something that is not had here, was understood.
    WhatElse,
    /// "We're out of shakes. Would you like a sundae?"
    Replacement,
    /// "That takes off everything. Are you sure?"
    ConfirmChange,
    /// "What should I change?"
    WhatIsWrong,
    /// "The payment did not go through. Shall we try again?"
    PaymentRetry,
}
