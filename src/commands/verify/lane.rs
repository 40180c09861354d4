//! One lane of a check: turns are written to it, one after the other, and looked for afterwards.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use fsm::dialogue::{Input, take_turn};
use fsm::ids::LaneKey;
use fsm::machine::{End, Moment, Policy, Rules, Session};
use fsm::menu::Menu;
use jiff::Timestamp;
use jiff::civil::Date;
use lanes::store::{AuditRecord, Commit, EventRecord, Store, StoreError, TurnStore};
use serde::Serialize;
use serde_json::json;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use uuid::Uuid;

use crate::wiring::menus;

/// A turn is written this often at most, for an installation that is at work has other things to do.
const WRITE_EVERY: Duration = Duration::from_millis(5);
/// How long a store that could not be asked is left alone.
const TRY_AGAIN: Duration = Duration::from_millis(20);
/// A store that is away for longer has not come back.
const AWAY_MAX: Duration = Duration::from_secs(60);
/// After so many turns the car leaves, and the next comes.
const TURNS_A_SESSION: u32 = 20;
/// What fills a turn up to the size that turns have.
const FILLING_BYTES: usize = 1500;

static MENU: LazyLock<Menu> = LazyLock::new(menus::sample);

/// What was written to a lane.
pub struct Written {
    lane: LaneKey,
    sent: Vec<Sent>,
    longest: Duration,
}

/// A turn that was written.
struct Sent {
    event: EventRecord,
    is_acknowledged: bool,
}

/// What a check counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Turns that were sent to the store.
    pub written: usize,
    /// Turns that the store said it has.
    pub acknowledged: usize,
    /// Acknowledged turns that are not there.
    pub lost: usize,
    /// Turns that are there more than once.
    pub applied_twice: usize,
    /// Turns that are there and are not what was written, and lanes that are not as far as their turns.
    pub wrong: usize,
    /// The longest time from a turn's first try to its acknowledgement.
    pub unavailable_ms_max: u128,
}

impl Counts {
    pub fn add(&mut self, other: Self) {
        self.written += other.written;
        self.acknowledged += other.acknowledged;
        self.lost += other.lost;
        self.applied_twice += other.applied_twice;
        self.wrong += other.wrong;
        self.unavailable_ms_max = self.unavailable_ms_max.max(other.unavailable_ms_max);
    }
}

/// Writes turn after turn until it is over, each again until it is answered.
pub async fn write(
    store: &dyn TurnStore,
    lane: LaneKey,
    is_over: &AtomicBool,
) -> Result<Written, StoreError> {
    let mut written = Written { lane, sent: Vec::new(), longest: Duration::ZERO };
    let mut version = 0;
    let mut session = Session::idle();
    let mut turn = 0;
    let mut pace = interval(WRITE_EVERY);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !is_over.load(Ordering::Relaxed) {
        pace.tick().await;
        let event_id = written.next_event_id();
        if turn == 0 {
            session = arrived(&written.lane, event_id);
        }
        turn += 1;
        let mut commit = self::commit(&written.lane, version, &session, turn, event_id);
        written.sent.push(Sent { event: commit.event.clone(), is_acknowledged: false });
        let started = Instant::now();
        loop {
            match store.commit(commit.clone()).await {
                // One that was stored and not answered is known when it comes again.
                Ok(()) | Err(StoreError::TakenBefore(_)) => break,
                Err(error) if started.elapsed() > AWAY_MAX => return Err(error),
                // The lane is not where it was: turns are lost. Those to come count too, so it goes on from there.
                Err(StoreError::Conflict) => {
                    if let Ok(found) = store.lane(&written.lane).await {
                        version = found.version;
                        // Where the session is lost too, the next car comes.
                        if found.session.session_id() != session.session_id() {
                            session = arrived(&written.lane, event_id);
                            turn = 1;
                        }
                    }
                }
                Err(StoreError::Unavailable(_) | StoreError::Unreadable(_)) => {}
            }
            commit = self::commit(&written.lane, version, &session, turn, event_id);
            written.send_again(&commit);
            sleep(TRY_AGAIN).await;
        }
        written.acknowledge(started.elapsed());
        version += 1;
        turn %= TURNS_A_SESSION;
    }
    Ok(written)
}

/// Asks a store until it can be asked: one slow answer of a store that is at work says nothing of what it keeps.
pub async fn patiently<T>(ask: impl AsyncFn() -> Result<T, StoreError>) -> Result<T, StoreError> {
    let started = Instant::now();
    loop {
        match ask().await {
            Err(StoreError::Unavailable(_)) if started.elapsed() < AWAY_MAX => sleep(TRY_AGAIN).await,
            answer => return answer,
        }
    }
}

