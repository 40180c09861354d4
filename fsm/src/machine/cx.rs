//! What rows, guards and actions work on, and where a row leads.

use statig::Outcome;

use super::action::Action;
use super::crew_alert::CrewAlert;
use super::effect::{Effect, Speech};
use super::ended::Ended;
use super::event::EventKind;
use super::kind::StateKind;
use super::policy::{Moment, Policy};
use super::session::Visit;
use super::state::State;
use super::transition::Transition;

/// What a row works on, besides its state's own data.
pub(crate) struct Cx<'a> {
    pub policy: &'a Policy<'a>,
    pub now: &'a Moment,
    pub visit: Box<Visit>,
    pub ended: Option<Ended>,
    /// The state before the event.
    pub from: StateKind,
    /// The lane's state while the machine does not hold it.
    pub parked: State,
    pub taken: Option<Transition>,
    pub effects: Vec<Effect>,
}

impl Cx<'_> {
    pub(crate) fn begin(
        &mut self,
        row: &'static str,
        event: EventKind,
        guard: Option<&'static str>,
        actions: &'static [Action],
    ) {
        self.taken = Some(Transition { row, from: self.from, event, guard, to: self.from, actions });
    }

    pub(crate) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(crate) fn tell_crew(&mut self, alert: CrewAlert) {
        let session_id = self.visit.session_id;
        self.push(Effect::TellCrew { session_id, alert });
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
    /// To an empty lane.
    pub(crate) fn idle() -> Self {
        Self::State(State::idle())
    }

    /// Entry and exit run only when the state of the design changes.
    pub(crate) fn outcome(self, state: &mut State, from: StateKind) -> Outcome<State> {
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
