//! The agents that understand, by name.

use std::sync::Arc;

use agents::llm::LlmSettings;
use agents::rules::AgentRules;
use agents::{GrammarParser, UtteranceParser};
use clap::ValueEnum;
use fsm::house_rules::ParserPlan;

use super::model;
use crate::config::word;

/// An agent that understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Agent {
    /// The parser that reads by the menu's words and a language pack.
    Grammar,
    /// The language model alone, held to what the words say.
    Llm,
    /// The grammar, and the model where that is not sure.
    #[value(alias = "chain")]
    GrammarThenLlm,
    /// The model, and the grammar where that fails.
    LlmThenGrammar,
}

impl Agent {
    /// The agent itself, within the limits of a drive-thru.
    ///
    /// # Errors
    /// If it is to ask a model and none is named.
    pub fn parser(
        self,
        llm: Option<&LlmSettings>,
        rules: &AgentRules,
    ) -> anyhow::Result<Arc<dyn UtteranceParser>> {
        let plan = match self {
            Self::Grammar => return Ok(Arc::new(GrammarParser)),
            Self::Llm => None,
            Self::GrammarThenLlm => Some(ParserPlan::GrammarThenLlm),
            Self::LlmThenGrammar => Some(ParserPlan::LlmThenGrammar),
        };
        model::parser(&word(&self), plan, llm, rules)
    }
}
