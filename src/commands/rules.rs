//! `carhop rules`: whether the rules of a house can be used, what they would change, and why they decided as they did.

mod dry_run;
mod explain;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use fsm::menu;
use fsm::reader::{Fault, faults_counted};
use rules::RuleBook;

use self::dry_run::DryRun;
use self::explain::Explain;
use super::exit::{FINE, NOT_RIGHT};
use crate::wiring::menus;

/// What is done with rules.
#[derive(Subcommand)]
pub enum Rules {
    /// Check rules and name every fault.
    Check(Check),
    /// Replay recorded sessions under rules, and tell what would change.
    DryRun(DryRun),
    /// Tell why rules decided as they did in the turns of a recorded session.
    Explain(Explain),
}

impl Rules {
    /// Does it.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn run(&self) -> anyhow::Result<u8> {
        match self {
            Self::Check(check) => check.run(),
            Self::DryRun(dry_run) => dry_run.run(),
            Self::Explain(explain) => explain.run(),
        }
    }
}

/// Which rules are checked.
#[derive(Args)]
pub struct Check {
    /// The rules.
    file: PathBuf,
    /// The menu that they are for: also name what of them is not on it.
    #[arg(long)]
    menu: Option<PathBuf>,
}

impl Check {
    fn run(&self) -> anyhow::Result<u8> {
        let document = menus::read(&self.file)?;
        let menu = match &self.menu {
            Some(file) => Some(
                menu::Menu::check(&menus::read(file)?)
                    .map_err(|faults| menus::faulty(&file.display().to_string(), &faults))?,
            ),
            None => None,
        };
        let checked = RuleBook::read(&document).and_then(|book| {
            let unknown: Vec<Fault> = menu.iter().flat_map(|menu| book.unknown_on(menu)).collect();
            if unknown.is_empty() { Ok(book) } else { Err(unknown) }
        });
        let file = self.file.display();
        match checked {
            Ok(book) => {
                anstream::println!("{file}: {} active rules", book.rules.rules().len());
                Ok(FINE)
            }
            Err(faults) => {
                for fault in &faults {
                    anstream::println!("{fault}");
                }
                anstream::eprintln!("{file}: {}", faults_counted(&faults));
                Ok(NOT_RIGHT)
            }
        }
    }
}
