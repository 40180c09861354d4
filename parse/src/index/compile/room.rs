//! How much of a menu's words is compiled at most: counted, so that the same menu always comes out the same.

use crate::index::{MISSPELLED_LETTERS_MAX, Phrase};

/// The most that an index takes, in bytes, estimated from above.
const BYTES_MAX: usize = 32 * 1024 * 1024;
/// The most names and parts of names.
const PARTS_MAX: usize = 500_000;
/// What the place after a word takes, with its place in the list of the word before.
const NODE_BYTES: usize = 240;
/// What a phrase takes besides itself: its letters three times, its sound, and its places in tables.
const PHRASE_BYTES: usize = size_of::<Phrase>() + 320;
/// What a key takes in a table of words, besides its letters.
const KEY_BYTES: usize = 100;

/// What is left for an index.
pub(super) struct Room {
    bytes: usize,
    parts: usize,
}

impl Default for Room {
    fn default() -> Self {
        Self { bytes: BYTES_MAX, parts: PARTS_MAX }
    }
}

impl Room {
    /// Whether something had no room.
    pub fn is_full(&self) -> bool {
        self.bytes == 0 || self.parts == 0
    }

    /// What was taken of it, in bytes, estimated from above.
    pub fn taken(&self) -> usize {
        BYTES_MAX - self.bytes
    }

    /// Takes a name or a part of one. Whether there is room for it.
    pub fn takes_part(&mut self) -> bool {
        self.parts = self.parts.saturating_sub(1);
        !self.is_full()
    }

    /// Takes a new word, which is found by its letters, by its sound, and without any one of its letters.
    pub fn take_word(&mut self, word: &str) {
        let letters = word.chars().count();
        let keys = if letters <= MISSPELLED_LETTERS_MAX + 1 { letters + 4 } else { 4 };
        self.take(keys * (word.len() + KEY_BYTES));
    }

    /// Takes the place after a word.
    pub fn take_node(&mut self) {
        self.take(NODE_BYTES);
    }

    /// Takes a new phrase.
    pub fn take_phrase(&mut self) {
        self.take(PHRASE_BYTES);
    }

    fn take(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}
