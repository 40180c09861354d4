//! Changes of documents in SQLite.

use async_trait::async_trait;
use rusqlite::{Connection, params};

use super::SqliteStore;
use super::columns::{Json, RowCount, json};
use super::statements::execute;
use crate::store::{CHANGES_KEPT, ChangeStore, DocumentChange, Result};

#[async_trait]
impl ChangeStore for SqliteStore {
    async fn changes(&self, drive_thru: &str, limit: usize) -> Result<Vec<DocumentChange>> {
        let sql = "SELECT change FROM changes WHERE drive_thru = ? ORDER BY id DESC LIMIT ?";
        let asked = (drive_thru.to_owned(), RowCount(limit));
        self.reader.all(sql, asked, |row| row.get(0).map(|Json(change)| change)).await
    }
}

/// Notes a change, and forgets those that are too old.
pub(super) fn note(connection: &Connection, drive_thru: &str, change: &DocumentChange) -> Result<()> {
    let sql = "INSERT INTO changes (drive_thru, change) VALUES (?, ?)";
    execute(connection, sql, params![drive_thru, json(change)?])?;
    let sql = "DELETE FROM changes WHERE drive_thru = ?1 AND id <=
                 (SELECT id FROM changes WHERE drive_thru = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)";
    execute(connection, sql, params![drive_thru, RowCount(CHANGES_KEPT)]).map(drop)
}
