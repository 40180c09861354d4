//! Two clauses of one utterance: an answer and an order, of which the second is read on the order as the first leaves it ("large,
//! and a cheeseburger"), or a correction and that it is all ("just the Coke then, that's it").

use fsm::dialogue::{Act, Acts};
use fsm::order::Op;

use super::AGENT;
use super::joined::parsed;
use super::lines::LINE_SURE_MIN;
use super::sentences;
use crate::Utterance;
use crate::correction::{self, Atom};
use crate::language::{Edit, Word};
use crate::reading::asides::phrase;
use crate::resolve::{Context, Resolved};
use crate::tokens::Token;

/// The most runs of words that say that it is all.
const DONE_WORDS_MAX: usize = 7;

/// The acts of an answer to what is asked, or of another size of what was ordered last, and of an order behind it: "large,
/// and a cheeseburger".
pub(super) fn answered_and_ordered(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Acts> {
    let order = cx.order?;
    let asked = match cx.question {
        Some(question) => order.line(question.line_id?)?,
        None => order.line(order.referent()?).filter(|line| line.size.is_some())?,
    };
    let begins = |at: &usize| atoms[*at].pauses() || atoms[*at].is(Word::And);
    let is_size = |atom: &Atom| atom.number().is_some_and(|number| cx.size_called(asked, number).is_some());
    let at = (1..atoms.len()).find(begins)?;
    let sizes_it = |clause: &[Atom]| {
        let (sizes, rest): (Vec<&Atom>, Vec<&Atom>) = clause.iter().partition(|atom| is_size(atom));
        let little =
            |atom: &&Atom| atom.is(Word::Filler) || atom.is(Word::Definite) || atom.is(Word::Article);
        sizes.len() == 1 && rest.iter().all(little)
    };
    if !answers(&atoms[..at]) && !sizes_it(&atoms[..at]) {
        return None;
    }
    let beside = &atoms[at..];
    let of_the_line = beside.iter().any(|atom| atom.may_be(cx, &asked.item));
    if of_the_line || !begins_an_order(beside) || beside.iter().any(Atom::contrasts) {
        return None;
    }
    let parts = [&tokens[..atoms[at - 1].end()], &tokens[atoms[at].start()..]];
    let acts = sentences::both(utterance, parts)?;
    let is_answered = acts.acts.iter().any(changes);
    (acts.confidence >= LINE_SURE_MIN && is_answered && acts.acts.iter().any(adds)).then_some(acts)
}

/// The acts of a correction, and that it is all: "just the coke then, that's it".
pub(super) fn corrected_and_done(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Acts> {
    cx.order.filter(|order| !order.lines().is_empty())?;
    let begins = |at: &usize| atoms[*at].pauses() || atoms[*at].is(Word::And);
    let mut cuts = (1..atoms.len()).rev().take(DONE_WORDS_MAX).filter(begins);
    cuts.find_map(|at| {
        let Resolved { ops, unresolved } = correction::read(cx, tokens, &atoms[..at])?;
        let rest = &tokens[atoms[at].start()..];
        let suffices = |role| role == Word::Edit(Edit::Suffices);
        if ops.len() == 1 && phrase(cx.index.language(), rest, suffices) == Some(rest.len()) {
            let order = Act::Order { ops, unresolved };
            return Some(Acts::by(AGENT, correction::confidence(&atoms[..at]), vec![order]));
        }
        let done = parsed(utterance, rest);
        let sure = correction::confidence(&atoms[..at]).min(done.confidence);
        (done.acts == [Act::Done] && sure >= LINE_SURE_MIN)
            .then(|| Acts::by(AGENT, sure, vec![Act::Order { ops, unresolved }, Act::Done]))
    })
}

/// Whether a clause is a choice, and no more.
fn answers(clause: &[Atom]) -> bool {
    let little = |atom: &Atom| atom.is(Word::Filler) || atom.is(Word::Article) || atom.is_only_a_choice();
    clause.iter().all(little) && clause.iter().any(Atom::is_only_a_choice)
}

fn changes(act: &Act) -> bool {
    matches!(act, Act::Order { ops, .. } if ops.iter().any(|op| matches!(op, Op::Modify(_) | Op::Correct(_))))
}

fn adds(act: &Act) -> bool {
    matches!(act, Act::Order { ops, .. } if ops.iter().any(|op| matches!(op, Op::Add(_))))
}

/// Whether a clause begins with what is counted, sized or asked for, and names an item: "add a large Coke".
pub(super) fn begins_an_order(clause: &[Atom]) -> bool {
    let says = |atom: &&Atom| !atom.is(Word::Filler) && !atom.is(Word::And);
    let asks = |atom: &Atom| {
        let words = [Word::Want, Word::Add, Word::Article];
        words.iter().any(|word| atom.is(*word)) || atom.counts() || atom.sizes()
    };
    clause.iter().find(says).is_some_and(asks) && clause.iter().any(Atom::names_item)
}
