//! `carhop parse`: what the parser hears.

use std::path::Path;

use fsm::kind::{Expectation, StateKind};
use parse::Utterance;

use crate::exit::FINE;
use crate::{languages, menus};

/// Reads an expectation as the interface writes it.
///
/// # Errors
/// The names that there are.
pub fn expectation(text: &str) -> Result<Expectation, String> {
    serde_json::from_value(text.into()).map_err(|_| {
        let names = StateKind::ALL.map(|state| serde_json::to_value(state.expectation()).unwrap_or_default());
        format!("use one of {}", names.map(|name| name.to_string()).join(", "))
    })
}

/// Prints the acts of a text, or how they were found.
///
/// # Errors
/// If the menu cannot be loaded.
pub fn run(
    text: &str,
    menu: Option<&Path>,
    languages: Option<&Path>,
    expectation: Expectation,
    explain: bool,
) -> anyhow::Result<u8> {
    let carte = menus::load(menu, &languages::load(languages)?)?;
    let utterance = Utterance::alone(text, expectation, &carte.book);
    if explain {
        anstream::println!("{}", parse::explain(utterance));
    } else {
        anstream::println!("{}", serde_json::to_string_pretty(&parse::read(utterance))?);
    }
    Ok(FINE)
}
