//! What cannot be had that way, as ids and numbers: a language makes words of it.

use crate::ids::{ComboId, GroupId, ItemId, ModifierId, SizeId};

/// Something that is refused by name, and not asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A part of an utterance, in the customer's own words.
    Words(String),
    /// A modifier that the item does not take, or not beside those that it has.
    Modifier {
        /// The item.
        item: ItemId,
        /// The group that the modifier is of.
        group: GroupId,
        /// The modifier.
        modifier: ModifierId,
        /// How many portions were asked for, where that is what is wrong.
        quantity: Option<u32>,
    },
    /// Modifiers of an item that exclude each other.
    Contradiction {
        /// The item.
        item: ItemId,
    },
    /// An item that goes into no slot.
    Component {
        /// The item.
        item: ItemId,
        /// What it was to go with.
        of: Whole,
    },
    /// A size that there is not.
    Size {
        /// The size.
        size: SizeId,
        /// What does not have it.
        of: Whole,
    },
}

/// What is ordered as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whole {
    /// An item.
    Item(ItemId),
    /// A combo.
    Combo(ComboId),
}
