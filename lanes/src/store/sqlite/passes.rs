//! Passes in SQLite.

use async_trait::async_trait;
use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::SqliteStore;
use super::columns::Time;
use super::statements::{execute, execute_on_one};
use crate::store::{Pass, PassStore, Result, StoreError};

#[async_trait]
impl PassStore for SqliteStore {
    async fn put_pass(&self, hash: &str, pass: Pass) -> Result<()> {
        let hash = hash.to_owned();
        let put = move |connection: &Connection| {
            execute(connection, "DELETE FROM passes WHERE expires_at <= ?", [Time(Timestamp::now())])?;
            let sql = "INSERT INTO passes (hash, key_id, granted, expires_at) VALUES (?, ?, ?, ?)";
            execute_on_one(connection, sql, params![hash, pass.key_id, pass.grant, Time(pass.expires)])
        };
        self.writer.write(put).await
    }

    async fn pass(&self, hash: &str) -> Result<Option<Pass>> {
        let sql = "SELECT key_id, granted, expires_at FROM passes WHERE hash = ? AND expires_at > ?";
        let pass = (hash.to_owned(), Time(Timestamp::now()));
        let read = |row: &rusqlite::Row<'_>| {
            let expires = row.get::<_, Time>("expires_at")?.0;
            Ok(Pass { key_id: row.get("key_id")?, grant: row.get("granted")?, expires })
        };
        self.reader.one(sql, pass, read).await
    }

    async fn take_pass(&self, hash: &str) -> Result<Option<Pass>> {
        let Some(pass) = self.pass(hash).await? else { return Ok(None) };
        let hash = hash.to_owned();
        let take = move |connection: &Connection| {
            execute_on_one(connection, "DELETE FROM passes WHERE hash = ?", [hash])
        };
        match self.writer.write(take).await {
            Ok(()) => Ok(Some(pass)),
            // Somebody else has taken it meanwhile.
            Err(StoreError::Conflict) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
