//! A sentence whose words can be found and replaced.

use std::ops::Range;

/// A sentence as it is written, word by word.
pub(super) struct Words<'a> {
    /// With their punctuation.
    written: Vec<&'a str>,
    /// The same as the parser reads them; one may be several, or nothing.
    read: Vec<Vec<String>>,
}

impl<'a> Words<'a> {
    pub fn of(text: &'a str) -> Self {
        let written: Vec<&str> = text.split_whitespace().collect();
        Self { read: written.iter().map(|word| parse::words(word)).collect(), written }
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.written.len()
    }

    /// Where a phrase is said, if it is said once.
    pub fn only(&self, phrase: &str) -> Option<Range<usize>> {
        let phrase = parse::words(phrase);
        if phrase.is_empty() {
            return None;
        }
        let mut found = None;
        for start in 0..self.len() {
            let mut left = phrase.as_slice();
            let mut end = start;
            while let Some(word) = self.read.get(end).filter(|_| !left.is_empty()) {
                let Some(rest) = left.strip_prefix(word.as_slice()) else { break };
                // What is no word, such as a dash, neither begins nor ends a phrase.
                if word.is_empty() && end == start {
                    break;
                }
                (left, end) = (rest, end + 1);
            }
            if left.is_empty() && end > start && found.replace(start..end).is_some() {
                return None;
            }
        }
        found
    }

    /// The words of a place as they are written, without the punctuation after them.
    pub fn said(&self, place: Range<usize>) -> String {
        self.written[place].join(" ").trim_end_matches(is_mark).to_owned()
    }

    /// The sentence with something else in a place; the punctuation after it stays.
    pub fn with(&self, place: Range<usize>, other: &str) -> String {
        let last = place.end.checked_sub(1).map(|last| self.written[last]).unwrap_or_default();
        let marks = &last[last.trim_end_matches(is_mark).len()..];
        let other = format!("{other}{marks}");
        let (before, after) = (&self.written[..place.start], &self.written[place.end..]);
        [before, &[other.as_str()], after].concat().join(" ")
    }

    /// The sentence with something more before the word at a place.
    pub fn inserted(&self, more: &[(usize, &str)]) -> String {
        let mut words = Vec::new();
        for at in 0..=self.len() {
            words.extend(more.iter().filter(|(place, _)| *place == at).map(|(_, word)| *word));
            words.extend(self.written.get(at));
        }
        words.join(" ")
    }
}

fn is_mark(letter: char) -> bool {
    !letter.is_alphanumeric()
}
