//! The outbox in Redis. Any process may deliver any message; a claim tells which one does.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::TicketStatus;
use jiff::Timestamp;

use super::keys::{self, Keys};
use super::link::Link;
use super::script::{CLAIM, Call, OLDEST, SETTLE};
use super::values::{faulty, from_json, time};
use super::{RedisStore, lookup};
use crate::store::outbox::DUE_AT_ONCE;
use crate::store::{Delivery, FEED_ENTRIES_KEPT, OutboxEntry, OutboxStore, Result, Sending};

/// Stands for any end of a claim.
const ANY: &str = "*";

#[async_trait]
impl OutboxStore for RedisStore {
    async fn send(&self, sending: Sending) -> Result<bool> {
        self.send_about_ticket(sending).await
    }

    async fn outbox(&self, now: Timestamp, limit: usize) -> Result<Vec<OutboxEntry>> {
        let heads = lookup::of_each(lookup::all_lanes(&self.link).await?, async |lane| {
            // A message that cannot be read, such as a later version's, must not stop the other lanes.
            let oldest = oldest(&self.link, lane.clone()).await;
            Ok(oldest.unwrap_or_else(|error| {
                metrics::counter!("carhop_messages_unreadable_total").increment(1);
                tracing::error!(
                    drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), %error,
                    "the oldest message of a lane cannot be read"
                );
                None
            }))
        })
        .await?;
        let mut due: Vec<_> = heads.into_iter().flatten().filter(|entry| entry.due_at() <= now).collect();
        // Each drive-thru has numbers of its own.
        due.sort_by_key(|entry| (entry.stored_at, entry.id));
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
        let mut call = claim_of(entry);
        call.value(entry.claimed_until.map(time).unwrap_or_default())
            .value(claimed.claims)
            .value(time(until));
        Ok(call.writes(&self.link).await?.then_some(claimed))
    }

    async fn renew(&self, entry: &OutboxEntry, until: Timestamp) -> Result<()> {
        let mut call = claim_of(entry);
        call.value(ANY).value(entry.claims).value(time(until));
        call.writes(&self.link).await.map(drop)
    }

    async fn settle(&self, entry: &OutboxEntry, at: Timestamp, delivery: Delivery) -> Result<()> {
        let ticket_id = entry.message.body.ticket_id();
        let next_attempt_at = match &delivery {
            Delivery::Failed { next_attempt_at, .. } => time(*next_attempt_at),
            Delivery::Delivered | Delivery::Dead { .. } => String::new(),
        };
        let is_death = delivery.is_death_of_ticket(&entry.message);
        let dead = is_death.then_some(TicketStatus::Dead);
        let keys = Keys(&entry.lane);
        let feed = keys::feed(entry.lane.drive_thru());
        let mut call = SETTLE.on([keys.message(entry.id), keys.outbox(), keys.ticket(ticket_id), feed]);
        call.value(entry.claims).value(entry.id).value(entry.lane.lane()).value(FEED_ENTRIES_KEPT);
        call.value(ticket_id.to_string()).json(&delivery.note(at, &entry.message))?;
        call.value(entry.attempts + 1).value(next_attempt_at).json_or_empty(dead.as_ref())?;
        if !call.writes(&self.link).await? {
            entry.log_late_settling();
        }
        Ok(())
    }
}

/// The number of a message and its fields: itself, stored, attempts, next, claims, claimed until.
type Oldest = (i64, (String, String, Option<u32>, Option<String>, Option<u32>, Option<String>));

async fn oldest(link: &Link, lane: LaneKey) -> Result<Option<OutboxEntry>> {
    let keys = Keys(&lane);
    let mut call = OLDEST.on([keys.outbox()]);
    call.value(keys.messages());
    let oldest: Option<Oldest> = call.read(link).await?;
    let Some((id, (message, stored_at, attempts, next, claims, until))) = oldest else { return Ok(None) };
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

/// A call about the newest claim of a message.
fn claim_of(entry: &OutboxEntry) -> Call {
    let mut call = CLAIM.on([Keys(&entry.lane).message(entry.id)]);
    call.value(entry.claims);
    call
}
