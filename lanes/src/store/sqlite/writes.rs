//! What the writer thread is asked. Each is stored whole or, of an error, not at all: the caller undoes it.

use fsm::ids::{ItemId, LaneKey};
use fsm::machine::End;
use fsm::ticket::{Message, MessageBody, Payment, TicketStatus};
use jiff::Timestamp;
use rusqlite::{Connection, params};
use uuid::Uuid;

use super::columns::{Day, Time, Word};
use crate::store::{
    AuditRecord, Commit, DUE_AT_ONCE, Delivery, EventRecord, FEED_ENTRIES_KEPT, OrderNumbers, OutboxEntry,
    Sending, StoreError, TicketChange, TicketNote,
};

/// Stores a turn. `session` is the session after it as JSON.
pub(super) fn commit(
    connection: &Connection,
    commit: &Commit,
    session: &str,
    stored_at: Timestamp,
) -> Result<(), StoreError> {
    if let Some(known) = super::reads::event(connection, &commit.lane, commit.event.event_id)? {
        return Err(StoreError::TakenBefore(known));
    }
    put_lane(connection, commit, session)?;
    add_event(connection, &commit.lane, &commit.event)?;
    for record in &commit.audit {
        add_audit(connection, &commit.lane, record)?;
    }
    if let Some((session_id, end)) = commit.ended {
        end_session(connection, session_id, end)?;
    }
    for message in &commit.outbox {
        add_ticket(connection, &commit.lane, message)?;
        add_message(connection, &commit.lane, message, stored_at)?;
    }
    for change in &commit.tickets {
        change_ticket(connection, change)?;
    }
    Ok(())
}

pub(super) fn change_ticket(connection: &Connection, change: &TicketChange) -> Result<(), StoreError> {
    let TicketChange { ticket_id, status, payment, pos_reference, note } = change;
    let sql = "UPDATE tickets SET status = ?, payment = ?, pos_reference = coalesce(?, pos_reference)
               WHERE ticket_id = ?";
    let changed = execute(connection, sql, params![Word(status), Word(payment), pos_reference, ticket_id])?;
    if changed == 0 {
        tracing::error!(ticket.id = %ticket_id, "a ticket that is not stored was to be changed");
        return Ok(());
    }
    tell_of_ticket(connection, *ticket_id)?;
    note.as_ref().map_or(Ok(()), |note| add_note(connection, *ticket_id, note))
}

/// Sends a message about a ticket; a conflict if the ticket is not as it has to be.
pub(super) fn send(connection: &Connection, sending: &Sending) -> Result<(), StoreError> {
    let Sending { status_before, status, note, message } = sending;
    let ticket_id = message.body.ticket_id();
    let sql = "UPDATE tickets SET status = ? WHERE ticket_id = ? AND status = ?";
    let changed = execute(connection, sql, params![Word(status), ticket_id, Word(status_before)])?;
    let ticket = super::reads::ticket(connection, ticket_id)?.filter(|_| changed == 1);
    let lane = ticket.ok_or(StoreError::Conflict)?.lane;
    if sending.needs_quiet() && super::reads::is_waiting(connection, &lane, ticket_id)? {
        return Err(StoreError::Conflict);
    }
    add_message(connection, &lane, message, note.at)?;
    tell_of_ticket(connection, ticket_id)?;
    add_note(connection, ticket_id, note)
}

/// Claims a message; a conflict if it is delivered, or claimed by another.
pub(super) fn claim(
    connection: &Connection,
    id: i64,
    claims: u32,
    now: Timestamp,
    until: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE outbox SET claims = claims + 1, claimed_until = ?4
               WHERE id = ?1 AND state = 'pending' AND claims = ?2 AND next_attempt_at <= ?3
                 AND (claimed_until IS NULL OR claimed_until <= ?3)";
    match execute(connection, sql, params![id, claims, Time(now), Time(until)])? {
        1 => Ok(()),
        _ => Err(StoreError::Conflict),
    }
}

/// Lets a claim hold longer, unless another came after it.
pub(super) fn renew(
    connection: &Connection,
    id: i64,
    claims: u32,
    until: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE outbox SET claimed_until = ? WHERE id = ? AND claims = ? AND state = 'pending'";
    execute(connection, sql, params![Time(until), id, claims])?;
    Ok(())
}

