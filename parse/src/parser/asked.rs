//! An utterance with questions: what is asked, and what the rest of it does.

use fsm::dialogue::{Act, ActClass, Acts};
use fsm::machine::Expectation;
use fsm::menu::{Menu, Topic};
use fsm::order::{NewLine, Op};
use fsm::query::{About, Asking, Query, Select, Subject};

use super::{AGENT, Parsed, without_questions};
use crate::Utterance;
use crate::accounting::Account;
use crate::asking::Heard;
use crate::confidence::Doubts;
use crate::reading::lattice::Lattice;
use crate::tokens::Token;

/// How sure a question is all of whose words are understood.
const SURE: f64 = 0.95;

/// Reads what is left of an utterance without its questions, and puts them beside it: an order comes first.
pub(super) fn with_questions(utterance: Utterance<'_>, tokens: &[Token], heard: &Heard) -> Parsed {
    let letters = |tokens: &[Token]| tokens.iter().map(|token| token.word.chars().count()).sum::<usize>();
    let left = heard.left.len();
    let mut parsed = if left == 0 {
        Parsed {
            tokens: tokens.to_vec(),
            lattice: Lattice::of(&utterance.book.index, &[]),
            readings: Vec::new(),
            account: Account::default(),
            doubts: Doubts::default(),
            followed: 0,
            asked: 0,
            acts: Acts::by(AGENT, SURE, Vec::new()),
        }
    } else {
        without_questions(utterance, heard.left.clone(), left)
    };
    if heard.only_asks && heard.questions.is_empty() {
        return asking_only(&utterance.book.menu, parsed);
    }
    parsed.asked = letters(tokens) - letters(&heard.left);
    let mut acts = std::mem::take(&mut parsed.acts.acts);
    let tells = !heard.allergens.is_empty();
    acts.retain(|act| !(heard.only_asks && matches!(act, Act::Order { .. })));
    acts.retain(|act| counts(utterance, act) && !(tells && asks_of_allergens(act)));
    let pointed_at = ordered(&acts).or_else(|| asked_about(&acts));
    // What the questions leave over asks nothing else.
    acts.retain(|act| heard.questions.is_empty() || !matches!(act, Act::MenuQuestion(_)));
    if acts.is_empty() {
        parsed.acts.confidence = SURE;
    }
    parsed.acts.confidence = parsed.acts.confidence.min(SURE);
    let after = acts.iter().position(|act| !matches!(act, Act::Order { .. })).unwrap_or(acts.len());
    let asked = heard.acts(pointed_at.as_ref(), &utterance.book.menu);
    acts.splice(after..after, asked);
    parsed.acts.acts = acts;
    parsed
}

/// "Do people like the slaw": what is ordered in a question is what it asks about, and no data says.
fn asking_only(menu: &Menu, mut parsed: Parsed) -> Parsed {
    let mut of = Vec::new();
    for act in &parsed.acts.acts {
        if let Act::Order { ops, .. } = act {
            of.extend(ops.iter().filter_map(|op| match op {
                Op::Add(line) => Some(subject(line)),
                _ => None,
            }));
        }
    }
    // "Is it enough for two": nobody says "enough".
    let orders = |act: &Act| match act {
        Act::Order { ops, .. } => !ops.is_empty(),
        act => matches!(act, Act::NeverMind),
    };
    if parsed.acts.acts.iter().any(orders) {
        parsed.acts.acts.retain(|act| matches!(act.kind().class(), ActClass::Question | ActClass::Notice));
        let about = if of.is_empty() { About::House } else { About::Items };
        let query = Query { of, ..Query::new(about, Select::Unknown) };
        let is_asked = parsed.acts.acts.iter().any(|act| matches!(act, Act::MenuQuestion(_)));
        if !is_asked {
            parsed.acts.acts.insert(0, Act::MenuQuestion(Asking::of(query, menu)));
        }
    }
    parsed
}

/// Whether it counts beside a question. "Yes" answers nothing where no answer is awaited.
fn counts(utterance: Utterance<'_>, act: &Act) -> bool {
    let awaited = utterance.question.is_some()
        || utterance.offer.is_some()
        || matches!(utterance.expectation, Expectation::YesNoOrChanges | Expectation::SingleAnswer);
    match act.kind().class() {
        ActClass::Chat | ActClass::Unclear => false,
        ActClass::Reply => awaited || !matches!(act, Act::Yes | Act::No),
        ActClass::Order | ActClass::Question | ActClass::Answer | ActClass::Request | ActClass::Notice => {
            true
        }
    }
}

/// "no peanuts, I have an allergy" asks nothing.
fn asks_of_allergens(act: &Act) -> bool {
    matches!(act, Act::MenuQuestion(asking) if asking.topic == Topic::Allergens && asking.query.is_none())
}

/// What the same utterance orders, the last of it.
fn ordered(acts: &[Act]) -> Option<Subject> {
    let ops = acts.iter().filter_map(|act| match act {
        Act::Order { ops, .. } => Some(ops),
        _ => None,
    });
    ops.flatten().rev().find_map(|op| match op {
        Op::Add(line) => Some(subject(line)),
        Op::Remove { .. } | Op::Modify(_) | Op::Replace { .. } | Op::Correct(_) | Op::Clear => None,
    })
}

/// What the rest of it asks about.
fn asked_about(acts: &[Act]) -> Option<Subject> {
    acts.iter().find_map(|act| match act {
        Act::MenuQuestion(asking) => asking.items.first().map(Subject::item),
        _ => None,
    })
}

fn subject(line: &NewLine) -> Subject {
    let size = line.size.clone();
    match &line.combo {
        Some(combo) => Subject::Combo { combo: combo.clone(), size },
        None => Subject::Item { item: line.item.clone(), size, modifiers: line.modifiers.clone() },
    }
}
