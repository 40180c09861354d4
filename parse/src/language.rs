//! The words of a language that belong to no menu: numbers, fillers, negations, amounts, what people say to a lane.
//! They are data, a folder of word files for each language ([`Languages`]); compiled, they are one automaton that
//! reads the longest phrases from any word on.

mod automaton;
mod courtesy;
mod edit;
mod languages;
mod lexicon;
mod pack;
mod pattern;
mod sign;
mod word;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap as HashMap;

use self::automaton::{Loose, Phrases};
use crate::confidence::DoubtWeights;
use crate::tokens::Token;

pub(crate) use self::courtesy::{Courtesies, Courtesy};
pub(crate) use self::edit::Edit;
pub use self::languages::Languages;
pub(crate) use self::lexicon::{Lexicon, List, Sort};
pub use self::pack::PackFault;
pub(crate) use self::sign::{Queries, Sign};
pub(crate) use self::word::{ANSWERS, Claim, Cue, MIDDLE, Word};

/// A place in the automaton.
pub(crate) type Node = u32;

/// How little a word says by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// Nothing at all: it may stand between the words of any act.
    Between,
    /// Nothing about what is wanted: it may stand where a phrase has `...`.
    Light,
    /// The same, but it inverts what is said: it may only stand beside a phrase.
    Turning,
}

/// A language, compiled.
#[derive(Debug, Default)]
pub(crate) struct Language {
    ids: HashMap<String, u32>,
    /// The words around an order.
    orders: Phrases<Word>,
    /// The words of a question.
    queries: Queries,
    /// What is said besides an order.
    loose: Loose,
    /// How little a word says by itself.
    weights: HashMap<u32, Weight>,
    /// How each role is said: the first phrase of its section.
    said: BTreeMap<Word, String>,
    /// Some of the ways in which each role is said.
    samples: BTreeMap<Word, Vec<String>>,
    same: HashMap<String, String>,
    short: HashMap<String, String>,
    /// What may be joined to a word by an apostrophe, as a word of its own.
    apart: HashMap<String, String>,
    written: HashMap<String, String>,
    plural: Vec<(String, String)>,
    ending: Vec<(String, String)>,
    sound: Vec<(String, String)>,
    lexicon: Lexicon,
    courtesies: Courtesies,
    /// How much each doubt weighs.
    doubts: DoubtWeights,
}

/// The shortest word that can be a plural, so that "is" and "gas" stay as they are.
const PLURAL_LETTERS_MIN: usize = 4;
/// The shortest word whose ending is changed.
const ENDING_LETTERS_MIN: usize = 3;

impl Language {
    /// Where every phrase begins.
    pub(crate) const ROOT: Node = Phrases::<Word>::ROOT;

    /// The number of a word, if any phrase has it.
    pub(crate) fn id(&self, word: &str) -> Option<u32> {
        self.ids.get(word).copied()
    }

    /// The node after a word.
    pub(crate) fn step(&self, node: Node, word: u32) -> Option<Node> {
        self.orders.step(node, word)
    }

    /// The phrases of a reply that say nothing.
    pub(crate) fn courtesies(&self) -> &Courtesies {
        &self.courtesies
    }

    /// The words of a question, which no other reader knows.
    pub(crate) fn queries(&self) -> &Queries {
        &self.queries
    }

    /// Calls `found` for every phrase besides an order that begins with the first of the words: with its length and
    /// its role.
    pub(crate) fn read_besides(&self, words: &[Option<u32>], found: impl FnMut(usize, Word)) {
        let words = words.iter().map_while(|word| *word);
        self.loose.read(words.map(|word| (word, self.weights.get(&word).copied())), found);
    }

    /// The names of what is eaten and drunk anywhere.
    pub(crate) fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// How much each doubt about an order weighs.
    pub(crate) fn doubt_weights(&self) -> &DoubtWeights {
        &self.doubts
    }

    /// The roles of the phrase that ends here; none in the middle of one.
    pub(crate) fn roles(&self, node: Node) -> &[Word] {
        self.orders.roles(node)
    }

    /// Whether a word answers if it is said twice, though not if once: "uh-uh".
    pub(crate) fn doubles(&self, word: u32) -> bool {
        let Some(once) = self.step(Self::ROOT, word) else { return false };
        let answers = |role: &Word| {
            matches!(role, Word::Cue(cue) if cue.is_answer()) && !self.roles(once).contains(role)
        };
        self.step(once, word).is_some_and(|twice| self.roles(twice).iter().any(answers))
    }

    /// Whether a word may stand between the words of any act.
    pub(crate) fn is_between(&self, word: u32) -> bool {
        self.weights.get(&word) == Some(&Weight::Between)
    }

    /// Whether a word says nothing by itself.
    pub(crate) fn is_light(&self, word: u32) -> bool {
        self.weights.contains_key(&word)
    }

    /// Whether a word says nothing by itself and turns nothing round.
    pub(crate) fn is_plainly_light(&self, word: u32) -> bool {
        self.weights.get(&word).is_some_and(|weight| *weight != Weight::Turning)
    }

    /// The acts that have a phrase with this word.
    pub(crate) fn acts_of(&self, word: u32) -> &[Cue] {
        self.loose.acts_of(word)
    }

    /// The roles of a word alone.
    pub(crate) fn roles_of(&self, word: &str) -> &[Word] {
        self.roles_by(self.id(word))
    }

