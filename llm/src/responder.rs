//! A response generator that asks a model for other words, and speaks them only if they say the same.

use std::sync::Arc;

use async_trait::async_trait;
use fsm::dialogue::{Say, SayKind};

use crate::check;
use crate::client::Chat;
use crate::model::Model;
use crate::prompt::{self, RESPOND};
use agents::ResponseGenerator;
use agents::rules::Brief;
use parse::Index;
use speak::Wording;

/// How long an answer may be, in tokens.
const ANSWER_TOKENS_MAX: u32 = 120;

/// Asks a model to word a turn. The book of phrases says what there is to say, and says it where the model fails.
#[derive(Clone)]
pub struct LlmResponder(Arc<Model>);

impl LlmResponder {
    /// A response generator that asks this model.
    pub fn new(model: Arc<Model>) -> Self {
        Self(model)
    }
}

#[async_trait]
impl ResponseGenerator for LlmResponder {
    async fn word(&self, wording: Wording<'_>, index: &Index, brief: Brief<'_>) -> Option<Say> {
        let right = speak::word(&wording)?;
        if !may_vary(right.kind) {
            return Some(right);
        }
        let user = prompt::of_reply(&right.text, brief.exchanges);
        let chat = Chat { system: RESPOND.text, user: &user, schema: None, tokens_max: ANSWER_TOKENS_MAX };
        let (text, why, tokens) = check::spoken(self.0.ask(&brief, &chat).await, right.text, index);
        let choice = self.0.choice(why, RESPOND.version(), tokens);
        Some(Say { kind: right.kind, text, choice: Some(choice) })
    }
}

/// Whether a model may reword a reply. Repetitions, answers from the menu and hand-offs are said as they are written.
fn may_vary(kind: SayKind) -> bool {
    match kind {
        SayKind::Greet
        | SayKind::Acknowledge
        | SayKind::Ask
        | SayKind::Summarize
        | SayKind::Nudge
        | SayKind::Hint
        | SayKind::Close => true,
        SayKind::Answer | SayKind::Repeat | SayKind::HandOff => false,
    }
}
