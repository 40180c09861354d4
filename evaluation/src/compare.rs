//! Compares labels with what was heard. An order is split into its parts, so that each is right or wrong by itself.

use std::collections::BTreeSet;
use std::fmt;

use fsm::dialogue::{Act, ActKind};
use fsm::order::{ComponentPick, ModifierPick, NewLine, Op, Unresolved};
use fsm::query::Asking;
use serde::{Serialize, Serializer};

/// What a part of an utterance does: an act, or one operation of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Adds a line.
    Add,
    /// Removes lines.
    Remove,
    /// Changes lines.
    Modify,
    /// Puts a line in the place of another.
    Replace,
    /// Removes everything.
    Clear,
    /// Wants something that could not be settled.
    Unresolved,
    /// An act that is no order.
    Act(ActKind),
}

impl Kind {
    /// As the acts are written, such as `order.add`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Add => "order.add",
            Self::Remove => "order.remove",
            Self::Modify => "order.modify",
            Self::Replace => "order.replace",
            Self::Clear => "order.clear",
            Self::Unresolved => "order.unresolved",
            Self::Act(act) => act.wire(),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// The parts of a label and of an answer, and which of them are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The kinds that are labelled, one for each part.
    pub wanted: Vec<Kind>,
    /// The kinds that were heard, one for each part.
    pub heard: Vec<Kind>,
    /// The kinds of the parts that were heard as they are labelled.
    pub right: Vec<Kind>,
}

impl Comparison {
    /// Pairs the parts of a label with those of an answer. Their order makes no difference.
    pub fn of(wanted: &[Act], heard: &[Act]) -> Self {
        let (wanted, heard) = (parts(wanted), parts(heard));
        let pairs = pairs(&wanted, &heard);
        Self {
            right: pairs.into_iter().flatten().map(|at| wanted[at].kind()).collect(),
            wanted: wanted.iter().map(Part::kind).collect(),
            heard: heard.iter().map(Part::kind).collect(),
        }
    }

    /// Whether all that is labelled was heard, and nothing else.
    pub fn is_exact(&self) -> bool {
        self.right.len() == self.wanted.len() && self.right.len() == self.heard.len()
    }
}

/// What is right or wrong as a whole; what has no order is sorted.
#[derive(PartialEq)]
enum Part {
    Op(Op),
    Open(Unresolved),
    Act(Act),
}

impl Part {
    fn kind(&self) -> Kind {
        match self {
            Self::Op(Op::Add(_)) => Kind::Add,
            Self::Op(Op::Remove { .. }) => Kind::Remove,
            Self::Op(Op::Modify(_)) => Kind::Modify,
            Self::Op(Op::Replace { .. } | Op::Correct(_)) => Kind::Replace,
            Self::Op(Op::Clear) => Kind::Clear,
            // An order has been taken apart.
            Self::Open(_) | Self::Act(Act::Order { .. }) => Kind::Unresolved,
            Self::Act(act) => Kind::Act(act.kind()),
        }
    }

    /// Whether this label asks for no more and no less than was heard.
    fn is_met_by(&self, heard: &Self) -> bool {
        match (self, heard) {
            (Self::Open(wanted), Self::Open(heard)) => is_same_open(wanted, heard),
            // A label need not say whether it may mean yes.
            (Self::Act(Act::BackChannel { .. }), Self::Act(Act::BackChannel { .. })) => true,
            // Nor for whom a line is.
            (Self::Op(Op::Add(wanted)), Self::Op(Op::Add(heard))) => {
                NewLine { persons: wanted.persons.clone(), ..heard.clone() } == *wanted
            }
            (wanted, heard) => wanted == heard,
        }
    }
}

/// A label need not name the candidates, nor all the words.
fn is_same_open(wanted: &Unresolved, heard: &Unresolved) -> bool {
    let (candidates, words) = (&wanted.candidates, parse::words(&heard.text));
    wanted.reason == heard.reason
        && (candidates.is_empty() || set_of(candidates) == set_of(&heard.candidates))
        && parse::words(&wanted.text).iter().all(|word| words.contains(word))
}

fn set_of(texts: &[String]) -> BTreeSet<&str> {
    texts.iter().map(String::as_str).collect()
}

fn parts(acts: &[Act]) -> Vec<Part> {
    let mut parts = Vec::new();
    for act in acts {
        match act {
            Act::Order { ops, unresolved } => {
                parts.extend(ops.iter().map(|op| Part::Op(sorted(op))));
                parts.extend(unresolved.iter().cloned().map(Part::Open));
            }
            Act::MenuQuestion(asking) => {
                let mut items = asking.items.clone();
                items.sort();
                parts.push(Part::Act(Act::MenuQuestion(Asking::about(asking.topic, items))));
            }
            other => parts.push(Part::Act(other.clone())),
        }
    }
    parts
}

fn sorted(op: &Op) -> Op {
    let mut op = op.clone();
    match &mut op {
        Op::Add(NewLine { modifiers, components, .. })
        | Op::Replace { with: NewLine { modifiers, components, .. }, .. } => sort(modifiers, components),
        Op::Modify(change) => sort(&mut change.modifiers, &mut change.components),
        Op::Remove { .. } | Op::Correct(_) | Op::Clear => {}
    }
    op
}

fn sort(modifiers: &mut [ModifierPick], components: &mut [ComponentPick]) {
    modifiers.sort();
    for component in components.iter_mut() {
        component.modifiers.sort();
    }
    components.sort();
}

/// For each part that was heard the label that it meets: as many pairs as possible.
fn pairs(wanted: &[Part], heard: &[Part]) -> Vec<Option<usize>> {
    let mut taken = vec![None; heard.len()];
    for at in 0..wanted.len() {
        pair(at, wanted, heard, &mut taken, &mut vec![false; heard.len()]);
    }
    taken
}

/// Finds a part for a label. A label that had this part before gets another one.
fn pair(
    label: usize,
    wanted: &[Part],
    heard: &[Part],
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for at in 0..heard.len() {
        if tried[at] || !wanted[label].is_met_by(&heard[at]) {
            continue;
        }
        tried[at] = true;
        if taken[at].is_none_or(|before| pair(before, wanted, heard, taken, tried)) {
            taken[at] = Some(label);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests;
