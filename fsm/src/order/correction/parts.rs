//! Corrections of what is in a combo: another part, another size of one, another choice.

use super::choices::{allows, picks};
use super::{Correcting, narrowed};
use crate::menu::Item;
use crate::order::contents::Line;
use crate::order::description::Correction;
use crate::order::modifier::{Amount, ModifierPick};
use crate::order::op::ComponentPick;

impl Correcting<'_> {
    /// The slot of a combo that an item can fill. A combo is never replaced by one of its kinds of component.
    pub(super) fn component(&self, line: &Line, item: &Item) -> Option<Vec<ComponentPick>> {
        let combo = self.menu.combo(line.combo.as_ref()?)?;
        let wrong = &self.correction.unwanted;
        let slots = combo.slots.iter().filter(|slot| slot.category == item.category).collect();
        let holds_wrong = |slot: &&crate::menu::Slot| {
            line.components.iter().any(|part| part.slot == slot.id && wrong.items.contains(&part.item))
        };
        let slot = *narrowed(slots, holds_wrong).first()?;
        let wanted = &self.correction.wanted;
        let size = wanted.sizes.iter().find(|size| item.size(size).is_some()).cloned();
        let modifiers = picks(item, wanted);
        Some(vec![ComponentPick { slot: slot.id.clone(), item: item.id.clone(), size, modifiers }])
    }

    /// "make the lemonade a large" of a combo: the part of it that is named, in another size.
    pub(super) fn resized_part(&self, line: &Line) -> Option<ComponentPick> {
        let Correction { target, wanted, .. } = self.correction;
        let is_meant = |item: &Item| match (&target.category, target.items.as_slice()) {
            (_, [_, ..]) => target.items.contains(&item.id),
            (category, []) => category.as_ref() == Some(&item.category),
        };
        if line.combo.is_none() || self.menu.item(&line.item).is_some_and(is_meant) {
            return None;
        }
        line.components.iter().find_map(|part| {
            let item = self.menu.item(&part.item).filter(|item| is_meant(item))?;
            let size = wanted.sizes.iter().find(|size| item.size(size).is_some()).cloned();
            let (slot, item) = (part.slot.clone(), part.item.clone());
            size.is_some().then_some(ComponentPick { slot, item, size, modifiers: Vec::new() })
        })
    }

    /// What is wanted, and what is not, of the parts of a combo: the modifiers that its main cannot have.
    pub(super) fn parts(&self, line: &Line, item: &Item) -> Vec<ComponentPick> {
        let Correction { wanted, unwanted, .. } = self.correction;
        let mut parts = Vec::new();
        for part in &line.components {
            let Some(own) = self.menu.item(&part.item) else { continue };
            let theirs = wanted.modifiers.iter().filter(|said| !said.iter().any(|pick| allows(item, pick)));
            let mut modifiers: Vec<ModifierPick> =
                theirs.filter_map(|said| said.iter().find(|pick| allows(own, pick)).cloned()).collect();
            let gone = unwanted.modifiers.iter().flatten().filter(|pick| part.modifiers.contains(pick));
            modifiers.extend(gone.map(|pick| ModifierPick {
                amount: Amount::No,
                quantity: 1,
                ..pick.clone()
            }));
            if !modifiers.is_empty() {
                let (slot, item) = (part.slot.clone(), part.item.clone());
                parts.push(ComponentPick { slot, item, size: None, modifiers });
            }
        }
        parts
    }
}
