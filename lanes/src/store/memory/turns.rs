//! Lanes and turns in memory.

use std::sync::Arc;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::machine::Watch;
use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

use super::{MemoryStore, State};
use crate::store::{AuditLog, Commit, EventRecord, FeedItem, LaneRecord, Result, StoreError, TurnStore};

#[async_trait]
impl TurnStore for MemoryStore {
    async fn lane(&self, lane: &LaneKey) -> Result<LaneRecord> {
        Ok(self.state().lanes.get(lane).cloned().unwrap_or_default())
    }

    async fn lanes(&self, drive_thru: &str) -> Result<Vec<(LaneKey, LaneRecord)>> {
        let state = self.state();
        let here = state.lanes.iter().filter(|(lane, _)| lane.drive_thru() == drive_thru);
        Ok(here.map(|(lane, record)| (lane.clone(), record.clone())).collect())
    }

    async fn active_lanes(&self) -> Result<Vec<LaneKey>> {
        let state = self.state();
        let active = state.lanes.iter().filter(|(_, record)| record.session.session_id().is_some());
        Ok(active.map(|(lane, _)| lane.clone()).collect())
    }

    async fn event(&self, lane: &LaneKey, event_id: Uuid) -> Result<Option<EventRecord>> {
        Ok(self.state().event(lane, event_id).cloned())
    }

    async fn turns_between(
        &self,
        lane: &LaneKey,
        session_id: Uuid,
        after: u32,
        before: u32,
    ) -> Result<Vec<Arc<str>>> {
        let state = self.state();
        let log = state.sessions.get(&session_id).filter(|log| log.lane == *lane);
        let turns = log.into_iter().flat_map(|log| &log.entries);
        Ok(turns.filter(|turn| after < turn.seq && turn.seq < before).map(|turn| turn.turn.clone()).collect())
    }

    async fn order_number(&self, drive_thru: &str, business_date: Date, order_id: Uuid) -> Result<u32> {
        let mut state = self.state();
        let orders = state.order_numbers.entry((drive_thru.to_owned(), business_date)).or_default();
        let at = orders.iter().position(|known| *known == order_id).unwrap_or_else(|| {
            orders.push(order_id);
            orders.len() - 1
        });
        Ok(u32::try_from(at).unwrap_or(u32::MAX).saturating_add(1))
    }

    async fn commit(&self, commit: Commit) -> Result<()> {
        let mut state = self.state();
        if let Some(known) = state.event(&commit.lane, commit.event.event_id) {
            return Err(StoreError::TakenBefore(known.clone()));
        }
        if !state.can_take(&commit) {
            return Err(StoreError::Conflict);
        }
        let lane = commit.lane.clone();
        state.take(commit);
        drop(state);
        self.bells.ring(lane.drive_thru());
        Ok(())
    }
}

impl State {
    fn event(&self, lane: &LaneKey, event_id: Uuid) -> Option<&EventRecord> {
        self.events.get(lane)?.get(&event_id)
    }

    /// Whether the version is the lane's, and the turns, tickets and notes are new.
    fn can_take(&self, commit: &Commit) -> bool {
        let version = self.lanes.get(&commit.lane).map_or(0, |record| record.version);
        let last_turn = |session_id| self.sessions.get(session_id).and_then(|log| log.entries.last());
        version == commit.expected_version
            && !commit.repeats_itself()
            && commit
                .audit
                .iter()
                .all(|turn| last_turn(&turn.session_id).is_none_or(|last| last.seq < turn.seq))
            && commit.created_tickets().all(|ticket_id| !self.tickets.contains_key(&ticket_id))
            && !commit.tickets.iter().any(|change| self.has_note_of(change))
    }

    fn take(&mut self, commit: Commit) {
        let Commit { lane, session, event, .. } = commit;
        self.events.entry(lane.clone()).or_default().insert(event.event_id, event);
        self.documents.extend(commit.documents.into_iter().map(|document| (document.hash, document.text)));
        for turn in commit.audit {
            self.add_to_feed(&lane, FeedItem::Turn(Box::new(turn.clone())));
            let new = || AuditLog { lane: lane.clone(), end: None, entries: Vec::new() };
            self.sessions.entry(turn.session_id).or_insert_with(new).entries.push(turn);
        }
        if let Some((session_id, end)) = commit.ended
            && let Some(log) = self.sessions.get_mut(&session_id)
        {
            log.end = Some(end);
        }
        for message in commit.outbox {
            self.create_ticket(&lane, &message);
            self.add_message(&lane, message, Timestamp::now());
        }
        for change in commit.tickets {
            self.change_ticket(change);
        }
        let log = session.session_id().and_then(|session_id| self.sessions.get(&session_id));
        let last_turn = log.and_then(|log| log.entries.last()).map(|turn| turn.turn.clone());
        let version = commit.expected_version + 1;
        self.wake(lane.clone(), None, commit.wake_at);
        if let Some(Watch { ticket_id, at }) = commit.watch {
            self.wake(lane.clone(), Some(ticket_id), Some(at));
        }
        self.lanes.insert(lane, LaneRecord { version, stamp: None, session, last_turn });
    }
}
