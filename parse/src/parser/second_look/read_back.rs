//! What was read back is not what was said: "no, that should be a hamburger", "it's a large fries", "I said a Sprite". It takes
//! the place of what it was taken for, and does not come besides.

use fsm::dialogue::{Act, ActKind, Acts};
use fsm::order::{Modification, NewLine, Op, Target};

use super::said::Said;
use crate::language::{Edit, Word};

impl Said<'_> {
    /// After a summary: what takes the place of the one line of its kind, or another size of it.
    pub(super) fn otherwise(&self, acts: &Acts) -> Option<Op> {
        let [Act::Order { ops, unresolved }, answers @ ..] = acts.acts.as_slice() else { return None };
        let ([Op::Add(new)], true) = (ops.as_slice(), unresolved.is_empty()) else { return None };
        let is_answer = |act: &Act| matches!(act.kind(), ActKind::No | ActKind::Yes | ActKind::NotRight);
        let insists = self.says(|role| matches!(role, Word::Should | Word::Edit(Edit::Insist)));
        let denies = answers.iter().any(|act| act.kind() != ActKind::Yes);
        if let Some(op) = self.so_many_of_those(new).filter(|_| denies) {
            return Some(op);
        }
        let adds = |role| {
            matches!(
                role,
                Word::And | Word::Add | Word::Another | Word::Want | Word::With | Word::Edit(Edit::Also)
            )
        };
        if new.combo.is_some() || !answers.iter().all(is_answer) || !(insists || denies) || self.says(adds) {
            return None;
        }
        let line = self.only_of_a_kind(new)?;
        let target = Target::Line { line_id: line.line_id };
        if line.item != new.item {
            let like = self.like(line, new.item.clone());
            let size = new.size.clone().or(like.size.clone());
            let with = NewLine { size, modifiers: new.modifiers.clone(), ..like };
            return (new.quantity == 1).then_some(Op::Replace { target, with });
        }
        let is_another_size = new.size.is_some() && new.size != line.size && new.modifiers.is_empty();
        let counts_them = new.quantity == 1 || new.quantity == line.quantity;
        (is_another_size && counts_them)
            .then(|| Op::Modify(Modification { size: new.size.clone(), ..Modification::of(target) }))
    }

    /// "No, I need two of the macchiatos": how many there should be of the one line of what is pointed at.
    fn so_many_of_those(&self, new: &NewLine) -> Option<Op> {
        let (_, name) = self.only_name()?;
        let mut lines = self.order.lines().iter().filter(|line| line.item == new.item);
        let line = lines.next().filter(|_| lines.next().is_none())?;
        let adds = |role| {
            matches!(
                role,
                Word::And | Word::Add | Word::Another | Word::Both | Word::All | Word::Edit(Edit::Also)
            )
        };
        let is_plain =
            new.modifiers.is_empty() && new.size.as_ref().is_none_or(|size| line.size.as_ref() == Some(size));
        let is_meant =
            is_plain && new.quantity != line.quantity && self.definite(name).is_some() && !self.says(adds);
        let change = Modification::of(Target::Line { line_id: line.line_id });
        is_meant.then_some(Op::Modify(Modification { quantity: Some(new.quantity), ..change }))
    }
}
