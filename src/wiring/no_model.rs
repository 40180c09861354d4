//! What stands in for `model` where language models are not built in.

use std::sync::Arc;

use agents::llm::LlmSettings;
use agents::rules::AgentRules;
use agents::{GrammarParser, PhraseBook, ResponseGenerator, UtteranceParser};
use evaluation::enrichment::Proposal;
use fsm::house_rules::ParserPlan;
use serde_json::Value;

use crate::config::{Config, left_out};

/// The agents of the lanes.
///
/// # Errors
/// That a model is named.
pub fn agents(config: &Config) -> anyhow::Result<(Arc<dyn UtteranceParser>, Arc<dyn ResponseGenerator>)> {
    match config.servers.keys().next() {
        Some(name) => Err(left_out(&format!("the server `{name}` of models"), "llm")),
        None => Ok((Arc::new(GrammarParser), Arc::new(PhraseBook))),
    }
}

/// No agent asks a model.
///
/// # Errors
/// Always.
pub fn parser(
    name: &str,
    _: Option<ParserPlan>,
    _: Option<&LlmSettings>,
    _: &AgentRules,
) -> anyhow::Result<Arc<dyn UtteranceParser>> {
    Err(left_out(&format!("the agent `{name}`"), "llm"))
}

/// Nothing is proposed.
///
/// # Errors
/// Always.
pub async fn propose(
    _: &LlmSettings,
    _: Vec<Value>,
    _: impl Fn(usize),
) -> anyhow::Result<(String, Vec<Result<Vec<Proposal>, String>>)> {
    Err(left_out("the model of --llm-url", "llm"))
}
