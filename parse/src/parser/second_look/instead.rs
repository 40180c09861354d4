//! Something in the place of what is there, in whatever words: "lose the Coke, Sprite please", "I asked for Sprite and you put
//! Coke".

use fsm::dialogue::{Act, Acts};
use fsm::ids::{CategoryId, ItemId, SizeId};
use fsm::menu::ModifierGroup;
use fsm::order::{Line, ModifierPick, NewLine, Op, Reason, Target, Unresolved};

use super::Heard;
use super::choices::changed;
use super::said::Said;
use crate::correction::Atom;
use crate::index::Entry;
use crate::language::{Edit, Word};
use crate::tokens::tokenize;

impl Said<'_> {
    /// What is named and not there takes the place of what is named and there, where both are of a kind.
    pub(super) fn in_its_place(&self, heard: Heard) -> Option<Op> {
        let mut named = self.atoms.iter().filter(|atom| atom.names());
        let (one, other) = (named.next()?, named.next()?);
        if named.next().is_some()
            || !matches!(heard, Heard::Added | Heard::NotThere | Heard::Nothing | Heard::Several)
        {
            return None;
        }
        let there = |atom: &Atom| self.lines().find(|line| atom.names_item() && self.names(atom, line));
        let (line, new) = match (there(one), there(other)) {
            (Some(line), None) => (line, other),
            (None, Some(line)) => (line, one),
            // "caprese, not the turkey", of a turkey pesto panini
            (None, None) => (self.denied_by_a_word(other)?, one),
            (Some(_), Some(_)) => return None,
        };
        let item = new.only_item(self.cx)?;
        let goes = |role| {
            matches!(
                role,
                Word::Remove | Word::InsteadOf | Word::Instead | Word::Edit(Edit::Over | Edit::Not)
            )
        };
        // "I said a Coke and a Sprite"
        let corrects = |role| matches!(role, Word::Correction | Word::Edit(Edit::Insist));
        let says_it = self.says(goes) || self.says(corrects) && !self.says(|role| role == Word::And);
        let adds = |role| matches!(role, Word::Another | Word::Edit(Edit::Also));
        let is_meant = self.kind(&item) == self.kind(&line.item) && says_it && !self.says(adds);
        is_meant.then(|| Op::Replace {
            target: Target::Line { line_id: line.line_id },
            with: self.like(line, item),
        })
    }

    /// The one line that a word denied right before it is of.
    fn denied_by_a_word(&self, atom: &Atom) -> Option<&Line> {
        let words: Vec<&str> = self.words(atom).iter().map(|token| token.fold.as_str()).collect();
        let has_them = |line: &&Line| {
            let item = self.cx.position(&line.item);
            item.is_some_and(|item| self.cx.index.is_named_with(Entry::Item(item), &words))
        };
        let adds = |role| {
            matches!(role, Word::And | Word::Add | Word::Another | Word::Want | Word::Edit(Edit::Also))
        };
        if self.says(adds) || self.is_for_somebody() {
            return None;
        }
        let mut lines = self.order.lines().iter().filter(has_them);
        let line = lines.next().filter(|_| lines.next().is_none())?;
        self.ends_before(atom, |role| matches!(role, Word::Edit(Edit::Not) | Word::InsteadOf)).then_some(line)
    }

    /// "Make that kids meal a burger one": what it must have one of, and is called so, is meant, and not the item.
    pub(super) fn as_what_it_comes_with(&self, acts: &Acts) -> Option<Op> {
        let [Act::Order { ops, unresolved }] = acts.acts.as_slice() else { return None };
        let ([Op::Replace { target, with }], true) = (ops.as_slice(), unresolved.is_empty()) else {
            return None;
        };
        if self.leaves_off() {
            return None;
        }
        let line = match target {
            Target::Item { item, .. } => self.lines().find(|line| line.item == *item)?,
            Target::Line { line_id } => self.order.line(*line_id)?,
            _ => self.last()?,
        };
        let of_it = |atom: &&Atom| atom.names_item() && atom.may_be(self.cx, &with.item);
        let last = self.words(self.atoms.iter().rfind(of_it)?).last()?;
        let item = self.cx.menu.item(&line.item).filter(|_| !self.is_of_a_kind(line, with))?;
        let must_be = |group: &&ModifierGroup| group.min > 0 && item.modifier_groups.contains(&group.id);
        let mut choices = self.cx.menu.modifier_groups.iter().filter(must_be).flat_map(|group| {
            let ends =
                |name: &str| tokenize(self.language, name).last().is_some_and(|word| word.fold == last.fold);
            let called = group.modifiers.iter().filter(move |one| ends(&one.name));
            called.map(|one| (group.id.clone(), one.id.clone()))
        });
        let (group, modifier) = choices.next().filter(|_| choices.next().is_none())?;
        Some(changed(line, ModifierPick::of(group, modifier)))
    }

    /// "Honey in place of the lavender", of a matcha latte that cannot have honey: what takes the place of a choice is none of
    /// another item.
    pub(super) fn cannot_replace_a_choice(&self, acts: &Acts) -> Option<Act> {
        let [Act::Order { ops, unresolved }] = acts.acts.as_slice() else { return None };
        let [Op::Correct(said)] = ops.as_slice() else { return None };
        let exchanges = |role| matches!(role, Word::InsteadOf | Word::Swap);
        if said.wanted.items.is_empty() || !unresolved.is_empty() || !self.says(exchanges) {
            return None;
        }
        let line = self.order.line(said.target.line_id?)?;
        let has = |atom: &&Atom| !self.names(atom, line) && self.without(atom, line).is_some();
        let gone = self.atoms.iter().find(has)?;
        // "a chai instead of the one with vanilla"
        let points = |role| matches!(role, Word::With | Word::Number(_));
        if self.says(points) {
            return None;
        }
        let mut others = self.atoms.iter().filter(|atom| atom.names() && atom.start() != gone.start());
        let wanted = others.next().filter(|_| others.next().is_none())?;
        let words: Vec<&str> = self.words(wanted).iter().map(|token| token.word.as_str()).collect();
        let (text, candidates) = (words.join(" "), Vec::new());
        let is_it = !wanted.may_be_on(self.cx, &line.item) && !self.names(wanted, line);
        let what = Unresolved { text, reason: Reason::NotAllowed, candidates, quantity: None };
        is_it.then(|| Act::Order { ops: Vec::new(), unresolved: vec![what] })
    }

    /// "Make it a hamburger" of a cheeseburger and fries: what takes the place of what was mentioned last, and is not like it,
    /// takes that of the one thing that is.
    pub(super) fn of_its_kind(&self, acts: &Acts) -> Option<Op> {
        let [Act::Order { ops, unresolved }, ..] = acts.acts.as_slice() else { return None };
        let ([Op::Replace { target: Target::Referent { .. }, with }], true) =
            (ops.as_slice(), unresolved.is_empty())
        else {
            return None;
        };
        let line = self.only_of_a_kind(with)?;
        let is_meant = !self.is_of_a_kind(self.last()?, with);
        let target = Target::Line { line_id: line.line_id };
        is_meant.then(|| Op::Replace { target, with: with.clone() })
    }

    /// "Make it oat", of a latte: what may be on the line mentioned last, and is not like it, takes the place of nothing.
    pub(super) fn as_a_choice(&self, acts: &Acts) -> Option<Op> {
        let [Act::Order { ops, unresolved }] = acts.acts.as_slice() else { return None };
        let ([Op::Replace { target: Target::Referent { .. }, with }], true) =
            (ops.as_slice(), unresolved.is_empty())
        else {
            return None;
        };
        let (line, (_, name)) = (self.last()?, self.only_name()?);
        let is_plain = NewLine { quantity: with.quantity, ..NewLine::of(with.item.clone()) } == *with;
        let (group, modifier) = name.only_choice_of(self.cx, &line.item)?;
        let (group, modifier) = (group.clone(), modifier.clone());
        let pick = ModifierPick::of(group, modifier);
        (is_plain && !self.is_of_a_kind(line, with)).then(|| changed(line, pick))
    }

    /// The one line that something new could be in the place of.
    pub(super) fn only_of_a_kind(&self, new: &NewLine) -> Option<&Line> {
        let mut like = self.order.lines().iter().filter(|line| self.is_of_a_kind(line, new));
        like.next().filter(|_| like.next().is_none())
    }

    fn is_of_a_kind(&self, line: &Line, new: &NewLine) -> bool {
        line.combo.is_none() && self.kind(&line.item) == self.kind(&new.item)
    }

    pub(super) fn kind(&self, item: &ItemId) -> Option<&CategoryId> {
        self.cx.menu.item(item).map(|item| &item.category)
    }

    /// As many of an item as there are of a line, of its size if it has that.
    pub(super) fn like(&self, line: &Line, item: ItemId) -> NewLine {
        let has = |size: &&SizeId| self.cx.menu.item(&item).is_some_and(|item| item.size(size).is_some());
        let size = line.size.as_ref().filter(has).cloned();
        NewLine { size, quantity: line.quantity, ..NewLine::of(item) }
    }
}
