//! A correction and an order, joined by "and": "take the cheese off one of them and add a large Coke". Each is read on the
//! order as the one before it leaves it.

use fsm::dialogue::{Act, Acts};
use fsm::order::Op;

use super::sentences;
use crate::Utterance;
use crate::correction::{self, Atom};
use crate::language::Word;
use crate::resolve::{Context, Resolved};
use crate::tokens::Token;

/// Where an utterance is cut at most.
const CUTS_MAX: usize = 6;
/// How sure both clauses must be.
const SURE_MIN: f64 = 0.75;

/// The acts of both clauses, or of an answer and a correction. As much as can be is of the correction: "one of them without
/// cheese and pickles, and a Coke".
pub(super) fn corrected_and_ordered(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Acts> {
    cx.order.filter(|order| !order.lines().is_empty())?;
    let joins = |at: &usize| atoms[*at].is(Word::And) && *at + 1 < atoms.len();
    let cuts: Vec<usize> = (1..atoms.len()).filter(joins).take(CUTS_MAX).collect();
    let corrects = |clause: &[Atom]| {
        clause.iter().any(changes_something)
            && correction::read(cx, tokens, clause).is_some_and(|Resolved { ops, unresolved }| {
                unresolved.is_empty() && !ops.is_empty() && !ops.iter().any(|op| matches!(op, Op::Add(_)))
            })
    };
    // "large, and take the cheese off the burger": what was asked, and a correction
    let answers = |clause: &[Atom]| {
        let little = |atom: &Atom| atom.is(Word::Filler) || atom.is(Word::Article) || atom.is_only_a_choice();
        cx.question.is_some() && clause.iter().all(little) && clause.iter().any(Atom::is_only_a_choice)
    };
    let correction_first = |at: &&usize| begins_an_order(&atoms[**at + 1..]) && corrects(&atoms[..**at]);
    let order_first = |at: &&usize| {
        let (first, second) = (&atoms[..**at], &atoms[**at + 1..]);
        (begins_an_order(first) || answers(first)) && corrects(second)
    };
    let at = *cuts.iter().rev().find(correction_first).or_else(|| cuts.iter().find(order_first))?;
    let (first, second) = (&tokens[..atoms[at - 1].end()], &tokens[atoms[at + 1].start()..]);
    let acts = sentences::in_turn(utterance, [first, second])?;
    let adds =
        |act: &Act| matches!(act, Act::Order { ops, .. } if ops.iter().any(|op| matches!(op, Op::Add(_))));
    let is_answer = answers(&atoms[..at]);
    (acts.confidence >= SURE_MIN && (is_answer || acts.acts.iter().any(adds))).then_some(acts)
}

/// Whether a word may change what is on the order.
fn changes_something(atom: &Atom) -> bool {
    let changes = [
        Word::OfThem,
        Word::Of,
        Word::Other,
        Word::Both,
        Word::Off,
        Word::On,
        Word::Remove,
        Word::Negation,
        Word::Make,
        Word::Swap,
        Word::Just,
    ];
    atom.is_a_place() || atom.contrasts() || changes.iter().any(|word| atom.is(*word))
}

/// Whether a clause begins with what is counted, sized or asked for, and names an item: "add a large Coke".
fn begins_an_order(clause: &[Atom]) -> bool {
    let says = |atom: &&Atom| !atom.is(Word::Filler);
    let asks = |atom: &Atom| {
        let words = [Word::Want, Word::Add, Word::Article];
        words.iter().any(|word| atom.is(*word)) || atom.counts() || atom.sizes()
    };
    clause.iter().find(says).is_some_and(asks) && clause.iter().any(Atom::names_item)
}
