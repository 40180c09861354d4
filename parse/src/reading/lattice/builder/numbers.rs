//! Numbers: "twenty-one thousand", "half a dozen", the number of a combo on the board, and words that only sound so.

use crate::index::Entry;
use crate::index::Shared;
use crate::language::{Language, Word};
use crate::reading::lattice::builder::LatticeBuilder;
use crate::reading::lattice::{Called, Role};
use crate::tokens::Token;

/// The most words of a number; a shorter one may end at each of them.
const NUMBER_WORDS_MAX: usize = 20;

impl LatticeBuilder<'_> {
    /// A number and all that the words after it make of it: "twenty", "twenty-one", "twenty-one thousand".
    pub(crate) fn number(&mut self, start: usize, end: usize, value: u32) {
        if end > start {
            self.push(start, end, Role::Number(value), number_worth(end - start), 1.0);
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
        }
    }

    pub(crate) fn digit(&self, token: &Token) -> Option<u32> {
        token.value.or_else(|| number_word(self.language.roles_by(token.id)))
    }

    /// "number two", "combo three".
    pub(crate) fn board_number(&mut self, start: usize, end: usize) {
        let Some(number) = self.tokens.get(end).and_then(|token| self.digit(token)) else { return };
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

    /// Whether a word begins the utterance or something in a list, and a word of the menu follows it.
    pub(crate) fn begins_something(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| self.language.roles_by(self.tokens[before].id));
        let begins = self.tokens[at].pause || before.is_none_or(|roles| roles.contains(&Word::And));
        let next = self.tokens.get(at + 1);
        begins && next.is_some_and(|next| !next.pause && self.index.word(&next.fold).is_some())
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
