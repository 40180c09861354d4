//! `carhop house`: whether what a house says of itself can be told.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use fsm::house;
use fsm::reader::faults_counted;

use super::exit::{FINE, NOT_RIGHT};
use crate::wiring::menus;

/// What is done with a house.
#[derive(Subcommand)]
pub enum House {
    /// Check a house and name every fault.
    Check(Check),
}

impl House {
    /// Does it.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn run(&self) -> anyhow::Result<u8> {
        match self {
            Self::Check(check) => check.run(),
        }
    }
}

/// Which house is checked.
#[derive(Args)]
pub struct Check {
    /// The house.
    file: PathBuf,
}

impl Check {
    fn run(&self) -> anyhow::Result<u8> {
        let file = &self.file;
        match house::House::check(&menus::read(file)?) {
            Ok(house) => {
                let (holidays, answers) = (house.holidays.len(), house.answers.len());
                let deals = house.deals.map_or(0, |deals| deals.len());
                anstream::println!(
                    "{}: {holidays} holidays, {deals} deals, {answers} answers",
                    file.display()
                );
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
