//! What conditions are made of: tests of one fact.

use super::fact::{FlagFact, NumberFact, TextFact};

/// What a condition asks of one fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// It is so.
    Flag(FlagFact),
    /// Two numbers compare like that.
    Compare(Number, Comparison, Number),
    /// A text is one of these.
    OneOf(TextFact, Vec<String>),
    /// A text has this in it.
    Contains(TextFact, String),
    /// The session has this tag.
    Tagged(String),
}

/// Where in the text of its condition a test stands: line and column, from 1; none where there is no text. It makes no
/// difference to what a condition says, so that all places are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place(pub Option<(usize, usize)>);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

/// A number in a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// As it is now.
    Fact(NumberFact),
    /// As it is written.
    Is(i64),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// As conditions write it.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    pub(super) fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }
}
