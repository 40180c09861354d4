//! Reads and checks the audit log of a session.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::Arc;

use fsm::dialogue::{Act, Acts};
use fsm::house::House;
use fsm::ids::{ItemId, LaneKey};
use fsm::machine::{Deadline, Documents};
use fsm::menu::MenuPart;
use fsm::query::About;
use fsm::reader::faults_counted;
use jiff::Timestamp;
use lanes::audit::{Audit, AuditEntry};
use lanes::deadline_of;
use lanes::event::{EventHead, EventRequest, ReceivedEvent};
use lanes::keeper::{Active, Content};
use lanes::menus::{ActiveMenu, OffList};
use lanes::pos::PosReport;
use parse::Languages;
use rules::RuleBook;
use serde::de::DeserializeOwned;
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
    /// The menus, the lists of what was off, the houses and their rules, by their hashes; none if the log came without. Each is read once it is
    /// needed.
    documents: BTreeMap<Uuid, Box<RawValue>>,
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
    Late(Deadline),
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
        let Audit { session_id, drive_thru, lane, entries, documents, .. } = audit;
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
                Ok(Self { session_id, lane, entries, documents })
            }
            Happened::OnLane(_) | Happened::AtPos { .. } | Happened::Late(_) => {
                Err(LogError::OtherSession { session_id, lane })
            }
        }
    }

    /// The menu that each turn was decided with, where the log came with it, and else the one that is given.
    ///
    /// # Errors
    /// [`ReplayError::OtherMenu`] for a turn that was decided with another menu than the one that is given, and
    /// [`ReplayError::Document`] for a document of the log that is faulty.
    pub(super) fn menus(
        &self,
        given: &Arc<ActiveMenu>,
        languages: &Languages,
    ) -> Result<Vec<Arc<ActiveMenu>>, ReplayError> {
        let mut known: BTreeMap<Uuid, Arc<ActiveMenu>> = BTreeMap::from([(given.as_put.hash, given.clone())]);
        let (mut menus, mut now) = (Vec::new(), None);
        for entry in &self.entries {
            if let Some(named) = entry.shown.documents {
                now = self.menu(named, &mut known, languages)?;
            }
            let is_given = now.is_some() || entry.menu_version == given.book.menu.version;
            if !is_given {
                return Err(ReplayError::OtherMenu {
                    turn: entry.seq,
                    recorded: entry.menu_version.clone(),
                    given: given.book.menu.version.clone(),
                });
            }
            menus.push(now.clone().unwrap_or_else(|| given.clone()));
        }
        Ok(menus)
    }

    /// The menu that a turn names, if the log came with it.
    fn menu(
        &self,
        named: Documents,
        known: &mut BTreeMap<Uuid, Arc<ActiveMenu>>,
        languages: &Languages,
    ) -> Result<Option<Arc<ActiveMenu>>, ReplayError> {
        let (Some(document), Some(off)) = (self.documents.get(&named.menu), self.documents.get(&named.off))
        else {
            return Ok(None);
        };
        let off: OffList = read(named.off, off)?;
        let menu = match known.get(&named.menu) {
            Some(menu) => menu.clone(),
            None => {
                let menu = ActiveMenu::read(read(named.menu, document)?, languages);
                let menu = menu.map_err(|faults| faulty(named.menu, &faults_counted(&faults)))?;
                known.entry(named.menu).or_insert(Arc::new(menu)).clone()
            }
        };
        Ok(Some(menu.with_only_off(&off.parts())))
    }

    /// The house that each turn was decided with, where the log came with it.
    ///
    /// # Errors
    /// [`ReplayError::Document`] for a document of the log that is faulty.
    pub(super) fn houses(
        &self,
        given: Option<&Active<House>>,
    ) -> Result<Vec<Option<Arc<Active<House>>>>, ReplayError> {
        let given = given.cloned().map(Arc::new);
        let known = given.into_iter().map(|house| (house.as_put.hash, house)).collect();
        self.in_use(known, |named| named.house)
    }

    /// The newest rules of the house when each turn was decided, where the log came with them.
    ///
    /// # Errors
    /// [`ReplayError::Document`] for a document of the log that is faulty.
    pub(super) fn rules(&self) -> Result<Vec<Option<Arc<Active<RuleBook>>>>, ReplayError> {
        self.in_use(BTreeMap::new(), |named| named.newest_rules.or(named.rules))
    }

    /// What of a kind was in use at each turn.
    fn in_use<C: Content>(
        &self,
        mut known: BTreeMap<Uuid, Arc<Active<C>>>,
        of: impl Fn(&Documents) -> Option<Uuid>,
    ) -> Result<Vec<Option<Arc<Active<C>>>>, ReplayError> {
        let (mut in_use, mut now) = (Vec::new(), None);
        for entry in &self.entries {
            if let Some(named) = &entry.shown.documents {
                now = of(named);
            }
            if let Some(hash) = now
                && !known.contains_key(&hash)
                && let Some(document) = self.documents.get(&hash)
            {
                let active = Active::<C>::read(read(hash, document)?);
                let active = active.map_err(|faults| faulty(hash, &faults_counted(&faults)))?;
                known.insert(hash, Arc::new(active));
            }
            in_use.push(now.and_then(|hash| known.get(&hash).cloned()));
        }
        Ok(in_use)
    }

    /// Whether something was asked about the house.
    pub(super) fn asks_about_the_house(&self) -> bool {
        let is_of_house = |act: &Act| match act {
            Act::MenuQuestion(asking) => {
                asking.query.as_ref().is_some_and(|query| query.about == About::House)
            }
            _ => false,
        };
        self.entries.iter().flat_map(|entry| &entry.heard.acts).any(is_of_house)
    }

    /// What was off when the session began, if the log came with that.
    pub(super) fn off_at_first(&self) -> Option<BTreeSet<MenuPart>> {
        let named = self.entries.first()?.shown.documents?;
        let off: OffList = read(named.off, self.documents.get(&named.off)?).ok()?;
        Some(off.parts())
    }

    /// Whether it came with the documents that its turns name.
    pub(super) fn is_documented(&self) -> bool {
        !self.documents.is_empty()
    }
}

