//! A menu's words: every name and alias with its parts, its neighbours in spelling and sound, and what it can mean.

mod compile;

use std::collections::BTreeMap;
use std::sync::Arc;

use fsm::ids::SizeId;
use fsm::menu::Menu;
use fsm::order::Amount;
use rustc_hash::FxHashMap as HashMap;

use crate::confidence::DoubtWeights;
use crate::language::{Language, List};
use crate::tokens::Token;

/// The shortest word that others are forms of.
pub(crate) const FORM_LETTERS_MIN: usize = 4;

/// What an order line can be, by its place in the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Entry {
    Item(usize),
    Combo(usize),
}

/// A modifier: the place of its group in the menu, and its own place in the group.
pub(crate) type ModifierAt = (usize, usize);

/// A list shared by the index and the edges of utterances.
pub(crate) type Shared<T> = Arc<Vec<T>>;

/// What some words mean on a menu; alternatives where several entries share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phrase {
    /// Its words, folded and joined.
    letters: String,
    /// Items and combos with this name.
    pub(crate) entries: Shared<Entry>,
    /// How their names are written, where forms of one word are different names: "wing" and "wings".
    pub(crate) written: Vec<(String, Entry)>,
    /// Items and combos that have it as a part of their name.
    pub(crate) partial: Shared<Entry>,
    /// Whether several other names have it as a part: "coffee" says little beside "iced coffee".
    pub(crate) generic: bool,
    /// Whether a longer name ends with it.
    pub(crate) ends_a_name: bool,
    /// Modifiers with this name.
    pub(crate) modifiers: Shared<ModifierAt>,
    /// The only item that can have any of these modifiers.
    pub(crate) owner: Option<usize>,
    /// Whether nothing can have more than one of these modifiers.
    pub(crate) once: bool,
    /// Modifiers that have it as a part of their name.
    pub(crate) partial_modifiers: Shared<ModifierAt>,
    /// Ids of sizes with this name.
    pub(crate) sizes: Shared<SizeId>,
    pub(crate) category: Option<usize>,
    pub(crate) group: Option<usize>,
    /// Other groups that it is the name of: there may be a sauce of bowls and one to dip in.
    pub(crate) other_groups: Vec<usize>,
    /// The group that has it as a part of its name: "eggs" of "egg style".
    pub(crate) partial_group: Option<usize>,
    pub(crate) amount: Option<Amount>,
}

/// A menu's words, compiled once when the menu is loaded.
#[derive(Debug)]
pub struct Index {
    language: Arc<Language>,
    phrases: Vec<Phrase>,
    /// By the phrase's words, folded and joined.
    joined: HashMap<String, usize>,
    /// Combos by the number on the board.
    numbers: BTreeMap<u32, usize>,
    /// By node: the next words, and the nodes after them.
    next: Vec<BTreeMap<usize, usize>>,
    /// By node: the phrase that ends there.
    ends: Vec<Option<usize>>,
    words: Vec<String>,
    word_ids: HashMap<String, usize>,
    /// Words by their letters, and by their letters without any one of them.
    deletions: HashMap<String, Vec<usize>>,
    sounds: HashMap<String, Vec<usize>>,
    /// Phrases by the sound of their joined words.
    phrase_sounds: HashMap<String, Vec<usize>>,
    /// Reversed words, sorted, to find those with the same end.
    backwards: Vec<(String, usize)>,
    /// By item: the places of the modifier groups that it has.
    item_groups: Vec<Vec<usize>>,
    /// By combo: the place of its main item.
    mains: Vec<usize>,
    /// By item: the sizes that are numbers of it, each with its number.
    item_counts: Vec<Vec<(SizeId, u32)>>,
    /// By item and by combo: the folded words of each of its names, the name itself first.
    item_names: Vec<Vec<Vec<String>>>,
    combo_names: Vec<Vec<Vec<String>>>,
    /// By group and modifier: the folded words of its name.
    modifier_names: Vec<Vec<Vec<String>>>,
    /// Words that stand twice in a row in a name.
    doubled: Vec<usize>,
    /// Whether there was more than has room.
    is_cut: bool,
    /// What all of it takes, estimated from above.
    bytes: usize,
    /// What sorts of things are called, by the folded word: "soda".
    kinds: BTreeMap<String, String>,
    /// The largest sizes of items, and the smallest.
    largest: Shared<SizeId>,
    smallest: Shared<SizeId>,
}

