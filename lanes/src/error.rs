//! Why an event was not taken.

use fsm::machine::Session;
use fsm::ticket::TicketStatus;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::event::InvalidEvent;
use crate::limits::TURNS_MAX;
use crate::store::StoreError;

/// How far a lane has come, so that a frontend can catch up without another call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Cursor {
    /// The session that is on.
    pub session_id: Option<Uuid>,
    /// Its last turn; 0 on an idle lane.
    pub turn: u32,
}

impl Cursor {
    /// How far a session has come.
    pub fn of(session: &Session) -> Self {
        Self { session_id: session.session_id(), turn: session.turn() }
    }
}

/// Why an event was not taken. Nothing has changed, but for [`LaneError::Unavailable`].
#[derive(Clone, Debug, thiserror::Error)]
pub enum LaneError {
    /// A field of it is faulty.
    #[error("{0}")]
    Invalid(InvalidEvent, Option<Cursor>),
    /// The same id came with another body before.
    #[error("event {0} was taken with another body; give a new event a new id")]
    EventConflict(Uuid),
    /// The same id opened a session so long ago that its answer is no longer known.
    #[error("event {event_id} opened a session that is long over; give a new event a new id")]
    EventForgotten {
        /// The event.
        event_id: Uuid,
        /// How far the lane is.
        cursor: Cursor,
    },
    /// No car is there.
    #[error("no car is on the lane; send car_detected first")]
    Idle {
        /// How far the lane is.
        cursor: Cursor,
    },
    /// The event is of another session.
    #[error("the event is of session {named}, the lane's is {}", current(.cursor))]
    StaleSession {
        /// The session that the event named.
        named: Uuid,
        /// How far the lane is.
        cursor: Cursor,
    },
    /// The session is on.
    #[error("the session is on; forget it when the car has left")]
    SessionOn {
        /// How far the lane is.
        cursor: Cursor,
    },
    /// The session has as many turns as are stored of one.
    #[error(
        "the session has {TURNS_MAX} turns, and the crew was called; send car_left, or the car_detected of the next car"
    )]
    SessionFull {
        /// How far the lane is.
        cursor: Cursor,
    },
    /// The frontend has seen a turn that the lane has not taken.
    #[error("turn {named} was never taken; the last one is {}", .cursor.turn)]
    TurnAhead {
        /// The turn that the event named.
        named: u32,
        /// How far the lane is.
        cursor: Cursor,
    },
    /// Too much waits in front of it.
    #[error("the lane is busy; send the same event again")]
    Busy {
        /// How far the lane is.
        cursor: Cursor,
    },
    /// The store or the service cannot take it now. Whether it was stored, the same event id tells.
    #[error("{detail}; send the same event again")]
    Unavailable {
        /// What is the matter.
        detail: String,
        /// How far the lane is, as far as is known.
        cursor: Cursor,
    },
    /// The ticket's status does not allow it: the POS contradicts what it said before, or an operator comes too late.
    #[error("the ticket is {status}")]
    TicketState {
        /// What became of the ticket.
        status: TicketStatus,
        /// How far its lane is.
        cursor: Cursor,
    },
    /// An operator cannot have the ticket now.
    #[error("{detail}")]
    TicketInUse {
        /// Who has it, and what to do.
        detail: &'static str,
        /// How far its lane is.
        cursor: Cursor,
    },
    /// There is no such thing.
    #[error("there is no such {0}")]
    Unknown(&'static str),
}

impl From<StoreError> for LaneError {
    fn from(error: StoreError) -> Self {
        Self::Unavailable { detail: error.to_string(), cursor: Cursor::default() }
    }
}

impl LaneError {
    /// The same with how far the lane has come.
    #[must_use]
    pub(crate) fn at(self, cursor: Cursor) -> Self {
        match self {
            Self::Unavailable { detail, .. } => Self::Unavailable { detail, cursor },
            other => other,
        }
    }
}

/// Why a task of a lane was not done.
pub(crate) enum TurnError {
    /// It was decided on a lane that is no longer like that. Read again, the lane may take it.
    Outdated,
    /// It cannot be done. The store has answered.
    Refused(LaneError),
    /// The store failed, or was too late.
    StoreFailed(StoreError),
}

impl TurnError {
    /// What the frontend is told, with how far the lane has come.
    pub fn at(self, cursor: Cursor) -> LaneError {
        match self {
            Self::Outdated => LaneError::Busy { cursor },
            Self::Refused(error) => error.at(cursor),
            Self::StoreFailed(error) => LaneError::from(error).at(cursor),
        }
    }
}

impl From<StoreError> for TurnError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict | StoreError::TakenBefore(_) => Self::Outdated,
            StoreError::Unavailable(_) | StoreError::Unreadable(_) => Self::StoreFailed(error),
        }
    }
}

impl From<LaneError> for TurnError {
    fn from(error: LaneError) -> Self {
        Self::Refused(error)
    }
}

fn current(cursor: &Cursor) -> String {
    cursor.session_id.map_or_else(|| "none".to_owned(), |id| id.to_string())
}
