//! What the reader thread is asked. Each question is answered as of one moment.

use fsm::ids::{ItemId, LaneKey};
use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, ToSql};
use uuid::Uuid;

use super::columns::{Day, Json, Time, Word, lane_key};
use crate::store::{
    AuditLog, AuditRecord, EventRecord, FEED_ENTRIES_KEPT, FeedEntry, FeedId, FeedItem, LISTED_MAX,
    LaneRecord, MenuRecord, OrderNumbers, OutboxEntry, StoreError, TicketNote, TicketRecord,
};

pub(super) fn lane(connection: &Connection, lane: &LaneKey) -> Result<LaneRecord, StoreError> {
    let sql = "SELECT * FROM lane_records WHERE drive_thru = ? AND lane = ?";
    Ok(one(connection, sql, (lane.drive_thru(), lane.lane()), lane_record)?.unwrap_or_default())
}

pub(super) fn lanes(
    connection: &Connection,
    drive_thru: &str,
) -> Result<Vec<(LaneKey, LaneRecord)>, StoreError> {
    let sql = "SELECT * FROM lane_records WHERE drive_thru = ? ORDER BY lane";
    all(connection, sql, [drive_thru], |row| Ok((lane_key(row)?, lane_record(row)?)))
}

pub(super) fn active_lanes(connection: &Connection) -> Result<Vec<LaneKey>, StoreError> {
    let sql = "SELECT drive_thru, lane FROM lanes WHERE session_id IS NOT NULL ORDER BY drive_thru, lane";
    all(connection, sql, [], lane_key)
}

pub(super) fn event(
    connection: &Connection,
    lane: &LaneKey,
    event_id: Uuid,
) -> Result<Option<EventRecord>, StoreError> {
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

pub(super) fn turns_between(
    connection: &Connection,
    session_id: Uuid,
    after: u32,
    before: u32,
) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT turn FROM audit WHERE session_id = ? AND seq > ? AND seq < ? ORDER BY seq";
    all(connection, sql, (session_id, after, before), |row| row.get(0))
}

pub(super) fn turn(
    connection: &Connection,
    session_id: Uuid,
    turn: u32,
) -> Result<Option<String>, StoreError> {
    one(connection, "SELECT turn FROM audit WHERE session_id = ? AND seq = ?", (session_id, turn), |row| {
        row.get(0)
    })
}

pub(super) fn audit(connection: &Connection, session_id: Uuid) -> Result<Option<AuditLog>, StoreError> {
    let sql = "SELECT drive_thru, lane, end FROM sessions WHERE session_id = ?";
    let log = one(connection, sql, [session_id], |row| {
        let end = row.get::<_, Option<Word<_>>>("end")?.map(|Word(end)| end);
        Ok(AuditLog { lane: lane_key(row)?, end, entries: Vec::new() })
    })?;
    let Some(log) = log else { return Ok(None) };
    let sql = "SELECT seq, at, menu_version, event, turn FROM audit WHERE session_id = ? ORDER BY seq";
    let entries = all(connection, sql, [session_id], |row| audit_record(session_id, row))?;
    Ok(Some(AuditLog { entries, ..log }))
}

fn audit_record(session_id: Uuid, row: &Row<'_>) -> rusqlite::Result<AuditRecord> {
    Ok(AuditRecord {
        session_id,
        seq: row.get("seq")?,
        at: row.get::<_, Time>("at")?.0,
        menu_version: row.get("menu_version")?,
        event: row.get("event")?,
        turn: row.get("turn")?,
    })
}

pub(super) fn feed(
    connection: &Connection,
    drive_thru: &str,
    after: FeedId,
    limit: usize,
) -> Result<Vec<FeedEntry>, StoreError> {
    let sql = "SELECT feed.*, at, menu_version, event, turn FROM feed LEFT JOIN audit USING (session_id, seq)
               WHERE drive_thru = ? AND feed.id > ? ORDER BY feed.id LIMIT ?";
    all(connection, sql, (drive_thru, row_id(after), row_count(limit)), |row| {
        let item = match (row.get("session_id")?, row.get("ticket_id")?) {
            (Some(session_id), _) => FeedItem::Turn(Box::new(audit_record(session_id, row)?)),
            (None, Some(ticket_id)) => FeedItem::Ticket(ticket_id),
            (None, None) => FeedItem::Gap,
        };
        Ok(FeedEntry { id: feed_id(row.get("id")?), lane: lane_key(row)?, item })
    })
}

