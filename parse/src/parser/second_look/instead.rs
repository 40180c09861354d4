//! Something in the place of what is there, in whatever words: "lose the Coke, Sprite please", "I asked for Sprite and you put
//! Coke".

use fsm::ids::{ItemId, SizeId};
use fsm::order::{Line, NewLine, Op, Target};

use super::Heard;
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
        let kind = |id| self.cx.menu.item(id).map(|item| &item.category);
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
        let is_meant = kind(&item) == kind(&line.item) && says_it && !self.says(adds);
        is_meant.then(|| Op::Replace {
            target: Target::Line { line_id: line.line_id },
            with: self.like(line, item),
        })
    }

    /// Whether a line is what something new could be in the place of.
    pub(super) fn is_of_a_kind(&self, line: &Line, new: &NewLine) -> bool {
        let kind = |id| self.cx.menu.item(id).map(|item| &item.category);
        line.combo.is_none() && kind(&line.item) == kind(&new.item)
    }

    /// As many of an item as there are of a line, of its size if it has that.
    pub(super) fn like(&self, line: &Line, item: ItemId) -> NewLine {
        let has = |size: &&SizeId| self.cx.menu.item(&item).is_some_and(|item| item.size(size).is_some());
        let size = line.size.as_ref().filter(has).cloned();
        NewLine { size, quantity: line.quantity, ..NewLine::of(item) }
    }
}
