//! When a rule holds: a tree that is evaluated without an interpreter, a clock or a float.

use super::facts::{FlagFact, NumberFact, RuleFacts, TextFact};

/// A condition on the facts of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always, or never.
    Is(bool),
    /// A fact is so.
    Flag(FlagFact),
    /// Two numbers compare like that.
    Compare(Number, Comparison, Number),
    /// A text is one of these.
    OneOf(TextFact, Vec<String>),
    /// A text has this in it.
    Contains(TextFact, String),
    /// The session has this tag.
    Tagged(String),
    /// It does not hold.
    Not(Box<Self>),
    /// All of them hold.
    All(Vec<Self>),
    /// One of them holds.
    Any(Vec<Self>),
    /// It holds for lines of the order.
    Lines(Quantifier, Box<Self>),
}

/// For how many lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// One of them at least.
    Exists,
    /// Every one; also of an order without lines.
    All,
}

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

impl Condition {
    /// Whether it holds.
    pub fn holds(&self, facts: &RuleFacts<'_>) -> bool {
        match self {
            Self::Is(is_so) => *is_so,
            Self::Flag(fact) => facts.flag(*fact),
            Self::Compare(left, how, right) => how.holds(left.value(facts), right.value(facts)),
            Self::OneOf(fact, texts) => texts.iter().any(|text| text == facts.text(*fact)),
            Self::Contains(fact, part) => facts.text(*fact).contains(part.as_str()),
            Self::Tagged(tag) => facts.tags.contains(tag),
            Self::Not(condition) => !condition.holds(facts),
            Self::All(conditions) => conditions.iter().all(|condition| condition.holds(facts)),
            Self::Any(conditions) => conditions.iter().any(|condition| condition.holds(facts)),
            Self::Lines(Quantifier::Exists, condition) => {
                facts.lines().iter().any(|line| condition.holds(&facts.of_line(line)))
            }
            Self::Lines(Quantifier::All, condition) => {
                facts.lines().iter().all(|line| condition.holds(&facts.of_line(line)))
            }
        }
    }
}

impl Number {
    fn value(self, facts: &RuleFacts<'_>) -> i64 {
        match self {
            Self::Fact(fact) => facts.number(fact),
            Self::Is(number) => number,
        }
    }
}

impl Comparison {
    fn holds(self, left: i64, right: i64) -> bool {
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
