//! Compiling a menu's names into its index, once when the menu is loaded.

mod names;
mod room;

use std::collections::BTreeMap;
use std::sync::Arc;

use fsm::ids::{GroupId, SizeId};
use fsm::menu::{Item, Menu, ModifierGroup, Size};
use fsm::order::Amount;
use rustc_hash::FxHashMap as HashMap;

use self::room::Room;
use crate::index::{
    Entry, Index, MEANINGS_MAX, MISSPELLED_LETTERS_MAX, MISSPELLED_LETTERS_MIN, ModifierAt, Phrase, Shared,
    deletions,
};
use crate::language::{Language, Languages, Word};
use crate::tokens::{self, Token};
use crate::words;

/// How many other names a name must be a part of to be generic.
const GENERIC_MIN: usize = 2;
/// The most words of a name that is also known with the two beside its "and" exchanged.
const TURNED_WORDS_MAX: usize = 4;

impl Index {
    /// Compiles a menu's words.
    pub fn compile(menu: &Menu, languages: &Languages) -> Self {
        let language = languages.of(&menu.locale).clone();
        let index = Self::empty(language.clone());
        let mut draft = IndexCompiler { index, language, room: Room::default(), spare: Phrase::default() };
        for (at, item) in menu.items.iter().enumerate() {
            for name in names(&item.name, &item.aliases) {
                draft.entry(name, Entry::Item(at));
                draft.parts(name, |phrase| add(&mut phrase.partial, Entry::Item(at)));
            }
            for size in item.sizes() {
                for name in names(&size.name, &size.aliases) {
                    draft.size(name, &size.id);
                }
            }
        }
        for (at, combo) in menu.combos.iter().enumerate() {
            for name in names(&combo.name, &combo.aliases) {
                draft.entry(name, Entry::Combo(at));
                draft.parts(name, |phrase| add(&mut phrase.partial, Entry::Combo(at)));
            }
            for size in &combo.sizes {
                for name in names(&size.name, &size.aliases) {
                    draft.size(name, &size.id);
                }
            }
            if let Some(number) = combo.number {
                draft.index.numbers.insert(number, at);
            }
        }
        for (group_at, group) in menu.modifier_groups.iter().enumerate() {
            for name in names(&group.name, &group.aliases) {
                draft.whole(name, |phrase| phrase.other_groups.extend(phrase.group.replace(group_at)));
                draft.parts(name, |phrase| phrase.partial_group = Some(group_at));
            }
            for (at, modifier) in group.modifiers.iter().enumerate() {
                for name in names(&modifier.name, &modifier.aliases) {
                    draft.whole(name, |phrase| add(&mut phrase.modifiers, (group_at, at)));
                    draft
                        .parts_of_modifier(name, |phrase| add(&mut phrase.partial_modifiers, (group_at, at)));
                }
                draft.kinds_of_modifier(&modifier.name, |phrase| {
                    add(&mut phrase.partial_modifiers, (group_at, at));
                });
            }
        }
        for (at, category) in menu.categories.iter().enumerate() {
            for name in names(&category.name, &category.aliases) {
                draft.whole(name, |phrase| phrase.category = Some(at));
            }
        }
        draft.other_names(menu);
        let modifiers = menu.modifier_groups.iter().flat_map(|group| &group.modifiers);
        let kinds = menu.items.iter().filter_map(|item| item.kind.as_ref());
        for kind in kinds.chain(modifiers.filter_map(|modifier| modifier.kind.as_ref())) {
            let fold = draft.language.fold(&words::words(kind).concat());
            draft.index.kinds.insert(fold, kind.clone());
        }
        for sizes in menu.items.iter().map(Item::sizes).filter(|sizes| sizes.len() > 1) {
            push(Arc::make_mut(&mut draft.index.smallest), sizes[0].id.clone());
            push(Arc::make_mut(&mut draft.index.largest), sizes[sizes.len() - 1].id.clone());
        }
        let quantifiers = &menu.quantifiers;
        for (amount, phrases) in [
            (Amount::No, &quantifiers.no),
            (Amount::Extra, &quantifiers.extra),
            (Amount::Light, &quantifiers.light),
            (Amount::Side, &quantifiers.side),
            (Amount::Regular, &quantifiers.regular),
        ] {
            for name in phrases {
                draft.whole(name, |phrase| phrase.amount = Some(amount));
            }
        }
        draft.index.item_groups = menu
            .items
            .iter()
            .map(|item| item.modifier_groups.iter().filter_map(|id| group_at(menu, id)).collect())
            .collect();
        draft.index.mains = menu
            .combos
            .iter()
            .map(|combo| menu.items.iter().position(|item| item.id == combo.main).unwrap_or_default())
            .collect();
        let words = |(name, aliases): (&String, &Vec<String>)| -> Vec<Vec<String>> {
            std::iter::once(name).chain(aliases).map(|name| draft.folds(name)).collect()
        };
        let items = menu.items.iter().map(|item| (&item.name, &item.aliases));
        let combos = menu.combos.iter().map(|combo| (&combo.name, &combo.aliases));
        let (item_names, combo_names) = (items.map(words).collect(), combos.map(words).collect());
        let modifiers =
            |group: &ModifierGroup| group.modifiers.iter().map(|one| draft.folds(&one.name)).collect();
        let modifier_names = menu.modifier_groups.iter().map(modifiers).collect();
        (draft.index.item_names, draft.index.combo_names) = (item_names, combo_names);
        draft.index.modifier_names = modifier_names;
        draft.index.item_counts = menu.items.iter().map(|item| draft.counts(item)).collect();
        draft.finish(menu)
    }

