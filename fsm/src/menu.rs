//! What can be ordered. Every [`Menu`] is checked: [`Menu::check`] lists every fault of a document.

mod check;
mod entries;
mod topic;

pub use self::entries::{
    Category, Combo, Item, Menu, Modifier, ModifierGroup, Pricing, Quantifiers, Size, Slot,
};
pub use self::topic::Topic;
