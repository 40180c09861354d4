//! The feeds and audit logs in memory.

use std::collections::VecDeque;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use jiff::Timestamp;
use uuid::Uuid;

use super::{Feed, MemoryStore, State};
use crate::store::{AuditLog, FEED_ENTRIES_KEPT, FeedEntry, FeedId, FeedItem, FeedStore, Result};

#[async_trait]
impl FeedStore for MemoryStore {
    async fn feed(&self, drive_thru: &str, after: FeedId, limit: usize) -> Result<Vec<FeedEntry>> {
        let state = self.state();
        let Some(Feed { entries, .. }) = state.feeds.get(drive_thru) else { return Ok(Vec::new()) };
        let first = entries.partition_point(|entry| entry.id <= after);
        Ok(entries.range(first..).take(limit).cloned().collect())
    }

    async fn feed_grown(&self, drive_thru: &str, after: FeedId, limit: usize) -> Result<Vec<FeedEntry>> {
        self.bells.next(drive_thru, || self.feed(drive_thru, after, limit)).await
    }

    async fn feed_end(&self, drive_thru: &str) -> Result<FeedId> {
        Ok(self.state().feeds.get(drive_thru).map_or(FeedId::START, Feed::end))
    }

    async fn feed_reaches(&self, drive_thru: &str, id: FeedId) -> Result<bool> {
        let state = self.state();
        Ok(state.feeds.get(drive_thru).map_or(id == FeedId::START, |feed| feed.reaches(id)))
    }

    async fn feed_place(&self, lane: &LaneKey, session_id: Uuid, turn: u32) -> Result<Option<FeedId>> {
        let is_wanted = |entry: &&FeedEntry| match &entry.item {
            FeedItem::Turn(record) => {
                entry.lane == *lane && (record.session_id, record.seq) == (session_id, turn)
            }
            FeedItem::Ticket(_) | FeedItem::Gap => false,
        };
        let state = self.state();
        let mut newest_first =
            state.feeds.get(lane.drive_thru()).into_iter().flat_map(|feed| feed.entries.iter().rev());
        Ok(newest_first.find(is_wanted).map(|entry| entry.id))
    }

    async fn document(&self, hash: Uuid) -> Result<Option<String>> {
        Ok(self.state().documents.get(&hash).map(ToString::to_string))
    }

    async fn audit_after(&self, session_id: Uuid, after: u32, limit: usize) -> Result<Option<AuditLog>> {
        let state = self.state();
        let Some(log) = state.sessions.get(&session_id) else { return Ok(None) };
        let entries = log.entries.iter().filter(|entry| entry.seq > after).take(limit).cloned().collect();
        Ok(Some(AuditLog { lane: log.lane.clone(), end: log.end, entries }))
    }
}

impl State {
    pub(super) fn add_to_feed(&mut self, lane: &LaneKey, item: FeedItem) {
        let feed = self.feeds.entry(lane.drive_thru().to_owned()).or_insert_with(Feed::new);
        let id = FeedId { major: feed.end().major + 1, minor: 0 };
        feed.entries.push_back(FeedEntry { id, lane: lane.clone(), item });
        if feed.entries.len() > FEED_ENTRIES_KEPT {
            feed.entries.pop_front();
        }
    }
}

impl Feed {
    /// A feed before its first entry is added.
    fn new() -> Self {
        let start = u64::try_from(Timestamp::now().as_millisecond()).unwrap_or_default();
        Self { start, entries: VecDeque::new() }
    }

    fn end(&self) -> FeedId {
        self.entries.back().map_or(FeedId { major: self.start, minor: 0 }, |newest| newest.id)
    }

    fn reaches(&self, id: FeedId) -> bool {
        // The newest entry that is forgotten: a reader that has seen it misses nothing.
        let forgotten = self.entries.front().map_or(self.start, |oldest| oldest.id.major - 1);
        if id == FeedId::START {
            return forgotten == self.start;
        }
        id.minor == 0 && forgotten <= id.major && id <= self.end()
    }
}
