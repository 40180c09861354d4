//! What of a menu can be off: an item, a modifier, a size of an item.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::entries::{Menu, Pricing};
use crate::ids::{GroupId, ItemId, ModifierId, SizeId};

/// Something that can be taken off a menu and put back on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum MenuPart {
    /// An item.
    Item(ItemId),
    /// A modifier, wherever it is had.
    Modifier {
        /// Its group.
        group: GroupId,
        /// The modifier.
        modifier: ModifierId,
    },
    /// A size of an item.
    Size {
        /// The item.
        item: ItemId,
        /// The size.
        size: SizeId,
    },
}

impl From<ItemId> for MenuPart {
    fn from(item: ItemId) -> Self {
        Self::Item(item)
    }
}

impl From<&ItemId> for MenuPart {
    fn from(item: &ItemId) -> Self {
        Self::Item(item.clone())
    }
}

impl fmt::Display for MenuPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(item) => write!(f, "item `{item}`"),
            Self::Modifier { group, modifier } => write!(f, "modifier `{modifier}` in the group `{group}`"),
            Self::Size { item, size } => write!(f, "size `{size}` of the item `{item}`"),
        }
    }
}

impl Menu {
    /// Takes something off the menu or puts it back on. `false` if there is no such thing.
    pub fn set_available(&mut self, part: &MenuPart, available: bool) -> bool {
        let flag = self.flag(part);
        let is_there = flag.is_some();
        if let Some(flag) = flag {
            *flag = available;
        }
        is_there
    }

    fn flag(&mut self, part: &MenuPart) -> Option<&mut bool> {
        match part {
            MenuPart::Item(item) => {
                let at = self.index.items.get(item)?;
                Some(&mut self.items[*at].available)
            }
            MenuPart::Modifier { group, modifier } => {
                let at = self.index.groups.get(group)?;
                let mut modifiers = self.modifier_groups[*at].modifiers.iter_mut();
                modifiers.find(|known| known.id == *modifier).map(|known| &mut known.available)
            }
            MenuPart::Size { item, size } => {
                let at = self.index.items.get(item)?;
                let Pricing::Sized { sizes, .. } = &mut self.items[*at].pricing else { return None };
                sizes.iter_mut().find(|known| known.id == *size).map(|known| &mut known.available)
            }
        }
    }

    /// Whether something is on; none if there is no such thing.
    pub fn is_available(&self, part: &MenuPart) -> Option<bool> {
        match part {
            MenuPart::Item(item) => self.item(item).map(|item| item.available),
            MenuPart::Modifier { group, modifier } => {
                self.group(group)?.modifier(modifier).map(|modifier| modifier.available)
            }
            MenuPart::Size { item, size } => self.item(item)?.size(size).map(|size| size.available),
        }
    }

    /// All that can be off, in the menu's order.
    pub fn parts(&self) -> impl Iterator<Item = MenuPart> {
        let items = self.items.iter().map(|item| MenuPart::Item(item.id.clone()));
        let modifiers = self.modifier_groups.iter().flat_map(|group| {
            group
                .modifiers
                .iter()
                .map(|modifier| MenuPart::Modifier { group: group.id.clone(), modifier: modifier.id.clone() })
        });
        let sizes = self.items.iter().flat_map(|item| {
            item.sizes().iter().map(|size| MenuPart::Size { item: item.id.clone(), size: size.id.clone() })
        });
        items.chain(modifiers).chain(sizes)
    }
}
