//! What can be ordered. Every [`Menu`] is checked: [`Menu::check`] lists every fault of a document.

mod as_it_comes;
mod bar;
mod check;
mod daypart;
mod entries;
mod facts;
mod part;
mod schema;
mod served;
mod topic;

pub(crate) use self::as_it_comes::AllergenSet;
pub use self::bar::Bar;
pub use self::daypart::DayPart;
pub use self::entries::{
    Category, Combo, Item, Menu, Modifier, ModifierGroup, Pricing, Quantifiers, Size, Slot,
};
pub use self::facts::{Allergen, Caffeine, Diet, Facts, KnownAllergen};
pub use self::part::MenuPart;
pub use self::schema::schema;
pub use self::topic::Topic;
