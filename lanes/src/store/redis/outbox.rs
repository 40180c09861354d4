//! The outbox in Redis. Any process may deliver any message; a claim tells which one does.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, TicketStatus};
use jiff::Timestamp;
use redis::cmd;

use super::guarded::{Guarded, Outcome};
use super::keys::{self, Keys};
use super::link::Link;
use super::values::{faulty, from_json, time, to_json};
use super::{RedisStore, lookup, tickets, wakeups};
use crate::store::outbox::DUE_AT_ONCE;
use crate::store::{Delivery, OutboxEntry, OutboxStore, Result, Sending};

#[async_trait]
impl OutboxStore for RedisStore {
    async fn send(&self, sending: Sending) -> Result<bool> {
        let ticket_id = sending.message.body.ticket_id();
        tickets::keep_place(&self.link, &self.settings, ticket_id, sending.status_before).await?;
        let sent = self.try_to_send(&sending).await;
        match sent {
            Ok(false) => {}
            Ok(true) | Err(_) => self.append_ticket_later(ticket_id, &sent),
        }
        if let Ok(true) = sent {
            self.keep_place_later(ticket_id, sending.status);
        }
        sent
    }

    async fn outbox(&self, now: Timestamp, limit: usize) -> Result<Vec<OutboxEntry>> {
        let heads = lookup::of_each(lookup::all_lanes(&self.link).await?, async |lane| {
            // A message that cannot be read, such as a later version's, must not stop the other lanes.
            let name = keys::member(&lane);
            Ok(oldest(&self.link, lane).await.unwrap_or_else(|error| {
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

    async fn oldest_message(&self, lane: &LaneKey) -> Result<Option<OutboxEntry>> {
        oldest(&self.link, lane.clone()).await
    }

    async fn claim(
        &self,
        entry: &OutboxEntry,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OutboxEntry>> {
        if entry.due_at() > now {
            return Ok(None);
        }
        let claimed = entry.claimed(until);
        let mut claim = Guarded::default();
        let key = expect_newest_claim(&mut claim, entry);
        let claimed_until = entry.claimed_until.map(time).unwrap_or_default();
        claim.expect(&claimed_until, &[&"HGET", &key, &"claimed_until"]);
        claim.write(&[&"HSET", &key, &"claims", &claimed.claims, &"claimed_until", &time(until)]);
        Ok((claim.run(&self.link).await? == Outcome::Stored).then_some(claimed))
    }

    async fn renew(&self, entry: &OutboxEntry, until: Timestamp) -> Result<()> {
        let mut renew = Guarded::default();
        let key = expect_newest_claim(&mut renew, entry);
        renew.write(&[&"HSET", &key, &"claimed_until", &time(until)]);
        renew.run(&self.link).await.map(drop)
    }

    async fn settle(&self, entry: &OutboxEntry, at: Timestamp, delivery: Delivery) -> Result<()> {
        let settled = self.try_to_settle(entry, at, &delivery).await;
        self.append_ticket_later(entry.message.body.ticket_id(), &settled);
        settled
    }

    async fn wake(&self, lane: &LaneKey) -> Result<bool> {
        wakeups::wake(&self.link, lane).await?;
        Ok(true)
    }

    async fn wakened(&self) -> Result<Vec<LaneKey>> {
        self.wakened.lanes(&self.link).await
    }
}

impl RedisStore {
    async fn try_to_send(&self, sending: &Sending) -> Result<bool> {
        let Sending { status_before, status, note, message } = sending;
        let ticket_id = message.body.ticket_id();
        let Some(lane) = lookup::lane_of(&self.link, ticket_id).await? else { return Ok(false) };
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
        tickets::keep(&mut writes, &self.settings, &[&ticket, &notes], *status);
        let id = message_ids(&self.link, 1).await?;
        add_message(&mut writes, &lane, id, message, note.at)?;
        Ok(writes.run(&self.link).await? == Outcome::Stored)
    }

    async fn try_to_settle(&self, entry: &OutboxEntry, at: Timestamp, delivery: &Delivery) -> Result<()> {
        let keys = Keys(&entry.lane);
        let mut settle = Guarded::default();
        let key = expect_newest_claim(&mut settle, entry);
        let ticket_id = entry.message.body.ticket_id();
        let (ticket, notes) = (keys.ticket(ticket_id), keys.notes(ticket_id));
        settle.key(&ticket, "hash");
        settle.key(&notes, "list");
        match delivery {
            Delivery::Failed { next_attempt_at, .. } => {
                let (attempts, next) = (entry.attempts + 1, time(*next_attempt_at));
                settle.write(&[&"HSET", &key, &"attempts", &attempts, &"next_attempt_at", &next]);
                settle.write(&[&"HDEL", &key, &"claimed_until"]);
            }
            Delivery::Delivered | Delivery::Dead { .. } => {
                settle.key(&keys.outbox(), "list");
                settle.write(&[&"LREM", &keys.outbox(), &1, &entry.id]);
                settle.write(&[&"DEL", &key]);
                settle.write_if_there(&ticket, &[&"HINCRBY", &ticket, &"waiting", &-1]);
            }
        }
        if delivery.is_death_of_ticket(&entry.message) {
            let (pending, dead) = (to_json(&TicketStatus::Pending)?, to_json(&TicketStatus::Dead)?);
            settle.write_if((&ticket, "status", &pending), &[&"HSET", &ticket, &"status", &dead]);
        }
        let note = to_json(&delivery.note(at, &entry.message))?;
        settle.write_if_there(&ticket, &[&"RPUSH", &notes, &note]);
        tickets::keep_notes(&mut settle, &self.settings, &ticket, &notes)?;
        if settle.run(&self.link).await? == Outcome::Conflict {
            entry.log_late_settling();
        }
        Ok(())
    }
}

/// The fields of a message: itself, stored, attempts, next, claims, claimed until.
type Fields = (Option<String>, Option<String>, Option<u32>, Option<String>, Option<u32>, Option<String>);

async fn oldest(link: &Link, lane: LaneKey) -> Result<Option<OutboxEntry>> {
    let keys = Keys(&lane);
    let id: Option<i64> = link.ask(cmd("LINDEX").arg(keys.outbox()).arg(0)).await?;
    let Some(id) = id else { return Ok(None) };
    let fields = ["message", "stored_at", "attempts", "next_attempt_at", "claims", "claimed_until"];
    let (message, stored_at, attempts, next, claims, until): Fields =
        link.ask(cmd("HMGET").arg(keys.message(id)).arg(&fields)).await?;
    // It may be delivered by now.
    let (Some(message), Some(stored_at)) = (message, stored_at) else { return Ok(None) };
    let moment = |text: String| text.parse::<Timestamp>().map_err(faulty);
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

/// Numbers for messages that follow one another; returns the first. They are taken before the turn is stored: of two
/// processes on the lane the one that is refused takes others then, so a lane's numbers go up.
pub(super) async fn message_ids(link: &Link, count: usize) -> Result<i64> {
    if count == 0 {
        return Ok(0);
    }
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let last: i64 = link.ask(cmd("INCRBY").arg(keys::OUTBOX_IDS).arg(count)).await?;
    Ok(last - count + 1)
}

/// Puts a message into its lane's outbox, and counts it as waiting.
pub(super) fn add_message(
    writes: &mut Guarded,
    lane: &LaneKey,
    id: i64,
    message: &Message,
    stored_at: Timestamp,
) -> Result<()> {
    let keys = Keys(lane);
    let (json, stored_at) = (to_json(message)?, time(stored_at));
    let ticket = keys.ticket(message.body.ticket_id());
    writes.key(&ticket, "hash");
    writes.key(&keys.outbox(), "list");
    writes.key(&keys.message(id), "hash");
    writes.write(&[&"RPUSH", &keys.outbox(), &id]);
    writes.write(&[&"HSET", &keys.message(id), &"message", &json, &"stored_at", &stored_at, &"claims", &0]);
    writes.write_if_there(&ticket, &[&"HINCRBY", &ticket, &"waiting", &1]);
    Ok(())
}

/// Refuses the writes if the message was settled or claimed since.
fn expect_newest_claim(writes: &mut Guarded, entry: &OutboxEntry) -> String {
    let key = Keys(&entry.lane).message(entry.id);
    writes.key(&key, "hash");
    writes.expect(&entry.claims.to_string(), &[&"HGET", &key, &"claims"]);
    key
}
