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

/// What is said of what is there: where such words begin and end, and whether something stands in for what is not.
struct Condition {
    at: usize,
    end: usize,
    falls_back: bool,
}

/// The first such words from a place on.
fn condition(language: &Language, tokens: &[Token], from: usize) -> Option<Condition> {
    (from.max(1)..tokens.len()).find_map(|at| {
        let end =
            at + phrase(language, &tokens[at..], |role| matches!(role, Word::IfThere | Word::Fallback))?;
        let falls_back = phrase(language, &tokens[at..end], |role| role == Word::Fallback) == Some(end - at);
        Some(Condition { at, end, falls_back })
    })
}

/// What is ordered of two things of which the second stands in for the first. "If you have it" is left out of the others:
/// everything is wanted if it is there.
pub(super) fn one_of_two(utterance: Utterance<'_>, tokens: &mut Vec<Token>) -> Option<Parsed> {
    let language = utterance.book.index.language();
    let mut from = 1;
    while let Some(Condition { at, end, falls_back }) = condition(language, tokens, from) {
        if falls_back && end < tokens.len() {
            // Each half is read by itself, and so only once.
            let is_last = !falls_back_again(language, &tokens[end..]);
            return if is_last { either(utterance, &tokens[..at], &tokens[end..]) } else { None };
        }
        from = end;
        if !falls_back {
            let pauses = tokens[at].pause;
            tokens.drain(at..end);
            if let Some(next) = tokens.get_mut(at) {
                next.pause |= pauses;
            }
            from = at;
        }
    }
    None
}

fn falls_back_again(language: &Language, tokens: &[Token]) -> bool {
    let mut from = 0;
    while let Some(Condition { end, falls_back, .. }) = condition(language, tokens, from) {
        if falls_back {
            return true;
        }
        from = end;
    }
    false
}

/// The first of two things that can be had.
fn either(utterance: Utterance<'_>, first: &[Token], second: &[Token]) -> Option<Parsed> {
    let read = |words: &[Token]| {
        let words = text(words);
        super::parse(Utterance { text: &words, ..utterance })
    };
    let (first, second) = (read(first), read(second));
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
    (!items.is_empty() && unresolved.is_empty()).then(|| items.iter().all(|item| item.is_had()))
}

/// Whether what was asked for is on no menu.
fn nothing_there(parsed: &Parsed) -> bool {
    matches!(parsed.acts.acts.as_slice(), [Act::Order { ops, unresolved }] if ops.is_empty() && !unresolved.is_empty())
}