    /// The roles of a word alone, by its number.
    pub(crate) fn roles_by(&self, id: Option<u32>) -> &[Word] {
        id.and_then(|id| self.step(Self::ROOT, id)).map_or(&[], |node| self.roles(node))
    }

    /// The place that a word names: 2 for "second", 0 for "last".
    pub(crate) fn place(&self, id: Option<u32>) -> Option<u32> {
        self.roles_by(id)
            .iter()
            .find_map(|role| if let Word::Ordinal(place) = role { Some(*place) } else { None })
    }

    /// The number that a word is.
    pub(crate) fn number(&self, token: &Token) -> Option<u32> {
        let by_role = |role: &Word| if let Word::Number(number) = role { Some(*number) } else { None };
        token.value.or_else(|| self.roles_by(token.id).iter().find_map(by_role))
    }

    /// How a role is said, so that what was understood can be put into words again.
    pub(crate) fn say(&self, word: Word) -> &str {
        self.said.get(&word).map_or("", String::as_str)
    }

    /// Some of the ways in which a role is said, as hints for a recognizer.
    pub(crate) fn samples(&self, word: Word) -> impl Iterator<Item = &str> {
        self.samples.get(&word).into_iter().flatten().map(String::as_str)
    }

    /// What is joined to a word by an apostrophe, as a word of its own: "will" of "the fries'll".
    pub(crate) fn apart(&self, ending: &str) -> Option<&str> {
        self.apart.get(ending).map(String::as_str)
    }

    /// A word as it is written, with its apostrophe; phrases have none.
    pub(crate) fn written<'a>(&'a self, word: &'a str) -> &'a str {
        self.written.get(word).map_or(word, String::as_str)
    }

    /// The word that another one is short for.
    pub(crate) fn same<'a>(&'a self, word: &'a str) -> &'a str {
        self.same.get(word).map_or(word, String::as_str)
    }

    /// The word that another one may be short for.
    pub(crate) fn short(&self, word: &str) -> Option<&str> {
        self.short.get(word).map(String::as_str)
    }

    /// One form for all forms of a word, number words as digits. It need not be a real word.
    pub(crate) fn fold(&self, word: &str) -> String {
        let number = |word: &str| {
            let mut roles = self.roles_of(word).iter();
            roles.find_map(
                |role| if let Word::Number(number) = role { Some(number.to_string()) } else { None },
            )
        };
        if let Some(number) = number(word) {
            return number;
        }
        let mut fold = word.to_owned();
        if fold.len() >= PLURAL_LETTERS_MIN {
            change_ending(&self.plural, &mut fold);
            // "two morning pairs"
            if let Some(number) = number(&fold) {
                return number;
            }
        }
        if fold.len() >= ENDING_LETTERS_MIN {
            change_ending(&self.ending, &mut fold);
        }
        fold
    }

    /// Whether a word is the plural of another.
    pub(crate) fn is_plural(&self, word: &str) -> bool {
        let mut singular = word.to_owned();
        if singular.len() >= PLURAL_LETTERS_MIN {
            change_ending(&self.plural, &mut singular);
        }
        singular != word
    }

    /// What a folded word sounds like: its consonants, by class, and whether it begins with a vowel.
    pub(crate) fn sound(&self, word: &str) -> String {
        let mut rest = word;
        let mut key = String::with_capacity(word.len());
        while let Some(first) = rest.chars().next() {
            let rule = self.sound.iter().find(|(from, _)| rest.starts_with(from.as_str()));
            let (heard, length) = match rule {
                Some((from, to)) => (to.as_str(), from.len()),
                None => (&rest[..first.len_utf8()], first.len_utf8()),
            };
            for letter in heard.chars() {
                let vowel = matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
                match (vowel, key.is_empty()) {
                    (true, true) => key.push('A'),
                    (false, _) if !key.ends_with(letter) => key.push(letter),
                    _ => {}
                }
            }
            rest = &rest[length..];
        }
        key
    }
}

fn change_ending(rules: &[(String, String)], word: &mut String) {
    if let Some((from, to)) = rules.iter().find(|(from, _)| word.ends_with(from.as_str())) {
        word.truncate(word.len() - from.len());
        word.push_str(to);
    }
}

#[cfg(test)]
mod tests {

    use fsm::order::Amount;

    use super::*;

    fn english() -> std::sync::Arc<Language> {
        Languages::default().of("en-US").clone()
    }

    #[test]
    fn forms_of_one_word_fold_to_one() {
        let english = english();
        for (one, other) in [
            ("cookies", "cookie"),
            ("fries", "fry"),
            ("tomatoes", "tomato"),
            ("sandwiches", "sandwich"),
            ("twenty", "20"),
            ("quiches", "quiche"),
        ] {
            assert_eq!(english.fold(one), english.fold(other), "{one} {other}");
        }
        assert_ne!(english.fold("swiss"), english.fold("swis"));
    }

    #[test]
    fn words_that_sound_alike_have_one_key() {
        let english = english();
        for (heard, meant) in [("keychup", "ketchup"), ("spright", "sprite"), ("kofi", "coffee")] {
            assert_eq!(english.sound(heard), english.sound(meant), "{heard} {meant}");
        }
    }

    #[test]
    fn what_was_understood_can_be_said_again() {
        let english = english();
        let said = [Word::With, Word::Negation, Word::Amount(Amount::Side), Word::Combo, Word::Plain];
        assert_eq!(said.map(|word| english.say(word)), ["with", "no", "on the side", "combo", "plain"]);
    }
}
