//! Processes on one store, with a clock that the test moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use fsm::ids::LaneKey;
use jiff::Timestamp;
use lanes::event::ReceivedEvent;
use lanes::menus::ActiveMenu;
use lanes::service::{Lanes, Parts};
use lanes::store::Store;
use parse::Languages;
use serde_json::{Value, json};
use uuid::Uuid;

/// When the clock begins.
pub const START: i64 = 1_795_500_000;

/// Processes on one store, and their clock.
pub struct World {
    pub store: Arc<dyn Store>,
    seconds: Arc<AtomicI64>,
    events: u128,
}

impl World {
    pub fn new(store: impl Store) -> Self {
        Self { store: Arc::new(store), seconds: Arc::new(AtomicI64::new(START)), events: 0 }
    }

    pub async fn process(&self) -> Lanes {
        self.process_of(|parts| parts).await
    }

    /// A process some of whose parts are others.
    pub async fn process_of(&self, change: impl FnOnce(Parts) -> Parts) -> Lanes {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/menus/burger.json");
        let document: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let menu = ActiveMenu::read(document, &Languages::default()).unwrap();
        let read = self.seconds.clone();
        let clock = Arc::new(move || Timestamp::from_second(read.load(Ordering::Relaxed)).unwrap());
        let parts = Parts { clock, ..Parts::new(self.store.clone(), menu) };
        Lanes::open(change(parts)).await.unwrap()
    }

    /// What its clock shows.
    pub fn seconds(&self) -> i64 {
        self.seconds.load(Ordering::Relaxed)
    }

    pub fn wait(&self, seconds: i64) {
        self.seconds.fetch_add(seconds, Ordering::Relaxed);
    }

    pub async fn take(&mut self, lanes: &Lanes, lane: &LaneKey, event: &Value) -> Value {
        self.events += 1;
        let mut event = event.clone();
        event["id"] = json!(Uuid::from_u128(self.events));
        let answer = lanes.take(lane, ReceivedEvent::read(&event).unwrap()).await.unwrap();
        serde_json::from_str(&answer.turn).unwrap()
    }

    /// A car that orders a cookie and says yes. Gives the turn.
    pub async fn order(&mut self, lanes: &Lanes, lane: &LaneKey) -> Value {
        let mut turn = Value::Null;
        for event in [
            json!({ "type": "car_detected" }),
            json!({ "type": "tap", "act": "add_item", "item": "cookie" }),
            json!({ "type": "tap", "act": "done" }),
            json!({ "type": "tap", "act": "confirm" }),
        ] {
            turn = self.take(lanes, lane, &event).await;
        }
        assert_eq!(turn["state"], "closing");
        turn
    }

    /// What the history of a turn's ticket has.
    pub async fn notes(&self, turn: &Value) -> Vec<String> {
        let ticket = turn["ticket"]["ticket_id"].as_str().unwrap().parse().unwrap();
        let ticket = self.store.ticket(ticket).await.unwrap().unwrap();
        ticket.history.into_iter().map(|note| note.what).collect()
    }

    /// The rows of a session's turns, from its fifth on.
    pub async fn rows_after_the_order(&self, turn: &Value) -> Vec<String> {
        let session_id = turn["session_id"].as_str().unwrap().parse().unwrap();
        let log = self.store.audit(session_id).await.unwrap().unwrap();
        let turns =
            log.entries.iter().skip(4).map(|entry| serde_json::from_str::<Value>(&entry.turn).unwrap());
        let rows = turns.flat_map(|turn| turn["transitions"].as_array().unwrap().clone());
        rows.map(|row| row["row"].as_str().unwrap().to_owned()).collect()
    }
}

/// A lane of `d1`.
pub fn lane(number: usize) -> LaneKey {
    LaneKey::new("d1", &number.to_string()).unwrap()
}
