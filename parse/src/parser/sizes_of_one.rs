//! Several sizes of the one thing that is named: "fries, two medium and one large", "two mediums and a large, all fries".

use fsm::dialogue::{Act, Acts};
use fsm::ids::SizeId;
use fsm::order::{NewLine, Op};

use super::AGENT;
use crate::correction::{self, Atom};
use crate::language::{Edit, Word};
use crate::resolve::Context;

/// A line for each size, if all that is named is one thing and how many of which sizes.
pub(super) fn read(cx: Context<'_>, atoms: &[Atom]) -> Option<Acts> {
    let mut things = atoms.iter().filter(|atom| atom.names_item());
    let item = things.next()?.only_item(cx)?;
    let is_it = |atom: &Atom| atom.names_item() && atom.only_item(cx).as_ref() == Some(&item);
    let sized = cx.menu.item(&item)?;
    let size = |atom: &Atom| atom.may_size().iter().find(|size| sized.size(size).is_some()).cloned();
    let otherwise = [
        Word::Correction,
        Word::WeakCorrection,
        Word::Swap,
        Word::InsteadOf,
        Word::Instead,
        Word::Remove,
        Word::Negation,
        Word::Or,
        Word::Edit(Edit::Not),
    ];
    let is_otherwise =
        |atom: &Atom| otherwise.iter().any(|word| atom.is(*word)) || atom.is_a_place() || atom.is_a_person();
    if cx.order.is_some_and(|order| order.holds(&item)) || atoms.iter().any(is_otherwise) {
        return None;
    }
    let mut lines: Vec<(SizeId, u32)> = Vec::new();
    let mut count = None;
    for atom in atoms {
        if let Some(size) = size(atom) {
            let count = count.take()?;
            if lines.iter().any(|(other, _)| *other == size) {
                return None;
            }
            lines.push((size, count));
        } else if let Some(number) = atom.number() {
            if count.replace(number).is_some() {
                return None;
            }
        } else if atom.is(Word::Article) {
            count = count.or(Some(1));
        } else if atom.names() && !is_it(atom) {
            return None;
        }
    }
    if lines.len() < 2 || count.is_some() {
        return None;
    }
    let line = |(size, quantity)| NewLine { size: Some(size), quantity, ..NewLine::of(item.clone()) };
    let ops = lines.into_iter().map(|said| Op::Add(line(said))).collect();
    Some(Acts::by(AGENT, correction::confidence(atoms), vec![Act::Order { ops, unresolved: Vec::new() }]))
}
