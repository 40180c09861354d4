//! A language pack: the word files of one language, checked line by line.
//!
//! A file is sections, `[role]` or `[role value]`, with one phrase a line. In a phrase `a|b` is a choice, `_` is a space
//! inside a choice, and `?` after a choice makes it optional. Lines that begin with `# ` are comments. Five sections
//! hold pairs of letters instead: `same`, `short`, `plural`, `ending`, `sound`.

use std::fmt;

use super::Language;
use super::automaton::Draft;
use super::word::Word;

/// A line of a language pack that says nothing, or something that every language needs and this one has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackFault {
    /// The language's folder.
    pub language: String,
    /// The file in it and the line, counted from 1; none for what is missing.
    pub place: Option<(String, usize)>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for PackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some((file, line)) => write!(f, "{}/{file}:{line}: {}", self.language, self.reason),
            None => write!(f, "{}: {}", self.language, self.reason),
        }
    }
}

/// Compiles the files of a pack, each with its name, and names every line that was left out.
pub(super) fn compile(name: &str, files: &[(&str, &str)]) -> (Language, Vec<PackFault>) {
    let mut pack = Pack { name, language: Language::default(), draft: Draft::default(), faults: Vec::new() };
    for (file, text) in files {
        pack.file(file, text);
    }
    let missing = Word::needed().filter(|(_, word)| !pack.language.said.contains_key(word));
    for section in missing.map(|(section, _)| section).collect::<Vec<_>>() {
        pack.fault(None, format!("there is no section [{section}], which every language needs"));
    }
    pack.draft.determine(&mut pack.language);
    (pack.language, pack.faults)
}

struct Pack<'a> {
    name: &'a str,
    language: Language,
    draft: Draft,
    faults: Vec<PackFault>,
}

/// What the lines of a section are.
enum Section {
    /// Before the first header, or below one that means nothing.
    None,
    Pairs(&'static str),
    Phrases(Word),
}

/// The sections of pairs "from to".
const PAIRS: [&str; 5] = ["same", "short", "plural", "ending", "sound"];

impl Pack<'_> {
    fn file(&mut self, file: &str, text: &str) {
        let mut section = Section::None;
        for (at, line) in text.lines().enumerate() {
            let (line, place) = (line.trim(), Some((file.to_owned(), at + 1)));
            if line.is_empty() || line == "#" || line.starts_with("# ") {
                continue;
            }
            if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = match (PAIRS.iter().find(|pairs| **pairs == header), Word::of(header)) {
                    (Some(pairs), _) => Section::Pairs(pairs),
                    (None, Some(word)) => Section::Phrases(word),
                    (None, None) => {
                        self.fault(place, format!("there is no role `{header}`"));
                        Section::None
                    }
                };
                continue;
            }
            match section {
                Section::None => self.fault(place, "stands in no section".to_owned()),
                Section::Pairs(pairs) => self.pair(pairs, line, place),
                Section::Phrases(word) => self.phrase(word, line, place),
            }
        }
    }

    fn pair(&mut self, section: &str, line: &str, place: Option<(String, usize)>) {
        let Some((from, to)) = line.split_once(' ').filter(|(_, to)| !to.trim().contains(' ')) else {
            return self.fault(place, format!("`{line}` is no pair of letters"));
        };
        let (from, to) = (from.to_owned(), to.trim().replace('-', ""));
        let list = match section {
            "same" => {
                self.language.same.insert(from, to);
                return;
            }
            "short" => {
                self.language.short.insert(from, to);
                return;
            }
            "plural" => &mut self.language.plural,
            "ending" => &mut self.language.ending,
            _ => &mut self.language.sound,
        };
        list.push((from, to));
    }

    fn phrase(&mut self, word: Word, line: &str, place: Option<(String, usize)>) {
        if !self.draft.phrase(&mut self.language.ids, line, word) {
            return self.fault(place, format!("`{line}` may be no word at all"));
        }
        self.language.said.entry(word).or_insert_with(|| first(line));
    }

    fn fault(&mut self, place: Option<(String, usize)>, reason: String) {
        self.faults.push(PackFault { language: self.name.to_owned(), place, reason });
    }
}

/// The first thing that a phrase can be.
fn first(phrase: &str) -> String {
    let choices = phrase
        .split_whitespace()
        .map(|slot| slot.trim_end_matches('?').split('|').next().unwrap_or_default());
    choices.collect::<Vec<_>>().join(" ").replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_named_by_its_line() {
        let (_, faults) =
            compile("xx", &[("words.txt", "lost\n\n[nowhere]\n[and]\nund?\n[plural]\ns\n# fine\n")]);
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            faults[..4],
            [
                "xx/words.txt:1: stands in no section",
                "xx/words.txt:3: there is no role `nowhere`",
                "xx/words.txt:5: `und?` may be no word at all",
                "xx/words.txt:7: `s` is no pair of letters",
            ]
        );
        assert!(
            faults[4..]
                .contains(&"xx: there is no section [negation], which every language needs".to_owned())
        );
    }
}
