//! What something contains that some must avoid. A rule, not a search: everything that is on it counts, and what the
//! menu does not say is said.

use super::Subject;
use super::fact::Allergens;
use super::plate::{self, Plate};
use crate::menu::{Allergen, Combo, Facts, Menu};
use crate::order::LineView;

impl Allergens {
    /// Nothing is known of it yet.
    fn begin(of: Subject, asked: &[Allergen]) -> Self {
        Self {
            of,
            asked: asked.to_vec(),
            contains: Vec::new(),
            may_contain: Vec::new(),
            unknown: Vec::new(),
            open: Vec::new(),
            depends: Vec::new(),
            unsure_choices: Vec::new(),
        }
    }

    /// Of what the menu says nothing about.
    pub(super) fn unknown(of: Subject, asked: &[Allergen]) -> Self {
        Self { unknown: vec![of.clone()], ..Self::begin(of, asked) }
    }

    /// Of an item, as it comes or with changes.
    pub(super) fn of_plate(of: Subject, asked: &[Allergen], plate: &Plate<'_>, menu: &Menu) -> Self {
        let mut found = Self::begin(of, asked);
        found.add_plate(plate, menu);
        found
    }

    /// Of a line of an order, with all of its components.
    pub fn of_line(line: &LineView, asked: &[Allergen], menu: &Menu) -> Self {
        let mut found = Self::begin(Subject::Line { line_id: line.line_id }, asked);
        let plates = Plate::of_line(line, menu);
        if plates.len() <= line.components.len() {
            // It is no longer on the menu.
            found.unknown.push(Subject::item(&line.item));
        }
        plates.iter().for_each(|plate| found.add_plate(plate, menu));
        if let Some(combo) = line.combo.as_ref().and_then(|id| menu.combo(id)) {
            found.add_own_of_combo(combo);
            let is_open = |id: &&crate::menu::Slot| line.components.iter().all(|part| part.slot != id.id);
            found.add_open_slots(combo.slots.iter().filter(is_open));
        }
        found
    }

    /// Of a combo as it comes.
    pub(super) fn of_combo(combo: &Combo, asked: &[Allergen], menu: &Menu) -> Self {
        let mut found = Self::begin(Subject::combo(&combo.id), asked);
        let defaults = combo.slots.iter().filter_map(|slot| slot.default.as_ref());
        for item in std::iter::once(&combo.main).chain(defaults).filter_map(|id| menu.item(id)) {
            found.add_plate(&Plate::new(item, combo.default_size.as_ref(), &[]), menu);
        }
        found.add_own_of_combo(combo);
        found.add_open_slots(combo.slots.iter().filter(|slot| slot.default.is_none()));
        found
    }

    /// Of a choice alone.
    pub(super) fn of_modifier(of: Subject, asked: &[Allergen], facts: &Facts) -> Self {
        let mut found = Self::begin(of.clone(), asked);
        found.add(facts.allergens.as_deref(), facts.may_contain.as_deref(), of);
        found
    }

    fn add_plate(&mut self, plate: &Plate<'_>, menu: &Menu) {
        let contains = plate.own(|facts| facts.allergens.as_deref());
        let may_contain = plate.own(|facts| facts.may_contain.as_deref());
        self.add(contains, may_contain, Subject::item(&plate.item.id));
        for (group, modifier) in plate.modifiers(menu) {
            let Facts { allergens, may_contain, .. } = &modifier.facts;
            self.add(allergens.as_deref(), may_contain.as_deref(), plate::part(group, modifier));
        }
        for group in plate.open_groups(menu) {
            self.open.push(Subject::Group { group: group.id.clone() });
            for modifier in &group.modifiers {
                let choice = Self::of_modifier(plate::part(group, modifier), &self.asked, &modifier.facts);
                if self.asked.is_empty() {
                    continue;
                }
                if !choice.hits().is_empty() || !choice.possible().is_empty() {
                    self.depends.push(choice.of);
                } else if !choice.unknown.is_empty() {
                    self.unsure_choices.push(choice.of);
                }
            }
        }
    }

    fn add_own_of_combo(&mut self, combo: &Combo) {
        extend(&mut self.contains, combo.facts.allergens.as_deref().unwrap_or_default());
        extend(&mut self.may_contain, combo.facts.may_contain.as_deref().unwrap_or_default());
    }

    fn add_open_slots<'s>(&mut self, slots: impl Iterator<Item = &'s crate::menu::Slot>) {
        let of = |slot: &crate::menu::Slot| Subject::Category { category: slot.category.clone() };
        self.open.extend(slots.map(of));
    }

    fn add(&mut self, contains: Option<&[Allergen]>, may_contain: Option<&[Allergen]>, part: Subject) {
        match contains {
            Some(contains) => extend(&mut self.contains, contains),
            None if self.unknown.contains(&part) => {}
            None => self.unknown.push(part),
        }
        extend(&mut self.may_contain, may_contain.unwrap_or_default());
    }
}

fn extend(all: &mut Vec<Allergen>, more: &[Allergen]) {
    for allergen in more {
        if !all.contains(allergen) {
            all.push(allergen.clone());
        }
    }
}
