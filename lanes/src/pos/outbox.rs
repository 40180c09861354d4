//! Delivers what turns left in the outbox: at least once, in order per lane, for a day. A slow delivery delays its own
//! lane, and other lanes only when as many are slow as are sent at once.

mod outcome;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fsm::ids::LaneKey;
use fsm::ticket::{MessageBody, TicketStatus};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tracing::{Instrument as _, debug_span};
use uuid::Uuid;

use self::outcome::{given_up, left_open, outcome};
use super::PosReport;
use super::emitter::{EmitError, Emitter};
use super::wakeups::Wakeups;
use crate::clock::Clock;
use crate::error::LaneError;
use crate::meters;
use crate::step::{Step, around};
use crate::store::{Delivery, OutboxEntry, OutboxStore, TicketRecord};
use crate::tasks::Tasks;
use crate::tickets::Tickets;

/// How many messages are sent at once.
const SENT_AT_ONCE_MAX: usize = 32;
/// How many lanes with messages one look at the outbox finds.
const LANES_A_LOOK_MAX: usize = 1024;
/// How long a claim holds unless it is renewed. After that another process may send the message.
const CLAIM_HOLDS: SignedDuration = SignedDuration::from_secs(6);
/// How often a claim is renewed while the POS is slow.
const RENEW_EVERY: Duration = Duration::from_secs(2);
/// How often the outbox is looked at even without a wake-up.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// How often what waits for the POS is measured.
const MEASURE_EVERY: Duration = Duration::from_secs(15);
/// How often storing the result of a delivery is tried.
const STORED_TRIES_MAX: u32 = 10;
/// The wait between two of those tries.
const STORE_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// What messages are delivered with.
pub(crate) struct Outbox {
    store: Arc<dyn OutboxStore>,
    /// Where the answers of the POS go.
    tickets: Tickets,
    emitter: Arc<dyn Emitter>,
    clock: Clock,
    /// Lanes that left messages.
    wakeups: Arc<Wakeups>,
    tasks: Tasks,
    sending: Semaphore,
    /// The lanes with a delivery task, and whether they were woken again since it started.
    busy: Mutex<BTreeMap<LaneKey, bool>>,
}

impl Outbox {
    pub fn new(
        store: Arc<dyn OutboxStore>,
        tickets: Tickets,
        emitter: Arc<dyn Emitter>,
        clock: Clock,
        wakeups: Arc<Wakeups>,
        tasks: Tasks,
    ) -> Arc<Self> {
        let (sending, busy) = (Semaphore::new(SENT_AT_ONCE_MAX), Mutex::default());
        Arc::new(Self { store, tickets, emitter, clock, wakeups, tasks, sending, busy })
    }

