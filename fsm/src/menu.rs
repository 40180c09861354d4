//! What can be ordered. Every [`Menu`] is checked: [`Menu::check`] lists every fault of a document.

mod check;
mod entries;
mod facts;
mod topic;

pub use self::entries::{
    Category, Combo, Item, Menu, Modifier, ModifierGroup, Pricing, Quantifiers, Size, Slot,
};
pub use self::facts::{Allergen, Caffeine, Diet, Facts, KnownAllergen};
pub use self::topic::Topic;
