//! Hears what the transcript says is heard; where it does not say, what the parser hears.

use std::sync::{Mutex, PoisonError};

use agents::grammar::GrammarParser;
use agents::{Utterance, UtteranceParser};
use async_trait::async_trait;
use fsm::acts::Acts;

/// A parser that can be told what the next utterance is.
#[derive(Debug, Default)]
pub(crate) struct Ear(Mutex<Option<Acts>>);

impl Ear {
    /// What the next utterance is heard as.
    pub fn tell(&self, heard: Option<Acts>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = heard;
    }
}

#[async_trait]
impl UtteranceParser for Ear {
    async fn parse(&self, utterance: Utterance<'_>) -> Acts {
        let told = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match told {
            Some(acts) => acts,
            None => GrammarParser.parse(utterance).await,
        }
    }
}
