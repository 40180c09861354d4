//! The JSON Schema of menus, for the editors of those who write them. [`Menu::check`](super::Menu::check) is what decides.

#![expect(dead_code, reason = "these types are only described, never made")]

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::facts::{Caffeine, Diet, KnownAllergen};

/// The schema, in the draft of 2020-12.
pub fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    generator.into_root_schema_for::<Menu>().to_value()
}

/// A menu of a drive-thru.
#[derive(JsonSchema)]
struct Menu {
    /// Where this schema is, for editors.
    #[serde(rename = "$schema")]
    schema: Option<String>,
    /// The format: 2 is the newest; without it 1.
    #[schemars(range(min = 1, max = 2))]
    format: Option<u32>,
    id: Id,
    /// What the place is called.
    name: Name,
    /// The author's own, of any shape.
    version: Option<Value>,
    /// An ISO 4217 code of a currency that is counted in hundredths, such as `USD`.
    #[schemars(regex(pattern = "^[A-Z]{3}$"))]
    currency: String,
    /// The share of the subtotal that is tax, such as `0.0825`.
    #[schemars(regex(pattern = "^[0-9]+(\\.[0-9]{1,6})?$"))]
    tax_rate: Option<String>,
    /// A BCP 47 tag of the language that is spoken; `en-US` without it.
    locale: Option<String>,
    /// The parts of the day in which some things are served.
    #[schemars(length(max = 500))]
    dayparts: Option<Vec<DayPart>>,
    #[schemars(length(max = 5000))]
    categories: Vec<Category>,
    #[schemars(length(max = 5000))]
    modifier_groups: Option<Vec<ModifierGroup>>,
    #[schemars(length(max = 5000))]
    items: Vec<Item>,
    #[schemars(length(max = 5000))]
    combos: Option<Vec<Combo>>,
    /// The menu's own words for amounts, beside those that the service knows.
    quantifiers: Option<Quantifiers>,
}

/// 1 to 64 characters without control characters.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct Id(#[schemars(length(min = 1, max = 64))] String);

/// As people say it.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct Name(#[schemars(length(min = 1, max = 200))] String);

/// In the menu's currency, such as `4.79`.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct Amount(#[schemars(regex(pattern = "^[0-9]+(\\.[0-9]{1,2})?$"))] String);

/// A part of the day, on the clock of the house.
#[derive(JsonSchema)]
struct DayPart {
    id: Id,
    /// The days on which it begins; every day without them.
    #[schemars(length(min = 1, max = 7))]
    days: Option<Vec<DayOfWeek>>,
    /// When it begins; with `to`, or both are left out for the whole day.
    from: Option<TimeOfDay>,
    /// When it ends: on the next day if that is before `from`.
    to: Option<TimeOfDay>,
}

/// `HH:MM`, on the 24-hour clock.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct TimeOfDay(#[schemars(regex(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$"))] String);

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum DayOfWeek {
    Mon,
    Tue,
    Wed,
    Thu,
    Fri,
    Sat,
    Sun,
}

/// A kind of items, such as drinks.
#[derive(JsonSchema)]
struct Category {
    id: Id,
    name: Name,
    /// What else people call it.
    #[schemars(length(max = 500))]
    aliases: Option<Vec<Name>>,
    /// When its items are served that do not say it themselves: ids of day parts.
    dayparts: Option<Vec<Id>>,
}

/// A choice that items have, such as toppings.
#[derive(JsonSchema)]
struct ModifierGroup {
    id: Id,
    name: Name,
    /// What else people call it.
    #[schemars(length(max = 500))]
    aliases: Option<Vec<Name>>,
    /// How many must be chosen. With 1 or more and no default it is asked for.
    min: Option<u32>,
    /// How many may be chosen; all without it.
    max: Option<u32>,
    /// What is chosen when nothing was said: ids of its modifiers.
    default: Option<Vec<Id>>,
    #[schemars(length(max = 500))]
    modifiers: Vec<Modifier>,
}

/// One choice, such as pickles.
#[derive(JsonSchema)]
struct Modifier {
    id: Id,
    name: Name,
    /// What else people call it.
    #[schemars(length(max = 500))]
    aliases: Option<Vec<Name>>,
    /// What a portion costs beyond what is included.
    price: Amount,
    /// How many portions one item can have; 5 without it.
    #[schemars(range(min = 1))]
    max_quantity: Option<u32>,
    /// What people call its sort, such as `cheese`.
    kind: Option<Name>,
    /// `false` while it is off.
    available: Option<bool>,
    #[serde(flatten)]
    facts: Facts,
}

