//! One lane's session: its state, and what is known of the visit in every state but idle.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::deadline::Deadlines;
use super::documents::Documents;
use super::event::{Arrival, Handoff};
use super::exchange::{Answered, Exchange};
use super::kind::StateKind;
use super::notes::Notes;
use super::offer::Offer;
use super::open::{OpenItems, OpenView, view};
use super::question::{Asked, Question};
use super::state::{State, Submitted};
use crate::house_rules::Limits;
use crate::ids::{LaneKey, RuleId};
use crate::menu::{Allergen, Menu};
use crate::order::{About, Change, Order, Recent, Undo, Unresolved};
use crate::query::{Asking, Before, Subject};
use crate::ticket::Ticket;

/// One lane's session. An idle lane has none of the data of a visit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Session {
    pub(crate) state: State,
    pub(crate) visit: Option<Box<Visit>>,
}

/// A stored session, not checked yet.
#[derive(Deserialize)]
struct Parts {
    state: State,
    visit: Option<Box<Visit>>,
}

impl TryFrom<Parts> for Session {
    type Error = &'static str;

    fn try_from(parts: Parts) -> Result<Self, Self::Error> {
        if (parts.state.kind() == StateKind::Idle) != parts.visit.is_none() {
            return Err("a lane is idle exactly when it has no visit");
        }
        Ok(Self { state: parts.state, visit: parts.visit })
    }
}

/// What is known of a car's visit, in every state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Visit {
    pub lane: LaneKey,
    pub session_id: Uuid,
    pub vehicle_id: Option<String>,
    pub opened_at: Timestamp,
    /// The number of the last turn.
    pub turn: u32,
    /// Whether the customer has said or touched anything.
    pub heard: bool,
    /// How many nudges the customer got in a row.
    pub nudges: u32,
    /// Whether the customer interrupted what was said last, so that its question was not heard to its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// Whether the customer came with a code, or for an order that was placed elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_code: bool,
    /// What somebody in the car must not eat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allergies: Vec<Allergen>,
    /// What goes along with the order that costs nothing.
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    pub notes: Notes,
    /// How many times the customer went over a cap.
    pub over_caps: u32,
    /// How many sentences in a row were not understood.
    #[serde(default)]
    pub misses: u32,
    /// How many angry sentences there were.
    #[serde(default)]
    pub upsets: u32,
    /// When somebody was last heard or asked something: the grace of closing counts from here.
    #[serde(default)]
    pub active_at: Option<Timestamp>,
    /// Why the crew has taken over; none if it has not.
    pub handoff: Option<Handoff>,
    /// Why the crew is about to be called; none if it is not.
    #[serde(default)]
    pub handoff_near: Option<Handoff>,
    /// What was said last, for "what was that?".
    pub last_said: Option<String>,
    /// The question about the menu that was answered last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<Answered>,
    /// The upsell that waits for a yes.
    pub offer: Option<Offer>,
    /// Whether the order's one upsell was made.
    pub offered: bool,
    /// Whether the customer said no to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub declined: bool,
    /// What only the customer can settle.
    #[serde(default, skip_serializing_if = "OpenItems::is_empty")]
    pub open: OpenItems,
    /// What undoes the customer's last change.
    pub undo: Option<Undo>,
    /// What the last edits changed.
    #[serde(default, skip_serializing_if = "Recent::is_empty")]
    pub recent: Recent,
    /// The order's number, from its first ticket on.
    pub order_number: Option<OrderNumber>,
    /// Whether the order had a payment problem before.
    pub payment_problem: bool,
    /// The confirmed order with its ticket, as it stands at the POS while the customer changes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Box<Submitted>>,
    /// The last ticket that was voided or rejected.
    pub previous_ticket: Option<Ticket>,
    /// The latest exchanges, the newest last; empty where no language model is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exchanges: Vec<Exchange>,
    /// How many cars wait, as the frontend said last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cars_waiting: Option<u32>,
    /// The rules of the house that have called the crew: each does so once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called_by: Vec<RuleId>,
    /// The rules of the house that have asked something: each does so once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked_by: Vec<RuleId>,
    /// What answers to the house have said of the session.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// How much may be ordered, by a rule of the house.
    #[serde(default, skip_serializing_if = "Limits::is_none")]
    pub limits: Limits,
    /// The documents that the session's turns named last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub documents: Option<Documents>,
    /// What is waited for, and until when.
    #[serde(default, skip_serializing_if = "Deadlines::is_none")]
    pub deadlines: Deadlines,
}

