//! Reads combos.

use std::collections::BTreeSet;

use super::fields::{ALIASES_MAX, ITEMS_MAX, aliases, entries, name, price, reference, references, sizes};
use super::known::Known;
use crate::ids::CategoryId;
use crate::menu::entries::{Combo, Slot};
use crate::reader::Reader;

pub(super) fn combos<'a>(document: &Reader<'a>, known: &Known<'_>) -> Vec<Combo> {
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
        let dayparts = references(&entry, "dayparts", |part| known.daypart(part));
        Combo {
            id,
            name,
            aliases,
            number,
            main,
            price,
            slots,
            sizes,
            default_size,
            facts,
            dayparts,
            served: true,
        }
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
