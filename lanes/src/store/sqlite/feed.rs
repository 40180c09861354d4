//! The feeds and audit logs in SQLite.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use super::SqliteStore;
use super::columns::{Json, RowCount, Time, Word, lane_key};
use super::statements::{all, execute, execute_on_one, one};
use crate::store::{
    AuditLog, AuditRecord, FEED_ENTRIES_KEPT, FeedEntry, FeedId, FeedItem, FeedStore, Result,
};

#[async_trait]
impl FeedStore for SqliteStore {
    async fn feed(&self, drive_thru: &str, after: FeedId, limit: usize) -> Result<Vec<FeedEntry>> {
        let sql =
            "SELECT feed.*, at, menu_version, event, turn, actor FROM feed LEFT JOIN audit USING (session_id, seq)
                   WHERE drive_thru = ? AND feed.id > ? ORDER BY feed.id LIMIT ?";
        let page = (drive_thru.to_owned(), row_id(after), RowCount(limit));
        let read = |row: &Row<'_>| {
            let item = match (row.get("session_id")?, row.get("ticket_id")?) {
                (Some(session_id), _) => FeedItem::Turn(Box::new(audit_record(session_id, row)?)),
                (None, Some(ticket_id)) => FeedItem::Ticket(ticket_id),
                (None, None) => FeedItem::Gap,
            };
            Ok(FeedEntry { id: feed_id(row.get("id")?), lane: lane_key(row)?, item })
        };
        self.reader.all(sql, page, read).await
    }

    async fn feed_grown(&self, drive_thru: &str, after: FeedId, limit: usize) -> Result<Vec<FeedEntry>> {
        self.bells.next(drive_thru, || self.feed(drive_thru, after, limit)).await
    }

    async fn feed_end(&self, drive_thru: &str) -> Result<FeedId> {
        let sql = "SELECT id FROM feed WHERE drive_thru = ? ORDER BY id DESC LIMIT 1";
        let newest = self.reader.one(sql, [drive_thru.to_owned()], |row| row.get(0)).await?;
        Ok(newest.map_or(FeedId::START, feed_id))
    }

    async fn feed_reaches(&self, drive_thru: &str, id: FeedId) -> Result<bool> {
        let drive_thru = drive_thru.to_owned();
        let reaches = if id == FeedId::START {
            let sql = "SELECT count(*) < ? FROM feed WHERE drive_thru = ?";
            self.reader.one(sql, (FEED_ENTRIES_KEPT, drive_thru), |row| row.get(0)).await?
        } else {
            let sql = "SELECT 1 FROM feed WHERE id = ? AND drive_thru = ?";
            self.reader.one(sql, (row_id(id), drive_thru), |row| row.get(0)).await?
        };
        Ok(reaches.unwrap_or(false))
    }

    async fn feed_place(&self, lane: &LaneKey, session_id: Uuid, turn: u32) -> Result<Option<FeedId>> {
        // Readers that ask were mostly away for a short time, so the search starts at the newest entry.
        let sql = "SELECT id FROM feed WHERE drive_thru = ? AND lane = ? AND session_id = ? AND seq = ?
                   ORDER BY id DESC LIMIT 1";
        let of_turn = (lane.drive_thru().to_owned(), lane.lane().to_owned(), session_id, turn);
        Ok(self.reader.one(sql, of_turn, |row| row.get(0)).await?.map(feed_id))
    }

    async fn document(&self, hash: Uuid) -> Result<Option<String>> {
        self.reader.one("SELECT text FROM documents WHERE hash = ?", [hash], |row| row.get(0)).await
    }

    async fn audit_after(&self, session_id: Uuid, after: u32, limit: usize) -> Result<Option<AuditLog>> {
        self.reader.read(move |connection| audit(connection, session_id, after, limit)).await
    }
}

/// Adds a turn to its drive-thru's feed.
pub(super) fn add_turn(connection: &Connection, lane: &LaneKey, session_id: Uuid, seq: u32) -> Result<()> {
    let sql = "INSERT INTO feed (drive_thru, lane, session_id, seq) VALUES (?, ?, ?, ?)";
    execute_on_one(connection, sql, params![lane.drive_thru(), lane.lane(), session_id, seq])
}

/// Adds a ticket to its drive-thru's feed, if the ticket is stored.
pub(super) fn add_ticket(connection: &Connection, ticket_id: Uuid) -> Result<()> {
    let sql = "INSERT INTO feed (drive_thru, lane, ticket_id)
               SELECT drive_thru, lane, ticket_id FROM tickets WHERE ticket_id = ?";
    execute(connection, sql, [ticket_id]).map(drop)
}

fn audit(connection: &Connection, session_id: Uuid, after: u32, limit: usize) -> Result<Option<AuditLog>> {
    let sql = "SELECT drive_thru, lane, end FROM sessions WHERE session_id = ?";
    let log = one(connection, sql, [session_id], |row| {
        let end = row.get::<_, Option<Word<_>>>("end")?.map(|Word(end)| end);
        Ok(AuditLog { lane: lane_key(row)?, end, entries: Vec::new() })
    })?;
    let Some(log) = log else { return Ok(None) };
    let sql = "SELECT seq, at, menu_version, event, turn, actor FROM audit WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?";
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let entries = all(connection, sql, (session_id, after, limit), |row| audit_record(session_id, row))?;
    Ok(Some(AuditLog { entries, ..log }))
}

/// An entry of a session's audit log.
pub(super) fn audit_record(session_id: Uuid, row: &Row<'_>) -> rusqlite::Result<AuditRecord> {
    Ok(AuditRecord {
        session_id,
        seq: row.get("seq")?,
        at: row.get::<_, Time>("at")?.0,
        menu_version: row.get("menu_version")?,
        event: row.get("event")?,
        turn: row.get("turn")?,
        actor: row.get::<_, Option<Json<_>>>("actor")?.map(|Json(actor)| actor),
    })
}

fn feed_id(row_id: u64) -> FeedId {
    FeedId { major: row_id, minor: 0 }
}

fn row_id(id: FeedId) -> i64 {
    i64::try_from(id.major).unwrap_or(i64::MAX)
}
