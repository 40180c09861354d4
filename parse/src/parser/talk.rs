//! What is said to others in the car, or to explain: sentences that order nothing and ask nothing of the lane, and the
//! reason before "so". What is left is read as if it was all that was said.

use std::collections::BTreeSet;

use fsm::dialogue::Act;
use fsm::order::Reason;

use crate::Utterance;
use crate::index::Index;
use crate::language::{Edit, Language, Sort, Word};
use crate::reading::lattice::{Edge, Lattice, Role};
use crate::tokens::{self, Token};

/// What ends a sentence, where it is written.
const ENDS: [char; 3] = ['.', '?', '!'];
/// How sure a name must be.
const SURE_MIN: f64 = 0.75;

/// The text without sentences that are only talk before what is ordered: "Emma? It's like ninety degrees out. A nitro
/// then". What follows an order may say why it changes. None if there is nothing to leave out.
pub(super) fn without_talk(utterance: Utterance<'_>) -> Option<String> {
    let sentences: Vec<&str> = sentences(utterance.text);
    if sentences.len() < 2 {
        return None;
    }
    let talk: Vec<bool> = sentences.iter().map(|sentence| is_talk(utterance, sentence)).collect();
    let last = talk.iter().rposition(|talk| !talk)?;
    if !talk[..last].contains(&true) {
        return None;
    }
    let kept = sentences.iter().zip(&talk).enumerate().filter(|(at, (_, talk))| !**talk || *at > last);
    Some(kept.map(|(_, (sentence, _))| *sentence).collect())
}

/// Sentences, each with its end.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences: Vec<&str> = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(ENDS) {
        let end = at + 1;
        if text[end..].starts_with(char::is_whitespace) {
            sentences.push(&text[start..end]);
            start = end;
        }
    }
    sentences.push(&text[start..]);
    sentences.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    sentences
}

/// Whether a sentence has words of neither language nor menu, names and asks for nothing, and does nothing by itself.
fn is_talk(utterance: Utterance<'_>, sentence: &str) -> bool {
    let index: &Index = &utterance.book.index;
    let language = index.language();
    let tokens = tokens::tokenize(language, sentence);
    let is_unknown = |token: &Token| language.roles_by(token.id).is_empty() && token.value.is_none();
    if !tokens.iter().any(is_unknown) {
        return false;
    }
    let lattice = Lattice::of(index, &tokens);
    let asks = |word: &Word| {
        matches!(
            word,
            Word::Want
                | Word::Add
                | Word::Remove
                | Word::Make
                | Word::Swap
                | Word::Take
                | Word::Keep
                | Word::Instead
                | Word::InsteadOf
                | Word::Same
                | Word::Another
                | Word::Plain
                | Word::Clear
        )
    };
    let says_something = |edge: &Edge| match &edge.role {
        Role::Word(word) => asks(word),
        Role::Term(sort) => *sort == Sort::Food,
        Role::Size(_) | Role::Category(_) | Role::Group(_) | Role::Again => true,
        Role::Entry { .. } | Role::Modifier(_) => edge.sure >= SURE_MIN,
        Role::Number(_) | Role::NoSuchNumber | Role::Amount(_) | Role::Unknown => false,
    };
    if lattice.edges.iter().any(says_something) {
        return false;
    }
    let acts = super::parse(Utterance { text: sentence, ..utterance }).acts.acts;
    acts.iter().all(is_idle)
}

/// Whether an act does nothing: at most, words of no menu were taken for something to order.
fn is_idle(act: &Act) -> bool {
    match act {
        Act::SmallTalk | Act::Unclear | Act::BackChannel { .. } | Act::Repeat => true,
        Act::Order { ops, unresolved } => {
            ops.is_empty() && unresolved.iter().all(|part| part.reason == Reason::NotOnMenu)
        }
        _ => false,
    }
}

/// The words after "so", where all that is named before it is named again: "Kyle wants Sprite in his, so a Sprite in one
/// of them". Else all words.
pub(super) fn without_reason(index: &Index, tokens: Vec<Token>) -> Vec<Token> {
    let language = index.language();
    let Some(at) = tokens.iter().rposition(|token| concludes(language, token)).filter(|at| *at > 0) else {
        return tokens;
    };
    let lattice = Lattice::of(index, &tokens);
    let named = |from: usize, to: usize| -> BTreeSet<&str> {
        let names = |edge: &&Edge| {
            matches!(edge.role, Role::Entry { .. } | Role::Modifier(_)) && edge.sure >= SURE_MIN
        };
        let within = lattice.edges.iter().filter(|edge| edge.start >= from && edge.end <= to);
        within
            .filter(names)
            .flat_map(|edge| &tokens[edge.start..edge.end])
            .map(|token| token.fold.as_str())
            .collect()
    };
    let (before, after) = (named(0, at), named(at + 1, tokens.len()));
    if before.is_empty() || !before.is_subset(&after) {
        return tokens;
    }
    let mut rest = tokens[at + 1..].to_vec();
    if let Some(first) = rest.first_mut() {
        first.pause = true;
    }
    rest
}

fn concludes(language: &Language, token: &Token) -> bool {
    language.roles_by(token.id).contains(&Word::Edit(Edit::Hence))
}
