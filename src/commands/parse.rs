//! `carhop parse`: what the parser hears.

use std::path::PathBuf;

use clap::Args;
use fsm::machine::{Expectation, StateKind};
use parse::Utterance;

use super::exit::FINE;
use crate::wiring::{languages, menus};

/// What is parsed, and how it is shown.
#[derive(Args)]
pub struct Parse {
    /// What was said.
    text: String,
    /// The menu; the sample menu without it.
    #[arg(long, env = "CARHOP_MENU")]
    menu: Option<PathBuf>,
    /// A folder of language packs; the built-in ones without it.
    #[arg(long, env = "CARHOP_LANGUAGES")]
    languages: Option<PathBuf>,
    /// What the lane expects to hear.
    #[arg(long, value_parser = expectation, default_value = "free_form_ordering")]
    expectation: Expectation,
    /// Show the matches and scores.
    #[arg(long)]
    explain: bool,
}

impl Parse {
    /// Prints the acts of a text, or how they were found.
    ///
    /// # Errors
    /// If the menu cannot be loaded.
    pub fn run(&self) -> anyhow::Result<u8> {
        let carte = menus::load(self.menu.as_deref(), &languages::load(self.languages.as_deref())?)?;
        let utterance = Utterance::alone(&self.text, self.expectation, &carte.book);
        if self.explain {
            anstream::println!("{}", parse::explain(utterance));
        } else {
            anstream::println!("{}", serde_json::to_string_pretty(&parse::read(utterance))?);
        }
        Ok(FINE)
    }
}

/// Reads an expectation as the interface writes it.
fn expectation(text: &str) -> Result<Expectation, String> {
    serde_json::from_value(text.into()).map_err(|_| {
        let names = StateKind::ALL.map(|state| serde_json::to_value(state.expectation()).unwrap_or_default());
        format!("use one of {}", names.map(|name| name.to_string()).join(", "))
    })
}
