//! Lanes and turns in SQLite.

use std::sync::Arc;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::machine::End;
use jiff::Timestamp;
use jiff::civil::Date;
use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use super::columns::{Day, Json, Time, Word, json, lane_key};
use super::statements::{execute, execute_on_one, one};
use super::{SqliteStore, feed, outbox, tickets};
use crate::store::{AuditRecord, Commit, Document, EventRecord, LaneRecord, Result, StoreError, TurnStore};

#[async_trait]
impl TurnStore for SqliteStore {
    async fn lane(&self, lane: &LaneKey) -> Result<LaneRecord> {
        let sql = "SELECT * FROM lane_records WHERE drive_thru = ? AND lane = ?";
        let key = (lane.drive_thru().to_owned(), lane.lane().to_owned());
        Ok(self.reader.one(sql, key, lane_record).await?.unwrap_or_default())
    }

    async fn lanes(&self, drive_thru: &str) -> Result<Vec<(LaneKey, LaneRecord)>> {
        let sql = "SELECT * FROM lane_records WHERE drive_thru = ? ORDER BY lane";
        self.reader.all(sql, [drive_thru.to_owned()], |row| Ok((lane_key(row)?, lane_record(row)?))).await
    }

    async fn active_lanes(&self) -> Result<Vec<LaneKey>> {
        let sql = "SELECT drive_thru, lane FROM lanes WHERE session_id IS NOT NULL ORDER BY drive_thru, lane";
        self.reader.all(sql, [], lane_key).await
    }

    async fn event(&self, lane: &LaneKey, event_id: Uuid) -> Result<Option<EventRecord>> {
        let lane = lane.clone();
        self.reader.read(move |connection| event(connection, &lane, event_id)).await
    }

    async fn turns_between(
        &self,
        _: &LaneKey,
        session_id: Uuid,
        after: u32,
        before: u32,
    ) -> Result<Vec<Arc<str>>> {
        let sql = "SELECT turn FROM audit WHERE session_id = ? AND seq > ? AND seq < ? ORDER BY seq";
        self.reader.all(sql, (session_id, after, before), |row| row.get(0)).await
    }

    async fn order_number(&self, drive_thru: &str, business_date: Date, order_id: Uuid) -> Result<u32> {
        let of = drive_thru.to_owned();
        self.writer.write(move |connection| number(connection, &of, business_date, order_id)).await?;
        let sql =
            "SELECT number FROM order_numbers WHERE drive_thru = ? AND business_date = ? AND order_id = ?";
        let order = (drive_thru.to_owned(), Day(business_date), order_id);
        let number = self.reader.one(sql, order, |row| row.get(0)).await?;
        number.ok_or_else(|| StoreError::Unavailable("an order's number is gone".to_owned()))
    }

    async fn commit(&self, commit: Commit) -> Result<()> {
        // The session becomes text here, on one of many threads, and not on the one that writes for all lanes.
        let session = json(&*commit.session)?;
        let stored_at = Timestamp::now();
        let drive_thru = commit.lane.drive_thru().to_owned();
        self.writer.write(move |connection| take(connection, &commit, &session, stored_at)).await?;
        self.bells.ring(&drive_thru);
        Ok(())
    }
}

fn number(connection: &Connection, drive_thru: &str, date: Date, order_id: Uuid) -> Result<()> {
    let sql = "INSERT INTO order_numbers (drive_thru, business_date, order_id, number)
               SELECT ?1, ?2, ?3, 1 + coalesce(max(number), 0) FROM order_numbers
               WHERE drive_thru = ?1 AND business_date = ?2
               ON CONFLICT (drive_thru, business_date, order_id) DO NOTHING";
    execute(connection, sql, params![drive_thru, Day(date), order_id]).map(drop)
}

