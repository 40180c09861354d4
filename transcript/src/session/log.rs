//! Reads and checks the audit log of a session.

use std::fmt::Display;

use fsm::dialogue::Acts;
use fsm::ids::{ItemId, LaneKey};
use fsm::menu::Menu;
use jiff::Timestamp;
use lanes::audit::{Audit, AuditEntry};
use lanes::event::{EventHead, EventRequest, ReceivedEvent};
use lanes::pos::PosReport;
use serde_json::Value;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::error::ReplayError;
use crate::json;
use crate::show::Turn;

/// A session as `GET /v1/sessions/{session_id}/audit` gives it.
#[derive(Clone, Debug)]
pub struct Log {
    pub(super) session_id: Uuid,
    pub(super) lane: LaneKey,
    pub(super) entries: Vec<Entry>,
}

/// A turn with the event that it answers.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub seq: u32,
    pub at: Timestamp,
    pub menu_version: Value,
    pub event: Value,
    pub happened: Happened,
    /// What was understood.
    pub heard: Acts,
    pub turn: Value,
    pub shown: Turn,
}

/// What is replayed for an event.
#[derive(Clone, Debug)]
pub(super) enum Happened {
    OnLane(EventRequest),
    AtPos { ticket_id: Uuid, report: PosReport },
}

/// Why an audit log cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// It is not an audit log.
    #[error("this is no audit log as GET /v1/sessions/{{session_id}}/audit gives it: {0}")]
    Other(String),
    /// It has no turn.
    #[error("the audit log has no turn")]
    Empty,
    /// Its first turns were deleted.
    #[error(
        "the audit log begins with turn {0}: without the turns before it, the session cannot be replayed"
    )]
    Trimmed(u32),
    /// A turn is missing.
    #[error("turn {turn} of the audit log comes where turn {expected} should")]
    Gap {
        /// The turn that is there.
        turn: u32,
        /// The turn that is missing.
        expected: u32,
    },
    /// The session is not that of its first event.
    #[error("the first event of the audit log does not open session {session_id} on lane {lane}")]
    OtherSession {
        /// The session that is named.
        session_id: Uuid,
        /// The lane that is named.
        lane: LaneKey,
    },
    /// An event or turn is faulty.
    #[error("turn {turn}: {detail}")]
    Turn {
        /// The turn.
        turn: u32,
        /// What is the matter.
        detail: String,
    },
}

impl Log {
    /// Reads an audit log.
    ///
    /// # Errors
    /// [`LogError`] for the first thing that keeps it from being replayed.
    pub fn read(text: &[u8]) -> Result<Self, LogError> {
        Self::of(json::read(text).map_err(LogError::Other)?)
    }

    /// Checks an audit log.
    ///
    /// # Errors
    /// [`LogError`] for the first thing that keeps it from being replayed.
    pub fn of(audit: Audit) -> Result<Self, LogError> {
        let Audit { session_id, drive_thru, lane, entries, .. } = audit;
        let lane = LaneKey::new(&drive_thru, &lane).map_err(|error| LogError::Other(error.to_string()))?;
        for (entry, expected) in entries.iter().zip(1..) {
            match entry.seq {
                turn if turn == expected => {}
                turn if expected == 1 => return Err(LogError::Trimmed(turn)),
                turn => return Err(LogError::Gap { turn, expected }),
            }
        }
        let entries = entries.into_iter().map(Entry::read).collect::<Result<Vec<_>, _>>()?;
        match &entries.first().ok_or(LogError::Empty)?.happened {
            Happened::OnLane(event) if lane.session_id(event.id) == session_id => {
                Ok(Self { session_id, lane, entries })
            }
            Happened::OnLane(_) | Happened::AtPos { .. } => Err(LogError::OtherSession { session_id, lane }),
        }
    }

    /// Checks that every turn was taken with this menu.
    pub(super) fn check_menu(&self, menu: &Menu) -> Result<(), ReplayError> {
        match self.entries.iter().find(|entry| entry.menu_version != menu.version) {
            None => Ok(()),
            Some(entry) => Err(ReplayError::OtherMenu {
                turn: entry.seq,
                recorded: entry.menu_version.clone(),
                given: menu.version.clone(),
            }),
        }
    }
}

impl Entry {
    fn read(entry: AuditEntry) -> Result<Self, LogError> {
        let AuditEntry { seq, at, menu_version, event, turn } = entry;
        let told = |detail: &dyn Display| LogError::Turn { turn: seq, detail: detail.to_string() };
        let value = |json: &RawValue| serde_json::from_str(json.get()).map_err(|error| told(&error));
        let (menu_version, event, turn) = (value(&menu_version)?, value(&event)?, value(&turn)?);
        let happened = Happened::read(&event).map_err(|fault| told(&format!("its event: {fault}")))?;
        let shown: Turn = serde_path_to_error::deserialize(&turn).map_err(|fault| told(&fault))?;
        let (agent, confidence) = shown.parser.as_ref().map_or(("", 1.0), |it| (&it.agent, it.confidence));
        let heard = Acts::by(agent, confidence, shown.acts.clone());
        Ok(Self { seq, at, menu_version, event, happened, heard, turn, shown })
    }
}

impl Happened {
    /// The item that it takes off the menu.
    pub fn item_off(&self) -> Option<&ItemId> {
        match self {
            Self::OnLane(request) => request.event.item_off(),
            Self::AtPos { report, .. } => report.item(),
        }
    }

    fn read(event: &Value) -> Result<Self, String> {
        if let Some(said) = PosReport::of_event(event) {
            let (ticket_id, report) = said.map_err(|error| error.to_string())?;
            return Ok(Self::AtPos { ticket_id, report });
        }
        let received = ReceivedEvent::read(event).map_err(|fault| fault.to_string())?;
        let request = received.request.map_err(|fault| fault.to_string())?;
        // What the frontend had seen only decides whether an event is taken, and these were taken.
        let head = EventHead { at: request.head.at, ..EventHead::default() };
        Ok(Self::OnLane(EventRequest { head, ..request }))
    }
}
