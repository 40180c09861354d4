//! Tickets in Redis, and how long they and what leads to them are kept.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, MessageBody, Payment, TicketStatus};
use redis::{cmd, pipe};
use uuid::Uuid;

use super::guarded::{Guarded, Outcome};
use super::keys::{self, Keys};
use super::link::Link;
use super::values::{from_json, to_json};
use super::{RedisStore, lookup};
use crate::store::tickets::LISTED_MAX;
use crate::store::{RedisSettings, Result, StoreError, TicketChange, TicketNote, TicketRecord, TicketStore};

/// How much longer than a session or a settled ticket the key is kept that leads to it.
const PLACE_KEPT_LONGER_MS: u64 = 24 * 3_600_000;
/// How many members of the list are read in one go.
const PAGE: usize = 256;

#[async_trait]
impl TicketStore for RedisStore {
    async fn ticket(&self, ticket_id: Uuid) -> Result<Option<TicketRecord>> {
        let Some(lane) = lookup::lane_of(&self.link, ticket_id).await? else { return Ok(None) };
        ticket_of(&self.link, lane, ticket_id).await
    }

    async fn tickets(
        &self,
        drive_thru: &str,
        status: Option<TicketStatus>,
        limit: usize,
    ) -> Result<Vec<TicketRecord>> {
        let mut found = Vec::new();
        let mut first = 0;
        while found.len() < limit {
            let mut ask = cmd("ZREVRANGE");
            ask.arg(keys::tickets(drive_thru)).arg(first).arg(first + PAGE - 1);
            let members: Vec<String> = self.link.ask(&ask).await?;
            if members.is_empty() {
                break;
            }
            first += PAGE;
            let listed = members.iter().filter_map(|member| listed(drive_thru, member)).collect();
            let ask = async |(lane, ticket_id)| ticket_of(&self.link, lane, ticket_id).await;
            // A ticket that is listed and does not exist was never stored, or its time was up.
            let tickets = lookup::of_each(listed, ask).await?.into_iter().flatten();
            found.extend(tickets.filter(|ticket| status.is_none_or(|status| ticket.is_listed_as(status))));
        }
        found.truncate(limit);
        Ok(found)
    }

    async fn change_ticket(&self, status_before: TicketStatus, change: TicketChange) -> Result<()> {
        keep_place(&self.link, &self.settings, change.ticket_id, status_before).await?;
        let changed = self.try_to_change(status_before, &change).await;
        self.append_ticket_later(change.ticket_id, &changed);
        changed?;
        self.keep_place_later(change.ticket_id, change.status);
        Ok(())
    }
}

impl RedisStore {
    async fn try_to_change(&self, status_before: TicketStatus, change: &TicketChange) -> Result<()> {
        let lane = lookup::lane_of(&self.link, change.ticket_id).await?.ok_or(StoreError::Conflict)?;
        let mut writes = Guarded::default();
        let ticket = Keys(&lane).ticket(change.ticket_id);
        writes.asked_key(&ticket);
        writes.expect(&to_json(&status_before)?, &[&"HGET", &ticket, &"status"]);
        add_change(&mut writes, &self.settings, &lane, change)?;
        match writes.run(&self.link).await? {
            Outcome::Stored => Ok(()),
            Outcome::Conflict | Outcome::Known(_) => Err(StoreError::Conflict),
        }
    }

    /// Does [`keep_place`] after a ticket was settled, while nobody waits. If it fails, the key is kept too long, which
    /// is harmless.
    pub(super) fn keep_place_later(&self, ticket_id: Uuid, status: TicketStatus) {
        if !is_settled(status) {
            return;
        }
        let (link, settings) = (self.link.clone(), self.settings.clone());
        self.afterwards.spawn(async move {
            if let Err(error) = keep_place(&link, &settings, ticket_id, status).await {
                tracing::warn!(ticket.id = %ticket_id, %error, "where a settled ticket is found is kept for ever");
            }
        });
    }
}

/// Puts tickets that are about to be created on the list of the newest.
pub(super) async fn list(link: &Link, lane: &LaneKey, messages: &[Message]) -> Result<()> {
    let key = keys::tickets(lane.drive_thru());
    let mut pipeline = pipe();
    pipeline.atomic();
    for message in messages {
        if let MessageBody::Created(ticket) = &message.body {
            let member = format!("{}:{}", ticket.ticket_id, lane.lane());
            pipeline.zadd(&key, member, message.timestamp.as_microsecond());
        }
    }
    if !pipeline.is_empty() {
        pipeline.zremrangebyrank(&key, 0, -(LISTED_MAX + 1));
        let _: redis::Value = link.ask_all(&pipeline).await?;
    }
    Ok(())
}

fn listed(drive_thru: &str, member: &str) -> Option<(LaneKey, Uuid)> {
    let (ticket_id, lane) = member.split_once(':')?;
    Some((LaneKey::new(drive_thru, lane).ok()?, ticket_id.parse().ok()?))
}

/// Stores the lane of a ticket that is about to be created. A conflict if another lane has the ticket.
pub(super) async fn put_place(link: &Link, lane: &LaneKey, ticket_id: Uuid) -> Result<()> {
    let (place, member) = (keys::place(ticket_id), keys::member(lane));
    let before: Option<String> = link.ask(cmd("SET").arg(&place).arg(&member).arg("NX").arg("GET")).await?;
    let Some(other) = before.as_deref().and_then(keys::lane).filter(|other| other != lane) else {
        return Ok(());
    };
    // It may have been stored for a turn that was refused.
    let exists: bool = link.ask(cmd("EXISTS").arg(Keys(&other).ticket(ticket_id))).await?;
    if exists { Err(StoreError::Conflict) } else { link.ask(cmd("SET").arg(&place).arg(&member)).await }
}