pub(super) fn feed_end(connection: &Connection, drive_thru: &str) -> Result<FeedId, StoreError> {
    let sql = "SELECT id FROM feed WHERE drive_thru = ? ORDER BY id DESC LIMIT 1";
    let end = one(connection, sql, [drive_thru], |row| row.get(0))?;
    Ok(end.map_or(FeedId::START, feed_id))
}

pub(super) fn feed_reaches(
    connection: &Connection,
    drive_thru: &str,
    id: FeedId,
) -> Result<bool, StoreError> {
    let reaches = if id == FeedId::START {
        let sql = "SELECT count(*) < ? FROM feed WHERE drive_thru = ?";
        one(connection, sql, (row_count(FEED_ENTRIES_KEPT), drive_thru), |row| row.get(0))?
    } else {
        let sql = "SELECT 1 FROM feed WHERE id = ? AND drive_thru = ?";
        one(connection, sql, (row_id(id), drive_thru), |row| row.get(0))?
    };
    Ok(reaches.unwrap_or(false))
}

pub(super) fn feed_place(
    connection: &Connection,
    lane: &LaneKey,
    session_id: Uuid,
    turn: u32,
) -> Result<Option<FeedId>, StoreError> {
    // Who asks was away for a short time mostly, so the newest are looked at first.
    let sql = "SELECT id FROM feed WHERE drive_thru = ? AND lane = ? AND session_id = ? AND seq = ?
               ORDER BY id DESC LIMIT 1";
    let place = one(connection, sql, (lane.drive_thru(), lane.lane(), session_id, turn), |row| row.get(0))?;
    Ok(place.map(feed_id))
}

pub(super) fn drive_thrus(connection: &Connection) -> Result<Vec<String>, StoreError> {
    all(connection, "SELECT DISTINCT drive_thru FROM lanes ORDER BY drive_thru", [], |row| row.get(0))
}

fn feed_id(row_id: u64) -> FeedId {
    FeedId { major: row_id, minor: 0 }
}

fn row_id(id: FeedId) -> i64 {
    i64::try_from(id.major).unwrap_or(i64::MAX)
}

pub(super) fn ticket(connection: &Connection, ticket_id: Uuid) -> Result<Option<TicketRecord>, StoreError> {
    let sql = "SELECT * FROM tickets WHERE ticket_id = ?";
    let ticket = one(connection, sql, [ticket_id], ticket_record)?;
    ticket.map(|ticket| with_history(connection, ticket)).transpose()
}

/// The void tickets of a drive-thru that the POS was never told of, and is not about to be. Each void ticket is asked
/// for its notes, so only the newest are.
fn given_up_voids() -> String {
    format!(
        "SELECT * FROM (
            SELECT * FROM tickets WHERE drive_thru = ?1 AND status = 'voided'
            ORDER BY made_at DESC, ticket_id DESC LIMIT {LISTED_MAX}
         ) AS void WHERE 'dead' = (
            SELECT what FROM ticket_notes AS note
            WHERE note.ticket_id = void.ticket_id AND substr(detail, 1, 13) = 'ticket.voided'
            ORDER BY id DESC LIMIT 1)"
    )
}

pub(super) fn tickets(
    connection: &Connection,
    drive_thru: &str,
    status: Option<TicketStatus>,
    limit: usize,
) -> Result<Vec<TicketRecord>, StoreError> {
    let of_status = match status {
        None => String::new(),
        Some(TicketStatus::Dead) => format!("AND status = ?3 UNION ALL {}", given_up_voids()),
        Some(_) => "AND status = ?3".to_owned(),
    };
    let sql = format!(
        "SELECT * FROM tickets WHERE drive_thru = ?1 {of_status} ORDER BY made_at DESC, ticket_id DESC LIMIT ?2"
    );
    let found = match status {
        Some(status) => all(connection, &sql, (drive_thru, row_count(limit), Word(status)), ticket_record)?,
        None => all(connection, &sql, (drive_thru, row_count(limit)), ticket_record)?,
    };
    found.into_iter().map(|ticket| with_history(connection, ticket)).collect()
}

/// Whether a message about a ticket of that lane waits.
pub(super) fn is_waiting(
    connection: &Connection,
    lane: &LaneKey,
    ticket_id: Uuid,
) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM outbox WHERE drive_thru = ? AND lane = ? AND state = 'pending'
                 AND message ->> '$.data.ticket_id' = ?)";
    let ticket_id = ticket_id.to_string();
    Ok(one(connection, sql, (lane.drive_thru(), lane.lane(), ticket_id), |row| row.get(0))?
        .unwrap_or_default())
}

