//! How an utterance was read, for a terminal.

use std::fmt;

use fsm::acts::Acts;

use super::hear::Heard;
use super::lattice::Role;
use super::search::{Bind, Reading};

/// How an utterance was read: its words, what each can mean, the reading that was chosen, and the one behind it.
#[derive(Debug)]
pub struct Explanation {
    heard: Heard,
}

impl Explanation {
    pub(super) fn of(heard: Heard) -> Self {
        Self { heard }
    }

    /// What was understood.
    pub fn acts(&self) -> &Acts {
        &self.heard.acts
    }

    /// How many steps the search took: what the utterance cost.
    pub fn steps(&self) -> usize {
        self.heard.followed
    }

    fn words(&self, start: usize, end: usize) -> String {
        let words: Vec<&str> =
            self.heard.tokens[start..end].iter().map(|token| token.word.as_str()).collect();
        words.join(" ")
    }

    fn reading(&self, f: &mut fmt::Formatter<'_>, title: &str, reading: &Reading) -> fmt::Result {
        writeln!(f, "{title} ({})", reading.score)?;
        for step in &reading.steps {
            let edge = &self.heard.lattice.edges[step.edge];
            let bind = match step.bind {
                Bind::None => "",
                Bind::Before => ", of what is before",
                Bind::After => ", of what comes",
            };
            writeln!(f, "  {:24} {}{bind}", self.words(edge.start, edge.end), role(&edge.role))?;
        }
        Ok(())
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "words")?;
        for (at, token) in self.heard.tokens.iter().enumerate() {
            let pause = if token.pause { ", " } else { "" };
            writeln!(f, "  {pause}{} ({})", token.word, token.fold)?;
            for edge in self.heard.lattice.at(at) {
                let words = self.words(edge.start, edge.end);
                writeln!(f, "    {words:24} {:5} {:4.2}  {}", edge.score, edge.sure, role(&edge.role))?;
            }
        }
        if let Some(reading) = self.heard.readings.first() {
            self.reading(f, "reading", reading)?;
            if let Some(second) = self.heard.readings.get(1) {
                self.reading(f, "runner-up", second)?;
                writeln!(f, "margin {}", reading.score - second.score)?;
            }
        }
        writeln!(f, "{}", self.heard.doubts)?;
        write!(f, "confidence {:.2}", self.heard.acts.confidence)
    }
}

fn role(role: &Role) -> String {
    match role {
        Role::Entry { entries, called, .. } if called.is_part() => {
            format!("part of an item's name {entries:?}")
        }
        Role::Entry { entries, .. } => format!("item {entries:?}"),
        other => format!("{other:?}").to_lowercase(),
    }
}