/// The most things that some words can mean: of more, the first on the menu. A customer is asked about a few.
const MEANINGS_MAX: usize = 200;
/// The most words of a menu that one is compared with.
const COMPARED_MAX: usize = 100;
/// The shortest word of a menu that can be misspelled: shorter ones are too similar.
const MISSPELLED_LETTERS_MIN: usize = 4;
/// The longest word that is compared with others.
const MISSPELLED_LETTERS_MAX: usize = 32;
/// The shortest end that can stand for a longer word: "burger".
const END_LETTERS_MIN: usize = 4;
/// The most neighbours that a word is tried with.
const NEIGHBOURS_MAX: usize = 3;
/// The lowest similarity of two words, 0 to 1.
const SPELLING_MIN: f64 = 0.84;
/// The same for words that begin alike.
const SPELLING_MIN_SAME_START: f64 = 0.75;
/// The same for words that sound alike.
const SOUND_MIN: f64 = 0.65;
/// How sure a word is that sounds alike.
const SOUND_SURE: f64 = 0.88;

impl Index {
    /// How much each doubt about an order weighs in the menu's language.
    pub fn doubt_weights(&self) -> &DoubtWeights {
        self.language.doubt_weights()
    }

    /// Whether the menu has more names than there is room for, so that some are not known: 32 MiB and half a million parts
    /// of names.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// How much memory the menu's words take, in bytes, estimated from above.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The language that the menu's words are said in.
    pub(crate) fn language(&self) -> &Language {
        &self.language
    }

    /// The item that an entry is, or is based on.
    pub(crate) fn main(&self, entry: Entry) -> usize {
        match entry {
            Entry::Item(at) => at,
            Entry::Combo(at) => self.mains[at],
        }
    }

    /// The folded words of each name of an entry, the name itself first.
    pub(crate) fn names(&self, entry: Entry) -> &[Vec<String>] {
        match entry {
            Entry::Item(at) => &self.item_names[at],
            Entry::Combo(at) => &self.combo_names[at],
        }
    }

    /// The sizes of an item that are numbers of it, each with its number.
    pub(crate) fn counts(&self, item: usize) -> &[(SizeId, u32)] {
        &self.item_counts[item]
    }

    /// The folded words of an item's name.
    pub(crate) fn item_name(&self, item: usize) -> &[String] {
        &self.item_names[item][0]
    }

    /// Whether an item can be pointed at by a folded word: "the burger" of a cheeseburger.
    pub(crate) fn ends_in(&self, item: usize, word: &str) -> bool {
        let is_it = |part: &String| part == word || word.len() >= FORM_LETTERS_MIN && part.ends_with(word);
        self.item_name(item).iter().any(is_it)
    }

    /// The folded words of a modifier's name.
    pub(crate) fn modifier_name(&self, (group, at): ModifierAt) -> &[String] {
        &self.modifier_names[group][at]
    }

    /// Whether one name of an entry has all of some folded words: "chicken sandwich" of "spicy chicken sandwich".
    pub(crate) fn is_named_with(&self, entry: Entry, folds: &[&str]) -> bool {
        let has = |name: &Vec<String>| folds.iter().all(|fold| name.iter().any(|word| word == fold));
        !folds.is_empty() && self.names(entry).iter().any(has)
    }

    /// Whether a modifier is one, or a kind of one: grilled onions of onions.
    pub(crate) fn is_kind_of(&self, (group, at): ModifierAt, (kind_group, kind): ModifierAt) -> bool {
        self.modifier_names[group][at].ends_with(&self.modifier_names[kind_group][kind])
    }

