//! Readers that are slow: what they are told of, and what they are told that they are not.

use std::sync::Arc;
use std::time::Duration;

use fsm::ids::LaneKey;
use lanes::event::ReceivedEvent;
use lanes::feed::{FollowError, Missing, StartAt, Subscription, UpdateKind};
use lanes::limits::TURNS_MAX;
use lanes::menus::ActiveMenu;
use lanes::service::{Lanes, Parts};
use lanes::store::{Durability, FEED_ENTRIES_KEPT, MemoryStore, RedisSettings, RedisStore, Store};
use parse::Languages;
use serde_json::{Value, json};
use uuid::Uuid;

/// More turns than are kept for readers, and than are read from the store in one go.
const MANY: u32 = 600;

async fn lanes() -> Lanes {
    lanes_on(Arc::new(MemoryStore::default())).await
}

async fn lanes_on(store: Arc<dyn Store>) -> Lanes {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/menus/burger.json");
    let document: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let menu = ActiveMenu::read(document, &Languages::default()).unwrap();
    Lanes::open(Parts::new(store, menu)).await.unwrap()
}

fn lane() -> LaneKey {
    LaneKey::new("d1", "1").unwrap()
}

/// How many turns a car has: as many as a session may.
const CAR_TURNS: u32 = TURNS_MAX;

/// The number that a turn has in its session.
fn seq(turn: u32) -> u32 {
    (turn - 1) % CAR_TURNS + 1
}

/// Takes these turns: cars that come, barge in, and leave.
async fn take(lanes: &Lanes, turns: impl IntoIterator<Item = u32>) {
    for turn in turns {
        let id = Uuid::from_u128(turn.into());
        let event = match seq(turn) {
            1 => json!({ "id": id, "type": "car_detected" }),
            CAR_TURNS => json!({ "id": id, "type": "car_left" }),
            _ => json!({ "id": id, "type": "barge_in" }),
        };
        lanes.take(&lane(), ReceivedEvent::read(&event).unwrap()).await.unwrap();
    }
}

async fn next_turn(reader: &mut Subscription) -> u32 {
    match reader.next().await.kind {
        UpdateKind::Turn(record) => record.seq,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_reader_that_is_slow_is_told_of_every_turn_by_the_store() {
    let lanes = lanes().await;
    take(&lanes, 1..=1).await;
    let mut of_lane = lanes.feeds().follow_lane(&lane(), StartAt::Session).await.unwrap();
    let mut of_drive_thru = lanes.feeds().follow_drive_thru("d1", StartAt::Now).await.unwrap();
    assert_eq!(next_turn(&mut of_lane).await, 1);
    take(&lanes, 2..=2).await;
    assert_eq!((next_turn(&mut of_lane).await, next_turn(&mut of_drive_thru).await), (2, 2));
    take(&lanes, 3..=MANY).await;
    for expected in 3..=MANY {
        assert_eq!(next_turn(&mut of_lane).await, seq(expected));
        assert_eq!(next_turn(&mut of_drive_thru).await, seq(expected));
    }
    lanes.close().await;
}

#[tokio::test]
async fn a_reader_that_falls_out_of_the_feed_while_it_reads_it_is_told_so() {
    let lanes = lanes().await;
    take(&lanes, 1..=MANY).await;
    let mut reader = lanes.feeds().follow_lane(&lane(), StartAt::Session).await.unwrap();
    assert_eq!(next_turn(&mut reader).await, 1);
    let last = MANY + u32::try_from(FEED_ENTRIES_KEPT).unwrap();
    take(&lanes, MANY + 1..=last).await;
    let mut seen = 1;
    loop {
        match reader.next().await.kind {
            UpdateKind::Turn(record) if record.seq == seq(seen + 1) => seen += 1,
            UpdateKind::Resync(Missing::TooOld) => break,
            other => panic!("{other:?} behind turn {seen}"),
        }
    }
    take(&lanes, [last + 1]).await;
    assert_eq!(next_turn(&mut reader).await, seq(last + 1));
    lanes.close().await;
}

#[tokio::test]
async fn a_reader_that_is_slower_than_the_store_is_told_that_something_is_missing() {
    let lanes = lanes().await;
    take(&lanes, 1..=1).await;
    let mut reader = lanes.feeds().follow_lane(&lane(), StartAt::Now).await.unwrap();
    take(&lanes, 2..=2).await;
    assert_eq!(next_turn(&mut reader).await, 2);
    let last = 2 + 2 * u32::try_from(FEED_ENTRIES_KEPT).unwrap();
    take(&lanes, 3..=last).await;
    assert!(matches!(reader.next().await.kind, UpdateKind::Resync(Missing::TooOld)));
    take(&lanes, [last + 1]).await;
    assert_eq!(next_turn(&mut reader).await, seq(last + 1));
    lanes.close().await;
}

/// After a failover, another server may not have all that the one before it had.
#[tokio::test]
async fn readers_are_told_that_the_store_lost_what_they_had_seen() {
    let server = testbed::RedisServer::start(&[]);
    let proxy = testbed::FaultProxy::open(server.port, 0);
    let settings = RedisSettings {
        durability: Durability::Memory,
        audit_kept: Duration::from_hours(1),
        documents_kept: Duration::from_hours(1),
        audit_turns_max: 1000,
    };
    let store = RedisStore::open(&format!("redis://127.0.0.1:{}", proxy.port), settings).await.unwrap();
    let lanes = lanes_on(Arc::new(store)).await;
    take(&lanes, 1..=1).await;
    let mut readers = [
        lanes.feeds().follow_lane(&lane(), StartAt::Session).await.unwrap(),
        lanes.feeds().follow_drive_thru("d1", StartAt::Now).await.unwrap(),
    ];
    assert_eq!(next_turn(&mut readers[0]).await, 1);
    take(&lanes, 2..=2).await;
    for reader in &mut readers {
        assert_eq!(next_turn(reader).await, 2);
    }
    proxy.set(testbed::Weather::Down);
    server.command("DEL feed:{d1}");
    proxy.set(testbed::Weather::Fair);
    for reader in &mut readers {
        assert!(matches!(reader.next().await.kind, UpdateKind::Resync(Missing::TooOld)));
    }
    take(&lanes, 3..=3).await;
    for reader in &mut readers {
        assert_eq!(next_turn(reader).await, 3);
    }
    lanes.close().await;
}

#[tokio::test]
async fn not_more_drive_thrus_are_followed_than_a_store_bears() {
    let lanes = lanes().await;
    let mut readers = Vec::new();
    let refused = loop {
        let drive_thru = format!("d{}", readers.len());
        match lanes.feeds().follow_drive_thru(&drive_thru, StartAt::Now).await {
            Ok(reader) => readers.push(reader),
            Err(error) => break error,
        }
        assert!(readers.len() < 10_000);
    };
    assert!(matches!(refused, FollowError::TooMany));
    lanes.feeds().follow_drive_thru("d1", StartAt::Now).await.unwrap();
    lanes.close().await;
}
