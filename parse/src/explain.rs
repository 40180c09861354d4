//! How an utterance was read, for a terminal.

use std::fmt;

use fsm::dialogue::Acts;

use crate::MenuBook;
use crate::accounting::Fate;
use crate::confidence::Doubt;
use crate::index::{Entry, ModifierAt};
use crate::parser::Parsed;
use crate::reading::lattice::{Called, Edge, Role};
use crate::reading::search::{Bind, Reading};

/// How an utterance was read: its words, what each can mean, the chosen reading, and the second best.
#[derive(Debug)]
pub struct Explanation<'a> {
    heard: Parsed,
    book: &'a MenuBook,
}

/// What the best reading is called.
const BEST: &str = "reading";

impl<'a> Explanation<'a> {
    pub(crate) fn of(heard: Parsed, book: &'a MenuBook) -> Self {
        Self { heard, book }
    }

    /// What was understood.
    pub fn acts(&self) -> &Acts {
        &self.heard.acts
    }

    /// What became of each run of words; nothing where all of them are a correction of the order, or no order at all.
    pub fn fates(&self) -> impl Iterator<Item = (String, Fate)> + '_ {
        let steps = self.heard.readings.first().into_iter().flat_map(|reading| &reading.steps);
        steps.zip(&self.heard.account.fates).map(|(step, fate)| {
            let edge = &self.heard.lattice.edges[step.edge];
            (self.words(edge.start, edge.end), *fate)
        })
    }

    /// What makes an order doubtful, each with how much of it there is, and how sure of it one can be at most. None where
    /// it is no order, or doubts do not say how sure it is.
    pub fn doubts(&self) -> Option<(&[(Doubt, f64)], f64)> {
        self.heard.doubts.found()
    }

    /// Whether an item is added that none of the words name.
    pub fn adds_unsaid(&self) -> bool {
        self.heard.account.adds_unsaid
    }

    /// How many steps the search took: what the utterance cost.
    pub fn steps(&self) -> usize {
        self.heard.followed
    }

    /// How many things the words can mean, all runs of them together: what each step of the search may have to look at.
    pub fn meanings(&self) -> usize {
        let of = |edge: &Edge| match &edge.role {
            Role::Entry { entries, .. } => entries.len(),
            Role::Modifier(modifiers) => modifiers.len(),
            Role::Size(sizes) => sizes.len(),
            _ => 1,
        };
        self.heard.lattice.edges.iter().map(of).sum()
    }

    fn words(&self, start: usize, end: usize) -> String {
        let words: Vec<&str> =
            self.heard.tokens[start..end].iter().map(|token| token.word.as_str()).collect();
        words.join(" ")
    }

    fn reading(&self, f: &mut fmt::Formatter<'_>, title: &str, reading: &Reading) -> fmt::Result {
        let fates = if title == BEST { self.heard.account.fates.as_slice() } else { &[] };
        let columns = if fates.is_empty() { "score, fit, role" } else { "score, fit, fate, role" };
        writeln!(f, "{title} ({}): {columns}", reading.score)?;
        for (at, step) in reading.steps.iter().enumerate() {
            let edge = &self.heard.lattice.edges[step.edge];
            let bind = match step.bind {
                Bind::None => "",
                Bind::Before => ", of what is before",
                Bind::After => ", of what comes",
            };
            let words = self.words(edge.start, edge.end);
            let fate = fates.get(at).map_or(String::new(), |fate| format!("{fate:12}"));
            let role = self.role(&edge.role);
            writeln!(f, "  {words:24} {:5} {:+4}  {fate}{role}{bind}", edge.score, step.fit)?;
        }
        Ok(())
    }

    /// What a run is, by the menu's ids.
    fn role(&self, role: &Role) -> String {
        let menu = &self.book.menu;
        let entry = |entry: &Entry| match entry {
            Entry::Item(at) => menu.items[*at].id.to_string(),
            Entry::Combo(at) => menu.combos[*at].id.to_string(),
        };
        let modifier = |(group, at): &ModifierAt| {
            let group = &menu.modifier_groups[*group];
            format!("{}/{}", group.id, group.modifiers[*at].id)
        };
        match role {
            Role::Entry { entries, called, .. } => {
                let by = match called {
                    Called::Name | Called::Generic => "item",
                    Called::Part | Called::Beginning => "item by a part of its name",
                    Called::Kind => "item by its kind",
                };
                format!("{by}: {}", list(entries.iter().map(entry)))
            }
            Role::Modifier(modifiers) => format!("modifier: {}", list(modifiers.iter().map(modifier))),
            Role::Size(sizes) => format!("size: {}", list(sizes.iter().map(ToString::to_string))),
            Role::Category(at) => format!("category: {}", menu.categories[*at].id),
            Role::Group(at) => format!("group: {}", menu.modifier_groups[*at].id),
            Role::Amount(amount) => format!("amount: {amount:?}").to_lowercase(),
            Role::Number(number) => format!("number: {number}"),
            Role::NoSuchNumber => "no such number on the board".to_owned(),
            Role::Again => "the one before, again".to_owned(),
            Role::Term(sort) => format!("{sort:?} of no menu").to_lowercase(),
            Role::Unknown => "unknown".to_owned(),
            Role::Word(word) => format!("{word:?}").to_lowercase(),
        }
    }
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "words: score, how sure, role")?;
        for (at, token) in self.heard.tokens.iter().enumerate().take(self.heard.lattice.starts.len()) {
            let pause = if token.pause { ", " } else { "" };
            writeln!(f, "  {pause}{} ({})", token.word, token.fold)?;
            for edge in self.heard.lattice.at(at) {
                let words = self.words(edge.start, edge.end);
                writeln!(f, "    {words:24} {:5} {:4.2}  {}", edge.score, edge.sure, self.role(&edge.role))?;
            }
        }
        if let Some(reading) = self.heard.readings.first() {
            self.reading(f, BEST, reading)?;
            if let Some(second) = self.heard.readings.get(1) {
                self.reading(f, "runner-up", second)?;
                writeln!(f, "margin {}", reading.score - second.score)?;
            }
        }
        writeln!(f, "{}", self.heard.doubts)?;
        write!(f, "confidence {:.2}", self.heard.acts.confidence)
    }
}

fn list(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
