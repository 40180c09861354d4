//! A session's audit log, read and checked.

use fsm::dialogue::{Act, Acts};
use fsm::ids::{ItemId, LaneKey};
use fsm::machine::End;
use fsm::menu::Menu;
use jiff::Timestamp;
use lanes::event::{EventRequest, LaneEvent, OutOfStock, ReceivedEvent};
use lanes::pos::PosReport;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use crate::replay::ReplayError;
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
    /// What was heard in it.
    pub heard: Acts,
    pub turn: Value,
    pub shown: Turn,
}

/// What an event is given again as.
#[derive(Clone, Debug)]
pub(super) enum Happened {
    OnLane(ReceivedEvent),
    AtPos { ticket_id: Uuid, report: PosReport },
}

/// Why a text is no audit log that can be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// It is something else.
    #[error("this is no audit log as GET /v1/sessions/{{session_id}}/audit gives it: {0}")]
    Other(String),
    /// It has no turn.
    #[error("the audit log has no turn")]
    Empty,
    /// Its first turns are gone.
    #[error(
        "the audit log begins with turn {0}: without the turns before it, the session cannot be replayed"
    )]
    Trimmed(u32),
    /// A turn is not there.
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
        let other = |error: &dyn std::fmt::Display| LogError::Other(error.to_string());
        let written: Written = serde_json::from_slice(text).map_err(|error| other(&error))?;
        let Written { session_id, drive_thru, lane, entries, .. } = written;
        let lane = LaneKey::new(&drive_thru, &lane).map_err(|error| other(&error))?;
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

    /// Every turn was taken with this menu.
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

/// A log as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an audit log")]
struct Written {
    session_id: Uuid,
    drive_thru: String,
    lane: String,
    /// The last turn says so too.
    #[serde(rename = "end")]
    _end: Option<End>,
    entries: Vec<WrittenEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenEntry {
    seq: u32,
    at: Timestamp,
    menu_version: Value,
    event: Value,
    turn: Value,
}

/// What a turn says of what was heard.
#[derive(Deserialize)]
struct WrittenActs {
    acts: Vec<Act>,
    parser: Option<WrittenParser>,
}

#[derive(Deserialize)]
struct WrittenParser {
    agent: String,
    confidence: f64,
}

impl Entry {
    fn read(written: WrittenEntry) -> Result<Self, LogError> {
        let WrittenEntry { seq, at, menu_version, event, turn } = written;
        let told = |detail: String| LogError::Turn { turn: seq, detail };
        let happened = Happened::read(&event).map_err(|detail| told(format!("its event: {detail}")))?;
        let faulty = |error: serde_json::Error| told(error.to_string());
        let shown = Turn::deserialize(&turn).map_err(faulty)?;
        let WrittenActs { acts, parser } = WrittenActs::deserialize(&turn).map_err(faulty)?;
        let (agent, confidence) = parser.map_or((String::new(), 1.0), |it| (it.agent, it.confidence));
        let heard = Acts::by(&agent, confidence, acts);
        Ok(Self { seq, at, menu_version, event, happened, heard, turn, shown })
    }
}

impl Happened {
    /// The item that goes off with it.
    pub fn item_off(&self) -> Option<&ItemId> {
        match self {
            Self::OnLane(event) => match &event.request {
                Ok(EventRequest { event: LaneEvent::OutOfStock(OutOfStock { item }), .. }) => Some(&item.0),
                Ok(_) | Err(_) => None,
            },
            Self::AtPos { report: PosReport::Rejected { item, .. }, .. } => item.as_ref(),
            Self::AtPos {
                report: PosReport::Acknowledged { .. } | PosReport::PaymentProblem { .. }, ..
            } => None,
        }
    }

    fn read(event: &Value) -> Result<Self, String> {
        if let Some(said) = PosReport::of_event(event) {
            let (ticket_id, report) = said.map_err(|error| error.to_string())?;
            return Ok(Self::AtPos { ticket_id, report });
        }
        let mut event = event.clone();
        // What the frontend had seen decides whether an event is taken, and these were.
        if let Some(fields) = event.as_object_mut() {
            fields.retain(|name, _| name != "session_id" && name != "turn");
        }
        let event = ReceivedEvent::read(&event).map_err(|fault| fault.to_string())?;
        match &event.request {
            Ok(_) => Ok(Self::OnLane(event)),
            Err(fault) => Err(fault.to_string()),
        }
    }
}
