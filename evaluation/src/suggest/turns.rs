//! Turns of real sessions that went wrong: not understood, corrected at once, or handed over. Nobody has labelled them;
//! what the customer did next says what was wrong.

use fsm::dialogue::{Act, By, HandoffView, Parser};
use fsm::order::{Diff, Op};
use parse::{MenuBook, notation};
use serde::Deserialize;

use super::findings::{Cause, Example, Findings};

const UNCLEAR: Cause = Cause {
    what: "not understood",
    advice: "see the sentence with `carhop parse --explain`; a word that people say and the menu does not know may be an alias",
};
const CORRECTED: Cause = Cause {
    what: "corrected or undone in the next turn",
    advice: "what was heard was likely wrong: label the sentence and measure it with `carhop eval`",
};
const HANDED_OVER: Cause = Cause {
    what: "handed over to the crew",
    advice: "read the session from its first turn that was not understood: `/sessions/{session_id}` shows it",
};

/// A turn of a session, as its audit log has it.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditedTurn {
    place: String,
    event: Said,
    turn: Answered,
}

/// As much of an event as is needed. Only words have a text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Said {
    text: Option<String>,
    #[serde(default)]
    by: By,
}

/// As much of a turn as is needed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Answered {
    acts: Vec<Act>,
    parser: Option<Parser>,
    diffs: Vec<Diff>,
    handoff: Option<HandoffView>,
}

impl AuditedTurn {
    /// Reads an entry of an audit log, which is at a place such as a session and the turn's number.
    ///
    /// # Errors
    /// If the event or the turn is none.
    pub fn read(place: String, event: &str, turn: &str) -> serde_json::Result<Self> {
        Ok(Self { place, event: serde_json::from_str(event)?, turn: serde_json::from_str(turn)? })
    }

    /// What a customer said.
    fn words(&self) -> Option<&str> {
        self.event.text.as_deref().filter(|_| self.event.by == By::Customer)
    }

    fn example(&self, next: Option<&Self>) -> Example {
        Example {
            place: self.place.clone(),
            text: self.event.text.clone().unwrap_or_default(),
            wanted: next.and_then(Self::words).map(|words| format!("(said next) {words}")),
            heard: notation::acts(&self.turn.acts),
        }
    }
}

/// Sorts by cause what went wrong in sessions, each its turns in their order.
pub fn findings_of_turns(sessions: &[Vec<AuditedTurn>], book: &MenuBook, confidence_min: f64) -> Findings {
    Findings::of(sessions.iter().flat_map(|turns| found(turns, book, confidence_min)))
}

fn found(turns: &[AuditedTurn], book: &MenuBook, confidence_min: f64) -> Vec<(Cause, String, Example)> {
    let mut found = Vec::new();
    let mut was_handed_over = false;
    for (at, turn) in turns.iter().enumerate() {
        let handed_over = turn.turn.handoff.filter(|_| !was_handed_over);
        was_handed_over = turn.turn.handoff.is_some();
        if let Some(handoff) = handed_over {
            let last = turns[..=at].iter().rev().find(|turn| turn.words().is_some()).unwrap_or(turn);
            found.push((HANDED_OVER, handoff.reason.to_string(), last.example(None)));
            continue;
        }
        let Some(words) = turn.words().filter(|_| !was_handed_over) else { continue };
        let next = turns[at + 1..].iter().find(|next| next.words().is_some());
        if is_unclear(&turn.turn, confidence_min) {
            let unknown = parse::unknown_words(words, &book.index).into_iter().next();
            let subject = unknown.unwrap_or_else(|| "every word is known".to_owned());
            found.push((UNCLEAR, subject, turn.example(next)));
        } else if let Some(next) = next.filter(|next| corrects(&next.turn, &turn.turn)) {
            found.push((CORRECTED, kinds(&next.turn.acts), turn.example(Some(next))));
        }
    }
    found
}

fn is_unclear(turn: &Answered, confidence_min: f64) -> bool {
    let is_unsure = turn.parser.as_ref().is_some_and(|parser| parser.confidence < confidence_min);
    is_unsure || turn.acts.contains(&Act::Unclear)
}

/// Whether a turn takes back what the one before it did to the order.
fn corrects(next: &Answered, before: &Answered) -> bool {
    if before.diffs.is_empty() {
        return false;
    }
    let touches =
        next.diffs.iter().any(|diff| before.diffs.iter().any(|other| other.line_id == diff.line_id));
    next.acts.iter().any(|act| match act {
        Act::NotRight | Act::NeverMind => true,
        Act::Order { ops, .. } => touches && ops.iter().any(takes_back),
        _ => false,
    })
}

/// Whether an operation puts something right. A change alone may be a wish that comes later.
fn takes_back(op: &Op) -> bool {
    match op {
        Op::Remove { .. } | Op::Replace { .. } | Op::Correct(_) | Op::Clear => true,
        Op::Add(_) | Op::Modify(_) => false,
    }
}

/// What acts do, in a few words.
fn kinds(acts: &[Act]) -> String {
    let mut kinds: Vec<&str> = acts.iter().map(|act| act.kind().wire()).collect();
    kinds.dedup();
    kinds.join(", ")
}
