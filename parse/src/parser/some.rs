//! What is said of some of a line: it is read as if those were all that is on the order.

use fsm::dialogue::Act;

use super::sentences::SURE_MIN;
use super::{Parsed, without_questions};
use crate::Utterance;
use crate::correction::{self, Atom};
use crate::resolve::Context;
use crate::tokens::Token;

/// "swap the Coke for a Sprite in one of them". None where it says something else than how those should be.
pub(super) fn read(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Parsed> {
    let some = correction::of_some(cx, tokens, atoms)?;
    let spoken = some.said.len();
    let here = Utterance { order: Some(&some.order), offer: None, ..utterance };
    let mut parsed = without_questions(here, some.said.clone(), spoken);
    let [Act::Order { ops, unresolved }] = parsed.acts.acts.as_mut_slice() else { return None };
    let sure = unresolved.is_empty() && parsed.acts.confidence >= SURE_MIN;
    *ops = some.pinned(std::mem::take(ops)).filter(|ops| sure && !ops.is_empty())?;
    Some(parsed)
}