/// Ends the claims of a process that is gone, without telling what came of them.
pub(super) fn let_claims_go(connection: &Connection) -> Result<(), StoreError> {
    let sql = "UPDATE outbox SET claimed_until = ? WHERE state = 'pending' AND claimed_until IS NOT NULL";
    execute(connection, sql, params![Time(DUE_AT_ONCE)])?;
    Ok(())
}

pub(super) fn settle(
    connection: &Connection,
    entry: &OutboxEntry,
    at: Timestamp,
    delivery: &Delivery,
) -> Result<(), StoreError> {
    let sql = match delivery {
        Delivery::Delivered => "UPDATE outbox SET state = 'delivered'",
        Delivery::Failed { .. } => {
            "UPDATE outbox SET attempts = attempts + 1, next_attempt_at = ?3, claimed_until = NULL"
        }
        Delivery::Dead { .. } => "UPDATE outbox SET state = 'dead'",
    };
    let sql = format!("{sql} WHERE id = ?1 AND claims = ?2 AND state = 'pending'");
    let changed = match delivery {
        Delivery::Failed { next_attempt_at, .. } => {
            execute(connection, &sql, params![entry.id, entry.claims, Time(*next_attempt_at)])?
        }
        Delivery::Delivered | Delivery::Dead { .. } => {
            execute(connection, &sql, params![entry.id, entry.claims])?
        }
    };
    if changed == 0 {
        entry.warn_of_late_settling();
        return Ok(());
    }
    let ticket_id = entry.message.body.ticket_id();
    if matches!((delivery, &entry.message.body), (Delivery::Dead { .. }, MessageBody::Created(_))) {
        let sql = "UPDATE tickets SET status = ? WHERE ticket_id = ? AND status = ?";
        let (dead, pending) = (Word(TicketStatus::Dead), Word(TicketStatus::Pending));
        execute(connection, sql, params![dead, ticket_id, pending])?;
    }
    tell_of_ticket(connection, ticket_id)?;
    add_note(connection, ticket_id, &delivery.note(at, &entry.message))
}

pub(super) fn put_menu(connection: &Connection, drive_thru: &str, document: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO menus (drive_thru, document) VALUES (?, ?)
               ON CONFLICT DO UPDATE SET document = excluded.document";
    execute(connection, sql, params![drive_thru, document])?;
    execute(connection, "DELETE FROM availability WHERE drive_thru = ?", params![drive_thru])?;
    Ok(())
}

pub(super) fn set_available(
    connection: &Connection,
    drive_thru: &str,
    item: &ItemId,
    available: bool,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO availability (drive_thru, item, available) VALUES (?, ?, ?)
               ON CONFLICT DO UPDATE SET available = excluded.available";
    execute(connection, sql, params![drive_thru, item.as_str(), available])?;
    Ok(())
}

pub(super) fn forget_events(connection: &Connection, sessions: &[Uuid]) -> Result<(), StoreError> {
    for session_id in sessions {
        execute(connection, "DELETE FROM events WHERE session_id = ?", params![session_id])?;
        execute(connection, "UPDATE sessions SET events_kept = 0 WHERE session_id = ?", params![session_id])?;
    }
    Ok(())
}

/// Forgets what a drive-thru's feed need not reach back to. Ids are not given again, since the newest entry stays.
pub(super) fn forget_feed(connection: &Connection, drive_thru: &str) -> Result<(), StoreError> {
    let sql = format!(
        "DELETE FROM feed WHERE drive_thru = ?1 AND id <= (
            SELECT id FROM feed WHERE drive_thru = ?1 ORDER BY id DESC LIMIT 1 OFFSET {FEED_ENTRIES_KEPT})"
    );
    execute(connection, &sql, params![drive_thru])?;
    Ok(())
}

pub(super) fn probe(connection: &Connection) -> Result<(), StoreError> {
    execute(connection, "UPDATE probe SET probes = probes + 1", params![])?;
    Ok(())
}

fn put_lane(connection: &Connection, commit: &Commit, session: &str) -> Result<(), StoreError> {
    // Version 0 is a lane without a row: where there is one, its key is taken.
    let sql = if commit.expected_version == 0 {
        "INSERT INTO lanes (session, session_id, business_date, order_number, version, drive_thru, lane)
         VALUES (?1, ?2, ?3, ?4, ?5 + 1, ?6, ?7)"
    } else {
        "UPDATE lanes SET session = ?1, session_id = ?2, business_date = ?3, order_number = ?4, version = ?5 + 1
         WHERE drive_thru = ?6 AND lane = ?7 AND version = ?5"
    };
    let Commit { lane, expected_version, order_numbers: OrderNumbers { business_date, last }, .. } = commit;
    let session_id = commit.session.session_id();
    let business_date = business_date.map(Day);
    let row =
        params![session, session_id, business_date, last, expected_version, lane.drive_thru(), lane.lane()];
    if execute(connection, sql, row)? == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}

