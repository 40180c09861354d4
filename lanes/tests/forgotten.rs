//! Events whose ids are forgotten, sent once more: each is new, or refused by name.

use std::sync::Arc;

use fsm::ids::LaneKey;
use jiff::{SignedDuration, Timestamp};
use lanes::answer::Answer;
use lanes::error::{Cursor, LaneError};
use lanes::event::ReceivedEvent;
use lanes::menus::ActiveMenu;
use lanes::service::{Lanes, Parts};
use lanes::store::{Durability, MemoryStore, RedisSettings, RedisStore, SqliteStore, Store};
use parse::Languages;
use serde_json::{Value, json};
use uuid::Uuid;

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The lanes of a store at a time.
async fn lanes_at(store: &Arc<dyn Store>, now: Timestamp) -> Lanes {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/menus/burger.json");
    let document: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let menu = ActiveMenu::read(document, &Languages::default()).unwrap();
    let parts = Parts { clock: Arc::new(move || now), ..Parts::new(store.clone(), menu) };
    Lanes::open(parts).await.unwrap()
}

/// Sends an event. What happens is one of a few things, by name.
async fn send(lanes: &Lanes, id: u128, event: &str) -> Result<Answer, LaneError> {
    let mut event: Value = match event {
        "car_detected" | "car_left" => json!({ "type": event }),
        text => json!({ "type": "utterance", "text": text }),
    };
    event["id"] = json!(Uuid::from_u128(id));
    let lane = LaneKey::new("d1", "1").unwrap();
    lanes.take(&lane, ReceivedEvent::read(&event).unwrap()).await
}

fn number(answer: &Answer) -> Value {
    serde_json::from_str::<Value>(&answer.turn).unwrap()["turn"].clone()
}

/// A car that is there, orders, and leaves.
const VISIT: [&str; 5] =
    ["car_detected", "two cheeseburgers and a large coke", "that's it", "yes", "car_left"];

async fn a_forgotten_event_is_new_or_refused_by_name(store: Arc<dyn Store>) {
    let visited: Timestamp = "2026-11-21T20:00:00Z".parse().unwrap();
    let lanes = lanes_at(&store, visited).await;
    for (id, event) in (1..).zip(VISIT) {
        assert!(!send(&lanes, id, event).await.unwrap().replayed, "{event}");
    }
    for (id, event) in (1..).zip(VISIT) {
        assert!(send(&lanes, id, event).await.unwrap().replayed, "{event}");
    }
    lanes.close().await;

    let later = visited + DAY + DAY;
    store.forget_events(later - DAY).await.unwrap();
    let lanes = lanes_at(&store, later).await;
    let again = send(&lanes, 1, VISIT[0]).await;
    let Err(LaneError::EventForgotten { event_id, cursor }) = again else { panic!("{again:?}") };
    assert_eq!((event_id, cursor), (Uuid::from_u128(1), Cursor::default()));
    // With no car, the rest of the visit is refused as any other event is.
    for (id, event) in (2..).zip(&VISIT[1..]) {
        let again = send(&lanes, id, event).await;
        assert!(matches!(again, Err(LaneError::Idle { .. })), "{event}: {again:?}");
    }
    // Behind a car with an id of its own, it is new.
    for (turn, (id, event)) in (1..).zip([6, 2, 3, 4].into_iter().zip(VISIT)) {
        let taken = send(&lanes, id, event).await.unwrap();
        assert!(!taken.replayed && number(&taken) == turn, "{event}: {taken:?}");
    }
    // While another car is there, the event that is refused changes nothing.
    let again = send(&lanes, 1, VISIT[0]).await;
    let Err(LaneError::EventForgotten { cursor, .. }) = again else { panic!("{again:?}") };
    assert_eq!(cursor.turn, 4);
    assert_eq!(number(&send(&lanes, 5, VISIT[4]).await.unwrap()), 5);
    lanes.close().await;
}

#[tokio::test]
async fn a_forgotten_event_is_new_or_refused_by_name_in_memory() {
    a_forgotten_event_is_new_or_refused_by_name(Arc::new(MemoryStore::default())).await;
}

#[tokio::test]
async fn a_forgotten_event_is_new_or_refused_by_name_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("carhop.db")).unwrap();
    a_forgotten_event_is_new_or_refused_by_name(Arc::new(store)).await;
}

#[tokio::test]
async fn a_forgotten_event_is_new_or_refused_by_name_in_redis() {
    let server = testbed::RedisServer::start(&[]);
    let settings = RedisSettings {
        durability: Durability::Memory,
        audit_kept: std::time::Duration::from_hours(72),
        documents_kept: std::time::Duration::from_hours(72),
        audit_turns_max: 1000,
    };
    let store = RedisStore::open(&server.url(), settings).await.unwrap();
    a_forgotten_event_is_new_or_refused_by_name(Arc::new(store)).await;
}
