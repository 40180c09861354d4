//! The words of a language for a recognizer: how they are said, and how a text is written as words only.

use fsm::menu::Topic;
use fsm::order::Amount;

use crate::MenuBook;
use crate::language::{Claim, Cue, Language, Word};
use crate::words;

/// The highest number that is listed.
const COUNTED_MAX: u32 = 20;

/// What asks, besides the topics of a question.
const QUESTIONS: &[Word] = &[Word::Asks, Word::Which];
const AMOUNTS: &[Word] = &[
    Word::Negation,
    Word::Amount(Amount::Extra),
    Word::Amount(Amount::Light),
    Word::Amount(Amount::Side),
    Word::Amount(Amount::Regular),
    Word::Times(2),
    Word::Times(3),
];
const CHANGES: &[Word] = &[
    Word::Add,
    Word::Remove,
    Word::Take,
    Word::Off,
    Word::Make,
    Word::Swap,
    Word::InsteadOf,
    Word::Instead,
    Word::Correction,
    Word::Just,
];
const FILLERS: &[Word] = &[
    Word::Filler,
    Word::Want,
    Word::Article,
    Word::Definite,
    Word::Some,
    Word::And,
    Word::Or,
    Word::With,
    Word::On,
    Word::Of,
    Word::To,
    Word::Unit,
    Word::Combo,
    Word::NumberSign,
    Word::Pronoun,
    Word::OfThem,
    Word::Another,
    Word::Both,
    Word::All,
];
/// What a name may be as well: "double", "regular", "plain".
const NAMES: &[Word] = &[
    Word::Amount(Amount::Extra),
    Word::Amount(Amount::Light),
    Word::Amount(Amount::Side),
    Word::Amount(Amount::Regular),
    Word::Times(2),
    Word::Times(3),
    Word::Unit,
    Word::Sized,
    Word::Plain,
    Word::AsComes,
    Word::Filler,
    Word::Common,
];

/// The words of a menu's language.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a>(&'a Language);

impl<'a> Spoken<'a> {
    /// The words of this menu's language.
    pub fn of(book: &'a MenuBook) -> Self {
        Self(book.index.language())
    }

    /// The number words from one on.
    pub fn numbers(self) -> Vec<String> {
        (1..=COUNTED_MAX).filter_map(|number| self.number(number)).collect()
    }

    /// How much of a modifier: "no", "extra".
    pub fn amounts(self) -> Vec<String> {
        self.said(AMOUNTS.iter().copied())
    }

    /// Words that add, remove and correct.
    pub fn changes(self) -> Vec<String> {
        self.said(CHANGES.iter().copied())
    }

    /// Words around an order that say little.
    pub fn fillers(self) -> Vec<String> {
        self.said(FILLERS.iter().copied())
    }

    /// What begins a question.
    pub fn questions(self) -> Vec<String> {
        let topics = Topic::ALL.iter().map(|topic| Word::Topic(*topic));
        self.said(QUESTIONS.iter().copied().chain(topics))
    }

    /// What is said besides an order: "yes", "that's it".
    pub fn commands(self) -> Vec<String> {
        let cues = Cue::commands().chain([Cue::WeakYes]).map(Word::Cue);
        self.said(cues.chain([Word::Claim(Claim::Right), Word::Clear]))
    }

