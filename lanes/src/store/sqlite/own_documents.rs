//! Drive-thrus' own documents in SQLite: a table for each kind.

use async_trait::async_trait;
use rusqlite::{Connection, params};

use super::SqliteStore;
use super::changes::note;
use super::statements::{execute, one};
use crate::store::{DocumentChange, DocumentKind, DocumentStore, Result, StoreError};

#[async_trait]
impl DocumentStore for SqliteStore {
    async fn own_document(&self, kind: DocumentKind, drive_thru: &str) -> Result<Option<String>> {
        let drive_thru = drive_thru.to_owned();
        self.reader.read(move |connection| document(connection, kind, &drive_thru)).await
    }

    async fn drive_thrus_with(&self, kind: DocumentKind) -> Result<Vec<String>> {
        let sql = match kind {
            DocumentKind::House => "SELECT drive_thru FROM houses ORDER BY drive_thru",
            DocumentKind::Rules => "SELECT drive_thru FROM house_rules ORDER BY drive_thru",
        };
        self.reader.all(sql, [], |row| row.get(0)).await
    }

    async fn put_own_document(
        &self,
        kind: DocumentKind,
        drive_thru: &str,
        text: String,
        expected: Option<Option<&str>>,
        change: Option<DocumentChange>,
    ) -> Result<()> {
        let drive_thru = drive_thru.to_owned();
        let expected = expected.map(|expected| expected.map(str::to_owned));
        let put = move |connection: &Connection| {
            if let Some(expected) = expected
                && document(connection, kind, &drive_thru)? != expected
            {
                return Err(StoreError::Conflict);
            }
            let sql = match kind {
                DocumentKind::House => "INSERT OR REPLACE INTO houses (drive_thru, document) VALUES (?, ?)",
                DocumentKind::Rules => {
                    "INSERT OR REPLACE INTO house_rules (drive_thru, document) VALUES (?, ?)"
                }
            };
            execute(connection, sql, params![drive_thru, text])?;
            change.map_or(Ok(()), |change| note(connection, &drive_thru, &change))
        };
        self.writer.write(put).await
    }
}

fn document(connection: &Connection, kind: DocumentKind, drive_thru: &str) -> Result<Option<String>> {
    let sql = match kind {
        DocumentKind::House => "SELECT document FROM houses WHERE drive_thru = ?",
        DocumentKind::Rules => "SELECT document FROM house_rules WHERE drive_thru = ?",
    };
    one(connection, sql, [drive_thru], |row| row.get(0))
}
