//! Random walks of each store beside a model of it that is plain enough to be believed.

use std::collections::{BTreeMap, VecDeque};
use std::marker::PhantomData;
use std::sync::Arc;

use fsm::ids::LaneKey;
use fsm::machine::{End, Session};
use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use lanes::store::{Commit, Delivery, Durability, MemoryStore, RedisStore, SqliteStore, Store, StoreError};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
use tempfile::TempDir;
use testbed::RedisServer;
use tokio::runtime::Runtime;

use crate::redis_store;
use crate::samples::{at, created, first_turn, id, lane, next_turn, opened, session, settle};

/// Few enough that walks meet themselves: the same lane, the same event, the same ticket again.
const LANES: u32 = 3;
const EVENTS: u32 = 12;
const TICKETS: u32 = 6;

prop_state_machine! {
    #![proptest_config(walks(256))]
    #[test]
    fn the_memory_store_does_what_the_model_does(sequential 1..60 => Walk<InMemory>);
}

prop_state_machine! {
    #![proptest_config(walks(30))]
    #[test]
    fn the_sqlite_store_does_what_the_model_does(sequential 1..40 => Walk<InFile>);
}

prop_state_machine! {
    #![proptest_config(walks(30))]
    #[test]
    fn the_redis_store_does_what_the_model_does(sequential 1..40 => Walk<InRedis>);
}

/// The same walks every time.
fn walks(cases: u32) -> Config {
    Config { cases, rng_seed: RngSeed::Fixed(20_261_121), failure_persistence: None, ..Config::default() }
}

/// One step of a walk.
#[derive(Clone, Debug)]
enum Step {
    /// A turn: the lane's session opens if none is on, and goes on or ends otherwise.
    Commit { lane: u32, version_off_by: i64, event: u32, ticket: Option<u32>, ends: bool },
    /// Word of the lane's oldest message.
    Deliver { lane: u32, outcome: Outcome },
    /// Events of sessions whose last event has a lower number are forgotten.
    Forget { before: u32 },
    /// The process ends and starts again.
    Restart,
}

#[derive(Clone, Copy, Debug)]
enum Outcome {
    Delivered,
    Failed,
    Dead,
}

/// What a store keeps, as little as tells a wrong one.
#[derive(Clone, Debug, Default)]
struct Model {
    lanes: BTreeMap<u32, LaneModel>,
    /// Whose session each event of a lane was in: the event that opened it.
    events: BTreeMap<(u32, u32), u32>,
    /// The sessions by lane and opening event: their events, and whether they ended.
    sessions: BTreeMap<(u32, u32), (Vec<u32>, bool)>,
    tickets: BTreeMap<u32, TicketStatus>,
    /// What waits on each lane, with failed attempts.
    outbox: BTreeMap<u32, VecDeque<(u32, u32)>>,
    /// Whether the last step was refused.
    conflict: bool,
}

#[derive(Clone, Debug, Default)]
struct LaneModel {
    version: u64,
    /// The event that opened the session that is on.
    opened_by: Option<u32>,
}

impl ReferenceStateMachine for Model {
    type State = Self;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Self> {
        Just(Self::default()).boxed()
    }

    fn transitions(_: &Self) -> BoxedStrategy<Step> {
        let version_off_by = prop_oneof![8 => Just(0), 1 => Just(-1), 1 => Just(1)];
        let ticket = prop::option::weighted(0.3, 0..TICKETS);
        let commit = (0..LANES, version_off_by, 0..EVENTS, ticket, prop::bool::weighted(0.3)).prop_map(
            |(lane, version_off_by, event, ticket, ends)| Step::Commit {
                lane,
                version_off_by,
                event,
                ticket,
                ends,
            },
        );
        let outcome = prop_oneof![Just(Outcome::Delivered), Just(Outcome::Failed), Just(Outcome::Dead)];
        let deliver = (0..LANES, outcome).prop_map(|(lane, outcome)| Step::Deliver { lane, outcome });
        let forget = (0..EVENTS).prop_map(|before| Step::Forget { before });
        prop_oneof![12 => commit, 4 => deliver, 1 => forget, 1 => Just(Step::Restart)].boxed()
    }