/// Creates the ticket of a message, if it creates one.
pub(super) fn create_ticket(writes: &mut Guarded, lane: &LaneKey, message: &Message) -> Result<()> {
    let MessageBody::Created(ticket) = &message.body else { return Ok(()) };
    let key = Keys(lane).ticket(ticket.ticket_id);
    writes.key(&key, "hash");
    writes.expect("0", &[&"EXISTS", &key]);
    let (status, payment) = (to_json(&TicketStatus::Pending)?, to_json(&Payment::None)?);
    let json = to_json(message)?;
    writes.write(&[&"HSET", &key, &"status", &status, &"payment", &payment, &"message", &json]);
    Ok(())
}

/// Changes a ticket of a lane, if it exists.
pub(super) fn add_change(
    writes: &mut Guarded,
    settings: &RedisSettings,
    lane: &LaneKey,
    change: &TicketChange,
) -> Result<()> {
    let TicketChange { ticket_id, status, payment, pos_reference, note } = change;
    let (ticket, notes) = (Keys(lane).ticket(*ticket_id), Keys(lane).notes(*ticket_id));
    writes.key(&ticket, "hash");
    writes.key(&notes, "list");
    let (status_json, payment) = (to_json(status)?, to_json(payment)?);
    writes.write_if_there(&ticket, &[&"HSET", &ticket, &"status", &status_json, &"payment", &payment]);
    if let Some(reference) = pos_reference {
        writes.write_if_there(&ticket, &[&"HSET", &ticket, &"pos_reference", reference]);
    }
    if let Some(note) = note {
        writes.write_if_there(&ticket, &[&"RPUSH", &notes, &to_json(note)?]);
        if let Some(said) = note.id.map(keys::said) {
            writes.expect("0", &[&"HEXISTS", &ticket, &said]);
            writes.write_if_there(&ticket, &[&"HSET", &ticket, &said, &1]);
        }
    }
    keep(writes, settings, &[&ticket, &notes], *status);
    Ok(())
}

/// Keeps a ticket and its notes for as long as its status asks for.
pub(super) fn keep(writes: &mut Guarded, settings: &RedisSettings, keys: &[&String], status: TicketStatus) {
    for key in keys {
        if is_settled(status) {
            writes.write(&[&"PEXPIRE", *key, &kept_ms(settings)]);
        } else {
            writes.write(&[&"PERSIST", *key]);
        }
    }
}

/// Keeps the notes of a settled ticket for as long as the ticket: the first of them may come after it was settled.
pub(super) fn keep_notes(
    writes: &mut Guarded,
    settings: &RedisSettings,
    ticket: &str,
    notes: &str,
) -> Result<()> {
    for status in [TicketStatus::Acknowledged, TicketStatus::Rejected, TicketStatus::Voided] {
        let settled = to_json(&status)?;
        writes.write_if((ticket, "status", &settled), &[&"PEXPIRE", &notes, &kept_ms(settings)]);
    }
    Ok(())
}

/// Keeps the lane of a settled ticket for a day longer than the ticket. The key is in another slot than the ticket, so this
/// is done before a settled ticket changes, so that it is found until then, and again after a ticket is settled.
pub(super) async fn keep_place(
    link: &Link,
    settings: &RedisSettings,
    ticket_id: Uuid,
    status: TicketStatus,
) -> Result<()> {
    if !is_settled(status) {
        return Ok(());
    }
    link.ask(cmd("PEXPIRE").arg(keys::place(ticket_id)).arg(place_kept_ms(settings))).await
}

/// Whether nothing makes a ticket of that status pending again.
fn is_settled(status: TicketStatus) -> bool {
    match status {
        TicketStatus::Pending | TicketStatus::Dead => false,
        TicketStatus::Acknowledged | TicketStatus::Rejected | TicketStatus::Voided => true,
    }
}

/// How long an audit log is kept after its last turn, and a ticket after it is settled.
pub(super) fn kept_ms(settings: &RedisSettings) -> u64 {
    u64::try_from(settings.audit_kept.as_millis()).unwrap_or(u64::MAX)
}

/// How long the lane of a session is kept after its first turn, and that of a ticket after it is settled.
pub(super) fn place_kept_ms(settings: &RedisSettings) -> u64 {
    kept_ms(settings).saturating_add(PLACE_KEPT_LONGER_MS)
}

/// A ticket of a lane.
async fn ticket_of(link: &Link, lane: LaneKey, ticket_id: Uuid) -> Result<Option<TicketRecord>> {
    let keys = Keys(&lane);
    let mut pipeline = pipe();
    pipeline.atomic();
    let fields = ["status", "payment", "pos_reference", "message"];
    pipeline.cmd("HMGET").arg(keys.ticket(ticket_id)).arg(&fields);
    pipeline.lrange(keys.notes(ticket_id), 0, -1);
    type Fields = (Option<String>, Option<String>, Option<String>, Option<String>);
    let ((status, payment, pos_reference, message), notes): (Fields, Vec<String>) =
        link.ask_all(&pipeline).await?;
    let (Some(status), Some(payment), Some(message)) = (status, payment, message) else { return Ok(None) };
    let history = notes.iter().map(|note| from_json::<TicketNote>(note)).collect::<Result<_, _>>()?;
    Ok(Some(TicketRecord {
        lane,
        status: from_json(&status)?,
        payment: from_json(&payment)?,
        pos_reference,
        message: from_json(&message)?,
        history,
    }))
}
