//! Deadlines in memory.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use jiff::Timestamp;
use uuid::Uuid;

use super::{MemoryStore, State};
use crate::store::{Due, Result, WakeStore};

#[async_trait]
impl WakeStore for MemoryStore {
    async fn due(&self, now: Timestamp, limit: usize) -> Result<Vec<Due>> {
        let state = self.state();
        let due = state.wakes.iter().filter(|(_, at)| **at <= now);
        let mut due: Vec<_> = due
            .map(|((lane, ticket_id), at)| Due { lane: lane.clone(), ticket_id: *ticket_id, at: *at })
            .collect();
        due.sort_by_key(|due| due.at);
        due.truncate(limit);
        Ok(due)
    }

    async fn put_off(&self, due: &Due, at: Option<Timestamp>) -> Result<()> {
        let mut state = self.state();
        let Due { lane, ticket_id, at: seen } = due.clone();
        if state.wakes.get(&(lane.clone(), ticket_id)) == Some(&seen) {
            state.wake(lane, ticket_id, at);
        }
        Ok(())
    }
}

impl State {
    /// Times are kept to the millisecond, as in other stores.
    pub(super) fn wake(&mut self, lane: LaneKey, ticket_id: Option<Uuid>, at: Option<Timestamp>) {
        let at = at.and_then(|at| Timestamp::from_millisecond(at.as_millisecond()).ok());
        match at {
            Some(at) => self.wakes.insert((lane, ticket_id), at),
            None => self.wakes.remove(&(lane, ticket_id)),
        };
    }
}
