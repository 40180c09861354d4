//! A menu's words: every name and alias with its parts, its neighbours in spelling and sound, and what it can mean.

use std::collections::BTreeMap;
use std::sync::Arc;

use fsm::ids::{GroupId, SizeId};
use fsm::menu::Menu;
use fsm::order::Amount;
use rustc_hash::FxHashMap as HashMap;

use super::language::{Language, Languages, Word};
use super::tokens::{self, Token};

/// Something that an order line can be of, by its place in the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Entry {
    Item(usize),
    Combo(usize),
}

/// A modifier by the places of its group in the menu and of itself in the group.
pub(super) type ModifierAt = (usize, usize);

/// What is in the index and in the edges of each utterance at once.
pub(super) type Shared<T> = Arc<Vec<T>>;

/// What some words mean on a menu; alternatives where several entries share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Phrase {
    /// Its words, folded and written as one.
    letters: String,
    /// Items and combos that are called so.
    pub(super) entries: Shared<Entry>,
    /// Items and combos that have it as a part of their name.
    pub(super) partial: Shared<Entry>,
    /// Whether several other names have it as a part: "coffee" says little beside "iced coffee".
    pub(super) generic: bool,
    /// Whether a name ends with it, of which it is a part.
    pub(super) ends_a_name: bool,
    /// Modifiers that are called so.
    pub(super) modifiers: Shared<ModifierAt>,
    /// The only item that can have any of these modifiers.
    pub(super) owner: Option<usize>,
    /// Modifiers that have it as a part of their name.
    pub(super) partial_modifiers: Shared<ModifierAt>,
    /// Ids of sizes that are called so.
    pub(super) sizes: Shared<SizeId>,
    pub(super) category: Option<usize>,
    pub(super) group: Option<usize>,
    /// The group that has it as a part of its name: "eggs" of "egg style".
    pub(super) partial_group: Option<usize>,
    pub(super) amount: Option<Amount>,
}

/// A menu's words, compiled once when the menu is loaded.
#[derive(Debug)]
pub struct Index {
    language: Arc<Language>,
    phrases: Vec<Phrase>,
    /// By the phrase's words, folded and written as one.
    joined: HashMap<String, usize>,
    /// Combos by the number on the board.
    numbers: BTreeMap<u32, usize>,
    /// By node: the words that lead on, and where to.
    next: Vec<BTreeMap<usize, usize>>,
    /// By node: the phrase that ends there.
    ends: Vec<Option<usize>>,
    words: Vec<String>,
    word_ids: HashMap<String, usize>,
    /// Words by what is left of them without one letter; with their first letter kept apart by the check after.
    deletions: HashMap<String, Vec<usize>>,
    sounds: HashMap<String, Vec<usize>>,
    /// Sounds of whole phrases, written as one.
    phrase_sounds: HashMap<String, Vec<usize>>,
    /// Words written backwards, sorted, to find those that end alike.
    backwards: Vec<(String, usize)>,
    /// By item: the places of the modifier groups that it has.
    item_groups: Vec<Vec<usize>>,
    /// By combo: the place of its main item.
    mains: Vec<usize>,
    /// Words that stand twice in a row in a name.
    doubled: Vec<usize>,
}

/// The most words of a name of which every choice of words is a part; of longer names only runs are.
const PARTS_WORDS_MAX: usize = 4;
/// The most words of a name that parts are made of at all.
const NAME_WORDS_MAX: usize = 12;
/// The shortest word of a menu that can be misspelled: shorter ones are too near to each other.
const MISSPELLED_LETTERS_MIN: usize = 4;
/// The longest word that is compared with others.
const MISSPELLED_LETTERS_MAX: usize = 32;
/// The shortest end of a longer word by which it is called: "burger".
const END_LETTERS_MIN: usize = 4;
/// Of how many other names a name must be a part to say little.
const GENERIC_MIN: usize = 2;
/// The most neighbours that a word is tried with.
const NEIGHBOURS_MAX: usize = 3;
/// How alike two words must be at least.
const SPELLING_MIN: f64 = 0.84;
/// The same for words that begin alike.
const SPELLING_MIN_SAME_START: f64 = 0.75;
/// The same for words that sound alike.
const SOUND_MIN: f64 = 0.65;
/// How sure a word is that sounds alike.
const SOUND_SURE: f64 = 0.88;

