//! When lanes are to be woken, in memory.

use async_trait::async_trait;
use jiff::Timestamp;

use super::MemoryStore;
use crate::store::{DueLane, Result, WakeStore};

#[async_trait]
impl WakeStore for MemoryStore {
    async fn due_lanes(&self, now: Timestamp, limit: usize) -> Result<Vec<DueLane>> {
        let state = self.state();
        let due = state.wakes.iter().filter(|(_, at)| **at <= now);
        let mut due: Vec<_> = due.map(|(lane, at)| DueLane { lane: lane.clone(), at: *at }).collect();
        due.sort_by_key(|due| due.at);
        due.truncate(limit);
        Ok(due)
    }

    async fn wake_later(&self, due: &DueLane, at: Option<Timestamp>) -> Result<()> {
        let mut state = self.state();
        if state.wakes.get(&due.lane) == Some(&due.at) {
            state.wake(due.lane.clone(), at);
        }
        Ok(())
    }
}
