//! Sentences with the acts that a perfect listener would write down, as JSON Lines.

use std::cell::RefCell;

use fsm::dialogue::Act;
use fsm::machine::Expectation;
use fsm::menu::Menu;
use fsm::reader::{Fault, Reader};
use parse::{MenuBook, notation};
use serde_json::Value;

use super::acts;
use super::compare::Comparison;
use super::outcome::{Outcome, Reading};

/// A file of labelled sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// What it is called in a report.
    pub name: String,
    /// At least one.
    pub sentences: Vec<Sentence>,
}

/// A sentence and what should be heard in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    /// Its line in the file, from 1.
    pub line: usize,
    /// What was said.
    pub text: String,
    /// What the lane expects to hear.
    pub expectation: Expectation,
    /// What it means, each act naming only what is on the menu: at least one act, or those of the first reading.
    pub acts: Vec<Act>,
    /// Whatever is right, compared by what it does; none where nothing but `acts` is.
    pub readings: Vec<Reading>,
}

/// Why a sheet was not taken. It starts with the line, so that the file's name can stand before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// A line that is no JSON.
    #[error("{line}: is not JSON: {reason}")]
    NotJson {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A line with a field that is wrong or names what is not on the menu.
    #[error("{line}: {fault}")]
    Faulty {
        /// The line, from 1.
        line: usize,
        /// Where in it, and what is wrong there.
        fault: Fault,
    },
    /// Nothing but blank lines.
    #[error("1: there is no sentence")]
    Empty,
}

impl Sheet {
    /// Reads JSON Lines; blank ones are passed over.
    ///
    /// # Errors
    /// Every fault of every line.
    pub fn read(name: &str, lines: &str, menu: &Menu) -> Result<Self, Vec<LabelError>> {
        let (mut sentences, mut faults) = (Vec::new(), Vec::new());
        for (line, text) in (1..).zip(lines.trim_start_matches('\u{feff}').lines()) {
            if text.trim().is_empty() {
                continue;
            }
            match sentence(line, text, menu) {
                Ok(sentence) => sentences.push(sentence),
                Err(found) => faults.extend(found),
            }
        }
        if sentences.is_empty() && faults.is_empty() {
            faults.push(LabelError::Empty);
        }
        if faults.is_empty() { Ok(Self { name: name.to_owned(), sentences }) } else { Err(faults) }
    }
}

fn sentence(line: usize, text: &str, menu: &Menu) -> Result<Sentence, Vec<LabelError>> {
    let document: Value = serde_json::from_str(text).map_err(|error| {
        let reason = error.to_string().replace(" at line 1 column ", " at column ");
        vec![LabelError::NotJson { line, reason }]
    })?;
    let faults = RefCell::default();
    let sentence = labelled(line, &Reader::new(&document, &faults), menu);
    match (sentence, faults.into_inner()) {
        (Some(sentence), faults) if faults.is_empty() => Ok(sentence),
        (_, faults) => Err(faults.into_iter().map(|fault| LabelError::Faulty { line, fault }).collect()),
    }
}

fn labelled(line: usize, document: &Reader<'_>, menu: &Menu) -> Option<Sentence> {
    if !document.is_object() {
        return None;
    }
    document.only(&["text", "expectation", "acts", "readings"]);
    let text = document.required("text").map(|text| acts::said(&text)).unwrap_or_default();
    let expectation = document.field("expectation").and_then(|field| acts::one_of(&field));
    let expectation = expectation.unwrap_or(Expectation::FreeFormOrdering);
    let Some(list) = document.field("readings") else {
        let acts = acts::acts(&document.required("acts")?, menu);
        return Some(Sentence { line, text, expectation, acts, readings: Vec::new() });
    };
    if let Some(acts) = document.field("acts") {
        acts.fault("stand beside readings: give one of the two");
    }
    let readings: Vec<Reading> = acts::readings(&list, menu);
    let acts = readings.first().map(|reading| reading.acts.clone()).unwrap_or_default();
    Some(Sentence { line, text, expectation, acts, readings })
}

impl Sentence {
    /// The label for people, in the notation of [`parse::notation`]; of several readings the first.
    pub(super) fn wanted(&self) -> String {
        let mut parts = vec![notation::acts(&self.acts)];
        let first = self.readings.first();
        let question = first.and_then(|reading| reading.question.as_ref());
        parts.extend(
            question
                .map(|items| items.iter().fold("any?".to_owned(), |text, item| text + " " + item.as_str())),
        );
        parts.extend(first.into_iter().flat_map(|reading| &reading.must_tell).map(|text| format!("?{text}")));
        parts.retain(|part| !part.is_empty());
        let others = self.readings.len().saturating_sub(1);
        let others = if others > 0 { format!(" (or {others} more)") } else { String::new() };
        parts.join("; ") + &others
    }

    /// What becomes of acts that a lane takes.
    pub(super) fn outcome(&self, taken: &[Act], book: &MenuBook) -> Outcome {
        if !self.readings.is_empty() {
            let outcomes = self.readings.iter().map(|reading| reading.outcome(taken, book));
            return outcomes.min().unwrap_or(Outcome::Silent);
        }
        if Comparison::of(&self.acts, taken).is_exact() {
            return Outcome::Exact;
        }
        // To the letter it is not exact, so if nothing wrong is applied it is as good as asked about.
        Reading::of(&self.acts).outcome(taken, book).max(Outcome::Asked)
    }
}

#[cfg(test)]
mod tests;
