//! Matches the acts of an agent with the words: each run of words is claimed once, by what it belongs to.
//!
//! This file is long because every kind of edit claims words of its own, and the claims call one another.

use fsm::dialogue::{Act, Why};
use fsm::ids::{ComboId, ItemId, LineId, SizeId};
use fsm::menu::Item;
use fsm::order::{Amount, ComponentPick, Line, Modification, ModifierPick, NewLine, Op, Order, Target};
use fsm::query::Asking;

use crate::evidence::Evidence;
use crate::evidence::parts::Part;
use crate::index::Entry;
use crate::language::Word;
use crate::reading::lattice::Role;

/// At how many places a name is tried, if it was said several times.
const PLACES_MAX: usize = 8;

/// The claims so far. Continues after a fault, so that valid claims can be counted.
#[derive(Clone)]
pub(crate) struct Claims<'e, 'a> {
    evidence: &'e Evidence<'a>,
    /// The runs that are claimed.
    pub used: Vec<bool>,
    /// The first claim that does not hold.
    pub fault: Option<Why>,
}

/// The name that the words of a claim belong to, if any.
type Owner = Option<usize>;

impl<'e, 'a> Claims<'e, 'a> {
    pub fn of(evidence: &'e Evidence<'a>, acts: &[Act]) -> Self {
        let mut claims = Self { evidence, used: vec![false; evidence.parts.len()], fault: None };
        acts.iter().for_each(|act| claims.act(act));
        claims
    }

    fn act(&mut self, act: &Act) {
        match act {
            Act::Order { ops, unresolved } => {
                if !unresolved.is_empty() {
                    self.fail(Why::Unknown);
                }
                ops.iter().for_each(|op| self.op(op));
            }
            Act::MenuQuestion(Asking { topic, items, .. }) => {
                self.must(self.find(|part| part.is(|role| *role == Role::Word(Word::Topic(*topic)))));
                items.iter().for_each(|item| self.named(item, |_, _| {}));
            }
            // Only its own words answer what the house asks.
            Act::Answer { .. } => self.fail(Why::NotSaid),
            plain => {
                let says = |part: &Part| {
                    // A "no" before a name is of the name.
                    part.about.is_none()
                        && part
                            .is(|role| matches!(role, Role::Word(Word::Cue(cue)) if cue.says(plain.kind())))
                };
                while let Some(at) = self.find(says) {
                    self.used[at] = true;
                }
            }
        }
    }

    fn op(&mut self, op: &Op) {
        match op {
            // Only the customer's own words may remove the whole order.
            Op::Remove { target: Target::All { .. }, .. }
            | Op::Replace { target: Target::All { .. }, .. } => {
                self.fail(Why::NotSaid);
            }
            Op::Add(line) => self.line(line, |claims, name| {
                // "Make the coke large" adds none.
                if claims.stands_by(Some(name), |role| matches!(role, Role::Word(Word::Make | Word::Should)))
                {
                    claims.fail(Why::NotSaid);
                }
            }),
            Op::Remove { target, quantity } => self.target(target, |claims, place| {
                claims.goes(place);
                if let Some(quantity) = quantity {
                    claims.number(place, *quantity);
                }
            }),
            Op::Modify(change) => self.target(&change.target, |claims, place| claims.change(change, place)),
            Op::Replace { target, with } => {
                self.target(target, |claims, place| {
                    if place.is_some() {
                        claims.goes(place);
                    }
                });
                self.line(with, |claims, name| {
                    let instead = |role: &Role| {
                        matches!(role, Role::Word(Word::Instead | Word::Correction | Word::Swap))
                    };
                    let said = |part: &Part| part.of.is_none_or(|of| of == name) && part.is(instead);
                    match claims.find(said) {
                        Some(at) => claims.used[at] = true,
                        None if matches!(target, Target::Item { .. }) => {}
                        None => claims.fail(Why::NotSaid),
                    }
                });
            }
            // A model says what should be done; what a correction means is for the grammar.
            Op::Correct(_) | Op::Clear => self.fail(Why::NotSaid),
        }
    }

