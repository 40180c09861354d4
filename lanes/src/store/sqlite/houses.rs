//! Houses in SQLite.

use async_trait::async_trait;
use rusqlite::{Connection, params};

use super::SqliteStore;
use super::statements::{execute, one};
use crate::store::{HouseStore, Result, StoreError};

#[async_trait]
impl HouseStore for SqliteStore {
    async fn house(&self, drive_thru: &str) -> Result<Option<String>> {
        let drive_thru = drive_thru.to_owned();
        self.reader.read(move |connection| house(connection, &drive_thru)).await
    }

    async fn drive_thrus_with_houses(&self) -> Result<Vec<String>> {
        self.reader.all("SELECT drive_thru FROM houses ORDER BY drive_thru", [], |row| row.get(0)).await
    }

    async fn put_house(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<Option<&str>>,
    ) -> Result<()> {
        let drive_thru = drive_thru.to_owned();
        let expected = expected.map(|expected| expected.map(str::to_owned));
        let put = move |connection: &Connection| {
            if let Some(expected) = expected
                && house(connection, &drive_thru)? != expected
            {
                return Err(StoreError::Conflict);
            }
            let sql = "INSERT INTO houses (drive_thru, document) VALUES (?, ?)
                       ON CONFLICT DO UPDATE SET document = excluded.document";
            execute(connection, sql, params![drive_thru, document]).map(drop)
        };
        self.writer.write(put).await
    }
}

fn house(connection: &Connection, drive_thru: &str) -> Result<Option<String>> {
    one(connection, "SELECT document FROM houses WHERE drive_thru = ?", [drive_thru], |row| row.get(0))
}
