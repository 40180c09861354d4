//! "A root beer if you have it, if not, a coke": what is wanted only if the first thing is not to be had.

use fsm::dialogue::Act;
use fsm::menu::Menu;
use fsm::order::Op;

use super::Parsed;
use super::joined::text;
use crate::Utterance;
use crate::language::{Language, Word};
use crate::reading::asides::phrase;
use crate::tokens::Token;

/// Leaves out that something is wanted if it is there, which is true of everything.
pub(super) fn without_conditions(language: &Language, mut tokens: Vec<Token>) -> Vec<Token> {
    let mut at = 1;
    while at < tokens.len() {
        match phrase(language, &tokens[at..], |role| role == Word::IfThere) {
            Some(length) if length > 0 => {
                let pauses = tokens[at].pause;
                tokens.drain(at..at + length);
                if let Some(next) = tokens.get_mut(at) {
                    next.pause |= pauses;
                }
            }
            _ => at += 1,
        }
    }
    tokens
}

/// What is ordered of two things of which the second stands in for the first.
pub(super) fn one_of_two(utterance: Utterance<'_>, tokens: &[Token]) -> Option<Parsed> {
    let language = utterance.book.index.language();
    let marks = (1..tokens.len()).find_map(|at| {
        Some((
            at,
            phrase(language, &tokens[at..], |role| role == Word::Fallback).filter(|length| *length > 0)?,
        ))
    });
    let (at, length) = marks.filter(|(at, length)| at + length < tokens.len())?;
    let read = |words: &[Token]| {
        let words = text(words);
        super::parse(Utterance { text: &words, ..utterance })
    };
    let (first, second) = (read(&tokens[..at]), read(&tokens[at + length..]));
    let menu = &utterance.book.menu;
    match (adds(&first, menu), adds(&second, menu)) {
        (Some(true), Some(_)) => Some(first),
        (Some(false), Some(true)) => Some(second),
        _ => nothing_there(&first).then_some(second).filter(|second| adds(second, menu) == Some(true)),
    }
}

/// Whether all that is added can be had now; nothing where it is no order of things alone.
fn adds(parsed: &Parsed, menu: &Menu) -> Option<bool> {
    let [Act::Order { ops, unresolved }] = parsed.acts.acts.as_slice() else { return None };
    let items = ops.iter().map(|op| match op {
        Op::Add(line) => menu.item(&line.item),
        _ => None,
    });
    let items: Vec<_> = items.collect::<Option<_>>()?;
    (!items.is_empty() && unresolved.is_empty()).then(|| items.iter().all(|item| item.available))
}

/// Whether what was asked for is on no menu.
fn nothing_there(parsed: &Parsed) -> bool {
    matches!(parsed.acts.acts.as_slice(), [Act::Order { ops, unresolved }] if ops.is_empty() && !unresolved.is_empty())
}
