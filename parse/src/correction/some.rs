//! What is said of some of a line: "swap the Coke for a Sprite in one of them". The order is only those here, and the words
//! point at them as at one thing: "swap the Coke for a Sprite in it".

use fsm::ids::LineId;
use fsm::order::{Correction, Description, Modification, Op, Order, Target};

use super::atoms::Atom;
use super::pointed::line;
use crate::language::{Edit, Word};
use crate::resolve::Context;
use crate::tokens::{self, Token};

/// So many of a line that an utterance is about.
pub(crate) struct OfSome {
    /// The order as if there were only those.
    pub(crate) order: Order,
    /// The words as they are said of one thing.
    pub(crate) said: Vec<Token>,
    line_id: LineId,
    count: u32,
}

impl OfSome {
    /// The edits as edits of so many of the line; none if one of them is no edit of it.
    pub(crate) fn pinned(&self, ops: Vec<Op>) -> Option<Vec<Op>> {
        let target = || Target::Line { line_id: self.line_id };
        let pinned = ops.into_iter().map(|op| {
            Some(match op {
                Op::Modify(change) => {
                    Op::Modify(Modification { target: target(), split: Some(self.count), ..change })
                }
                Op::Correct(said) => {
                    let target = Description::of_line(self.line_id);
                    Op::from(Correction { target, split: Some(self.count), ..*said })
                }
                Op::Remove { target: Target::Referent { .. } | Target::Line { .. }, .. } => {
                    Op::Remove { target: target(), quantity: Some(self.count) }
                }
                Op::Remove { .. } | Op::Add(_) | Op::Replace { .. } | Op::Clear => return None,
            })
        });
        pinned.collect()
    }
}

/// What is said of some of a combo, or sets one thing against another of some of a line. Simpler edits are the rules'.
pub(crate) fn of_some(cx: Context<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<OfSome> {
    let order = cx.order.filter(|_| cx.question.is_none())?;
    let (at, share) = (0..atoms.len()).find_map(|at| Some((at, Share::at(cx, tokens, atoms, at)?)))?;
    let line = order.line(share.line_id).filter(|line| line.quantity > share.count)?;
    // "a hamburger instead of one of them" is the rules'.
    if at > 0 && atoms[at - 1].is(Word::InsteadOf) {
        return None;
    }
    let rest = || atoms[..at].iter().chain(&atoms[share.end..]);
    let exchanges = |atom: &Atom| {
        let words = [Word::InsteadOf, Word::Instead, Word::Swap];
        words.iter().any(|word| atom.is(*word)) || atom.edits(Edit::Larger)
    };
    let says_more =
        |atom: &Atom| atom.names() || exchanges(atom) || atom.is(Word::Remove) || atom.is(Word::Off);
    let counts_more =
        rest().any(|atom| atom.number.is_some() || atom.is(Word::Other) || atom.is(Word::Another));
    if counts_more || !rest().any(says_more) || line.combo.is_none() && !rest().any(exchanges) {
        return None;
    }
    let before = atoms[..at].iter().rposition(|atom| !atom.is(Word::Just)).map_or(0, |last| last + 1);
    let language = cx.index.language();
    let mut it = tokens::tokenize(language, language.say(Word::Pronoun));
    let (start, end) = (atoms[before].start, share.end_token(atoms, tokens));
    it.iter_mut().take(1).for_each(|first| first.pause = tokens[start].pause);
    let said = tokens[..start].iter().cloned().chain(it).chain(tokens[end..].iter().cloned()).collect();
    let order = order.only_some(share.line_id, share.count)?;
    Some(OfSome { order, said, line_id: share.line_id, count: share.count })
}

/// Words that point at so many of a line: "one of them", "two of the combos", "just one".
struct Share {
    /// The atom behind them.
    end: usize,
    line_id: LineId,
    count: u32,
}

impl Share {
    fn at(cx: Context<'_>, tokens: &[Token], atoms: &[Atom], at: usize) -> Option<Self> {
        let count = atoms[at].number.filter(|count| *count > 0 && !atoms[at].names())?;
        let is = |at: usize, word: Word| atoms.get(at).is_some_and(|atom| atom.is(word) && !atom.pause);
        let last = || cx.order?.referent();
        if is(at + 1, Word::Of) && is(at + 2, Word::Definite) {
            let named = |atom: &&Atom| !atom.pause && (!atom.name.entries.is_empty() || atom.is(Word::Combo));
            let end = at + 3 + atoms[at + 3..].iter().take_while(named).count();
            let line_id = line(cx, tokens, &atoms[at + 2..end]).filter(|_| end > at + 3)?;
            return Some(Self { end, line_id, count });
        }
        if is(at + 1, Word::OfThem) {
            return Some(Self { end: at + 2, line_id: last()?, count });
        }
        let ends = |next: &Atom| {
            let words = [Word::With, Word::Should, Word::Instead, Word::Off];
            let edits = next.edits(Edit::Is) || next.edits(Edit::Gets);
            next.pause || edits || words.iter().any(|word| next.is(*word))
        };
        let alone = atoms.get(at + 1).is_none_or(ends);
        Some(Self { end: at + 1, line_id: last().filter(|_| alone)?, count })
    }

    fn end_token(&self, atoms: &[Atom], tokens: &[Token]) -> usize {
        atoms.get(self.end).map_or(tokens.len(), |next| next.start)
    }
}
