//! The choices that an item can have of what words can mean.

use crate::ids::{ComboId, SizeId};
use crate::menu::{Item, Menu, Size};
use crate::order::contents::Line;
use crate::order::description::Description;
use crate::order::modifier::ModifierPick;
use crate::order::op::NewLine;

impl NewLine {
    /// The line with another size and other modifiers; none if it cannot have one of them.
    pub fn but(&self, said: &Description, menu: &Menu) -> Option<Self> {
        let item = menu.item(&self.item)?;
        let picks = picks(item, said);
        let sizes = sizes_of(item, self.combo.as_ref(), menu);
        let size = said.sizes.iter().find(|id| sizes.iter().any(|size| size.id == **id));
        if picks.len() < said.modifiers.len() || size.is_none() && !said.sizes.is_empty() {
            return None;
        }
        let mut line = Self { size: size.or(self.size.as_ref()).cloned(), ..self.clone() };
        line.modifiers.retain(|pick| !excluded(pick, &picks, menu));
        line.modifiers.extend(picks);
        Some(line)
    }
}

/// The sizes that a line can have: its combo's, if that has sizes, or else its item's.
pub(super) fn sizes_of<'a>(item: &'a Item, combo: Option<&ComboId>, menu: &'a Menu) -> &'a [Size] {
    let of_combo = combo.and_then(|id| menu.combo(id)).map(|combo| combo.sizes.as_slice());
    of_combo.filter(|sizes| !sizes.is_empty()).unwrap_or(item.sizes())
}

/// The size that a word means for a line.
pub(super) fn size_of(item: &Item, line: &Line, said: &[SizeId], menu: &Menu) -> Option<SizeId> {
    let sizes = sizes_of(item, line.combo.as_ref(), menu);
    said.iter().find(|id| sizes.iter().any(|size| size.id == **id)).cloned()
}

/// The modifiers that an item can have of those that the words can mean.
pub(super) fn picks(item: &Item, said: &Description) -> Vec<ModifierPick> {
    said.modifiers.iter().filter_map(|any| any.iter().find(|pick| allows(item, pick)).cloned()).collect()
}

pub(super) fn allows(item: &Item, pick: &ModifierPick) -> bool {
    item.modifier_groups.contains(&pick.group)
}

/// Whether another choice of a group of which one can be had takes the place of a modifier, or it is said again.
pub(super) fn excluded(pick: &ModifierPick, by: &[ModifierPick], menu: &Menu) -> bool {
    let one = menu.group(&pick.group).is_some_and(|group| group.max == 1);
    by.iter().any(|other| other.group == pick.group && (one || other.modifier == pick.modifier))
}
