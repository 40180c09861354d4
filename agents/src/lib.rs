//! The stateless agents of a lane: one understands an utterance, one words a decided turn.
//!
//! Both get all they need with each call and keep nothing between calls. Neither can name a state, set a price
//! or change an order: a parser returns acts, and the machine decides what they mean.

pub mod chain;
pub mod eval;
pub mod grammar;
pub mod hints;
pub mod llm;
pub mod notation;
pub mod phrases;
pub mod rules;

use std::sync::Arc;

use async_trait::async_trait;
use fsm::acts::{Acts, Unresolved};
use fsm::effect::Speech;
use fsm::kind::{Expectation, StateKind};
use fsm::menu::Menu;
use fsm::order::Order;
use fsm::question::Question;
use fsm::turn::{Say, Turn};

use crate::grammar::Languages;
use crate::rules::Brief;

/// A menu with the index that the deterministic parser reads it by, compiled once when the menu is loaded.
#[derive(Clone, Debug)]
pub struct MenuBook {
    /// What can be ordered.
    pub menu: Menu,
    /// The menu's words.
    pub index: Arc<grammar::Index>,
}

impl MenuBook {
    /// Compiles a menu's words, to be read in the language of its locale.
    pub fn compile(menu: Menu, languages: &Languages) -> Self {
        let index = Arc::new(grammar::Index::compile(&menu, languages));
        Self { menu, index }
    }
}

/// An utterance and everything that helps to understand it.
#[derive(Clone, Copy, Debug)]
pub struct Utterance<'a> {
    /// What was said.
    pub text: &'a str,
    /// The lane's state.
    pub state: StateKind,
    /// What the lane expects to hear; not always the state's own (`/parse` may ask for another).
    pub expectation: Expectation,
    /// The open question.
    pub question: Option<&'a Question>,
    /// The part of an earlier utterance that the question is about, so that an answer completes it.
    pub about: Option<&'a Unresolved>,
    /// The order as it is now, with its referent; none on an idle lane.
    pub order: Option<&'a Order>,
    /// What can be ordered.
    pub book: &'a MenuBook,
    /// Where it was said, and what may be asked about it.
    pub brief: Brief<'a>,
}

impl<'a> Utterance<'a> {
    /// Words by themselves: there is no order and no open question, only what the lane expects to hear.
    pub fn alone(text: &'a str, expectation: Expectation, book: &'a MenuBook) -> Self {
        let of_state = StateKind::ALL.into_iter().find(|state| state.expectation() == expectation);
        let state = of_state.unwrap_or(StateKind::Ordering);
        Self {
            text,
            state,
            expectation,
            question: None,
            about: None,
            order: None,
            book,
            brief: Brief::default(),
        }
    }
}

/// Understands: text in, acts out. Stateless.
#[async_trait]
pub trait UtteranceParser: Send + Sync {
    /// Hears an utterance. Never fails: what is not understood is the act `unclear`.
    async fn parse(&self, utterance: Utterance<'_>) -> Acts;
}

/// A decided turn and everything that helps to word it.
#[derive(Clone, Copy, Debug)]
pub struct Wording<'a> {
    /// The turn, without its `say`.
    pub turn: &'a Turn,
    /// What is to be said.
    pub speech: &'a [Speech],
    /// The order after the turn.
    pub order: &'a Order,
    /// What was said last, for "what was that?".
    pub last_said: Option<&'a str>,
    /// What can be ordered.
    pub menu: &'a Menu,
    /// The menu's words.
    pub index: &'a grammar::Index,
    /// What a car is greeted with; empty for the language's own greeting.
    pub greeting: &'a str,
    /// Where it is said, and who may be asked.
    pub brief: Brief<'a>,
}

/// Words what the machine decided. Stateless.
#[async_trait]
pub trait ResponseGenerator: Send + Sync {
    /// Words a turn; nothing where there is nothing to say. It cannot change what was decided.
    async fn word(&self, wording: Wording<'_>) -> Option<Say>;
}
