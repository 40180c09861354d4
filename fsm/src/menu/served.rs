//! What of a menu is served when.

use jiff::civil::DateTime;

use super::daypart::DayPart;
use super::entries::Menu;
use crate::ids::DayPartId;

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
}