    /// Whether a modifier's name ends with something that another one is called: sugar-free vanilla, and vanilla.
    pub(crate) fn ends_with_name_of(&self, (group, at): ModifierAt, other: ModifierAt) -> bool {
        let name = &self.modifier_names[group][at];
        let mut ends = (1..name.len()).map(|from| name[from..].iter().map(String::as_str));
        ends.any(|end| self.called(end).is_some_and(|phrase| phrase.modifiers.contains(&other)))
    }

    /// The modifiers that are one of these, or a kind of one; these first.
    pub(crate) fn with_kinds(&self, modifiers: &[ModifierAt]) -> Vec<ModifierAt> {
        let is_kind = |one: &ModifierAt| {
            !modifiers.contains(one) && modifiers.iter().any(|kind| self.is_kind_of(*one, *kind))
        };
        modifiers.iter().copied().chain(self.modifiers().filter(is_kind)).collect()
    }

    /// The modifiers that are one of these, or whose names end with the words that were said; these first.
    pub(crate) fn with_named(&self, modifiers: &[ModifierAt], said: &[Token]) -> Vec<ModifierAt> {
        let is_named = |(group, at): &ModifierAt| {
            let words = self.modifier_names[*group][*at].iter().rev();
            let ends = words.zip(said.iter().rev()).filter(|(word, token)| **word == token.fold).count();
            ends == said.len() && !modifiers.contains(&(*group, *at))
        };
        modifiers.iter().copied().chain(self.modifiers().filter(is_named)).collect()
    }

    fn modifiers(&self) -> impl Iterator<Item = ModifierAt> {
        let groups = self.modifier_names.iter().enumerate();
        groups.flat_map(|(group, names)| (0..names.len()).map(move |at| (group, at)))
    }

    /// The modifier groups of an item.
    pub(crate) fn groups(&self, item: usize) -> &[usize] {
        &self.item_groups[item]
    }

    /// Whether an item can have one of these modifiers.
    pub(crate) fn allows(&self, item: usize, modifiers: &[ModifierAt]) -> bool {
        modifiers.iter().any(|(group, _)| self.item_groups[item].contains(group))
    }

    /// Whether an entry has one of these sizes.
    pub(crate) fn has_size(&self, menu: &Menu, entry: Entry, sizes: &[SizeId]) -> bool {
        match entry {
            Entry::Item(at) => sizes.iter().any(|size| menu.items[at].size(size).is_some()),
            Entry::Combo(at) => sizes.iter().any(|size| menu.combos[at].size(size).is_some()),
        }
    }

    /// The sizes that a word for the largest or the smallest can mean.
    pub(crate) fn extreme(&self, fold: &str) -> Option<Shared<SizeId>> {
        let lexicon = self.language.lexicon();
        let sizes = match (lexicon.lists(List::Largest, fold), lexicon.lists(List::Smallest, fold)) {
            (true, _) => &self.largest,
            (_, true) => &self.smallest,
            _ => return None,
        };
        (!sizes.is_empty()).then(|| sizes.clone())
    }

    /// The sort of things that a folded word is for.
    pub(crate) fn kind(&self, fold: &str) -> Option<&str> {
        self.kinds.get(fold).map(String::as_str)
    }

    /// Whether a word stands twice in a row in a name.
    pub(crate) fn is_doubled(&self, fold: &str) -> bool {
        let Some(word) = self.word(fold) else { return false };
        self.doubled.contains(&word)
    }

    /// What a phrase means.
    pub(crate) fn phrase(&self, at: usize) -> &Phrase {
        &self.phrases[at]
    }

    /// The combo of a number on the board.
    pub(crate) fn combo_of_number(&self, number: u32) -> Option<usize> {
        self.numbers.get(&number).copied()
    }

    /// The number of a folded word, if the menu has it.
    pub(crate) fn word(&self, fold: &str) -> Option<usize> {
        self.word_ids.get(fold).copied()
    }

