//! What becomes of a message that was tried: delivered, tried again after a wait, or given up.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use crate::pos::emitter::{EmitError, Semantics};
use crate::store::{Delivery, OutboxEntry};

/// A message that could not be delivered for so long is given up.
const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// After so many processes ended while sending it, a message is given up: it may be the cause.
const LEFT_OPEN_MAX: u32 = 10;
/// The wait after the first failure; it doubles with each.
const RETRY_MS_MIN: u64 = 250;
/// The longest wait between two tries.
const RETRY_MS_MAX: u64 = 60_000;

/// Why a message must not be sent at all: earlier tries ended with their process, and either the POS would make it twice
/// or the message may be what ends them.
pub(super) fn left_open(semantics: Semantics, entry: &OutboxEntry) -> Option<String> {
    if semantics == Semantics::Blind && entry.claimed_until.is_some() {
        return Some(unknown_if_made("the service ended while it was sent"));
    }
    let left_open = entry.claims.saturating_sub(entry.attempts);
    (left_open >= LEFT_OPEN_MAX).then(|| format!("the service ended {left_open} times while it was sent"))
}

/// What is stored of a try.
pub(super) fn outcome(
    semantics: Semantics,
    entry: &OutboxEntry,
    sent: Result<(), EmitError>,
    now: Timestamp,
) -> Delivery {
    let Err(error) = sent else { return Delivery::Delivered };
    if let (EmitError::Unknown { reason }, Semantics::Blind) = (&error, semantics) {
        return given_up(entry, unknown_if_made(reason));
    }
    if now.duration_since(entry.stored_at) >= GIVE_UP_AFTER {
        log_given_up(entry, error.reason());
        return Delivery::Dead { reason: error.to_string() };
    }
    // That the POS takes no more was logged when it answered so.
    if !matches!(error, EmitError::Disabled { .. }) {
        let (ticket_id, kind) = (entry.message.body.ticket_id(), entry.message.body.kind());
        tracing::warn!(ticket.id = %ticket_id, message = kind, attempt = entry.attempts + 1, error = error.reason(), "a message is tried again");
    }
    let wait = SignedDuration::try_from(wait_after(&error, entry)).unwrap_or(SignedDuration::MAX);
    let next_attempt_at = now.saturating_add(wait).unwrap_or(Timestamp::MAX);
    Delivery::Failed { next_attempt_at, reason: error.to_string() }
}

pub(super) fn given_up(entry: &OutboxEntry, reason: String) -> Delivery {
    log_given_up(entry, &reason);
    Delivery::Dead { reason }
}

fn log_given_up(entry: &OutboxEntry, reason: &str) {
    let (ticket_id, kind) = (entry.message.body.ticket_id(), entry.message.body.kind());
    tracing::error!(ticket.id = %ticket_id, message = kind, reason, "a message is given up: the crew looks after it");
}

fn unknown_if_made(reason: &str) -> String {
    format!(
        "it is not known whether it was printed ({reason}): look at the printer, then acknowledge or resend it"
    )
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
        let failed = OutboxEntry { claims: 30, attempts: 21, ..entry(0) };
        assert_eq!(left_open(Semantics::Idempotent, &failed), None);
        let poison = OutboxEntry { claims: 31, ..failed };
        assert!(left_open(Semantics::Idempotent, &poison).is_some());
    }

    #[test]
    fn the_wait_doubles_and_is_never_shorter_than_the_pos_asks() {
        for attempts in 0..40 {
            let whole = RETRY_MS_MIN.saturating_mul(1 << attempts.min(16)).min(RETRY_MS_MAX);
            let wait = wait_after(&EmitError::unknown("reset"), &entry(attempts)).as_millis();
            assert!((u128::from(whole / 2)..=u128::from(whole)).contains(&wait), "{attempts}: {wait} ms");
        }
        let retry_after = Some(Duration::from_secs(30));
        let busy = EmitError::Refused { reason: "429".to_owned(), said: None, retry_after };
        assert_eq!(wait_after(&busy, &entry(0)), Duration::from_secs(30));
        assert!(wait_after(&busy, &entry(20)) >= Duration::from_secs(30));
        let gone = EmitError::Disabled { reason: "410".to_owned() };
        assert_eq!(wait_after(&gone, &entry(0)).as_millis(), u128::from(RETRY_MS_MAX));
    }
}
