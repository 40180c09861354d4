//! What is said again, in other words, after it was not understood: "a large coffee" of the small one that was just
//! ordered, where "he says a big one" was not.

use fsm::machine::QuestionKind;
use fsm::order::{Line, Modification, ModifierPick, NewLine, Op, Target};

use crate::Utterance;
use crate::correction::Atom;
use crate::language::Word;
use crate::resolve::Resolved;

/// Turns a line that is asked for again into a change of the line that was mentioned last.
pub(super) fn as_a_change(utterance: Utterance<'_>, atoms: &[Atom], resolved: &mut Resolved) {
    let [Op::Add(again)] = resolved.ops.as_slice() else { return };
    if let Some(change) = only_chosen(utterance, atoms, again) {
        resolved.ops = vec![Op::Modify(change)];
        return;
    }
    if resolved.unresolved.is_empty()
        && utterance.question.is_some_and(|asked| asked.kind == QuestionKind::WhatElse)
        && !asks_for_more(atoms)
        && let Some(line) = last(utterance).filter(|line| is_same(line, again))
        && let Some(change) = change(line, again, utterance.about.is_some())
    {
        resolved.ops = vec![Op::Modify(change)];
    }
}

/// "Everything, with cream cheese", after "a bagel": choices alone of the line that was mentioned last, where it has none
/// of their groups yet.
fn only_chosen(utterance: Utterance<'_>, atoms: &[Atom], again: &NewLine) -> Option<Modification> {
    let counts = |atom: &Atom| atom.counts() || atom.is(Word::Article) || atom.is(Word::Want);
    let orders = atoms.iter().any(|atom| counts(atom) || atom.names_item()) || asks_for_more(atoms);
    let line = last(utterance).filter(|line| !orders && line.item == again.item && line.combo.is_none())?;
    let has_of_group = |said: &ModifierPick| line.modifiers.iter().any(|own| own.group == said.group);
    if again.modifiers.is_empty() || again.modifiers.iter().any(has_of_group) || again.quantity != 1 {
        return None;
    }
    let target = Target::Line { line_id: line.line_id };
    let (size, modifiers) = (again.size.clone(), again.modifiers.clone());
    Some(Modification { size, modifiers, ..Modification::of(target) })
}

fn last<'a>(utterance: Utterance<'a>) -> Option<&'a Line> {
    let order = utterance.order?;
    order.line(order.referent()?)
}

/// "Another one", "and a coffee", "also a coffee".
fn asks_for_more(atoms: &[Atom]) -> bool {
    let more = [Word::Another, Word::And, Word::Add];
    atoms.iter().any(|atom| more.iter().any(|word| atom.is(*word)))
}

/// Whether a line could be what is asked for again: the same thing with the same choices.
fn is_same(line: &Line, again: &NewLine) -> bool {
    line.item == again.item
        && line.combo == again.combo
        && line.modifiers == again.modifiers
        && again.components.is_empty()
}

/// What is different now. Where only a part was not understood, what is the same was heard with it and is said to be so.
fn change(line: &Line, again: &NewLine, of_part: bool) -> Option<Modification> {
    let number = Some(again.quantity).filter(|number| *number > 1 && *number != line.quantity);
    let size = again.size.clone().filter(|size| line.size.as_ref() != Some(size));
    let same = number.is_none() && size.is_none();
    if same != of_part || same && again.quantity != line.quantity {
        return None;
    }
    let quantity = if same { Some(line.quantity) } else { number };
    let target = Target::Line { line_id: line.line_id };
    Some(Modification { quantity, size, ..Modification::of(target) })
}