    fn empty(language: Arc<Language>) -> Self {
        Self {
            language,
            phrases: Vec::new(),
            joined: HashMap::default(),
            numbers: BTreeMap::new(),
            next: vec![BTreeMap::new()],
            ends: vec![None],
            words: Vec::new(),
            word_ids: HashMap::default(),
            deletions: HashMap::default(),
            sounds: HashMap::default(),
            phrase_sounds: HashMap::default(),
            backwards: Vec::new(),
            item_groups: Vec::new(),
            mains: Vec::new(),
            item_counts: Vec::new(),
            item_names: Vec::new(),
            combo_names: Vec::new(),
            modifier_names: Vec::new(),
            doubled: Vec::new(),
            is_cut: false,
            bytes: 0,
            kinds: BTreeMap::new(),
            largest: Shared::default(),
            smallest: Shared::default(),
        }
    }
}

/// What a name is a name of.
#[derive(Clone, Copy)]
enum Meaning {
    Entry(Entry),
    Modifier(ModifierAt),
}

struct IndexCompiler {
    language: Arc<Language>,
    index: Index,
    /// What is left for words and parts of names.
    room: Room,
    /// What takes the meanings of phrases that have no room any more.
    spare: Phrase,
}

impl IndexCompiler {
    fn folds(&self, name: &str) -> Vec<String> {
        tokens::tokenize(&self.language, name).into_iter().map(|token| token.fold).collect()
    }

    /// The sizes of an item that are numbers of it: "ten pieces".
    fn counts(&self, item: &Item) -> Vec<(SizeId, u32)> {
        let count = |name: &String| {
            let tokens = tokens::tokenize(&self.language, name);
            let (first, rest) = tokens.split_first()?;
            let measured = rest.iter().all(|token| self.language.roles_by(token.id).contains(&Word::Unit));
            first.fold.parse::<u32>().ok().filter(|_| measured)
        };
        let count_of = |size: &Size| std::iter::once(&size.name).chain(&size.aliases).find_map(count);
        item.sizes().iter().filter_map(|size| Some((size.id.clone(), count_of(size)?))).collect()
    }

    /// The phrase of some words, if there is one.
    fn known(&self, words: &[String]) -> Option<&Phrase> {
        let mut node = 0;
        for word in words {
            node = self.index.step(node, self.index.word(word)?)?;
        }
        self.index.end(node).map(|at| self.index.phrase(at))
    }

