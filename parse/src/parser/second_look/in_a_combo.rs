//! Another thing in a combo: "no fries with that, I want onion rings", "I said Coke, I meant root beer". It fills the place of
//! what goes, and does not come besides.

use fsm::dialogue::{Act, ActKind, Acts};
use fsm::ids::{ItemId, SlotId};
use fsm::order::{ComponentPick, Line, Modification, NewLine, Op, Target};

use super::said::Said;
use crate::language::{Cue, Edit, Word};

impl Said<'_> {
    /// What is new, in the place of the one combo that it can fill.
    pub(super) fn in_a_combo(&self, acts: &Acts) -> Option<Op> {
        let [Act::Order { ops, .. }] = acts.acts.as_slice() else { return None };
        let (gone, new) = match ops.as_slice() {
            [Op::Add(new)] => (None, new),
            [Op::Remove { target: Target::Item { item, .. }, quantity: None }, Op::Add(new)] => {
                (Some(item), new)
            }
            _ => return None,
        };
        let mut combos = self.order.lines().iter().filter(|line| line.combo.is_some());
        let line = combos.next().filter(|_| combos.next().is_none())?;
        let slot = self.slot_for(line, new)?;
        let filled = line.components.iter().find(|component| component.slot == slot)?;
        let adds = |role| matches!(role, Word::Another | Word::Edit(Edit::Also));
        let corrects = |role| {
            matches!(
                role,
                Word::Correction | Word::Instead | Word::InsteadOf | Word::Edit(Edit::Insist | Edit::Not)
            )
        };
        let is_meant = match gone {
            Some(gone) => *gone == filled.item,
            None => self.says(corrects) || self.denies(&filled.item),
        };
        if !is_meant || self.says(adds) || new.quantity != 1 || filled.item == new.item {
            return None;
        }
        let item = new.item.clone();
        let (size, modifiers) = (new.size.clone(), new.modifiers.clone());
        let components = vec![ComponentPick { slot, item, size, modifiers }];
        let change = Modification::of(Target::Line { line_id: line.line_id });
        Some(Op::Modify(Modification { components, ..change }))
    }

    /// The place of a combo that something can fill.
    fn slot_for(&self, line: &Line, new: &NewLine) -> Option<SlotId> {
        let combo = self.cx.menu.combo(line.combo.as_ref()?)?;
        let category = &self.cx.menu.item(&new.item).filter(|_| new.combo.is_none())?.category;
        combo.slots.iter().find(|slot| slot.category == *category).map(|slot| slot.id.clone())
    }

    /// Whether an item is named behind a denial: "no Coke".
    fn denies(&self, item: &ItemId) -> bool {
        let denied = |role| matches!(role, Word::Negation | Word::Cue(Cue::Act(ActKind::No)) | Word::Remove);
        let named = self.atoms.iter().find(|atom| atom.names_item() && atom.may_be(self.cx, item));
        named.is_some_and(|named| self.says_before(named.start(), denied))
    }
}
