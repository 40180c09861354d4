//! The agents that understand, by name.

use std::sync::Arc;

use agents::UtteranceParser;
use agents::grammar::GrammarParser;
use clap::ValueEnum;

/// An agent that understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Agent {
    /// The parser that reads by the menu's words and a language pack.
    Grammar,
}

impl Agent {
    /// The agent itself.
    pub fn parser(self) -> Arc<dyn UtteranceParser> {
        match self {
            Self::Grammar => Arc::new(GrammarParser),
        }
    }
}
