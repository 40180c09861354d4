//! The store in memory, for tests, replays and trying things out: a store in the fewest words. What it keeps ends with
//! the process.

mod feed;
mod houses;
mod menus;
mod outbox;
mod tickets;
mod turns;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use fsm::ids::LaneKey;
use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

use super::bells::Bells;
use super::{
    AuditLog, EventRecord, FeedEntry, LaneRecord, MenuRecord, OutboxEntry, Result, Store, TicketRecord,
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
    /// How many messages there ever were: the newest one's id.
    messages: i64,
    /// By drive-thru.
    menus: BTreeMap<String, MenuRecord>,
    /// By drive-thru.
    houses: BTreeMap<String, String>,
    /// By drive-thru.
    feeds: BTreeMap<String, Feed>,
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
