//! A language pack: the word files of one language, checked line by line.
//!
//! A file is sections, `[role]` or `[role value]`, with one phrase a line. In a phrase `a|b` is a choice, `_` is a space
//! inside a choice, and `?` after a choice makes it optional. `<name>` is any phrase below `[define name]`, in any of
//! the files, and `...` any number of the words below `[light]`. Words below `[between]` may stand between the words of
//! any phrase that is no order. Below `[food]`, `[preparation]` and `[measure]` stand names, one after each `|`, and
//! each line below `[alike]` is the names of one thing, below `[kind]` a kind of food and what is of it; they have no choices, nor have the phrases below the sections of `courtesy`. Sections that begin with `query` are the
//! words of questions, which only their reader knows. Below `[doubts]` each line is a doubt and its weight. Lines that begin with `# ` are comments. Six sections hold pairs "from to" instead:
//! `same`, `short`, `apart`, `written`, `plural`, `ending`, `sound`.

use std::fmt;

use crate::language::automaton::{self, AutomatonBuilder};
use crate::language::lexicon::{Lexicon, List, Sort};
use crate::language::pattern::{Defines, Pattern};
use crate::language::sign::{Queries, Sign};
use crate::language::word::Word;
use crate::language::{Courtesies, Courtesy, Language, Weight};
use crate::words;
use rustc_hash::FxHashMap as HashMap;

/// A faulty line of a language pack, or a missing role that every language needs.
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

/// Compiles the files of a pack, each with its name, and reports every line that was left out.
pub(crate) fn compile(name: &str, files: &[(&str, &str)]) -> (Language, Vec<PackFault>) {
    let mut pack = Pack { name, ..Pack::default() };
    for (file, text) in files {
        pack.file(file, text);
    }
    pack.read();
    pack.read_queries();
    pack.faults.sort_by(|one, other| one.place.cmp(&other.place));
    let missing = Word::needed().filter(|(_, word)| !pack.language.said.contains_key(word));
    let doubts = (!pack.weighs_doubts).then(|| DOUBTS.to_owned());
    for section in missing.map(|(section, _)| section).chain(doubts).collect::<Vec<_>>() {
        pack.fault(None, format!("there is no section [{section}], which every language needs"));
    }
    pack.language.orders = pack.orders.determine(pack.language.ids.len());
    pack.language.queries = Queries::new(std::mem::take(&mut pack.query_ids), &pack.queries);
    pack.language.loose = pack.besides.loosen();
    pack.name_all();
    (pack.language, pack.faults)
}

/// How many samples of a role are kept.
const SAMPLES_MAX: usize = 48;
/// How many of them are of one phrase, without its optional words; one more has them.
const SAMPLES_OF_PHRASE_MAX: usize = 4;

/// The file and the line of it.
type Origin = Option<(String, usize)>;

#[derive(Default)]
struct Pack<'a> {
    name: &'a str,
    language: Language,
    /// The words around an order, and what is said besides; a plain phrase of the latter is in both.
    orders: AutomatonBuilder<Word>,
    besides: AutomatonBuilder<Word>,
    /// The words of a question, with numbers of their own.
    queries: AutomatonBuilder<Sign>,
    query_ids: HashMap<String, u32>,
    defines: Defines,
    /// The phrases as they are written: they are read when all definitions are known.
    phrases: Vec<(Word, String, Origin)>,
    asking: Vec<(Sign, String, Origin)>,
    /// The names of the lexicon: they are folded when all forms are known.
    names: Vec<(String, Sort)>,
    alike: Vec<Vec<String>>,
    kinds: Vec<Vec<String>>,
    lists: Vec<(String, List)>,
    courtesies: Vec<(String, Courtesy)>,
    /// Whether there is a section that weighs the doubts.
    weighs_doubts: bool,
    faults: Vec<PackFault>,
}