/// The number of an order on its business date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OrderNumber {
    pub number: u32,
    pub business_date: jiff::civil::Date,
}

impl Visit {
    /// The placeholder of an idle lane; [`Visit::begin`] fills it in.
    pub(crate) fn vacant(now: Timestamp, lane: LaneKey) -> Self {
        Self {
            lane,
            session_id: Uuid::nil(),
            vehicle_id: None,
            opened_at: now,
            turn: 0,
            heard: false,
            nudges: 0,
            interrupted: false,
            has_code: false,
            allergies: Vec::new(),
            notes: Notes::default(),
            over_caps: 0,
            misses: 0,
            upsets: 0,
            active_at: None,
            handoff: None,
            handoff_near: None,
            last_said: None,
            answered: None,
            offer: None,
            offered: false,
            declined: false,
            open: OpenItems::default(),
            undo: None,
            recent: Recent::default(),
            order_number: None,
            payment_problem: false,
            confirmed: None,
            previous_ticket: None,
            exchanges: Vec::new(),
            cars_waiting: None,
            called_by: Vec::new(),
            asked_by: Vec::new(),
            tags: Vec::new(),
            limits: Limits::default(),
            documents: None,
            deadlines: Deadlines::default(),
        }
    }

    pub(crate) fn begin(&mut self, arrival: &Arrival, now: Timestamp) {
        *self = Self {
            session_id: arrival.lane.session_id(arrival.event_id),
            vehicle_id: arrival.vehicle_id.clone(),
            tags: arrival.welcome.tags.clone(),
            limits: arrival.welcome.limits,
            ..Self::vacant(now, arrival.lane.clone())
        };
    }

    pub(crate) fn order_id(&self) -> Uuid {
        Uuid::new_v5(&self.session_id, b"order")
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::idle()
    }
}

impl Session {
    /// An empty lane.
    pub fn idle() -> Self {
        Self { state: State::idle(), visit: None }
    }

    /// The state's name.
    pub fn kind(&self) -> StateKind {
        self.state.kind()
    }

    /// The session's id; none on an idle lane.
    pub fn session_id(&self) -> Option<Uuid> {
        self.visit.as_ref().map(|visit| visit.session_id)
    }

    /// The number of the last turn; 0 on an idle lane.
    pub fn turn(&self) -> u32 {
        self.visit.as_ref().map_or(0, |visit| visit.turn)
    }

    /// The order as it is now; none on an idle lane.
    pub fn order(&self) -> Option<&Order> {
        self.state.order()
    }

    /// The order as it would be with what was hardly heard and waits for a yes: who corrects that, means it.
    pub fn order_in_mind(&self) -> Option<&Order> {
        let unsure = self.proposal().filter(|change| change.is_unsure());
        unsure.map(Change::after).or(self.order())
    }

    /// The open question, with what it is about.
    pub fn question(&self) -> Option<&Question> {
        self.state.question()
    }

    /// The question that words may answer: the one that was asked, or the first that waits.
    pub fn awaited(&self) -> Option<&Question> {
        self.question().or_else(|| self.asked_or_open().map(|asked| &asked.question))
    }

    /// What was asked, or waits to be asked again.
    pub(crate) fn asked_or_open(&self) -> Option<&Asked> {
        let first = || Some(&self.visit.as_ref()?.open.first()?.asked);
        self.state.asked().or_else(first)
    }

    /// All that waits for an answer, the open question first.
    pub(crate) fn open(&self) -> Vec<OpenView> {
        let (Some(order), Some(visit)) = (self.order(), &self.visit) else { return Vec::new() };
        let now = self.question();
        let asked = self.state.asked().map(|asked| view(asked, order));
        let first = now.map(|question| match visit.open.find(question) {
            Some(item) => item.view(order),
            None => asked.unwrap_or_else(|| OpenView {
                question: question.clone(),
                text: String::new(),
                tries: 1,
            }),
        });
        let rest = visit.open.iter().filter(|item| Some(&item.asked.question) != now);
        first.into_iter().chain(rest.map(|item| item.view(order))).collect()
    }

