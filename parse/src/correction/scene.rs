//! What phrases say, held against the menu and what is on the order.

use fsm::ids::ItemId;
use fsm::order::{Amount, Description, Line, ModifierPick, Order, Which};

use super::atoms::Name;
use super::phrase::{Phrase, Piece};
use super::shape::Shape;
use crate::index::{Entry, ModifierAt};
use crate::language::{Cue, Edit, Word};
use crate::resolve::Context;
use crate::tokens::{self, Token};

/// What a correction is said of.
pub(super) struct Scene<'a> {
    pub(super) cx: Context<'a>,
    pub(super) order: Option<&'a Order>,
    pub(super) tokens: &'a [Token],
    /// Whether a choice is asked for, which most phrases would answer.
    pub(super) is_asked: bool,
}

impl Scene<'_> {
    /// Whether something on the order is named that the open question is not about.
    pub(in crate::correction) fn points_elsewhere(&self, shape: &Shape<'_>) -> bool {
        let asked = self.cx.question.and_then(|question| question.line_id);
        let other = |phrase: &Phrase| {
            let found = self.on_order(&phrase.named());
            let lines = self.lines().iter().filter(|line| Some(line.line_id) != asked);
            phrase.names_item()
                && found.is_some_and(|said| lines.into_iter().any(|line| said.fits(line, self.cx.menu)))
        };
        shape.pieces.iter().any(|piece| match piece {
            Piece::Phrase(phrase) => other(phrase) || phrase.of.as_deref().is_some_and(other),
            Piece::Mark(_) | Piece::Wish(..) => false,
        })
    }

    /// The lines of the order; none before there is one.
    pub(in crate::correction) fn lines(&self) -> &[Line] {
        self.order.map_or(&[], Order::lines)
    }

    /// The one line that is so.
    pub(in crate::correction) fn only_line(&self, is_so: impl Fn(&Line) -> bool) -> Option<&Line> {
        let mut lines = self.lines().iter().filter(|line| is_so(line));
        lines.next().filter(|_| lines.next().is_none())
    }

    /// The line last mentioned.
    pub(in crate::correction) fn last(&self) -> Option<&Line> {
        let order = self.order?;
        order.line(order.referent()?)
    }

    /// Whether what is named comes to what is there: "a large Coke too", "two more".
    pub(in crate::correction) fn comes_to_it(&self) -> bool {
        let language = self.cx.index.language();
        let comes = |role: &Word| matches!(role, Word::Edit(Edit::Also) | Word::Add);
        self.tokens.iter().any(|token| language.roles_by(token.id).iter().any(comes))
    }

    /// Whether the first word that is no manners has a role.
    pub(in crate::correction) fn begins_with(&self, word: Word) -> bool {
        let language = self.cx.index.language();
        let manners = |role: &Word| {
            matches!(role, Word::Filler | Word::And | Word::Cue(Cue::WeakYes | Cue::BackChannel { .. }))
        };
        let says = |token: &&Token| !language.roles_by(token.id).iter().any(manners);
        let first = self.tokens.iter().find(says);
        first.is_some_and(|first| language.roles_by(first.id).contains(&word))
    }

    pub(in crate::correction) fn text(&self, start: usize, end: usize) -> String {
        let words: Vec<&str> = self.tokens[start..end].iter().map(|token| token.word.as_str()).collect();
        words.join(" ")
    }

    /// What several phrases say of one thing.
    pub(in crate::correction) fn merged(&self, phrases: &[&Phrase]) -> Option<Description> {
        let mut all = Description::default();
        for phrase in phrases {
            let said = self.described(phrase)?;
            if !said.items.is_empty() {
                if !all.items.is_empty() {
                    return None;
                }
                all.items = said.items;
            }
            if !said.sizes.is_empty() {
                all.sizes = said.sizes;
            }
            all.category = all.category.or(said.category);
            all.quantity = said.quantity.or(all.quantity);
            all.modifiers.extend(said.modifiers);
            all.which = said.which.or(all.which);
        }
        Some(all)
    }

    /// What a phrase says of something that is wanted.
    pub(in crate::correction) fn described(&self, phrase: &Phrase) -> Option<Description> {
        let described = self.told(phrase)?;
        // A combo's name is no item's.
        let is_combo = |entry: &Entry| matches!(entry, Entry::Combo(_));
        let only_combos = phrase.item.as_ref().is_some_and(|name| name.entries.iter().all(is_combo));
        (!only_combos).then_some(described)
    }

    /// What a phrase says of something.
    pub(in crate::correction) fn told(&self, phrase: &Phrase) -> Option<Description> {
        if phrase.unwanted {
            return None;
        }
        let items = |entries: &[Entry]| {
            let plain: Vec<&Entry> = entries.iter().filter(|entry| matches!(entry, Entry::Item(_))).collect();
            let meant = if plain.is_empty() { entries.iter().collect() } else { plain };
            let mut ids: Vec<_> = meant
                .into_iter()
                .map(|entry| self.cx.menu.items[self.cx.index.main(*entry)].id.clone())
                .collect();
            ids.dedup();
            ids
        };
        let either = phrase.either.as_ref();
        let item = phrase.item.as_ref().or(either.filter(|_| phrase.ones));
        let mut modifiers: Vec<Vec<ModifierPick>> =
            phrase.picks.iter().map(|(any, amount, quantity)| self.picks(any, *amount, *quantity)).collect();
        if let (Some(either), false) = (either, phrase.ones) {
            modifiers.push(self.picks(&either.modifiers, Amount::Regular, 1));
        }
        let which =
            match (phrase.every || phrase.several || self.is_plural(phrase), phrase.other, phrase.place) {
                (true, ..) => Some(Which::Every),
                (_, true, _) => Some(Which::Other),
                (.., Some(place)) => Some(Which::Place(place)),
                _ => None,
            };
        let mut items = item.map(|name| items(&name.entries)).unwrap_or_default();
        let mut line_id = None;
        if phrase.combo && !items.is_empty() {
            // "the combo with the Sprite"
            let holds = |line: &&Line| line.combo.is_some() && items.iter().any(|item| line.holds(item));
            let mut combos = self.lines().iter().filter(holds);
            line_id = combos.next().filter(|_| combos.next().is_none()).map(|line| line.line_id);
        }
        if line_id.is_some() {
            items.clear();
        } else if phrase.combo && items.is_empty() {
            let combos: Vec<&Line> = self.lines().iter().filter(|line| line.combo.is_some()).collect();
            match combos.as_slice() {
                [] => return None,
                [one] => line_id = Some(one.line_id),
                several => items = several.iter().map(|line| line.item.clone()).collect(),
            }
        }
        Some(Description {
            line_id,
            items,
            category: phrase.category.map(|at| self.cx.menu.categories[at].id.clone()),
            sizes: phrase.sizes.clone(),
            quantity: phrase.number.filter(|_| !phrase.share),
            modifiers,
            which,
        })
    }

    /// Whether all that are called so are meant: "the cheeseburgers", but not "the fries".
    fn is_plural(&self, phrase: &Phrase) -> bool {
        if !phrase.definite || phrase.share {
            return false;
        }
        let counts = phrase.number.is_none() && phrase.place.is_none() && !phrase.ones;
        let Some(name) = phrase.item.as_ref() else {
            // "the drinks"
            let said = self.tokens[phrase.start..phrase.end].last();
            let language = self.cx.index.language();
            return counts
                && phrase.category.is_some()
                && said.is_some_and(|said| language.is_plural(&said.word));
        };
        let Some(said) = self.tokens[name.start..name.end].last() else { return false };
        let of_name = |entry: &Entry| {
            let name = &self.cx.menu.items[self.cx.index.main(*entry)].name;
            tokens::tokenize(self.cx.index.language(), name).iter().any(|part| part.word == said.word)
        };
        counts && said.word != said.fold && !name.entries.iter().any(of_name)
    }

    /// What is described that is on the order; the kind that it is of, if only that is there.
    pub(in crate::correction) fn on_order(&self, phrase: &Phrase) -> Option<Description> {
        let described = self.told(phrase)?;
        // "the regular one" is of no size, "the regular ones" of hot dogs, where small fries are called so too
        let by_form = phrase.sizes.is_empty() || phrase.regular;
        let so = Description { sizes: Vec::new(), ..described.clone() };
        if let Some(line) = self.only_one_so(phrase, &so).filter(|_| by_form) {
            return Some(Description::of_line(line.line_id));
        }
        if phrase.dressed && !phrase.sizes.is_empty() && !self.any_fits(&described) {
            return self.on_order(&Phrase { sizes: Vec::new(), ..phrase.clone() });
        }
        if self.any_fits(&described) {
            return Some(described);
        }
        let name = phrase.item.as_ref()?;
        let called = Description { items: self.called_so(name), ..described.clone() };
        if !called.items.is_empty() && self.any_fits(&called) {
            return Some(called);
        }
        let id = self.cx.menu.categories[name.category?].id.clone();
        let of_kind = Description { items: Vec::new(), category: Some(id), ..described };
        self.any_fits(&of_kind).then_some(of_kind)
    }

    /// What a line has of groups of which something must be chosen, other than what is wanted of them now.
    pub(in crate::correction) fn exchanged(&self, target: &Description, wanted: &Description) -> Description {
        let line = self.only_line(|line| target.fits(line, self.cx.menu));
        self.without_others(line, wanted)
    }

    /// The same of all lines of an item.
    pub(in crate::correction) fn exchanged_on_each(
        &self,
        item: &ItemId,
        wanted: &Description,
    ) -> Description {
        self.without_others(self.lines().iter().filter(|line| line.item == *item), wanted)
    }

    fn without_others<'l>(
        &self,
        lines: impl IntoIterator<Item = &'l Line>,
        wanted: &Description,
    ) -> Description {
        let now = |pick: &&ModifierPick| {
            wanted.modifiers.iter().flatten().filter(|now| now.group == pick.group).collect::<Vec<_>>()
        };
        let must_be =
            |pick: &&ModifierPick| self.cx.menu.group(&pick.group).is_some_and(|group| group.min > 0);
        let goes = |pick: &&ModifierPick| {
            let now = now(pick);
            !now.is_empty() && now.iter().all(|now| now.modifier != pick.modifier && now.amount != Amount::No)
        };
        let own = lines.into_iter().flat_map(|line| &line.modifiers);
        let own = own.filter(|pick| pick.amount != Amount::No).filter(must_be).filter(goes);
        Description { modifiers: own.map(|pick| vec![pick.clone()]).collect(), ..Description::default() }
    }

    /// The items on the order that have the words in their names: "the croissant" of a chocolate croissant.
    pub(in crate::correction) fn called_so(&self, name: &Name) -> Vec<ItemId> {
        let said = &self.tokens[name.start..name.end];
        let has_them = |item: &ItemId| {
            let words = self.cx.position(item).map(|item| self.cx.index.item_name(item)).unwrap_or_default();
            said.iter().all(|said| words.contains(&said.fold))
        };
        let parts = |line: &'_ Line| {
            let parts = line.components.iter().map(|part| part.item.clone());
            std::iter::once(line.item.clone()).chain(parts).collect::<Vec<_>>()
        };
        self.lines().iter().flat_map(parts).filter(has_them).collect()
    }

    /// What should not be: on the order, or said in vain.
    pub(in crate::correction) fn wrong(&self, phrase: &Phrase) -> Option<Description> {
        match self.on_order(phrase) {
            Some(found) => Some(found),
            None => self.described(phrase),
        }
    }

    pub(in crate::correction) fn is_on_order(&self, phrase: &Phrase) -> bool {
        self.on_order(&phrase.named()).is_some()
    }

    /// Whether something on the order has, as a choice, what can only be part of an item's name: the cream of a coffee.
    pub(in crate::correction) fn is_chosen(&self, phrase: &Phrase) -> bool {
        let choices = phrase.either.as_ref().map_or(&[][..], |name| &name.modifiers);
        let has = |own: &ModifierPick| {
            let at = self.cx.modifier_at(&own.group, &own.modifier);
            own.amount != Amount::No && at.is_some_and(|at| choices.contains(&at))
        };
        self.lines().iter().any(|line| line.modifiers.iter().any(has))
    }

    pub(in crate::correction) fn any_fits(&self, described: &Description) -> bool {
        self.lines().iter().any(|line| described.fits(line, self.cx.menu))
    }

    /// Whether there are so many of it: "all three lattes", "the two that have whipped cream".
    pub(in crate::correction) fn counts(&self, phrase: &Phrase, number: u32) -> bool {
        let one = phrase.without_number();
        let told_apart = phrase.describes() || phrase.plain || phrase.dressed;
        let described = match self.pointed_at(&one) {
            Some(so) if told_apart => self.on_order(&so),
            _ => self.on_order(&one.named()).or_else(|| self.described(&one.named())),
        };
        let Some(described) = described else { return false };
        let lines = self.lines().iter().filter(|line| described.fits(line, self.cx.menu));
        let told = phrase.every || phrase.definite && !phrase.share && told_apart;
        told && lines.map(|line| line.quantity).sum::<u32>() == number
    }

    pub(in crate::correction) fn picks(
        &self,
        any: &[ModifierAt],
        amount: Amount,
        quantity: u32,
    ) -> Vec<ModifierPick> {
        let pick = |(group, at): &ModifierAt| {
            let group = &self.cx.menu.modifier_groups[*group];
            // "the little burger" of a kids meal is no light one
            let must_be = group.min > 0 && amount == Amount::Light;
            let amount = if must_be { Amount::Regular } else { amount };
            ModifierPick {
                group: group.id.clone(),
                modifier: group.modifiers[*at].id.clone(),
                amount,
                quantity,
            }
        };
        if amount == Amount::No {
            return self.cx.index.with_kinds(any).iter().map(pick).collect();
        }
        any.iter().map(pick).collect()
    }
}
