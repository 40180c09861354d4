//! Specialists that ask a model: what a question asks, and how to word its answer.

use std::sync::Arc;
use std::time::Duration;

use agents::profiles::Profile;
use agents::rules::Brief;
use agents::specialist::{Answer, Proposal, Question, SpecialistAgent, is_said_by_the_book};
use async_trait::async_trait;
use fsm::dialogue::{Choice, Say, Why};
use fsm::query::{Query, Select};
use parse::Evidence;
use tokio::time::Instant;

use crate::client::Chat;
use crate::model::Model;
use crate::prompt::{self, ASK, Prompt, RESPOND, json_of};
use crate::{check, schema};

/// How many things a query may name, and how many conditions it may have.
const PARTS_MAX: usize = 12;

/// A specialist that works with a model, by a profile.
#[derive(Clone)]
pub struct LlmSpecialist {
    model: Arc<Model>,
    profile: Profile,
    version: String,
    asks: String,
    words: String,
}

impl LlmSpecialist {
    /// The specialist of a profile, with the model of its server.
    pub fn new(name: &str, profile: Profile, model: Arc<Model>) -> Self {
        let told = |prompt: &Prompt| match profile.prompt.trim() {
            "" => prompt.text.to_owned(),
            own => format!("{}\n\nWhat the restaurant wants you to know:\n{own}\n", prompt.text.trim_end()),
        };
        let (asks, words) = (told(&ASK), told(&RESPOND));
        let all = format!(
            "{}\n{asks}\n{words}\n{:?}",
            model.name(),
            Profile { prompt: String::new(), ..profile.clone() }
        );
        let version = prompt::version(name, &all);
        Self { model, profile, version, asks, words }
    }

    /// What a turn records of asking.
    fn choice(&self, why: Why, prompt: &Prompt, tokens: Option<u64>) -> Choice {
        let profile = Some(self.version.clone());
        Choice { profile, ..self.model.choice(why, prompt.version(), tokens) }
    }

    /// Asks, for as long as the profile lets a turn wait.
    async fn ask(&self, brief: Brief<'_>, chat: &Chat<'_>) -> Result<(String, u64), Why> {
        let until = Instant::now() + Duration::from_millis(self.profile.deadline_ms);
        let deadline = Some(brief.answer_by().min(until));
        self.model.ask(&Brief { deadline, ..brief }, chat).await
    }
}

#[async_trait]
impl SpecialistAgent for LlmSpecialist {
    async fn propose(&self, question: Question<'_>, brief: Brief<'_>) -> Proposal {
        if !self.profile.on || !self.profile.proposes {
            return Proposal::default();
        }
        let named = question.evidence.named_in_question();
        let schema = schema::of_query(&named);
        let user = prompt::of_question(&question, brief.exchanges, &named);
        let chat = Chat {
            system: &self.asks,
            user: &user,
            schema: Some(&schema),
            tokens_max: self.profile.answer_tokens_max,
        };
        let (query, tokens) = match self.ask(brief, &chat).await {
            Ok((text, tokens)) => (read(&text, question.evidence), Some(tokens)),
            Err(why) => (Err(why), None),
        };
        let why = query.as_ref().map_or_else(|why| *why, |_| Why::Taken);
        Proposal { query: query.ok(), choice: Some(self.choice(why, &ASK, tokens)) }
    }

    async fn word(&self, answer: Answer<'_>, brief: Brief<'_>) -> Say {
        let Answer { who: _, facts, right, index } = answer;
        if !self.profile.on || !self.profile.words || facts.iter().any(|fact| is_said_by_the_book(fact)) {
            return right;
        }
        let user = prompt::of_reply(&right.text, brief.exchanges);
        let chat = Chat {
            system: &self.words,
            user: &user,
            schema: None,
            tokens_max: self.profile.answer_tokens_max,
        };
        let (text, why, tokens) = check::spoken(self.ask(brief, &chat).await, right.text, index);
        Say { kind: right.kind, text, choice: Some(self.choice(why, &RESPOND, tokens)) }
    }
}

/// Reads a query as the untrusted text that it is.
fn read(text: &str, evidence: &Evidence<'_>) -> Result<Query, Why> {
    let query: Query = serde_json::from_str(json_of(text)).map_err(|_| Why::Invalid)?;
    if query.of.len() > PARTS_MAX || query.filters.len() > PARTS_MAX {
        return Err(Why::Invalid);
    }
    if query.select == Select::Unknown {
        return Err(Why::ExplainsNoMore);
    }
    evidence.check_query(&query)?;
    Ok(query)
}
