//! The feeds and audit logs in SQLite.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use rusqlite::{Connection, Row};
use uuid::Uuid;

use super::SqliteStore;
use super::columns::{Json, RowCount, Time, Word, lane_key};
use super::statements::{all, execute, one};
use crate::store::{
    AuditLog, AuditRecord, FEED_ENTRIES_KEPT, FeedEntry, FeedId, FeedItem, FeedStore, Result,
};

#[async_trait]
impl FeedStore for SqliteStore {
    async fn feed(&self, drive_thru: &str, after: FeedId, limit: usize) -> Result<Vec<FeedEntry>> {
        let sql = "SELECT feed.*, session_id FROM feed LEFT JOIN sessions ON number = session
             WHERE feed.drive_thru = ? AND id > ? ORDER BY id LIMIT ?";
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
        self.reader.read(move |connection| reaches(connection, &drive_thru, id)).await
    }

    async fn feed_place(&self, lane: &LaneKey, session_id: Uuid, turn: u32) -> Result<Option<FeedId>> {
        let sql = "SELECT id FROM feed WHERE session = (SELECT number FROM sessions WHERE session_id = ?) AND seq = ?
                   AND drive_thru = ? AND lane = ?";
        let lane = lane.clone();
        let place = move |connection: &Connection| {
            let of_turn = (session_id, turn, lane.drive_thru(), lane.lane());
            let Some(place) = one(connection, sql, of_turn, |row| row.get(0))?.map(feed_id) else {
                return Ok(None);
            };
            Ok(reaches(connection, lane.drive_thru(), place)?.then_some(place))
        };
        self.reader.read(place).await
    }

    async fn document(&self, hash: Uuid) -> Result<Option<String>> {
        self.reader.one("SELECT text FROM documents WHERE hash = ?", [hash], |row| row.get(0)).await
    }

    async fn audit_after(&self, session_id: Uuid, after: u32, limit: usize) -> Result<Option<AuditLog>> {
        self.reader.read(move |connection| audit(connection, session_id, after, limit)).await
    }
}

/// Whether nothing is missing after an id: it is one of the newest entries, before which tickets are forgotten but not the
/// turns between them, or there are not yet so many.
fn reaches(connection: &Connection, drive_thru: &str, id: FeedId) -> Result<bool> {
    let is_entry = "SELECT 1 FROM feed WHERE drive_thru = ? AND id = ?";
    if id != FeedId::START && one(connection, is_entry, (drive_thru, row_id(id)), |_| Ok(()))?.is_none() {
        return Ok(false);
    }
    let newer = "SELECT count(*) FROM (SELECT 1 FROM feed WHERE drive_thru = ? AND id > ? LIMIT ?)";
    let page = (drive_thru, row_id(id), FEED_ENTRIES_KEPT);
    let newer: Option<usize> = one(connection, newer, page, |row| row.get(0))?;
    Ok(newer.is_some_and(|newer| newer < FEED_ENTRIES_KEPT))
}

/// Adds a ticket to its drive-thru's feed, if the ticket is stored.
pub(super) fn add_ticket(connection: &Connection, ticket_id: Uuid) -> Result<()> {
    let sql = "INSERT INTO feed (drive_thru, lane, ticket_id)
               SELECT drive_thru, lane, ticket_id FROM tickets WHERE ticket_id = ?";
    execute(connection, sql, [ticket_id]).map(drop)
}

fn audit(connection: &Connection, session_id: Uuid, after: u32, limit: usize) -> Result<Option<AuditLog>> {
    let sql = "SELECT number, drive_thru, lane, end FROM sessions WHERE session_id = ?";
    let log = one(connection, sql, [session_id], |row| {
        let end = row.get::<_, Option<Word<_>>>("end")?.map(|Word(end)| end);
        Ok((row.get::<_, i64>("number")?, AuditLog { lane: lane_key(row)?, end, entries: Vec::new() }))
    })?;
    let Some((session, log)) = log else { return Ok(None) };
    let sql = "SELECT * FROM feed WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?";
    let page = (session, after, RowCount(limit));
    let entries = all(connection, sql, page, |row| audit_record(session_id, row))?;
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
