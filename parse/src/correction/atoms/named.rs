//! What an atom names of the menu.

use fsm::ids::{CategoryId, ComboId, GroupId, ItemId, ModifierId, SizeId};
use fsm::menu::Item;
use fsm::order::{Amount, ModifierPick};

use super::Atom;
use crate::index::{Entry, ModifierAt};
use crate::resolve::Context;

impl Atom {
    /// The sizes that it names.
    pub(crate) fn may_size(&self) -> &[SizeId] {
        &self.name.sizes
    }

    /// Whether it is what a kind of things is called: "drinks".
    pub(crate) fn is_the_kind(&self, cx: Context<'_>, kind: &CategoryId) -> bool {
        self.name.category.is_some_and(|at| cx.menu.categories[at].id == *kind)
    }

    /// Whether it names a size.
    pub(crate) fn sizes(&self) -> bool {
        !self.name.sizes.is_empty()
    }

    /// Whether it names an item by a whole name.
    pub(crate) fn names_item(&self) -> bool {
        self.name.whole && !self.name.entries.is_empty()
    }

    /// Whether an item may be called so.
    pub(crate) fn may_be(&self, cx: Context<'_>, item: &ItemId) -> bool {
        self.name.entries.iter().any(|entry| cx.menu.items[cx.index.main(*entry)].id == *item)
    }

    /// Whether a combo may be called so.
    pub(crate) fn may_be_combo(&self, cx: Context<'_>, combo: &ComboId) -> bool {
        let is_it = |entry: &Entry| matches!(entry, Entry::Combo(at) if cx.menu.combos[*at].id == *combo);
        self.name.entries.iter().any(is_it)
    }

    /// The item that it names, if it is one.
    pub(crate) fn only_item(&self, cx: Context<'_>) -> Option<ItemId> {
        let [Entry::Item(item)] = self.name.entries.as_slice() else { return None };
        Some(cx.menu.items[*item].id.clone())
    }

    /// Whether it may be a choice of an item.
    pub(crate) fn may_be_on(&self, cx: Context<'_>, item: &ItemId) -> bool {
        !self.name.modifiers.is_empty()
            && cx.position(item).is_some_and(|item| cx.index.allows(item, &self.name.modifiers))
    }

    /// Whether an item comes with the choice that it names.
    pub(crate) fn comes_with(&self, item: &Item, cx: Context<'_>) -> bool {
        self.included(item, cx).is_some()
    }

    /// The choice that it names and an item comes with, to be left off.
    pub(crate) fn left_off(&self, item: &Item, cx: Context<'_>) -> Option<ModifierPick> {
        let (group, modifier) = self.included(item, cx).map(|(group, one)| (group.clone(), one.clone()))?;
        Some(ModifierPick { group, modifier, amount: Amount::No, quantity: 1 })
    }

    /// The choices that it names.
    pub(crate) fn choices<'m>(&self, cx: Context<'m>) -> impl Iterator<Item = (&'m GroupId, &'m ModifierId)> {
        let groups = &cx.menu.modifier_groups;
        self.name.modifiers.iter().map(|(group, at)| (&groups[*group].id, &groups[*group].modifiers[*at].id))
    }

    /// The choices that it names of those that an item can have.
    pub(crate) fn choices_of<'m>(
        &self,
        cx: Context<'m>,
        item: &ItemId,
    ) -> impl Iterator<Item = (&'m GroupId, &'m ModifierId)> {
        let groups = &cx.menu.modifier_groups;
        let at = cx.position(item);
        let own =
            self.name.modifiers.iter().filter(move |one| at.is_some_and(|at| cx.index.allows(at, &[**one])));
        own.map(|(group, at)| (&groups[*group].id, &groups[*group].modifiers[*at].id))
    }

    /// The one choice of an item that it names.
    pub(crate) fn only_choice_of<'m>(
        &self,
        cx: Context<'m>,
        item: &ItemId,
    ) -> Option<(&'m GroupId, &'m ModifierId)> {
        let mut own = self.choices_of(cx, item);
        let first = own.next()?;
        own.all(|other| other == first).then_some(first)
    }

    fn included<'m>(&self, item: &Item, cx: Context<'m>) -> Option<(&'m GroupId, &'m ModifierId)> {
        self.choices(cx).find(|(group, modifier)| item.includes(group, modifier))
    }

    /// Whether it is a choice that an item must have one of.
    pub(crate) fn must_be_chosen(&self, cx: Context<'_>, item: &ItemId) -> bool {
        let must = |(group, _): &ModifierAt| cx.menu.modifier_groups[*group].min > 0;
        self.may_be_on(cx, item) && self.name.modifiers.iter().any(must)
    }

    /// The choices that it may be.
    pub(crate) fn modifiers(&self) -> &[ModifierAt] {
        &self.name.modifiers
    }

    /// Whether it may be a choice of something.
    pub(crate) fn has_choices(&self) -> bool {
        !self.name.modifiers.is_empty()
    }
}
