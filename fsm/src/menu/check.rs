//! Turns a document into a [`Menu`], or lists everything that is wrong with it.
//!
//! The ids are collected first, so that an entry can refer to a later one. Then one pass reads the document from top
//! to bottom; a faulty value is recorded and replaced by a placeholder.

mod combos;
mod dayparts;
mod facts;
mod fields;
mod known;
mod sums;

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::Value;

use self::combos::combos;
use self::dayparts::{dayparts, settle};
use self::facts::Format;
use self::fields::{
    ALIASES_MAX, ITEMS_MAX, MODIFIER_QUANTITY_MAX_DEFAULT, aliases, available, entries, kind, max_quantity,
    name, price, reference, references, sizes, spoken,
};
use self::known::Known;
use super::as_it_comes::{AllChoices, AsItComes};
use super::entries::{Category, Index, Item, Menu, Modifier, ModifierGroup, Pricing, Quantifiers};
use crate::reader::{Fault, Reader, quoted};

/// The language if the menu does not say.
const LOCALE_DEFAULT: &str = "en-US";
/// The currencies of ISO 4217 that are not counted in hundredths.
const CURRENCIES_NOT_IN_HUNDREDTHS: [&str; 26] = [
    "BHD", "BIF", "CLF", "CLP", "DJF", "GNF", "IQD", "ISK", "JOD", "JPY", "KMF", "KRW", "KWD", "LYD", "OMR",
    "PYG", "RWF", "TND", "UGX", "UYI", "UYW", "VND", "VUV", "XAF", "XOF", "XPF",
];

/// The amounts that a menu can have words for.
const AMOUNTS: [&str; 5] = ["no", "extra", "light", "side", "regular"];

impl Menu {
    /// Reads a document and checks it whole. Lists keep the document's order; fields are read in the order of the menu
    /// format, since JSON objects have none.
    ///
    /// # Errors
    /// Every fault, with its JSON path (`$.items[3].price`), in the document's order.
    pub fn check(document: &Value) -> Result<Self, Vec<Fault>> {
        let faults = RefCell::default();
        let root = Reader::new(document, &faults);
        let menu = root.is_object().then(|| menu(&root, &Known::of(document, Format::of(&root))));
        match (menu, faults.into_inner()) {
            (Some(menu), faults) if faults.is_empty() => Ok(menu),
            (_, faults) => Err(faults),
        }
    }
}

/// Reads every field in turn: a struct's fields are evaluated in the order in which they are written.
fn menu(document: &Reader<'_>, known: &Known<'_>) -> Menu {
    let mut menu = Menu {
        id: document.required("id").map(|id| id.id().to_owned()).unwrap_or_default(),
        name: name(document),
        version: document.field("version").map(|version| version.value()).unwrap_or_default(),
        currency: document.required("currency").map(|code| currency(&code)).unwrap_or_default(),
        tax_rate: document.field("tax_rate").map(|rate| rate.decimal()).unwrap_or_default(),
        locale: document.field("locale").map_or_else(|| LOCALE_DEFAULT.into(), |tag| tag.spoken()),
        dayparts: dayparts(document),
        categories: categories(document, known),
        modifier_groups: groups(document, known),
        items: items(document, known),
        combos: combos(document, known),
        quantifiers: document.field("quantifiers").map(|words| quantifiers(&words)).unwrap_or_default(),
        index: Index::default(),
    };
    settle(&mut menu);
    menu.index = Index {
        items: menu.items.iter().map(|item| item.id.clone()).zip(0..).collect(),
        combos: menu.combos.iter().map(|combo| combo.id.clone()).zip(0..).collect(),
        groups: menu.modifier_groups.iter().map(|group| group.id.clone()).zip(0..).collect(),
    };
    menu.sum_up();
    menu
}

fn categories<'a>(document: &Reader<'a>, known: &Known<'_>) -> Vec<Category> {
    let mut ids = BTreeSet::new();
    let category = |entry: Reader<'a>| Category {
        id: entry.own_id(&mut ids).into(),
        name: name(&entry),
        aliases: aliases(&entry),
        dayparts: references(&entry, "dayparts", |part| known.daypart(part)),
    };
    entries(document.required("categories"), ITEMS_MAX).map(category).collect()
}

fn groups(document: &Reader<'_>, known: &Known<'_>) -> Vec<ModifierGroup> {
    let mut ids = BTreeSet::new();
    entries(document.field("modifier_groups"), ITEMS_MAX)
        .map(|entry| group(&entry, &mut ids, known))
        .collect()
}

