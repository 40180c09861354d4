//! Rules in SQLite.

use async_trait::async_trait;
use rusqlite::{Connection, params};

use super::SqliteStore;
use super::statements::{execute, one};
use crate::store::{Result, RuleStore, StoreError};

#[async_trait]
impl RuleStore for SqliteStore {
    async fn rules(&self, drive_thru: &str) -> Result<Option<String>> {
        let drive_thru = drive_thru.to_owned();
        self.reader.read(move |connection| rules(connection, &drive_thru)).await
    }

    async fn drive_thrus_with_rules(&self) -> Result<Vec<String>> {
        self.reader.all("SELECT drive_thru FROM house_rules ORDER BY drive_thru", [], |row| row.get(0)).await
    }

    async fn put_rules(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<Option<&str>>,
    ) -> Result<()> {
        let drive_thru = drive_thru.to_owned();
        let expected = expected.map(|expected| expected.map(str::to_owned));
        let put = move |connection: &Connection| {
            if let Some(expected) = expected
                && rules(connection, &drive_thru)? != expected
            {
                return Err(StoreError::Conflict);
            }
            let sql = "INSERT INTO house_rules (drive_thru, document) VALUES (?, ?)
                       ON CONFLICT DO UPDATE SET document = excluded.document";
            execute(connection, sql, params![drive_thru, document]).map(drop)
        };
        self.writer.write(put).await
    }
}

fn rules(connection: &Connection, drive_thru: &str) -> Result<Option<String>> {
    one(connection, "SELECT document FROM house_rules WHERE drive_thru = ?", [drive_thru], |row| row.get(0))
}
