//! Fields that several kinds of entries have.

use std::collections::BTreeSet;

use super::known::Known;
use crate::ids::SizeId;
use crate::menu::entries::Size;
use crate::money::Money;
use crate::reader::{Reader, quoted};

/// The most items, and the most entries of every other list of the menu itself.
pub(super) const ITEMS_MAX: usize = 5_000;
/// The most aliases of an entry, and the most entries of every other list within an entry.
pub(super) const ALIASES_MAX: usize = 500;
/// How many portions of a modifier an item can have if the menu does not say.
pub(super) const MODIFIER_QUANTITY_MAX_DEFAULT: u32 = 5;

/// The sizes of an item or a combo, and the default among them.
pub(super) fn sizes<'a>(entry: &Reader<'a>, known: &Known<'_>) -> (Vec<Size>, Option<SizeId>) {
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

pub(super) fn name(entry: &Reader<'_>) -> String {
    entry.required("name").map(|name| name.spoken()).unwrap_or_default()
}

pub(super) fn aliases(entry: &Reader<'_>) -> Vec<String> {
    entry.field("aliases").map(|list| spoken(&list)).unwrap_or_default()
}

pub(super) fn spoken(list: &Reader<'_>) -> Vec<String> {
    list.elements(ALIASES_MAX).iter().map(Reader::spoken).collect()
}

pub(super) fn price(entry: &Reader<'_>) -> Money {
    entry.required("price").map(|price| price.decimal()).unwrap_or_default()
}

pub(super) fn kind(entry: &Reader<'_>) -> Option<String> {
    entry.field("kind").map(|kind| kind.spoken())
}

pub(super) fn available(entry: &Reader<'_>) -> bool {
    entry.field("available").is_none_or(|available| available.flag())
}

pub(super) fn max_quantity(entry: &Reader<'_>) -> Option<u32> {
    entry.field("max_quantity").and_then(|quantity| quantity.positive())
}

pub(super) fn entries<'a>(list: Option<Reader<'a>>, max: usize) -> impl Iterator<Item = Reader<'a>> {
    list.into_iter().flat_map(move |list| list.entries(max))
}

/// What one field refers to.
pub(super) fn reference<T: for<'t> From<&'t str>>(
    field: Option<Reader<'_>>,
    resolve: impl Fn(&str) -> Result<T, String>,
) -> T {
    field.and_then(|field| resolved(&field, resolve)).unwrap_or_else(|| "".into())
}

/// What a list of an entry refers to, without duplicates.
pub(super) fn references<T: PartialEq>(
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

pub(super) fn resolved<T>(field: &Reader<'_>, resolve: impl Fn(&str) -> Result<T, String>) -> Option<T> {
    resolve(field.text()?).map_err(|unknown| field.fault(unknown)).ok()
}
