//! The outbox in SQLite.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, TicketStatus};
use jiff::Timestamp;
use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use super::columns::{Json, RowCount, Time, json, lane_key};
use super::statements::{execute, execute_on_one, one};
use super::{SqliteStore, feed, tickets};
use crate::store::outbox::DUE_AT_ONCE;
use crate::store::{Delivery, OutboxEntry, OutboxStore, Result, Sending, StoreError, is_stored};

#[async_trait]
impl OutboxStore for SqliteStore {
    async fn send(&self, sending: Sending) -> Result<bool> {
        let is_sent = is_stored(self.writer.write(move |connection| send(connection, &sending)).await)?;
        self.bells.ring_all();
        Ok(is_sent)
    }

    async fn outbox(&self, now: Timestamp, limit: usize) -> Result<Vec<OutboxEntry>> {
        let sql = "SELECT * FROM outbox
                   WHERE id IN (SELECT min(id) FROM outbox WHERE state = 'pending' GROUP BY drive_thru, lane)
                     AND max(next_attempt_at, ifnull(claimed_until, next_attempt_at)) <= ?
                   ORDER BY id LIMIT ?";
        loop {
            let read = self.reader.all(sql, (Time(now), RowCount(limit)), readable).await?;
            let unreadable: Vec<i64> = read.iter().filter_map(|read| read.as_ref().err().copied()).collect();
            if unreadable.is_empty() {
                return Ok(read.into_iter().flatten().collect());
            }
            for id in unreadable {
                self.set_aside(id).await?;
            }
        }
    }

    async fn oldest_message(&self, lane: &LaneKey) -> Result<Option<OutboxEntry>> {
        let sql = "SELECT * FROM outbox WHERE drive_thru = ? AND lane = ? AND state = 'pending'
                   ORDER BY id LIMIT 1";
        let key = (lane.drive_thru().to_owned(), lane.lane().to_owned());
        loop {
            match self.reader.one(sql, key.clone(), readable).await? {
                Some(Err(id)) => self.set_aside(id).await?,
                Some(Ok(entry)) => return Ok(Some(entry)),
                None => return Ok(None),
            }
        }
    }

    async fn claim(
        &self,
        entry: &OutboxEntry,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OutboxEntry>> {
        let sql = "UPDATE outbox SET claims = claims + 1, claimed_until = ?4
                   WHERE id = ?1 AND state = 'pending' AND claims = ?2 AND next_attempt_at <= ?3
                     AND (claimed_until IS NULL OR claimed_until <= ?3)";
        let row = (entry.id, entry.claims, Time(now), Time(until));
        let claim = move |connection: &Connection| execute_on_one(connection, sql, row);
        let is_claimed = is_stored(self.writer.write(claim).await)?;
        Ok(is_claimed.then(|| entry.claimed(until)))
    }

    async fn renew(&self, entry: &OutboxEntry, until: Timestamp) -> Result<()> {
        let sql = "UPDATE outbox SET claimed_until = ? WHERE id = ? AND claims = ? AND state = 'pending'";
        self.writer.execute(sql, (Time(until), entry.id, entry.claims)).await
    }

    async fn settle(&self, entry: &OutboxEntry, at: Timestamp, delivery: Delivery) -> Result<()> {
        let (settled, drive_thru) = (entry.clone(), entry.lane.drive_thru());
        self.writer.write(move |connection| settle(connection, &settled, at, &delivery)).await?;
        self.bells.ring(drive_thru);
        Ok(())
    }
}

impl SqliteStore {
    /// Takes a message that cannot be read out of the way of the others.
    async fn set_aside(&self, id: i64) -> Result<()> {
        metrics::counter!("carhop_messages_unreadable_total").increment(1);
        tracing::error!(message.id = id, "a message to the POS cannot be read, and is given up");
        let sql = "UPDATE outbox SET state = 'dead' WHERE id = ? AND state = 'pending'";
        self.writer.execute(sql, [id]).await
    }
}

pub(super) fn add_message(
    connection: &Connection,
    lane: &LaneKey,
    message: &Message,
    stored_at: Timestamp,
) -> Result<()> {
    let sql =
        "INSERT INTO outbox (drive_thru, lane, message, stored_at, next_attempt_at) VALUES (?, ?, ?, ?, ?)";
    let row = params![lane.drive_thru(), lane.lane(), json(message)?, Time(stored_at), Time(DUE_AT_ONCE)];
    execute_on_one(connection, sql, row)
}

/// Sends a message about a ticket. A conflict if the ticket is not as it has to be.
fn send(connection: &Connection, sending: &Sending) -> Result<()> {
    let Sending { status_before, status, note, message } = sending;
    let ticket_id = message.body.ticket_id();
    tickets::change_status(connection, ticket_id, *status_before, *status)?;
    let lane = tickets::ticket(connection, ticket_id)?.ok_or(StoreError::Conflict)?.lane;
    if sending.needs_quiet() && is_waiting(connection, &lane, ticket_id)? {
        return Err(StoreError::Conflict);
    }
    add_message(connection, &lane, message, note.at)?;
    feed::add_ticket(connection, ticket_id)?;
    tickets::add_note(connection, ticket_id, note)
}

/// Whether a message about a ticket of that lane waits.
fn is_waiting(connection: &Connection, lane: &LaneKey, ticket_id: Uuid) -> Result<bool> {
    let sql = "SELECT 1 FROM outbox WHERE drive_thru = ? AND lane = ? AND state = 'pending'
                 AND message ->> '$.data.ticket_id' = ? LIMIT 1";
    let of_ticket = (lane.drive_thru(), lane.lane(), ticket_id.to_string());
    Ok(one(connection, sql, of_ticket, |_| Ok(()))?.is_some())
}

fn settle(connection: &Connection, entry: &OutboxEntry, at: Timestamp, delivery: &Delivery) -> Result<()> {
    let finish = |state: &str| {
        let sql = "UPDATE outbox SET state = ? WHERE id = ? AND claims = ? AND state = 'pending'";
        execute(connection, sql, params![state, entry.id, entry.claims])
    };
    let changed = match delivery {
        Delivery::Delivered => finish("delivered")?,
        Delivery::Dead { .. } => finish("dead")?,
        Delivery::Failed { next_attempt_at, .. } => {
            let sql = "UPDATE outbox SET attempts = attempts + 1, next_attempt_at = ?, claimed_until = NULL
                       WHERE id = ? AND claims = ? AND state = 'pending'";
            execute(connection, sql, params![Time(*next_attempt_at), entry.id, entry.claims])?
        }
    };
    if changed == 0 {
        entry.log_late_settling();
        return Ok(());
    }
    let ticket_id = entry.message.body.ticket_id();
    if delivery.is_death_of_ticket(&entry.message) {
        let (before, after) = (TicketStatus::Pending, TicketStatus::Dead);
        is_stored(tickets::change_status(connection, ticket_id, before, after))?;
    }
    feed::add_ticket(connection, ticket_id)?;
    tickets::add_note(connection, ticket_id, &delivery.note(at, &entry.message))
}

/// A message, or the number of one that cannot be read.
fn readable(row: &Row<'_>) -> rusqlite::Result<std::result::Result<OutboxEntry, i64>> {
    let id = row.get("id")?;
    Ok(outbox_entry(row).map_err(|error| {
        tracing::error!(message.id = id, %error, "a message to the POS is damaged");
        id
    }))
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
