//! How an item as it comes is for somebody who must avoid something. A question which items are free of something asks it of
//! every item, so it is answered from what was found out when the menu was checked.

use super::fact::Allergens;
use super::plate::Plate;
use crate::menu::{Allergen, AllergenSet, Item, Menu};

/// What an item as it comes does to somebody who must avoid some allergens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Risk {
    /// Whether it contains one of them.
    pub contains: bool,
    /// Whether one of them may have got into it.
    pub may_contain: bool,
    /// Whether one of them is, or may be, in a choice that is still to be made.
    pub depends: bool,
    /// Whether the menu leaves out of something what it contains.
    pub is_unsure: bool,
}

impl Risk {
    pub(super) fn of(item: &Item, avoided: &[Allergen], menu: &Menu) -> Self {
        match AllergenSet::avoided(avoided) {
            Some(avoided) => Self::of_known(item, avoided, menu),
            None => Self::of_plate(&Plate::new(item, None, &[]), avoided, menu),
        }
    }

    /// Whether it is known to have none of them. A choice that is open leaves it open.
    pub(super) const fn is_none(self) -> bool {
        !self.contains && !self.may_contain && !self.depends && !self.is_unsure
    }

    fn of_known(item: &Item, avoided: AllergenSet, menu: &Menu) -> Self {
        let sum = &item.as_it_comes;
        let mut risk = Self {
            contains: sum.contains.meets(avoided),
            may_contain: sum.may_contain.meets(avoided),
            depends: false,
            is_unsure: sum.is_unknown,
        };
        for group in item.groups_to_choose(menu) {
            risk.depends |= group.all_choices.may_contain.meets(avoided);
            risk.is_unsure |= group.all_choices.is_unknown;
        }
        risk
    }

    /// By everything that is on it, one after the other.
    fn of_plate(plate: &Plate<'_>, avoided: &[Allergen], menu: &Menu) -> Self {
        let found = Allergens::of_plate(plate.subject(), avoided, plate, menu);
        Self {
            contains: !found.hits().is_empty(),
            may_contain: !found.possible().is_empty(),
            depends: !found.depends.is_empty(),
            is_unsure: found.is_unsure(),
        }
    }
}

#[cfg(test)]
mod tests;