impl Index {
    /// Compiles a menu's words.
    pub fn compile(menu: &Menu, languages: &Languages) -> Self {
        let language = languages.of(&menu.locale).clone();
        let mut draft = Draft { index: Self::empty(language.clone()), language };
        for (at, item) in menu.items.iter().enumerate() {
            for name in names(&item.name, &item.aliases) {
                draft.whole(name, |phrase| add(&mut phrase.entries, Entry::Item(at)));
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
                draft.whole(name, |phrase| add(&mut phrase.entries, Entry::Combo(at)));
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
                draft.whole(name, |phrase| phrase.group = Some(group_at));
                draft.parts(name, |phrase| phrase.partial_group = Some(group_at));
            }
            for (at, modifier) in group.modifiers.iter().enumerate() {
                for name in names(&modifier.name, &modifier.aliases) {
                    draft.whole(name, |phrase| add(&mut phrase.modifiers, (group_at, at)));
                    draft.parts(name, |phrase| add(&mut phrase.partial_modifiers, (group_at, at)));
                }
            }
        }
        for (at, category) in menu.categories.iter().enumerate() {
            for name in names(&category.name, &category.aliases) {
                draft.whole(name, |phrase| phrase.category = Some(at));
            }
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
        draft.finish(menu)
    }

    /// The language that the menu's words are said in.
    pub(super) fn language(&self) -> &Language {
        &self.language
    }

    /// The item that an entry is, or is built round.
    pub(super) fn main(&self, entry: Entry) -> usize {
        match entry {
            Entry::Item(at) => at,
            Entry::Combo(at) => self.mains[at],
        }
    }

    /// The modifier groups of an item.
    pub(super) fn groups(&self, item: usize) -> &[usize] {
        &self.item_groups[item]
    }

    /// Whether an item can have one of these modifiers.
    pub(super) fn allows(&self, item: usize, modifiers: &[ModifierAt]) -> bool {
        modifiers.iter().any(|(group, _)| self.item_groups[item].contains(group))
    }

    /// Whether an entry has one of these sizes.
    pub(super) fn has_size(&self, menu: &Menu, entry: Entry, sizes: &[SizeId]) -> bool {
        match entry {
            Entry::Item(at) => sizes.iter().any(|size| menu.items[at].size(size).is_some()),
            Entry::Combo(at) => sizes.iter().any(|size| menu.combos[at].size(size).is_some()),
        }
    }

    /// Whether a word stands twice in a row in a name.
    pub(super) fn is_doubled(&self, fold: &str) -> bool {
        let Some(word) = self.word(fold) else { return false };
        self.doubled.contains(&word)
    }

    /// What a phrase means.
    pub(super) fn phrase(&self, at: usize) -> &Phrase {
        &self.phrases[at]
    }

    /// The combo of a number on the board.
    pub(super) fn combo_of_number(&self, number: u32) -> Option<usize> {
        self.numbers.get(&number).copied()
    }

    /// The number of a folded word, if the menu has it.
    pub(super) fn word(&self, fold: &str) -> Option<usize> {
        self.word_ids.get(fold).copied()
    }

    /// The node after a word.
    pub(super) fn step(&self, node: usize, word: usize) -> Option<usize> {
        self.next[node].get(&word).copied()
    }

    /// The phrase that ends at a node.
    pub(super) fn end(&self, node: usize) -> Option<usize> {
        self.ends[node]
    }

    /// The phrase whose words, written as one, are these letters.
    pub(super) fn written_as_one(&self, letters: &str) -> Option<usize> {
        self.joined.get(letters).copied()
    }

    /// The phrase that sounds like these letters, with how alike it is; nothing if two do.
    pub(super) fn sounding_as_one(&self, letters: &str) -> Option<(usize, f64)> {
        let sound = self.language.sound(letters);
        let [phrase] = self.phrase_sounds.get(&sound)?.as_slice() else { return None };
        let alike = strsim::normalized_damerau_levenshtein(letters, &self.phrases[*phrase].letters);
        (alike >= SOUND_MIN).then_some((*phrase, alike.max(SOUND_SURE)))
    }

    /// The menu's words that a word may be meant for, the most alike first, each with how alike it is.
    pub(super) fn neighbours(&self, fold: &str) -> Vec<(usize, f64)> {
        let mut found: Vec<(usize, f64)> = Vec::new();
        let letters = fold.chars().count();
        if !(MISSPELLED_LETTERS_MIN - 1..=MISSPELLED_LETTERS_MAX).contains(&letters)
            || fold.bytes().any(|byte| byte.is_ascii_digit())
        {
            return found;
        }
        if letters >= MISSPELLED_LETTERS_MIN {
            let near =
                deletions(fold).flat_map(|key| self.deletions.get(&key).into_iter().flatten().copied());
            for word in near {
                let alike = strsim::normalized_damerau_levenshtein(fold, &self.words[word]);
                let same_start = self.words[word].chars().next() == fold.chars().next();
                let enough = if same_start { SPELLING_MIN_SAME_START } else { SPELLING_MIN };
                if alike >= enough {
                    found.push((word, alike));
                }
            }
        }
        let sound = self.language.sound(fold);
        if sound.len() >= 2 {
            for word in self.sounds.get(&sound).into_iter().flatten() {
                let alike = strsim::jaro_winkler(fold, &self.words[*word]);
                if alike >= SOUND_MIN {
                    found.push((*word, alike.max(SOUND_SURE)));
                }
            }
        }
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut unique: Vec<(usize, f64)> = Vec::new();
        for (word, alike) in found {
            if unique.iter().all(|(known, _)| *known != word) {
                unique.push((word, alike));
            }
        }
        unique.truncate(NEIGHBOURS_MAX);
        unique
    }

    /// What is called by one word that ends with this one: "cheeseburger" for "burger".
    pub(super) fn ending_with(&self, fold: &str) -> Vec<Entry> {
        if fold.chars().count() < END_LETTERS_MIN {
            return Vec::new();
        }
        let end: String = fold.chars().rev().collect();
        let from = self.backwards.partition_point(|(word, _)| *word < end);
        let words = self.backwards[from..].iter().take_while(|(word, _)| word.starts_with(&end));
        let phrases = words.filter_map(|(_, word)| self.end(self.step(0, *word)?));
        let mut entries: Vec<Entry> =
            phrases.flat_map(|at| self.phrases[at].entries.iter().copied()).collect();
        entries.sort_unstable();
        entries.dedup();
        entries
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
            doubled: Vec::new(),
        }
    }
}

