//! The list of sessions in memory.

use std::cmp::Reverse;

use async_trait::async_trait;

use super::MemoryStore;
use crate::store::{AuditLog, Result, SessionPlace, SessionRecord, SessionStore};

#[async_trait]
impl SessionStore for MemoryStore {
    async fn sessions(
        &self,
        drive_thru: &str,
        before: SessionPlace,
        limit: usize,
    ) -> Result<Vec<SessionRecord>> {
        let state = self.state();
        let here = state.sessions.values().filter(|log| log.lane.drive_thru() == drive_thru);
        let mut sessions: Vec<SessionRecord> =
            here.filter_map(record).filter(|session| session.place() < before).collect();
        sessions.sort_by_key(|session| Reverse(session.place()));
        sessions.truncate(limit);
        Ok(sessions)
    }
}

fn record(log: &AuditLog) -> Option<SessionRecord> {
    let (first, last) = (log.entries.first()?, log.entries.last()?);
    Some(SessionRecord { lane: log.lane.clone(), began_at: first.at, end: log.end, last: last.clone() })
}
