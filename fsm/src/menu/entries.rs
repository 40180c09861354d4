//! A menu and its entries.

use std::collections::BTreeMap;

use serde_json::Value;

use super::as_it_comes::{AllChoices, AsItComes};
use super::bar::Bar;
use super::daypart::DayPart;
use super::facts::Facts;
use crate::ids::{CategoryId, ComboId, DayPartId, GroupId, ItemId, ModifierId, SizeId, SlotId};
use crate::money::{Money, TaxRate};

/// A checked menu. Every reference in it leads to an existing entry.
#[derive(Clone, Debug)]
pub struct Menu {
    /// The document's id.
    pub id: String,
    /// What the place is called.
    pub name: String,
    /// The author's own version, of any shape.
    pub version: Value,
    /// ISO 4217 code, such as `USD`.
    pub currency: String,
    /// The share of the subtotal that is tax.
    pub tax_rate: TaxRate,
    /// BCP 47 tag of the language that is spoken, such as `en-US`.
    pub locale: String,
    /// The parts of the day in which some of it is served.
    pub dayparts: Vec<DayPart>,
    /// In the menu's order.
    pub categories: Vec<Category>,
    /// In the menu's order.
    pub modifier_groups: Vec<ModifierGroup>,
    /// In the menu's order.
    pub items: Vec<Item>,
    /// In the menu's order.
    pub combos: Vec<Combo>,
    /// The menu's own words for amounts.
    pub quantifiers: Quantifiers,
    pub(super) index: Index,
}

/// Where the entries of a menu are, by id.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    pub items: BTreeMap<ItemId, usize>,
    pub combos: BTreeMap<ComboId, usize>,
    pub groups: BTreeMap<GroupId, usize>,
}

/// A kind of items, such as drinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Category {
    /// The category's id.
    pub id: CategoryId,
    /// As it is spoken.
    pub name: String,
    /// What else people call it.
    pub aliases: Vec<String>,
    /// When its items are served that do not say it themselves; always without any.
    pub dayparts: Vec<DayPartId>,
}

/// A choice that items have, such as toppings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModifierGroup {
    /// The group's id.
    pub id: GroupId,
    /// As it is spoken.
    pub name: String,
    /// What else people call it.
    pub aliases: Vec<String>,
    /// How many must be chosen. With 1 or more and no default the group is a required choice.
    pub min: u32,
    /// How many may be chosen.
    pub max: u32,
    /// What is chosen when nothing was said.
    pub default: Vec<ModifierId>,
    /// The choices.
    pub modifiers: Vec<Modifier>,
    /// All of them together, by their facts.
    pub(crate) all_choices: AllChoices,
}

impl ModifierGroup {
    /// Whether the customer must choose: nothing is chosen by itself, or what would be is off.
    pub fn is_required(&self) -> bool {
        let defaults = self.default.iter().filter_map(|id| self.modifier(id));
        let on = defaults.filter(|modifier| modifier.available).count();
        self.min >= 1 && (self.default.is_empty() || on < self.default.len().min(self.min as usize))
    }

    /// A modifier of this group.
    pub fn modifier(&self, id: &ModifierId) -> Option<&Modifier> {
        self.modifiers.iter().find(|modifier| modifier.id == *id)
    }
}

/// One choice of a group, such as pickles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// The modifier's id, unique in its group.
    pub id: ModifierId,
    /// As it is spoken.
    pub name: String,
    /// What else people call it.
    pub aliases: Vec<String>,
    /// What a portion costs beyond what is included.
    pub price: Money,
    /// How many portions one item can have.
    pub max_quantity: u32,
    /// What the menu says of it besides.
    pub facts: Facts,
    /// What people call its sort, such as `cheese`.
    pub kind: Option<String>,
    /// `false` while it is off.
    pub available: bool,
}

/// Something that can be ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The item's id.
    pub id: ItemId,
    /// As it is spoken.
    pub name: String,
    /// What else people call it.
    pub aliases: Vec<String>,
    /// The category it is in.
    pub category: CategoryId,
    /// One price, or a price for each size.
    pub pricing: Pricing,
    /// The choices it has.
    pub modifier_groups: Vec<GroupId>,
    /// The modifiers it comes with, with the group that each is of.
    pub included: Vec<(GroupId, ModifierId)>,
    /// What the menu says of it besides.
    pub facts: Facts,
    /// What people call its sort, such as `soda`.
    pub kind: Option<String>,
    /// A sentence about it.
    pub description: Option<String>,
    /// What to offer when it is off, best first.
    pub substitutes: Vec<ItemId>,
    /// What to offer with it, best first.
    pub upsells: Vec<ItemId>,
    /// How many of it one line can have.
    pub max_quantity: Option<u32>,
    /// `false` while it is off.
    pub available: bool,
    /// When it is served, as it or its category says; always without any.
    pub dayparts: Vec<DayPartId>,
    /// Whether it is served now.
    pub served: bool,
    /// The rule of the house by which it cannot be had, if there is one.
    pub barred: Option<Bar>,
    /// With everything that it comes with, by the facts of all of them.
    pub(crate) as_it_comes: AsItComes,
}