/// Something that can be ordered. It has a price or sizes.
#[derive(JsonSchema)]
struct Item {
    id: Id,
    name: Name,
    /// What else people call it.
    #[schemars(length(max = 500))]
    aliases: Option<Vec<Name>>,
    /// The id of its category.
    category: Id,
    /// What it costs; not beside `sizes`.
    price: Option<Amount>,
    /// Its sizes; not beside `price`.
    #[schemars(length(min = 1, max = 500))]
    sizes: Option<Vec<Size>>,
    /// The id of the size that is meant when none was said; without it one is asked for.
    default_size: Option<Id>,
    /// The choices it has: ids of groups.
    modifier_groups: Option<Vec<Id>>,
    /// What it comes with: ids of modifiers of its groups.
    included: Option<Vec<Id>>,
    /// What people call its sort, such as `soda`.
    kind: Option<Name>,
    /// A sentence about it.
    #[schemars(length(max = 2000))]
    description: Option<String>,
    /// What to offer when it is off, best first: ids of items.
    substitutes: Option<Vec<Id>>,
    /// What to offer with it, best first: ids of items.
    upsells: Option<Vec<Id>>,
    /// How many of it one line can have.
    #[schemars(range(min = 1))]
    max_quantity: Option<u32>,
    /// `false` while it is off.
    available: Option<bool>,
    /// When it is served: ids of day parts. Its category's without it, always without either.
    dayparts: Option<Vec<Id>>,
    #[serde(flatten)]
    facts: Facts,
}

/// A size of an item or of a combo.
#[derive(JsonSchema)]
struct Size {
    id: Id,
    name: Name,
    /// What else people call it.
    #[schemars(length(max = 500))]
    aliases: Option<Vec<Name>>,
    /// The price of an item of this size, or the surcharge of a combo of this size.
    price: Amount,
    /// `false` while it is off.
    available: Option<bool>,
    #[serde(flatten)]
    facts: Facts,
}

/// A main item with slots at one price.
#[derive(JsonSchema)]
struct Combo {
    id: Id,
    name: Name,
    /// What else people call it.
    #[schemars(length(max = 500))]
    aliases: Option<Vec<Name>>,
    /// The number on the board.
    number: Option<u32>,
    /// The id of the item that it is based on.
    main: Id,
    /// The price with everything at the combo's own size.
    price: Amount,
    /// What else is in it.
    #[schemars(length(max = 500))]
    slots: Option<Vec<Slot>>,
    /// The sizes of the whole; their prices are surcharges.
    #[schemars(length(max = 500))]
    sizes: Option<Vec<Size>>,
    /// The id of the size that is meant when none was said.
    default_size: Option<Id>,
    /// When it is served: ids of day parts. Its main item's without it.
    dayparts: Option<Vec<Id>>,
    #[serde(flatten)]
    facts: Facts,
}

/// A place in a combo that an item of a category fills.
#[derive(JsonSchema)]
struct Slot {
    id: Id,
    /// The id of the category.
    category: Id,
    /// The id of the item that fills it when nothing was said; without it one is asked for.
    default: Option<Id>,
}

/// What is known of it besides. What is absent is unknown; an empty list is known to be none.
#[derive(JsonSchema)]
struct Facts {
    /// What it contains. A kind of one of the list may stand by its own word: `walnuts`.
    #[schemars(length(max = 50))]
    allergens: Option<Vec<AnAllergen>>,
    /// What may have got into it.
    #[schemars(length(max = 50))]
    may_contain: Option<Vec<AnAllergen>>,
    /// In kilocalories, as it comes.
    calories: Option<u32>,
    /// The diets that it fits, all of them.
    #[schemars(length(max = 50))]
    diets: Option<Vec<Diet>>,
    /// How hot it is.
    #[schemars(range(min = 0, max = 3))]
    heat: Option<u32>,
    /// Whether it has caffeine, or how much in milligrams.
    caffeine: Option<Caffeine>,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum AnAllergen {
    /// One of the list.
    Known(KnownAllergen),
    /// A kind of one of the list; in format 1 any word.
    Kind(Name),
}

/// Words for amounts.
#[derive(JsonSchema)]
struct Quantifiers {
    /// Such as "hold the".
    #[schemars(length(max = 500))]
    no: Option<Vec<Name>>,
    /// Such as "heavy on".
    #[schemars(length(max = 500))]
    extra: Option<Vec<Name>>,
    /// Such as "a drizzle of".
    #[schemars(length(max = 500))]
    light: Option<Vec<Name>>,
    /// Such as "on the side".
    #[schemars(length(max = 500))]
    side: Option<Vec<Name>>,
    /// Such as "normal".
    #[schemars(length(max = 500))]
    regular: Option<Vec<Name>>,
}

#[cfg(test)]
mod tests;
