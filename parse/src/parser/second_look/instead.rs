//! Something in the place of what is there, in whatever words: "lose the Coke, Sprite please", "I asked for Sprite and you put
//! Coke".

use fsm::dialogue::{Act, Acts};
use fsm::ids::{CategoryId, ItemId, SizeId};
use fsm::order::{Amount, Line, ModifierPick, NewLine, Op, Target};

use super::Heard;
use super::choices::changed;
use super::said::Said;
use crate::correction::Atom;
use crate::language::{Edit, Word};

impl Said<'_> {
    /// What is named and not there takes the place of what is named and there, where both are of a kind.
    pub(super) fn in_its_place(&self, heard: Heard) -> Option<Op> {
        let mut named = self.atoms.iter().filter(|atom| atom.names());
        let (one, other) = (named.next()?, named.next()?);
        if named.next().is_some()
            || !matches!(heard, Heard::Added | Heard::NotThere | Heard::Nothing | Heard::Several)
        {
            return None;
        }
        let there = |atom: &Atom| self.lines().find(|line| atom.names_item() && self.names(atom, line));
        let (line, new) = match (there(one), there(other)) {
            (Some(line), None) => (line, other),
            (None, Some(line)) => (line, one),
            _ => return None,
        };
        let item = new.only_item(self.cx)?;
        let goes = |role| {
            matches!(
                role,
                Word::Remove | Word::InsteadOf | Word::Instead | Word::Edit(Edit::Over | Edit::Not)
            )
        };
        // "I said a Coke and a Sprite"
        let corrects = |role| matches!(role, Word::Correction | Word::Edit(Edit::Insist));
        let says_it = self.says(goes) || self.says(corrects) && !self.says(|role| role == Word::And);
        let adds = |role| matches!(role, Word::Another | Word::Edit(Edit::Also));
        let is_meant = self.kind(&item) == self.kind(&line.item) && says_it && !self.says(adds);
        is_meant.then(|| Op::Replace {
            target: Target::Line { line_id: line.line_id },
            with: self.like(line, item),
        })
    }

    /// "Make it a hamburger" of a cheeseburger and fries: what takes the place of what was mentioned last, and is not like it,
    /// takes that of the one thing that is.
    pub(super) fn of_its_kind(&self, acts: &Acts) -> Option<Op> {
        let [Act::Order { ops, unresolved }, ..] = acts.acts.as_slice() else { return None };
        let ([Op::Replace { target: Target::Referent { .. }, with }], true) =
            (ops.as_slice(), unresolved.is_empty())
        else {
            return None;
        };
        let line = self.only_of_a_kind(with)?;
        let is_meant = !self.is_of_a_kind(self.last()?, with);
        let target = Target::Line { line_id: line.line_id };
        is_meant.then(|| Op::Replace { target, with: with.clone() })
    }

    /// "Make it oat", of a latte: what may be on the line mentioned last, and is not like it, takes the place of nothing.
    pub(super) fn as_a_choice(&self, acts: &Acts) -> Option<Op> {
        let [Act::Order { ops, unresolved }] = acts.acts.as_slice() else { return None };
        let ([Op::Replace { target: Target::Referent { .. }, with }], true) =
            (ops.as_slice(), unresolved.is_empty())
        else {
            return None;
        };
        let (line, (_, name)) = (self.last()?, self.only_name()?);
        let is_plain = NewLine { quantity: with.quantity, ..NewLine::of(with.item.clone()) } == *with;
        let (group, modifier) = name.only_choice_of(self.cx, &line.item)?;
        let (group, modifier) = (group.clone(), modifier.clone());
        let pick = ModifierPick { group, modifier, amount: Amount::Regular, quantity: 1 };
        (is_plain && !self.is_of_a_kind(line, with)).then(|| changed(line, pick))
    }

    /// The one line that something new could be in the place of.
    pub(super) fn only_of_a_kind(&self, new: &NewLine) -> Option<&Line> {
        let mut like = self.order.lines().iter().filter(|line| self.is_of_a_kind(line, new));
        like.next().filter(|_| like.next().is_none())
    }

    fn is_of_a_kind(&self, line: &Line, new: &NewLine) -> bool {
        line.combo.is_none() && self.kind(&line.item) == self.kind(&new.item)
    }

    pub(super) fn kind(&self, item: &ItemId) -> Option<&CategoryId> {
        self.cx.menu.item(item).map(|item| &item.category)
    }

    /// As many of an item as there are of a line, of its size if it has that.
    pub(super) fn like(&self, line: &Line, item: ItemId) -> NewLine {
        let has = |size: &&SizeId| self.cx.menu.item(&item).is_some_and(|item| item.size(size).is_some());
        let size = line.size.as_ref().filter(has).cloned();
        NewLine { size, quantity: line.quantity, ..NewLine::of(item) }
    }
}
