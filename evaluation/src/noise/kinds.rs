//! The kinds of noise, and how a sentence sounds through each.

use fsm::dialogue::Act;
use fsm::menu::{Menu, Size};
use fsm::order::{NewLine, Op};
use parse::{MenuBook, Spoken};
use serde::{Serialize, Serializer};

use super::chance::Chance;
use super::sentence::Words;
use super::words::NoiseWords;
use crate::Sentence;

/// How many fillers are put in.
const FILLERS: usize = 3;
/// The largest number that is said by mistake.
const SLIP_MAX: usize = 9;

/// What happens to a sentence on its way. The label stays what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Noise {
    /// Three fillers at random places.
    Fillers,
    /// Polite words before and after.
    Polite,
    /// Another number, taken back at once: "two, no, three".
    Number,
    /// Another size, taken back at once.
    Size,
    /// Another item, taken back at once.
    Item,
    /// A number as a word that sounds the same: "for".
    Homophone,
    /// Two neighbouring words of a name written as one.
    Merged,
}

impl Noise {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Fillers, Self::Polite, Self::Number, Self::Size, Self::Item, Self::Homophone, Self::Merged];

    /// Its name in a report.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fillers => "fillers",
            Self::Polite => "polite",
            Self::Number => "number",
            Self::Size => "size",
            Self::Item => "item",
            Self::Homophone => "homophone",
            Self::Merged => "merged",
        }
    }
}

impl Serialize for Noise {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// What noise is made of: the menu, its language, and a language's noise.
pub(super) struct Source<'a> {
    pub menu: &'a Menu,
    /// The number words, from one on.
    numbers: Vec<String>,
    words: NoiseWords,
}

impl<'a> Source<'a> {
    pub fn of(book: &'a MenuBook, words: NoiseWords) -> Self {
        Self { menu: &book.menu, numbers: Spoken::of(book).numbers(), words }
    }

    /// A sentence through noise; none where its label leaves it open what the noise would mean.
    pub fn through(&self, noise: Noise, sentence: &Sentence, chance: &mut Chance) -> Option<String> {
        let words = Words::of(&sentence.text);
        let lines = lines(&sentence.acts);
        match noise {
            Noise::Fillers => self.fillers(&words, chance),
            Noise::Polite => {
                let (before, after) = chance.one(&self.words.polite)?;
                let text = sentence.text.trim().trim_end_matches(['.', '!']);
                Some(format!("{before} {text} {after}"))
            }
            Noise::Number => self.number(&words, &sentence.acts, chance),
            Noise::Size => self.size(&words, &lines, chance),
            Noise::Item => self.item(&words, &lines, chance),
            Noise::Homophone => self.homophone(&words, chance),
            Noise::Merged => self.merged(&words, &lines, chance),
        }
    }

    fn fillers(&self, words: &Words<'_>, chance: &mut Chance) -> Option<String> {
        // Each once: "uh" said twice is a no.
        let mut left: Vec<&str> = self.words.fillers.iter().map(String::as_str).collect();
        let mut more = Vec::new();
        for _ in 0..FILLERS.min(left.len()) {
            let place = chance.below(words.len() + 1);
            more.push((place, left.swap_remove(chance.below(left.len()))));
        }
        Some(words.inserted(&more))
    }

    /// A quantity that is said once and is that of one line.
    fn number(&self, words: &Words<'_>, acts: &[Act], chance: &mut Chance) -> Option<String> {
        let quantities = quantities(acts);
        let told_once =
            |number: &u32| *number > 1 && quantities.iter().filter(|other| *other == number).count() == 1;
        let numbers: Vec<u32> = quantities.iter().copied().filter(told_once).collect();
        let found: Vec<_> =
            numbers.iter().filter_map(|number| Some((*number, self.only_number(words, *number)?))).collect();
        let (number, place) = chance.one(&found)?.clone();
        let others: Vec<usize> =
            (2..=SLIP_MAX).filter(|other| u32::try_from(*other).is_ok_and(|other| other != number)).collect();
        let other = *chance.one(&others)?;
        let said = words.said(place.clone());
        let slip = match said.bytes().all(|byte| byte.is_ascii_digit()) {
            true => other.to_string(),
            false => self.numbers.get(other - 1)?.clone(),
        };
        Some(words.with(place, &self.corrected(&slip, &said, chance)?))
    }

    fn size(&self, words: &Words<'_>, lines: &[&NewLine], chance: &mut Chance) -> Option<String> {
        let mut found = Vec::new();
        for line in lines {
            let sizes = self.sizes(line);
            let Some(size) = sizes.iter().find(|size| line.size.as_ref() == Some(&size.id)) else { continue };
            let Some(place) = only_name(words, &size.name, &size.aliases) else { continue };
            let others = sizes.iter().filter(|other| other.id != size.id);
            found.extend(others.map(|other| (place.clone(), other.name.to_lowercase())));
        }
        let (place, slip) = chance.one(&found)?.clone();
        let said = words.said(place.clone());
        Some(words.with(place, &self.corrected(&slip, &said, chance)?))
    }

