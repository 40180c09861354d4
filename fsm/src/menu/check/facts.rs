//! Reads what a menu says of something besides its name and price.

use std::str::FromStr;

use strum::VariantArray;

use crate::menu::facts::{Allergen, Caffeine, Diet, Facts, KnownAllergen};
use crate::reader::{Reader, quoted};

/// The newest format of menus.
pub(super) const FORMAT_NEWEST: u32 = 2;
/// The most entries of a list of allergens or diets.
const FACTS_MAX: usize = 50;
/// The hottest that something can be.
const HEAT_MAX: u32 = 3;

/// How a menu is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Allergens are words of any kind.
    One,
    /// Allergens are those of the list, and kinds of them.
    Two,
}

impl Format {
    pub(super) fn of(document: &Reader<'_>) -> Self {
        let Some(field) = document.field("format") else { return Self::One };
        match field.number() {
            Some(1) => Self::One,
            Some(FORMAT_NEWEST) | None => Self::Two,
            Some(other) => {
                field.fault(format!("{other} is no format of menus: the newest is {FORMAT_NEWEST}"));
                Self::Two
            }
        }
    }

    pub(super) fn facts(self, entry: &Reader<'_>) -> Facts {
        let allergens = |name| entry.field(name).map(|list| self.allergens(&list));
        Facts {
            allergens: allergens("allergens"),
            may_contain: allergens("may_contain"),
            calories: entry.field("calories").and_then(|calories| calories.number()),
            diets: entry.field("diets").map(|list| diets(&list)),
            heat: entry.field("heat").and_then(|heat| heat_of(&heat)),
            caffeine: entry.field("caffeine").and_then(|field| caffeine(&field)),
        }
    }

    fn allergens(self, list: &Reader<'_>) -> Vec<Allergen> {
        match self {
            Self::One => {
                let words = list.elements(FACTS_MAX);
                distinct(words.iter().map(|word| Allergen::of(&word.spoken())))
            }
            Self::Two => distinct(list.elements(FACTS_MAX).iter().filter_map(listed)),
        }
    }
}

/// An allergen of the list, or a kind of one; a fault if it is neither.
fn listed(element: &Reader<'_>) -> Option<Allergen> {
    let allergen = Allergen::of(element.text()?);
    if allergen.known().is_none() {
        one_of(element, KnownAllergen::VARIANTS, "allergen");
        return None;
    }
    Some(allergen)
}

fn diets(list: &Reader<'_>) -> Vec<Diet> {
    distinct(list.elements(FACTS_MAX).iter().filter_map(|element| one_of(element, Diet::VARIANTS, "diet")))
}

fn heat_of(field: &Reader<'_>) -> Option<u8> {
    let heat = field.number()?;
    if heat > HEAT_MAX {
        field.fault(format!("{heat} is not from 0 to {HEAT_MAX}"));
    }
    u8::try_from(heat.min(HEAT_MAX)).ok()
}

fn caffeine(field: &Reader<'_>) -> Option<Caffeine> {
    let value = field.value();
    if value.is_boolean() {
        return Some(Caffeine::Has(field.flag()));
    }
    let milligrams = value.as_u64().and_then(|amount| u32::try_from(amount).ok());
    if milligrams.is_none() {
        field.fault("is not true, false, or a whole number of milligrams");
    }
    milligrams.map(Caffeine::Milligrams)
}

/// The entry of a list that a text names; a fault that names them all if it is none.
fn one_of<T: FromStr + ToString>(element: &Reader<'_>, all: &[T], what: &str) -> Option<T> {
    let text = element.text()?;
    let found = text.parse().ok();
    if found.is_none() {
        let names: Vec<String> = all.iter().map(T::to_string).collect();
        element.fault(format!("{} is no {what}: one of {}", quoted(text), names.join(", ")));
    }
    found
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for one in all {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}
