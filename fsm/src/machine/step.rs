//! Runs one event through the table: one row is taken, or the event is refused.

use std::mem;

use statig::Outcome;
use statig::blocking::{self, IntoStateMachine, IntoStateMachineExt as _};

use super::cx::Cx;
use super::effect::Effect;
use super::ended::Ended;
use super::event::{Event, EventKind};
use super::kind::StateKind;
use super::policy::{Moment, Policy};
use super::session::{Session, Visit};
use super::state::State;
use super::table;
use super::transition::{Refusal, Transition};
use crate::ids::LaneKey;

/// What one event did.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The session after it.
    pub session: Session,
    /// The row that was taken, or why there was none.
    pub taken: Result<Transition, Refusal>,
    /// What to carry out once the session is stored.
    pub effects: Vec<Effect>,
    /// What the session leaves behind, if it ended.
    pub ended: Option<Ended>,
}

/// Answers one event: the next session and the effects. No I/O, no clock, no failure.
pub fn step(policy: &Policy<'_>, now: &Moment, lane: &LaneKey, session: Session, event: &Event) -> Step {
    let visit = session.visit.unwrap_or_else(|| Box::new(Visit::vacant(now.at, lane.clone())));
    let from = session.state.kind();
    let mut cx =
        Cx { policy, now, visit, from, parked: session.state, taken: None, effects: Vec::new(), ended: None };
    let mut machine = Machine.uninitialized_state_machine().init_with_context(&mut cx);
    // Entering the initial state is not an event of the lane, so that its effects are discarded. The state that is
    // put back does not act again.
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
            Signal::Event(event) => table::take_row(self, event, cx).outcome(self, cx.from),
        }
    }

    fn call_entry_action(&mut self, _: &mut Machine, cx: &mut Cx<'_>) {
        match self {
            Self::Idle(_) => cx.push(Effect::ReleaseLane),
            // Their entry actions in the design are data here, made by the row that leads to the state.
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
    match (state, event) {
        (StateKind::Idle, _) => "lane_idle",
        (StateKind::Confirming, EventKind::UserConfirms) => "incomplete_order",
        _ => event.refusal(),
    }
}