fn add_event(connection: &Connection, lane: &LaneKey, event: &EventRecord) -> Result<(), StoreError> {
    let EventRecord { event_id, fingerprint, session_id, turn, seen } = event;
    let sql = "INSERT INTO events (drive_thru, lane, event_id, fingerprint, session_id, turn, seen)
               VALUES (?, ?, ?, ?, ?, ?, ?)";
    let row = params![lane.drive_thru(), lane.lane(), event_id, fingerprint, session_id, turn, seen];
    execute(connection, sql, row)?;
    Ok(())
}

fn add_audit(connection: &Connection, lane: &LaneKey, record: &AuditRecord) -> Result<(), StoreError> {
    let AuditRecord { session_id, seq, at, menu_version, event, turn } = record;
    let sql = "INSERT INTO sessions (session_id, drive_thru, lane) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    execute(connection, sql, params![session_id, lane.drive_thru(), lane.lane()])?;
    let sql = "INSERT INTO audit (session_id, seq, at, menu_version, event, turn) VALUES (?, ?, ?, ?, ?, ?)";
    execute(connection, sql, params![session_id, seq, Time(*at), menu_version, event, turn])?;
    let sql = "INSERT INTO feed (drive_thru, lane, session_id, seq) VALUES (?, ?, ?, ?)";
    execute(connection, sql, params![lane.drive_thru(), lane.lane(), session_id, seq])?;
    Ok(())
}

/// A session ends with its last turn.
fn end_session(connection: &Connection, session_id: Uuid, end: End) -> Result<(), StoreError> {
    let sql = "UPDATE sessions SET end = ?1,
                 ended_at = (SELECT at FROM audit WHERE audit.session_id = ?2 ORDER BY seq DESC LIMIT 1)
               WHERE session_id = ?2";
    execute(connection, sql, params![Word(end), session_id])?;
    Ok(())
}

fn add_message(
    connection: &Connection,
    lane: &LaneKey,
    message: &Message,
    stored_at: Timestamp,
) -> Result<(), StoreError> {
    let json = super::columns::json(message)?;
    let sql =
        "INSERT INTO outbox (drive_thru, lane, message, stored_at, next_attempt_at) VALUES (?, ?, ?, ?, ?)";
    let row = params![lane.drive_thru(), lane.lane(), json, Time(stored_at), Time(DUE_AT_ONCE)];
    execute(connection, sql, row)?;
    Ok(())
}

fn add_ticket(connection: &Connection, lane: &LaneKey, message: &Message) -> Result<(), StoreError> {
    let MessageBody::Created(ticket) = &message.body else { return Ok(()) };
    let json = super::columns::json(message)?;
    let sql = "INSERT INTO tickets (ticket_id, drive_thru, lane, status, payment, message) VALUES (?, ?, ?, ?, ?, ?)";
    let (status, payment) = (Word(TicketStatus::Pending), Word(Payment::None));
    execute(
        connection,
        sql,
        params![ticket.ticket_id, lane.drive_thru(), lane.lane(), status, payment, json],
    )?;
    tell_of_ticket(connection, ticket.ticket_id)
}

/// Puts a ticket into its drive-thru's feed.
fn tell_of_ticket(connection: &Connection, ticket_id: Uuid) -> Result<(), StoreError> {
    let sql = "INSERT INTO feed (drive_thru, lane, ticket_id)
               SELECT drive_thru, lane, ticket_id FROM tickets WHERE ticket_id = ?";
    execute(connection, sql, params![ticket_id])?;
    Ok(())
}

fn add_note(connection: &Connection, ticket_id: Uuid, note: &TicketNote) -> Result<(), StoreError> {
    let TicketNote { at, what, detail, id } = note;
    let sql = "INSERT INTO ticket_notes (ticket_id, at, what, detail, said_as) VALUES (?, ?, ?, ?, ?)";
    execute(connection, sql, params![ticket_id, Time(*at), what, detail, id])?;
    Ok(())
}

fn execute(connection: &Connection, sql: &str, params: &[&dyn rusqlite::ToSql]) -> Result<usize, StoreError> {
    Ok(connection.prepare_cached(sql)?.execute(params)?)
}
