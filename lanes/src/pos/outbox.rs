//! Delivers what turns left in the outbox: at least once, in order per lane, for a day. A message that a POS is slow to
//! take holds up its lane, and others only where as many as are sent at once are slow.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fsm::ids::LaneKey;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval, sleep};
use uuid::Uuid;

use super::PosWord;
use super::emitter::{EmitError, Emitter, Receipt, Semantics};
use crate::error::LaneError;
use crate::fail_point::{Step, around};
use crate::service::{Inner, Lanes};
use crate::store::{Delivery, OutboxEntry, TicketRecord};

/// How many messages are sent at once.
const SENT_AT_ONCE_MAX: usize = 32;
/// How many lanes with messages are found in one look.
const LANES_A_LOOK_MAX: usize = 1024;
/// A message that could not be delivered for so long is given up.
const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// A message whose process ended so often while it was sent is given up: it may be what ends them.
const LEFT_OPEN_MAX: u32 = 10;
/// The wait after the first failure; it doubles with each.
const RETRY_MS_MIN: u64 = 250;
/// The longest wait between two tries.
const RETRY_MS_MAX: u64 = 60_000;
/// A message is another process's to send if nothing was heard for so long of the one that claimed it.
const CLAIM_HOLDS: SignedDuration = SignedDuration::from_secs(6);
/// Which it lets hear of itself this often while the POS takes its time.
const RENEW_EVERY: Duration = Duration::from_secs(2);
/// The outbox is looked at this often even if nothing wakes it.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// How often it is tried to store what came of a delivery.
const STORED_TRIES_MAX: u32 = 10;
/// The wait between two of those tries.
const STORE_AGAIN_AFTER: Duration = Duration::from_secs(1);
/// How long a store that cannot be listened to is left alone.
const LISTEN_AGAIN_AFTER: Duration = Duration::from_secs(1);

struct Outbox {
    lanes: Lanes,
    emitter: Box<dyn Emitter>,
    sending: Semaphore,
    /// The lanes that are seen to, and whether they were woken again since.
    busy: Mutex<BTreeMap<LaneKey, bool>>,
}

/// Delivers messages until the service stops.
pub(crate) async fn deliver(lanes: Lanes, emitter: Box<dyn Emitter>) {
    let (sending, busy) = (Semaphore::new(SENT_AT_ONCE_MAX), Mutex::default());
    let outbox = Arc::new(Outbox { lanes, emitter, sending, busy });
    let inner = outbox.inner();
    inner.deliveries.spawn(listen(outbox.clone()));
    let mut look = interval(LOOK_EVERY);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let lanes = tokio::select! {
            lanes = inner.wakeups.take() => outbox.left_to_us(lanes).await,
            _ = look.tick() => outbox.look().await,
            () = inner.stop_outbox.cancelled() => return,
        };
        for lane in lanes {
            outbox.see_to(lane);
        }
    }
}

/// Sees to lanes that other processes tell of.
async fn listen(outbox: Arc<Outbox>) {
    loop {
        let wakened = tokio::select! {
            wakened = outbox.inner().store.wakened() => wakened,
            () = outbox.inner().stop_outbox.cancelled() => return,
        };
        match wakened {
            Ok(lanes) => lanes.into_iter().for_each(|lane| outbox.see_to(lane)),
            // The store is looked at anyway, and says then what is wrong with it.
            Err(_) => outbox.pause(LISTEN_AGAIN_AFTER).await,
        }
    }
}

impl Outbox {
    fn inner(&self) -> &Inner {
        &self.lanes.0
    }

    /// Tells a process of each lane. Gives those for which there is none but this.
    async fn left_to_us(&self, lanes: impl IntoIterator<Item = LaneKey>) -> Vec<LaneKey> {
        let mut ours = Vec::new();
        for lane in lanes {
            if !self.inner().store.wake(&lane).await.unwrap_or(false) {
                ours.push(lane);
            }
        }
        ours
    }

    /// The lanes whose oldest message may be tried.
    async fn look(&self) -> Vec<LaneKey> {
        let entries = self.inner().store.outbox(self.now(), LANES_A_LOOK_MAX).await;
        let entries = entries.unwrap_or_else(|error| {
            tracing::error!(%error, "the outbox cannot be read");
            Vec::new()
        });
        entries.into_iter().map(|entry| entry.lane).collect()
    }

