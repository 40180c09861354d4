//! What is said of one line of the order that other words of the utterance point at: it is read as if nothing else were on
//! the order.

use fsm::dialogue::Act;
use fsm::order::Op;

use super::{Parsed, without_questions};
use crate::Utterance;
use crate::correction::{self, Atom, Pointed};
use crate::resolve::Context;
use crate::tokens::Token;

/// Nobody points at a line and says what it gets in more words.
const WORDS_MAX: usize = 32;

/// "make it a double, the cheeseburger", "warm the scone and put jam on it". None if a part of it edits nothing.
pub(super) fn read(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Parsed> {
    if tokens.len() > WORDS_MAX {
        return None;
    }
    let pointed = correction::trailing(cx, tokens, atoms)
        .or_else(|| correction::ahead(cx, tokens, atoms))
        .or_else(|| correction::own(cx, atoms));
    if let Some(pointed) = pointed {
        return of_it(utterance, cx, tokens, &pointed, None);
    }
    let (first, rest) = correction::edited_first(cx, tokens, atoms)?;
    of_it(utterance, cx, tokens, &rest, Some(first))
}

/// The edits of what is pointed at, after one that was read before.
fn of_it(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    pointed: &Pointed,
    first: Option<Op>,
) -> Option<Parsed> {
    let said = tokens[pointed.said.clone()].to_vec();
    let spoken = said.len();
    let order = Some(&pointed.order);
    let mut parsed = without_questions(Utterance { order, ..utterance }, said, spoken);
    let [Act::Order { ops, .. }] = parsed.acts.acts.as_mut_slice() else { return None };
    let edits = pointed.pinned(cx, tokens, std::mem::take(ops)).filter(|ops| !ops.is_empty())?;
    *ops = first.into_iter().chain(edits).collect();
    Some(parsed)
}
