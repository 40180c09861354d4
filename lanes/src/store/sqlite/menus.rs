//! Menus and stock in SQLite.

use async_trait::async_trait;
use fsm::ids::ItemId;
use rusqlite::{Connection, params};

use super::SqliteStore;
use super::statements::{all, execute, one};
use crate::store::{MenuRecord, MenuStore, Result, StoreError};

#[async_trait]
impl MenuStore for SqliteStore {
    async fn menu(&self, drive_thru: &str) -> Result<MenuRecord> {
        let drive_thru = drive_thru.to_owned();
        self.reader.read(move |connection| menu(connection, &drive_thru)).await
    }

    async fn drive_thrus_with_menus(&self) -> Result<Vec<String>> {
        let sql =
            "SELECT drive_thru FROM menus UNION SELECT drive_thru FROM availability ORDER BY drive_thru";
        self.reader.all(sql, [], |row| row.get(0)).await
    }

    async fn put_menu(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<&MenuRecord>,
    ) -> Result<()> {
        let (drive_thru, expected) = (drive_thru.to_owned(), expected.cloned());
        let put = move |connection: &Connection| {
            if let Some(expected) = expected
                && menu(connection, &drive_thru)? != expected
            {
                return Err(StoreError::Conflict);
            }
            let sql = "INSERT INTO menus (drive_thru, document) VALUES (?, ?)
                       ON CONFLICT DO UPDATE SET document = excluded.document";
            execute(connection, sql, params![drive_thru, document])?;
            execute(connection, "DELETE FROM availability WHERE drive_thru = ?", [drive_thru]).map(drop)
        };
        self.writer.write(put).await
    }

    async fn set_available(&self, drive_thru: &str, item: &ItemId, available: bool) -> Result<()> {
        let sql = "INSERT INTO availability (drive_thru, item, available) VALUES (?, ?, ?)
                   ON CONFLICT DO UPDATE SET available = excluded.available";
        self.writer.execute(sql, (drive_thru.to_owned(), item.as_str().to_owned(), available)).await
    }
}

fn menu(connection: &Connection, drive_thru: &str) -> Result<MenuRecord> {
    let sql = "SELECT document FROM menus WHERE drive_thru = ?";
    let document = one(connection, sql, [drive_thru], |row| row.get(0))?;
    let sql = "SELECT item, available FROM availability WHERE drive_thru = ? ORDER BY item";
    let availability = all(connection, sql, [drive_thru], |row| {
        let item: String = row.get("item")?;
        Ok((ItemId::from(item.as_str()), row.get("available")?))
    })?;
    Ok(MenuRecord { document, availability })
}