/// Looks for everything that was written to a lane.
pub async fn read_back(store: &dyn Store, written: &Written) -> Result<Counts, StoreError> {
    let unavailable_ms_max = written.longest.as_millis();
    let mut counts = Counts { written: written.sent.len(), unavailable_ms_max, ..Counts::default() };
    let mut stored: BTreeMap<Arc<str>, Vec<AuditRecord>> = BTreeMap::new();
    let mut sessions: Vec<Uuid> = written.sent.iter().map(|sent| sent.event.session_id).collect();
    sessions.dedup();
    let mut turns = 0;
    for session_id in sessions {
        for record in store.audit(session_id).await?.into_iter().flat_map(|log| log.entries) {
            turns += 1;
            stored.entry(record.event.clone()).or_default().push(record);
        }
    }
    for Sent { event, is_acknowledged } in &written.sent {
        counts.acknowledged += usize::from(*is_acknowledged);
        let found = stored.remove(&*event_text(event.event_id)).unwrap_or_default();
        let known = store.event(&written.lane, event.event_id).await?;
        match &found[..] {
            [] if known.is_some() => counts.wrong += 1,
            [] => counts.lost += usize::from(*is_acknowledged),
            [record] => {
                let is_right = known.as_ref() == Some(event) && is_as_written(record, event);
                counts.wrong += usize::from(!is_right);
            }
            _ => counts.applied_twice += 1,
        }
    }
    counts.wrong += stored.len();
    counts.wrong += usize::from(store.lane(&written.lane).await?.version != turns);
    Ok(counts)
}

impl Written {
    fn next_event_id(&self) -> Uuid {
        let name = format!("{} {} {}", self.lane.drive_thru(), self.lane.lane(), self.sent.len());
        Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes())
    }

    /// What is tried again may be a turn of another session.
    fn send_again(&mut self, commit: &Commit) {
        if let Some(sent) = self.sent.last_mut() {
            sent.event = commit.event.clone();
        }
    }

    fn acknowledge(&mut self, waited: Duration) {
        self.longest = self.longest.max(waited);
        if let Some(sent) = self.sent.last_mut() {
            sent.is_acknowledged = true;
        }
    }
}

/// The session of a car that has just come.
fn arrived(lane: &LaneKey, event_id: Uuid) -> Session {
    let rules = Rules::default();
    let policy = Policy::new(&rules, &MENU);
    let moment = Moment {
        at: Timestamp::now(),
        taken_at: Timestamp::now(),
        business_date: Date::default(),
        order_number: 1,
    };
    take_turn(&policy, &moment, lane, event_id, Session::idle(), &Input::CarDetected { vehicle_id: None })
        .session
}

fn commit(lane: &LaneKey, expected_version: u64, session: &Session, turn: u32, event_id: Uuid) -> Commit {
    let session_id = session.session_id().unwrap_or_default();
    let event = EventRecord { event_id, fingerprint: event_id, session_id, turn, seen: None };
    let record = AuditRecord {
        session_id,
        seq: turn,
        at: Timestamp::now(),
        menu_version: "1".into(),
        event: event_text(event_id).into(),
        turn: turn_text(&event).into(),
        actor: None,
    };
    let is_last = turn == TURNS_A_SESSION;
    Commit {
        lane: lane.clone(),
        expected_version,
        expected_stamp: None,
        stamp: None,
        session: if is_last { Session::idle() } else { session.clone() }.into(),
        event,
        audit: vec![record],
        kept: None,
        documents: Vec::new(),
        ended: is_last.then_some((session_id, End::Abandoned)),
        tickets: Vec::new(),
        outbox: Vec::new(),
        wake_at: None,
        watch: None,
    }
}

fn is_as_written(record: &AuditRecord, event: &EventRecord) -> bool {
    (record.seq, record.session_id) == (event.turn, event.session_id) && *record.turn == *turn_text(event)
}

fn event_text(event_id: Uuid) -> String {
    json!({ "id": event_id }).to_string()
}

fn turn_text(event: &EventRecord) -> String {
    json!({ "turn": event.turn, "event_id": event.event_id, "filling": "x".repeat(FILLING_BYTES) })
        .to_string()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn a_store_that_cannot_answer_just_now_is_asked_again_and_one_that_says_no_is_not() {
        let asked = Cell::new(0);
        let answers = |refusals: u32, then: Result<u32, StoreError>| {
            asked.set(0);
            let asked = &asked;
            patiently(async move || {
                asked.set(asked.get() + 1);
                match asked.get() > refusals {
                    true => then.clone(),
                    false => Err(StoreError::Unavailable("timed out".to_owned())),
                }
            })
        };
        assert_eq!(answers(2, Ok(7)).await.unwrap(), 7);
        assert_eq!(asked.get(), 3);
        assert!(matches!(answers(0, Err(StoreError::Conflict)).await, Err(StoreError::Conflict)));
        assert_eq!(asked.get(), 1);
    }
}