    /// A size can also be called by its name without words such as "size".
    fn size(&mut self, name: &str, id: &SizeId) {
        self.whole(name, |phrase| push(Arc::make_mut(&mut phrase.sizes), id.clone()));
        let is_size = |token: &Token| self.language.roles_by(token.id).contains(&Word::Sized);
        let tokens = tokens::tokenize(&self.language, name);
        let left: Vec<String> =
            tokens.iter().filter(|token| !is_size(token)).map(|token| token.fold.clone()).collect();
        if !left.is_empty() && left.len() < tokens.len() {
            push(Arc::make_mut(&mut self.phrase(&left).sizes), id.clone());
        }
    }

    fn entry(&mut self, name: &str, entry: Entry) {
        let written = words::words(name).join(" ");
        self.whole(name, |phrase| {
            add(&mut phrase.entries, entry);
            if phrase.written.len() < MEANINGS_MAX {
                phrase.written.push((written, entry));
            }
        });
        if let Some(turned) = self.turned(name) {
            add(&mut self.phrase(&turned).entries, entry);
        }
    }

    /// "shrimp and fish combo" of the fish and shrimp combo: a name with the words beside its only "and" exchanged.
    fn turned(&self, name: &str) -> Option<Vec<String>> {
        let tokens = tokens::tokenize(&self.language, name);
        let is_and = |token: &Token| self.language.roles_by(token.id).contains(&Word::And);
        let at = tokens.iter().position(is_and).filter(|at| *at > 0 && at + 1 < tokens.len())?;
        let mut words: Vec<String> = tokens.into_iter().map(|token| token.fold).collect();
        words.swap(at - 1, at + 1);
        (words.len() <= TURNED_WORDS_MAX).then_some(words)
    }

    fn whole(&mut self, name: &str, mean: impl FnOnce(&mut Phrase)) {
        let words = self.folds(name);
        if !words.is_empty() {
            mean(self.phrase(&words));
        }
    }

    /// The item whose kinds a group lists: the only one that has the group, or the only one that it is named after.
    fn owner(&self, menu: &Menu, group: usize) -> Option<usize> {
        let having: Vec<usize> =
            (0..menu.items.len()).filter(|item| self.index.item_groups[*item].contains(&group)).collect();
        if let [only] = having.as_slice() {
            return Some(*only);
        }
        let called = self.folds(&menu.modifier_groups[group].name);
        let named =
            |item: &&usize| self.folds(&menu.items[**item].name).iter().any(|word| called.contains(word));
        let mut named = having.iter().filter(named);
        named.next().copied().filter(|_| named.next().is_none())
    }

    fn phrase(&mut self, words: &[String]) -> &mut Phrase {
        if !self.room.takes_part() {
            return &mut self.spare;
        }
        let (index, room) = (&mut self.index, &mut self.room);
        let mut node = 0;
        let mut before = None;
        for word in words {
            let next_word = index.words.len();
            let id = *index.word_ids.entry(word.clone()).or_insert(next_word);
            if id == next_word {
                room.take_word(word);
                index.words.push(word.clone());
            }
            let next_node = index.ends.len();
            if before == Some(id) {
                push(&mut index.doubled, id);
            }
            before = Some(id);
            node = *index.next[node].entry(id).or_insert(next_node);
            if node == next_node {
                room.take_node();
                index.ends.push(None);
                index.next.push(BTreeMap::new());
            }
        }
        let at = *index.ends[node].get_or_insert_with(|| {
            room.take_phrase();
            index.phrases.push(Phrase { letters: words.concat(), ..Phrase::default() });
            index.phrases.len() - 1
        });
        &mut index.phrases[at]
    }

