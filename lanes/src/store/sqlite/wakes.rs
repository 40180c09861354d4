//! When lanes are to be woken, in SQLite: a column of the lane, with an index.

use async_trait::async_trait;
use jiff::Timestamp;

use super::SqliteStore;
use super::columns::lane_key;
use super::statements::execute;
use crate::store::{DueLane, Result, WakeStore};

#[async_trait]
impl WakeStore for SqliteStore {
    async fn due_lanes(&self, now: Timestamp, limit: usize) -> Result<Vec<DueLane>> {
        let sql = "SELECT drive_thru, lane, wake_ms FROM lanes WHERE wake_ms <= ? ORDER BY wake_ms LIMIT ?";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.reader
            .all(sql, (now.as_millisecond(), limit), |row| {
                let at = Timestamp::from_millisecond(row.get("wake_ms")?).unwrap_or(Timestamp::MAX);
                Ok(DueLane { lane: lane_key(row)?, at })
            })
            .await
    }

    async fn wake_later(&self, due: &DueLane, at: Option<Timestamp>) -> Result<()> {
        let DueLane { lane, at: seen } = due.clone();
        let at = at.map(Timestamp::as_millisecond);
        self.writer
            .write(move |connection| {
                let sql = "UPDATE lanes SET wake_ms = ? WHERE drive_thru = ? AND lane = ? AND wake_ms = ?";
                let row = (at, lane.drive_thru(), lane.lane(), seen.as_millisecond());
                execute(connection, sql, row).map(drop)
            })
            .await
    }
}
