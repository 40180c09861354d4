//! Lines on paper: in ASCII, since printers differ in every other letter, and as wide as the paper.

use std::sync::{Mutex, PoisonError};

use deunicode::deunicode;
use escpos::driver::Driver;
use escpos::errors::Result;
use escpos::printer::Printer;
use escpos::utils::{JustifyMode, Protocol};

/// How many lines are fed behind the last, so that the knife does not cut into it.
const FEED_LINES: u8 = 3;

/// How far the second line of words that go on stands in.
const HANG: usize = 2;

/// What goes on a piece of paper.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    columns: usize,
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
struct Line {
    text: String,
    is_big: bool,
}

impl Sheet {
    pub fn new(columns: usize) -> Self {
        Self { columns, lines: Vec::new() }
    }

    /// Words in the middle, twice as wide and high.
    pub fn big(&mut self, words: &str) {
        for text in wrap(&plain(words), self.columns / 2) {
            self.lines.push(Line { text, is_big: true });
        }
    }

    /// A line over the whole width.
    pub fn rule(&mut self) {
        self.push("-".repeat(self.columns));
    }

    /// Words from a column on.
    pub fn words(&mut self, indent: usize, words: &str) {
        self.row(indent, words, "");
    }

    /// Words from a column on, and what stands at the right edge of their first line.
    pub fn row(&mut self, indent: usize, left: &str, right: &str) {
        let right = plain(right);
        let room = self.columns.saturating_sub(indent + HANG + right.len() + 1);
        for (index, text) in wrap(&plain(left), room).into_iter().enumerate() {
            if index == 0 {
                let rest = self.columns.saturating_sub(indent + text.len());
                self.push(format!("{:indent$}{text}{right:>rest$}", "").trim_end().to_owned());
            } else {
                self.push(format!("{:1$}{text}", "", indent + HANG));
            }
        }
    }

    fn push(&mut self, text: String) {
        self.lines.push(Line { text, is_big: false });
    }

    /// The commands that print it and cut the paper.
    ///
    /// # Errors
    /// What the printer has no command for.
    pub fn to_escpos(&self) -> Result<Vec<u8>> {
        let mut printer = Printer::new(Bytes::default(), Protocol::default(), None);
        printer.init()?;
        for line in &self.lines {
            if line.is_big {
                printer.justify(JustifyMode::CENTER)?.bold(true)?.size(2, 2)?.writeln(&line.text)?;
                printer.reset_size()?.bold(false)?.justify(JustifyMode::LEFT)?;
            } else {
                printer.writeln(&line.text)?;
            }
        }
        printer.feeds(FEED_LINES)?.print_cut()?;
        Ok(printer.driver().0.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The sheet as it looks.
#[cfg(test)]
impl std::fmt::Display for Sheet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for line in &self.lines {
            if line.is_big {
                let spaced: String = line.text.chars().flat_map(|letter| [letter, ' ']).collect();
                writeln!(f, "{}", format!("{spaced:^width$}", width = self.columns).trim_end())?;
            } else {
                writeln!(f, "{}", line.text)?;
            }
        }
        Ok(())
    }
}

/// Keeps what is to be sent.
#[derive(Default)]
struct Bytes(Mutex<Vec<u8>>);

impl Driver for Bytes {
    fn name(&self) -> String {
        "bytes".to_owned()
    }

    fn write(&self, data: &[u8]) -> Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(data);
        Ok(())
    }

    fn read(&self, _: &mut [u8]) -> Result<usize> {
        Ok(0)
    }

    fn flush(&self) -> Result<()> {
        Ok(())
    }
}

/// The words in letters that every printer has, and without commands to it.
fn plain(words: &str) -> String {
    let letters = deunicode(words).replace(|letter: char| letter.is_ascii_control(), " ");
    letters.trim().to_owned()
}

/// Breaks ASCII between words, and within one only if it is wider than the paper.
fn wrap(words: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    let pieces = words.split_whitespace().flat_map(|word| word.as_bytes().chunks(width));
    for piece in pieces.map(String::from_utf8_lossy) {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            line.push_str(&piece);
        } else if line.len() + 1 + piece.len() <= width {
            line.push(' ');
            line.push_str(&piece);
        } else {
            lines.push(piece.into_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_where_the_paper_ends() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        assert_eq!(wrap("", 3), [""]);
    }

    #[test]
    fn every_letter_is_one_that_every_printer_has() {
        assert_eq!(plain("Crème brûlée, jalapeño & Würstchen"), "Creme brulee, jalapeno & Wurstchen");
        assert_eq!(plain("\u{1b}@\u{10}\u{4}\u{1}Пирожок 餃子"), "@   Pirozhok Jiao Zi");
    }

    #[test]
    fn what_is_sent_begins_afresh_and_ends_with_the_cut() {
        let mut sheet = Sheet::new(32);
        sheet.big("ORDER 42");
        sheet.words(0, "Lane 1");
        let bytes = sheet.to_escpos().unwrap();
        assert!(bytes.starts_with(b"\x1b@"), "{bytes:?}");
        assert!(bytes.windows(11).any(|part| part == b"\x1d!\x11ORDER 42"), "{bytes:?}");
        assert!(bytes.windows(6).any(|part| part == b"Lane 1"), "{bytes:?}");
        assert!(bytes[bytes.len() - 4..].starts_with(b"\x1dV"), "{bytes:?}");
    }
}
