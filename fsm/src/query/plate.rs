//! Something to eat or drink as it would be handed out: an item with everything that is on it.

use super::Subject;
use crate::ids::{GroupId, SizeId};
use crate::menu::{Caffeine, Facts, Item, Menu, Modifier, ModifierGroup, Size};
use crate::order::{Amount, LineView, ModifierPick};

/// An item as it comes, with what was changed about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plate<'a> {
    pub item: &'a Item,
    pub size: Option<&'a Size>,
    pub picks: &'a [ModifierPick],
}

impl<'a> Plate<'a> {
    /// An item as it comes in a size, or in its default size.
    pub(super) fn new(item: &'a Item, size: Option<&SizeId>, picks: &'a [ModifierPick]) -> Self {
        let size = size.and_then(|id| item.size(id)).or_else(|| item.default_size());
        Self { item, size, picks }
    }

    /// All plates of a line: the item, or the main of the combo and its components.
    pub(super) fn of_line(line: &'a LineView, menu: &'a Menu) -> Vec<Self> {
        let main = menu.item(&line.item).map(|item| Self::new(item, line.size.as_ref(), &line.modifiers));
        let parts = line
            .components
            .iter()
            .filter_map(|part| Some(Self::new(menu.item(&part.item)?, part.size.as_ref(), &part.modifiers)));
        main.into_iter().chain(parts).collect()
    }

    /// What the menu says of the item; a size's own word stands in the item's place.
    pub(super) fn own<T>(&self, of: impl Fn(&'a Facts) -> Option<T>) -> Option<T> {
        self.size.and_then(|size| of(&size.facts)).or_else(|| of(&self.item.facts))
    }

    /// What is on it: included, by default or chosen, and not taken off.
    pub(super) fn modifiers(&self, menu: &'a Menu) -> Vec<(&'a ModifierGroup, &'a Modifier)> {
        let groups = self.item.modifier_groups.iter().filter_map(|id| menu.group(id));
        let all = groups.flat_map(|group| group.modifiers.iter().map(move |modifier| (group, modifier)));
        all.filter(|(group, modifier)| self.has(group, modifier)).collect()
    }

    fn has(&self, group: &ModifierGroup, modifier: &Modifier) -> bool {
        if let Some(pick) = self.pick(group, modifier) {
            return pick.amount != Amount::No;
        }
        // What was chosen instead takes the place of a default where there is one place only.
        let is_replaced = || group.max == 1 && self.chooses_of(&group.id);
        self.item.includes(&group.id, &modifier.id) || group.default.contains(&modifier.id) && !is_replaced()
    }

    fn pick(&self, group: &ModifierGroup, modifier: &Modifier) -> Option<&'a ModifierPick> {
        self.picks.iter().find(|pick| pick.group == group.id && pick.modifier == modifier.id)
    }

    fn chooses_of(&self, group: &GroupId) -> bool {
        self.picks.iter().any(|pick| pick.group == *group && pick.amount != Amount::No)
    }

    /// The groups that the customer must still choose from.
    pub(super) fn open_groups(&self, menu: &'a Menu) -> Vec<&'a ModifierGroup> {
        let groups = self.item.modifier_groups.iter().filter_map(|id| menu.group(id));
        let is_open = |group: &&ModifierGroup| {
            let included = self.item.included.iter().any(|(of, _)| *of == group.id);
            group.is_required() && !included && !self.chooses_of(&group.id)
        };
        groups.filter(is_open).collect()
    }

    /// In kilocalories; `None` where the menu leaves out any part of it. What comes with an item is in its number.
    pub(super) fn calories(&self, menu: &Menu) -> Option<u32> {
        let mut sum = i64::from(self.own(|facts| facts.calories)?);
        for pick in self.picks {
            let group = menu.group(&pick.group)?;
            let modifier = group.modifier(&pick.modifier)?;
            let comes = self.item.includes(&group.id, &modifier.id) || group.default.contains(&modifier.id);
            let portions = match pick.amount {
                Amount::No => 0,
                Amount::Regular | Amount::Light | Amount::Side => i64::from(pick.quantity),
                Amount::Extra => i64::from(pick.quantity) + i64::from(comes),
            };
            let more = portions - i64::from(comes);
            if more != 0 {
                sum += more * i64::from(modifier.facts.calories?);
            }
        }
        u32::try_from(sum.max(0)).ok()
    }

    /// Of the item or of what makes it hotter.
    pub(super) fn heat(&self, menu: &Menu) -> Option<u8> {
        let own = self.own(|facts| facts.heat);
        let added = self.modifiers(menu).iter().filter_map(|(_, modifier)| modifier.facts.heat).max();
        // What is not hot on it does not tell that it is not.
        own.max(added.filter(|heat| own.is_some() || *heat > 0))
    }

    /// Its caffeine; where the menu says it of what was chosen only, that of the choice.
    pub(super) fn caffeine(&self, menu: &'a Menu) -> Option<Caffeine> {
        let chosen = || self.modifiers(menu).into_iter().filter_map(|(_, modifier)| modifier.facts.caffeine);
        let picked = || chosen().find(|caffeine| caffeine.is_any()).or_else(|| chosen().next());
        self.own(|facts| facts.caffeine).or_else(|| picked().filter(|_| !self.picks.is_empty()))
    }

    /// As a subject.
    pub(super) fn subject(&self) -> Subject {
        let item = self.item.id.clone();
        Subject::Item { item, size: self.size.map(|size| size.id.clone()), modifiers: self.picks.to_vec() }
    }
}

/// A modifier as a subject.
pub(super) fn part(group: &ModifierGroup, modifier: &Modifier) -> Subject {
    Subject::Modifier { group: group.id.clone(), modifier: modifier.id.clone() }
}
