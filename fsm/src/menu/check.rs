//! Turns a document into a [`Menu`], or lists everything that is wrong with it.
//!
//! The ids are collected first, so that an entry can refer to a later one. Then one pass reads the document from top
//! to bottom; a faulty value is recorded and replaced by a placeholder.

mod facts;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use self::facts::Format;
use super::entries::{
    Category, Combo, Index, Item, Menu, Modifier, ModifierGroup, Pricing, Quantifiers, Size, Slot,
};
use crate::ids::{CategoryId, GroupId, ItemId, ModifierId, SizeId};
use crate::money::Money;
use crate::reader::{Fault, Reader, quoted};

/// The most items, and the most entries of every other list of the menu itself.
const ITEMS_MAX: usize = 5_000;
/// The most aliases of an entry, and the most entries of every other list within an entry.
const ALIASES_MAX: usize = 500;
/// How many portions of a modifier an item can have if the menu does not say.
const MODIFIER_QUANTITY_MAX_DEFAULT: u32 = 5;
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

/// The ids that a document's entries can refer to.
struct Known<'a> {
    format: Format,
    categories: BTreeSet<&'a str>,
    /// Each group's modifiers.
    groups: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// Each item's category.
    items: BTreeMap<&'a str, &'a str>,
}

impl<'a> Known<'a> {
    fn of(document: &'a Value, format: Format) -> Self {
        let text = |entry: &'a Value, name: &str| entry.get(name).and_then(Value::as_str);
        let list =
            |entry: &'a Value, name: &str| entry.get(name).and_then(Value::as_array).into_iter().flatten();
        let ids = |entry: &'a Value, name: &str| list(entry, name).filter_map(move |entry| text(entry, "id"));
        let group = |entry: &'a Value| Some((text(entry, "id")?, ids(entry, "modifiers").collect()));
        let item = |entry: &'a Value| Some((text(entry, "id")?, text(entry, "category").unwrap_or_default()));
        Self {
            format,
            categories: ids(document, "categories").collect(),
            groups: list(document, "modifier_groups").filter_map(group).collect(),
            items: list(document, "items").filter_map(item).collect(),
        }
    }

    fn category(&self, id: &str) -> Result<CategoryId, String> {
        found(self.categories.contains(id), id, "no category has the id")
    }

    fn group(&self, id: &str) -> Result<GroupId, String> {
        found(self.groups.contains_key(id), id, "no group has the id")
    }

    fn item(&self, id: &str) -> Result<ItemId, String> {
        found(self.items.contains_key(id), id, "no item has the id")
    }

    /// An item that can fill a slot of that category.
    fn item_of(&self, category: &str, id: &str) -> Result<ItemId, String> {
        let item = self.item(id)?;
        // A slot without a known category has its own fault.
        if !self.categories.contains(category) || self.items.get(id) == Some(&category) {
            return Ok(item);
        }
        Err(format!("{} is not in the slot's category, {}", quoted(id), quoted(category)))
    }

    /// A modifier of a group.
    fn modifier(&self, group: &str, id: &str) -> Result<ModifierId, String> {
        found(self.has(group, id), id, "this group has no modifier")
    }

    /// A modifier of the first of the groups that has it.
    fn modifier_of(&self, groups: &[GroupId], id: &str) -> Result<(GroupId, ModifierId), String> {
        let group = groups.iter().find(|group| self.has(group.as_str(), id));
        let none = || format!("no group of this item has a modifier {}", quoted(id));
        group.map(|group| (group.clone(), id.into())).ok_or_else(none)
    }

    fn has(&self, group: &str, modifier: &str) -> bool {
        self.groups.get(group).is_some_and(|modifiers| modifiers.contains(modifier))
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
        categories: categories(document),
        modifier_groups: groups(document, known),
        items: items(document, known),
        combos: combos(document, known),
        quantifiers: document.field("quantifiers").map(|words| quantifiers(&words)).unwrap_or_default(),
        index: Index::default(),
    };
    menu.index = Index {
        items: menu.items.iter().map(|item| item.id.clone()).zip(0..).collect(),
        combos: menu.combos.iter().map(|combo| combo.id.clone()).zip(0..).collect(),
        groups: menu.modifier_groups.iter().map(|group| group.id.clone()).zip(0..).collect(),
    };
    menu
}

