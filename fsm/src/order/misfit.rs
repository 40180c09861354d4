//! What cannot be had that way, as ids and numbers: each language words it.

use crate::ids::{ComboId, GroupId, ItemId, ModifierId, SizeId};

/// Something that is refused without a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A part of an utterance, in the customer's own words.
    Words(String),
    /// A modifier that the item cannot have, or not together with those that it has.
    Modifier {
        /// The item.
        item: ItemId,
        /// The group that the modifier is of.
        group: GroupId,
        /// The modifier.
        modifier: ModifierId,
        /// How many portions were asked for, if that is too many.
        quantity: Option<u32>,
    },
    /// A modifier that is off.
    ModifierOff {
        /// The group that the modifier is of.
        group: GroupId,
        /// The modifier.
        modifier: ModifierId,
    },
    /// A size that is off.
    SizeOff {
        /// The size.
        size: SizeId,
        /// What does not come in it now.
        of: Whole,
    },
    /// A combo that is not served now.
    NotServed {
        /// The combo.
        combo: ComboId,
    },
    /// Modifiers of an item that exclude each other.
    Contradiction {
        /// The item.
        item: ItemId,
    },
    /// An item that fits no slot.
    Component {
        /// The item.
        item: ItemId,
        /// What it was ordered with.
        of: Whole,
    },
    /// What a combo comes with, and cannot be had without.
    Part {
        /// The item that fills the slot now.
        item: ItemId,
        /// The combo.
        combo: ComboId,
    },
    /// A size that does not exist.
    Size {
        /// The size.
        size: SizeId,
        /// What does not have it.
        of: Whole,
    },
}

/// What a refused part belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whole {
    /// An item.
    Item(ItemId),
    /// A combo.
    Combo(ComboId),
}
