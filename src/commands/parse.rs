//! `carhop parse`: what the parser hears.

use std::path::PathBuf;

use clap::Args;
use fsm::machine::Expectation;
use parse::Utterance;

use super::exit::FINE;
use crate::config::one_of;
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
    #[arg(long, value_parser = one_of::<Expectation>(), default_value = "free_form_ordering")]
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
        let menu = menus::load(self.menu.as_deref(), &languages::load(self.languages.as_deref())?)?;
        let utterance = Utterance::alone(&self.text, self.expectation, &menu.book);
        if self.explain {
            anstream::println!("{}", parse::explain(utterance));
        } else {
            anstream::println!("{}", serde_json::to_string_pretty(&parse::read(utterance))?);
        }
        Ok(FINE)
    }
}
