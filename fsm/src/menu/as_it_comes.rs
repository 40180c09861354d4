//! What the menu says of an item as it comes, of the item and of everything on it together. It is found out once, when
//! the menu is checked, so that a question about every item looks at none of them in detail.

use super::facts::{Allergen, KnownAllergen};

/// Allergens of the list, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AllergenSet(u32);

impl AllergenSet {
    /// Those that something with one of these is not for: wheat has gluten. A word of a menu that is of none of the list is left out.
    pub(super) fn told(allergens: Option<&[Allergen]>) -> Self {
        let known = allergens.unwrap_or_default().iter().filter_map(Allergen::known);
        Self(known.fold(0, |set, one| set | bit(one) | bit_of_gluten(one)))
    }

    /// Those that somebody must avoid; `None` where they are asked for by a word that is not of the list, or all are.
    pub(crate) fn avoided(allergens: &[Allergen]) -> Option<Self> {
        let mut set = Self::default();
        for allergen in allergens {
            let Allergen::Known(known) = allergen else { return None };
            set.0 |= bit(*known);
        }
        (!allergens.is_empty()).then_some(set)
    }

    /// Whether they have one in common.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

const fn bit(allergen: KnownAllergen) -> u32 {
    1 << allergen as u32
}

const fn bit_of_gluten(allergen: KnownAllergen) -> u32 {
    if matches!(allergen, KnownAllergen::Wheat) { bit(KnownAllergen::Gluten) } else { 0 }
}

/// An item as it comes, in its default size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AsItComes {
    /// What is in it.
    pub(crate) contains: AllergenSet,
    /// What may have got into it.
    pub(crate) may_contain: AllergenSet,
    /// Whether the menu leaves out of some part what it contains.
    pub(crate) is_unknown: bool,
    /// How hot it is, or what is on it.
    pub(crate) heat: Option<u8>,
    /// Where the groups are that must be chosen from and of which nothing is included.
    pub(crate) groups_to_choose: Vec<usize>,
}

/// All choices of a group together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AllChoices {
    /// What is, or may be, in one of them.
    pub(crate) may_contain: AllergenSet,
    /// Whether the menu leaves out of one of them what it contains.
    pub(crate) is_unknown: bool,
}
