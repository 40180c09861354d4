//! Has the cars of a plan come: each event when it is due, or as soon as its lane has the answer to the one before.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fsm::machine::StateKind;
use hyper::Method;
use lanes::event::{EventHead, EventRequest};
use serde::Deserialize;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};
use uuid::Uuid;

use super::plan::{Plan, PlannedCar, PlannedEvent, Traffic};
use super::progress::Progress;
use super::tally::Tally;
use crate::client::{Caller, Reply};

/// How often an event is sent until it is answered. An answer that it cannot be taken now is none.
const TRIES_MAX: u32 = 10;
/// How long a frontend waits before it sends an event again.
const TRY_AGAIN: Duration = Duration::from_millis(200);
/// The timer ticks this often: what is due in between is sent with the next tick, which is no delay of the service.
const TICK: Duration = Duration::from_millis(1);

/// An event that was sent.
#[derive(Debug)]
pub struct SentEvent {
    /// Its id.
    pub id: Uuid,
    /// What it was answered, if it was.
    pub answer: Option<Answered>,
}

/// What an event was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The session of the turn.
    pub session_id: Uuid,
    /// The hash of the turn as it came.
    pub turn: u64,
    /// Whether the session ended with it.
    pub is_over: bool,
}

/// The hash of a turn's JSON.
pub fn hash(turn: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    turn.hash(&mut hasher);
    hasher.finish()
}

/// Has all cars come. Gives what they sent, and what was measured.
///
/// # Errors
/// If a lane could not be driven to its end.
pub async fn drive(
    caller: &Caller,
    traffic: &Traffic,
    plan: &Arc<Plan>,
) -> anyhow::Result<(Vec<SentEvent>, Tally)> {
    let tally = Arc::new(Mutex::new(Tally::new()?));
    let driver = Driver {
        caller: caller.clone(),
        plan: plan.clone(),
        // A second run with the same seed sends other events.
        run: Uuid::new_v4(),
        start: Instant::now(),
        tally: tally.clone(),
    };
    let progress = Progress::show(plan, driver.start, tally.clone());
    let mut lanes = JoinSet::new();
    for lane in 0..plan.lanes.len() {
        let (driver, path) = (driver.clone(), format!("{}/events", traffic.path_of(lane)));
        lanes.spawn(async move { driver.lane(lane, &path).await });
    }
    drop(driver);
    let mut sent = Vec::new();
    while let Some(lane) = lanes.join_next().await {
        sent.extend(lane?);
    }
    progress.end().await;
    let tally = Arc::try_unwrap(tally).map_err(|_| anyhow::anyhow!("a lane is still driven"))?;
    Ok((sent, tally.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

#[derive(Clone)]
struct Driver {
    caller: Caller,
    plan: Arc<Plan>,
    run: Uuid,
    start: Instant,
    tally: Arc<Mutex<Tally>>,
}

impl Driver {
    /// Drives one lane, a car after the other.
    async fn lane(&self, lane: usize, path: &str) -> Vec<SentEvent> {
        let mut sent = Vec::new();
        let mut free_at = self.start;
        for car in &self.plan.lanes[lane] {
            for (at, planned) in car.events.iter().enumerate() {
                let event = self.event(path, car, at, planned, &mut free_at).await;
                let is_over = event.answer.is_some_and(|answer| answer.is_over);
                sent.push(event);
                if is_over {
                    self.leave_out(&car.events[at + 1..]);
                    break;
                }
            }
        }
        sent
    }

    /// What a car would still say that the lane has said goodbye to.
    fn leave_out(&self, events: &[PlannedEvent]) {
        let measured = events.iter().filter(|event| self.plan.is_measured(event.due)).count();
        self.tally(|tally| tally.left_out += measured);
    }

    /// Sends an event when it is due, until it is answered.
    async fn event(
        &self,
        path: &str,
        car: &PlannedCar,
        at: usize,
        planned: &PlannedEvent,
        free_at: &mut Instant,
    ) -> SentEvent {
        let id = Uuid::new_v5(&self.run, format!("{} {at}", car.number).as_bytes());
        let request = EventRequest { id, head: EventHead::default(), event: planned.event.clone() };
        // An event is plain data, which is always JSON.
        let body = serde_json::to_string(&request).unwrap_or_default();
        let due = self.start + planned.due;
        sleep_until(due).await;
        let sent = Instant::now();
        let reply = self.until_answered(path, &body).await;
        let answered = Instant::now();
        let answer = reply.as_ref().and_then(read);
        self.tally(|tally| {
            if answer.is_none() {
                tally.given_up += 1;
                return;
            }
            tally.answered += 1;
            tally.answered_in_time += u64::from(self.plan.is_measured(answered - self.start));
            if self.plan.is_measured(planned.due) {
                let had_to_wait = *free_at > due;
                let from = if had_to_wait { due } else { sent.min(due + TICK) };
                tally.from_due.add(answered - from);
                tally.from_sent.add(answered - sent);
                if !had_to_wait {
                    tally.sent_late.add(sent - due);
                }
            }
        });
        if let Some(first) = reply.filter(|_| planned.is_repeated && answer.is_some()) {
            let again = self.until_answered(path, &body).await;
            let alike = again.is_some_and(|again| again.is_replayed && again.body == first.body);
            self.tally(|tally| {
                tally.repeated += 1;
                tally.answered_alike += u64::from(alike);
            });
        }
        *free_at = Instant::now();
        SentEvent { id, answer }
    }

    /// Sends an event until the service says what comes of it, as a frontend does.
    async fn until_answered(&self, path: &str, body: &str) -> Option<Reply> {
        for _ in 0..TRIES_MAX {
            let reply = self.caller.send(Method::POST, path, body.to_owned()).await;
            let (class, is_final) = match reply {
                Ok(reply) if reply.status.is_success() => return Some(reply),
                Ok(reply) => (reply.problem(), !reply.status.is_server_error()),
                Err(fault) => (fault.to_string(), false),
            };
            self.tally(|tally| tally.wrong(class));
            if is_final {
                return None;
            }
            sleep(TRY_AGAIN).await;
        }
        None
    }

    fn tally(&self, count: impl FnOnce(&mut Tally)) {
        count(&mut self.tally.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

fn read(reply: &Reply) -> Option<Answered> {
    #[derive(Deserialize)]
    struct Turn {
        session_id: Uuid,
        state: StateKind,
    }

    let Turn { session_id, state } = reply.json().ok()?;
    Some(Answered { session_id, turn: hash(&reply.body), is_over: state == StateKind::Idle })
}