    /// One item without a size or a modifier, which could be of the slip or of what was meant.
    fn item(&self, words: &Words<'_>, lines: &[&NewLine], chance: &mut Chance) -> Option<String> {
        let mut found = Vec::new();
        for line in lines {
            let is_plain = line.quantity == 1
                && line.size.is_none()
                && line.combo.is_none()
                && line.modifiers.is_empty();
            let Some(item) = self.menu.item(&line.item).filter(|_| is_plain) else { continue };
            let Some(place) = only_name(words, &item.name, &item.aliases) else { continue };
            let others = self.menu.items_in(&item.category).filter(|other| other.id != item.id);
            found.extend(others.map(|other| (place.clone(), other.name.to_lowercase())));
        }
        let (place, slip) = chance.one(&found)?.clone();
        let said = words.said(place.clone());
        Some(words.with(place, &self.corrected(&slip, &said, chance)?))
    }

    fn homophone(&self, words: &Words<'_>, chance: &mut Chance) -> Option<String> {
        let mut found = Vec::new();
        for (number, alike) in &self.words.alike {
            let Some(place) = self.only_number(words, *number) else { continue };
            found.extend(alike.iter().map(|alike| (place.clone(), alike)));
        }
        let (place, alike) = chance.one(&found)?.clone();
        Some(words.with(place, alike))
    }

    fn merged(&self, words: &Words<'_>, lines: &[&NewLine], chance: &mut Chance) -> Option<String> {
        let mut found = Vec::new();
        for (name, aliases) in lines.iter().flat_map(|line| self.names(line)) {
            let Some(place) = only_name(words, name, aliases) else { continue };
            for at in place.start..place.end.saturating_sub(1) {
                let [one, other] = [at..at + 1, at + 1..at + 2].map(|word| words.said(word));
                let is_plain = |word: &String| {
                    word.chars().all(char::is_alphabetic) && !self.numbers.contains(&word.to_lowercase())
                };
                if [&one, &other].into_iter().all(is_plain) {
                    found.push((at..at + 2, format!("{one}{other}")));
                }
            }
        }
        let (place, one) = chance.one(&found)?.clone();
        Some(words.with(place, &one))
    }

    /// "two, no, three".
    fn corrected(&self, slip: &str, meant: &str, chance: &mut Chance) -> Option<String> {
        Some(format!("{slip}, {}, {meant}", chance.one(&self.words.corrections)?))
    }

    /// Where a number is said, in letters or digits, if it is said once.
    fn only_number(&self, words: &Words<'_>, number: u32) -> Option<std::ops::Range<usize>> {
        let in_letters = usize::try_from(number).ok()?.checked_sub(1).and_then(|at| self.numbers.get(at));
        let in_letters = in_letters.and_then(|word| words.only(word));
        match (in_letters, words.only(&number.to_string())) {
            (Some(place), None) | (None, Some(place)) => Some(place),
            _ => None,
        }
    }

    fn sizes(&self, line: &NewLine) -> &[Size] {
        match &line.combo {
            Some(combo) => self.menu.combo(combo).map_or(&[], |combo| &combo.sizes),
            None => self.menu.item(&line.item).map_or(&[], |item| item.sizes()),
        }
    }

    /// What a line names: its combo or item, and its modifiers.
    fn names(&self, line: &NewLine) -> Vec<(&str, &[String])> {
        let combo = line.combo.as_ref().and_then(|id| self.menu.combo(id));
        let mut names: Vec<(&str, &[String])> = match (combo, self.menu.item(&line.item)) {
            (Some(combo), _) => vec![(&combo.name, &combo.aliases)],
            (None, item) => item.map(|item| (item.name.as_str(), &item.aliases[..])).into_iter().collect(),
        };
        names.extend(line.modifiers.iter().filter_map(|pick| {
            let modifier = self.menu.group(&pick.group)?.modifier(&pick.modifier)?;
            Some((modifier.name.as_str(), &modifier.aliases[..]))
        }));
        names
    }
}

/// Where something is named, if it is named once: by the longest of its names that is said.
fn only_name(words: &Words<'_>, name: &str, aliases: &[String]) -> Option<std::ops::Range<usize>> {
    let mut names: Vec<&str> = std::iter::once(name).chain(aliases.iter().map(String::as_str)).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.into_iter().find_map(|name| words.only(name))
}

fn ops(acts: &[Act]) -> impl Iterator<Item = &Op> {
    acts.iter().flat_map(|act| match act {
        Act::Order { ops, .. } => &ops[..],
        _ => &[],
    })
}

fn lines(acts: &[Act]) -> Vec<&NewLine> {
    let line = |op| match op {
        &Op::Add(ref line) | &Op::Replace { with: ref line, .. } => Some(line),
        Op::Remove { .. } | Op::Modify(_) | Op::Correct(_) | Op::Clear => None,
    };
    ops(acts).filter_map(line).collect()
}

/// Every quantity of a line or a modifier.
fn quantities(acts: &[Act]) -> Vec<u32> {
    let mut quantities = Vec::new();
    for op in ops(acts) {
        let picks = match op {
            Op::Add(line) | Op::Replace { with: line, .. } => {
                quantities.push(line.quantity);
                &line.modifiers[..]
            }
            Op::Modify(change) => {
                quantities.extend(change.quantity.into_iter().chain(change.split));
                &change.modifiers[..]
            }
            Op::Remove { quantity, .. } => {
                quantities.extend(quantity);
                &[]
            }
            Op::Correct(_) | Op::Clear => &[],
        };
        quantities.extend(picks.iter().map(|pick| pick.quantity));
    }
    quantities
}
