//! What is said to others, and heard by the lane: to those in the car, "Addy, you wanted strawberry? Okay, one strawberry",
//! and to who calls, "a latte, hang on. Hello? No, I'm just getting a coffee".

use fsm::dialogue::ActKind;

use super::asides::phrase;
use crate::language::{Cue, Language, Word};
use crate::tokens::Token;

/// The longest question that only goes on with one to others: "a cheeseburger?".
const ECHO_WORDS_MAX: usize = 3;

/// The most words that call somebody before a question: "and hon, ...".
const CALL_WORDS_MAX: usize = 3;

/// The words of an utterance without questions to others, if anything else is said after them. `named` tells which words
/// the menu has.
pub(crate) fn without_questions_to_others(
    language: &Language,
    tokens: Vec<Token>,
    named: impl Fn(&Token) -> bool,
) -> Vec<Token> {
    let ends: Vec<usize> = (1..tokens.len()).filter(|at| tokens[*at].asked).collect();
    let mut dropped = vec![false; tokens.len()];
    let mut start = 0;
    for end in ends {
        let follows = start > 0 && dropped[start - 1];
        let echoes = follows && end - start <= ECHO_WORDS_MAX;
        let begins = |at: &usize| *at == start || tokens[*at].pause;
        let mut clauses = (start..end).filter(begins);
        let from = clauses.find(|at| echoes || is_to_others(language, &tokens[*at..end], &named));
        if let Some(from) = from {
            // "kids, do you want a shake?"
            let calls = from == start + 1 && is_you(language, &tokens[start]);
            let from = if calls { start } else { from };
            dropped[from..end].fill(true);
        }
        start = end;
    }
    let mut dropped = dropped.into_iter();
    tokens.into_iter().filter(|_| !dropped.next().unwrap_or_default()).collect()
}

/// The words of an utterance without what somebody else wants and is denied: "a sundae? no, guys, you had one yesterday".
pub(crate) fn without_what_is_denied(language: &Language, tokens: Vec<Token>) -> Vec<Token> {
    let says = |at: usize, role: Word| {
        tokens.get(at).is_some_and(|token| language.roles_by(token.id).contains(&role))
    };
    let no = Word::Cue(Cue::Act(ActKind::No));
    let denies = |at: &usize| tokens[*at].begins && says(*at, no) && says(at + 1, Word::Vocative);
    let Some(at) = (1..tokens.len()).find(denies) else { return tokens };
    let begins = (1..at).rev().find(|before| tokens[*before].begins).unwrap_or_default();
    // "that's all. no babe, I was talking to the speaker": only the rest is for others
    let is_cue = |role| matches!(role, Word::Cue(_));
    let answers = |from: usize| phrase(language, &tokens[from..at], is_cue) == Some(at - from);
    let begins = if (begins..at).any(answers) { at } else { begins };
    let ends = (at + 1..tokens.len()).find(|after| tokens[*after].begins).unwrap_or(tokens.len());
    let rest = tokens.iter().enumerate().filter(|(at, _)| !(begins..ends).contains(at));
    rest.map(|(_, token)| token.clone()).collect()
}

/// The words of an utterance up to where somebody takes a call, if anything is said before it.
pub(crate) fn without_a_call(language: &Language, mut tokens: Vec<Token>) -> Vec<Token> {
    let takes_it = |start: usize| {
        let sentence = phrase(language, &tokens[start..], |role| role == Word::TakesCall);
        sentence.is_some_and(|length| tokens.get(start + length).is_some_and(|next| next.asked))
    };
    let call = (1..tokens.len()).find(|at| tokens[*at].begins && takes_it(*at));
    tokens.truncate(call.unwrap_or(tokens.len()));
    tokens
}

/// Whether a question is asked of somebody else: by how it begins, or as it calls somebody by a name that nobody knows.
fn is_to_others(language: &Language, question: &[Token], named: impl Fn(&Token) -> bool) -> bool {
    let begins = |words: &[Token]| {
        let long = |role| role == Word::AsksOthers { alone: false };
        let alone = |role| role == Word::AsksOthers { alone: true };
        phrase(language, words, long).is_some() || phrase(language, words, alone) == Some(words.len())
    };
    let is_name = |token: &Token| !named(token) && token.value.is_none();
    // "and hon what are you having", "hey Joey you want hash browns"
    let calls = |token: &Token| {
        let roles = language.roles_by(token.id);
        let little = |role: &Word| {
            matches!(
                role,
                Word::Filler | Word::Common | Word::And | Word::Hesitation | Word::You | Word::Vocative
            )
        };
        roles.is_empty() && is_name(token) || roles.iter().any(little)
    };
    let called = question.iter().take(CALL_WORDS_MAX).take_while(|token| calls(token)).count();
    let [first, rest @ ..] = question else { return false };
    let nobody_knows = is_name(first) && first.id.is_none();
    (0..=called).any(|at| begins(&question[at..]))
        || is_name(first) && begins(rest)
        || nobody_knows && rest.iter().any(|token| is_you(language, token))
}

fn is_you(language: &Language, token: &Token) -> bool {
    language.roles_by(token.id).iter().any(|role| matches!(role, Word::You | Word::Vocative))
}
