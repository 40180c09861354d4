//! Tickets in SQLite.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, MessageBody, Payment, TicketStatus};
use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use super::columns::{Json, RowCount, Time, Word, json, lane_key};
use super::statements::{all, execute, execute_on_one, one};
use super::{SqliteStore, feed};
use crate::store::tickets::LISTED_MAX;
use crate::store::{Result, StoreError, TicketChange, TicketNote, TicketRecord, TicketStore};

#[async_trait]
impl TicketStore for SqliteStore {
    async fn ticket(&self, ticket_id: Uuid) -> Result<Option<TicketRecord>> {
        self.reader.read(move |connection| ticket(connection, ticket_id)).await
    }

    async fn tickets(
        &self,
        drive_thru: &str,
        status: Option<TicketStatus>,
        limit: usize,
    ) -> Result<Vec<TicketRecord>> {
        let drive_thru = drive_thru.to_owned();
        self.reader.read(move |connection| tickets(connection, &drive_thru, status, limit)).await
    }

    async fn change_ticket(&self, status_before: TicketStatus, change: TicketChange) -> Result<()> {
        let write = move |connection: &Connection| {
            let ticket = ticket(connection, change.ticket_id)?;
            ticket.filter(|ticket| ticket.status == status_before).ok_or(StoreError::Conflict)?;
            change_ticket(connection, &change)
        };
        self.writer.write(write).await?;
        self.bells.ring_all();
        Ok(())
    }
}

/// Creates the ticket of a message, if it creates one.
pub(super) fn create_ticket(connection: &Connection, lane: &LaneKey, message: &Message) -> Result<()> {
    let MessageBody::Created(ticket) = &message.body else { return Ok(()) };
    let sql = "INSERT INTO tickets (ticket_id, drive_thru, lane, status, payment, message)
               VALUES (?, ?, ?, ?, ?, ?)";
    let (status, payment) = (Word(TicketStatus::Pending), Word(Payment::None));
    let row = params![ticket.ticket_id, lane.drive_thru(), lane.lane(), status, payment, json(message)?];
    execute_on_one(connection, sql, row)?;
    feed::add_ticket(connection, ticket.ticket_id)
}

pub(super) fn change_ticket(connection: &Connection, change: &TicketChange) -> Result<()> {
    let TicketChange { ticket_id, status, payment, pos_reference, note } = change;
    let sql = "UPDATE tickets SET status = ?, payment = coalesce(?, payment), pos_reference = coalesce(?, pos_reference)
               WHERE ticket_id = ?";
    let row = params![Word(status), payment.map(Word), pos_reference, ticket_id];
    if execute(connection, sql, row)? == 0 {
        change.log_unknown();
        return Ok(());
    }
    feed::add_ticket(connection, *ticket_id)?;
    note.as_ref().map_or(Ok(()), |note| add_note(connection, *ticket_id, note))
}

/// Changes the status of a ticket that has another. A conflict if it has not.
pub(super) fn change_status(
    connection: &Connection,
    ticket_id: Uuid,
    before: TicketStatus,
    after: TicketStatus,
) -> Result<()> {
    let sql = "UPDATE tickets SET status = ? WHERE ticket_id = ? AND status = ?";
    execute_on_one(connection, sql, params![Word(after), ticket_id, Word(before)])
}

pub(super) fn add_note(connection: &Connection, ticket_id: Uuid, note: &TicketNote) -> Result<()> {
    let TicketNote { at, what, detail, id, actor } = note;
    let sql =
        "INSERT INTO ticket_notes (ticket_id, at, what, detail, said_as, actor) VALUES (?, ?, ?, ?, ?, ?)";
    let actor = actor.as_ref().map(json).transpose()?;
    execute_on_one(connection, sql, params![ticket_id, Time(*at), what, detail, id, actor])
}

pub(super) fn ticket(connection: &Connection, ticket_id: Uuid) -> Result<Option<TicketRecord>> {
    let sql = "SELECT * FROM tickets WHERE ticket_id = ?";
    let ticket = one(connection, sql, [ticket_id], ticket_record)?;
    ticket.map(|ticket| with_history(connection, ticket)).transpose()
}

fn tickets(
    connection: &Connection,
    drive_thru: &str,
    status: Option<TicketStatus>,
    limit: usize,
) -> Result<Vec<TicketRecord>> {
    let of_status = match status {
        None => String::new(),
        Some(TicketStatus::Dead) => format!("AND status = ?3 UNION ALL {}", given_up_voids()),
        Some(_) => "AND status = ?3".to_owned(),
    };
    let sql = format!(
        "SELECT * FROM tickets WHERE drive_thru = ?1 {of_status} ORDER BY made_at DESC, ticket_id DESC LIMIT ?2"
    );
    let found = match status {
        Some(status) => all(connection, &sql, (drive_thru, RowCount(limit), Word(status)), ticket_record)?,
        None => all(connection, &sql, (drive_thru, RowCount(limit)), ticket_record)?,
    };
    found.into_iter().map(|ticket| with_history(connection, ticket)).collect()
}

/// The void tickets of a drive-thru whose last `ticket.voided` was given up, and none waits. The notes of each void ticket
/// have to be read, so only the newest are asked.
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

fn with_history(connection: &Connection, ticket: TicketRecord) -> Result<TicketRecord> {
    let ticket_id = ticket.message.body.ticket_id();
    let sql = "SELECT at, what, detail, said_as, actor FROM ticket_notes WHERE ticket_id = ? ORDER BY id";
    let history = all(connection, sql, [ticket_id], |row| {
        let (Time(at), id) = (row.get("at")?, row.get("said_as")?);
        let actor = row.get::<_, Option<Json<_>>>("actor")?.map(|Json(actor)| actor);
        Ok(TicketNote { at, what: row.get("what")?, detail: row.get("detail")?, id, actor })
    })?;
    Ok(TicketRecord { history, ..ticket })
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
