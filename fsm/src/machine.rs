//! The state machine: one event in, one row taken or refused by name.
//!
//! ```text
//!                      ┌──────── any state but idle: barge-in, small talk, repeat, human; session end -> idle ────────┐
//!                      │                                                                                              │
//!   idle ──car──> ordering <──────> thinking          clarifying: one question open, on top of an order or a ticket   │
//!                      │   <──────> clarifying  <──────────> confirming <──> (a change: ordering)                     │
//!                      └── done ──> confirming ── yes ──> closing ── ack ──> idle                                     │
//!                                                           └── add more, reject ──> ordering, clarifying ────────────┘
//! ```

use std::mem;

use statig::Outcome;
use statig::blocking::{self, IntoStateMachine, IntoStateMachineExt as _};

use crate::effect::{Effect, Speech};
use crate::event::{Event, EventKind};
use crate::ids::LaneKey;
use crate::kind::StateKind;
use crate::policy::{Moment, Policy};
use crate::session::{Ended, Session, Visit};
use crate::state::{Idle, State};
use crate::table;
use serde::Serialize;
use utoipa::ToSchema;

/// What one event did.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The session after it.
    pub session: Session,
    /// The row that was taken, or why there was none.
    pub taken: Result<Transition, Refusal>,
    /// What must now happen, once the session is stored.
    pub effects: Vec<Effect>,
    /// What the session leaves behind, if it ended.
    pub ended: Option<Ended>,
}

/// A row that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Transition {
    /// The row's name, such as `S01`.
    pub row: &'static str,
    /// The state before.
    pub from: StateKind,
    /// What happened.
    pub event: EventKind,
    /// The guard that held, `!` before it if it did not hold.
    pub guard: Option<&'static str>,
    /// The state after.
    pub to: StateKind,
    /// What was done, in order.
    pub actions: &'static [&'static str],
}

impl Transition {
    /// Whether the row puts a question, so that it ends the turn.
    pub fn asks(&self) -> bool {
        self.actions.iter().any(|action| {
            action.starts_with("ask_")
                || matches!(*action, "propose_alternative" | "summarize" | "re_summarize" | "repeat_question")
        })
    }
}

/// An event that no row takes in the state that the lane is in. State and order stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Refusal {
    /// The state.
    pub state: StateKind,
    /// The event's name.
    pub event: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// Answers one event: the session after it, and what must now happen. No I/O, no clock, no failure.
pub fn step(policy: &Policy<'_>, now: &Moment, lane: &LaneKey, session: Session, event: &Event) -> Step {
    let visit = session.visit.unwrap_or_else(|| Box::new(Visit::vacant(now.at, lane.clone())));
    let from = session.state.kind();
    let mut cx =
        Cx { policy, now, visit, from, parked: session.state, taken: None, effects: Vec::new(), ended: None };
    let mut machine = Machine.uninitialized_state_machine().init_with_context(&mut cx);
    // Entering the initial state is no event of the lane: what it pushed is discarded, and so the state that is put
    // back does not act again.
    cx.effects.clear();
    machine.handle_with_context(&Signal::PutBack, &mut cx);
    machine.handle_with_context(&Signal::Event(event), &mut cx);
    machine.handle_with_context(&Signal::PutBack, &mut cx);
    let Cx { visit, parked: state, taken, effects, ended, .. } = cx;
    let to = state.kind();
    let taken = match taken {
        Some(row) => Ok(Transition { from, to, ..row }),
        None => {
            Err(Refusal { state: from, event: event.kind().as_str(), reason: reason(from, event.kind()) })
        }
    };
    Step {
        session: Session { visit: (to != StateKind::Idle).then_some(visit), state },
        taken,
        effects,
        ended,
    }
}

/// What a row works on, beside its state's own data.
pub(crate) struct Cx<'a> {
    pub policy: &'a Policy<'a>,
    pub now: &'a Moment,
    pub visit: Box<Visit>,
    pub ended: Option<Ended>,
    from: StateKind,
    /// The lane's state while the machine does not hold it.
    parked: State,
    taken: Option<Transition>,
    effects: Vec<Effect>,
}

impl Cx<'_> {
    pub(crate) fn begin(
        &mut self,
        row: &'static str,
        event: EventKind,
        guard: Option<&'static str>,
        actions: &'static [&'static str],
    ) {
        self.taken = Some(Transition { row, from: self.from, event, guard, to: self.from, actions });
    }

    pub(crate) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(crate) fn speak(&mut self, speech: Speech) {
        self.push(Effect::Speak(speech));
    }
}

