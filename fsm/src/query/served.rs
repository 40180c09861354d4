//! When things are served that are not served now.

use super::{Fact, Subject};
use crate::ids::DayPartId;
use crate::menu::{Item, Menu};

/// When those are served that are not served now; things of the same parts of the day together.
pub(super) fn later<'s>(of: impl IntoIterator<Item = &'s Subject>, menu: &Menu) -> Vec<Fact> {
    let mut groups: Vec<(&[DayPartId], Vec<Subject>)> = Vec::new();
    for subject in of {
        let Some(dayparts) = other_dayparts(subject, menu) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == dayparts) {
            Some((_, things)) => things.push(subject.clone()),
            None => groups.push((dayparts, vec![subject.clone()])),
        }
    }
    let fact = |(dayparts, things): (&[DayPartId], _)| Fact::Served { things, dayparts: dayparts.to_vec() };
    groups.into_iter().map(fact).collect()
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
