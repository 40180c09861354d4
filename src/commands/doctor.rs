//! `carhop doctor`: whether a service can start here and keep going, and what to do where it cannot. It changes
//! nothing, but that an empty Redis gets the mark of its layout.

mod finding;
mod keys;
mod machine;
mod store;
mod tls;

use clap::Args;
use serde::Serialize;

use self::finding::Finding;
use super::exit::{FINE, NOT_RIGHT};
use crate::config::{Config, Given, Options};
use crate::wiring::Wiring;

/// What is looked at, and how it is told.
#[derive(Args)]
pub struct Doctor {
    #[command(flatten)]
    options: Given<Options>,
    /// Print what was found as JSON.
    #[arg(long)]
    json: bool,
}

/// All that was found.
#[derive(Serialize)]
struct Report {
    /// Whether nothing is wrong.
    ok: bool,
    checks: Vec<Finding>,
}

impl Doctor {
    /// Looks, and prints a line for each check.
    ///
    /// # Errors
    /// If it cannot look.
    pub fn run(&self) -> anyhow::Result<u8> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let checks = runtime.block_on(self.checks());
        let report = Report { ok: !checks.iter().any(Finding::is_failure), checks };
        if self.json {
            anstream::println!("{}", serde_json::to_string_pretty(&report)?);
        } else {
            report.checks.iter().for_each(|finding| anstream::println!("{finding}"));
        }
        Ok(if report.ok { FINE } else { NOT_RIGHT })
    }

    async fn checks(&self) -> Vec<Finding> {
        match self.options.resolve() {
            Ok(config) => of_config(&config).await,
            Err(error) => {
                vec![Finding::fail("configuration", &error, "correct it; the other checks need it")]
            }
        }
    }
}

async fn of_config(config: &Config) -> Vec<Finding> {
    let options = &config.options;
    vec![
        keys::exposure(options),
        machine::data_folder(&options.data),
        store::check(config).await,
        menu(config),
        keys::check(options),
        tls::check(options),
        machine::disk(&options.data),
        machine::clock(&options.data),
        machine::open_files(),
        machine::secret_files(options),
    ]
}

fn menu(config: &Config) -> Finding {
    match Wiring::load(config) {
        Ok(wiring) => {
            let menu = &wiring.menu.book.menu;
            let house = if wiring.house.is_some() { ", with a house" } else { "" };
            Finding::ok("menu", format!("\"{}\" compiles: {} items{house}", menu.name, menu.items.len()))
        }
        Err(error) => Finding::fail("menu", &error, "mend what is named; `carhop menu check` explains"),
    }
}
