//! A drive-thru's newest tickets, and what is sent about one outside of a turn.

use fsm::ids::LaneKey;
use fsm::ticket::{Message, MessageBody, TicketStatus};
use redis::{cmd, pipe};
use uuid::Uuid;

use super::RedisSettings;
use super::guarded::{Guarded, Outcome};
use super::keys::{self, Keys};
use super::link::Link;
use super::reads::{self, to_json};
use super::turn::{add_message, message_ids};
use crate::store::{LISTED_MAX, Sending, StoreError, TicketRecord};

/// How much longer than a session or a settled ticket it is kept where that is found.
const PLACE_KEPT_LONGER_MS: u64 = 24 * 3_600_000;
/// How many members of the list are read in one go.
const PAGE: usize = 256;

/// Lists the tickets that messages create, before they are there.
pub(super) async fn list(link: &Link, lane: &LaneKey, messages: &[Message]) -> Result<(), StoreError> {
    let key = keys::tickets(lane.drive_thru());
    let mut pipeline = pipe();
    pipeline.atomic();
    for message in messages {
        match &message.body {
            MessageBody::Created(ticket) => {
                let member = format!("{}:{}", ticket.ticket_id, lane.lane());
                pipeline.zadd(&key, member, message.timestamp.as_microsecond());
            }
            MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => {}
        }
    }
    if !pipeline.is_empty() {
        pipeline.zremrangebyrank(&key, 0, -(LISTED_MAX + 1));
        let _: redis::Value = link.ask_all(&pipeline).await?;
    }
    Ok(())
}

/// The newest tickets. What is listed and not there was never stored, or its time was up.
pub(super) async fn newest(
    link: &Link,
    drive_thru: &str,
    status: Option<TicketStatus>,
    limit: usize,
) -> Result<Vec<TicketRecord>, StoreError> {
    let mut found = Vec::new();
    let mut first = 0;
    while found.len() < limit {
        let mut ask = cmd("ZREVRANGE");
        ask.arg(keys::tickets(drive_thru)).arg(first).arg(first + PAGE - 1);
        let members: Vec<String> = link.ask(&ask).await?;
        if members.is_empty() {
            break;
        }
        first += PAGE;
        let listed = members.iter().filter_map(|member| listed(drive_thru, member)).collect();
        let ask = async |(lane, ticket_id)| reads::ticket_of(link, lane, ticket_id).await;
        let tickets = reads::of_each(listed, ask).await?;
        let is_asked_for = |ticket: &TicketRecord| status.is_none_or(|status| ticket.is_listed_as(status));
        found.extend(tickets.into_iter().flatten().filter(is_asked_for));
    }
    found.truncate(limit);
    Ok(found)
}

/// Sends a message about a ticket, if the ticket is as it has to be for that, and gives its lane then.
pub(super) async fn send(
    link: &Link,
    settings: &RedisSettings,
    sending: &Sending,
) -> Result<bool, StoreError> {
    let Sending { status_before, status, note, message } = sending;
    let ticket_id = message.body.ticket_id();
    let Some(lane) = reads::place(link, ticket_id).await? else { return Ok(false) };
    let (ticket, notes) = (Keys(&lane).ticket(ticket_id), Keys(&lane).notes(ticket_id));
    let mut writes = Guarded::default();
    writes.key(&ticket, "hash");
    writes.key(&notes, "list");
    writes.expect(&to_json(status_before)?, &[&"HGET", &ticket, &"status"]);
    if sending.needs_quiet() {
        writes.expect("0", &[&"HGET", &ticket, &"waiting"]);
    }
    writes.write(&[&"HSET", &ticket, &"status", &to_json(status)?]);
    writes.write(&[&"RPUSH", &notes, &to_json(note)?]);
    keep(&mut writes, settings, &[&ticket, &notes], *status);
    add_message(&mut writes, &lane, message_ids(link, 1).await?, message, note.at)?;
    Ok(writes.run(link).await? == Outcome::Stored)
}

/// A ticket and its notes are kept for as long as its status asks for.
pub(super) fn keep(writes: &mut Guarded, settings: &RedisSettings, keys: &[&String], status: TicketStatus) {
    for key in keys {
        if is_settled(status) {
            writes.write(&[&"PEXPIRE", *key, &kept_ms(settings)]);
        } else {
            writes.write(&[&"PERSIST", *key]);
        }
    }
}

/// Gives the notes an end of their own if the ticket has one: the first of them may come after that was set.
pub(super) fn keep_notes(
    writes: &mut Guarded,
    settings: &RedisSettings,
    ticket: &str,
    notes: &str,
) -> Result<(), StoreError> {
    for status in [TicketStatus::Acknowledged, TicketStatus::Rejected, TicketStatus::Voided] {
        let settled = to_json(&status)?;
        writes.write_if((ticket, "status", &settled), &[&"PEXPIRE", &notes, &kept_ms(settings)]);
    }
    Ok(())
}

/// Lets a settled ticket be found from now on for a day longer than it is there. It is another slot's key, so this is
/// done beside what it follows: before a settled ticket changes, and after one is settled.
pub(super) async fn keep_place(
    link: &Link,
    settings: &RedisSettings,
    ticket_id: Uuid,
    status: TicketStatus,
) -> Result<(), StoreError> {
    if !is_settled(status) {
        return Ok(());
    }
    link.ask(cmd("PEXPIRE").arg(keys::place(ticket_id)).arg(place_kept_ms(settings))).await
}

/// Whether nothing makes it pending again.
pub(super) fn is_settled(status: TicketStatus) -> bool {
    match status {
        TicketStatus::Pending | TicketStatus::Dead => false,
        TicketStatus::Acknowledged | TicketStatus::Rejected | TicketStatus::Voided => true,
    }
}

/// How long an audit log is kept after its last turn, and a ticket after it is settled.
pub(super) fn kept_ms(settings: &RedisSettings) -> u64 {
    u64::try_from(settings.audit_kept.as_millis()).unwrap_or(u64::MAX)
}

/// How long it is kept where a session is found after its first turn, and where a ticket is after it is settled.
pub(super) fn place_kept_ms(settings: &RedisSettings) -> u64 {
    kept_ms(settings).saturating_add(PLACE_KEPT_LONGER_MS)
}

fn listed(drive_thru: &str, member: &str) -> Option<(LaneKey, Uuid)> {
    let (ticket_id, lane) = member.split_once(':')?;
    Some((LaneKey::new(drive_thru, lane).ok()?, ticket_id.parse().ok()?))
}
