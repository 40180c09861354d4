//! What a frontend has missed.

use std::sync::Arc;

use super::lane_now::LaneNow;
use super::load::Loader;
use crate::limits::{ANSWER_BYTES_MAX, MISSED_MAX};
use crate::store::{EventRecord, StoreError};

impl Loader {
    /// The turns between the last one that the frontend has seen and the one that answers its event: the newest of them,
    /// as many as an answer may have.
    pub(super) async fn missed(
        &self,
        lane: &LaneNow<'_>,
        event: &EventRecord,
    ) -> Result<Vec<Arc<str>>, StoreError> {
        let Some(seen) = event.seen.filter(|seen| *seen < event.turn.saturating_sub(1)) else {
            return Ok(Vec::new());
        };
        let seen = seen.max(event.turn.saturating_sub(MISSED_MAX + 1));
        let missed = self.turns.turns_between(lane.key, event.session_id, seen, event.turn);
        let mut missed = lane.in_time(missed).await?;
        let mut left = ANSWER_BYTES_MAX;
        let fits = |turn: &&Arc<str>| {
            left = left.saturating_sub(turn.len());
            left > 0
        };
        let fitting = missed.iter().rev().take_while(fits).count();
        Ok(missed.split_off(missed.len() - fitting))
    }
}