fn with_history(connection: &Connection, ticket: TicketRecord) -> Result<TicketRecord, StoreError> {
    let ticket_id = ticket.message.body.ticket_id();
    let sql = "SELECT at, what, detail, said_as FROM ticket_notes WHERE ticket_id = ? ORDER BY id";
    let history = all(connection, sql, [ticket_id], |row| {
        let (Time(at), id) = (row.get("at")?, row.get("said_as")?);
        Ok(TicketNote { at, what: row.get("what")?, detail: row.get("detail")?, id })
    })?;
    Ok(TicketRecord { history, ..ticket })
}

pub(super) fn outbox(
    connection: &Connection,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<OutboxEntry>, StoreError> {
    let sql = "SELECT * FROM outbox
               WHERE id IN (SELECT min(id) FROM outbox WHERE state = 'pending' GROUP BY drive_thru, lane)
                 AND max(next_attempt_at, ifnull(claimed_until, next_attempt_at)) <= ?
               ORDER BY id LIMIT ?";
    all(connection, sql, (Time(now), row_count(limit)), outbox_entry)
}

pub(super) fn oldest_message(
    connection: &Connection,
    lane: &LaneKey,
) -> Result<Option<OutboxEntry>, StoreError> {
    let sql =
        "SELECT * FROM outbox WHERE drive_thru = ? AND lane = ? AND state = 'pending' ORDER BY id LIMIT 1";
    one(connection, sql, (lane.drive_thru(), lane.lane()), outbox_entry)
}

fn outbox_entry(row: &Row<'_>) -> rusqlite::Result<OutboxEntry> {
    Ok(OutboxEntry {
        id: row.get("id")?,
        lane: lane_key(row)?,
        message: row.get::<_, Json<_>>("message")?.0,
        stored_at: row.get::<_, Time>("stored_at")?.0,
        attempts: row.get("attempts")?,
        next_attempt_at: row.get::<_, Time>("next_attempt_at")?.0,
        claims: row.get("claims")?,
        claimed_until: row.get::<_, Option<Time>>("claimed_until")?.map(|Time(until)| until),
    })
}

pub(super) fn menu(connection: &Connection, drive_thru: &str) -> Result<MenuRecord, StoreError> {
    let document =
        one(connection, "SELECT document FROM menus WHERE drive_thru = ?", [drive_thru], |row| row.get(0))?;
    let sql = "SELECT item, available FROM availability WHERE drive_thru = ? ORDER BY item";
    let availability = all(connection, sql, [drive_thru], |row| {
        let item: String = row.get("item")?;
        Ok((ItemId::from(item.as_str()), row.get("available")?))
    })?;
    Ok(MenuRecord { document, availability })
}

pub(super) fn drive_thrus_with_menus(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT drive_thru FROM menus UNION SELECT drive_thru FROM availability ORDER BY drive_thru";
    all(connection, sql, [], |row| row.get(0))
}

pub(super) fn sessions_to_forget(
    connection: &Connection,
    ended_before: Timestamp,
    limit: usize,
) -> Result<Vec<Uuid>, StoreError> {
    let sql =
        "SELECT session_id FROM sessions WHERE events_kept = 1 AND ended_at < ? ORDER BY ended_at LIMIT ?";
    all(connection, sql, (Time(ended_before), row_count(limit)), |row| row.get(0))
}

fn ticket_record(row: &Row<'_>) -> rusqlite::Result<TicketRecord> {
    Ok(TicketRecord {
        lane: lane_key(row)?,
        status: row.get::<_, Word<_>>("status")?.0,
        payment: row.get::<_, Word<_>>("payment")?.0,
        pos_reference: row.get("pos_reference")?,
        message: row.get::<_, Json<_>>("message")?.0,
        history: Vec::new(),
    })
}

fn lane_record(row: &Row<'_>) -> rusqlite::Result<LaneRecord> {
    Ok(LaneRecord {
        version: row.get("version")?,
        stamp: None,
        session: row.get::<_, Json<_>>("session")?.0,
        order_numbers: OrderNumbers {
            business_date: row.get::<_, Option<Day>>("business_date")?.map(|Day(date)| date),
            last: row.get("order_number")?,
        },
        last_turn: row.get("last_turn")?,
    })
}

fn one<T>(
    connection: &Connection,
    sql: &str,
    params: impl rusqlite::Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    Ok(connection.prepare_cached(sql)?.query_row(params, read).optional()?)
}

fn all<T>(
    connection: &Connection,
    sql: &str,
    params: impl rusqlite::Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    Ok(connection.prepare_cached(sql)?.query_map(params, read)?.collect::<rusqlite::Result<_>>()?)
}

/// SQLite counts rows with a sign.
fn row_count(limit: usize) -> impl ToSql {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
