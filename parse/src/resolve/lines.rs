//! What a line is and what it can have: settles names that several entries share, sizes and modifiers.

use fsm::ids::{GroupId, ModifierId, SizeId};
use fsm::machine::QuestionKind;
use fsm::menu::{Combo, Item, Size};
use fsm::order::{Amount, ComponentPick, ModifierPick, NewLine, Op, Reason};

use crate::index::{Entry, ModifierAt};
use crate::language::{List, Word};
use crate::reading::said::{Details, Part, Pick, SaidLine};
use crate::resolve::Resolver;
use crate::tokens;

impl Resolver<'_> {
    /// The one entry that is meant; asks if several are.
    pub(crate) fn one(&mut self, draft: &SaidLine) -> Option<Entry> {
        let meant = self.meant(&draft.entries, &draft.details, draft.combo);
        match meant.as_slice() {
            [entry] => Some(*entry),
            several => {
                let mut candidates: Vec<String> = Vec::new();
                for entry in several {
                    let id = self.cx.item(*entry).id.to_string();
                    if !candidates.contains(&id) {
                        candidates.push(id);
                    }
                }
                self.unresolved(&draft.phrase, Reason::Ambiguous, candidates);
                None
            }
        }
    }

    /// Those of the kind of what is off, to the question what should take its place.
    fn of_what_is_off(&self, entries: &[Entry]) -> Vec<Entry> {
        let off = self.cx.question_line().and_then(|line| self.cx.menu.item(&line.item));
        let alike = |entry: &Entry| off.is_some_and(|off| self.cx.item(*entry).category == off.category);
        entries.iter().copied().filter(alike).collect()
    }

    /// The entries that can have most of what was said of them.
    pub(crate) fn meant(&self, entries: &[Entry], details: &Details, combo: bool) -> Vec<Entry> {
        if let [_] = entries {
            return entries.to_vec();
        }
        let asked: Vec<Entry> = match self.cx.question {
            Some(question)
                if question.kind == QuestionKind::WhichItem || question.kind == QuestionKind::Replacement =>
            {
                let offered = |entry: &Entry| {
                    question.candidates.iter().any(|id| *id == *self.cx.item(*entry).id.as_str())
                };
                let asked: Vec<Entry> = entries.iter().copied().filter(offered).collect();
                if asked.is_empty() { self.of_what_is_off(entries) } else { asked }
            }
            _ => Vec::new(),
        };
        let entries = if asked.is_empty() { entries } else { &asked };
        let fit = |entry: &Entry| {
            let item = self.cx.item(*entry);
            let size = details.size.as_ref().is_none_or(|(sizes, _)| match entry {
                Entry::Item(_) => sizes.iter().any(|size| item.size(size).is_some()),
                Entry::Combo(at) => sizes.iter().any(|size| self.cx.menu.combos[*at].size(size).is_some()),
            });
            // What is in its name says more than what it can have.
            let fits = |pick: &Pick| match !pick.with && self.is_named_by(item, pick) {
                true => 2,
                false => usize::from(self.cx.index.allows(self.cx.index.main(*entry), &pick.modifiers)),
            };
            let picks: usize = details.picks.iter().map(fits).sum();
            let of_combo = match entry {
                Entry::Item(at) => !combo || self.cx.combo_of(*at).is_some(),
                Entry::Combo(_) => combo,
            };
            usize::from(size) + picks + usize::from(of_combo)
        };
        let most = entries.iter().map(fit).max().unwrap_or_default();
        let meant: Vec<Entry> = entries.iter().copied().filter(|entry| fit(entry) == most).collect();
        let items: Vec<Entry> =
            meant.iter().copied().filter(|entry| matches!(entry, Entry::Item(_))).collect();
        if items.is_empty() { meant } else { items }
    }

    /// Whether a modifier gives an item its name: the cheese of the cheese pizza.
    fn is_in_its_name(&self, item: &Item, group: &GroupId, modifier: &ModifierId) -> bool {
        let groups = &self.cx.menu.modifier_groups;
        let group = groups.iter().find(|known| known.id == *group);
        let known = group.and_then(|group| group.modifiers.iter().find(|known| known.id == *modifier));
        let Some(item) = self.cx.position(&item.id) else { return false };
        let language = self.cx.index.language();
        let in_its_name = |name: &String| {
            let words = tokens::tokenize(language, name);
            let words: Vec<&str> = words.iter().map(|token| token.fold.as_str()).collect();
            self.cx.index.is_named_with(Entry::Item(item), &words)
        };
        known
            .is_some_and(|modifier| std::iter::once(&modifier.name).chain(&modifier.aliases).any(in_its_name))
    }

    /// Whether a modifier is already in the name of an item: "asada" of the "carne asada taco".
    fn is_named_by(&self, item: &Item, pick: &Pick) -> bool {
        let words = tokens::tokenize(self.cx.index.language(), &pick.text);
        let words: Vec<&str> = words.iter().map(|token| token.fold.as_str()).collect();
        let entry = self.cx.position(&item.id).map(Entry::Item);
        pick.amount == Amount::Regular
            && entry.is_some_and(|entry| self.cx.index.is_named_with(entry, &words))
    }

    pub(crate) fn new_line(&mut self, entry: Entry, draft: &SaidLine) -> NewLine {
        let item = self.cx.item(entry);
        let combo = self.cx.combo(entry, draft.combo);
        if draft.combo && combo.is_none() {
            self.unresolved(self.cx.index.language().say(Word::Combo), Reason::NotAllowed, Vec::new());
        }
        let mut line = NewLine::of(item.id.clone());
        line.combo = combo.map(|combo| combo.id.clone());
        line.quantity = draft.quantity.filter(|count| *count > 0).unwrap_or(1);
        line.persons.clone_from(&draft.persons);
        let main = self.cx.index.main(entry);
        let mut parts = draft.parts.clone();
        line.size = self.size(main, combo, &draft.details, &mut parts);
        if let (None, Some(size)) = (&draft.details.size, self.size_of_number(main, line.quantity)) {
            line.size = Some(size);
            line.quantity = 1;
        }
        let counts =
            line.size.as_ref().is_some_and(|size| self.counts(main).iter().any(|(of, _)| *of == *size));
        if counts && draft.resized && self.size_of_number(main, line.quantity).is_some() {
            // "six wings, no, ten": both are sizes
            line.quantity = 1;
        }
        if draft.details.size.is_none() && self.is_counted_otherwise(main, line.quantity) {
            // "a dozen wings", where wings come by six or ten
            self.unresolved(draft.number.as_deref().unwrap_or_default(), Reason::NotAllowed, Vec::new());
            line.quantity = 1;
        }
        line.modifiers = self.picks(main, &draft.details);
        if let Some(combo) = combo {
            line.components = self.components(combo, &parts);
        }
        line
    }

    /// Whether an item comes only by certain numbers, the smallest of which is not above a number that was said.
    fn is_counted_otherwise(&self, item: usize, number: u32) -> bool {
        let counts = self.counts(item);
        let least = counts.iter().map(|(_, count)| *count).min().unwrap_or(u32::MAX);
        !counts.is_empty()
            && counts.len() == self.cx.menu.items[item].sizes().len()
            && least > 1
            && number >= least
    }

    /// The sizes of an item that are numbers of it, each with its number.
    fn counts(&self, item: usize) -> Vec<(SizeId, u32)> {
        let language = self.cx.index.language();
        let count = |name: &String| {
            let tokens = tokens::tokenize(language, name);
            let (first, rest) = tokens.split_first()?;
            let measured = rest.iter().all(|token| language.roles_of(&token.word).contains(&Word::Unit));
            first.fold.parse::<u32>().ok().filter(|_| measured)
        };
        let count_of = |size: &Size| std::iter::once(&size.name).chain(&size.aliases).find_map(count);
        let sizes = self.cx.menu.items[item].sizes().iter();
        sizes.filter_map(|size| Some((size.id.clone(), count_of(size)?))).collect()
    }

    /// "ten wings" where wings come by the ten: the size that is that number of them.
    fn size_of_number(&self, item: usize, number: u32) -> Option<SizeId> {
        let mut counts = self.counts(item).into_iter();
        counts.find(|(_, count)| *count == number && number > 1).map(|(size, _)| size)
    }

    pub(crate) fn components(&mut self, combo: &Combo, parts: &[Part]) -> Vec<ComponentPick> {
        let mut components: Vec<ComponentPick> = Vec::new();
        for part in parts {
            let meant = self.meant(&part.entries, &part.details, false);
            let Some(Entry::Item(at)) = meant.first().copied() else { continue };
            let item = &self.cx.menu.items[at];
            let free = combo.slots.iter().find(|slot| {
                slot.category == item.category && components.iter().all(|component| component.slot != slot.id)
            });
            let Some(slot) = free else { continue };
            let size = self.size(at, None, &part.details, &mut []);
            let modifiers = self.picks(at, &part.details);
            components.push(ComponentPick { slot: slot.id.clone(), item: item.id.clone(), size, modifiers });
        }
        components
    }

    /// The size of a line; unresolved as not allowed if it does not exist.
    pub(crate) fn size(
        &mut self,
        item: usize,
        combo: Option<&Combo>,
        details: &Details,
        parts: &mut [Part],
    ) -> Option<SizeId> {
        let (sizes, text) = details.size.as_ref()?;
        let item = &self.cx.menu.items[item];
        let own = match combo {
            Some(combo) if !combo.sizes.is_empty() => combo.sizes.as_slice(),
            Some(_) | None => item.sizes(),
        };
        let extreme = self.extreme(text, own);
        let found = match combo {
            _ if extreme.is_some() => extreme.as_ref(),
            Some(combo) if !combo.sizes.is_empty() => sizes.iter().find(|size| combo.size(size).is_some()),
            Some(_) | None => sizes.iter().find(|size| item.size(size).is_some()),
        };
        if let Some(size) = found {
            return Some(size.clone());
        }
        if let Some(part) = parts.iter_mut().find(|part| part.details.size.is_none()) {
            part.details.size.clone_from(&details.size);
            return None;
        }
        self.unresolved(text, Reason::NotAllowed, Vec::new());
        None
    }

    /// "the big one": the largest of some sizes, or the smallest.
    fn extreme(&self, text: &str, sizes: &[Size]) -> Option<SizeId> {
        let language = self.cx.index.language();
        let (lexicon, fold) = (language.lexicon(), language.fold(text));
        let [first, .., last] = sizes else { return None };
        let called =
            |size: &Size| tokens::tokenize(language, &size.name).iter().any(|token| token.fold == fold);
        if sizes.iter().any(called) {
            return None;
        }
        let is = |list: List| lexicon.lists(list, &fold);
        let size = if is(List::Largest) {
            last
        } else if is(List::Smallest) {
            first
        } else {
            return None;
        };
        Some(size.id.clone())
    }

    /// The modifiers of an item; names those that it cannot have, asks about those that contradict each other.
    pub(crate) fn picks(&mut self, item_at: usize, details: &Details) -> Vec<ModifierPick> {
        let item = &self.cx.menu.items[item_at];
        let mut picks: Vec<(ModifierPick, String)> = Vec::new();
        if details.plain || !details.without.is_empty() {
            for (group, modifier) in &item.included {
                // "plain cheese pizza" has cheese.
                let meant = details.plain && !self.is_in_its_name(item, group, modifier)
                    || details.without.iter().any(|at| self.cx.menu.modifier_groups[*at].id == *group);
                if meant {
                    let pick = ModifierPick {
                        group: group.clone(),
                        modifier: modifier.clone(),
                        amount: Amount::No,
                        quantity: 1,
                    };
                    picks.push((pick, String::new()));
                }
            }
        }
        let mut contradicted: Vec<usize> = Vec::new();
        for said in &details.picks {
            let Some(pick) = self.pick(item_at, said) else {
                if self.answers_option(said) || self.is_named_by(item, said) {
                    continue;
                }
                if !self.is_item_by_itself(said) {
                    self.unresolved(&said.text, Reason::NotAllowed, Vec::new());
                }
                continue;
            };
            let known = picks
                .iter()
                .position(|(known, _)| known.group == pick.group && known.modifier == pick.modifier);
            let Some(known) = known else {
                picks.push((pick, said.in_words(self.cx.index.language())));
                continue;
            };
            let (before, text) = &mut picks[known];
            let contradicts = (before.amount == Amount::No) != (pick.amount == Amount::No);
            if contradicts && !said.corrects && !text.is_empty() {
                *text = format!("{text} {}", said.in_words(self.cx.index.language()));
                contradicted.push(known);
            } else {
                *before = pick;
            }
        }
        for known in &contradicted {
            let (pick, text) = picks[*known].clone();
            self.unresolved(&text, Reason::Ambiguous, vec![pick.modifier.to_string()]);
        }
        // "brown rice instead of white": the white one is no choice of its own.
        let chosen: Vec<_> = picks
            .iter()
            .filter(|(pick, _)| pick.amount != Amount::No)
            .map(|(pick, _)| pick.group.clone())
            .collect();
        picks.retain(|(pick, _)| {
            let one =
                self.cx.menu.modifier_groups.iter().any(|group| group.id == pick.group && group.max == 1);
            let idle = one && chosen.contains(&pick.group) && !item.includes(&pick.group, &pick.modifier);
            pick.amount != Amount::No || !idle || !contradicted.is_empty()
        });
        let kept = picks.into_iter().enumerate().filter(|(at, _)| !contradicted.contains(at));
        kept.map(|(_, (pick, _))| pick).collect()
    }

    /// "two eggs with ham", where eggs can have none and ham is to be had: adds it.
    fn is_item_by_itself(&mut self, said: &Pick) -> bool {
        if said.of_share {
            return false;
        }
        let language = self.cx.index.language();
        let words = tokens::tokenize(language, &said.text);
        let phrase = self.cx.index.called_by(&words);
        let Some(phrase) = phrase.filter(|_| matches!(said.amount, Amount::Regular | Amount::Side)) else {
            return false;
        };
        // "gravy" is the side gravy, "bacon" is no bacon burger.
        let entries =
            if phrase.entries.is_empty() && phrase.ends_a_name { &phrase.partial } else { &phrase.entries };
        let [entry @ Entry::Item(_)] = entries.as_slice() else { return false };
        let line = NewLine { quantity: said.quantity, ..NewLine::of(self.cx.item(*entry).id.clone()) };
        self.done.ops.push(Op::Add(line));
        true
    }

    pub(crate) fn pick(&self, item_at: usize, said: &Pick) -> Option<ModifierPick> {
        let groups = self.cx.index.groups(item_at);
        let item = &self.cx.menu.items[item_at];
        let (group_at, at) = if said.amount == Amount::No {
            let (group_at, at) = *said.modifiers.iter().find(|(of, _)| groups.contains(of))?;
            self.included_kind(item, group_at, at).unwrap_or((group_at, at))
        } else {
            *groups.iter().find_map(|group| said.modifiers.iter().find(|(of, _)| of == group))?
        };
        let group = &self.cx.menu.modifier_groups[group_at];
        let modifier = &group.modifiers[at];
        let amount = match said.carried {
            // "no onions and pickles": none of what comes with it, but more of what does not.
            Some(carried)
                if item.included.is_empty() && !said.after_and || item.includes(&group.id, &modifier.id) =>
            {
                carried
            }
            _ if said.not_extra && item.includes(&group.id, &modifier.id) => Amount::Regular,
            _ if said.counted && said.amount == Amount::Extra && !item.includes(&group.id, &modifier.id) => {
                Amount::Regular
            }
            _ => said.amount,
        };
        let (amount, quantity) = match (amount, said.times) {
            (Amount::Regular, Some(times)) => (amount, times),
            _ => (amount, said.quantity),
        };
        let (amount, quantity) = portions(amount, quantity);
        Some(ModifierPick { group: group.id.clone(), modifier: modifier.id.clone(), amount, quantity })
    }

    /// "no onions" of what comes with grilled onions: the kind that is on it.
    fn included_kind(&self, item: &Item, group_at: usize, at: usize) -> Option<ModifierAt> {
        let said = &self.cx.menu.modifier_groups[group_at];
        let (group, modifier) = (&said.id, &said.modifiers[at]);
        if item.includes(group, &modifier.id) {
            return None;
        }
        let mut included = item.included.iter().filter_map(|(group, id)| self.cx.modifier_at(group, id));
        included.find(|one| self.cx.index.is_kind_of(*one, (group_at, at)))
    }

    /// A modifier of an item that is not known.
    pub(crate) fn any_pick(&self, said: &Pick) -> Option<ModifierPick> {
        let (group, at) = said.modifiers.first()?;
        let group = &self.cx.menu.modifier_groups[*group];
        let (amount, quantity) =
            portions(said.carried.unwrap_or(said.amount), said.times.unwrap_or(said.quantity));
        let modifier = group.modifiers[*at].id.clone();
        Some(ModifierPick { group: group.id.clone(), modifier, amount, quantity })
    }
}

/// Zero portions are none of it.
fn portions(amount: Amount, quantity: u32) -> (Amount, u32) {
    if quantity == 0 { (Amount::No, 1) } else { (amount, quantity) }
}