/// Reads a document of the log.
fn read<T: DeserializeOwned>(hash: Uuid, document: &RawValue) -> Result<T, ReplayError> {
    serde_json::from_str(document.get()).map_err(|error| faulty(hash, &error))
}

fn faulty(hash: Uuid, detail: &dyn Display) -> ReplayError {
    ReplayError::Document { hash, detail: detail.to_string() }
}

impl Entry {
    fn read(entry: AuditEntry) -> Result<Self, LogError> {
        // Who did it makes no difference to what comes of it.
        let AuditEntry { seq, at, menu_version, event, turn, actor: _ } = entry;
        let told = |detail: &dyn Display| LogError::Turn { turn: seq, detail: detail.to_string() };
        let value = |json: &RawValue| serde_json::from_str(json.get()).map_err(|error| told(&error));
        let (menu_version, event, turn) = (value(&menu_version)?, value(&event)?, value(&turn)?);
        let happened = Happened::read(&event).map_err(|fault| told(&format!("its event: {fault}")))?;
        let shown: Turn = serde_path_to_error::deserialize(&turn).map_err(|fault| told(&fault))?;
        let (agent, confidence) = shown.parser.as_ref().map_or(("", 1.0), |it| (&it.agent, it.confidence));
        let guess = shown.parser.as_ref().and_then(|parser| parser.heard);
        let heard = Acts { heard: guess, ..Acts::by(agent, confidence, shown.acts.clone()) };
        Ok(Self { seq, at, menu_version, event, happened, heard, turn, shown })
    }
}

impl Happened {
    /// The item that it takes off the menu.
    pub fn item_off(&self) -> Option<&ItemId> {
        match self {
            Self::OnLane(request) => request.event.item_off(),
            Self::AtPos { report, .. } => report.item(),
            Self::Late(_) => None,
        }
    }

    fn read(event: &Value) -> Result<Self, String> {
        if let Some(said) = PosReport::of_event(event) {
            let (ticket_id, report) = said.map_err(|error| error.to_string())?;
            return Ok(Self::AtPos { ticket_id, report });
        }
        if let Some(deadline) = deadline_of(event) {
            return deadline.map(Self::Late).map_err(|error| error.to_string());
        }
        let received = ReceivedEvent::read(event).map_err(|fault| fault.to_string())?;
        let request = received.request.map_err(|fault| fault.to_string())?;
        // What the frontend had seen only decides whether an event is taken, and these were taken.
        let EventHead { at, cars_waiting, .. } = request.head;
        let head = EventHead { at, cars_waiting, ..EventHead::default() };
        Ok(Self::OnLane(EventRequest { head, ..request }))
    }
}
