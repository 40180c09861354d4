//! Sums up what a menu says of each item as it comes.

use crate::menu::as_it_comes::{AllChoices, AllergenSet, AsItComes};
use crate::menu::entries::{Item, Menu, Modifier, ModifierGroup};
use crate::menu::facts::{Allergen, Facts};

impl Menu {
    /// Finds out what the items are as they come.
    pub(super) fn sum_up(&mut self) {
        for group in &mut self.modifier_groups {
            group.all_choices = AllChoices::of(group);
        }
        let sums: Vec<AsItComes> = self.items.iter().map(|item| AsItComes::of(item, self)).collect();
        for (item, sum) in self.items.iter_mut().zip(sums) {
            item.as_it_comes = sum;
        }
    }
}

impl AllChoices {
    fn of(group: &ModifierGroup) -> Self {
        let mut all = Self::default();
        for modifier in &group.modifiers {
            let Facts { allergens, may_contain, .. } = &modifier.facts;
            all.is_unknown |= allergens.is_none();
            all.may_contain.add(AllergenSet::told(allergens.as_deref()));
            all.may_contain.add(AllergenSet::told(may_contain.as_deref()));
        }
        all
    }
}

impl AsItComes {
    fn of(item: &Item, menu: &Menu) -> Self {
        let size = item.default_size().map(|size| &size.facts);
        let own = |of: fn(&Facts) -> Option<&[Allergen]>| size.and_then(of).or_else(|| of(&item.facts));
        let mut sum = Self::default();
        sum.add(own(|facts| facts.allergens.as_deref()), own(|facts| facts.may_contain.as_deref()));
        let mut on_it = None;
        for at in item.modifier_groups.iter().filter_map(|id| menu.index.groups.get(id)) {
            let group = &menu.modifier_groups[*at];
            for Modifier { facts, .. } in group.modifiers.iter().filter(|one| item.comes_with(group, one)) {
                sum.add(facts.allergens.as_deref(), facts.may_contain.as_deref());
                on_it = on_it.max(facts.heat);
            }
            if group.min > 0 && !item.included.iter().any(|(of, _)| *of == group.id) {
                sum.groups_to_choose.push(*at);
            }
        }
        let heat = size.and_then(|facts| facts.heat).or(item.facts.heat);
        // What is not hot on it does not tell that it is not.
        sum.heat = heat.max(on_it.filter(|on_it| heat.is_some() || *on_it > 0));
        sum
    }

    fn add(&mut self, contains: Option<&[Allergen]>, may_contain: Option<&[Allergen]>) {
        self.is_unknown |= contains.is_none();
        self.contains.add(AllergenSet::told(contains));
        self.may_contain.add(AllergenSet::told(may_contain));
    }
}