    /// Delivers a lane's messages, one after the other, in a task of its own.
    fn see_to(self: &Arc<Self>, lane: LaneKey) {
        match self.busy().entry(lane.clone()) {
            Entry::Occupied(mut again) => {
                again.insert(true);
                return;
            }
            Entry::Vacant(free) => free.insert(false),
        };
        let seen = Seen { outbox: self.clone(), lane };
        self.inner().deliveries.spawn(async move { seen.outbox.work(&seen.lane).await });
    }

    async fn work(&self, lane: &LaneKey) {
        while let Some(entry) = self.next(lane).await {
            let Ok(_sending) = self.sending.acquire().await else { return };
            if self.inner().stop_outbox.is_cancelled() {
                return;
            }
            let Some(claimed) = self.claim(&entry).await else { return };
            let delivery = match left_open(self.emitter.semantics(), &entry) {
                Some(reason) => given_up(&claimed, reason),
                None => {
                    let sent = self.holding(&claimed, self.send(&claimed)).await;
                    outcome(self.emitter.semantics(), &claimed, sent, self.now())
                }
            };
            self.settle(&claimed, delivery).await;
        }
    }

    /// Claims a message; none if another process sends it. A claim whose answer was lost is found again by how long it
    /// holds: left open, it would look as if the message had been sent.
    async fn claim(&self, entry: &OutboxEntry) -> Option<OutboxEntry> {
        let store = &self.inner().store;
        let (now, claims) = (self.now(), entry.claims + 1);
        let until = held_from(now);
        match around(Step::Claim, store.claim(entry, now, until)).await {
            Ok(Some(claimed)) => return Some(claimed),
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "a message cannot be claimed"),
        }
        while !self.inner().stop_outbox.is_cancelled() {
            if let Ok(oldest) = store.oldest_message(&entry.lane).await {
                let is_ours = |oldest: &OutboxEntry| {
                    (oldest.id, oldest.claims, oldest.claimed_until) == (entry.id, claims, Some(until))
                };
                return oldest.filter(is_ours);
            }
            self.pause(STORE_AGAIN_AFTER).await;
        }
        None
    }

    /// The lane's oldest message, once it may be tried; none if that is not soon.
    async fn next(&self, lane: &LaneKey) -> Option<OutboxEntry> {
        while !self.inner().stop_outbox.is_cancelled() {
            let oldest = self.inner().store.oldest_message(lane).await;
            let oldest = oldest.unwrap_or_else(|error| {
                tracing::error!(%error, "the outbox cannot be read");
                None
            })?;
            let wait = oldest.due_at().duration_since(self.now());
            if !wait.is_positive() {
                return Some(oldest);
            }
            if wait.unsigned_abs() > LOOK_EVERY {
                return None;
            }
            self.pause(wait.unsigned_abs()).await;
        }
        None
    }

    /// Keeps a claim until what it is held for is done.
    async fn holding<T>(&self, entry: &OutboxEntry, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let mut renew = interval(RENEW_EVERY);
        renew.tick().await;
        loop {
            tokio::select! {
                done = &mut work => return done,
                _ = renew.tick() => {
                    if let Err(error) = self.inner().store.renew(entry, held_from(self.now())).await {
                        tracing::warn!(%error, "a claim cannot be renewed");
                    }
                }
            }
        }
    }

    /// Sends a message and takes the lane's turn if the POS took or refused the ticket at once.
    async fn send(&self, entry: &OutboxEntry) -> Result<(), EmitError> {
        let word = match around(Step::Send, self.emitter.emit(&entry.lane, entry.id, &entry.message)).await? {
            Receipt::Delivered => return Ok(()),
            Receipt::Acknowledged { pos_reference } => PosWord::Acknowledged { pos_reference },
            Receipt::Rejected { reason, item } => PosWord::Rejected { reason, item },
        };
        let ticket_id = entry.message.body.ticket_id();
        let told = self.until_stored(|| async {
            match self.tell(ticket_id, word.clone()).await {
                // The POS may be with the ticket already; what it said before stands.
                Ok(_) | Err(LaneError::TicketState { .. }) => Ok(()),
                Err(error) => Err(error),
            }
        });
        told.await.map_err(EmitError::unknown)
    }

    /// Tells the lane what the POS says. What it refuses the ticket for may be nothing that the menu knows.
    async fn tell(&self, ticket_id: Uuid, word: PosWord) -> Result<TicketRecord, LaneError> {
        match (self.lanes.word_from_pos(ticket_id, word.clone()).await, word) {
            (Err(LaneError::Invalid(..)), PosWord::Rejected { reason, item: Some(item) }) => {
                let reason = format!("{reason} ({item})");
                self.lanes.word_from_pos(ticket_id, PosWord::Rejected { reason, item: None }).await
            }
            (told, _) => told,
        }
    }

    async fn settle(&self, entry: &OutboxEntry, delivery: Delivery) {
        let store = &self.inner().store;
        let settled = self.until_stored(|| store.settle(entry, self.now(), delivery.clone()));
        if let Err(error) = around(Step::Settle, settled).await {
            let ticket_id = entry.message.body.ticket_id();
            tracing::error!(ticket.id = %ticket_id, %error, "what came of a delivery cannot be stored");
        }
    }

    /// Tries again what a store that is away for a moment refuses: what a POS did with a message is known only here.
    async fn until_stored<E, F>(&self, store: impl Fn() -> F) -> Result<(), E>
    where
        F: Future<Output = Result<(), E>>,
    {
        let mut tried = store().await;
        for _ in 1..STORED_TRIES_MAX {
            if tried.is_ok() || self.inner().stop_outbox.is_cancelled() {
                break;
            }
            self.pause(STORE_AGAIN_AFTER).await;
            tried = store().await;
        }
        tried
    }

    fn now(&self) -> Timestamp {
        (self.inner().clock)()
    }

    /// Waits, but not when the service stops.
    async fn pause(&self, wait: Duration) {
        tokio::select! {
            () = sleep(wait) => {}
            () = self.inner().stop_outbox.cancelled() => {}
        }
    }

    fn busy(&self) -> MutexGuard<'_, BTreeMap<LaneKey, bool>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A lane that is seen to, until it is dropped.
