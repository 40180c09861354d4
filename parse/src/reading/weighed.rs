//! What somebody weighs aloud: "so fries or no fries". It is named once, and denied by nobody.

use crate::language::{Language, Word};
use crate::tokens::Token;

/// The most words of a name that is said again.
const NAME_WORDS_MAX: usize = 4;

/// The words of an utterance without the denial of what was named right before it.
pub(crate) fn without_denials(language: &Language, tokens: Vec<Token>) -> Vec<Token> {
    let mut dropped = vec![false; tokens.len()];
    for at in 0..tokens.len() {
        if let Some(end) = denial(language, &tokens, at) {
            dropped[at..end].fill(true);
        }
    }
    let mut dropped = dropped.into_iter();
    tokens.into_iter().filter(|_| !dropped.next().unwrap_or_default()).collect()
}

/// The end of "or no fries" that begins at a word, behind "fries".
fn denial(language: &Language, tokens: &[Token], at: usize) -> Option<usize> {
    let is = |at: usize, role: Word| {
        tokens.get(at).is_some_and(|token| language.roles_by(token.id).contains(&role))
    };
    let again = at + 2;
    let repeats = |count: &usize| {
        let (before, after) = (at.checked_sub(*count), tokens.get(again..again + count));
        let before = before.map(|start| &tokens[start..at]);
        before.zip(after).is_some_and(|(before, after)| {
            before.iter().map(|token| &token.fold).eq(after.iter().map(|token| &token.fold))
        })
    };
    let weighs = is(at, Word::Or) && is(at + 1, Word::Negation);
    let count = (1..=NAME_WORDS_MAX).rev().find(repeats).filter(|_| weighs)?;
    Some(again + count)
}
