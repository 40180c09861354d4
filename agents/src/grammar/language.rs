//! The words of a language that are of no menu: numbers, fillers, negations, amounts, what people say to a lane.
//! They are data; this turns them into one automaton that reads the longest phrases from any word on.

mod word;

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

pub(super) use self::word::{Cue, MIDDLE, TopicWord, Word};
use super::tokens;

/// A place in the automaton.
pub(super) type Node = u32;

/// A language, compiled.
#[derive(Debug)]
pub(super) struct Language {
    ids: HashMap<String, u32>,
    /// By node, sorted: the words that lead on, and where to.
    next: Vec<Vec<(u32, Node)>>,
    roles: Vec<Vec<Word>>,
    same: Vec<(String, String)>,
    plural: Vec<(String, String)>,
    ending: Vec<(String, String)>,
    sound: Vec<(String, String)>,
    faults: Vec<String>,
}

/// The length from which a word can be a plural, so that "is" and "gas" stay what they are.
const PLURAL_LETTERS_MIN: usize = 4;
/// The length from which a word's ending is changed.
const ENDING_LETTERS_MIN: usize = 3;

/// The pack of a language: its forms, the words round an order, what is said besides, and its plain words.
const PACK: [&str; 4] = [
    include_str!("english/forms.txt"),
    include_str!("english/words.txt"),
    include_str!("english/acts.txt"),
    include_str!("english/common.txt"),
];

static ENGLISH: LazyLock<Language> = LazyLock::new(|| Language::compile(&PACK));

impl Language {
    /// The language that the service speaks.
    pub(super) fn english() -> &'static Self {
        &ENGLISH
    }

    /// Where every phrase begins.
    pub(super) const ROOT: Node = 0;

    /// The number of a word, if any phrase has it.
    pub(super) fn id(&self, word: &str) -> Option<u32> {
        self.ids.get(word).copied()
    }

    /// The node after a word.
    pub(super) fn step(&self, node: Node, word: u32) -> Option<Node> {
        let leads = &self.next[node as usize];
        leads.binary_search_by_key(&word, |(word, _)| *word).ok().map(|at| leads[at].1)
    }

    /// What the phrase that ends here does; nothing in the middle of one.
    pub(super) fn roles(&self, node: Node) -> &[Word] {
        &self.roles[node as usize]
    }

    /// What a word alone does.
    pub(super) fn roles_of(&self, word: &str) -> &[Word] {
        self.id(word).and_then(|id| self.step(Self::ROOT, id)).map_or(&[], |node| self.roles(node))
    }

    /// The word that another one is short for.
    pub(super) fn same<'a>(&'a self, word: &'a str) -> &'a str {
        self.same.iter().find(|(from, _)| from == word).map_or(word, |(_, to)| to)
    }

    /// One form for a word in all its forms, number words as digits: not a word, but the same for the same.
    pub(super) fn fold(&self, word: &str) -> String {
        if let Some(number) = self.roles_of(word).iter().find_map(|role| match role {
            Word::Number(number) => Some(*number),
            _ => None,
        }) {
            return number.to_string();
        }
        let singular =
            if word.len() < PLURAL_LETTERS_MIN { word.to_owned() } else { change_ending(&self.plural, word) };
        if singular.len() < ENDING_LETTERS_MIN { singular } else { change_ending(&self.ending, &singular) }
    }

    /// What a folded word sounds like: its consonants, by class, and whether it begins with a vowel.
    pub(super) fn sound(&self, word: &str) -> String {
        let mut rest = word;
        let mut key = String::with_capacity(word.len());
        while let Some(first) = rest.chars().next() {
            let rule = self.sound.iter().find(|(from, _)| rest.starts_with(from.as_str()));
            let (heard, length) = match rule {
                Some((from, to)) => (to.as_str(), from.len()),
                None => (&rest[..first.len_utf8()], first.len_utf8()),
            };
            for letter in heard.chars() {
                let vowel = matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
                match (vowel, key.is_empty()) {
                    (true, true) => key.push('A'),
                    (false, _) if !key.ends_with(letter) => key.push(letter),
                    _ => {}
                }
            }
            rest = &rest[length..];
        }
        key
    }

    /// Lines of the data that say nothing.
    #[cfg(test)]
    pub(super) fn faults(&self) -> &[String] {
        &self.faults
    }

    fn compile(pack: &[&str]) -> Self {
        let mut language = Self {
            ids: HashMap::new(),
            next: Vec::new(),
            roles: Vec::new(),
            same: Vec::new(),
            plural: Vec::new(),
            ending: Vec::new(),
            sound: Vec::new(),
            faults: Vec::new(),
        };
        let mut draft = Draft::default();
        let mut section = "";
        let lines = pack
            .iter()
            .flat_map(|data| data.lines())
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with("# "));
        for line in lines.filter(|line| *line != "#") {
            if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = header;
                continue;
            }
            let pairs = match section {
                "same" => Some(&mut language.same),
                "plural" => Some(&mut language.plural),
                "ending" => Some(&mut language.ending),
                "sound" => Some(&mut language.sound),
                _ => None,
            };
            match (pairs, line.split_once(' '), Word::of(section)) {
                (Some(pairs), Some((from, to)), _) => {
                    pairs.push((from.to_owned(), to.replace('-', "")));
                }
                (None, _, Some(Word::Common)) => {
                    for word in line.split('|') {
                        draft.pattern(&mut language.ids, word, Word::Common);
                    }
                }
                (None, _, Some(role)) => draft.pattern(&mut language.ids, line, role),
                _ => language.faults.push(format!("[{section}] {line}")),
            }
        }
        draft.determine(&mut language);
        language
    }
}

