//! `carhop graph`: the transition table, and where house rules bite.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use fsm::machine::graph;
use rules::RuleBook;
use serde_json::Value;

use super::exit::FINE;
use super::tickets::drive_thru;
use crate::client::Called;
use crate::wiring::menus;

/// What is shown.
#[derive(Args)]
pub struct Graph {
    /// In which form.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also these rules, at the rows where they bite.
    #[arg(long, value_name = "FILE", conflicts_with = "drive_thru")]
    rules: Option<PathBuf>,
    /// Also the rules that are in use in a drive-thru, as a service that runs says.
    #[arg(long, value_name = "ID", value_parser = drive_thru)]
    drive_thru: Option<String>,
    #[command(flatten)]
    called: Called,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// States by events on one screen, and the points of house rules with their rows.
    Text,
    /// One row a line.
    Csv,
    /// A Mermaid state diagram.
    Mermaid,
    /// A Graphviz digraph.
    Dot,
}

impl Graph {
    /// Prints the table.
    ///
    /// # Errors
    /// If the rules cannot be read.
    pub fn run(&self) -> anyhow::Result<u8> {
        let book = self.book()?;
        let rules = book.as_ref().map(|book| &book.rules);
        let text = match self.format {
            Format::Text => format!("{}\n{}", graph::matrix(), graph::points(rules)),
            Format::Csv => graph::csv(rules),
            Format::Mermaid => graph::mermaid(rules),
            Format::Dot => graph::dot(rules),
        };
        anstream::print!("{text}");
        Ok(FINE)
    }

    fn book(&self) -> anyhow::Result<Option<RuleBook>> {
        let (document, of) = match (&self.rules, &self.drive_thru) {
            (Some(file), _) => (menus::read(file)?, file.display().to_string()),
            (None, Some(drive_thru)) => (self.in_use(drive_thru)?, format!("the rules of {drive_thru}")),
            (None, None) => return Ok(None),
        };
        let book = RuleBook::read(&document).map_err(|faults| menus::faulty(&of, &faults))?;
        Ok(Some(book))
    }

    fn in_use(&self, drive_thru: &str) -> anyhow::Result<Value> {
        let service = self.called.service()?;
        let path = format!("/v1/drive-thrus/{drive_thru}/rules");
        service.get(&path).with_context(|| format!("the rules of {drive_thru} cannot be read"))
    }
}
