//! Effects as data, carried out once the turn is committed.

use uuid::Uuid;

use super::crew_alert::CrewAlert;
use super::event::Handoff;
use super::question::QuestionKind;
use super::wake::{Wake, Watch};
use crate::menu::Allergen;
use crate::order::{About, Misfit};
use crate::query::Fact;
use crate::ticket::Message;

/// Something that the outside does for the machine.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Word it and say it to the customer.
    Speak(Speech),
    /// Stop speaking.
    CancelSpeech,
    /// Deliver to the POS, at least once, under the message's own key.
    Deliver(Box<Message>),
    /// Tell the crew that they are wanted.
    CallCrew {
        /// The session that wants them.
        session_id: Uuid,
        /// Why.
        reason: Handoff,
    },
    /// Tell the crew something that a person has to know.
    TellCrew {
        /// The session that it is about.
        session_id: Uuid,
        /// What they are told.
        alert: CrewAlert,
    },
    /// Wake the lane then, unless a later turn says otherwise.
    Wake(Wake),
    /// Look then whether the POS has answered a ticket whose car has left, and tell the crew if it has not.
    Watch(Watch),
    /// Release the lane: only the session's audit log and its unsent messages are kept.
    ReleaseLane,
}

impl Effect {
    /// The message to deliver, which must be stored with the turn.
    pub fn message(&self) -> Option<&Message> {
        if let Self::Deliver(message) = self { Some(message) } else { None }
    }

    /// What the crew is told.
    pub fn alert(&self) -> Option<&CrewAlert> {
        if let Self::TellCrew { alert, .. } = self { Some(alert) } else { None }
    }

    /// What to word.
    pub fn speech(&self) -> Option<&Speech> {
        if let Self::Speak(speech) = self { Some(speech) } else { None }
    }
}

/// What to say, already decided; an agent only words it.
#[derive(Clone, Debug, PartialEq)]
pub enum Speech {
    /// The greeting, in the words of the house if a rule has some.
    Greet(Option<String>),
    /// What the turn changed on the order.
    Changes,
    /// That the last change was undone.
    Undone,
    /// That something was heard and nothing changed.
    Acknowledge,
    /// A short answer to small talk.
    SmallTalk,
    /// That we are sorry.
    Sorry,
    /// That there is no hurry.
    TakeYourTime,
    /// What was not settled and is no longer wanted.
    LeftOut(About),
    /// That a proposal was dropped.
    Kept,
    /// That something cannot be had that way.
    Refuse(Misfit),
    /// The question that is now open, with what it is about.
    Ask(Option<About>),
    /// The order, or the proposed one, read back.
    Summarize,
    /// The answer to a question.
    Answer(Vec<Fact>),
    /// A reminder that we listen.
    Nudge,
    /// How one can order, or answer what was asked.
    Hint(Option<QuestionKind>),
    /// The question that was open before, again.
    RepeatQuestion,
    /// Whether that was a yes.
    AskWhetherYes,
    /// The last thing said, again.
    RepeatLast,
    /// The total, and that the order is on its way.
    Close,
    /// That the payment is tried again.
    PaymentRetry,
    /// That the customer should pay at the window.
    Window,
    /// That the crew sees to a coupon, or an order from the app, at the window.
    CodeNoted,
    /// The same, and that nothing else needs to be said here.
    OnlyCode,
    /// That the crew knows what somebody must not eat, and which lines contain it.
    AllergyNoted(Vec<Allergen>),
    /// That the crew is coming.
    HandOff,
}
