//! What is seen when rules are asked, so that it can be told later why they decided as they did. Who watches changes nothing.

use std::fmt;

use serde::{Deserialize, Serialize};
use strum::Display;
use utoipa::ToSchema;

use super::point::Point;
use super::test::{Place, Test};
use crate::ids::{ItemId, LineId, RuleId};

/// Is told each time that the rules of a point are asked.
pub trait Witness: fmt::Debug + Send + Sync {
    /// They were asked.
    fn asked(&self, asking: Asking);
}

/// What was seen when the rules of a point were asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asking {
    /// The point.
    pub at: Point,
    /// The turn in which they were, as the fact `turn` has it.
    pub turn: u32,
    /// The item that they were asked about, if it was one.
    pub item: Option<ItemId>,
    /// The rules of the point, in the order in which they are asked.
    pub rules: Vec<Asked>,
}

/// What was seen of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The rule.
    pub rule: RuleId,
    /// What came of it.
    pub verdict: Verdict,
    /// What of its condition decided that, if it was looked at.
    pub because: Vec<Ground>,
}

/// What came of asking a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// It holds, and decided.
    Decided,
    /// It holds, and had nothing to decide: what it offers cannot be had, or it takes nothing off.
    PassedOver,
    /// Its condition does not hold.
    DoesNotHold,
    /// It does not count on that day.
    OtherDay,
    /// It has had its turn in this session.
    Spent,
    /// A rule before it decided.
    NotAsked,
}

/// A test of a condition that was decisive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The test.
    pub test: Test,
    /// Where it stands.
    pub place: Place,
    /// Whether it came out so.
    pub is_so: bool,
    /// What the fact was.
    pub was: Seen,
    /// What the number was that it was compared with, if it was.
    pub with: Option<i64>,
    /// The line that was looked at, if one was.
    pub line_id: Option<LineId>,
}

/// What a fact was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// It was so, or not.
    Flag(bool),
    /// The tags of the session.
    Tags(Vec<String>),
}
