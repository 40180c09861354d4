//! Lanes and turns in SQLite.

use std::sync::Arc;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::machine::End;
use jiff::Timestamp;
use jiff::civil::Date;
use rusqlite::{Connection, Row, params};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::columns::{Day, Json, Time, Word, json, lane_key};
use super::statements::{execute, execute_on_one, one};
use super::{SqliteStore, outbox, tickets, wakes};
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
        let sql = "SELECT turn FROM feed WHERE session = (SELECT number FROM sessions WHERE session_id = ?)
                     AND seq > ? AND seq < ? ORDER BY seq";
        self.reader.all(sql, (session_id, after, before), |row| row.get(0)).await
    }

    async fn order_number(&self, drive_thru: &str, business_date: Date, order_id: Uuid) -> Result<u32> {
        let (drive_thru, (numbered, number)) = (drive_thru.to_owned(), oneshot::channel());
        let write = move |connection: &Connection| {
            // Nobody waits for the number if the caller has gone, which is fine.
            let _ = numbered.send(order_number(connection, &drive_thru, business_date, order_id)?);
            Ok(())
        };
        self.writer.write(write).await?;
        number.await.map_err(|_| StoreError::Unavailable("an order has no number".to_owned()))
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

fn order_number(connection: &Connection, drive_thru: &str, date: Date, order_id: Uuid) -> Result<u32> {
    let sql = "INSERT INTO order_numbers (drive_thru, business_date, order_id, number)
               SELECT ?1, ?2, ?3, 1 + coalesce(max(number), 0) FROM order_numbers
               WHERE drive_thru = ?1 AND business_date = ?2
               ON CONFLICT (drive_thru, business_date, order_id) DO UPDATE SET number = number
               RETURNING number";
    let number = one(connection, sql, params![drive_thru, Day(date), order_id], |row| row.get(0))?;
    number.ok_or(StoreError::Conflict)
}

fn take(connection: &Connection, commit: &Commit, session: &str, stored_at: Timestamp) -> Result<()> {
    let taken = add_all(connection, commit, session, stored_at);
    if let Err(StoreError::Conflict) = taken
        && let Some(known) = event(connection, &commit.lane, commit.event.event_id)?
    {
        return Err(StoreError::TakenBefore(known));
    }
    taken
}

/// Adds everything of a turn. The event comes last, so that where something conflicts the lane only knows an event that it has
/// taken before.
fn add_all(connection: &Connection, commit: &Commit, session: &str, stored_at: Timestamp) -> Result<()> {
    put_lane(connection, commit, session)?;
    for Document { hash, text } in &commit.documents {
        let sql = "INSERT INTO documents (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING";
        execute(connection, sql, params![hash, &**text])?;
    }
    let mut answer = None;
    for record in &commit.audit {
        answer = Some(add_turn(connection, commit, record)?);
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
    if let Some(watch) = commit.watch {
        wakes::watch(connection, watch)?;
    }
    let Some(answer) = answer else { return Ok(()) };
    let sql = "INSERT INTO events (drive_thru, lane, event_id, entry) VALUES (?, ?, ?, ?)";
    let row = params![commit.lane.drive_thru(), commit.lane.lane(), commit.event.event_id, answer];
    execute(connection, sql, row).map(drop)
}

fn put_lane(connection: &Connection, commit: &Commit, session: &str) -> Result<()> {
    let Commit { lane, expected_version, .. } = commit;
    let session_id = commit.session.session_id();
    let wake_ms = commit.wake_at.map(Timestamp::as_millisecond);
    let row = params![session, session_id, expected_version, lane.drive_thru(), lane.lane(), wake_ms];
    // Version 0 is a lane without a row: if there is one, its key is taken.
    if *expected_version == 0 {
        let sql = "INSERT INTO lanes (session, session_id, version, drive_thru, lane, wake_ms)
                   VALUES (?1, ?2, ?3 + 1, ?4, ?5, ?6)";
        return execute_on_one(connection, sql, row);
    }
    // Most turns leave the session's id alone, and with it the index of lanes that have one.
    let sql = "UPDATE lanes SET session = ?1, version = ?3 + 1, wake_ms = ?6
               WHERE drive_thru = ?4 AND lane = ?5 AND version = ?3 AND session_id IS ?2";
    if execute(connection, sql, row)? == 1 {
        return Ok(());
    }
    let sql = "UPDATE lanes SET session = ?1, session_id = ?2, version = ?3 + 1, wake_ms = ?6
               WHERE drive_thru = ?4 AND lane = ?5 AND version = ?3";
    execute_on_one(connection, sql, row)
}

/// Adds a turn to its session and its drive-thru's feed, with the event that it answers. Gives its entry.
fn add_turn(connection: &Connection, commit: &Commit, record: &AuditRecord) -> Result<i64> {
    let AuditRecord { session_id, seq, at, menu_version, event, turn, actor } = record;
    let lane = &commit.lane;
    let session = session_number(connection, lane, record)?;
    let sql = "INSERT INTO feed (drive_thru, lane, session, seq, event_id, fingerprint, seen, at, menu_version, actor, event, turn)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let actor = actor.as_ref().map(json).transpose()?;
    let is_answer = (commit.event.session_id, commit.event.turn) == (*session_id, *seq);
    let answered = is_answer.then_some(&commit.event);
    let row = params![
        lane.drive_thru(),
        lane.lane(),
        session,
        seq,
        answered.map(|event| event.event_id),
        answered.map(|event| event.fingerprint),
        answered.and_then(|event| event.seen),
        Time(*at),
        menu_version,
        actor,
        event,
        turn
    ];
    execute_on_one(connection, sql, row)?;
    Ok(connection.last_insert_rowid())
}

/// The number of a turn's session, which may begin with it.
fn session_number(connection: &Connection, lane: &LaneKey, first: &AuditRecord) -> Result<i64> {
    let sql = "SELECT number FROM sessions WHERE session_id = ?";
    if let Some(number) = one(connection, sql, [first.session_id], |row| row.get(0))? {
        return Ok(number);
    }
    let sql = "INSERT INTO sessions (session_id, drive_thru, lane, began_at) VALUES (?, ?, ?, ?)";
    execute(connection, sql, params![first.session_id, lane.drive_thru(), lane.lane(), Time(first.at)])?;
    Ok(connection.last_insert_rowid())
}

/// A session ends with its last turn.
fn end_session(connection: &Connection, session_id: Uuid, end: End) -> Result<()> {
    let sql = "UPDATE sessions SET end = ?1,
                 ended_at = (SELECT at FROM feed WHERE session = number ORDER BY seq DESC LIMIT 1)
               WHERE session_id = ?2";
    execute(connection, sql, params![Word(end), session_id]).map(drop)
}

fn event(connection: &Connection, lane: &LaneKey, event_id: Uuid) -> Result<Option<EventRecord>> {
    let sql = "SELECT fingerprint, session_id, seq, seen FROM events
               JOIN feed ON id = entry JOIN sessions ON number = session
               WHERE events.drive_thru = ? AND events.lane = ? AND events.event_id = ?";
    one(connection, sql, (lane.drive_thru(), lane.lane(), event_id), |row| {
        Ok(EventRecord {
            event_id,
            fingerprint: row.get("fingerprint")?,
            session_id: row.get("session_id")?,
            turn: row.get("seq")?,
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