    /// What is removed must be named right after the removing word, or have that word to itself.
    fn goes(&mut self, place: Owner) {
        let takes = |role: &Role| matches!(role, Role::Word(Word::Remove | Word::Clear | Word::Off));
        let ends = |role: &Role| matches!(role, Role::Word(Word::Negation | Word::Swap | Word::InsteadOf));
        let takes_it = |part: &Part| match part.about {
            Some(about) => Some(about) == place && (part.is(takes) || part.is(ends)),
            None => part.of == place && part.is(takes),
        };
        self.must(self.find(takes_it));
        // "Remove the fries from my order" has two such words.
        while let Some(at) = self.find(takes_it) {
            self.used[at] = true;
        }
    }

    fn line(&mut self, line: &NewLine, besides: impl Fn(&mut Self, usize)) {
        let Some(item) = self.evidence.utterance.book.menu.item(&line.item) else {
            return self.fail(Why::Unknown);
        };
        self.named(&line.item, |claims, name| {
            besides(claims, name);
            let place = Some(name);
            let is_combo = |role: &Role| matches!(role, Role::Word(Word::Combo));
            match (claims.combos_of(name), &line.combo) {
                (Some(named), Some(combo)) if named.contains(&combo) => {}
                (Some(_), _) => claims.fail(Why::NotSaid),
                (None, Some(_)) => claims.must(claims.find(|part| part.of == place && part.is(is_combo))),
                (None, None) => {}
            }
            claims.number(place, line.quantity);
            let (size, combo) = (line.size.as_ref(), line.combo.as_ref());
            claims.details(place, item, combo, size, &line.modifiers, &line.components);
        });
    }