    /// The node after a word.
    pub(crate) fn step(&self, node: usize, word: usize) -> Option<usize> {
        self.next[node].get(&word).copied()
    }

    /// The phrase that ends at a node.
    pub(crate) fn end(&self, node: usize) -> Option<usize> {
        self.ends[node]
    }

    /// What is called by just these folded words.
    pub(crate) fn called<'a>(&self, mut folds: impl Iterator<Item = &'a str>) -> Option<&Phrase> {
        let node = folds.try_fold(0, |node, fold| self.step(node, self.word(fold)?))?;
        self.end(node).map(|at| self.phrase(at))
    }

    /// What is called by just the words of these tokens.
    pub(crate) fn called_by(&self, tokens: &[Token]) -> Option<&Phrase> {
        self.called(tokens.iter().map(|token| token.fold.as_str()))
    }

    /// The phrase whose joined words are these letters.
    pub(crate) fn written_as_one(&self, letters: &str) -> Option<usize> {
        self.joined.get(letters).copied()
    }

    /// The phrase that sounds like these letters, with the similarity; `None` if two do.
    pub(crate) fn sounding_as_one(&self, letters: &str) -> Option<(usize, f64)> {
        let sound = self.language.sound(letters);
        let [phrase] = self.phrase_sounds.get(&sound)?.as_slice() else { return None };
        let alike = strsim::normalized_damerau_levenshtein(letters, &self.phrases[*phrase].letters);
        (alike >= SOUND_MIN).then_some((*phrase, alike.max(SOUND_SURE)))
    }

    /// The menu's words that a word may stand for, most similar first, each with its similarity.
    pub(crate) fn neighbours(&self, fold: &str) -> Vec<(usize, f64)> {
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
            for word in near.take(COMPARED_MAX) {
                let alike = strsim::normalized_damerau_levenshtein(fold, &self.words[word]);
                let same_start = self.words[word].chars().next() == fold.chars().next();
                let enough = if same_start { SPELLING_MIN_SAME_START } else { SPELLING_MIN };
                if alike >= enough {
                    found.push((word, alike));
                }
            }
        }
        found.extend(self.sounding(fold));
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

    /// The menu's words that sound like a word, with how alike they are.
    pub(crate) fn sounding(&self, fold: &str) -> Vec<(usize, f64)> {
        let sound = self.language.sound(fold);
        if sound.len() < 2 {
            return Vec::new();
        }
        let words = self.sounds.get(&sound).into_iter().flatten().take(COMPARED_MAX);
        let alike = |word: &usize| (*word, strsim::jaro_winkler(fold, &self.words[*word]));
        words
            .map(alike)
            .filter(|(_, alike)| *alike >= SOUND_MIN)
            .map(|(word, alike)| (word, alike.max(SOUND_SURE)))
            .collect()
    }

    /// The entries whose one-word name ends with this word: "cheeseburger" for "burger".
    pub(crate) fn ending_with(&self, fold: &str) -> Vec<Entry> {
        if fold.chars().count() < END_LETTERS_MIN {
            return Vec::new();
        }
        let end: String = fold.chars().rev().collect();
        let from = self.backwards.partition_point(|(word, _)| *word < end);
        let words = self.backwards[from..].iter().take_while(|(word, _)| word.starts_with(&end));
        let words = words.take(MEANINGS_MAX);
        let phrases = words.filter_map(|(_, word)| self.end(self.step(0, *word)?));
        let mut entries: Vec<Entry> =
            phrases.flat_map(|at| self.phrases[at].entries.iter().copied()).collect();
        entries.sort_unstable();
        entries.dedup();
        entries.truncate(MEANINGS_MAX);
        entries
    }
}

/// The word, and the word without each one of its letters.
fn deletions(word: &str) -> impl Iterator<Item = String> {
    let without =
        word.char_indices().map(|(at, char)| format!("{}{}", &word[..at], &word[at + char.len_utf8()..]));
    std::iter::once(word.to_owned()).chain(without)
}
