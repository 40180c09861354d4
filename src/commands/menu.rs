//! `carhop menu`: to begin a menu, to check it, and to see what changes.

mod diff;
mod enrich;

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use evaluation::doctor;
use fsm::menu;
use fsm::reader::faults_counted;
use lanes::menus::ActiveMenu;
use parse::MenuBook;

use super::exit::{FINE, NOT_RIGHT};
use crate::wiring::{languages, menus};

/// What is done with a menu.
#[derive(Subcommand)]
pub enum Menu {
    /// Check a menu and name every fault.
    Check(Check),
    /// Write a small menu to start from.
    Init(Init),
    /// Show what changes from one menu to another; the exit code is 1 if something does.
    Diff(diff::Diff),
    /// Show the JSON Schema of menus, for editors.
    Schema,
    /// Ask a model what else people call the things of a menu, for somebody to accept.
    ///
    /// It writes a file of proposals, without those that collide with another name. `--accept` writes the menu with what was
    /// accepted in it.
    Enrich(enrich::Enrich),
}

impl Menu {
    /// Does it.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn run(&self) -> anyhow::Result<u8> {
        match self {
            Self::Check(check) => check.run(),
            Self::Init(init) => init.run(),
            Self::Diff(diff) => diff.run(),
            Self::Schema => {
                anstream::println!("{:#}", menu::schema());
                Ok(FINE)
            }
            Self::Enrich(enrich) => enrich.run(),
        }
    }
}

/// Where a menu begins.
#[derive(Args)]
pub struct Init {
    /// The file to write, which must not be there yet.
    file: PathBuf,
}

impl Init {
    fn run(&self) -> anyhow::Result<u8> {
        let file = &self.file;
        let mut new = File::create_new(file).with_context(|| file.display().to_string())?;
        new.write_all(menus::STARTER.as_bytes())?;
        anstream::println!(
            "{}: change it, then run `carhop menu check {} --suggest`",
            file.display(),
            file.display()
        );
        Ok(FINE)
    }
}

/// Which menu is checked.
#[derive(Args)]
pub struct Check {
    /// The menu.
    file: PathBuf,
    /// Also name what customers will stumble over in its words, with what to write. Nothing of that is a fault.
    #[arg(long)]
    suggest: bool,
    /// A folder of language packs; the built-in ones without it.
    #[arg(long, env = "CARHOP_LANGUAGES")]
    languages: Option<PathBuf>,
}

impl Check {
    fn run(&self) -> anyhow::Result<u8> {
        let file = &self.file;
        let languages = languages::load(self.languages.as_deref())?;
        match ActiveMenu::read(menus::document(Some(file))?, &languages) {
            Ok(ActiveMenu { book, .. }) => {
                let menu = &book.menu;
                let (items, combos, groups) =
                    (menu.items.len(), menu.combos.len(), menu.modifier_groups.len());
                anstream::println!(
                    "{}: {items} items, {combos} combos, {groups} modifier groups",
                    file.display()
                );
                if self.suggest {
                    suggest(&book);
                }
                Ok(FINE)
            }
            Err(faults) => {
                for fault in &faults {
                    anstream::println!("{fault}");
                }
                anstream::eprintln!("{}: {}", file.display(), faults_counted(&faults));
                Ok(NOT_RIGHT)
            }
        }
    }
}

fn suggest(book: &MenuBook) {
    let warnings = doctor::examine(book);
    for warning in &warnings {
        anstream::println!("{warning}");
    }
    if warnings.is_empty() {
        anstream::println!("nothing in its words will make customers stumble");
    }
}
