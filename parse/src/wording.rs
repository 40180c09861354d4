//! Whether a text says the same as one that is right, so that it may be said in its place.
//!
//! Nothing is believed of the text but its order. Each of its words is a word of the right text, said as often, or of a
//! phrase that says nothing (`[courtesy]` of a language pack):
//!
//! ```text
//! right   Two cheeseburgers with no pickles and a large Coke. Your total is $9.10. Is that right?
//!         ├──────── block ────────────────┤   ├── block ──┤ ├─── statement ─────┤ ├─ question ─┤
//! text    Sure, a large Coke and two cheeseburgers, no pickles, and your total is $9.10. Is that right?
//! ```
//!
//! - A sentence that only lists things is blocks, a thing with what is said of it each. They may change places.
//! - What is said of anything is a statement: its words keep their order, and nothing is put into it or behind it.
//! - The question comes last.

use std::cmp::Reverse;

use crate::evidence::parts;
use crate::index::{Entry, Index};
use crate::language::{Courtesies, Courtesy, Word};
use crate::reading::lattice::{Lattice, Role};
use crate::tokens::{self, Token};
use fsm::order::Amount;

/// Stands for every denial of a thing: "no", "without", "with no".
const NO: &str = "-";

/// Whether a text may be said in the place of the right one.
pub fn says_the_same(text: &str, right: &str, index: &Index) -> bool {
    if text == right {
        return true;
    }
    let asks = right.ends_with('?');
    let (said, mut units) = (Said::of(text, index), units(right, index));
    let question = if asks { units.pop() } else { None };
    figures(text) == figures(right)
        && text.ends_with('?') == asks
        && marks(text) == marks(right).min(1)
        && tells_all(&said, &units, question.as_ref(), index.language().courtesies())
}

/// A part of the right text.
enum Unit {
    /// Things that are only listed, each as the words that belong together.
    Listed(Vec<Vec<String>>),
    /// Words that keep their order.
    Stated(Vec<String>),
}

/// The words of a text that say something.
struct Said {
    words: Vec<String>,
    /// Whether there is a pause before each.
    pauses: Vec<bool>,
    /// Whether each begins a sentence.
    begins: Vec<bool>,
    /// The word of the whole text that each is.
    at: Vec<usize>,
}

impl Said {
    fn of(text: &str, index: &Index) -> Self {
        Self::of_tokens(&tokens::tokenize(index.language(), text), index)
    }

    fn of_tokens(tokens: &[Token], index: &Index) -> Self {
        let courtesies = index.language().courtesies();
        let words: Vec<&str> = tokens.iter().map(|token| token.word.as_str()).collect();
        let mut said = Self { words: Vec::new(), pauses: Vec::new(), begins: Vec::new(), at: Vec::new() };
        let (mut pause, mut begins, mut at) = (true, true, 0);
        while let Some(token) = tokens.get(at) {
            pause |= token.pause;
            begins |= token.begins;
            let aside = courtesies.begins(Courtesy::Aside, &words[at..]);
            let is_last = tokens.get(at + aside).is_none_or(|next| next.pause || next.begins);
            if aside > 0 && (pause || is_last) {
                at += aside;
                // What comes behind "sure thing" begins like what stands alone.
                pause |= is_last;
                continue;
            }
            if courtesies.begins(Courtesy::Joins, &words[at..at + 1]) == 0 {
                said.words.push(word(token, index));
                said.pauses.push(pause);
                said.begins.push(begins);
                said.at.push(at);
                (pause, begins) = (false, false);
            }
            at += 1;
        }
        said
    }
}

/// A word as it is compared.
fn word(token: &Token, index: &Index) -> String {
    let denies = |word: &Word| matches!(word, Word::Negation | Word::Amount(Amount::No));
    let is_no = index.language().roles_by(token.id).iter().any(denies);
    if is_no { NO.to_owned() } else { token.word.clone() }
}

/// The right text as what has to be said. The last sentence is one unit.
fn units(right: &str, index: &Index) -> Vec<Unit> {
    let tokens = tokens::tokenize(index.language(), right);
    let mut units: Vec<Unit> = Vec::new();
    let begins = (1..tokens.len()).filter(|at| tokens[*at].begins);
    let mut from = 0;
    for to in begins.chain([tokens.len()]) {
        let said = Said::of_tokens(&tokens[from..to], index);
        let asks = to == tokens.len() && right.ends_with('?');
        let listed = if asks { None } else { listed(&tokens[from..to], &said, index) };
        from = to;
        match (listed, units.last_mut()) {
            (Some(blocks), Some(Unit::Listed(before))) => before.extend(blocks),
            (Some(blocks), _) => units.push(Unit::Listed(blocks)),
            (None, _) if said.words.is_empty() => {}
            (None, _) => units.push(Unit::Stated(said.words)),
        }
    }
    units
}