/// What an item costs: `price` and `sizes` exclude each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pricing {
    /// The item has one size.
    One(Money),
    /// The item has sizes; without a default the customer must say which.
    Sized {
        /// At least one, in the menu's order.
        sizes: Vec<Size>,
        /// The size of an item whose size was not said.
        default: Option<SizeId>,
    },
}

/// A size of an item or of a combo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The size's id, unique in its item.
    pub id: SizeId,
    /// As it is spoken.
    pub name: String,
    /// What else people call it.
    pub aliases: Vec<String>,
    /// The price of an item of this size, or the surcharge of a combo of this size.
    pub price: Money,
    /// What the menu says of it besides.
    pub facts: Facts,
    /// `false` while it is off.
    pub available: bool,
}

impl Item {
    /// Whether it can be ordered now: it is not off, no rule is against it, and it is served.
    pub fn is_had(&self) -> bool {
        self.is_on() && self.served
    }

    /// Whether it can be ordered when it is served.
    pub fn is_on(&self) -> bool {
        self.available && self.barred.is_none()
    }

    /// The sizes, none for an item with one price.
    pub fn sizes(&self) -> &[Size] {
        match &self.pricing {
            Pricing::One(_) => &[],
            Pricing::Sized { sizes, .. } => sizes,
        }
    }

    /// The size of that id.
    pub fn size(&self, id: &SizeId) -> Option<&Size> {
        self.sizes().iter().find(|size| size.id == *id)
    }

    /// The size that an item has when nothing was said.
    pub fn default_size(&self) -> Option<&Size> {
        match &self.pricing {
            Pricing::Sized { default: Some(id), .. } => self.size(id),
            Pricing::One(_) | Pricing::Sized { default: None, .. } => None,
        }
    }

    /// Whether a modifier comes with the item.
    pub fn includes(&self, group: &GroupId, modifier: &ModifierId) -> bool {
        self.included.iter().any(|(g, m)| g == group && m == modifier)
    }

    /// Whether a modifier is on the item when nothing was said: included, or by default.
    pub fn comes_with(&self, group: &ModifierGroup, modifier: &Modifier) -> bool {
        self.includes(&group.id, &modifier.id) || group.default.contains(&modifier.id)
    }

    /// The groups that must be chosen from, because nothing of them comes with it.
    pub(crate) fn groups_to_choose<'m>(&self, menu: &'m Menu) -> impl Iterator<Item = &'m ModifierGroup> {
        let groups = self.as_it_comes.groups_to_choose.iter().map(|at| &menu.modifier_groups[*at]);
        groups.filter(|group| group.is_required())
    }
}

/// A main item with slots at one price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combo {
    /// The combo's id.
    pub id: ComboId,
    /// As it is spoken.
    pub name: String,
    /// What else people call it.
    pub aliases: Vec<String>,
    /// The number on the board ("a number one").
    pub number: Option<u32>,
    /// The item that it is based on.
    pub main: ItemId,
    /// The price with everything at the combo's own size.
    pub price: Money,
    /// What else is in it.
    pub slots: Vec<Slot>,
    /// The sizes of the whole; their prices are surcharges. May be empty.
    pub sizes: Vec<Size>,
    /// The size of a combo whose size was not said.
    pub default_size: Option<SizeId>,
    /// What the menu says of it besides.
    pub facts: Facts,
    /// When it is served, as it or its main item says; always without any.
    pub dayparts: Vec<DayPartId>,
    /// Whether it is served now.
    pub served: bool,
}

impl Combo {
    /// The size of that id.
    pub fn size(&self, id: &SizeId) -> Option<&Size> {
        self.sizes.iter().find(|size| size.id == *id)
    }

    /// The slot of that id.
    pub fn slot(&self, id: &SlotId) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.id == *id)
    }
}

/// A place in a combo that an item of a category fills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The slot's id, unique in its combo.
    pub id: SlotId,
    /// What can fill it.
    pub category: CategoryId,
    /// What fills it when nothing was said; without it the slot is a required choice.
    pub default: Option<ItemId>,
}

/// The menu's own words for amounts, beside those that the service knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quantifiers {
    /// Such as "no", "hold the".
    pub no: Vec<String>,
    /// Such as "heavy on".
    pub extra: Vec<String>,
    /// Such as "a drizzle of".
    pub light: Vec<String>,
    /// Such as "on the side".
    pub side: Vec<String>,
    /// Such as "normal".
    pub regular: Vec<String>,
}

impl Menu {
    /// The item of that id.
    pub fn item(&self, id: &ItemId) -> Option<&Item> {
        self.index.items.get(id).map(|at| &self.items[*at])
    }

    /// The combo of that id.
    pub fn combo(&self, id: &ComboId) -> Option<&Combo> {
        self.index.combos.get(id).map(|at| &self.combos[*at])
    }

    /// The modifier group of that id.
    pub fn group(&self, id: &GroupId) -> Option<&ModifierGroup> {
        self.index.groups.get(id).map(|at| &self.modifier_groups[*at])
    }

    /// The category of that id.
    pub fn category(&self, id: &CategoryId) -> Option<&Category> {
        self.categories.iter().find(|category| category.id == *id)
    }

    /// The items of a category, in the menu's order.
    pub fn items_in<'a>(&'a self, category: &'a CategoryId) -> impl Iterator<Item = &'a Item> {
        self.items.iter().filter(move |item| item.category == *category)
    }
}
