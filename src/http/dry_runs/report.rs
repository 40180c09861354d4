//! What a dry run tells in the end, and of each session.

use fsm::money::Money;
use serde::Serialize;
use transcript::session::{DryRunTotal, Outcome, Side};
use utoipa::ToSchema;
use uuid::Uuid;

use super::outcomes::Came;

/// What would have been otherwise.
#[derive(Default, Serialize, ToSchema)]
pub struct DryRunReport {
    #[serde(flatten)]
    pub(super) end: DryRunEnd,
    /// The sessions that would be otherwise, the newest first.
    pub(super) otherwise: Vec<SessionOtherwise>,
}

/// What comes of all sessions together.
#[derive(Default, Serialize, ToSchema)]
pub struct DryRunEnd {
    /// All sessions together.
    pub(super) total: DryRunTotal,
    /// How many sessions were left out, because the time was up.
    left_out: usize,
}

/// A session that would be otherwise.
#[derive(Serialize, ToSchema)]
pub struct SessionOtherwise {
    /// The session.
    session_id: Uuid,
    /// Its turns that would be.
    turns: Vec<TurnOtherwise>,
    /// As it was.
    then: SessionEnd,
    /// As it would be.
    now: SessionEnd,
}

/// A turn that would be otherwise.
#[derive(Serialize, ToSchema)]
pub struct TurnOtherwise {
    /// The turn.
    turn: u32,
    /// Where it is told why rules decided as they did then.
    rules: String,
}

/// What came of a session.
#[derive(Serialize, ToSchema)]
pub struct SessionEnd {
    /// What its order cost as it was confirmed last; null if it was not.
    #[schema(required)]
    confirmed: Option<Money>,
    /// Whether the crew took over.
    handed_over: bool,
}

impl DryRunEnd {
    /// Adds what came of a session. Gives it if it would be otherwise.
    pub(super) fn add(&mut self, (session_id, came): (Uuid, Came)) -> Option<SessionOtherwise> {
        match came {
            Came::Out(outcome) => {
                self.total.add(&outcome);
                return SessionOtherwise::of(session_id, &outcome);
            }
            Came::NotReplayed => self.total.not_replayed += 1,
            Came::LeftOut => self.left_out += 1,
        }
        None
    }

    /// How many sessions were added.
    pub(super) fn sessions(&self) -> usize {
        self.total.sessions + self.total.not_replayed + self.left_out
    }
}

impl SessionOtherwise {
    fn of(session_id: Uuid, outcome: &Outcome) -> Option<Self> {
        let turn = |turn: u32| TurnOtherwise {
            turn,
            rules: format!("/v1/sessions/{session_id}/turns/{turn}/rules"),
        };
        let turns: Vec<TurnOtherwise> = outcome.turns().map(turn).collect();
        let (then, now) = (SessionEnd::of(&outcome.then), SessionEnd::of(&outcome.now));
        (!turns.is_empty()).then_some(Self { session_id, turns, then, now })
    }
}

impl SessionEnd {
    fn of(side: &Side) -> Self {
        Self { confirmed: side.confirmed, handed_over: side.is_handed_over }
    }
}
