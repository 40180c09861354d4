//! What a word or a run is by itself, whatever it may mean here.

use fsm::order::Amount;

use crate::index::{Entry, Phrase, Shared};
use crate::language::{Cue, Sort, Word};
use crate::reading::asides;
use crate::reading::lattice::builder::LatticeBuilder;
use crate::tokens::Token;

/// How many words lead to the last of "on the side" at most.
const ASIDE_WORDS_MAX: usize = 3;
/// The most words that are no fillers in an utterance that says only one thing.
const LOUD_WORDS_MAX: usize = 16;

impl LatticeBuilder<'_> {
    /// Whether a word ends "on the side", which is no side salad.
    pub(crate) fn is_aside(&self, at: usize) -> bool {
        let is_side = |role| role == Word::Amount(Amount::Side);
        (at.saturating_sub(ASIDE_WORDS_MAX)..at).any(|start| {
            let phrase = asides::phrase(self.language, &self.tokens[start..], is_side);
            phrase.is_some_and(|length| start + length > at)
        })
    }

    /// Whether a word is in any phrase of the language: such a word is never taken for a similar one of the menu
    /// ("mind" is not "mild").
    pub(crate) fn is_of_the_language(token: &Token) -> bool {
        token.value.is_some() || token.id.is_some()
    }

    /// Whether a word alone is food: it is never taken for one of the menu that is only spelled alike.
    pub(crate) fn is_food(&self, token: &Token) -> bool {
        let folds = std::iter::once(token.fold.as_str());
        matches!(self.language.lexicon().longest(folds), Some((_, Sort::Food)))
    }

    /// Whether a word joins, denies or counts, so that it is not a piece of another word.
    pub(crate) fn is_function_word(&self, token: &Token) -> bool {
        let joins = |role: &Word| {
            matches!(role, Word::And | Word::Or | Word::With | Word::Negation | Word::Number(_))
        };
        self.language.roles_by(token.id).iter().any(joins)
    }

    /// Whether a word of a run is also one of the language.
    pub(crate) fn is_spoken(&self, start: usize, end: usize) -> bool {
        self.tokens[start..end].iter().any(Self::is_of_the_language)
    }

    /// Whether a run of words has an "and" in it.
    pub(crate) fn is_list(&self, start: usize, end: usize) -> bool {
        let and = |token: &Token| self.language.roles_by(token.id).contains(&Word::And);
        self.tokens[start..end].iter().any(and)
    }

    /// "a small lemonade": whether a run is one of a size and the name of an item, however the menu calls something else.
    pub(crate) fn is_another_sized(&self, start: usize, end: usize) -> bool {
        let (size, item) = (&self.tokens[start..=start], &self.tokens[start + 1..end]);
        let called = |words| self.index.called_by(words);
        called(size).is_some_and(|phrase| !phrase.sizes.is_empty())
            && called(item).is_some_and(|phrase| !phrase.entries.is_empty())
    }

    /// Whether the word right before or after a run is a modifier of the menu and no item.
    pub(crate) fn is_by_a_modifier(&self, start: usize, end: usize) -> bool {
        start.checked_sub(1).is_some_and(|before| self.is_modifier(before)) || self.is_modifier(end)
    }

    /// Whether a word is a modifier of the menu, or a part of one, and no item.
    pub(crate) fn is_modifier(&self, at: usize) -> bool {
        let phrase = self.tokens.get(at).and_then(|token| {
            let node = self.index.word(&token.fold).and_then(|word| self.index.step(0, word))?;
            self.index.end(node)
        });
        phrase.is_some_and(|phrase| {
            let phrase = self.index.phrase(phrase);
            let of_modifiers = !phrase.modifiers.is_empty() || !phrase.partial_modifiers.is_empty();
            of_modifiers && phrase.entries.is_empty()
        })
    }

    /// Whether an answer would end within so many of what is there: "I'd like one" of "I'd like one of them".
    pub(crate) fn cuts_a_share(&self, start: usize, end: usize) -> bool {
        let counts = |role: &Word| matches!(role, Word::Number(_));
        let last = &self.tokens[end - 1];
        let of = self
            .tokens
            .get(end)
            .is_some_and(|next| !next.pause && self.language.roles_by(next.id).contains(&Word::Of));
        of && end > start + 1 && self.language.roles_by(last.id).iter().any(counts)
    }

    /// Whether nothing but fillers and the same cue is said besides a run: "sorry, what?"
    pub(crate) fn is_alone(&self, start: usize, end: usize, cue: Option<Cue>) -> bool {
        let outside = |at: &&usize| !(start..end).contains(*at);
        let is_cue = |at: &usize| {
            cue.is_some_and(|cue| self.language.roles_by(self.tokens[*at].id).contains(&Word::Cue(cue)))
        };
        self.loud.len() <= LOUD_WORDS_MAX && self.loud.iter().filter(outside).all(is_cue)
    }

    /// What is called by just these words, where other forms of them call something else.
    pub(super) fn as_written(&self, start: usize, end: usize, phrase: &Phrase) -> Shared<Entry> {
        if phrase.written.is_empty() {
            return phrase.entries.clone();
        }
        let words: Vec<&str> = self.tokens[start..end].iter().map(|token| token.word.as_str()).collect();
        let words = words.join(" ");
        let so: Vec<Entry> =
            phrase.written.iter().filter(|(name, _)| *name == words).map(|(_, entry)| *entry).collect();
        if so.is_empty() { phrase.entries.clone() } else { Shared::new(so) }
    }
}