/// Where a row leads.
#[expect(
    clippy::large_enum_variant,
    reason = "it is moved once per event; a box would be allocated each time"
)]
pub(crate) enum Next {
    State(State),
    Stay,
    Super,
}

impl Next {
    /// Entry and exit run only when the state of the design changes.
    fn outcome(self, state: &mut State, from: StateKind) -> Outcome<State> {
        match self {
            Self::State(next) if next.kind() == from => {
                *state = next;
                Outcome::Handled
            }
            Self::State(next) => Outcome::Transition(next),
            Self::Stay => Outcome::Handled,
            Self::Super => Outcome::Super,
        }
    }
}

struct Machine;

enum Signal<'a> {
    /// Swaps the state in or out, so that a restored machine runs no entry action.
    PutBack,
    Event(&'a Event),
}

/// The superstate of every state but idle.
enum Superstate<'a> {
    Active(&'a mut State),
}

impl IntoStateMachine for Machine {
    type Event<'e> = Signal<'e>;
    type Context<'c> = Cx<'c>;
    type State = State;
    type Superstate<'s> = Superstate<'s>;

    fn initial() -> State {
        State::idle()
    }
}

impl blocking::State<Machine> for State {
    fn call_handler(&mut self, _: &mut Machine, signal: &Signal<'_>, cx: &mut Cx<'_>) -> Outcome<Self> {
        match signal {
            Signal::PutBack => {
                mem::swap(self, &mut cx.parked);
                Outcome::Handled
            }
            Signal::Event(event) => {
                if let (Self::Clarifying(state), Event::UserSaysNeverMind(_)) = (&mut *self, *event) {
                    state.drop_questioned_line();
                }
                // What the customer must still say cannot be confirmed away.
                if let (Self::Confirming(state), Event::UserConfirms(_)) = (&*self, *event)
                    && !state.can_be_confirmed()
                {
                    return Outcome::Handled;
                }
                table::take_row(self, event, cx).outcome(self, cx.from)
            }
        }
    }

    fn call_entry_action(&mut self, _: &mut Machine, cx: &mut Cx<'_>) {
        match self {
            Self::Idle(_) => cx.push(Effect::ReleaseLane),
            // What the design does on entering these is data of the state, made by the row that leads there.
            Self::Ordering(_)
            | Self::Thinking(_)
            | Self::Clarifying(_)
            | Self::ClarifyingTicket(_)
            | Self::Confirming(_)
            | Self::Closing(_) => {}
        }
    }

    fn superstate(&mut self) -> Option<Superstate<'_>> {
        if let Self::Idle(_) = self { None } else { Some(Superstate::Active(self)) }
    }
}

impl blocking::Superstate<Machine> for Superstate<'_> {
    fn call_handler(&mut self, _: &mut Machine, signal: &Signal<'_>, cx: &mut Cx<'_>) -> Outcome<State> {
        let Self::Active(state) = self;
        match signal {
            Signal::PutBack => Outcome::Handled,
            Signal::Event(event) => table::take_active_row(state, event, cx).outcome(state, cx.from),
        }
    }
}

/// Why no row takes an event in a state.
fn reason(state: StateKind, event: EventKind) -> &'static str {
    use EventKind as E;
    if state == StateKind::Idle {
        return "lane_idle";
    }
    match event {
        E::UserConfirms if state == StateKind::Confirming => "incomplete_order",
        E::CarDetected => "same_car",
        E::UtteranceOk | E::UserStartsOrder | E::UserWantsChanges | E::AddMore | E::UserClarifiesOk => {
            "not_how_this_state_takes_operations"
        }
        E::UtteranceUnclear => "it_was_clear_enough",
        E::StillUnclear => "no_open_question",
        E::BigChange => "the_change_is_safe",
        E::UserSaysDone | E::UserNeedsTime | E::UserSaysNeverMind | E::UserSaysNotRight | E::UserConfirms => {
            "not_expected_here"
        }
        E::PaymentRetry | E::OrderComplete | E::TicketRejected | E::PaymentProblem => "no_ticket_pending",
        E::Oos
        | E::MenuQuestion
        | E::Silence
        | E::BargeIn
        | E::SessionEnd
        | E::SmallTalk
        | E::UserAsksRepeat
        | E::UserAsksHuman => "not_taken_here",
    }
}

pub(crate) fn idle() -> Next {
    Next::State(State::Idle(Idle::empty()))
}
