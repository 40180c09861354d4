//! Answers to a question about the order that name none of what is asked about: any of them, or none.

mod dropped;
mod indifferent;

use fsm::dialogue::Acts;

use super::{AGENT, DECLINED_SURE, Parsed, parse};
use crate::Utterance;
use crate::accounting::Account;
use crate::confidence::Doubts;
use crate::correction;
use crate::index::Index;
use crate::language::Word;
use crate::reading::asides::phrase;
use crate::reading::lattice::Lattice;
use crate::tokens::Token;

/// The answer to a question about the order that names nothing: any of them, or none.
pub(super) fn read(utterance: Utterance<'_>, tokens: &[Token]) -> Option<Parsed> {
    let index: &Index = &utterance.book.index;
    let language = index.language();
    let may_be = |at: usize| {
        let role = |role| dropped::drops(role) || matches!(role, Word::Indifferent { .. });
        phrase(language, &tokens[at..], role).is_some()
    };
    if !(0..tokens.len()).any(may_be) {
        return None;
    }
    let lattice = Lattice::of(index, tokens);
    let atoms = correction::atoms(language, tokens, &lattice);
    if let Some(text) = indifferent::answer(utterance, language, tokens, &atoms) {
        return Some(parse(Utterance { text: &text, ..utterance }));
    }
    let dropped = dropped::what_is_asked(utterance, language, tokens, &atoms)?;
    Some(Parsed {
        tokens: tokens.to_vec(),
        lattice,
        readings: Vec::new(),
        account: Account::default(),
        doubts: Doubts::default(),
        followed: 0,
        asked: 0,
        acts: Acts::by(AGENT, DECLINED_SURE, vec![dropped]),
    })
}
