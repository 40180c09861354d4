//! What was read back is not what was said: "no, that should be a hamburger", "it's a large fries", "I said a Sprite". It takes
//! the place of what it was taken for, and does not come besides.

use fsm::dialogue::{Act, ActKind, Acts};
use fsm::order::{Line, Modification, NewLine, Op, Target};

use super::said::Said;
use crate::Utterance;
use crate::language::{Edit, Word};

/// What takes the place of the one line of its kind, or of its size.
pub(super) fn otherwise(utterance: Utterance<'_>, said: &Said<'_>, acts: &Acts) -> Option<Op> {
    let [Act::Order { ops, unresolved }, answers @ ..] = acts.acts.as_slice() else { return None };
    let ([Op::Add(new)], true) = (ops.as_slice(), unresolved.is_empty()) else { return None };
    let is_answer = |act: &Act| matches!(act.kind(), ActKind::No | ActKind::Yes | ActKind::NotRight);
    if !utterance.is_after_a_summary() || new.combo.is_some() || !answers.iter().all(is_answer) {
        return None;
    }
    let insists = said.says(|role| matches!(role, Word::Should | Word::Edit(Edit::Insist)));
    let denies = answers.iter().any(|act| act.kind() != ActKind::Yes);
    let adds = |role| {
        matches!(
            role,
            Word::And | Word::Add | Word::Another | Word::Want | Word::With | Word::Edit(Edit::Also)
        )
    };
    if !(insists || denies) || said.says(adds) {
        return None;
    }
    let line = only(said.order.lines().iter().filter(|line| said.is_of_a_kind(line, new)))?;
    let target = Target::Line { line_id: line.line_id };
    if line.item != new.item {
        let with = NewLine { modifiers: new.modifiers.clone(), ..said.like(line, new.item.clone()) };
        let size = new.size.clone().or(with.size.clone());
        return (new.quantity == 1).then_some(Op::Replace { target, with: NewLine { size, ..with } });
    }
    let is_another_size = new.size.is_some() && new.size != line.size && new.modifiers.is_empty();
    let counts_them = new.quantity == 1 || new.quantity == line.quantity;
    (is_another_size && counts_them)
        .then(|| Op::Modify(Modification { size: new.size.clone(), ..Modification::of(target) }))
}

/// The one that there is.
fn only<'l>(mut lines: impl Iterator<Item = &'l Line>) -> Option<&'l Line> {
    lines.next().filter(|_| lines.next().is_none())
}
