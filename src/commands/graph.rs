//! `carhop graph`: the transition table.

use clap::{Args, ValueEnum};
use fsm::machine::graph;

use super::exit::FINE;

/// What is shown.
#[derive(Args)]
pub struct Graph {
    /// In which form.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// States by events on one screen.
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
    pub fn run(&self) -> u8 {
        let text = match self.format {
            Format::Text => graph::matrix(),
            Format::Csv => graph::csv(),
            Format::Mermaid => graph::mermaid(),
            Format::Dot => graph::dot(),
        };
        anstream::print!("{text}");
        FINE
    }
}