    /// The combos that a name means, if it means nothing else.
    fn combos_of(&self, name: usize) -> Option<Vec<&'a ComboId>> {
        let Role::Entry { entries, .. } = &self.evidence.parts[name].meanings[0].role else { return None };
        let menu = &self.evidence.utterance.book.menu;
        let combos = entries.iter().map(|entry| match entry {
            Entry::Combo(at) => Some(&menu.combos[*at].id),
            Entry::Item(_) => None,
        });
        combos.collect()
    }

    fn change(&mut self, change: &Modification, place: Owner) {
        for number in [change.quantity, change.split].into_iter().flatten() {
            let said = self.find_number(place, number);
            // 0 would remove the line.
            self.must(said.filter(|_| number > 0));
        }
        let menu = &self.evidence.utterance.book.menu;
        if let Some(combo) = &change.combo {
            let is_combo = |role: &Role| matches!(role, Role::Word(Word::Combo));
            self.must(self.find(|part| part.of == place && part.is(is_combo)));
            if menu.combo(combo).is_none() {
                self.fail(Why::Unknown);
            }
        }
        // "A large coke" is another one, whatever is on the order.
        let is_new = |role: &Role| matches!(role, Role::Number(_) | Role::Word(Word::Article));
        if let Some(name) = place
            && self.evidence.parts[..name].iter().any(|part| part.of == place && part.is(is_new))
        {
            self.fail(Why::NotSaid);
        }
        let before = self.clone();
        for line in self.targeted(&change.target) {
            // The same words are of each of the lines.
            self.used.clone_from(&before.used);
            let Some(item) = menu.item(&line.item) else { return self.fail(Why::Unknown) };
            let combo = change.combo.as_ref().or(line.combo.as_ref());
            self.details(place, item, combo, change.size.as_ref(), &change.modifiers, &change.components);
        }
    }

    /// The order's lines that a target means.
    fn targeted(&mut self, target: &Target) -> Vec<&'a Line> {
        let found: Vec<&Line> = match self.evidence.utterance.order {
            None => Vec::new(),
            Some(order) => {
                let of_id = |id: LineId| order.line(id).into_iter().collect();
                match target {
                    Target::Line { line_id } => of_id(*line_id),
                    Target::Referent { .. } => order.referent().map(of_id).unwrap_or_default(),
                    Target::Item { item, .. } => {
                        order.lines().iter().filter(|line| line.item == *item).collect()
                    }
                    Target::All { .. } => order.lines().iter().collect(),
                    Target::Described { .. } => Vec::new(),
                }
            }
        };
        if found.is_empty() {
            self.fail(Why::Unknown);
        }
        found
    }

    /// An existing line: named, or the one that is spoken of.
    fn target(&mut self, target: &Target, then: impl Fn(&mut Self, Owner)) {
        let lines = self.targeted(target);
        match target {
            Target::Referent { .. } => then(self, None),
            Target::Described { .. } => self.fail(Why::NotSaid),
            Target::Item { item, ordinal } => {
                if ordinal.is_some() {
                    let is_so_many_th = |role: &Role| matches!(role, Role::Word(Word::Ordinal(said)) if Some(*said) == *ordinal);
                    self.must(self.find(|part| part.is(is_so_many_th)));
                }
                self.named(item, |claims, name| then(claims, Some(name)));
            }
            Target::Line { line_id } => {
                let utterance = &self.evidence.utterance;
                let asked = utterance.question.and_then(|question| question.line_id);
                let referent = utterance.order.and_then(Order::referent);
                match lines.first() {
                    Some(_) if asked == Some(*line_id) || referent == Some(*line_id) => then(self, None),
                    Some(line) => self.named(&line.item, |claims, name| then(claims, Some(name))),
                    None => {}
                }
            }
            Target::All { except, .. } => {
                let is_all = |role: &Role| matches!(role, Role::Word(Word::All | Word::Both));
                self.must(self.find(|part| part.is(is_all)));
                let excepted = |claims: &mut Self, name: usize| {
                    let is_except = |role: &Role| matches!(role, Role::Word(Word::Except));
                    claims.must(claims.find(|part| part.about == Some(name) && part.is(is_except)));
                };
                except.iter().for_each(|target| match target {
                    Target::Item { item, .. } => self.named(item, excepted),
                    Target::Line { .. }
                    | Target::Referent { .. }
                    | Target::Described { .. }
                    | Target::All { .. } => {
                        self.fail(Why::NotSaid);
                    }
                });
                then(self, None);
            }
        }
    }

    fn details(
        &mut self,
        place: Owner,
        item: &Item,
        combo: Option<&ComboId>,
        size: Option<&SizeId>,
        modifiers: &[ModifierPick],
        components: &[ComponentPick],
    ) {
        let menu = &self.evidence.utterance.book.menu;
        let of = combo.and_then(|id| menu.combo(id)).filter(|combo| combo.main == item.id);
        if combo.is_some() && of.is_none() {
            return self.fail(Why::Unknown);
        }
        if let Some(size) = size {
            let has = of.map_or(item.size(size).is_some(), |combo| combo.size(size).is_some());
            self.size(place, has, size);
        }
        modifiers.iter().for_each(|pick| self.modifier(place, item, pick));
        for part in components {
            let slot = of.and_then(|combo| combo.slot(&part.slot));
            let item =
                slot.and_then(|slot| menu.item(&part.item).filter(|item| item.category == slot.category));
            let Some(item) = item else { return self.fail(Why::Unknown) };
            self.named(&part.item, |claims, name| {
                if let Some(size) = &part.size {
                    claims.size(Some(name), item.size(size).is_some(), size);
                }
                part.modifiers.iter().for_each(|pick| claims.modifier(Some(name), item, pick));
            });
        }
    }

    fn size(&mut self, place: Owner, has: bool, size: &SizeId) {
        if !has {
            return self.fail(Why::Unknown);
        }
        let is_size = |role: &Role| matches!(role, Role::Size(sizes) if sizes.contains(size));
        self.must(self.find(|part| part.of == place && part.is(is_size)));
    }

    fn modifier(&mut self, place: Owner, item: &Item, pick: &ModifierPick) {
        let menu = &self.evidence.utterance.book.menu;
        let known = item.modifier_groups.contains(&pick.group)
            && menu.group(&pick.group).is_some_and(|group| group.modifier(&pick.modifier).is_some());
        if !known {
            return self.fail(Why::Unknown);
        }
        let is_modifier = |role: &Role| {
            let Role::Modifier(modifiers) = role else { return false };
            modifiers.iter().any(|(group, at)| {
                let group = &menu.modifier_groups[*group];
                group.id == pick.group && group.modifiers[*at].id == pick.modifier
            })
        };
        let Some(at) = self.find(|part| part.of == place && part.is(is_modifier)) else {
            return self.fail(Why::NotSaid);
        };
        self.used[at] = true;
        let is_amount = |role: &Role| match pick.amount {
            Amount::Regular => false,
            Amount::No => {
                matches!(
                    role,
                    Role::Amount(Amount::No) | Role::Word(Word::Negation | Word::Remove | Word::Off)
                )
            }
            Amount::Extra | Amount::Light | Amount::Side => {
                matches!(role, Role::Amount(said) if *said == pick.amount)
            }
        };
        if pick.amount != Amount::Regular {
            self.must(self.find(|part| part.about == Some(at) && part.is(is_amount)));
        }
        if pick.quantity != 1 {
            let times = |role: &Role| match role {
                Role::Word(Word::Times(said)) | Role::Number(said) => *said == pick.quantity,
                _ => false,
            };
            self.must(self.find(|part| part.about == Some(at) && part.is(times)));
        }
    }

    /// The quantity of a line; 1 needs no word.
    fn number(&mut self, place: Owner, number: u32) {
        match self.find_number(place, number) {
            Some(at) => self.used[at] = true,
            None if number == 1 => {}
            None => self.fail(Why::NotSaid),
        }
    }

    /// A number that counts this name and nothing else.
    fn find_number(&self, place: Owner, number: u32) -> Option<usize> {
        let is_number = |role: &Role| matches!(role, Role::Number(said) if *said == number);
        self.find(|part| {
            part.of == place && part.about.is_none_or(|about| Some(about) == place) && part.is(is_number)
        })
    }

    /// Claims a name of an item and what belongs to it, at the first place where all of it holds.
    fn named(&mut self, item: &ItemId, then: impl Fn(&mut Self, usize)) {
        let names_it = |at: &usize| {
            let part = &self.evidence.parts[*at];
            let named = self.evidence.item_of(&part.meanings[0]);
            !self.used[*at] && named.is_some_and(|named| named.id == *item)
        };
        let names: Vec<usize> = (0..self.used.len()).filter(names_it).take(PLACES_MAX).collect();
        let mut first = None;
        for name in names {
            let mut claims = self.clone();
            claims.used[name] = true;
            then(&mut claims, name);
            if claims.fault == self.fault {
                *self = claims;
                return;
            }
            first.get_or_insert(claims);
        }
        match first {
            Some(claims) => *self = claims,
            None => self.fail(Why::NotSaid),
        }
    }

    /// The first run of this kind that is not claimed yet.
    fn find(&self, is: impl Fn(&Part) -> bool) -> Option<usize> {
        let mut parts = self.evidence.parts.iter().zip(&self.used);
        parts.position(|(part, used)| !used && is(part))
    }

    fn must(&mut self, found: Option<usize>) {
        match found {
            Some(at) => self.used[at] = true,
            None => self.fail(Why::NotSaid),
        }
    }

    fn stands_by(&self, place: Owner, is: impl Fn(&Role) -> bool + Copy) -> bool {
        self.evidence.parts.iter().any(|part| part.of == place && part.is(is))
    }

    fn fail(&mut self, why: Why) {
        self.fault.get_or_insert(why);
    }
}