    fn apply(mut model: Self, step: &Step) -> Self {
        model.conflict = false;
        match *step {
            Step::Commit { lane, version_off_by, event, ticket, ends } => {
                model.commit(lane, version_off_by, event, ticket, ends);
            }
            Step::Deliver { lane, outcome } => model.deliver(lane, outcome),
            Step::Forget { before } => {
                let sessions = &model.sessions;
                model.events.retain(|(lane, _), opened_by| {
                    let (events, ended) = &sessions[&(*lane, *opened_by)];
                    !ended || *events.last().unwrap() >= before
                });
            }
            Step::Restart => {}
        }
        model
    }
}

impl Model {
    fn commit(&mut self, lane: u32, version_off_by: i64, event: u32, ticket: Option<u32>, ends: bool) {
        let version = self.version(lane);
        let opened_by = self.opened_by(lane);
        let is_taken = self.events.contains_key(&(lane, event))
            || (opened_by.is_none() && self.sessions.contains_key(&(lane, event)))
            || ticket.is_some_and(|ticket| self.tickets.contains_key(&ticket));
        if version.saturating_add_signed(version_off_by) != version || is_taken {
            self.conflict = true;
            return;
        }
        let opener = opened_by.unwrap_or(event);
        let (events, ended) = self.sessions.entry((lane, opener)).or_default();
        events.push(event);
        *ended = ends;
        self.events.insert((lane, event), opener);
        self.lanes.insert(lane, LaneModel { version: version + 1, opened_by: (!ends).then_some(opener) });
        if let Some(ticket) = ticket {
            self.tickets.insert(ticket, TicketStatus::Pending);
            self.outbox.entry(lane).or_default().push_back((ticket, 0));
        }
    }

    fn deliver(&mut self, lane: u32, outcome: Outcome) {
        let queue = self.outbox.entry(lane).or_default();
        let Some((ticket, failures)) = queue.front_mut() else { return };
        match outcome {
            Outcome::Failed => {
                *failures += 1;
                return;
            }
            Outcome::Dead => *self.tickets.get_mut(ticket).unwrap() = TicketStatus::Dead,
            Outcome::Delivered => {}
        }
        queue.pop_front();
    }

    fn version(&self, lane: u32) -> u64 {
        self.lanes.get(&lane).map_or(0, |lane| lane.version)
    }

    fn opened_by(&self, lane: u32) -> Option<u32> {
        self.lanes.get(&lane).and_then(|lane| lane.opened_by)
    }
}

/// Where a store under test keeps what it keeps.
trait Place: 'static {
    type Store: Store;
    fn make() -> Self;
    fn open(&self, runtime: &Runtime) -> Self::Store;
    /// The store after a restart; the memory store has none.
    fn open_again(&self, runtime: &Runtime, store: Self::Store) -> Self::Store {
        drop(store);
        self.open(runtime)
    }
}

struct InMemory;

impl Place for InMemory {
    type Store = MemoryStore;

    fn make() -> Self {
        Self
    }

    fn open(&self, _: &Runtime) -> MemoryStore {
        MemoryStore::default()
    }

    fn open_again(&self, _: &Runtime, store: MemoryStore) -> MemoryStore {
        store
    }
}

struct InFile(TempDir);

impl Place for InFile {
    type Store = SqliteStore;

    fn make() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn open(&self, _: &Runtime) -> SqliteStore {
        opened(&self.0.path().join("carhop.db"))
    }
}

/// The process starts again, and the server stays.
struct InRedis(RedisServer);

impl Place for InRedis {
    type Store = RedisStore;

    fn make() -> Self {
        Self(RedisServer::start(&[]))
    }

    fn open(&self, runtime: &Runtime) -> RedisStore {
        runtime.block_on(redis_store(&self.0.url(), Durability::Memory))
    }
}

/// A walk of one store.
struct Walk<P>(PhantomData<P>);

struct Walking<P: Place> {
    store: P::Store,
    place: P,
    runtime: Runtime,
}

impl<P: Place> StateMachineTest for Walk<P> {
    type SystemUnderTest = Walking<P>;
    type Reference = Model;

    fn init_test(_: &Model) -> Walking<P> {
        let place = P::make();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Walking { store: place.open(&runtime), place, runtime }
    }

    fn apply(walking: Walking<P>, model: &Model, step: Step) -> Walking<P> {
        let Walking { store, place, runtime } = walking;
        let store = match step {
            Step::Restart => place.open_again(&runtime, store),
            step => {
                runtime.block_on(take(&store, model, step));
                store
            }
        };
        Walking { store, place, runtime }
    }

