//! A no that answers, said in one breath with what is right: "no the fries should be large". Nobody denies the fries.

use fsm::dialogue::ActKind;

use super::asides::phrase;
use crate::language::{Cue, Edit, Language, Word};
use crate::tokens::Token;

/// The words with a pause behind such a no. `ordered` tells whether there is anything to be right or wrong.
pub(crate) fn with_pause(language: &Language, mut tokens: Vec<Token>, ordered: bool) -> Vec<Token> {
    let says_no = |token: &Token| {
        language.roles_by(token.id).contains(&Word::Cue(Cue::Act(ActKind::No)))
            && language.roles_by(token.id).contains(&Word::Negation)
    };
    let answers = |tokens: &[Token]| {
        let [no, said @ ..] = tokens else { return false };
        let [next, rest @ ..] = said else { return false };
        // "no I didn't order fries"
        let begins = |role| matches!(role, Word::Remove | Word::Want);
        let sentence = phrase(language, said, begins).is_some_and(|length| length > 1);
        says_no(no) && !next.pause && (sentence || says_what_is_right(language, next, rest))
    };
    if ordered && answers(&tokens) {
        tokens[1].pause = true;
    }
    tokens
}

/// Whether words after a no are a sentence of their own, or set one thing against another.
fn says_what_is_right(language: &Language, first: &Token, rest: &[Token]) -> bool {
    let end = rest.iter().position(|token| token.begins).unwrap_or(rest.len());
    let rest = &rest[..end];
    let says = |is_it: fn(Word) -> bool| (0..end).any(|at| phrase(language, &rest[at..], is_it).is_some());
    let points = language.roles_by(first.id).contains(&Word::Definite);
    let is_so = |role| matches!(role, Word::Should | Word::Edit(Edit::Is) | Word::Negation);
    let contrasts = |role| matches!(role, Word::Edit(Edit::Not) | Word::InsteadOf);
    points && says(is_so) || says(contrasts)
}
