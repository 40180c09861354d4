//! What is said again, in other words, after it was not understood: "a large coffee" of the small one that was just
//! ordered, where "he says a big one" was not.

use fsm::machine::QuestionKind;
use fsm::order::{Line, Modification, NewLine, Op, Target};

use crate::Utterance;
use crate::correction::Atom;
use crate::language::Word;
use crate::resolve::Resolved;

/// Turns a line that is asked for again into a change of the line that was mentioned last.
pub(super) fn as_a_change(utterance: Utterance<'_>, atoms: &[Atom], resolved: &mut Resolved) {
    let [Op::Add(again)] = resolved.ops.as_slice() else { return };
    if resolved.unresolved.is_empty()
        && utterance.question.is_some_and(|asked| asked.kind == QuestionKind::WhatElse)
        && !asks_for_more(atoms)
        && let Some(line) = last(utterance).filter(|line| is_same(line, again))
        && let Some(change) = change(line, again, utterance.about.is_some())
    {
        resolved.ops = vec![Op::Modify(change)];
    }
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
