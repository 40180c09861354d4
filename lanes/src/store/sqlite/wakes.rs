//! Deadlines in SQLite: a column of the lane and one of the ticket, each with an index.

use async_trait::async_trait;
use fsm::machine::Watch;
use jiff::Timestamp;
use rusqlite::Connection;

use super::SqliteStore;
use super::columns::{RowCount, lane_key};
use super::statements::execute;
use crate::store::{Due, Result, WakeStore};

#[async_trait]
impl WakeStore for SqliteStore {
    async fn due(&self, now: Timestamp, limit: usize) -> Result<Vec<Due>> {
        let sql = "SELECT drive_thru, lane, NULL AS ticket_id, wake_ms FROM lanes WHERE wake_ms <= ?1
                   UNION ALL SELECT drive_thru, lane, ticket_id, wake_ms FROM tickets WHERE wake_ms <= ?1
                   ORDER BY wake_ms LIMIT ?2";
        self.reader
            .all(sql, (now.as_millisecond(), RowCount(limit)), |row| {
                let at = Timestamp::from_millisecond(row.get("wake_ms")?).unwrap_or(Timestamp::MAX);
                Ok(Due { lane: lane_key(row)?, ticket_id: row.get("ticket_id")?, at })
            })
            .await
    }

    async fn put_off(&self, due: &Due, at: Option<Timestamp>) -> Result<()> {
        let Due { lane, ticket_id, at: seen } = due.clone();
        let (at, seen) = (at.map(Timestamp::as_millisecond), seen.as_millisecond());
        let put_off = move |connection: &Connection| match ticket_id {
            None => {
                let sql = "UPDATE lanes SET wake_ms = ? WHERE drive_thru = ? AND lane = ? AND wake_ms = ?";
                execute(connection, sql, (at, lane.drive_thru(), lane.lane(), seen)).map(drop)
            }
            Some(ticket_id) => {
                let sql = "UPDATE tickets SET wake_ms = ? WHERE ticket_id = ? AND wake_ms = ?";
                execute(connection, sql, (at, ticket_id, seen)).map(drop)
            }
        };
        self.writer.write(put_off).await
    }
}

/// Has a ticket be looked at.
pub(super) fn watch(connection: &Connection, watch: Watch) -> Result<()> {
    let sql = "UPDATE tickets SET wake_ms = ? WHERE ticket_id = ?";
    execute(connection, sql, (watch.at.as_millisecond(), watch.ticket_id)).map(drop)
}