fn take(connection: &Connection, commit: &Commit, session: &str, stored_at: Timestamp) -> Result<()> {
    if !add_event(connection, &commit.lane, &commit.event)? {
        let known = event(connection, &commit.lane, commit.event.event_id)?;
        return Err(known.map_or(StoreError::Conflict, StoreError::TakenBefore));
    }
    put_lane(connection, commit, session)?;
    for Document { hash, text } in &commit.documents {
        let sql = "INSERT INTO documents (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING";
        execute(connection, sql, params![hash, &**text])?;
    }
    for record in &commit.audit {
        add_turn(connection, &commit.lane, record)?;
    }
    if let Some((session_id, end)) = commit.ended {
        end_session(connection, session_id, end)?;
    }
    for message in &commit.outbox {
        tickets::create_ticket(connection, &commit.lane, message)?;
        outbox::add_message(connection, &commit.lane, message, stored_at)?;
    }
    for change in &commit.tickets {
        tickets::change_ticket(connection, change)?;
    }
    Ok(())
}

fn put_lane(connection: &Connection, commit: &Commit, session: &str) -> Result<()> {
    // Version 0 is a lane without a row: if there is one, its key is taken.
    let sql = if commit.expected_version == 0 {
        "INSERT INTO lanes (session, session_id, version, drive_thru, lane) VALUES (?1, ?2, ?3 + 1, ?4, ?5)"
    } else {
        "UPDATE lanes SET session = ?1, session_id = ?2, version = ?3 + 1
         WHERE drive_thru = ?4 AND lane = ?5 AND version = ?3"
    };
    let Commit { lane, expected_version, .. } = commit;
    let session_id = commit.session.session_id();
    let row = params![session, session_id, expected_version, lane.drive_thru(), lane.lane()];
    execute_on_one(connection, sql, row)
}

/// Stores an event; `false` if the lane has taken it before.
fn add_event(connection: &Connection, lane: &LaneKey, event: &EventRecord) -> Result<bool> {
    let EventRecord { event_id, fingerprint, session_id, turn, seen } = event;
    let sql = "INSERT INTO events (drive_thru, lane, event_id, fingerprint, session_id, turn, seen)
               VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    let row = params![lane.drive_thru(), lane.lane(), event_id, fingerprint, session_id, turn, seen];
    Ok(execute(connection, sql, row)? == 1)
}

fn add_turn(connection: &Connection, lane: &LaneKey, record: &AuditRecord) -> Result<()> {
    let AuditRecord { session_id, seq, at, menu_version, event, turn, actor } = record;
    let sql = "INSERT INTO sessions (session_id, drive_thru, lane, began_at) VALUES (?, ?, ?, ?)
               ON CONFLICT DO NOTHING";
    execute(connection, sql, params![session_id, lane.drive_thru(), lane.lane(), Time(*at)])?;
    let sql = "INSERT INTO audit (session_id, seq, at, menu_version, event, turn, actor) VALUES (?, ?, ?, ?, ?, ?, ?)";
    let actor = actor.as_ref().map(json).transpose()?;
    execute(connection, sql, params![session_id, seq, Time(*at), menu_version, event, turn, actor])?;
    feed::add_turn(connection, lane, *session_id, *seq)
}

/// A session ends with its last turn.
fn end_session(connection: &Connection, session_id: Uuid, end: End) -> Result<()> {
    let sql = "UPDATE sessions SET end = ?1,
                 ended_at = (SELECT at FROM audit WHERE audit.session_id = ?2 ORDER BY seq DESC LIMIT 1)
               WHERE session_id = ?2";
    execute(connection, sql, params![Word(end), session_id]).map(drop)
}

fn event(connection: &Connection, lane: &LaneKey, event_id: Uuid) -> Result<Option<EventRecord>> {
    let sql = "SELECT fingerprint, session_id, turn, seen FROM events
               WHERE drive_thru = ? AND lane = ? AND event_id = ?";
    one(connection, sql, (lane.drive_thru(), lane.lane(), event_id), |row| {
        Ok(EventRecord {
            event_id,
            fingerprint: row.get("fingerprint")?,
            session_id: row.get("session_id")?,
            turn: row.get("turn")?,
            seen: row.get("seen")?,
        })
    })
}

fn lane_record(row: &Row<'_>) -> rusqlite::Result<LaneRecord> {
    Ok(LaneRecord {
        version: row.get("version")?,
        stamp: None,
        session: row.get::<_, Json<_>>("session")?.0,
        last_turn: row.get("last_turn")?,
    })
}