/// The blocks of a sentence, if it only lists things.
fn listed(tokens: &[Token], said: &Said, index: &Index) -> Option<Vec<Vec<String>>> {
    let parts = parts::of(&Lattice::of(index, tokens).edges, tokens);
    let part_of = |at: usize| parts.iter().position(|part| part.words.contains(&at));
    let lists = |role: &Role| {
        matches!(
            role,
            Role::Entry { .. }
                | Role::Modifier(_)
                | Role::Size(_)
                | Role::Amount(_)
                | Role::Number(_)
                | Role::Word(Word::Negation | Word::Combo | Word::Times(_))
        )
    };
    let is_listed = |at: &usize| part_of(*at).is_some_and(|part| parts[part].is(lists));
    if said.words.is_empty() || !said.at.iter().all(is_listed) {
        return None;
    }
    let is_combo = |role: &Role| match role {
        Role::Word(Word::Combo) => true,
        Role::Entry { entries, .. } => entries.iter().any(|entry| matches!(entry, Entry::Combo(_))),
        _ => false,
    };
    let mut blocks: Vec<Vec<String>> = Vec::new();
    let (mut owner, mut has_combo) = (None, false);
    for (at, word) in said.at.iter().zip(&said.words) {
        let part = &parts[part_of(*at)?];
        // What follows a combo may be of it.
        let is_next = part.of != owner && !has_combo;
        match blocks.last_mut() {
            Some(block) if !is_next => block.push(word.clone()),
            _ => blocks.push(vec![word.clone()]),
        }
        owner = part.of;
        has_combo |= part.is(is_combo);
    }
    Some(blocks)
}

/// Whether the words of a text are the units, one after the other, and the question last.
fn tells_all(said: &Said, units: &[Unit], question: Option<&Unit>, courtesies: &Courtesies) -> bool {
    let mut words: Vec<&str> = said.words.iter().map(String::as_str).collect();
    if let Some(question) = question {
        let asked = question.words();
        let asked = &asked[courtesies.begins(Courtesy::Asks, &asked)..];
        let Some(before) = words.strip_suffix(asked) else { return false };
        let before = &before[..before.len() - courtesies.ends(Courtesy::Asks, before)];
        if !said.pauses.get(before.len()).is_some_and(|pause| *pause) {
            return false;
        }
        words.truncate(before.len());
    }
    let mut at = 0;
    let mut was_stated = false;
    for unit in units {
        // What stands behind a statement without a break is part of it: "we're out of fries and a Coke".
        if !(if was_stated { &said.begins } else { &said.pauses }).get(at).is_some_and(|breaks| *breaks) {
            return false;
        }
        let Some(length) = unit.begins(&words[at..]) else { return false };
        at += length;
        was_stated = matches!(unit, Unit::Stated(_));
    }
    at == words.len()
}

impl Unit {
    fn words(&self) -> Vec<&str> {
        match self {
            Self::Listed(blocks) => blocks.iter().flatten().map(String::as_str).collect(),
            Self::Stated(words) => words.iter().map(String::as_str).collect(),
        }
    }

    /// How many words it takes, if they begin with it.
    fn begins(&self, words: &[&str]) -> Option<usize> {
        let mut left: Vec<&Vec<String>> = match self {
            Self::Stated(stated) => vec![stated],
            Self::Listed(blocks) => blocks.iter().collect(),
        };
        // "Coke Zero" before "Coke".
        left.sort_by_key(|block| Reverse(block.len()));
        let mut at = 0;
        while !left.is_empty() {
            let next = left.iter().position(|block| {
                let said = words[at..].iter();
                words.len() >= at + block.len() && said.zip(*block).all(|(word, said)| word == said)
            })?;
            at += left.remove(next).len();
        }
        Some(at)
    }
}

/// The runs of a text that are more than a word: amounts, times and whatever looks like an address.
fn figures(text: &str) -> Vec<&str> {
    let is_end = |letter: char| ",.!?:;\"".contains(letter);
    let is_figure = |letter: char| {
        !letter.is_alphabetic() && !matches!(letter, '\'' | '’' | '-' | '–' | '—') || letter.is_numeric()
    };
    let mut runs: Vec<&str> = text
        .split_whitespace()
        .map(|run| run.trim_matches(is_end))
        .filter(|run| run.contains(is_figure) || run.starts_with('-') && run.len() > 1)
        .collect();
    runs.sort_unstable();
    runs
}

fn marks(text: &str) -> usize {
    text.matches('?').count()
}
