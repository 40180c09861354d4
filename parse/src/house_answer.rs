//! The answer to a question of the house, by the words that its rule has for it.

use fsm::dialogue::{Act, Acts};
use fsm::house_rules::{HouseAnswer, HouseQuestion};
use fsm::machine::QuestionKind;

use crate::Utterance;
use crate::language::{Cue, Language, Word};
use crate::parser::AGENT;
use crate::tokens::{self, Token};

/// How sure an answer is.
const SURE: f64 = 0.95;

/// The act, if one of the recognizer's guesses is an answer to what the house asks, and nothing else.
pub(crate) fn read(utterance: Utterance<'_>) -> Option<Acts> {
    let is_asked = utterance.question.is_some_and(|question| question.kind == QuestionKind::House);
    let question = utterance.house_question.filter(|_| is_asked)?;
    let language = utterance.book.index.language();
    let others = utterance.recognized.alternatives;
    let guesses = std::iter::once(&utterance.text).chain(others);
    let (at, answer) =
        (0..).zip(guesses).find_map(|(at, text)| Some((at, meant(text, question, language)?)))?;
    let acts = Acts::by(AGENT, SURE, vec![Act::Answer { answer: answer.id.clone() }]);
    Some(Acts { heard: (!others.is_empty()).then_some(at), ..acts })
}

/// The only answer that a text names, by its words or by its place.
fn meant<'q>(text: &str, question: &'q HouseQuestion, language: &Language) -> Option<&'q HouseAnswer> {
    let tokens = tokens::tokenize(language, text);
    let said = telling(&tokens, language);
    let is_named = |answer: &&HouseAnswer| {
        let mut names = std::iter::once(&answer.text).chain(&answer.said);
        names.any(|name| {
            let name = tokens::tokenize(language, name);
            !said.is_empty() && said == telling(&name, language)
        })
    };
    let mut named = question.answers.iter().filter(is_named);
    match (named.next(), named.next()) {
        (Some(only), None) => Some(only),
        (Some(_), Some(_)) => None,
        (None, _) => place(&tokens, language).and_then(|place| at(place, &question.answers)),
    }
}

/// The words that tell one answer from another; where none does, as in "both, please", all but those of courtesy.
fn telling<'t>(tokens: &'t [Token], language: &Language) -> Vec<&'t str> {
    let without = |is_dropped: &dyn Fn(u32) -> bool| -> Vec<&'t str> {
        let kept = tokens.iter().filter(|token| !token.id.is_some_and(is_dropped));
        kept.map(|token| token.fold.as_str()).collect()
    };
    let telling = without(&|id| language.is_plainly_light(id));
    if telling.is_empty() { without(&|id| language.is_between(id)) } else { telling }
}

/// The place that words name, from 1, 0 for the last: "the second one", "number two". "Wait a second" names none.
fn place(tokens: &[Token], language: &Language) -> Option<u32> {
    let roles = |token: &Token| language.roles_by(token.id);
    let has_sign = tokens.iter().any(|token| roles(token).contains(&Word::NumberSign));
    let is_pointed_at = |at: usize| {
        let before = at.checked_sub(1).is_some_and(|at| roles(&tokens[at]).contains(&Word::Definite));
        let after = tokens.get(at + 1).is_some_and(|next| roles(next).contains(&Word::Number(1)));
        before || after || tokens.len() == 1
    };
    let mut places = tokens.iter().enumerate().filter_map(|(at, token)| {
        let pointed_at = language.place(token.id).filter(|_| is_pointed_at(at));
        pointed_at.or_else(|| language.number(token).filter(|_| has_sign))
    });
    let is_place = |token: &Token| {
        let is_sign = roles(token).contains(&Word::NumberSign);
        is_sign || language.place(token.id).or_else(|| language.number(token)).is_some()
    };
    let says_more = |token: &Token| {
        !is_place(token)
            && !token.id.is_some_and(|id| language.is_plainly_light(id))
            && !is_yes(token, language)
    };
    places.next().filter(|_| places.next().is_none() && !tokens.iter().any(says_more))
}

fn is_yes(token: &Token, language: &Language) -> bool {
    let yes = |role: &Word| matches!(role, Word::Cue(Cue::WeakYes | Cue::BackChannel { .. }));
    language.roles_by(token.id).iter().any(yes)
}

fn at(place: u32, answers: &[HouseAnswer]) -> Option<&HouseAnswer> {
    match place.checked_sub(1) {
        Some(place) => answers.get(usize::try_from(place).ok()?),
        None => answers.last(),
    }
}
