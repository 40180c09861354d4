//! A parser that returns the acts that it was given, or else asks an agent.

use std::sync::{Arc, Mutex, PoisonError};

use agents::UtteranceParser;
use agents::rules::Brief;
use async_trait::async_trait;
use fsm::dialogue::Acts;
use parse::Utterance;

/// A parser that can be given the acts of the next utterance.
pub(crate) struct Ear {
    told: Mutex<Option<Acts>>,
    parser: Arc<dyn UtteranceParser>,
}

impl Ear {
    /// Asks `parser` for utterances that no acts were given for.
    pub fn new(parser: Arc<dyn UtteranceParser>) -> Self {
        Self { told: Mutex::default(), parser }
    }

    /// Sets the acts of the next utterance.
    pub fn tell(&self, heard: Option<Acts>) {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = heard;
    }
}

#[async_trait]
impl UtteranceParser for Ear {
    async fn parse(&self, utterance: Utterance<'_>, brief: Brief<'_>) -> Acts {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner).take();
        match told {
            Some(acts) => acts,
            None => self.parser.parse(utterance, brief).await,
        }
    }
}
