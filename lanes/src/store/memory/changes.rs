//! Changes of documents in memory.

use async_trait::async_trait;

use super::{MemoryStore, State};
use crate::store::{CHANGES_KEPT, ChangeStore, DocumentChange, Result};

#[async_trait]
impl ChangeStore for MemoryStore {
    async fn changes(&self, drive_thru: &str, limit: usize) -> Result<Vec<DocumentChange>> {
        let state = self.state();
        let changes = state.changes.get(drive_thru).into_iter().flatten();
        Ok(changes.take(limit).cloned().collect())
    }
}

impl State {
    /// Notes a change, and forgets those that are too old.
    pub(super) fn note(&mut self, drive_thru: &str, change: DocumentChange) {
        let changes = self.changes.entry(drive_thru.to_owned()).or_default();
        changes.push_front(change);
        changes.truncate(CHANGES_KEPT);
    }
}