    fn check_invariants(walking: &Walking<P>, model: &Model) {
        walking.runtime.block_on(compare(&walking.store, model));
    }
}

/// Takes a step with the store; `model` has taken it already.
async fn take(store: &dyn Store, model: &Model, step: Step) {
    match step {
        Step::Commit { lane, version_off_by, event, ticket, ends } => {
            let record = store.lane(&key(lane)).await.unwrap();
            let version = record.version.saturating_add_signed(version_off_by);
            let mut commit = turn(&key(lane), version, event, record.session);
            commit.outbox = ticket.map(|ticket| created(ticket_id(ticket))).into_iter().collect();
            if ends {
                commit.ended = Some((commit.event.session_id, End::Left));
                commit.session = Session::idle().into();
            }
            let result = store.commit(commit).await;
            let refused = matches!(result, Err(StoreError::Conflict | StoreError::TakenBefore(_)));
            assert_eq!(refused, model.conflict, "{result:?}");
            assert_eq!(result.is_ok(), !model.conflict, "{result:?}");
        }
        Step::Deliver { lane, outcome } => {
            let heads = store.outbox(Timestamp::MAX, usize::MAX).await.unwrap();
            let Some(head) = heads.iter().find(|entry| entry.lane == key(lane)) else { return };
            let reason = String::new();
            let delivery = match outcome {
                Outcome::Delivered => Delivery::Delivered,
                Outcome::Failed => Delivery::Failed { next_attempt_at: Timestamp::MAX, reason },
                Outcome::Dead => Delivery::Dead { reason },
            };
            settle(store, head, at(0), delivery).await.unwrap();
        }
        Step::Forget { before } => store.forget_events(at(before)).await.unwrap(),
        Step::Restart => unreachable!("taken by the walk itself"),
    }
}

fn turn(lane: &LaneKey, version: u64, event: u32, session: Arc<Session>) -> Commit {
    match session.session_id() {
        None => first_turn(lane, version, event),
        // A turn's number needs only to be free here: the version is.
        Some(_) => next_turn(lane, version, event, session, u32::try_from(version).unwrap() + 2),
    }
}

/// Asks the store all that the model knows.
async fn compare(store: &impl Store, model: &Model) {
    for lane in 0..LANES {
        let record = store.lane(&key(lane)).await.unwrap();
        assert_eq!(record.version, model.version(lane));
        let opened_by = model.opened_by(lane);
        let expected = opened_by.map_or_else(Session::idle, |event| session(&key(lane), id(event)));
        assert_eq!(*record.session, expected);
        let last = opened_by.map(|opener| *model.sessions[&(lane, opener)].0.last().unwrap());
        assert_eq!(record.last_turn.is_some(), last.is_some());
        assert!(last.is_none_or(|event| record.last_turn.unwrap().contains(&id(event).to_string())));

        for event in 0..EVENTS {
            let opened_by = model.events.get(&(lane, event));
            let session_id = opened_by.map(|opener| key(lane).session_id(id(*opener)));
            let record = store.event(&key(lane), id(event)).await.unwrap();
            assert_eq!(record.map(|record| record.session_id), session_id);

            let log = store.audit(key(lane).session_id(id(event))).await.unwrap();
            let kept = model.sessions.get(&(lane, event));
            assert_eq!(log.as_ref().map(|log| log.entries.len()), kept.map(|(events, _)| events.len()));
            assert_eq!(log.and_then(|log| log.end).is_some(), kept.is_some_and(|(_, ended)| *ended));
        }
    }
    for ticket in 0..TICKETS {
        let record = store.ticket(ticket_id(ticket)).await.unwrap();
        assert_eq!(record.map(|record| record.status), model.tickets.get(&ticket).copied());
    }
    let heads = store.outbox(Timestamp::MAX, usize::MAX).await.unwrap();
    assert!(heads.is_sorted_by_key(|entry| entry.id));
    for lane in 0..LANES {
        let head = heads.iter().find(|entry| entry.lane == key(lane));
        let head = head.map(|entry| (entry.message.body.ticket_id(), entry.attempts));
        let expected = model.outbox.get(&lane).and_then(VecDeque::front);
        assert_eq!(head, expected.map(|(ticket, failures)| (ticket_id(*ticket), *failures)));
    }
}

fn key(number: u32) -> LaneKey {
    lane(&number.to_string())
}

fn ticket_id(number: u32) -> uuid::Uuid {
    id(1000 + number)
}
