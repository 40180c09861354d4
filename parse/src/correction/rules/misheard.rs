//! What was written down for something else that was said: "I said a diet Coke", of a Coke.

use fsm::menu::Item;
use fsm::order::{Amount, Description, Line, ModifierPick};

use crate::correction::scene::Scene;
use crate::tokens;

impl Scene<'_> {
    /// What was written down for a choice that was said: the only one of that kind that was asked for with the line that
    /// was mentioned last, "caramel" for "I said vanilla".
    pub(in crate::correction) fn misheard_choice(
        &self,
        wanted: &Description,
    ) -> Option<(&Line, ModifierPick)> {
        let [any] = wanted.modifiers.as_slice() else { return None };
        let only = wanted.items.is_empty() && wanted.category.is_none() && wanted.sizes.is_empty();
        let line = self.last().filter(|line| only && self.can_be(line, wanted))?;
        let item = self.cx.menu.item(&line.item)?;
        let is_one = |own: &ModifierPick| any.iter().any(|pick| pick.modifier == own.modifier);
        let asked = |own: &&ModifierPick| {
            let of_kind = any.iter().any(|pick| pick.group == own.group && pick.amount != Amount::No);
            of_kind && own.amount != Amount::No && !item.includes(&own.group, &own.modifier)
        };
        let mut own = line.modifiers.iter().filter(asked);
        let wrong = own.next().filter(|wrong| !is_one(wrong) && own.next().is_none())?;
        Some((line, wrong.clone()))
    }

    /// What was written down for something that is not on the order: the only line of its kind with a word of its name,
    /// "Coke" for "I said diet Coke".
    pub(in crate::correction) fn misheard(&self, wanted: &Description) -> Option<Description> {
        let language = self.cx.index.language();
        let words = |item: &Item| tokens::tokenize(language, &item.name).into_iter().map(|word| word.fold);
        let wanted: Vec<&Item> = wanted.items.iter().filter_map(|id| self.cx.menu.item(id)).collect();
        let last = self.last().map(|line| line.line_id);
        let is_like = |line: &Line| {
            let item = self.cx.menu.item(&line.item);
            item.is_some_and(|item| {
                let shares = |other: &&Item| words(item).any(|word| words(other).any(|own| own == word));
                let of_kind = |other: &&Item| other.category == item.category || last == Some(line.line_id);
                wanted.iter().any(|other| of_kind(other) && shares(other))
            })
        };
        if wanted.iter().any(|item| self.order.is_some_and(|order| order.holds(&item.id))) {
            return None;
        }
        // "I meant a Sprite", of a Coke
        let of_kind = |line: &&Line| {
            let category = self.cx.menu.item(&line.item).map(|item| &item.category);
            !wanted.is_empty() && wanted.iter().all(|other| Some(&other.category) == category)
        };
        let line = self.only_line(is_like).or_else(|| self.last().filter(of_kind))?;
        Some(Description::of_line(line.line_id))
    }
}
