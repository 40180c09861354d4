//! What a line is and what it can have: settles names that several entries share, sizes and modifiers.

use std::collections::BTreeSet;

use fsm::ids::{CategoryId, GroupId, ModifierId, SizeId};
use fsm::machine::QuestionKind;
use fsm::menu::{Combo, Item, Size};
use fsm::order::{Amount, ComponentPick, NewLine, Reason};

use crate::index::Entry;
use crate::language::{List, Word};
use crate::reading::said::{Details, Part, Pick, SaidLine};
use crate::resolve::Resolver;
use crate::tokens::{self, Token};

/// Among more than so many things that are called alike none is the simplest.
const ALIKE_MAX: usize = 4;

impl Resolver<'_> {
    /// The one entry that is meant; asks if several are.
    pub(crate) fn one(&mut self, draft: &SaidLine) -> Option<Entry> {
        let meant = self.meant(&draft.entries, &draft.details, draft.combo);
        match meant.as_slice() {
            [Entry::Combo(at)] if !draft.combo && self.lacks_its_word(*at, &draft.text) => {
                // "four breakfast sandwiches", where only a combo has both words in its name
                let items = self.items_called(&draft.text);
                if items.is_empty() {
                    return Some(Entry::Combo(*at));
                }
                self.unresolved(&draft.phrase, Reason::Ambiguous, items);
                None
            }
            [entry] => Some(*entry),
            several => {
                if let Some(plain) =
                    self.plain_one(several, &draft.text).or_else(|| self.simplest(several, &draft.text))
                {
                    return Some(plain);
                }
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

    /// "number two with a root beer", which is a kind of what is in a bottle: choices that the main of a combo cannot have,
    /// and one thing that fills a slot can.
    fn choices_as_parts(&self, combo: &Combo, main: usize, details: &mut Details, parts: &mut Vec<Part>) {
        let filled = |category: &CategoryId, parts: &[Part]| {
            let of_it = |entry: &Entry| self.cx.item(*entry).category == *category;
            parts.iter().any(|part| part.entries.iter().any(of_it))
        };
        details.picks.retain(|pick| {
            if pick.amount != Amount::Regular || self.cx.index.allows(main, &pick.modifiers) {
                return true;
            }
            let fits = |at: &usize| {
                let category = &self.cx.menu.items[*at].category;
                combo.slots.iter().any(|slot| slot.category == *category)
                    && !filled(category, parts)
                    && self.cx.index.allows(*at, &pick.modifiers)
            };
            let mut fitting = (0..self.cx.menu.items.len()).filter(fits);
            let (Some(item), None) = (fitting.next(), fitting.next()) else { return true };
            let own = Details { picks: vec![pick.clone()], ..Details::default() };
            parts.push(Part { entries: vec![Entry::Item(item)], text: pick.text.clone(), details: own });
            false
        });
    }

    /// Whether a combo is called a combo by all of its names, and not in what was said.
    fn lacks_its_word(&self, at: usize, text: &str) -> bool {
        let language = self.cx.index.language();
        let says_combo = |text: &str| {
            let is_combo = |token: &Token| language.roles_by(token.id).contains(&Word::Combo);
            tokens::tokenize(language, text).iter().any(is_combo)
        };
        let combo = &self.cx.menu.combos[at];
        !says_combo(text) && std::iter::once(&combo.name).chain(&combo.aliases).all(|name| says_combo(name))
    }

    /// The items that are called by the last word of what was said, or have it in their names.
    fn items_called(&self, text: &str) -> Vec<String> {
        let tokens = tokens::tokenize(self.cx.index.language(), text);
        let phrase = tokens.last().and_then(|last| self.cx.index.called_by(std::slice::from_ref(last)));
        let entries = phrase.map(|phrase| {
            if phrase.entries.is_empty() { phrase.partial.as_slice() } else { phrase.entries.as_slice() }
        });
        let is_item = |entry: &&Entry| matches!(entry, Entry::Item(_));
        let items = entries.unwrap_or_default().iter().filter(is_item);
        items.map(|entry| self.cx.item(*entry).id.to_string()).collect()
    }

    /// The plain one of several that share a word, where no other is called plain: "an omelette with ham", beside the Western.
    fn plain_one(&self, several: &[Entry], text: &str) -> Option<Entry> {
        let language = self.cx.index.language();
        let folds = |text: &str| tokens::tokenize(language, text).into_iter().map(|token| token.fold);
        let said: Vec<String> = folds(text).collect();
        let is_plain = |entry: &&Entry| {
            let mut beside =
                folds(&self.cx.item(**entry).name).filter(|word| !said.contains(word)).peekable();
            beside.peek().is_some() && beside.all(|word| language.lexicon().lists(List::Basic, &word))
        };
        let mut plain = several.iter().filter(is_plain);
        plain.next().copied().filter(|_| plain.next().is_none())
    }

    /// The one that begins as it was said, and whose name is in those of all others: "two maple" are maple bars, beside the
    /// maple bacon bar. "A beer" is no root beer.
    fn simplest(&self, several: &[Entry], text: &str) -> Option<Entry> {
        if several.len() > ALIKE_MAX {
            return None;
        }
        let language = self.cx.index.language();
        let first = |text: &str| tokens::tokenize(language, text).into_iter().next().map(|token| token.fold);
        let words = |entry: &Entry| -> BTreeSet<String> {
            let tokens = tokens::tokenize(language, &self.cx.item(*entry).name);
            tokens.into_iter().map(|token| token.fold).collect()
        };
        let named: Vec<BTreeSet<String>> = several.iter().map(words).collect();
        let (at, simplest) = named.iter().enumerate().min_by_key(|(_, words)| words.len())?;
        let others = || named.iter().enumerate().filter(|(other, _)| *other != at);
        let is_within = others().all(|(_, words)| simplest.is_subset(words) && words.len() > simplest.len());
        let begins = first(&self.cx.item(several[at]).name) == first(text);
        (is_within && begins && simplest.len() > 1 && others().next().is_some()).then_some(several[at])
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
    pub(super) fn is_in_its_name(&self, item: &Item, group: &GroupId, modifier: &ModifierId) -> bool {
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
    pub(super) fn is_named_by(&self, item: &Item, pick: &Pick) -> bool {
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
            let word = match draft.combo_text.as_str() {
                "" => self.cx.index.language().say(Word::Combo),
                said => said,
            };
            self.unresolved(word, Reason::NotAllowed, Vec::new());
        }
        let mut line = NewLine::of(item.id.clone());
        line.combo = combo.map(|combo| combo.id.clone());
        line.quantity = draft.quantity.filter(|count| *count > 0).unwrap_or(1);
        line.persons.clone_from(&draft.persons);
        let main = self.cx.index.main(entry);
        let mut parts = draft.parts.clone();
        let with_parts = combo.map(|combo| {
            let mut draft = draft.clone();
            self.choices_as_parts(combo, main, &mut draft.details, &mut parts);
            draft
        });
        let draft = with_parts.as_ref().unwrap_or(draft);
        line.size = self.size(main, combo, &draft.details, &mut parts);
        if let (None, Some(size)) = (&draft.details.size, self.size_of_number(main, line.quantity)) {
            line.size = Some(size);
            line.quantity = 1;
        }
        let counts = self.cx.index.counts(main).iter().any(|(size, _)| line.size.as_ref() == Some(size));
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
        let counts = self.cx.index.counts(item);
        let least = counts.iter().map(|(_, count)| *count).min().unwrap_or(u32::MAX);
        !counts.is_empty()
            && counts.len() == self.cx.menu.items[item].sizes().len()
            && least > 1
            && number >= least
    }

    /// "ten wings" where wings come by the ten: the size that is that number of them.
    fn size_of_number(&self, item: usize, number: u32) -> Option<SizeId> {
        let mut counts = self.cx.index.counts(item).iter();
        counts.find(|(_, count)| *count == number && number > 1).map(|(size, _)| size.clone())
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
        if let Some(above) = self.above(text, sizes, own) {
            return Some(above);
        }
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

    /// "extra large", where that is no size: the one above large.
    fn above(&self, text: &str, sizes: &[SizeId], own: &[Size]) -> Option<SizeId> {
        let language = self.cx.index.language();
        let words = tokens::tokenize(language, text);
        let [extra, size] = words.as_slice() else { return None };
        let is_extra = extra.word == language.say(Word::Amount(Amount::Extra));
        let is_big = is_extra && language.lexicon().lists(List::Big, &size.fold);
        let at = own.iter().position(|size| sizes.contains(&size.id))?;
        own.get(at + 1).filter(|_| is_big).map(|size| size.id.clone())
    }

    /// "the big one": the largest of some sizes, or the smallest.
    fn extreme(&self, text: &str, sizes: &[Size]) -> Option<SizeId> {
        let language = self.cx.index.language();
        let (lexicon, fold) = (language.lexicon(), language.fold(text));
        let [first, .., last] = sizes else { return None };
        let called = |size: &Size, is: &dyn Fn(&str) -> bool| {
            tokens::tokenize(language, &size.name).iter().any(|token| is(&token.fold))
        };
        if sizes.iter().any(|size| called(size, &|word| word == fold)) {
            return None;
        }
        let is = |list: List| lexicon.lists(list, &fold);
        let is_big = |word: &str| lexicon.lists(List::Big, word);
        if let Some(big) = sizes.iter().find(|size| is(List::Big) && called(size, &is_big)) {
            return Some(big.id.clone());
        }
        let size = if is(List::Largest) {
            last
        } else if is(List::Smallest) {
            first
        } else {
            return None;
        };
        Some(size.id.clone())
    }
}