struct Draft {
    language: Arc<Language>,
    index: Index,
}

impl Draft {
    fn folds(&self, name: &str) -> Vec<String> {
        tokens::tokenize(&self.language, name).into_iter().map(|token| token.fold).collect()
    }

    /// A size is also called what is left of its name without such words as "size".
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

    fn whole(&mut self, name: &str, mean: impl FnOnce(&mut Phrase)) {
        let words = self.folds(name);
        if !words.is_empty() {
            mean(self.phrase(&words));
        }
    }

    /// Every part of a name by which it may be called, if nothing else is. It neither begins nor ends with a word of
    /// the language: "and chips" calls nothing.
    fn parts(&mut self, name: &str, mean: impl Fn(&mut Phrase)) {
        let tokens = tokens::tokenize(&self.language, name);
        if !(2..=NAME_WORDS_MAX).contains(&tokens.len()) {
            return;
        }
        let telling: Vec<bool> = tokens
            .iter()
            .map(|token| {
                let roles = self.language.roles_by(token.id);
                token.value.is_none() && roles.iter().all(|role| matches!(role, Word::Times(_)))
            })
            .collect();
        let count = tokens.len();
        let mut choices: Vec<Vec<usize>> = Vec::new();
        if count <= PARTS_WORDS_MAX {
            choices.extend(
                (1..(1_usize << count) - 1).map(|mask| (0..count).filter(|at| mask >> at & 1 == 1).collect()),
            );
        } else {
            for from in 0..count {
                choices
                    .extend((from + 1..=count).filter(|to| to - from < count).map(|to| (from..to).collect()));
            }
        }
        for choice in choices {
            let (Some(first), Some(last)) = (choice.first(), choice.last()) else { continue };
            if telling[*first] && telling[*last] {
                let ends = *last == count - 1;
                let words: Vec<String> = choice.iter().map(|at| tokens[*at].fold.clone()).collect();
                let phrase = self.phrase(&words);
                phrase.ends_a_name |= ends;
                mean(phrase);
            }
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
        let index = &mut self.index;
        let mut node = 0;
        let mut before = None;
        for word in words {
            let next_word = index.words.len();
            let id = *index.word_ids.entry(word.clone()).or_insert(next_word);
            if id == next_word {
                index.words.push(word.clone());
            }
            let next_node = index.ends.len();
            if before == Some(id) {
                push(&mut index.doubled, id);
            }
            before = Some(id);
            node = *index.next[node].entry(id).or_insert(next_node);
            if node == next_node {
                index.ends.push(None);
                index.next.push(BTreeMap::new());
            }
        }
        let at = *index.ends[node].get_or_insert_with(|| {
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
            if !phrase.modifiers.is_empty() {
                phrase.partial_modifiers = Shared::default();
            }
            let owners = phrase.modifiers.iter().map(|(group, _)| group_owners[*group]);
            let mut owners: Vec<usize> = owners.collect::<Option<_>>().unwrap_or_default();
            owners.dedup();
            if let [owner] = owners.as_slice() {
                phrase.owner = Some(*owner);
            }
        }
        index.write_as_one();
        for (at, word) in index.words.iter().enumerate() {
            index.sounds.entry(self.language.sound(word)).or_default().push(at);
            if word.chars().count() >= MISSPELLED_LETTERS_MIN {
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
            }
        }
        self.index
    }
}

impl Index {
    /// Of two phrases that are written alike the first one wins.
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

/// Adds what comes behind all that is in a list, or is its last entry.
fn add<T: Clone + PartialOrd>(list: &mut Shared<T>, value: T) {
    debug_assert!(list.last().is_none_or(|last| *last <= value));
    if list.last() != Some(&value) {
        Arc::make_mut(list).push(value);
    }
}

fn push<T: PartialEq>(list: &mut Vec<T>, value: T) {
    if !list.contains(&value) {
        list.push(value);
    }
}

/// The word, and the word without each one of its letters.
fn deletions(word: &str) -> impl Iterator<Item = String> {
    let without =
        word.char_indices().map(|(at, char)| format!("{}{}", &word[..at], &word[at + char.len_utf8()..]));
    std::iter::once(word.to_owned()).chain(without)
}
