//! What each run of an utterance's words means, and which name it belongs to.
//!
//! ```text
//!   two cokes and | a cheeseburger with no pickles | and a large sprite
//!   ───────────── | ────────────────────────────── | ──────────────────     whose: the name's in each piece
//!   two > cokes                       no > pickles       large                 about: what is counted or denied
//! ```
//!
//! An utterance is divided into pieces, one for each name of an item. Between two names the later piece begins with the
//! last article or number, or after the last "and", pronoun or pause, whichever comes last; without any of them all
//! words belong to the later name. Words before the first piece belong to no name.

use std::cmp::Reverse;
use std::ops::Range;

use fsm::order::Amount;

use crate::evidence::{denies, is_telling};
use crate::language::Word;
use crate::reading::lattice::{Called, Edge, Role};
use crate::tokens::Token;

/// A run of words that means something.
#[derive(Debug)]
pub(crate) struct Part {
    pub words: Range<usize>,
    /// What it can mean, the likeliest first.
    pub meanings: Vec<Edge>,
    /// Whether a pause is before it.
    pause: bool,
    /// The name that it belongs to; its own place if it is a name.
    pub of: Option<usize>,
    /// The item or modifier that it counts, measures or denies.
    pub about: Option<usize>,
}

impl Part {
    /// Whether it can mean this.
    pub fn is(&self, is: impl Fn(&Role) -> bool) -> bool {
        self.meanings.iter().any(|edge| is(&edge.role))
    }

    /// Whether it names an item or several.
    pub fn is_name(&self) -> bool {
        matches!(self.likeliest(), Role::Entry { .. })
    }

    /// Whether it says something by itself.
    pub fn tells(&self) -> bool {
        is_telling(self.likeliest())
    }

    /// Whether it changes the order, so that no agent may ignore it.
    pub fn counts(&self) -> bool {
        match self.likeliest() {
            Role::Entry { called, .. } => matches!(called, Called::Name | Called::Generic),
            Role::Modifier(_) => !self.meanings[0].part,
            Role::Number(number) => *number != 1,
            Role::Size(_)
            | Role::Amount(_)
            | Role::NoSuchNumber
            | Role::Word(Word::Times(_) | Word::All | Word::Both | Word::Combo) => true,
            _ => self.is(denies),
        }
    }

    /// Whether it is a common word that says nothing of an order: talk about the weather.
    pub fn is_of_no_order(&self) -> bool {
        *self.likeliest() == Role::Word(Word::Common)
    }

    fn likeliest(&self) -> &Role {
        &self.meanings[0].role
    }

    fn is_modifier(&self) -> bool {
        matches!(self.likeliest(), Role::Modifier(_))
    }

    fn is_measure(&self) -> bool {
        matches!(self.likeliest(), Role::Size(_) | Role::Amount(Amount::Extra | Amount::Light | Amount::Side))
    }

    /// Whether a piece may begin with it.
    fn begins(&self) -> bool {
        self.is(|role| matches!(role, Role::Number(_) | Role::Word(Word::Article)))
    }

    /// Whether a piece may begin after it.
    fn divides(&self) -> bool {
        let divides =
            |role: &Role| matches!(role, Role::Word(Word::And | Word::Or | Word::OfThem | Word::Pronoun));
        self.is(divides)
    }
}

/// The likeliest runs that do not overlap, in their order, each with its name.
pub(crate) fn of(edges: &[Edge], tokens: &[Token]) -> Vec<Part> {
    let mut likeliest: Vec<&Edge> =
        edges.iter().filter(|edge| edge.role != Role::Unknown && edge.start < edge.end).collect();
    likeliest.sort_by_key(|edge| (Reverse(edge.score), edge.start));
    let mut taken = vec![false; tokens.len()];
    let mut parts = Vec::new();
    for edge in &likeliest {
        if taken[edge.start..edge.end].contains(&true) {
            continue;
        }
        taken[edge.start..edge.end].fill(true);
        let words = edge.start..edge.end;
        let meanings = likeliest.iter().filter(|other| (other.start..other.end) == words);
        let meanings = meanings.map(|edge| (*edge).clone()).collect();
        parts.push(Part { words, meanings, pause: false, of: None, about: None });
    }
    parts.sort_by_key(|part| part.words.start);
    let mut end = 0;
    for part in &mut parts {
        part.pause = tokens[end..=part.words.start].iter().any(|token| token.pause);
        end = part.words.end;
    }
    share_out(&mut parts);
    for at in 0..parts.len() {
        parts[at].about = about(&parts, at);
    }
    parts
}

/// Assigns every run to the name that it belongs to.
fn share_out(parts: &mut [Part]) {
    let names: Vec<usize> = (0..parts.len()).filter(|at| parts[*at].is_name()).collect();
    let mut before = None;
    for name in &names {
        let first = before.map_or(0, |before: usize| before + 1);
        let mut begins = first;
        for (at, part) in parts.iter().enumerate().take(*name).skip(first) {
            if part.divides() {
                begins = at + 1;
            } else if part.begins() || part.pause && names.len() > 1 {
                begins = at;
            }
        }
        if parts[*name].pause && names.len() > 1 {
            begins = *name;
        }
        for part in &mut parts[first..begins] {
            part.of = before;
        }
        for part in &mut parts[begins..=*name] {
            part.of = Some(*name);
        }
        before = Some(*name);
    }
    for part in &mut parts[before.map_or(0, |before| before + 1)..] {
        part.of = before;
    }
}

/// What a number, an amount or a denial is about: the name or the modifier right after it, without a pause. An amount
/// may also come after its modifier, and so may "off".
fn about(parts: &[Part], at: usize) -> Option<usize> {
    let is_number = matches!(parts[at].likeliest(), Role::Number(_));
    let is_amount = matches!(parts[at].likeliest(), Role::Amount(_) | Role::Word(Word::Times(_) | Word::Off));
    if !is_number && !is_amount && !parts[at].is(denies) {
        return None;
    }
    let mut before = (0..at).rev().take_while(|before| !parts[*before].is_name());
    let before = before.find(|before| parts[*before].tells()).filter(|before| parts[*before].is_modifier());
    // "The pickles off the cheeseburger."
    if matches!(parts[at].likeliest(), Role::Word(Word::Off)) && before.is_some() {
        return before;
    }
    for (behind, part) in parts.iter().enumerate().skip(at + 1) {
        if part.pause || part.divides() || is_number && part.begins() {
            break;
        }
        if part.is_name() || part.is_modifier() {
            return Some(behind);
        }
        if part.tells() && !part.is_measure() {
            break;
        }
    }
    before.filter(|_| is_amount)
}