    fn finish(mut self, menu: &Menu) -> Index {
        let group_owners: Vec<Option<usize>> =
            (0..menu.modifier_groups.len()).map(|group| self.owner(menu, group)).collect();
        let index = &mut self.index;
        for phrase in &mut index.phrases {
            let whole = std::mem::take(&mut phrase.partial);
            let others = whole.iter().filter(|entry| !phrase.entries.contains(entry)).count();
            phrase.generic = others >= GENERIC_MIN || phrase.category.is_some();
            if phrase.entries.is_empty() {
                let items = whole.iter().any(|entry| matches!(entry, Entry::Item(_)));
                let parts = whole.iter().filter(|entry| !items || matches!(entry, Entry::Item(_)));
                phrase.partial = Arc::new(parts.copied().collect());
            }
            if phrase.entries.len() < 2 {
                phrase.written.clear();
            }
            if !phrase.modifiers.is_empty() {
                // "onions" is also a part of "grilled onions", for what can only have those.
                let groups: Vec<usize> = phrase.modifiers.iter().map(|(group, _)| *group).collect();
                Arc::make_mut(&mut phrase.partial_modifiers).retain(|(group, _)| !groups.contains(group));
            }
            let owners = phrase.modifiers.iter().map(|(group, _)| group_owners[*group]);
            let mut owners: Vec<usize> = owners.collect::<Option<_>>().unwrap_or_default();
            owners.dedup();
            if let [owner] = owners.as_slice() {
                phrase.owner = Some(*owner);
            }
            phrase.once = phrase.modifiers.iter().all(|(group, _)| menu.modifier_groups[*group].max == 1);
        }
        index.write_as_one();
        for (at, word) in index.words.iter().enumerate() {
            index.sounds.entry(self.language.sound(word)).or_default().push(at);
            // A word that is read has at most a letter less than one that it is compared with.
            if (MISSPELLED_LETTERS_MIN..=MISSPELLED_LETTERS_MAX + 1).contains(&word.chars().count()) {
                for key in deletions(word) {
                    index.deletions.entry(key).or_default().push(at);
                }
            }
        }
        let mut backwards: Vec<(String, usize)> =
            index.words.iter().enumerate().map(|(at, word)| (word.chars().rev().collect(), at)).collect();
        backwards.sort_unstable();
        index.backwards = backwards;
        let ending: Vec<Vec<Entry>> = index
            .phrases
            .iter()
            .map(
                |phrase| {
                    if phrase.partial.is_empty() { Vec::new() } else { index.ending_with(&phrase.letters) }
                },
            )
            .collect();
        for (phrase, ending) in index.phrases.iter_mut().zip(ending) {
            if !ending.is_empty() {
                let partial = Arc::make_mut(&mut phrase.partial);
                partial.extend(ending);
                partial.sort_unstable();
                partial.dedup();
                partial.truncate(MEANINGS_MAX);
            }
        }
        index.is_cut = self.room.is_full();
        index.bytes = self.room.taken();
        self.index
    }
}

impl Index {
    /// Of two phrases with the same joined letters, the first wins.
    fn write_as_one(&mut self) {
        for (at, phrase) in self.phrases.iter().enumerate() {
            let named = !phrase.entries.is_empty()
                || !phrase.partial.is_empty()
                || !phrase.modifiers.is_empty()
                || !phrase.sizes.is_empty();
            if named {
                self.phrase_sounds.entry(self.language.sound(&phrase.letters)).or_default().push(at);
                self.joined.entry(phrase.letters.clone()).or_insert(at);
            }
        }
    }
}

fn group_at(menu: &Menu, id: &GroupId) -> Option<usize> {
    menu.modifier_groups.iter().position(|group| group.id == *id)
}

fn names<'a>(name: &'a str, aliases: &'a [String]) -> impl Iterator<Item = &'a str> {
    std::iter::once(name).chain(aliases.iter().map(String::as_str))
}

/// Puts a value in its place, unless it is there, or the list is full.
fn add<T: Clone + Ord>(list: &mut Shared<T>, value: T) {
    if let Err(place) = list.binary_search(&value)
        && list.len() < MEANINGS_MAX
    {
        Arc::make_mut(list).insert(place, value);
    }
}

/// Puts a value at the end, unless it is there, or the list is full.
fn push<T: PartialEq>(list: &mut Vec<T>, value: T) {
    if list.len() < MEANINGS_MAX && !list.contains(&value) {
        list.push(value);
    }
}
