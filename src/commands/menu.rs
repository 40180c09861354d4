//! `carhop menu`: whether a menu can be sold from.

use std::path::PathBuf;

use clap::Subcommand;
use fsm::menu;

use super::exit::{FINE, NOT_RIGHT};
use crate::wiring::menus;

/// What is done with a menu.
#[derive(Subcommand)]
pub enum Menu {
    /// Check a menu and name every fault.
    Check {
        /// The menu.
        file: PathBuf,
    },
}

impl Menu {
    /// Checks a menu and names every fault.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn run(&self) -> anyhow::Result<u8> {
        let Self::Check { file } = self;
        match menu::Menu::check(&menus::document(Some(file))?) {
            Ok(menu) => {
                let (items, combos, groups) =
                    (menu.items.len(), menu.combos.len(), menu.modifier_groups.len());
                anstream::println!(
                    "{}: {items} items, {combos} combos, {groups} modifier groups",
                    file.display()
                );
                Ok(FINE)
            }
            Err(faults) => {
                for fault in &faults {
                    anstream::println!("{fault}");
                }
                anstream::eprintln!("{}: {} faults", file.display(), faults.len());
                Ok(NOT_RIGHT)
            }
        }
    }
}
