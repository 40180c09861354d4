//! The stateless agents of a lane: one understands an utterance, one words a decided turn.
//!
//! Both get all they need with each call and keep nothing between calls. Neither can name a state, set a price
//! or change an order: a parser returns acts, and the machine decides what they mean. The deterministic agents are
//! here, on the crates `parse` and `speak`; those that ask a language model are in the crate `llm`.

pub mod beside;
pub mod llm;
pub mod profiles;
pub mod rules;
pub mod specialist;
pub mod speech_hints;

use async_trait::async_trait;
use fsm::dialogue::{Acts, Say};
use parse::{Index, Utterance};
use speak::Wording;

use crate::rules::Brief;
use crate::specialist::Answer;

/// Understands: text in, acts out. Stateless.
#[async_trait]
pub trait UtteranceParser: Send + Sync {
    /// Parses an utterance. Never fails: what is not understood is the act `unclear`.
    async fn parse(&self, utterance: Utterance<'_>, brief: Brief<'_>) -> Acts;
}

/// Words what the machine decided. Stateless.
#[async_trait]
pub trait ResponseGenerator: Send + Sync {
    /// Words a turn; nothing where there is nothing to say. It cannot change what was decided. The index has the menu's
    /// words, for an agent that checks a text against them.
    async fn word(&self, wording: Wording<'_>, index: &Index, brief: Brief<'_>) -> Option<Say>;

    /// Words an answer that no turn gives; as the book of phrases does, where there are no specialists.
    async fn answer(&self, answer: Answer<'_>, _: Brief<'_>) -> Say {
        answer.right
    }
}

/// Parses utterances by the menu's index and the words of the language. Always gives the same answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct GrammarParser;

#[async_trait]
impl UtteranceParser for GrammarParser {
    async fn parse(&self, utterance: Utterance<'_>, _: Brief<'_>) -> Acts {
        beside::read(utterance).await
    }
}

/// Words turns from a book of phrases, in the language of the menu's locale.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhraseBook;

#[async_trait]
impl ResponseGenerator for PhraseBook {
    async fn word(&self, wording: Wording<'_>, _: &Index, _: Brief<'_>) -> Option<Say> {
        speak::word(&wording)
    }
}
