//! When things are served.

use super::{Fact, Subject};
use crate::ids::DayPartId;
use crate::menu::{Item, Menu};
use crate::order::Order;

/// When these are served; without parts of the day, always.
pub(super) fn times<'s>(of: impl IntoIterator<Item = &'s Subject>, order: &Order, menu: &Menu) -> Vec<Fact> {
    together(of.into_iter().filter_map(|subject| Some((subject, dayparts(subject, order, menu)?))))
}

/// When those are served that are not served now.
pub(super) fn later<'s>(of: impl IntoIterator<Item = &'s Subject>, menu: &Menu) -> Vec<Fact> {
    together(of.into_iter().filter_map(|subject| Some((subject, other_dayparts(subject, menu)?))))
}

/// Things of the same parts of the day are told together.
fn together<'m>(times: impl Iterator<Item = (&'m Subject, &'m [DayPartId])>) -> Vec<Fact> {
    let mut groups: Vec<(&[DayPartId], Vec<Subject>)> = Vec::new();
    for (subject, dayparts) in times {
        match groups.iter_mut().find(|(known, _)| *known == dayparts) {
            Some((_, things)) => things.push(subject.clone()),
            None => groups.push((dayparts, vec![subject.clone()])),
        }
    }
    let fact = |(dayparts, things): (&[DayPartId], _)| Fact::Served { things, dayparts: dayparts.to_vec() };
    groups.into_iter().map(fact).collect()
}

fn dayparts<'m>(subject: &Subject, order: &Order, menu: &'m Menu) -> Option<&'m [DayPartId]> {
    match subject {
        Subject::Item { item, .. } => menu.item(item).map(|item| item.dayparts.as_slice()),
        Subject::Combo { combo, .. } => menu.combo(combo).map(|combo| combo.dayparts.as_slice()),
        Subject::Category { category } => {
            menu.category(category).map(|category| category.dayparts.as_slice())
        }
        Subject::Line { line_id } => {
            menu.item(&order.line(*line_id)?.item).map(|item| item.dayparts.as_slice())
        }
        Subject::Modifier { .. } | Subject::Group { .. } => None,
    }
}

/// The parts of the day in which something is served; none if it is served now.
fn other_dayparts<'m>(subject: &Subject, menu: &'m Menu) -> Option<&'m [DayPartId]> {
    let later = |item: &'m Item| (!item.served).then_some(item.dayparts.as_slice());
    match subject {
        Subject::Item { item, .. } => menu.item(item).and_then(later),
        Subject::Combo { combo, .. } => {
            menu.combo(combo).filter(|combo| !combo.served).map(|combo| combo.dayparts.as_slice())
        }
        Subject::Category { category } => {
            let first = menu.items.iter().find(|item| item.category == *category)?;
            let is_later =
                menu.items_in(category).all(|item| !item.served && item.dayparts == first.dayparts);
            is_later.then_some(first.dayparts.as_slice())
        }
        // What is on the order was served when it was ordered.
        Subject::Line { .. } | Subject::Modifier { .. } | Subject::Group { .. } => None,
    }
}