fn group<'a>(entry: &Reader<'a>, ids: &mut BTreeSet<&'a str>, known: &Known<'_>) -> ModifierGroup {
    let id = entry.own_id(ids);
    let (name, aliases) = (name(entry), aliases(entry));
    let min = entry.field("min").and_then(|min| min.number()).unwrap_or(0);
    let max = entry.field("max").and_then(|max| {
        let number = max.number()?;
        if number < min {
            max.fault(format!("{number} is less than min, {min}"));
        }
        Some(number)
    });
    let default = references(entry, "default", |modifier| known.modifier(id, modifier));
    if let (Some(list), Some(max)) = (entry.field("default"), max)
        && default.len() as u64 > u64::from(max)
    {
        list.fault(format!("names {} of at most {max}", default.len()));
    }
    let list = entry.required("modifiers");
    let modifiers = modifiers(list.clone(), known);
    let portions = modifiers.iter().fold(0, |sum: u32, modifier| sum.saturating_add(modifier.max_quantity));
    if let Some(list) = list.filter(|_| portions < min) {
        list.fault(format!("has {portions} portions to choose from, min is {min}"));
    }
    let (id, max) = (id.into(), max.unwrap_or(portions));
    ModifierGroup { id, name, aliases, min, max, default, modifiers, all_choices: AllChoices::default() }
}

fn modifiers<'a>(list: Option<Reader<'a>>, known: &Known<'_>) -> Vec<Modifier> {
    let mut ids = BTreeSet::new();
    let modifier = |entry: Reader<'a>| Modifier {
        id: entry.own_id(&mut ids).into(),
        name: name(&entry),
        aliases: aliases(&entry),
        price: price(&entry),
        max_quantity: max_quantity(&entry).unwrap_or(MODIFIER_QUANTITY_MAX_DEFAULT),
        facts: known.format.facts(&entry),
        kind: kind(&entry),
        available: available(&entry),
    };
    entries(list, ALIASES_MAX).map(modifier).collect()
}

fn items<'a>(document: &Reader<'a>, known: &Known<'_>) -> Vec<Item> {
    let mut ids = BTreeSet::new();
    let item = |entry: Reader<'a>| {
        let id = entry.own_id(&mut ids).into();
        let (name, aliases) = (name(&entry), aliases(&entry));
        let category = reference(entry.required("category"), |category| known.category(category));
        let pricing = pricing(&entry, known);
        let modifier_groups = references(&entry, "modifier_groups", |group| known.group(group));
        let included =
            references(&entry, "included", |modifier| known.modifier_of(&modifier_groups, modifier));
        Item {
            id,
            name,
            aliases,
            category,
            pricing,
            modifier_groups,
            included,
            facts: known.format.facts(&entry),
            kind: kind(&entry),
            description: entry.field("description").map(|text| text.description()),
            substitutes: references(&entry, "substitutes", |item| known.item(item)),
            upsells: references(&entry, "upsells", |item| known.item(item)),
            max_quantity: max_quantity(&entry),
            available: available(&entry),
            dayparts: references(&entry, "dayparts", |part| known.daypart(part)),
            served: true,
            barred: None,
            as_it_comes: AsItComes::default(),
        }
    };
    entries(document.required("items"), ITEMS_MAX).map(item).collect()
}

fn pricing(entry: &Reader<'_>, known: &Known<'_>) -> Pricing {
    let price = entry.field("price");
    let Some(list) = entry.field("sizes") else {
        if price.is_none() {
            entry.missing("price", "is missing: an item has a price or sizes");
        }
        let price = price.map(|price| price.decimal()).unwrap_or_default();
        if let Some(default) = entry.field("default_size") {
            default.fault("stands without sizes");
        }
        return Pricing::One(price);
    };
    if let Some(price) = price {
        price.fault("stands beside sizes: an item has one or the other");
    }
    if list.is_empty_list() {
        list.fault("is empty: an item has a price or at least one size");
    }
    let (sizes, default) = sizes(entry, known);
    Pricing::Sized { sizes, default }
}

fn quantifiers(words: &Reader<'_>) -> Quantifiers {
    if !words.is_object() {
        return Quantifiers::default();
    }
    for name in words.names().filter(|name| !AMOUNTS.contains(name)) {
        words.missing(name, &format!("is no amount: one of {}", AMOUNTS.join(", ")));
    }
    let [no, extra, light, side, regular] =
        AMOUNTS.map(|name| words.field(name).map(|list| spoken(&list)).unwrap_or_default());
    Quantifiers { no, extra, light, side, regular }
}

fn currency(code: &Reader<'_>) -> String {
    let Some(text) = code.text() else { return String::new() };
    if text.len() != 3 || !text.bytes().all(|byte| byte.is_ascii_uppercase()) {
        code.fault(format!("{} is no ISO 4217 code: three capital letters", quoted(text)));
    } else if CURRENCIES_NOT_IN_HUNDREDTHS.contains(&text) {
        code.fault(format!("{text} is not counted in hundredths, and amounts are in hundredths"));
    }
    text.to_owned()
}

#[cfg(test)]
mod tests;
