//! What is parsed: words, the menu that they are about, and where the conversation is.

use std::sync::Arc;

use fsm::house::House;
use fsm::house_rules::HouseQuestion;
use fsm::machine::{Expectation, Offer, Question, Session, StateKind};
use fsm::menu::{Allergen, Menu};
use fsm::order::{Order, Unresolved};
use fsm::query::{Asking, Subject};

use crate::{Index, Languages, Recognized};

/// A menu with the index that the deterministic parser reads it by, compiled once when the menu is loaded.
#[derive(Clone, Debug)]
pub struct MenuBook {
    /// What can be ordered.
    pub menu: Menu,
    /// The menu's words.
    pub index: Arc<Index>,
}

impl MenuBook {
    /// Compiles a menu's words, to be read in the language of its locale.
    pub fn compile(menu: Menu, languages: &Languages) -> Self {
        let index = Arc::new(Index::compile(&menu, languages));
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
    /// The question about the menu that was answered last.
    pub answered: Option<&'a Asking>,
    /// The only thing that the answer was about: "the cheapest is the cookie".
    pub told_of: Option<&'a Subject>,
    /// The offer that waits for a yes.
    pub offer: Option<&'a Offer>,
    /// The order as the customer has it in mind, with its referent; none on an idle lane.
    pub order: Option<&'a Order>,
    /// What somebody in the car must not eat, as far as that was told before.
    pub avoids: &'a [Allergen],
    /// Whether the lane was speaking, or was interrupted and has not spoken since.
    pub during_speech: bool,
    /// What the recognizer tells besides the text.
    pub recognized: Recognized<'a>,
    /// What the house says of itself: what it gives for nothing, and its own answers, are asked for by its words.
    pub house: Option<&'a House>,
    /// What the house asks by its rules, if that is the open question: its answers have words of their own.
    pub house_question: Option<&'a HouseQuestion>,
    /// What can be ordered.
    pub book: &'a MenuBook,
}

impl<'a> Utterance<'a> {
    /// Words without a session: no order and no open question, only what the lane expects to hear.
    pub fn alone(text: &'a str, expectation: Expectation, book: &'a MenuBook) -> Self {
        let of_state = StateKind::ALL.into_iter().find(|state| state.expectation() == expectation);
        let state = of_state.unwrap_or(StateKind::Ordering);
        Self {
            text,
            state,
            expectation,
            question: None,
            about: None,
            answered: None,
            told_of: None,
            offer: None,
            order: None,
            avoids: &[],
            during_speech: false,
            recognized: Recognized::default(),
            house: None,
            house_question: None,
            book,
        }
    }

    /// Words that are said in a session as it is.
    pub fn on(session: &'a Session, text: &'a str, book: &'a MenuBook) -> Self {
        let (state, question) = (session.kind(), session.awaited());
        let (about, order) = (session.asked_about(), session.order_in_mind());
        Self {
            text,
            state,
            expectation: state.expectation(),
            question,
            about,
            answered: session.answered(),
            told_of: session.told_of(),
            offer: session.offer(),
            order,
            avoids: session.allergies(),
            during_speech: session.is_interrupted(),
            recognized: Recognized::default(),
            house: None,
            house_question: None,
            book,
        }
    }

    /// Whether the order was read back, and a yes or what is wrong with it is expected.
    pub(crate) fn is_after_a_summary(&self) -> bool {
        self.expectation == Expectation::YesNoOrChanges && self.question.is_none()
    }

    /// The utterance with the guess that was taken: 0 is the first.
    pub fn taken(self, heard: Option<u8>) -> Self {
        let other = heard.and_then(|heard| usize::from(heard).checked_sub(1));
        let text = other.and_then(|other| self.recognized.alternatives.get(other));
        Self { text: text.copied().unwrap_or(self.text), ..self }
    }
}
