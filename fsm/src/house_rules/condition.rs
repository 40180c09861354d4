//! When a rule holds: a tree that is evaluated without an interpreter, a clock or a float.

use super::fact::TextFact;
use super::facts::RuleFacts;
use super::test::{Number, Place, Test};
use super::watched::{Ground, Seen};

/// A condition on the facts of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always, or never.
    Is(bool),
    /// A fact is like that.
    Test(Test, Place),
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

impl From<Test> for Condition {
    /// A condition that nobody has written.
    fn from(test: Test) -> Self {
        Self::Test(test, Place::default())
    }
}

impl Condition {
    /// Whether it holds. What of it has decided that is left in the grounds, if anybody wants to know them.
    pub(super) fn holds(&self, facts: &RuleFacts<'_>, grounds: &mut Grounds) -> bool {
        match self {
            Self::Is(is_so) => *is_so,
            Self::Test(test, place) => {
                let holds = test.holds(facts);
                grounds.note(test, *place, facts, holds);
                holds
            }
            Self::Not(condition) => !condition.holds(facts, grounds),
            Self::All(conditions) => grounds.all(conditions, |part, grounds| part.holds(facts, grounds)),
            Self::Any(conditions) => grounds.any(conditions, |part, grounds| part.holds(facts, grounds)),
            Self::Lines(quantifier, condition) => {
                let holds = |line, grounds: &mut Grounds| condition.holds(&facts.of_line(line), grounds);
                match quantifier {
                    Quantifier::Exists => grounds.any(facts.lines(), holds),
                    Quantifier::All => grounds.all(facts.lines(), holds),
                }
            }
        }
    }
}

impl Condition {
    /// Whether it holds whichever item it is asked about; none if that depends on the item.
    pub(super) fn for_any_item(&self, facts: &RuleFacts<'_>) -> Option<bool> {
        match self {
            Self::Is(is_so) => Some(*is_so),
            Self::Test(test, _) => (!test.is_of_item()).then(|| test.holds(facts)),
            Self::Not(condition) => condition.for_any_item(facts).map(|holds| !holds),
            Self::All(conditions) => decided(conditions, false, facts),
            Self::Any(conditions) => decided(conditions, true, facts),
            // Rules about items seldom look at lines.
            Self::Lines(..) => None,
        }
    }
}

/// Whether one of several is `decisive` whichever item they are asked about, or none of them is.
fn decided(conditions: &[Condition], decisive: bool, facts: &RuleFacts<'_>) -> Option<bool> {
    let mut known = Some(!decisive);
    for condition in conditions {
        match condition.for_any_item(facts) {
            Some(holds) if holds == decisive => return Some(decisive),
            Some(_) => {}
            None => known = None,
        }
    }
    known
}

impl Test {
    fn is_of_item(&self) -> bool {
        matches!(
            self,
            Self::OneOf(TextFact::ItemId | TextFact::ItemCategory, _)
                | Self::Contains(TextFact::ItemId | TextFact::ItemCategory, _)
        )
    }

    fn holds(&self, facts: &RuleFacts<'_>) -> bool {
        match self {
            Self::Flag(fact) => facts.flag(*fact),
            Self::Compare(left, how, right) => how.holds(left.value(facts), right.value(facts)),
            Self::OneOf(fact, texts) => texts.iter().any(|text| text == facts.text(*fact)),
            Self::Contains(fact, part) => facts.text(*fact).contains(part.as_str()),
            Self::Tagged(tag) => facts.tags.contains(tag),
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

/// The tests that decided a condition, for who wants to know them.
#[derive(Debug, Default)]
pub(super) struct Grounds {
    are_wanted: bool,
    found: Vec<Ground>,
}

impl Grounds {
    pub fn new(are_wanted: bool) -> Self {
        Self { are_wanted, found: Vec::new() }
    }

    pub fn into_found(self) -> Vec<Ground> {
        self.found
    }

    fn note(&mut self, test: &Test, place: Place, facts: &RuleFacts<'_>, is_so: bool) {
        if !self.are_wanted {
            return;
        }
        let (was, with) = match test {
            Test::Flag(fact) => (Seen::Flag(facts.flag(*fact)), None),
            Test::Compare(left, _, right) => (Seen::Number(left.value(facts)), Some(right.value(facts))),
            Test::OneOf(fact, _) | Test::Contains(fact, _) => {
                (Seen::Text(facts.text(*fact).to_owned()), None)
            }
            Test::Tagged(_) => (Seen::Tags(facts.tags.to_vec()), None),
        };
        let line_id = facts.line.map(|line| line.line_id);
        self.found.push(Ground { test: test.clone(), place, is_so, was, with, line_id });
    }

    /// Whether it holds for one of several. That one is the ground then, and else all of them are.
    pub fn any<T>(
        &mut self,
        of: impl IntoIterator<Item = T>,
        mut holds: impl FnMut(T, &mut Self) -> bool,
    ) -> bool {
        let first = self.found.len();
        for one in of {
            let here = self.found.len();
            if holds(one, self) {
                self.found.drain(first..here);
                return true;
            }
        }
        false
    }

    /// Whether it holds for all of several. If not, the first for which it does not is the ground.
    pub fn all<T>(
        &mut self,
        of: impl IntoIterator<Item = T>,
        mut holds: impl FnMut(T, &mut Self) -> bool,
    ) -> bool {
        !self.any(of, |one, grounds| !holds(one, grounds))
    }
}
