//! What of a menu is served when.

use jiff::civil::DateTime;

use super::bar::Bar;
use super::daypart::DayPart;
use super::entries::Menu;
use crate::ids::{DayPartId, ItemId};

impl Menu {
    /// The day part of that id.
    pub fn daypart(&self, id: &DayPartId) -> Option<&DayPart> {
        self.dayparts.iter().find(|part| part.id == *id)
    }

    /// The day parts that are, at that time.
    pub fn dayparts_on(&self, now: DateTime) -> Vec<DayPartId> {
        self.dayparts.iter().filter(|part| part.is_on(now)).map(|part| part.id.clone()).collect()
    }

    /// Serves what is served in one of these day parts, and what always is.
    pub fn serve(&mut self, on: &[DayPartId]) {
        let is_served = |parts: &[DayPartId]| parts.is_empty() || parts.iter().any(|part| on.contains(part));
        self.items.iter_mut().for_each(|item| item.served = is_served(&item.dayparts));
        self.combos.iter_mut().for_each(|combo| combo.served = is_served(&combo.dayparts));
    }

    /// Lets nobody have an item, and offers these instead; without any, what the menu names.
    pub fn bar(&mut self, item: &ItemId, bar: Bar, substitutes: Vec<ItemId>) {
        let Some(item) = self.items.iter_mut().find(|known| known.id == *item) else { return };
        item.barred = Some(bar);
        if !substitutes.is_empty() {
            item.substitutes = substitutes;
        }
    }
}