fn categories<'a>(document: &Reader<'a>) -> Vec<Category> {
    let mut ids = BTreeSet::new();
    let category = |entry: Reader<'a>| Category {
        id: entry.own_id(&mut ids).into(),
        name: name(&entry),
        aliases: aliases(&entry),
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
    ModifierGroup { id: id.into(), name, aliases, min, max: max.unwrap_or(portions), default, modifiers }
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

/// The sizes of an item or a combo, and the default among them.
fn sizes<'a>(entry: &Reader<'a>, known: &Known<'_>) -> (Vec<Size>, Option<SizeId>) {
    let mut ids = BTreeSet::new();
    let size = |entry: Reader<'a>| Size {
        id: entry.own_id(&mut ids).into(),
        name: name(&entry),
        aliases: aliases(&entry),
        price: price(&entry),
        facts: known.format.facts(&entry),
        available: available(&entry),
    };
    let sizes = entries(entry.field("sizes"), ALIASES_MAX).map(size).collect();
    let default = entry.field("default_size").and_then(|field| {
        let id = field.text()?;
        if !ids.contains(id) {
            field.fault(format!("{} is none of the sizes", quoted(id)));
        }
        Some(id.into())
    });
    (sizes, default)
}

fn combos<'a>(document: &Reader<'a>, known: &Known<'_>) -> Vec<Combo> {
    let (mut ids, mut numbers) = (BTreeSet::new(), BTreeSet::new());
    let combo = |entry: Reader<'a>| {
        let id = entry.own_id(&mut ids).into();
        let (name, aliases) = (name(&entry), aliases(&entry));
        let number = entry.field("number").and_then(|field| {
            let number = field.number()?;
            if !numbers.insert(number) {
                field.fault(format!("{number} is the number of a combo before it"));
            }
            Some(number)
        });
        let main = reference(entry.required("main"), |item| known.item(item));
        let price = price(&entry);
        let slots = slots(&entry, known);
        let (sizes, default_size) = sizes(&entry, known);
        let facts = known.format.facts(&entry);
        Combo { id, name, aliases, number, main, price, slots, sizes, default_size, facts }
    };
    entries(document.field("combos"), ITEMS_MAX).map(combo).collect()
}

fn slots<'a>(entry: &Reader<'a>, known: &Known<'_>) -> Vec<Slot> {
    let mut ids = BTreeSet::new();
    let slot = |entry: Reader<'a>| {
        let id = entry.own_id(&mut ids).into();
        let category: CategoryId = reference(entry.required("category"), |category| known.category(category));
        let item_of = |item: &str| known.item_of(category.as_str(), item);
        let default = entry.field("default").map(|default| reference(Some(default), item_of));
        Slot { id, category, default }
    };
    entries(entry.field("slots"), ALIASES_MAX).map(slot).collect()
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

fn name(entry: &Reader<'_>) -> String {
    entry.required("name").map(|name| name.spoken()).unwrap_or_default()
}

fn aliases(entry: &Reader<'_>) -> Vec<String> {
    entry.field("aliases").map(|list| spoken(&list)).unwrap_or_default()
}

fn spoken(list: &Reader<'_>) -> Vec<String> {
    list.elements(ALIASES_MAX).iter().map(Reader::spoken).collect()
}

fn price(entry: &Reader<'_>) -> Money {
    entry.required("price").map(|price| price.decimal()).unwrap_or_default()
}

fn kind(entry: &Reader<'_>) -> Option<String> {
    entry.field("kind").map(|kind| kind.spoken())
}

fn available(entry: &Reader<'_>) -> bool {
    entry.field("available").is_none_or(|available| available.flag())
}

fn max_quantity(entry: &Reader<'_>) -> Option<u32> {
    entry.field("max_quantity").and_then(|quantity| quantity.positive())
}

fn entries<'a>(list: Option<Reader<'a>>, max: usize) -> impl Iterator<Item = Reader<'a>> {
    list.into_iter().flat_map(move |list| list.entries(max))
}

/// What one field refers to.
fn reference<T: for<'t> From<&'t str>>(
    field: Option<Reader<'_>>,
    resolve: impl Fn(&str) -> Result<T, String>,
) -> T {
    field.and_then(|field| resolved(&field, resolve)).unwrap_or_else(|| "".into())
}

/// What a list of an entry refers to, without duplicates.
fn references<T: PartialEq>(
    entry: &Reader<'_>,
    name: &str,
    resolve: impl Fn(&str) -> Result<T, String>,
) -> Vec<T> {
    let mut all = Vec::new();
    for element in entry.field(name).iter().flat_map(|list| list.elements(ALIASES_MAX)) {
        all.extend(resolved(&element, &resolve).filter(|one| !all.contains(one)));
    }
    all
}

/// The id if it exists, or else the text of a fault.
fn found<'t, T: From<&'t str>>(is_there: bool, id: &'t str, otherwise: &str) -> Result<T, String> {
    if is_there { Ok(id.into()) } else { Err(format!("{otherwise} {}", quoted(id))) }
}

fn resolved<T>(field: &Reader<'_>, resolve: impl Fn(&str) -> Result<T, String>) -> Option<T> {
    resolve(field.text()?).map_err(|unknown| field.fault(unknown)).ok()
}

#[cfg(test)]
mod tests;
