//! `carhop config`: a configuration file to start from, and whether one makes sense.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::exit::{FINE, NOT_RIGHT};
use crate::config::{Options, template, without_secrets};
use crate::wiring::Wiring;

/// What is done with a configuration file.
#[derive(Subcommand)]
pub enum Config {
    /// Check a file: its options, and the menu, house and languages that it names. Nothing else is looked at.
    Check(Check),
    /// Print a file with every option as it is by default, and what it sets.
    Template,
}

impl Config {
    /// Does it.
    ///
    /// # Errors
    /// If a default has no form in TOML.
    pub fn run(&self) -> anyhow::Result<u8> {
        match self {
            Self::Check(check) => Ok(check.run()),
            Self::Template => {
                anstream::print!("{}", template()?);
                Ok(FINE)
            }
        }
    }
}

/// Which file is checked.
#[derive(Args)]
pub struct Check {
    /// The file.
    file: PathBuf,
}

impl Check {
    fn run(&self) -> u8 {
        let file = self.file.display();
        let checked = Options::read(&self.file).and_then(Options::check).and_then(|it| Wiring::load(&it));
        match checked {
            Ok(wiring) => {
                anstream::println!("{file} is right: it serves \"{}\"", wiring.menu.book.menu.name);
                FINE
            }
            Err(error) => {
                anstream::eprintln!("{}", without_secrets(&format!("{error:#}")));
                NOT_RIGHT
            }
        }
    }
}
