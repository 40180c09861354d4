//! What is to be delivered. Any process may deliver anything; a claim tells which one does.

use fsm::ids::LaneKey;
use fsm::ticket::{MessageBody, TicketStatus};
use jiff::Timestamp;
use redis::cmd;

use super::guarded::{Guarded, Outcome};
use super::keys::{self, Keys};
use super::link::Link;
use super::reads::{self, from_json, time, to_json};
use super::{RedisSettings, tickets};
use crate::store::{DUE_AT_ONCE, Delivery, OutboxEntry, StoreError};

/// The fields of a message: itself, stored, attempts, next, claims, claimed until.
type Fields = (Option<String>, Option<String>, Option<u32>, Option<String>, Option<u32>, Option<String>);

/// The oldest message of each lane whose oldest is due, oldest first.
pub(super) async fn due(link: &Link, now: Timestamp, limit: usize) -> Result<Vec<OutboxEntry>, StoreError> {
    let heads = reads::of_each(reads::all_lanes(link).await?, async |lane| {
        // One that cannot be read, such as a later version's, is no reason to leave the others.
        let name = keys::member(&lane);
        Ok(oldest(link, lane).await.unwrap_or_else(|error| {
            tracing::error!(lane = name, %error, "the oldest message of a lane cannot be read");
            None
        }))
    })
    .await?;
    let mut due: Vec<_> = heads.into_iter().flatten().filter(|entry| entry.due_at() <= now).collect();
    due.sort_by_key(|entry| entry.id);
    due.truncate(limit);
    Ok(due)
}

pub(super) async fn oldest(link: &Link, lane: LaneKey) -> Result<Option<OutboxEntry>, StoreError> {
    let keys = Keys(&lane);
    let id: Option<i64> = link.ask(cmd("LINDEX").arg(keys.outbox()).arg(0)).await?;
    let Some(id) = id else { return Ok(None) };
    let fields = ["message", "stored_at", "attempts", "next_attempt_at", "claims", "claimed_until"];
    let (message, stored_at, attempts, next, claims, until): Fields =
        link.ask(cmd("HMGET").arg(keys.message(id)).arg(&fields)).await?;
    // It may be delivered by now.
    let (Some(message), Some(stored_at)) = (message, stored_at) else { return Ok(None) };
    let moment = |text: String| text.parse::<Timestamp>().map_err(reads::faulty);
    Ok(Some(OutboxEntry {
        id,
        message: from_json(&message)?,
        stored_at: moment(stored_at)?,
        attempts: attempts.unwrap_or_default(),
        next_attempt_at: next.map(moment).transpose()?.unwrap_or(DUE_AT_ONCE),
        claims: claims.unwrap_or_default(),
        claimed_until: until.map(moment).transpose()?,
        lane,
    }))
}

pub(super) async fn claim(
    link: &Link,
    entry: &OutboxEntry,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<OutboxEntry>, StoreError> {
    if entry.due_at() > now {
        return Ok(None);
    }
    let mut claim = Guarded::default();
    let key = expect_unchanged(&mut claim, entry);
    let claimed_until = entry.claimed_until.map(time).unwrap_or_default();
    claim.expect(&claimed_until, &[&"HGET", &key, &"claimed_until"]);
    claim.write(&[&"HSET", &key, &"claims", &(entry.claims + 1), &"claimed_until", &time(until)]);
    let claimed = OutboxEntry { claims: entry.claims + 1, claimed_until: Some(until), ..entry.clone() };
    Ok((claim.run(link).await? == Outcome::Stored).then_some(claimed))
}

pub(super) async fn renew(link: &Link, entry: &OutboxEntry, until: Timestamp) -> Result<(), StoreError> {
    let mut renew = Guarded::default();
    let key = expect_unchanged(&mut renew, entry);
    renew.write(&[&"HSET", &key, &"claimed_until", &time(until)]);
    // A claim that was taken over is not this one's to keep.
    renew.run(link).await.map(drop)
}

pub(super) async fn settle(
    link: &Link,
    settings: &RedisSettings,
    entry: &OutboxEntry,
    at: Timestamp,
    delivery: &Delivery,
) -> Result<(), StoreError> {
    let keys = Keys(&entry.lane);
    let mut settle = Guarded::default();
    let key = expect_unchanged(&mut settle, entry);
    match delivery {
        Delivery::Failed { next_attempt_at, .. } => {
            let attempts = entry.attempts + 1;
            let next = time(*next_attempt_at);
            settle.write(&[&"HSET", &key, &"attempts", &attempts, &"next_attempt_at", &next]);
            settle.write(&[&"HDEL", &key, &"claimed_until"]);
        }
        Delivery::Delivered | Delivery::Dead { .. } => {
            settle.key(&keys.outbox(), "list");
            settle.write(&[&"LREM", &keys.outbox(), &1, &entry.id]);
            settle.write(&[&"DEL", &key]);
        }
    }
    let ticket_id = entry.message.body.ticket_id();
    let (ticket, notes) = (keys.ticket(ticket_id), keys.notes(ticket_id));
    settle.key(&ticket, "hash");
    settle.key(&notes, "list");
    if matches!((delivery, &entry.message.body), (Delivery::Dead { .. }, MessageBody::Created(_))) {
        let (pending, dead) = (to_json(&TicketStatus::Pending)?, to_json(&TicketStatus::Dead)?);
        settle.write_if((&ticket, "status", &pending), &[&"HSET", &ticket, &"status", &dead]);
    }
    let note = to_json(&delivery.note(at, &entry.message))?;
    settle.write_if_there(&ticket, &[&"RPUSH", &notes, &note]);
    tickets::keep_notes(&mut settle, settings, &ticket, &notes)?;
    if matches!(delivery, Delivery::Delivered | Delivery::Dead { .. }) {
        settle.write_if_there(&ticket, &[&"HINCRBY", &ticket, &"waiting", &-1]);
    }
    if settle.run(link).await? == Outcome::Conflict {
        entry.warn_of_late_settling();
    }
    Ok(())
}

/// Refuses if the message was settled, or claimed since.
fn expect_unchanged(writes: &mut Guarded, entry: &OutboxEntry) -> String {
    let key = Keys(&entry.lane).message(entry.id);
    writes.key(&key, "hash");
    writes.expect(&entry.claims.to_string(), &[&"HGET", &key, &"claims"]);
    key
}
