//! The agents that understand, by name.

use std::sync::Arc;

use agents::rules::{AgentRules, Brief, ParserPlan};
use agents::{GrammarParser, UtteranceParser};
use anyhow::Context as _;
use async_trait::async_trait;
use clap::ValueEnum;
use fsm::dialogue::Acts;
use llm::chain::Chain;
use llm::{LlmParser, LlmSettings};
use parse::Utterance;

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
    /// The agent itself, within the limits of a house.
    ///
    /// # Errors
    /// If it is to ask a model and none is named.
    pub fn parser(
        self,
        llm: Option<&LlmSettings>,
        rules: &AgentRules,
    ) -> anyhow::Result<Arc<dyn UtteranceParser>> {
        let model = || {
            let missing = || {
                format!("the agent `{}` asks a model: name it with --llm-url and --llm-model", word(&self))
            };
            model::open(llm)?.with_context(missing)
        };
        let planned = |parser| -> anyhow::Result<Arc<dyn UtteranceParser>> {
            let chain = Chain::new(Some(model()?));
            Ok(Arc::new(Within { agent: chain, rules: AgentRules { parser, ..rules.clone() } }))
        };
        match self {
            Self::Grammar => Ok(Arc::new(GrammarParser)),
            Self::Llm => Ok(Arc::new(Within { agent: LlmParser::new(model()?), rules: rules.clone() })),
            Self::GrammarThenLlm => planned(ParserPlan::GrammarThenLlm),
            Self::LlmThenGrammar => planned(ParserPlan::LlmThenGrammar),
        }
    }
}

/// An agent with rules of its own, whatever the house says.
struct Within<A> {
    agent: A,
    rules: AgentRules,
}

#[async_trait]
impl<A: UtteranceParser> UtteranceParser for Within<A> {
    async fn parse(&self, utterance: Utterance<'_>, brief: Brief<'_>) -> Acts {
        let brief = Brief { rules: &self.rules, deadline: None, ..brief };
        self.agent.parse(utterance, brief).await
    }
}
