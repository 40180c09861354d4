//! One more of those of which some were changed: "another of the Cokes to a root beer" is no new Coke, but one of them.

use std::ops::Range;

use super::joined::text;
use crate::Utterance;
use crate::language::{Edit, Language, Word};
use crate::persons;
use crate::reading::asides::phrase;
use crate::tokens::{Token, tokenize};

/// The words with "1" in place of each "another" that is one of those that are there. None where nothing is said to change.
pub(super) fn as_one(utterance: Utterance<'_>, heard: &[Token]) -> Option<String> {
    let language = utterance.book.index.language();
    utterance.order.filter(|order| !order.lines().is_empty())?;
    heard.iter().find(|token| is(language, token, Word::Another))?;
    let mut tokens = tokenize(language, utterance.text);
    let is_one = |at: &usize| {
        is(language, &tokens[*at], Word::Another)
            && of_those(language, &tokens, *at)
            && becomes(language, &tokens, *at)
    };
    let ones: Vec<usize> = (0..tokens.len()).filter(is_one).collect();
    for at in &ones {
        tokens[*at].word = "1".to_owned();
    }
    (!ones.is_empty()).then(|| text(&tokens))
}

/// Whether it is another of some that are pointed at, or stands behind one of them: "one of the Cokes a Sprite, another a tea".
fn of_those(language: &Language, tokens: &[Token], at: usize) -> bool {
    let of_them = |at: usize| {
        let of = tokens.get(at).is_some_and(|token| is(language, token, Word::Of));
        let points = tokens.get(at + 1).is_some_and(|next| is(language, next, Word::Definite));
        of && points
            || phrase(language, &tokens[at.min(tokens.len())..], |role| role == Word::OfThem).is_some()
    };
    let one =
        |before: &usize| tokens[*before].value == Some(1) || is(language, &tokens[*before], Word::Number(1));
    let behind_one = || (0..at).filter(one).any(|before| of_them(before + 1));
    of_them(at + 1) || behind_one()
}

/// Whether it is said how it should be: "to a root beer", "gets cheese"; or, behind one of them that is made so, nothing else.
fn becomes(language: &Language, tokens: &[Token], at: usize) -> bool {
    let says = |range: Range<usize>, is_it: &dyn Fn(Word) -> bool| {
        range.into_iter().any(|at| phrase(language, &tokens[at..], is_it).is_some())
    };
    let article = |at: usize| tokens.get(at).is_some_and(|token| is(language, token, Word::Article));
    let to_one = |to: usize| {
        let to_it = phrase(language, &tokens[to..], |role| role == Word::To);
        to_it.is_some_and(|length| article(to + length))
    };
    let gets = |role| role == Word::Edit(Edit::Gets);
    let makes = |role| matches!(role, Word::Make | Word::Swap);
    let one = |before: usize| is(language, &tokens[before], Word::Number(1));
    let is_one_more = says(0..at, &makes) && (0..at).any(one);
    let for_somebody = persons::mentions(language, &tokens[at..]);
    let end = (at + 1..tokens.len()).find(|at| tokens[*at].pause).unwrap_or(tokens.len());
    for_somebody.is_empty() && ((at + 1..end).any(to_one) || says(at + 1..end, &gets) || is_one_more)
}

fn is(language: &Language, token: &Token, word: Word) -> bool {
    language.roles_by(token.id).contains(&word)
}
