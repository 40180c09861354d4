//! A parser that asks a model, and believes only what the words say.

use std::sync::Arc;

use async_trait::async_trait;
use fsm::dialogue::{Act, Acts, Choice, Why};

use crate::client::Chat;
use crate::model::Model;
use crate::prompt::{self, PARSE, json_of};
use crate::schema::{self, Written};
use agents::UtteranceParser;
use agents::rules::Brief;
use parse::{Evidence, Explained, Utterance};

/// How long an answer may be, in tokens.
const ANSWER_TOKENS_MAX: u32 = 400;
/// How many acts, and ops in an act, are believed.
const PARTS_MAX: usize = 32;

/// The agent's name.
pub(crate) const AGENT: &str = "llm";

/// Asks a model what was said. Its answer is taken only if the words support it.
#[derive(Clone)]
pub struct LlmParser(Arc<Model>);

/// What a model heard.
pub(crate) struct Reading {
    pub acts: Vec<Act>,
    pub explained: Explained,
}

/// How asking went: the reading or why there is none, and what it took.
pub(crate) struct Asked {
    pub reading: Result<Reading, Why>,
    pub tokens: Option<u64>,
}

impl LlmParser {
    /// A parser that asks this model.
    pub fn new(model: Arc<Model>) -> Self {
        Self(model)
    }

    /// What a turn records of asking the model.
    pub(crate) fn choice(&self, why: Why, tokens: Option<u64>) -> Choice {
        self.0.choice(why, PARSE.version(), tokens)
    }

    /// Asks the model, if the words name anything that it could make something of.
    pub(crate) async fn hear(
        &self,
        utterance: &Utterance<'_>,
        brief: &Brief<'_>,
        evidence: &Evidence<'_>,
    ) -> Asked {
        let named = evidence.named();
        if named.items.is_empty() && named.modifiers.is_empty() && named.sizes.is_empty() {
            return Asked { reading: Err(Why::NothingToAsk), tokens: None };
        }
        let schema = schema::of(&named);
        let user = prompt::of_utterance(utterance, brief.exchanges, &named);
        let chat =
            Chat { system: PARSE.text, user: &user, schema: Some(&schema), tokens_max: ANSWER_TOKENS_MAX };
        match self.0.ask(brief, &chat).await {
            Ok((text, tokens)) => Asked { reading: read(&text, evidence), tokens: Some(tokens) },
            Err(why) => Asked { reading: Err(why), tokens: None },
        }
    }
}

#[async_trait]
impl UtteranceParser for LlmParser {
    /// What the model heard; the act `unclear` with the reason where it did not.
    async fn parse(&self, utterance: Utterance<'_>, brief: Brief<'_>) -> Acts {
        let asked = self.hear(&utterance, &brief, &Evidence::of(utterance)).await;
        let (why, confidence, acts) = match asked.reading {
            Ok(reading) => (Why::Taken, reading.explained.share(), reading.acts),
            Err(why) => (why, 0.0, vec![Act::Unclear]),
        };
        Acts { choice: Some(self.choice(why, asked.tokens)), ..Acts::by(AGENT, confidence, acts) }
    }
}

/// Reads an answer as the untrusted text that it is.
fn read(text: &str, evidence: &Evidence<'_>) -> Result<Reading, Why> {
    let Written { acts } = serde_json::from_str(json_of(text)).map_err(|_| Why::Invalid)?;
    let is_too_long = |act: &Act| matches!(act, Act::Order { ops, .. } if ops.len() > PARTS_MAX);
    if acts.is_empty() || acts.len() > PARTS_MAX || acts.iter().any(is_too_long) {
        return Err(Why::Invalid);
    }
    let explained = evidence.check(&acts)?;
    Ok(Reading { acts, explained })
}
