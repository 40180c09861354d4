//! The agents that ask a language model, if the configuration names one.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::llm::LlmSettings;
use agents::rules::{AgentRules, Brief};
use agents::{ResponseGenerator, UtteranceParser};
use anyhow::{Context as _, anyhow};
use async_trait::async_trait;
use evaluation::enrichment::{Proposal, Sort};
use fsm::dialogue::Acts;
use fsm::house_rules::ParserPlan;
use llm::chain::Chain;
use llm::enrich::{self, Names};
use llm::{LlmParser, LlmSpecialist, Model};
use parse::Utterance;
use serde_json::Value;

use crate::config::{Config, LLM};

/// The agents of the lanes, which ask the model where a drive-thru wants it.
///
/// # Errors
/// What is wrong with the settings of a model.
pub fn agents(config: &Config) -> anyhow::Result<(Arc<dyn UtteranceParser>, Arc<dyn ResponseGenerator>)> {
    let chain = Arc::new(chain(config)?);
    Ok((chain.clone(), chain))
}

/// Everyone who may ask a model. Who asks the same server shares what limits it.
fn chain(config: &Config) -> anyhow::Result<Chain> {
    let mut models = BTreeMap::new();
    for (name, settings) in &config.servers {
        models.insert(name.as_str(), open(settings)?);
    }
    let specialists = config.options.profiles.iter().filter_map(|(name, profile)| {
        let model = models.get(profile.server.as_str())?.clone();
        Some((name.clone(), LlmSpecialist::new(name, profile.clone(), model)))
    });
    let specialists = specialists.collect();
    Ok(Chain::new(models.get(LLM).cloned()).with(specialists))
}

/// The agent of that name: the model alone or, with a plan, the model and the grammar, within the limits of a drive-thru.
///
/// # Errors
/// If no model is named.
pub fn parser(
    name: &str,
    plan: Option<ParserPlan>,
    settings: Option<&LlmSettings>,
    rules: &AgentRules,
) -> anyhow::Result<Arc<dyn UtteranceParser>> {
    let missing = || format!("the agent `{name}` asks a model: name it with --llm-url and --llm-model");
    let model = open(settings.with_context(missing)?)?;
    let rules = AgentRules { parser: plan.unwrap_or(rules.parser), ..rules.clone() };
    let agent: Arc<dyn UtteranceParser> = match plan {
        Some(_) => Arc::new(Chain::new(Some(model))),
        None => Arc::new(LlmParser::new(model)),
    };
    Ok(Arc::new(Within { agent, rules }))
}

/// What the model proposes for each subject, or why nothing, and what it is asked with. `told` hears how many are answered.
///
/// # Errors
/// What is wrong with the settings of the model.
pub async fn propose(
    settings: &LlmSettings,
    subjects: Vec<Value>,
    told: impl Fn(usize),
) -> anyhow::Result<(String, Vec<Result<Vec<Proposal>, String>>)> {
    let answers = enrich::enrich(&open(settings)?, subjects, told).await;
    let answers = answers.into_iter().map(|answer| match answer {
        Ok(names) => Ok(proposals(names)),
        Err(why) => Err(<&str>::from(why).to_owned()),
    });
    Ok((enrich::prompt_version(), answers.collect()))
}

fn proposals(names: Names) -> Vec<Proposal> {
    let Names { aliases, short_forms, mishearings, kind } = names;
    let kind = kind.into_iter().collect();
    let sorts = [
        (Sort::Alias, aliases),
        (Sort::ShortForm, short_forms),
        (Sort::Mishearing, mishearings),
        (Sort::Kind, kind),
    ];
    let of_sort =
        |(sort, texts): (Sort, Vec<String>)| texts.into_iter().map(move |text| Proposal::new(sort, text));
    sorts.into_iter().flat_map(of_sort).collect()
}

/// Knows how to ask the model; nothing is asked yet.
fn open(settings: &LlmSettings) -> anyhow::Result<Arc<Model>> {
    Ok(Arc::new(Model::new(settings).map_err(|fault| anyhow!("llm: {fault}"))?))
}

/// An agent with rules of its own, whatever the drive-thru says.
struct Within {
    agent: Arc<dyn UtteranceParser>,
    rules: AgentRules,
}

#[async_trait]
impl UtteranceParser for Within {
    async fn parse(&self, utterance: Utterance<'_>, brief: Brief<'_>) -> Acts {
        let brief = Brief { rules: &self.rules, deadline: None, ..brief };
        self.agent.parse(utterance, brief).await
    }
}
