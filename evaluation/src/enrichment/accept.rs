//! A menu with what a person accepted.

use std::collections::BTreeSet;

use fsm::menu::Menu;
use fsm::reader::Fault;
use parse::{Languages, MenuBook};
use serde_json::{Value, json};

use super::check::Check;
use super::proposals::{Enrichment, Proposal, Sort};
use crate::doctor::heard;
use crate::doctor::things::{Thing, things};

/// A menu with what was accepted, and what was left out all the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted {
    /// The document, to be put in use.
    pub document: Value,
    /// How many were added.
    pub added: usize,
    /// What was accepted and is not in it, with why.
    pub left_out: Vec<String>,
}

/// Adds what was accepted to a menu. What collides with it as it is now, or would change how one of its names is heard, is
/// left out.
///
/// # Errors
/// Every fault of the menu.
pub fn accept(
    document: &Value,
    enrichment: &Enrichment,
    languages: &Languages,
) -> Result<Accepted, Vec<Fault>> {
    let book = MenuBook::compile(Menu::check(document)?, languages);
    let things = things(&book.menu);
    let check = Check::of(&book, &things);
    let (mut wanted, mut left_out) = (Vec::new(), Vec::new());
    for entry in &enrichment.entries {
        for proposal in entry.proposals.iter().filter(|proposal| proposal.accept) {
            let mut all = things.iter();
            let thing = all.find(|thing| thing.path == entry.path && thing.of.id(&book.menu) == entry.id);
            let why = match thing {
                None => Some("is for what is not there any more".to_owned()),
                Some(thing) => check.why_not(thing, proposal.sort, &proposal.text),
            };
            match (thing, why) {
                (Some(thing), None) => wanted.push((thing, proposal)),
                (_, why) => left_out.push(told(&entry.path, proposal, &why.unwrap_or_default())),
            }
        }
    }
    let names = Names::heard_in(&book, &things);
    let whole = with(document, &wanted);
    if names.are_heard_in(&whole, languages) {
        return Ok(Accepted { document: whole, added: wanted.len(), left_out });
    }
    // One of them is at fault: they are added one by one.
    let mut kept: Vec<(&Thing<'_>, &Proposal)> = Vec::new();
    for (thing, proposal) in wanted {
        kept.push((thing, proposal));
        if !names.are_heard_in(&with(document, &kept), languages) {
            kept.pop();
            left_out.push(told(&thing.path, proposal, "changes how another name is heard"));
        }
    }
    Ok(Accepted { document: with(document, &kept), added: kept.len(), left_out })
}

fn told(path: &str, proposal: &Proposal, why: &str) -> String {
    format!("{path}: \"{}\" {why}", proposal.text)
}

/// The document with more aliases and kinds.
fn with(document: &Value, wanted: &[(&Thing<'_>, &Proposal)]) -> Value {
    let mut document = document.clone();
    for (thing, proposal) in wanted {
        let Some(entry) = document.pointer_mut(&pointer(&thing.path)).and_then(Value::as_object_mut) else {
            continue;
        };
        if proposal.sort == Sort::Kind {
            entry.entry("kind").or_insert_with(|| json!(proposal.text));
        } else if let Some(aliases) = entry.entry("aliases").or_insert_with(|| json!([])).as_array_mut() {
            aliases.push(json!(proposal.text));
        }
    }
    document
}

/// `/items/3` of `$.items[3]`.
fn pointer(path: &str) -> String {
    path.trim_start_matches('$').replace(['.', '['], "/").replace(']', "")
}

/// The names of a menu that are heard as what they name.
struct Names(BTreeSet<(String, String)>);

impl Names {
    fn heard_in(book: &MenuBook, things: &[Thing<'_>]) -> Self {
        let names = things.iter().flat_map(|thing| thing.names.iter().map(move |name| (thing, name)));
        let heard = names.filter(|(thing, name)| heard::is_heard(thing.of, name.text, book));
        Self(heard.map(|(thing, name)| (thing.path.clone(), name.text.to_owned())).collect())
    }

    /// Whether all of them still are in another menu.
    fn are_heard_in(&self, document: &Value, languages: &Languages) -> bool {
        let Ok(menu) = Menu::check(document) else { return false };
        let book = MenuBook::compile(menu, languages);
        let things = things(&book.menu);
        self.0.is_subset(&Self::heard_in(&book, &things).0)
    }
}
