//! What the parser hears when somebody says a name.

use std::collections::BTreeSet;

use fsm::dialogue::{Act, Acts};
use fsm::machine::Expectation;
use parse::{MenuBook, Spoken, Utterance, notation};

use super::things::{Name, Of, Thing};
use super::warning::Warning;

/// Below this confidence a lane asks, if nobody has set another.
const CONFIDENCE_MIN: f64 = 0.6;
/// The most names that are said; those of any real menu.
const NAMES_MAX: usize = 5_000;

/// Says every name, and warns of those that are heard as something else. A name that two share has its own warning.
pub(super) fn misheard(things: &[Thing<'_>], told: &BTreeSet<String>, book: &MenuBook) -> Vec<Warning> {
    let names = things.iter().flat_map(|thing| thing.names.iter().map(move |name| (thing, name)));
    let mut warnings = Vec::new();
    for (thing, name) in names.take(NAMES_MAX) {
        // A modifier that no item can have is never said.
        let Some(text) = said(thing.of, name.text, book) else { continue };
        if told.contains(&name.path) {
            continue;
        }
        let acts = read(&text, book);
        if !thing.of.is_modifier() && Spoken::of(book).does(name.text) {
            let what = format!("\"{}\" does something else in this language, whatever the menu", name.text);
            warnings.push(warning(thing, name, what));
        } else if !names_it(thing.of, &acts, book) {
            let what = match acts.acts.as_slice() {
                [Act::Unclear] => format!("\"{text}\" is not understood"),
                heard => format!("\"{text}\" is heard as {}", notation::acts(heard)),
            };
            warnings.push(warning(thing, name, what));
        }
    }
    warnings
}

/// Whether a lane that hears this takes it for that, without asking.
pub(crate) fn is_heard(of: Of, name: &str, book: &MenuBook) -> bool {
    let Some(text) = said(of, name, book) else { return false };
    let acts = read(&text, book);
    acts.confidence >= CONFIDENCE_MIN && of.is_ordered_by(&acts.acts, &book.menu)
}

/// Whether acts order it, however sure, or ask if it is meant.
fn names_it(of: Of, acts: &Acts, book: &MenuBook) -> bool {
    of.is_ordered_by(&acts.acts, &book.menu) || of.is_offered_by(&acts.acts, &book.menu)
}

fn warning(thing: &Thing<'_>, name: &Name<'_>, what: String) -> Warning {
    let suggest = if name.path.ends_with(".name") {
        format!("add an alias to {} whose words mean nothing else here", thing.path)
    } else {
        format!("take \"{}\" out, or write it with a word that only \"{}\" has", name.text, thing.name())
    };
    Warning::at(&name.path, what).suggest(suggest)
}

/// How somebody says it: a modifier with the first item that can have it.
pub(crate) fn said(of: Of, name: &str, book: &MenuBook) -> Option<String> {
    let Of::Modifier(group, _) = of else { return Some(name.to_owned()) };
    let group = &book.menu.modifier_groups[group].id;
    let item = book.menu.items.iter().find(|item| item.modifier_groups.contains(group))?;
    Some(format!("{} {} {name}", item.name, Spoken::of(book).with()))
}

/// What is heard in an order that begins with this.
pub(crate) fn read(text: &str, book: &MenuBook) -> Acts {
    parse::read(Utterance::alone(text, Expectation::FreeFormOrdering, book))
}