    /// What joins an item and what it comes with.
    pub fn with(self) -> &'a str {
        self.0.say(Word::With)
    }

    /// Whether a text as a whole does something in this language, whatever the menu: "never mind", "instead", "two".
    pub fn does(self, text: &str) -> bool {
        let words: Vec<Option<u32>> =
            words::words(text).iter().map(|word| self.0.id(self.0.same(word))).collect();
        let mut is_besides = false;
        self.0.read_besides(&words, |length, _| is_besides |= length == words.len());
        let step = |node, word: &Option<u32>| self.0.step(node, (*word)?);
        let end = words.iter().try_fold(Language::ROOT, step);
        is_besides || end.is_some_and(|end| self.0.roles(end).iter().any(|role| !NAMES.contains(role)))
    }

    fn said(self, words: impl Iterator<Item = Word>) -> Vec<String> {
        words.flat_map(|word| self.0.samples(word)).map(|phrase| self.words(phrase)).collect()
    }

    /// A text as words with letters only, as in a pronouncing dictionary: in lower case, without accents, numbers
    /// spelled out, apostrophes only within a word. "7UP & Reese's" is "seven up and reese's".
    pub fn words(self, text: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut run = String::new();
        let mut is_number = false;
        for char in text.chars() {
            if char.is_ascii_digit() || char.is_alphabetic() {
                if char.is_ascii_digit() != is_number {
                    self.take(&mut words, &mut run, is_number);
                    is_number = char.is_ascii_digit();
                }
                words::push_plain(&mut run, char);
            } else if matches!(char, '\'' | '’') && !is_number {
                run.push('\'');
            } else if !words::is_silent(char) {
                self.take(&mut words, &mut run, is_number);
                match char {
                    '&' => words.push(self.0.say(Word::And).to_owned()),
                    '#' => words.push(self.0.say(Word::NumberSign).to_owned()),
                    _ => {}
                }
            }
        }
        self.take(&mut words, &mut run, is_number);
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }

    fn take(self, words: &mut Vec<String>, run: &mut String, is_number: bool) {
        let run = std::mem::take(run);
        if is_number {
            words.push(self.spelled(&run));
        } else {
            words.push(self.0.written(self.0.same(run.trim_matches('\''))).to_owned());
        }
    }

    /// A number in words: up to 999 as it is counted, beyond that digit by digit.
    fn spelled(self, digits: &str) -> String {
        let counted = digits.parse().ok().filter(|_| !digits.starts_with('0')).and_then(|n| self.number(n));
        counted.unwrap_or_else(|| {
            let each = digits.bytes().filter_map(|digit| self.number(u32::from(digit - b'0')));
            each.collect::<Vec<_>>().join(" ")
        })
    }

    fn number(self, number: u32) -> Option<String> {
        let known = Some(self.0.say(Word::Number(number))).filter(|word| !word.is_empty());
        if let Some(word) = known {
            return Some(word.to_owned());
        }
        match number {
            21..=99 => Some(format!("{} {}", self.number(number / 10 * 10)?, self.number(number % 10)?)),
            100..=999 => {
                let hundred = Some(self.0.say(Word::Scale(100))).filter(|word| !word.is_empty())?;
                let hundreds = format!("{} {hundred}", self.number(number / 100)?);
                match number % 100 {
                    0 => Some(hundreds),
                    rest => Some(format!("{hundreds} {}", self.number(rest)?)),
                }
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use fsm::menu::Menu;
    use serde_json::json;

    use super::*;
    use crate::Languages;

    #[test]
    fn a_text_is_written_as_words_of_letters_alone() {
        let stall = json!({
            "id": "stall", "name": "Stall", "version": 1, "currency": "USD", "tax_rate": "0",
            "categories": [{ "id": "all", "name": "Everything" }],
            "items": [{ "id": "tea", "name": "Tea", "category": "all", "price": "2.00" }],
        });
        let book =
            MenuBook::compile(Menu::check(&stall).unwrap_or_else(|_| unreachable!()), &Languages::default());
        let spoken = Spoken::of(&book);
        for (text, expected) in [
            ("7UP", "seven up"),
            ("Reese’s & M&M's", "reese's and m and m's"),
            ("Crème brûlée", "creme brulee"),
            ("#3 combo, 20-piece", "number three combo twenty piece"),
            (
                "12oz / 1,000 / 007 / 42 / 350",
                "twelve oz one zero zero zero zero zero seven forty two three hundred fifty",
            ),
            ("Mac n Cheese", "mac and cheese"),
            ("'s'mores'", "s'mores"),
            ("thats it", "that's it"),
            ("<a> = b | (c); \"d\" {e} $f \\ *+ //g", "a b c d e f g"),
            ("🍔 ½ !", ""),
        ] {
            assert_eq!(spoken.words(text), expected, "{text}");
        }
        assert_eq!(spoken.numbers().len(), 20);
        let doing = ["never mind", "Two", "no", "instead", "apple pie", "double", "never mind the pie", ""];
        assert_eq!(doing.map(|text| spoken.does(text)), [true, true, true, true, false, false, false, false]);
    }
}
