//! A turn: the input, and what the lane answers.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use utoipa::ToSchema;
use uuid::Uuid;

use super::acts::{Act, Acts};
use super::choice::Choice;
use super::touch::Tap;
use crate::house_rules::Fired;
use crate::ids::ItemId;
use crate::machine::{
    CrewAlert, Deadline, Documents, Expectation, Handoff, Offer, OpenView, Question, Refusal, StateKind,
    Transition,
};
use crate::menu::Allergen;
use crate::order::{Diff, OrderView};
use crate::query::Fact;
use crate::ticket::Ticket;

/// An input: a lane event with what its agents heard, or a POS report.
#[derive(Clone, Debug, PartialEq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Input {
    /// A car is at the loop detector.
    CarDetected {
        /// The detector's name for it.
        vehicle_id: Option<String>,
    },
    /// Something was said.
    Utterance {
        /// What was heard; empty where no agent listened because of a hand-off.
        acts: Acts,
        /// How sure the recognizer was of the words, 0 to 1.
        recognizer_confidence: Option<f64>,
        /// Whether it interrupted our speech.
        barge_in: bool,
        /// Who said it.
        by: By,
    },
    /// The customer interrupted our speech; no words yet.
    BargeIn,
    /// The frontend heard nothing for a while.
    Silence {
        /// For how long.
        lasted: SignedDuration,
    },
    /// An item went off.
    OutOfStock {
        /// The item.
        item: ItemId,
    },
    /// The car is gone.
    CarLeft,
    /// The board was touched.
    Tap {
        /// What was touched.
        tap: Tap,
        /// Who touched it.
        by: By,
    },
    /// The crew steps in or out.
    Crew(CrewAct),
    /// The POS took the live ticket.
    Acknowledged,
    /// The POS refused the live ticket.
    Rejected {
        /// The item that it is refused for, if it is for one.
        item: Option<ItemId>,
    },
    /// The POS could not take the money.
    PaymentProblem,
    /// Something has not come in time.
    Deadline(Deadline),
}

/// Who spoke or touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The customer.
    #[default]
    Customer,
    /// The crew.
    Crew,
}

/// What the crew does with a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CrewAct {
    /// The crew speaks with the customer from here.
    TakeOver,
    /// The lane goes on by itself.
    GiveBack,
}

/// A lane's answer to an event.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Turn {
    /// Counts per session, from 1.
    pub turn: u32,
    /// The event that it answers.
    pub event_id: Uuid,
    /// The drive-thru.
    pub drive_thru: String,
    /// The lane.
    pub lane: String,
    /// The session.
    pub session_id: Uuid,
    /// The event's time, UTC.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// The state after the turn.
    pub state: StateKind,
    /// What the lane expects to hear next.
    pub expectation: Expectation,
    /// The rows taken, in order.
    pub transitions: Vec<Transition>,
    /// The events that no row took.
    pub refused: Vec<Refusal>,
    /// What to say; none for a barge-in without words, a back-channel, a lane that is handed off or left.
    pub say: Option<Say>,
    /// Whether to stop speaking at once.
    pub cancel_tts: bool,
    /// The open question.
    pub question: Option<Question>,
    /// All that waits for an answer, the open question first, then the oldest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenView>,
    /// What was heard.
    pub acts: Vec<Act>,
    /// Who heard it, and how sure it was.
    pub parser: Option<Parser>,
    /// What the answer to a question says, as ids and values: also what is too long to be spoken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// What the turn changed on the order.
    pub diffs: Vec<Diff>,
    /// The order after the turn.
    pub order: OrderView,
    /// The upsell that waits for a yes.
    pub offer: Option<Offer>,
    /// The order with the proposal that waits for a yes.
    pub proposal: Option<OrderView>,
    /// The order's newest ticket.
    pub ticket: Option<Ticket>,
    /// Whether the order is changed while its ticket stands: the next confirmation voids the ticket and makes another.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub superseding: bool,
    /// Why the crew has taken over; none if it has not.
    pub handoff: Option<HandoffView>,
    /// Why the crew is about to be called: if the next sentence is not understood, or is angry, either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handoff_near: Option<HandoffView>,
    /// What somebody in the car must not eat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allergies: Vec<Allergen>,
    /// What answers to the house have said of the session.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// What the crew is told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crew_alerts: Vec<CrewAlert>,
    /// The rules of the house that have decided something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fired: Vec<Fired>,
    /// What it was decided with, in a session's first turn and in each that something else applies to from here on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documents: Option<Documents>,
}

/// Who heard an utterance, and how sure it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Parser {
    /// The agent's name.
    pub agent: String,
    /// 0 to 1.
    pub confidence: f64,
    /// Why it was this agent; none where there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// Which guess of the recognizer was taken: 0 is the event's `text`, 1 the first of its `alternatives`. None where
    /// there was one guess only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard: Option<u8>,
}

/// A hand-off to the crew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HandoffView {
    /// Why.
    pub reason: Handoff,
}

/// What is said to the customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Say {
    /// What kind of reply it is.
    pub kind: SayKind,
    /// The words.
    pub text: String,
    /// Why these words, if a language model could have worded them; none if there are only fixed phrases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
}

/// What kind of reply is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SayKind {
    /// A welcome.
    Greet,
    /// That something was heard or done.
    Acknowledge,
    /// The open question.
    Ask,
    /// The order read back.
    Summarize,
    /// The answer to a question about the menu.
    Answer,
    /// A reminder that we listen.
    Nudge,
    /// How one can order.
    Hint,
    /// A good-bye.
    Close,
    /// The last reply again.
    Repeat,
    /// That the crew is coming.
    HandOff,
}
