//! A model behind its gates: whether it may be asked, for how long, and how often again.

use std::time::Duration;

use fsm::dialogue::{Choice, Why};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout_at};

use crate::LlmSettings;
use crate::client::{Chat, ModelClient, Reply};
use crate::gates::{Breaker, Budget};
use crate::prompt;
use agents::rules::Brief;

/// The least time that is worth a call.
const TIME_MIN: Duration = Duration::from_millis(100);
/// How long it waits before it asks once more.
const AGAIN_AFTER: Duration = Duration::from_millis(50);

/// A language model on a server. Lanes share it, and what limits it.
pub struct Model {
    client: ModelClient,
    name: String,
    calls: Semaphore,
    breaker: Breaker,
    budget: Budget,
}

impl Model {
    /// Knows how to ask a server; nothing is asked yet.
    ///
    /// # Errors
    /// What is wrong with the settings, without the key.
    pub fn new(settings: &LlmSettings) -> Result<Self, String> {
        Ok(Self {
            client: ModelClient::new(settings)?,
            name: settings.model.clone(),
            calls: Semaphore::new(settings.calls_max),
            breaker: Breaker::default(),
            budget: Budget::default(),
        })
    }

    /// What a turn records of asking this model with a prompt.
    pub(super) fn choice(&self, why: Why, prompt: String, tokens: Option<u64>) -> Choice {
        Choice { why, model: Some(self.name.clone()), prompt: Some(prompt), tokens, profile: None }
    }

    /// Its name on its server.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Asks, if every gate lets it, until the turn must be answered. Gives the answer, and how many tokens it took.
    pub(super) async fn ask(&self, brief: &Brief<'_>, chat: &Chat<'_>) -> Result<(String, u64), Why> {
        let answer_by = brief.answer_by();
        if Instant::now() + TIME_MIN > answer_by {
            return Err(Why::NoTime);
        }
        let _place = self.calls.try_acquire().map_err(|_| Why::Busy)?;
        let most = prompt::tokens(chat.system) + prompt::tokens(chat.user) + u64::from(chat.tokens_max);
        if !self.budget.take(brief.drive_thru, most, brief.rules.tokens_per_hour) {
            return Err(Why::OverBudget);
        }
        let outcome = self.tried(answer_by, chat).await;
        let used = match &outcome {
            Ok(reply) => reply.tokens.unwrap_or(most),
            Err(Why::Unreachable | Why::Failed | Why::Limited | Why::CircuitOpen) => 0,
            // What is not known counts as the most.
            Err(_) => most,
        };
        self.budget.settle(brief.drive_thru, most, used);
        metrics::counter!("carhop_llm_tokens_total").increment(used);
        outcome.map(|reply| (reply.text, used))
    }

    /// Asks, and once more if that may help.
    async fn tried(&self, answer_by: Instant, chat: &Chat<'_>) -> Result<Reply, Why> {
        let outcome = self.once(answer_by, chat).await;
        let may_help = matches!(outcome, Err(Why::Failed | Why::Limited | Why::Unreachable | Why::Broken));
        if !may_help || Instant::now() + AGAIN_AFTER + TIME_MIN > answer_by {
            return outcome;
        }
        sleep(AGAIN_AFTER).await;
        match self.once(answer_by, chat).await {
            Err(Why::CircuitOpen) => outcome,
            again => again,
        }
    }

    async fn once(&self, answer_by: Instant, chat: &Chat<'_>) -> Result<Reply, Why> {
        let leave = self.breaker.leave().ok_or(Why::CircuitOpen)?;
        let outcome = timeout_at(answer_by, self.client.chat(chat)).await.unwrap_or(Err(Why::TimedOut));
        match &outcome {
            // A server that refuses this prompt works all the same.
            Ok(_) | Err(Why::Refused | Why::Invalid) => leave.succeeded(),
            Err(_) => leave.failed(),
        }
        outcome
    }
}
