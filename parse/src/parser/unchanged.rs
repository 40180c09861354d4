//! What is on the order and stays as it is, said beside a change of something else: "warm the muffin, the croissant is fine",
//! "take the pickles off one and leave the other one alone". It orders nothing again.

use std::ops::Range;

use super::second_look::Said;
use crate::Utterance;
use crate::correction;
use crate::index::Index;
use crate::language::{Edit, Language, Word};
use crate::reading::asides::phrase;
use crate::reading::lattice::Lattice;
use crate::tokens::Token;

/// How many words name a thing at most.
const NAME_WORDS_MAX: usize = 3;

/// The words without it.
pub(super) fn without(utterance: Utterance<'_>, mut tokens: Vec<Token>) -> Vec<Token> {
    if utterance.order.is_none_or(|order| order.lines().is_empty()) {
        return tokens;
    }
    let index: &Index = &utterance.book.index;
    let language = index.language();
    let mut at = 0;
    while at < tokens.len() {
        let clause = tail(language, &tokens, at).and_then(|tail| clause(utterance, language, &tokens, tail));
        if let Some(clause) = clause {
            at = clause.start;
            let pauses = tokens[clause.start].pause;
            tokens.drain(clause);
            if let Some(next) = tokens.get_mut(at) {
                next.pause |= pauses;
            }
        } else {
            at += 1;
        }
    }
    tokens
}

/// What stands behind a thing that stays: "is fine", "is fine like it is", or, of what is to be left, "alone".
fn tail(language: &Language, tokens: &[Token], at: usize) -> Option<Range<usize>> {
    let behind = |from: usize, edit: Edit| {
        phrase(language, &tokens[from..], |role| role == Word::Edit(edit)).map(|length| from + length)
    };
    let verb = behind(at, Edit::Unchanged);
    let end = behind(verb.unwrap_or(at), Edit::AsItIs).or(verb)?;
    Some(at..end)
}

/// The clause that ends in such words: "and", "leave", what it is, and they.
fn clause(
    utterance: Utterance<'_>,
    language: &Language,
    tokens: &[Token],
    tail: Range<usize>,
) -> Option<Range<usize>> {
    let is = |at: usize, word: Word| language.roles_by(tokens[at].id).contains(&word);
    let ends = |at: usize| {
        let joins = [Word::And, Word::Except, Word::Filler, Word::Definite];
        at == tokens.len() || tokens[at].pause || joins.iter().any(|word| is(at, *word))
    };
    let starts = tail.start.saturating_sub(NAME_WORDS_MAX + 1)..tail.start;
    let other = |at: usize| {
        let length = phrase(language, &tokens[at..tail.start], |role| role == Word::Other);
        length == Some(tail.start - at)
    };
    let thing =
        |at: usize| is(at, Word::Definite) && is_there(utterance, language, &tokens[at + 1..tail.start]);
    let mut start = starts.into_iter().find(|at| other(*at) || thing(*at)).filter(|_| ends(tail.end))?;
    // "I want the hamburger as it comes" says of no other that it stays.
    let is_left = start > 0 && is(start - 1, Word::Edit(Edit::Stays));
    let has_verb =
        phrase(language, &tokens[tail.start..], |role| role == Word::Edit(Edit::Unchanged)).is_some();
    if !is_left && !has_verb && !other(start) {
        return None;
    }
    for before in [Word::Edit(Edit::Stays), Word::And, Word::Except] {
        if start > 0 && is(start - 1, before) {
            start -= 1;
        }
    }
    Some(start..tail.end)
}

/// Whether words name something on the order, and nothing else.
fn is_there(utterance: Utterance<'_>, language: &Language, words: &[Token]) -> bool {
    let lattice = Lattice::of(&utterance.book.index, words);
    let atoms = correction::atoms(language, words, &lattice);
    let Some(said) = Said::of(utterance, words, &atoms) else { return false };
    matches!(said.only_name(), Some((_, name)) if said.lines().any(|line| said.names(name, line)))
        && said.unknown() == 0
}
