//! What became of each run of words: nothing that was said may vanish, and nothing is done that nobody said.
//!
//! Every run of the reading gets a fate. What names food, a size, an amount or a way to make it and is neither part of an
//! act, nor asked about, nor taken back within the sentence, is *left*: it is then told of, or, where it is an item,
//! makes the whole answer doubtful.

mod done;
mod ledger;
mod part;

use std::fmt;

use fsm::order::{Reason, Unresolved};

use self::done::Done;
use self::ledger::Ledger;
use crate::language::{Sort, Word};
use crate::reading::lattice::{Edge, Role};
use crate::reading::said::Said;
use crate::resolve::{Context, Resolved};
use crate::tokens::Token;

/// What became of a run of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It says how things belong together, or nothing.
    Grammar,
    /// It is part of an act.
    Act,
    /// It is asked about.
    Asked,
    /// It is told of as not to be had.
    Told,
    /// It was taken back later in the sentence, or stays as it is.
    TakenBack,
    /// It is of no language and no menu, and where it stands nothing is ordered by it.
    Noise,
    /// Nothing accounts for it.
    Left,
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Grammar => "grammar",
            Self::Act => "act",
            Self::Asked => "asked",
            Self::Told => "told",
            Self::TakenBack => "taken back",
            Self::Noise => "noise",
            Self::Left => "left",
        })
    }
}

/// The fate of each run, and what is wrong with them together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Account {
    /// By run of the reading; none where the whole sentence was a correction or no order.
    pub(crate) fates: Vec<Fate>,
    /// The words that nothing but telling of them accounts for.
    pub(crate) left: Vec<String>,
    /// Whether an item was named and nothing came of it.
    pub(crate) leaves_an_item: bool,
    /// Whether something was corrected into what is not to be had: "a horchata large, no, medium".
    pub(crate) corrects_in_vain: bool,
    /// Whether an item is added that no words name, though others are named.
    pub(crate) adds_unsaid: bool,
}

fn is_measure(run: &Edge) -> bool {
    matches!(run.role, Role::Size(_) | Role::Term(Sort::Measure))
}

/// Settles what became of each run; what is left is added to what is told of.
pub(crate) fn settle(
    cx: Context<'_>,
    tokens: &[Token],
    runs: &[&Edge],
    said: &Said,
    resolved: &mut Resolved,
) -> Account {
    let ledger = Ledger { cx, tokens, runs, said, done: Done::of(cx, &resolved.ops) };
    let mut fates: Vec<Fate> = (0..runs.len()).map(|at| ledger.fate(at, &resolved.unresolved)).collect();
    let mut left = Vec::new();
    for (at, fate) in fates.iter_mut().enumerate() {
        if let Some(part) = ledger.counted_part(at) {
            resolved.unresolved.retain(|known| known.text != part.text);
            resolved.unresolved.push(part);
            *fate = Fate::Asked;
        }
    }
    for at in 0..runs.len() {
        if fates[at] == Fate::Left && ledger.is_only_pointed_at(at, &fates) {
            fates[at] = Fate::Told;
        }
        if fates[at] != Fate::Left || matches!(runs[at].role, Role::Entry { .. }) {
            continue;
        }
        let text = ledger.words(at);
        left.push(text.clone());
        resolved.unresolved.push(Unresolved {
            text,
            reason: Reason::NotAllowed,
            candidates: Vec::new(),
            quantity: None,
        });
        fates[at] = Fate::Told;
    }
    let items = fates.iter().zip(runs).filter(|(_, run)| matches!(run.role, Role::Entry { .. }));
    let leaves_an_item = items.into_iter().any(|(fate, _)| *fate == Fate::Left);
    let (corrects_in_vain, adds_unsaid) = (corrects_in_vain(runs, &fates), ledger.adds_unsaid());
    Account { fates, left, leaves_an_item, corrects_in_vain, adds_unsaid }
}

/// Whether a correction leads to what is told of. "A coffee, medium, wait, a large" of what has no sizes does not: that is
/// told of twice.
fn corrects_in_vain(runs: &[&Edge], fates: &[Fate]) -> bool {
    let corrects = |run: &&Edge| matches!(run.role, Role::Word(Word::Correction | Word::WeakCorrection));
    let small = |run: &&&Edge| {
        matches!(run.role, Role::Word(Word::Filler | Word::Article | Word::Definite | Word::Cue(_)))
    };
    let is_told = |at: &usize| fates[*at] == Fate::Told;
    (0..runs.len()).filter(is_told).any(|at| {
        let before = runs[..at].iter().rev().find(|run| !small(run));
        let told_before =
            (0..at).filter(is_told).any(|before| is_measure(runs[before]) && is_measure(runs[at]));
        before.is_some_and(corrects) && !told_before
    })
}