/// What the lines of a section are.
enum Section {
    /// Before the first header, or below an unknown one.
    None,
    Pairs(&'static str),
    Define(String),
    /// Words that say little by themselves.
    Weight(Weight),
    Phrases(Word),
    /// What a question is made of.
    Query(Sign),
    /// Names of what people eat and drink.
    Names(Sort),
    /// Names of one and the same thing, a line each.
    Alike,
    /// A kind of food and what is of it, a line each.
    Kind,
    List(List),
    /// Phrases that say nothing, of which a model may add or leave out any.
    Courtesy(Courtesy),
    /// How much each doubt weighs.
    Doubts,
}

/// The section that weighs the doubts about an order.
const DOUBTS: &str = "doubts";
/// The sections of pairs "from to".
const PAIRS: [&str; 7] = ["same", "short", "apart", "written", "plural", "ending", "sound"];

impl Section {
    fn of(header: &str) -> Option<Self> {
        if let Some(name) = header.strip_prefix("define ") {
            return Some(Self::Define(name.to_owned()));
        }
        if let Some(sign) = header.strip_prefix("query ") {
            return Sign::of(sign).map(Self::Query);
        }
        match header {
            "between" => return Some(Self::Weight(Weight::Between)),
            "light" => return Some(Self::Weight(Weight::Light)),
            "alike" => return Some(Self::Alike),
            "kind" => return Some(Self::Kind),
            DOUBTS => return Some(Self::Doubts),
            "courtesy" => return Some(Self::Courtesy(Courtesy::Aside)),
            "courtesy asks" => return Some(Self::Courtesy(Courtesy::Asks)),
            "courtesy joins" => return Some(Self::Courtesy(Courtesy::Joins)),
            "turning" => return Some(Self::Weight(Weight::Turning)),
            _ => {}
        }
        if let Some(list) = List::of(header) {
            return Some(Self::List(list));
        }
        if let Some(sort) = Sort::of(header) {
            return Some(Self::Names(sort));
        }
        let pairs = PAIRS.into_iter().find(|pairs| *pairs == header).map(Self::Pairs);
        pairs.or_else(|| Word::of(header).map(Self::Phrases))
    }
}

impl Pack<'_> {
    fn file(&mut self, file: &str, text: &str) {
        let mut section = Section::None;
        for (at, line) in text.lines().enumerate() {
            let (line, place) = (line.trim(), Some((file.to_owned(), at + 1)));
            if line.is_empty() || line == "#" || line.starts_with("# ") {
                continue;
            }
            if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                self.weighs_doubts |= header == DOUBTS;
                section = Section::of(header).unwrap_or_else(|| {
                    self.fault(place, format!("there is no role `{header}`"));
                    Section::None
                });
                continue;
            }
            match &section {
                Section::None => self.fault(place, "stands in no section".to_owned()),
                Section::Pairs(pairs) => self.pair(pairs, line, place),
                Section::Define(name) => {
                    self.defines.entry(name.clone()).or_default().push(line.to_owned());
                }
                Section::Weight(weight) => self.weigh(line, *weight),
                Section::Names(sort) => {
                    self.names.extend(line.split('|').map(|name| (name.to_owned(), *sort)));
                }
                Section::List(list) => {
                    self.lists.extend(line.split('|').map(|word| (word.to_owned(), *list)));
                }
                Section::Courtesy(courtesy) => {
                    self.courtesies.extend(line.split('|').map(|words| (words.to_owned(), *courtesy)));
                }
                Section::Doubts => {
                    if let Err(fault) = self.language.doubts.read(line) {
                        self.fault(place, fault);
                    }
                }
                Section::Alike => self.alike.push(line.split('|').map(str::to_owned).collect()),
                Section::Kind => self.kinds.push(line.split('|').map(str::to_owned).collect()),
                Section::Phrases(word) => self.phrases.push((*word, line.to_owned(), place)),
                Section::Query(sign) => self.asking.push((sign.clone(), line.to_owned(), place)),
            }
        }
    }

    fn weigh(&mut self, words: &str, weight: Weight) {
        for word in words.split('|') {
            let id = automaton::id(&mut self.language.ids, &words::words(word).concat());
            let known = self.language.weights.entry(id).or_insert(weight);
            if weight == Weight::Between {
                *known = weight;
            }
        }
    }

    /// Reads the phrases.
    fn read(&mut self) {
        for (word, line, place) in std::mem::take(&mut self.phrases) {
            match Pattern::read(&line, &self.defines) {
                Ok(pattern) => {
                    self.phrase(word, &pattern);
                    self.language.said.entry(word).or_insert_with(|| pattern.first());
                    let samples = self.language.samples.entry(word).or_default();
                    let room = SAMPLES_MAX - samples.len();
                    let ways = std::iter::once(pattern.first()).chain(pattern.samples(SAMPLES_OF_PHRASE_MAX));
                    samples.extend(ways.take(room));
                }
                Err(fault) => self.fault(place, fault),
            }
        }
    }

    /// Reads the phrases of questions.
    fn read_queries(&mut self) {
        for (sign, line, place) in std::mem::take(&mut self.asking) {
            match Pattern::read(&line, &self.defines) {
                Ok(pattern) => self.queries.phrase(&mut self.query_ids, &pattern, sign),
                Err(fault) => self.fault(place, fault),
            }
        }
    }

    fn phrase(&mut self, word: Word, pattern: &Pattern) {
        if word.is_besides() {
            self.besides.phrase(&mut self.language.ids, pattern, word);
        }
        if !pattern.has_gap() {
            self.orders.phrase(&mut self.language.ids, pattern, word);
        }
    }

    fn name_all(&mut self) {
        let language = &self.language;
        let folds = |name: &String| -> Vec<String> {
            words::words(name).iter().map(|word| language.fold(language.same(word))).collect()
        };
        let mut lexicon = Lexicon::default();
        for (name, sort) in &self.names {
            lexicon.add(folds(name).into_iter(), *sort);
        }
        for (word, list) in &self.lists {
            lexicon.list(*list, folds(word).concat());
        }
        for names in &self.alike {
            lexicon.add_alike(names.iter().map(folds).collect());
        }
        for names in &self.kinds {
            lexicon.add_kind(names.iter().map(folds).collect());
        }
        self.language.lexicon = lexicon;
        self.language.courtesies = Courtesies::default();
        for (phrase, courtesy) in &self.courtesies {
            let words = words::words(phrase).iter().map(|word| self.language.same(word).to_owned()).collect();
            self.language.courtesies.add(words, *courtesy);
        }
    }

    fn pair(&mut self, section: &str, line: &str, place: Origin) {
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
            "apart" => {
                self.language.apart.insert(from, to);
                return;
            }
            "written" => {
                self.language.written.insert(from, to);
                return;
            }
            "plural" => &mut self.language.plural,
            "ending" => &mut self.language.ending,
            _ => &mut self.language.sound,
        };
        list.push((from, to));
    }

    fn fault(&mut self, place: Option<(String, usize)>, reason: String) {
        self.faults.push(PackFault { language: self.name.to_owned(), place, reason });
    }
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
