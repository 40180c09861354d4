//! Numbers: "twenty-one thousand", "half a dozen", the number of a combo on the board, and words that only sound so.

use std::ops::RangeInclusive;

use fsm::dialogue::ActKind;

use crate::index::{Entry, Phrase, Shared};
use crate::language::{Cue, Language, List, Sort, Word};
use crate::reading::lattice::builder::LatticeBuilder;
use crate::reading::lattice::{Called, Role};
use crate::tokens::Token;

/// What it is worth that a kind is counted which one thing can have only once.
const COUNTED_KIND: i32 = 100;
/// The most words of a number; a shorter one may end at each of them.
const NUMBER_WORDS_MAX: usize = 20;

impl LatticeBuilder<'_> {
    /// A number and all that the words after it make of it: "twenty", "twenty-one", "twenty-one thousand".
    pub(crate) fn number(&mut self, start: usize, end: usize, value: u32) {
        if end > start {
            self.push(start, end, Role::Number(value), number_worth(end - start), 1.0);
            self.measured(start, end);
        }
        let (mut thousands, mut current, mut at) = (0_u32, value, end);
        while let Some(token) = self.tokens.get(at).filter(|_| at - start < NUMBER_WORDS_MAX) {
            if token.pause {
                break;
            }
            let roles = self.language.roles_by(token.id);
            let scale =
                roles.iter().find_map(|role| if let Word::Scale(by) = role { Some(*by) } else { None });
            let digit = token.value.or_else(|| number_word(roles));
            let after_and = roles.contains(&Word::And) && at > end && current % 100 == 0;
            match (scale, digit) {
                (Some(by), _) if by >= 1000 => {
                    thousands = thousands.saturating_add(current.saturating_mul(by));
                    current = 0;
                }
                (Some(by), _) => current = current.saturating_mul(by),
                (None, Some(digit)) if fits_behind(current, digit) && (current > 0 || at > end) => {
                    current = current.saturating_add(digit);
                }
                _ if after_and && self.tokens.get(at + 1).is_some_and(|next| self.digit(next).is_some()) => {
                    at += 1;
                    continue;
                }
                _ => break,
            }
            at += 1;
            self.push(
                start,
                at,
                Role::Number(thousands.saturating_add(current)),
                number_worth(at - start),
                1.0,
            );
            self.measured(start, at);
        }
    }

    /// The digits of the number that a word only sounds like, where it is no word of the menu itself.
    pub(crate) fn number_alike(&self, at: usize) -> Option<String> {
        let token = &self.tokens[at];
        let mut roles = self.language.roles_by(token.id).iter();
        let number = roles.find_map(|role| if let Word::NumberAlike(n) = role { Some(*n) } else { None })?;
        let is_number = self.index.word(&token.fold).is_none() && self.begins_something(at);
        is_number.then(|| number.to_string())
    }

    pub(crate) fn digit(&self, token: &Token) -> Option<u32> {
        token.value.or_else(|| number_word(self.language.roles_by(token.id)))
    }

    /// "a sixteen ounce shake": a number right before a dimension measures, and counts nothing.
    fn measured(&mut self, start: usize, end: usize) {
        let is_dimension =
            |token: &&Token| !token.pause && self.language.lexicon().lists(List::Dimension, &token.fold);
        if self.tokens.get(end).is_some_and(|token| is_dimension(&token)) {
            self.push(start, end + 1, Role::Term(Sort::Measure), 0, 1.0);
        }
    }

    /// What it is worth that several of a kind are counted which one thing can have only once: "two chocolate milks".
    pub(crate) fn counted_worth(&self, phrase: &Phrase, at: usize) -> i32 {
        let before = at.checked_sub(1).and_then(|before| self.digit(&self.tokens[before]));
        let several = before.is_some_and(|number| number > 1);
        if several && phrase.once { COUNTED_KIND } else { 0 }
    }

    /// "number two", "combo three".
    pub(crate) fn board_number(&mut self, start: usize, end: usize) {
        let alike = |token: &Token| {
            let mut roles = self.language.roles_by(token.id).iter();
            roles.find_map(|role| if let Word::NumberAlike(number) = role { Some(*number) } else { None })
        };
        let alike = |token: &Token| alike(token).filter(|_| self.ends_a_board_number(start, end));
        let number = self.tokens.get(end).and_then(|token| self.digit(token).or_else(|| alike(token)));
        let Some(number) = number else { return };
        match self.index.combo_of_number(number) {
            Some(combo) => {
                let entries = Shared::new(vec![Entry::Combo(combo)]);
                self.push(
                    start,
                    end + 1,
                    Role::Entry { entries, called: Called::Name, by: Vec::new() },
                    30,
                    1.0,
                );
            }
            None => self.push(start, end + 1, Role::NoSuchNumber, 0, 1.0),
        }
    }

    /// Whether a word that only sounds like a number can be that of a combo: "combo to, please", but not "the combo to large".
    fn ends_a_board_number(&self, start: usize, at: usize) -> bool {
        let is_sign = |token: &Token| {
            let roles = self.language.roles_by(token.id);
            roles.contains(&Word::NumberSign) && !roles.contains(&Word::Combo)
        };
        let goes_on = self.tokens.get(at + 1).is_some_and(|next| {
            let mut roles = self.language.roles_by(next.id).iter();
            let little = |role: &Word| {
                matches!(role, Word::With | Word::And | Word::Filler | Word::Cue(Cue::YesAlone))
            };
            !next.pause && !roles.any(little)
        });
        // "make it a combo too"
        let is_article = |before: usize| {
            let roles = self.language.roles_by(self.tokens[before].id);
            roles.contains(&Word::Article) || roles.contains(&Word::Definite)
        };
        let one_of_many = start.checked_sub(1).is_some_and(is_article);
        self.tokens[start..at].iter().any(is_sign) || !goes_on && !one_of_many
    }

    /// Whether a word begins the utterance or something in a list, and a word of the menu follows it.
    pub(crate) fn begins_something(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| self.language.roles_by(self.tokens[before].id));
        let begins = self.tokens[at].pause
            || before.is_none_or(|roles| roles.contains(&Word::And) || roles.contains(&Word::With));
        (begins || self.stands_between_many(at)) && self.is_before_a_name(at)
    }

    /// "six coneys too large fries": whether several of something were named right before a word, and several in a size
    /// are named right behind it.
    fn stands_between_many(&self, at: usize) -> bool {
        let is_many =
            |token: &Token| self.index.word(&token.fold).is_some() && self.language.is_plural(&token.word);
        let before = at.checked_sub(1).map(|before| &self.tokens[before]);
        let [size, many, ..] = self.tokens.get(at + 1..).unwrap_or_default() else { return false };
        // "the cokes to large sprites"
        let leads = self.language.roles_by(self.tokens[at].id).contains(&Word::To);
        !leads
            && before.is_some_and(is_many)
            && self.is_size(size)
            && !many.pause
            && is_many(many)
            && !self.is_behind_a_swap(at)
    }

    /// "two, no three", "large, no medium": a word that says no between two of a kind takes the first back; so does one
    /// between something of the menu and an article, or a number behind a pause: "a coke, no, a sprite".
    pub(crate) fn corrects(&self, at: usize) -> bool {
        let is_hum = |token: &Token| {
            self.language.roles_by(token.id).iter().any(|role| {
                matches!(
                    role,
                    Word::Cue(Cue::BackChannel { .. })
                        | Word::Filler
                        | Word::Correction
                        | Word::WeakCorrection
                )
            })
        };
        let says_no = |at: usize| {
            self.language.roles_by(self.tokens[at].id).contains(&Word::Cue(Cue::Act(ActKind::No)))
        };
        let says_sorry = self.language.roles_by(self.tokens[at].id).contains(&Word::Apology);
        if !says_no(at) && !says_sorry {
            return false;
        }
        let before = (0..at).rev().find(|at| !is_hum(&self.tokens[*at]));
        let waits = |token: &Token| {
            self.language.roles_by(token.id).contains(&Word::Cue(Cue::Act(ActKind::NeedsTime)))
        };
        let goes_on = |at: &usize| !is_hum(&self.tokens[*at]) || waits(&self.tokens[*at]);
        let after = (at + 1..self.tokens.len()).find(goes_on);
        let (Some(before), Some(after)) = (before, after) else { return false };
        let breaks = before + 1 < at || (at..=after).any(|at| self.tokens[at].pause);
        let names = self.is_named_until(before + 1..=at);
        let apart = self.tokens[at].pause && self.tokens[after].pause && self.begins_a_name(after);
        let (before, after) = (&self.tokens[before], &self.tokens[after]);
        if says_sorry {
            return names && apart;
        }
        self.is_number(before) && self.is_number(after)
            || self.is_size(before) && self.is_size(after)
            || names
                && (apart
                    || self.is_article(after)
                    || breaks && (self.is_number(after) || self.is_definite(after)))
    }

    /// Whether something of the menu ends at one of some places.
    fn is_named_until(&self, ends: RangeInclusive<usize>) -> bool {
        let is_named = |role: &Role| matches!(role, Role::Entry { .. } | Role::Modifier(_) | Role::Size(_));
        self.edges.iter().any(|edge| ends.contains(&edge.end) && is_named(&edge.role))
    }

    /// Whether a word is of the menu and no word of the language.
    fn begins_a_name(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        self.language.roles_by(token.id).is_empty() && self.index.word(&token.fold).is_some()
    }

    fn is_article(&self, token: &Token) -> bool {
        self.language.roles_by(token.id).contains(&Word::Article)
    }

    fn is_definite(&self, token: &Token) -> bool {
        self.language.roles_by(token.id).contains(&Word::Definite)
    }

    fn is_number(&self, token: &Token) -> bool {
        token.value.is_some()
            || number_word(self.language.roles_by(token.id)).is_some_and(|number| number > 0)
    }

    /// Whether a word is a size, of this menu or of another.
    fn is_size(&self, token: &Token) -> bool {
        let node = self.index.word(&token.fold).and_then(|word| self.index.step(0, word));
        let phrase = node.and_then(|node| self.index.end(node)).map(|at| self.index.phrase(at));
        phrase.is_some_and(|phrase| !phrase.sizes.is_empty())
            || self.language.lexicon().sort(&token.fold) == Some(Sort::Measure)
    }

    /// Whether a word of the menu comes right before.
    pub(crate) fn is_behind_a_name(&self, at: usize) -> bool {
        at.checked_sub(1).map(|before| &self.tokens[before]).is_some_and(|before| {
            self.language.roles_by(before.id).is_empty() && self.index.word(&before.fold).is_some()
        })
    }

    /// "swap it for ranch", "upgrade that to large": whether what comes next takes the place of something.
    pub(crate) fn is_behind_a_swap(&self, at: usize) -> bool {
        let clause = self.tokens[..=at].iter().rposition(|token| token.pause).unwrap_or_default();
        let says = |at: usize, word: Word| self.language.roles_by(self.tokens[at].id).contains(&word);
        let makes = |at: usize| says(at, Word::Make) && says(at + 1, Word::Pronoun);
        (clause..at).any(|before| says(before, Word::Swap) || before + 2 == at && makes(before))
    }

    /// Whether a word that is only of the menu comes next.
    pub(crate) fn is_before_a_name(&self, at: usize) -> bool {
        let next = self.tokens.get(at + 1);
        next.is_some_and(|next| {
            let roles = self.language.roles_by(next.id);
            // "to of those", "too number sixes"
            let points = roles.contains(&Word::Of) || roles.contains(&Word::NumberSign);
            // "for plain bagels"
            let counts = roles.iter().all(|role| *role == Word::Plain) || roles.contains(&Word::Unit);
            // "to piece flounder"
            let measured = roles.contains(&Word::Unit)
                && self
                    .tokens
                    .get(at + 2)
                    .is_some_and(|then| !then.pause && self.index.word(&then.fold).is_some());
            // "to orders of fries"
            let is_of = |token: &Token| self.language.roles_by(token.id).contains(&Word::Of);
            let portions = roles.contains(&Word::Unit) && self.tokens.get(at + 2).is_some_and(is_of);
            !next.pause && (points || portions || measured || counts && self.index.word(&next.fold).is_some())
        })
    }
}

/// Numbers of several words are idioms: what their words mean alone counts less.
fn number_worth(length: usize) -> i32 {
    if length > 1 { 30 } else { 10 }
}

fn number_word(roles: &[Word]) -> Option<u32> {
    roles.iter().find_map(|role| if let Word::Number(number) = role { Some(*number) } else { None })
}

pub(crate) fn node_is_scale(language: &Language, node: u32) -> bool {
    language.roles(node).iter().any(|role| matches!(role, Word::Scale(_)))
}

/// "one" fits after "twenty", and anything below a hundred after hundreds.
fn fits_behind(before: u32, digit: u32) -> bool {
    let tens = (20..100).contains(&(before % 100)) && before.is_multiple_of(10) && (1..10).contains(&digit);
    let hundreds = before >= 100 && before.is_multiple_of(100) && (1..100).contains(&digit);
    let thousands = before == 0 && digit < 1000;
    tens || hundreds || thousands
}