struct Seen {
    outbox: Arc<Outbox>,
    lane: LaneKey,
}

impl Drop for Seen {
    fn drop(&mut self) {
        // What woke it meanwhile may have come after its last look.
        if self.outbox.busy().remove(&self.lane) == Some(true) {
            self.outbox.see_to(self.lane.clone());
        }
    }
}

/// Why a message must not be sent at all: earlier tries ended with their process, and the POS would make it twice, or
/// the message ended them.
fn left_open(semantics: Semantics, entry: &OutboxEntry) -> Option<String> {
    if semantics == Semantics::Blind && entry.claimed_until.is_some() {
        return Some(unknown_if_made("the service ended while it was sent"));
    }
    let left_open = entry.claims.saturating_sub(entry.attempts);
    (left_open >= LEFT_OPEN_MAX).then(|| format!("the service ended {left_open} times while it was sent"))
}

fn held_from(now: Timestamp) -> Timestamp {
    now.saturating_add(CLAIM_HOLDS).unwrap_or(Timestamp::MAX)
}

/// What is stored of a try.
fn outcome(
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
        return given_up(entry, error.to_string());
    }
    // That a POS takes no more was logged when it said so.
    if !matches!(error, EmitError::Disabled { .. }) {
        let (ticket_id, kind) = (entry.message.body.ticket_id(), entry.message.body.kind());
        tracing::warn!(ticket.id = %ticket_id, message = kind, attempt = entry.attempts + 1, %error, "a message is tried again");
    }
    let wait = SignedDuration::try_from(wait_after(&error, entry)).unwrap_or(SignedDuration::MAX);
    let next_attempt_at = now.saturating_add(wait).unwrap_or(Timestamp::MAX);
    Delivery::Failed { next_attempt_at, reason: error.to_string() }
}

fn given_up(entry: &OutboxEntry, reason: String) -> Delivery {
    let (ticket_id, kind) = (entry.message.body.ticket_id(), entry.message.body.kind());
    tracing::error!(ticket.id = %ticket_id, message = kind, reason, "a message is given up: the crew looks after it");
    Delivery::Dead { reason }
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
        let busy = EmitError::Refused { reason: "429".to_owned(), retry_after };
        assert_eq!(wait_after(&busy, &entry(0)), Duration::from_secs(30));
        assert!(wait_after(&busy, &entry(20)) >= Duration::from_secs(30));
        let gone = EmitError::Disabled { reason: "410".to_owned() };
        assert_eq!(wait_after(&gone, &entry(0)).as_millis(), u128::from(RETRY_MS_MAX));
    }
}
