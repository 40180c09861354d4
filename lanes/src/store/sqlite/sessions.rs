//! The list of sessions in SQLite.

use async_trait::async_trait;
use rusqlite::Row;

use super::SqliteStore;
use super::columns::{RowCount, Time, Word, lane_key};
use super::feed::audit_record;
use crate::store::{Result, SessionPlace, SessionRecord, SessionStore};

#[async_trait]
impl SessionStore for SqliteStore {
    async fn sessions(
        &self,
        drive_thru: &str,
        before: SessionPlace,
        limit: usize,
    ) -> Result<Vec<SessionRecord>> {
        let sql = "SELECT session_id, began_at, end, feed.* FROM sessions JOIN feed ON id =
                     (SELECT id FROM feed WHERE session = number ORDER BY seq DESC LIMIT 1)
                   WHERE sessions.drive_thru = ? AND (began_at, session_id) < (?, ?)
                   ORDER BY began_at DESC, session_id DESC LIMIT ?";
        let SessionPlace { began_at, session_id } = before;
        let page = (drive_thru.to_owned(), Time(began_at), session_id, RowCount(limit));
        self.reader.all(sql, page, record).await
    }
}

fn record(row: &Row<'_>) -> rusqlite::Result<SessionRecord> {
    Ok(SessionRecord {
        lane: lane_key(row)?,
        began_at: row.get::<_, Time>("began_at")?.0,
        end: row.get::<_, Option<Word<_>>>("end")?.map(|Word(end)| end),
        last: audit_record(row.get("session_id")?, row)?,
    })
}
