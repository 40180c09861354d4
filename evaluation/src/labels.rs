//! Sentences with the acts that a perfect listener would write down, as JSON Lines.

use std::cell::RefCell;

use fsm::dialogue::Act;
use fsm::machine::Expectation;
use fsm::menu::Menu;
use fsm::reader::{Fault, Reader};
use serde_json::Value;

use super::acts;

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
    /// What it means; at least one act, each naming only what is on the menu.
    pub acts: Vec<Act>,
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
    document.only(&["text", "expectation", "acts"]);
    let text = document.required("text").map(|text| acts::said(&text)).unwrap_or_default();
    let expectation = document.field("expectation").and_then(|field| acts::one_of(&field));
    let list = document.required("acts")?;
    Some(Sentence {
        line,
        text,
        expectation: expectation.unwrap_or(Expectation::FreeFormOrdering),
        acts: acts::acts(&list, menu),
    })
}

#[cfg(test)]
mod tests;
