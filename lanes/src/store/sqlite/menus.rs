//! Menus and stock in SQLite.

use async_trait::async_trait;
use fsm::menu::MenuPart;
use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::SqliteStore;
use super::changes::note;
use super::statements::{all, execute, one};
use crate::store::menus::{key_of, part_of};
use crate::store::{Availability, DocumentChange, MenuRecord, MenuStore, Result, StoreError};

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
        change: DocumentChange,
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
            execute(connection, "DELETE FROM availability WHERE drive_thru = ?", [&drive_thru])?;
            note(connection, &drive_thru, &change)
        };
        self.writer.write(put).await
    }

    async fn set_available(
        &self,
        drive_thru: &str,
        part: &MenuPart,
        availability: Availability,
        change: DocumentChange,
    ) -> Result<()> {
        let (drive_thru, key) = (drive_thru.to_owned(), key_of(part));
        let set = move |connection: &Connection| {
            let sql = "INSERT INTO availability (drive_thru, item, available, until) VALUES (?, ?, ?, ?)
                       ON CONFLICT DO UPDATE SET available = excluded.available, until = excluded.until";
            let Availability { available, until } = availability;
            let until = until.map(|until| until.to_string());
            execute(connection, sql, params![drive_thru, key, available, until])?;
            note(connection, &drive_thru, &change)
        };
        self.writer.write(set).await
    }
}

fn menu(connection: &Connection, drive_thru: &str) -> Result<MenuRecord> {
    let sql = "SELECT document FROM menus WHERE drive_thru = ?";
    let document = one(connection, sql, [drive_thru], |row| row.get(0))?;
    let sql = "SELECT item, available, until FROM availability WHERE drive_thru = ?";
    let mut availability = all(connection, sql, [drive_thru], |row| {
        let (key, until): (String, Option<String>) = (row.get("item")?, row.get("until")?);
        let until = until.and_then(|until| until.parse::<Timestamp>().ok());
        Ok((part_of(&key), Availability { available: row.get("available")?, until }))
    })?;
    availability.sort();
    Ok(MenuRecord { document, availability })
}
