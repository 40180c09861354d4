//! The times that frontends give: what happened long ago is refused, and no time makes an order's number twice.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};

use fsm::ids::LaneKey;
use fsm::ticket::MessageBody;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use lanes::error::LaneError;
use lanes::event::ReceivedEvent;
use lanes::menus::ActiveMenu;
use lanes::service::{Lanes, Parts};
use lanes::settings::{DriveThruSettings, Settings};
use lanes::store::{Durability, MemoryStore, RedisSettings, RedisStore, SqliteStore, Store};
use parse::Languages;
use serde_json::{Value, json};
use testbed::Random;
use uuid::Uuid;

const START: &str = "2026-11-23T20:00:00Z";
/// A car that orders a cookie.
const VISIT: [&str; 4] =
    [r#"{"type":"car_detected"}"#, r#"{"type":"tap","act":"add_item","item":"cookie"}"#, DONE, CONFIRM];
const DONE: &str = r#"{"type":"tap","act":"done"}"#;
const CONFIRM: &str = r#"{"type":"tap","act":"confirm"}"#;

static MENU: LazyLock<ActiveMenu> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/menus/burger.json");
    let document: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    ActiveMenu::read(document, &Languages::default()).unwrap()
});

/// The lanes of a store in Chicago, and their clock.
struct World {
    lanes: Lanes,
    seconds: Arc<AtomicI64>,
    events: u128,
}

impl World {
    async fn new(store: Arc<dyn Store>) -> Self {
        let start: Timestamp = START.parse().unwrap();
        let seconds = Arc::new(AtomicI64::new(start.as_second()));
        let read = seconds.clone();
        let default = DriveThruSettings {
            time_zone: TimeZone::get("America/Chicago").unwrap(),
            ..DriveThruSettings::default()
        };
        let parts = Parts {
            clock: Arc::new(move || Timestamp::from_second(read.load(Ordering::Relaxed)).unwrap()),
            settings: Settings { default, ..Settings::default() },
            ..Parts::new(store, MENU.clone())
        };
        Self { lanes: Lanes::open(parts).await.unwrap(), seconds, events: 0 }
    }

    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.seconds.load(Ordering::Relaxed)).unwrap()
    }

    fn wait(&self, seconds: i64) {
        self.seconds.fetch_add(seconds, Ordering::Relaxed);
    }

    fn event(&mut self, event: &str, at: Timestamp) -> ReceivedEvent {
        self.events += 1;
        let mut event: Value = serde_json::from_str(event).unwrap();
        event["id"] = json!(Uuid::from_u128(self.events));
        event["at"] = json!(at);
        ReceivedEvent::read(&event).unwrap()
    }

    /// Takes an order of a time. Gives the business date and the number on its ticket.
    async fn order(&mut self, lane: u64, at: Timestamp) -> (Date, u32) {
        let lane = LaneKey::new("d1", &lane.to_string()).unwrap();
        let mut turn = Value::Null;
        for event in VISIT {
            let event = self.event(event, at);
            let answer = self.lanes.take(&lane, event).await.unwrap();
            turn = serde_json::from_str(&answer.turn).unwrap();
        }
        let ticket_id = serde_json::from_value(turn["ticket"]["ticket_id"].clone()).unwrap();
        let ticket = self.lanes.tickets().ticket(ticket_id).await.unwrap();
        let MessageBody::Created(ticket) = ticket.message.body else { panic!("{:?}", ticket.message) };
        (ticket.business_date, ticket.order_number)
    }
}

#[tokio::test]
async fn only_what_happened_lately_is_taken_from_a_frontend() {
    let mut world = World::new(Arc::new(MemoryStore::default())).await;
    let lane = LaneKey::new("d1", "1").unwrap();
    let (now, hour, second) = (world.now(), SignedDuration::from_hours(1), SignedDuration::from_secs(1));
    let oldest = now - hour * 24;
    let newest = now + SignedDuration::from_mins(2);
    for at in [oldest - second, newest + second, Timestamp::UNIX_EPOCH, Timestamp::MAX, Timestamp::MIN] {
        let event = world.event(VISIT[0], at);
        let answer = world.lanes.take_live(&lane, event).await;
        let Err(LaneError::Invalid(fault, _)) = answer else { panic!("{at}: {answer:?}") };
        assert_eq!(fault.field, "at");
        for told in [&at.to_string(), START, "24 hours", "2 minutes"] {
            assert!(fault.detail.contains(told), "{}", fault.detail);
        }
    }
    for at in [oldest, newest, now] {
        let event = world.event(VISIT[0], at);
        world.lanes.take_live(&lane, event.clone()).await.unwrap();
        // Sent again a day later, it is answered as it was.
        world.wait(90_000);
        let again = world.lanes.take_live(&lane, event).await.unwrap();
        assert!(again.replayed);
        world.wait(-90_000);
    }
}

#[tokio::test]
async fn an_order_is_of_the_day_on_which_the_service_takes_it() {
    let mut world = World::new(Arc::new(MemoryStore::default())).await;
    let mut given = Vec::new();
    for at in ["2026-11-23T20:00:00Z", "1970-01-01T00:00:00Z", "2026-11-23T20:00:00Z", "2031-02-03T04:05:06Z"]
    {
        given.push(world.order(1, at.parse().unwrap()).await);
    }
    let day = |day: i8| Date::constant(2026, 11, day);
    assert_eq!(given, [1, 2, 3, 4].map(|number| (day(23), number)));
    // 23:59:59 and 00:00 in Chicago.
    world.wait(10 * 3600 - 1);
    assert_eq!(world.order(1, world.now()).await, (day(23), 5));
    world.wait(1);
    assert_eq!(world.order(1, world.now()).await, (day(24), 1));
}

/// Orders of any time on any lane, while days go by: 100,000 where there is a night's time.
async fn no_number_is_given_twice(store: Arc<dyn Store>, by_day: u64) {
    let orders = if testbed::is_nightly() { 100_000 } else { by_day };
    let mut random = Random(testbed::seed());
    let mut world = World::new(store).await;
    let mut given = BTreeSet::new();
    let mut tried = Vec::new();
    for _ in 0..orders {
        // Some times come again.
        let at = match tried.len() as u64 {
            known if known > 0 && random.percent(50) => tried[random.below(known) as usize],
            _ => Timestamp::from_second(i64::try_from(random.below(4_000_000_000)).unwrap()).unwrap(),
        };
        tried.push(at);
        world.wait(random.below(1800).cast_signed());
        let number = world.order(random.below(8), at).await;
        assert!(given.insert(number), "{number:?} twice");
    }
    world.lanes.close().await;
}

#[tokio::test]
async fn no_number_is_given_twice_in_memory() {
    no_number_is_given_twice(Arc::new(MemoryStore::default()), 2000).await;
}

#[tokio::test]
async fn no_number_is_given_twice_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("carhop.db")).unwrap();
    no_number_is_given_twice(Arc::new(store), 300).await;
}

#[tokio::test]
async fn no_number_is_given_twice_in_redis() {
    let server = testbed::RedisServer::start(&[]);
    let settings = RedisSettings {
        durability: Durability::Memory,
        audit_kept: std::time::Duration::from_hours(72),
        documents_kept: std::time::Duration::from_hours(72),
        audit_turns_max: 1000,
    };
    let store = RedisStore::open(&server.url(), settings).await.unwrap();
    no_number_is_given_twice(Arc::new(store), 500).await;
}
