//! The one question that a lane may have open.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use utoipa::ToSchema;

use crate::ids::{LineId, RuleId};
use crate::order::{About, Change, Op};

/// What the customer is asked. A lane has at most one open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Question {
    /// What kind of answer settles it.
    pub kind: QuestionKind,
    /// The line that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_id: Option<LineId>,
    /// Ids of what can be answered: items, sizes, modifiers, lines or answers of the house; empty when anything can.
    pub candidates: Vec<String>,
    /// What the house asks, if it is a question of the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house: Option<Box<HouseAsked>>,
}

impl Question {
    /// A question that is not the house's own.
    pub fn of(kind: QuestionKind, line_id: Option<LineId>, candidates: Vec<String>) -> Self {
        Self { kind, line_id, candidates, house: None }
    }
}

/// A question of the house, as it is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HouseAsked {
    /// The rule that asks it.
    pub rule: RuleId,
    /// The question, as it is spoken.
    pub text: String,
    /// What can be answered, by the ids that `candidates` has.
    pub answers: Vec<HouseChoice>,
}

/// An answer that a question of the house can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HouseChoice {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub text: String,
}

/// What kind of answer settles a question.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    IntoStaticStr,
    VariantNames,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
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
    /// "What would you like instead?" Nothing was understood, or something that is not on the menu.
    WhatElse,
    /// "We're out of shakes. Would you like a sundae?"
    Replacement,
    /// "That takes off everything. Are you sure?"
    ConfirmChange,
    /// "What should I change?"
    WhatIsWrong,
    /// "The payment did not go through. Shall we try again?"
    PaymentRetry,
    /// "Ketchup or mustard?" What the house asks by its rules.
    House,
}

/// A question with what waits for its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// What is asked.
    pub question: Question,
    /// What it is about.
    pub about: Option<About>,
    /// What is done with the answer.
    pub kept: Kept,
}

impl Asked {
    /// A question whose answer completes nothing.
    pub fn plain(question: Question) -> Self {
        Self { question, about: None, kept: Kept::Nothing }
    }
}

/// What waits for the answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// The answer needs nothing else.
    Nothing,
    /// An operation that the answer completes.
    Operation(Op),
    /// A change that a yes makes: the proposal.
    Change(Box<Change>),
}
