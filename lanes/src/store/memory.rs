//! The store in memory, for tests, replays and trying things out: a store in the fewest words. What it keeps ends with
//! the process.

mod changes;
mod feed;
mod menus;
mod outbox;
mod own_documents;
mod passes;
mod sessions;
mod tickets;
mod turns;
mod wakes;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use fsm::ids::LaneKey;
use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

use super::bells::Bells;
use super::{
    AuditLog, DocumentChange, DocumentKind, EventRecord, FeedEntry, Forgotten, LaneRecord, MenuRecord,
    OutboxEntry, Pass, Result, Store, TicketRecord,
};

/// The store in memory. It does everything that a store does, but outlives nothing.
#[derive(Debug, Default)]
pub struct MemoryStore {
    state: Mutex<State>,
    bells: Bells,
}

/// All that a store keeps.
#[derive(Debug, Default)]
struct State {
    lanes: BTreeMap<LaneKey, LaneRecord>,
    /// The orders of a drive-thru on a date, in the order of their numbers.
    order_numbers: BTreeMap<(String, Date), Vec<Uuid>>,
    /// By lane, and then by event id.
    events: BTreeMap<LaneKey, BTreeMap<Uuid, EventRecord>>,
    /// By their hashes.
    documents: BTreeMap<Uuid, Arc<str>>,
    /// By session id.
    sessions: BTreeMap<Uuid, AuditLog>,
    /// By ticket id.
    tickets: BTreeMap<Uuid, TicketRecord>,
    /// What is still to be delivered, by its id.
    outbox: BTreeMap<i64, OutboxEntry>,
    /// When lanes are to be woken, and tickets to be looked at.
    wakes: BTreeMap<(LaneKey, Option<Uuid>), Timestamp>,
    /// How many messages there ever were: the newest one's id.
    messages: i64,
    /// By drive-thru.
    menus: BTreeMap<String, MenuRecord>,
    /// By kind and drive-thru.
    own_documents: BTreeMap<(DocumentKind, String), String>,
    /// By drive-thru, the newest first.
    changes: BTreeMap<String, VecDeque<DocumentChange>>,
    /// By drive-thru.
    feeds: BTreeMap<String, Feed>,
    /// By their hashes.
    passes: BTreeMap<String, Pass>,
    identity: Option<Uuid>,
}

/// A drive-thru's feed. It has at least one entry.
#[derive(Debug)]
struct Feed {
    /// The number before its first entry. Another one in each process, so that a reader's place in an earlier process is
    /// none here.
    start: u64,
    entries: VecDeque<FeedEntry>,
}

impl MemoryStore {
    /// A panic while the lock is held leaves nothing half done: every change is checked before it is made.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn probe(&self) -> Result<()> {
        Ok(())
    }

    async fn identity(&self) -> Result<Option<Uuid>> {
        Ok(self.state().identity)
    }

    async fn identify(&self, identity: Uuid) -> Result<Uuid> {
        Ok(*self.state().identity.get_or_insert(identity))
    }

    async fn drive_thrus(&self) -> Result<Vec<String>> {
        let state = self.state();
        let drive_thrus: BTreeSet<&str> = state.lanes.keys().map(LaneKey::drive_thru).collect();
        Ok(drive_thrus.into_iter().map(str::to_owned).collect())
    }

    async fn ended_sessions(&self, drive_thru: &str, before: Timestamp, limit: usize) -> Result<Vec<Uuid>> {
        let state = self.state();
        let is_old = |log: &AuditLog| {
            let ended_before = log.entries.last().is_some_and(|last| last.at < before);
            log.lane.drive_thru() == drive_thru && log.end.is_some() && ended_before
        };
        let old = state.sessions.iter().filter(|(_, log)| is_old(log));
        Ok(old.map(|(session_id, _)| *session_id).take(limit).collect())
    }

    async fn forget_sessions(&self, forgotten: Vec<Forgotten>) -> Result<()> {
        let mut state = self.state();
        for Forgotten { session_id, lane, events, tickets } in forgotten {
            state.sessions.remove(&session_id);
            if let Some(known) = state.events.get_mut(&lane) {
                known.retain(|event_id, _| !events.contains(event_id));
            }
            state.tickets.retain(|ticket_id, _| !tickets.contains(ticket_id));
        }
        Ok(())
    }

    async fn forget_events(&self, ended_before: Timestamp) -> Result<()> {
        let mut state = self.state();
        let State { sessions, events, .. } = &mut *state;
        for events in events.values_mut() {
            events.retain(|_, event| {
                let log = sessions.get(&event.session_id).filter(|log| log.end.is_some());
                log.and_then(|log| log.entries.last()).is_none_or(|last| last.at >= ended_before)
            });
        }
        Ok(())
    }
}
