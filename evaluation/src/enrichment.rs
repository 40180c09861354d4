//! A menu enriched by a model: what else people may call its things, for a person to read and accept.
//!
//! ```text
//! menu ──subjects──> a model, one by one ──checked against the menu──> file ──a person accepts──> menu with more aliases
//! ```
//!
//! Whatever a model proposes is untrusted: what collides with another name, with a word of the language or with what the
//! parser hears already is kept out, and nothing is accepted unless a person says so. What is accepted is part of the
//! menu, so that a turn stays deterministic.

mod accept;
mod check;
mod proposals;

use std::collections::BTreeMap;

use parse::MenuBook;
use serde_json::{Value, json};

pub use self::accept::{Accepted, accept};
pub use self::proposals::{Enrichment, Entry, KeptOut, Proposal, Sort};

use self::check::Check;
use super::doctor::things::{Of, Thing, things};

/// The most proposals for one thing that are looked at.
const PROPOSALS_MAX: usize = 12;
/// How much of what is kept out is quoted, in characters.
const QUOTE_CHARS_MAX: usize = 60;
/// How many neighbours a model is told of, so that it tells them apart.
const NEIGHBOURS_MAX: usize = 30;

/// What a model is told of each thing, in the menu's order. There are no prices in it.
pub fn subjects(book: &MenuBook) -> Vec<Value> {
    let menu = &book.menu;
    let things = things(menu);
    let subject = |thing: &Thing<'_>| {
        let aliases: Vec<&str> = thing.names[1..].iter().map(|name| name.text).collect();
        let near = things.iter().filter(|other| other.of != thing.of && is_near(thing.of, other.of, book));
        let near: Vec<&str> = near.take(NEIGHBOURS_MAX).map(Thing::name).collect();
        let description = match thing.of {
            Of::Item(at) => menu.items[at].description.as_deref(),
            Of::Combo(_) | Of::Modifier(..) => None,
        };
        json!({
            "restaurant": menu.name, "language": menu.locale, "name": thing.name(), "aliases": aliases,
            "description": description, "neighbours": near,
        })
    };
    things.iter().map(subject).collect()
}

/// Whether two things stand beside each other on the menu.
fn is_near(one: Of, other: Of, book: &MenuBook) -> bool {
    match (one, other) {
        (Of::Item(one), Of::Item(other)) => book.menu.items[one].category == book.menu.items[other].category,
        (Of::Combo(_), Of::Combo(_)) => true,
        (Of::Modifier(group, _), Of::Modifier(other, _)) => group == other,
        _ => false,
    }
}

/// What a model answered for the subjects of a menu, or why it did not, without what would collide. Nothing is accepted
/// yet.
pub fn enrichment(
    book: &MenuBook,
    model: &str,
    prompt: &str,
    answers: Vec<Result<Vec<Proposal>, String>>,
) -> Enrichment {
    let things = things(&book.menu);
    let check = Check::of(book, &things);
    let entries = things.iter().zip(answers).map(|(thing, answer)| entry(thing, answer, &check, book));
    let mut entries: Vec<Entry> = entries.collect();
    keep_out_what_two_want(&mut entries);
    Enrichment { menu: book.menu.id.clone(), model: model.to_owned(), prompt: prompt.to_owned(), entries }
}

fn entry(
    thing: &Thing<'_>,
    answer: Result<Vec<Proposal>, String>,
    check: &Check<'_>,
    book: &MenuBook,
) -> Entry {
    let mut entry = Entry {
        path: thing.path.clone(),
        id: thing.of.id(&book.menu).to_owned(),
        name: thing.name().to_owned(),
        failed: None,
        proposals: Vec::new(),
        kept_out: Vec::new(),
    };
    let proposed = match answer {
        Ok(proposed) => proposed,
        Err(why) => {
            entry.failed = Some(why);
            return entry;
        }
    };
    let more = proposed.len().saturating_sub(PROPOSALS_MAX);
    for Proposal { text, sort, .. } in proposed.into_iter().take(PROPOSALS_MAX) {
        let text = text.trim().to_owned();
        let words = parse::words(&text);
        if entry.proposals.iter().any(|known| parse::words(&known.text) == words) {
            continue;
        }
        match check.why_not(thing, sort, &text) {
            None => entry.proposals.push(Proposal { text, sort, accept: false }),
            Some(why) => entry.kept_out.push(kept_out(&text, why)),
        }
    }
    if more > 0 {
        entry.kept_out.push(kept_out("...", format!("{more} more: {PROPOSALS_MAX} are looked at")));
    }
    entry
}

/// What is proposed for two things tells neither.
fn keep_out_what_two_want(entries: &mut [Entry]) {
    let mut wanted: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let names = |proposal: &&Proposal| proposal.sort != Sort::Kind;
    for proposal in entries.iter().flat_map(|entry| &entry.proposals).filter(names) {
        *wanted.entry(parse::words(&proposal.text)).or_default() += 1;
    }
    for entry in entries {
        for proposal in std::mem::take(&mut entry.proposals) {
            let is_wanted_twice = wanted.get(&parse::words(&proposal.text)).is_some_and(|count| *count > 1);
            if proposal.sort != Sort::Kind && is_wanted_twice {
                entry
                    .kept_out
                    .push(kept_out(&proposal.text, "is proposed for something else too".to_owned()));
            } else {
                entry.proposals.push(proposal);
            }
        }
    }
}

fn kept_out(text: &str, why: String) -> KeptOut {
    KeptOut { text: text.chars().take(QUOTE_CHARS_MAX).collect(), why }
}

#[cfg(test)]
mod tests;
