//! Delivers what turns left in the outbox: at least once, in order per lane, for a day.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::sleep;
use uuid::Uuid;

use super::PosWord;
use super::emitter::{EmitError, Emitter, Receipt, Semantics};
use crate::error::LaneError;
use crate::service::Lanes;
use crate::store::{Delivery, OutboxEntry};

/// How many lanes' oldest messages are looked at in one go.
const BATCH_LANES_MAX: usize = 64;
/// A message that could not be delivered for so long is given up.
const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// The wait after the first failure; it doubles with each.
const RETRY_MS_MIN: u64 = 250;
/// The longest wait between two tries.
const RETRY_MS_MAX: u64 = 60_000;
/// A message is another process's to send if nothing was heard of the one that claimed it for so long, which is twice
/// as long as a POS may take.
const CLAIM_HOLDS: SignedDuration = SignedDuration::from_secs(30);
/// The outbox is looked at this often even if nothing wakes it.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Delivers messages until the service stops.
pub(crate) async fn deliver(lanes: Lanes, emitter: Box<dyn Emitter>) {
    let stop = lanes.0.stop.clone();
    loop {
        let pause = tokio::select! {
            pause = round(&lanes, &*emitter) => pause,
            () = stop.cancelled() => return,
        };
        tokio::select! {
            () = sleep(pause) => {}
            () = lanes.0.outbox.notified() => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Tries every message that is due. Gives back how long nothing will be.
async fn round(lanes: &Lanes, emitter: &dyn Emitter) -> Duration {
    loop {
        let entries = match lanes.0.store.outbox(BATCH_LANES_MAX).await {
            Ok(entries) => entries,
            Err(error) => {
                tracing::error!(%error, "the outbox cannot be read");
                return LOOK_EVERY;
            }
        };
        let now = (lanes.0.clock)();
        let (due, later): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.due_at() <= now);
        if due.is_empty() {
            let next = later.iter().map(OutboxEntry::due_at).min();
            let wait = next.map_or(LOOK_EVERY, |next| next.duration_since(now).unsigned_abs());
            return wait.min(LOOK_EVERY);
        }
        for entry in due {
            let now = (lanes.0.clock)();
            let until = now.saturating_add(CLAIM_HOLDS).unwrap_or(Timestamp::MAX);
            match lanes.0.store.claim(&entry, now, until).await {
                Ok(Some(claimed)) => {
                    let outcome = match left_open(emitter.semantics(), &entry) {
                        Some(error) => Err(error),
                        None => send(lanes, emitter, &claimed).await,
                    };
                    settle(lanes, emitter, &claimed, outcome).await;
                }
                // Another process sends it.
                Ok(None) => {}
                Err(error) => {
                    tracing::error!(%error, "a message cannot be claimed");
                    return LOOK_EVERY;
                }
            }
        }
    }
}

/// Why a message must not be sent at all: an earlier try ended with its process, and the POS would make it twice.
fn left_open(semantics: Semantics, entry: &OutboxEntry) -> Option<EmitError> {
    let is_left_open = semantics == Semantics::Blind && entry.claimed_until.is_some();
    is_left_open.then(|| EmitError::unknown("the service ended while it was sent"))
}

/// Stores what came of a try.
async fn settle(lanes: &Lanes, emitter: &dyn Emitter, entry: &OutboxEntry, outcome: Result<(), EmitError>) {
    let now = (lanes.0.clock)();
    let (ticket_id, kind) = (entry.message.body.ticket_id(), entry.message.body.kind());
    let delivery = match outcome {
        Ok(()) => Delivery::Delivered,
        Err(EmitError::Unknown { reason }) if emitter.semantics() == Semantics::Blind => {
            let reason = format!(
                "it is not known whether it was printed ({reason}): look at the printer, then acknowledge or resend it"
            );
            tracing::error!(ticket.id = %ticket_id, message = kind, reason, "a message is not repeated by itself");
            Delivery::Dead { reason }
        }
        Err(error) if now.duration_since(entry.stored_at) >= GIVE_UP_AFTER => {
            tracing::error!(ticket.id = %ticket_id, message = kind, %error, "a message is given up");
            Delivery::Dead { reason: error.to_string() }
        }
        Err(error) => {
            // That a POS takes no more was logged when it said so.
            if !matches!(error, EmitError::Disabled { .. }) {
                tracing::warn!(ticket.id = %ticket_id, message = kind, attempt = entry.attempts + 1, %error, "a message is tried again");
            }
            let wait = SignedDuration::try_from(wait_after(&error, entry)).unwrap_or(SignedDuration::MAX);
            let next_attempt_at = now.saturating_add(wait).unwrap_or(Timestamp::MAX);
            Delivery::Failed { next_attempt_at, reason: error.to_string() }
        }
    };
    if let Err(error) = lanes.0.store.settle(entry, now, delivery).await {
        tracing::error!(ticket.id = %ticket_id, %error, "what came of a delivery cannot be stored");
        sleep(Duration::from_millis(RETRY_MS_MIN)).await;
    }
}

/// Sends a message and takes the lane's turn if the POS took or refused the ticket at once.
async fn send(lanes: &Lanes, emitter: &dyn Emitter, entry: &OutboxEntry) -> Result<(), EmitError> {
    let word = match emitter.emit(&entry.message).await? {
        Receipt::Delivered => return Ok(()),
        Receipt::Acknowledged { pos_reference } => PosWord::Acknowledged { pos_reference },
        Receipt::Rejected { reason, item } => PosWord::Rejected { reason, item },
    };
    match lanes.word_from_pos(entry.message.body.ticket_id(), word).await {
        Ok(_) => Ok(()),
        // The POS is with the ticket already; what it said before stands.
        Err(LaneError::TicketState { .. }) => Ok(()),
        Err(error) => Err(EmitError::unknown(error)),
    }
}

/// How long a message waits before it is sent again: as the POS asks, but no less than the backoff.
fn wait_after(error: &EmitError, entry: &OutboxEntry) -> Duration {
    let backoff = Duration::from_millis(backoff_ms(entry));
    match error {
        EmitError::Refused { retry_after, .. } => backoff.max(retry_after.unwrap_or_default()),
        EmitError::Unknown { .. } => backoff,
        EmitError::Disabled { .. } => Duration::from_millis(RETRY_MS_MAX),
    }
}

/// Doubles with each failure, with jitter that is the entry's own, so that many do not come back at once.
fn backoff_ms(entry: &OutboxEntry) -> u64 {
    let doubled = RETRY_MS_MIN.saturating_mul(1 << entry.attempts.min(16)).min(RETRY_MS_MAX);
    let seed = format!("{}:{}", entry.id, entry.attempts);
    let (high, _) = Uuid::new_v5(&entry.message.body.ticket_id(), seed.as_bytes()).as_u64_pair();
    doubled / 2 + high % (doubled / 2 + 1)
}

#[cfg(test)]
mod tests {
    use fsm::ids::LaneKey;
    use fsm::ticket::{Message, MessageBody, RetryData};

    use super::*;

    fn entry(attempts: u32) -> OutboxEntry {
        let body = MessageBody::PaymentRetry(RetryData { ticket_id: Uuid::from_u128(7) });
        let at = Timestamp::UNIX_EPOCH;
        let message = Message { timestamp: at, body };
        OutboxEntry {
            id: 1,
            lane: LaneKey::new("d1", "1").unwrap(),
            message,
            attempts,
            stored_at: at,
            next_attempt_at: at,
            claims: 0,
            claimed_until: None,
        }
    }

    #[test]
    fn a_try_that_ended_with_its_process_is_not_repeated_where_it_would_be_made_twice() {
        let fresh = entry(0);
        let left = OutboxEntry { claimed_until: Some(Timestamp::UNIX_EPOCH), ..entry(0) };
        for semantics in [Semantics::Idempotent, Semantics::Queryable, Semantics::Blind] {
            assert_eq!(left_open(semantics, &fresh), None);
            assert_eq!(left_open(semantics, &left).is_some(), semantics == Semantics::Blind);
        }
    }

    #[test]
    fn the_wait_doubles_and_is_never_shorter_than_the_pos_asks() {
        for attempts in 0..40 {
            let whole = RETRY_MS_MIN.saturating_mul(1 << attempts.min(16)).min(RETRY_MS_MAX);
            let wait = wait_after(&EmitError::unknown("reset"), &entry(attempts)).as_millis();
            assert!((u128::from(whole / 2)..=u128::from(whole)).contains(&wait), "{attempts}: {wait} ms");
        }
        let retry_after = Some(Duration::from_secs(30));
        let busy = EmitError::Refused { reason: "429".to_owned(), retry_after };
        assert_eq!(wait_after(&busy, &entry(0)), Duration::from_secs(30));
        assert!(wait_after(&busy, &entry(20)) >= Duration::from_secs(30));
        let gone = EmitError::Disabled { reason: "410".to_owned() };
        assert_eq!(wait_after(&gone, &entry(0)).as_millis(), u128::from(RETRY_MS_MAX));
    }
}