    /// Brings what waits up to date with the order and the menu.
    pub(crate) fn refresh_open(&mut self, menu: &Menu) {
        let Some(visit) = &mut self.visit else { return };
        let Some(order) = self.state.order() else { return };
        visit.open.refresh(order, menu);
    }

    /// The part of an earlier utterance that the open question is about.
    pub fn asked_about(&self) -> Option<&Unresolved> {
        let about = self.asked_or_open()?.about.as_ref()?;
        if let About::Words(part) = about { Some(part) } else { None }
    }

    /// The change of the proposal that waits for a yes.
    pub fn proposal(&self) -> Option<&Change> {
        self.state.proposal()
    }

    /// The lane's ticket: the live one, or the last that was voided or rejected.
    pub fn ticket(&self) -> Option<&Ticket> {
        self.live_ticket().or(self.previous_ticket())
    }

    /// The last ticket that was voided or rejected.
    pub fn previous_ticket(&self) -> Option<&Ticket> {
        self.visit.as_ref()?.previous_ticket.as_ref()
    }

    /// The ticket of the order as it was last confirmed, which is neither void nor refused.
    pub fn live_ticket(&self) -> Option<&Ticket> {
        let confirmed = self.visit.as_ref().and_then(|visit| visit.confirmed.as_deref());
        self.state.submitted().or(confirmed).map(|submitted| &submitted.ticket)
    }

    /// Whether the order is changed while the ticket of what was confirmed stands.
    pub fn is_superseding(&self) -> bool {
        self.visit.as_ref().is_some_and(|visit| visit.confirmed.is_some())
    }

    /// Whether the session ends after a while of silence: an order is confirmed, and the crew does not have the lane,
    /// who know who is there.
    pub(crate) fn has_grace(&self) -> bool {
        self.live_ticket().is_some() && self.handoff().is_none()
    }

    /// Whether it was silent for so long that what comes next may be somebody else's.
    pub(crate) fn is_grace_over(&self, now: Timestamp, grace: SignedDuration) -> bool {
        let is_over = |visit: &Visit| visit.active_at.is_some_and(|at| now.duration_since(at) >= grace);
        self.has_grace() && self.visit.as_deref().is_some_and(is_over)
    }

    /// The upsell that waits for a yes.
    pub fn offer(&self) -> Option<&Offer> {
        self.visit.as_ref().and_then(|visit| visit.offer.as_ref())
    }

    /// The question about the menu that the last turn answered: who goes on without a topic, asks the same again.
    pub fn answered(&self) -> Option<&Asking> {
        Some(&self.last_answer()?.asking)
    }

    /// The only thing that the answer of the last turn was about: "the cheapest is the cookie".
    pub fn told_of(&self) -> Option<&Subject> {
        let [only] = self.last_answer()?.subjects.as_slice() else { return None };
        Some(only)
    }

    fn last_answer(&self) -> Option<&Before> {
        let answered = self.visit.as_ref()?.answered.as_ref()?;
        (answered.turn == self.turn()).then_some(&answered.before)
    }

    /// What somebody in the car must not eat.
    pub fn allergies(&self) -> &[Allergen] {
        self.visit.as_ref().map(|visit| visit.allergies.as_slice()).unwrap_or_default()
    }

    /// What answers to the house have said of the session.
    pub fn tags(&self) -> &[String] {
        self.visit.as_ref().map(|visit| visit.tags.as_slice()).unwrap_or_default()
    }

    /// Why the crew has taken over; none if it has not.
    pub fn handoff(&self) -> Option<Handoff> {
        self.visit.as_ref().and_then(|visit| visit.handoff)
    }

    /// Why the crew is about to be called; none if it is not, or was.
    pub fn handoff_near(&self) -> Option<Handoff> {
        self.visit.as_ref().filter(|visit| visit.handoff.is_none())?.handoff_near
    }
}
