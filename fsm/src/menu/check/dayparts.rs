//! Reads the parts of the day.

use std::collections::{BTreeMap, BTreeSet};

use super::fields::{ALIASES_MAX, entries};
use crate::ids::{CategoryId, DayPartId, ItemId};
use crate::menu::daypart::DayPart;
use crate::menu::entries::Menu;
use crate::reader::Reader;
use crate::times::{Span, clock, days, time};

pub(super) fn dayparts<'a>(document: &Reader<'a>) -> Vec<DayPart> {
    let mut ids = BTreeSet::new();
    let daypart = |entry: Reader<'a>| DayPart {
        id: entry.own_id(&mut ids).into(),
        days: entry.field("days").map(|list| days(&list, "day part")),
        span: span(&entry),
    };
    entries(document.field("dayparts"), ALIASES_MAX).map(daypart).collect()
}

/// From when to when; the whole day if neither is there.
fn span(entry: &Reader<'_>) -> Option<Span> {
    let (from, to) = (entry.field("from"), entry.field("to"));
    if from.is_some() != to.is_some() {
        let missing = if from.is_some() { "to" } else { "from" };
        entry.missing(missing, "is missing: a day part has both, or neither for the whole day");
    }
    let span = Span { from: time(&from?)?, until: time(to.as_ref()?)? };
    if let Some(to) = to.filter(|_| span.from == span.until) {
        to.fault(format!("is when it begins, {}: the day part never is", clock(span.from)));
    }
    Some(span)
}

/// An item that does not say when it is served is served with its category, a combo with its main item.
pub(super) fn settle(menu: &mut Menu) {
    let of_categories: BTreeMap<&CategoryId, &Vec<DayPartId>> =
        menu.categories.iter().map(|category| (&category.id, &category.dayparts)).collect();
    let open = menu.items.iter_mut().filter(|item| item.dayparts.is_empty());
    for item in open {
        item.dayparts = of_categories.get(&item.category).map(|parts| (*parts).clone()).unwrap_or_default();
    }
    let of_items: BTreeMap<&ItemId, &Vec<DayPartId>> =
        menu.items.iter().map(|item| (&item.id, &item.dayparts)).collect();
    let open = menu.combos.iter_mut().filter(|combo| combo.dayparts.is_empty());
    for combo in open {
        combo.dayparts = of_items.get(&combo.main).map(|parts| (*parts).clone()).unwrap_or_default();
    }
}