    /// Delivers messages until the service stops.
    pub async fn deliver(self: Arc<Self>) {
        let mut look = interval(LOOK_EVERY);
        let mut measure = interval(MEASURE_EVERY);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        measure.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let lanes = tokio::select! {
                lanes = self.wakeups.take() => lanes.into_iter().collect(),
                _ = look.tick() => self.look().await,
                _ = measure.tick() => {
                    self.measure().await;
                    Vec::new()
                }
                () = self.tasks.stopping() => return,
            };
            for lane in lanes {
                self.see_to(lane);
            }
        }
    }

    /// The lanes whose oldest message may be tried.
    async fn look(&self) -> Vec<LaneKey> {
        let entries = self.store.outbox(self.now(), LANES_A_LOOK_MAX).await;
        let entries = entries.unwrap_or_else(|error| {
            tracing::error!(%error, "the outbox cannot be read");
            Vec::new()
        });
        entries.into_iter().map(|entry| entry.lane).collect()
    }

    /// Shows how many lanes wait for the POS, and for how long.
    async fn measure(&self) {
        // All of them are due at the end of time.
        let Ok(entries) = self.store.outbox(Timestamp::MAX, LANES_A_LOOK_MAX).await else { return };
        let oldest = entries.iter().map(|entry| entry.stored_at).min();
        let age = oldest.map(|stored_at| self.now().duration_since(stored_at));
        let age = age.and_then(|age| Duration::try_from(age).ok()).unwrap_or_default();
        meters::waiting(entries.len(), age);
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
        self.tasks.spawn(async move { seen.outbox.work(&seen.lane).await });
    }

    async fn work(&self, lane: &LaneKey) {
        while let Some(entry) = self.next(lane).await {
            let Ok(_sending) = self.sending.acquire().await else { return };
            if self.tasks.are_stopping() {
                return;
            }
            let span = debug_span!(
                "delivery",
                drive_thru.id = lane.drive_thru(),
                lane.id = lane.lane(),
                ticket.id = %entry.message.body.ticket_id(),
                delivery.attempt = entry.claims + 1,
            );
            if !self.try_once(&entry).instrument(span).await {
                return;
            }
        }
    }

    /// Tries a message once. Whether it was this process that tried it.
    async fn try_once(&self, entry: &OutboxEntry) -> bool {
        let Some(claimed) = self.claim(entry).await else { return false };
        let delivery = match left_open(self.emitter.semantics(), entry) {
            Some(reason) => given_up(&claimed, reason),
            None => {
                let sent = self.holding(&claimed, self.send(&claimed)).await;
                outcome(self.emitter.semantics(), &claimed, sent, self.now())
            }
        };
        self.settle(&claimed, delivery).await;
        true
    }

    /// Claims a message; none if another process sends it. If the store's answer is lost, the claim is recognized by its
    /// end: one that is left open would look as if the message had been sent.
    async fn claim(&self, entry: &OutboxEntry) -> Option<OutboxEntry> {
        let store = &self.store;
        let (now, claims) = (self.now(), entry.claims + 1);
        let until = held_from(now);
        match around(Step::Claim, store.claim(entry, now, until)).await {
            Ok(Some(claimed)) => return Some(claimed),
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "a message cannot be claimed"),
        }
        while !self.tasks.are_stopping() {
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
        while !self.tasks.are_stopping() {
            let oldest = self.store.oldest_message(lane).await;
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

    /// Renews a claim until the work that it is held for is done.
    async fn holding<T>(&self, entry: &OutboxEntry, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let mut renew = interval(RENEW_EVERY);
        renew.tick().await;
        loop {
            tokio::select! {
                done = &mut work => return done,
                _ = renew.tick() => {
                    if let Err(error) = self.store.renew(entry, held_from(self.now())).await {
                        tracing::warn!(%error, "a claim cannot be renewed");
                    }
                }
            }
        }
    }

    /// Sends a message and takes the lane's turn if the POS took or refused the ticket at once.
    async fn send(&self, entry: &OutboxEntry) -> Result<(), EmitError> {
        let sent = around(Step::Send, self.emitter.emit(&entry.lane, entry.id, &entry.message)).await;
        let report = sent.map_err(|error| error.without_long_numbers(self.tickets.menus.languages()))?;
        let Some(report) = report else { return Ok(()) };
        let ticket_id = entry.message.body.ticket_id();
        let told = self.until_stored(|| async {
            match self.tell(ticket_id, report.clone()).await {
                // The POS has reported on the ticket before, and that report stands.
                Ok(_) | Err(LaneError::TicketState { .. }) => Ok(()),
                Err(error) => Err(error),
            }
        });
        told.await.map_err(EmitError::unknown)
    }

    /// Tells the lane what the POS says. An item that the menu does not have becomes a part of the reason.
    async fn tell(&self, ticket_id: Uuid, report: PosReport) -> Result<TicketRecord, LaneError> {
        match (self.tickets.report(ticket_id, report.clone(), None).await, report) {
            (Err(LaneError::Invalid(..)), PosReport::Rejected { reason, item: Some(item) }) => {
                let reason = format!("{reason} ({item})");
                self.tickets.report(ticket_id, PosReport::Rejected { reason, item: None }, None).await
            }
            (told, _) => told,
        }
    }

    async fn settle(&self, entry: &OutboxEntry, delivery: Delivery) {
        let store = &self.store;
        if let (Delivery::Dead { .. }, MessageBody::Created(_)) = (&delivery, &entry.message.body) {
            meters::ticket(TicketStatus::Dead);
        }
        let settled = self.until_stored(|| store.settle(entry, self.now(), delivery.clone()));
        if let Err(error) = around(Step::Settle, settled).await {
            let ticket_id = entry.message.body.ticket_id();
            tracing::error!(ticket.id = %ticket_id, %error, "what came of a delivery cannot be stored");
        }
    }

    /// Retries while the store is unavailable, because only this process knows what the POS did with the message.
    async fn until_stored<E, F>(&self, store: impl Fn() -> F) -> Result<(), E>
    where
        F: Future<Output = Result<(), E>>,
    {
        let mut tried = store().await;
        for _ in 1..STORED_TRIES_MAX {
            if tried.is_ok() || self.tasks.are_stopping() {
                break;
            }
            self.pause(STORE_AGAIN_AFTER).await;
            tried = store().await;
        }
        tried
    }

    fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Waits, but not when the service stops.
    async fn pause(&self, wait: Duration) {
        tokio::select! {
            () = sleep(wait) => {}
            () = self.tasks.stopping() => {}
        }
    }

    fn busy(&self) -> MutexGuard<'_, BTreeMap<LaneKey, bool>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A lane with a delivery task, until it is dropped.
struct Seen {
    outbox: Arc<Outbox>,
    lane: LaneKey,
}

impl Drop for Seen {
    fn drop(&mut self) {
        // It may have been woken after its last look at the outbox.
        if self.outbox.busy().remove(&self.lane) == Some(true) {
            self.outbox.see_to(self.lane.clone());
        }
    }
}

fn held_from(now: Timestamp) -> Timestamp {
    now.saturating_add(CLAIM_HOLDS).unwrap_or(Timestamp::MAX)
}