fn change_ending(rules: &[(String, String)], word: &str) -> String {
    match rules.iter().find_map(|(from, to)| word.strip_suffix(from.as_str()).map(|stem| (stem, to))) {
        Some((stem, to)) => format!("{stem}{to}"),
        None => word.to_owned(),
    }
}

/// The automaton while it may be in several nodes at once.
#[derive(Default)]
struct Draft {
    /// By node: the words that lead on, and the nodes reached without a word.
    words: Vec<Vec<(u32, usize)>>,
    skips: Vec<Vec<usize>>,
    roles: Vec<Vec<Word>>,
    starts: Vec<usize>,
}

impl Draft {
    fn node(&mut self) -> usize {
        self.words.push(Vec::new());
        self.skips.push(Vec::new());
        self.roles.push(Vec::new());
        self.words.len() - 1
    }

    fn pattern(&mut self, ids: &mut HashMap<String, u32>, pattern: &str, role: Word) {
        let mut at = self.node();
        self.starts.push(at);
        for slot in pattern.split_whitespace() {
            let (choices, optional) = slot.strip_suffix('?').map_or((slot, false), |choices| (choices, true));
            let after = self.node();
            for choice in choices.split('|') {
                let words: Vec<String> = tokens::words(&choice.replace('_', " "));
                let mut from = at;
                for (index, word) in words.iter().enumerate() {
                    let count = u32::try_from(ids.len()).unwrap_or(u32::MAX);
                    let id = *ids.entry(word.clone()).or_insert(count);
                    let to = if index + 1 == words.len() { after } else { self.node() };
                    self.words[from].push((id, to));
                    from = to;
                }
                if words.is_empty() {
                    self.skips[at].push(after);
                }
            }
            if optional {
                self.skips[at].push(after);
            }
            at = after;
        }
        self.roles[at].push(role);
    }

    /// One node for each set of nodes that can be reached by the same words.
    fn determine(&self, language: &mut Language) {
        let start = self.closed(self.starts.iter().copied());
        let mut numbers: HashMap<BTreeSet<usize>, Node> = HashMap::from([(start.clone(), Language::ROOT)]);
        let mut sets = vec![start];
        let mut at = 0;
        while let Some(set) = sets.get(at).cloned() {
            let mut roles: Vec<Word> =
                set.iter().flat_map(|node| self.roles[*node].iter().copied()).collect();
            roles.sort_unstable();
            roles.dedup();
            language.roles.push(if at == 0 { Vec::new() } else { roles });
            let mut leads: Vec<(u32, usize)> =
                set.iter().flat_map(|node| self.words[*node].iter().copied()).collect();
            leads.sort_unstable();
            language.next.push(Vec::new());
            for lead in leads.chunk_by(|a, b| a.0 == b.0) {
                let to = self.closed(lead.iter().map(|(_, to)| *to));
                let count = u32::try_from(sets.len()).unwrap_or(u32::MAX);
                let number = *numbers.entry(to.clone()).or_insert_with(|| {
                    sets.push(to);
                    count
                });
                language.next[at].push((lead[0].0, number));
            }
            at += 1;
        }
    }

    fn closed(&self, nodes: impl Iterator<Item = usize>) -> BTreeSet<usize> {
        let mut open: Vec<usize> = nodes.collect();
        let mut closed = BTreeSet::new();
        while let Some(node) = open.pop() {
            if closed.insert(node) {
                open.extend(&self.skips[node]);
            }
        }
        closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_language_says_something() {
        assert_eq!(Language::english().faults(), Vec::<String>::new());
    }

    #[test]
    fn forms_of_one_word_fold_to_one() {
        let english = Language::english();
        for (one, other) in [
            ("cookies", "cookie"),
            ("fries", "fry"),
            ("tomatoes", "tomato"),
            ("sandwiches", "sandwich"),
            ("twenty", "20"),
            ("quiches", "quiche"),
        ] {
            assert_eq!(english.fold(one), english.fold(other), "{one} {other}");
        }
        assert_ne!(english.fold("swiss"), english.fold("swis"));
    }

    #[test]
    fn words_that_sound_alike_have_one_key() {
        let english = Language::english();
        for (heard, meant) in [("keychup", "ketchup"), ("spright", "sprite"), ("kofi", "coffee")] {
            assert_eq!(english.sound(heard), english.sound(meant), "{heard} {meant}");
        }
    }
}
