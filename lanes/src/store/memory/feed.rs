//! The feeds in memory.

use std::collections::VecDeque;

use fsm::ids::LaneKey;
use jiff::Timestamp;
use uuid::Uuid;

use crate::store::feed::{FEED_ENTRIES_KEPT, FeedId};

/// What a drive-thru's feed refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    Turn(Uuid, u32),
    Ticket(Uuid),
}

/// A drive-thru's feed.
#[derive(Debug)]
pub(super) struct Feed {
    /// Before its first entry: another number in each process, so that a place of an earlier one is not known here.
    start: u64,
    /// The newest entry's number.
    last: u64,
    entries: VecDeque<(u64, LaneKey, Reference)>,
}

impl Default for Feed {
    fn default() -> Self {
        let start = u64::try_from(Timestamp::now().as_millisecond()).unwrap_or_default();
        Self { start, last: start, entries: VecDeque::new() }
    }
}

impl Feed {
    pub fn add(&mut self, lane: &LaneKey, reference: Reference) {
        self.last += 1;
        self.entries.push_back((self.last, lane.clone(), reference));
        if self.entries.len() > FEED_ENTRIES_KEPT {
            self.entries.pop_front();
        }
    }

    pub fn end(&self) -> FeedId {
        FeedId { major: self.last, minor: 0 }
    }

    pub fn after(&self, id: FeedId) -> impl Iterator<Item = (FeedId, &LaneKey, &Reference)> {
        let first = self.entries.partition_point(|(number, ..)| *number <= id.major);
        self.entries.range(first..).map(named)
    }

    pub fn reaches(&self, id: FeedId) -> bool {
        let forgotten = self.last - self.entries.len() as u64;
        if id == FeedId::START {
            return forgotten == self.start;
        }
        // What was the last to be forgotten is not needed any more.
        id.minor == 0 && (forgotten..=self.last).contains(&id.major)
    }

    pub fn place(&self, lane: &LaneKey, session_id: Uuid, turn: u32) -> Option<FeedId> {
        let wanted = Reference::Turn(session_id, turn);
        let mut newest_first = self.entries.iter().rev().map(named);
        newest_first.find(|(_, of, reference)| *of == lane && **reference == wanted).map(|(id, ..)| id)
    }
}

fn named(entry: &(u64, LaneKey, Reference)) -> (FeedId, &LaneKey, &Reference) {
    (FeedId { major: entry.0, minor: 0 }, &entry.1, &entry.2)
}
