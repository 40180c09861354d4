//! A burger stand whose lanes take turns.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use fsm::ids::LaneKey;
use lanes::event::ReceivedEvent;
use lanes::limits::TURNS_MAX;
use lanes::menus::ActiveMenu;
use lanes::service::{Lanes, Parts};
use lanes::store::Store;
use parse::Languages;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::scene;

/// How many lanes take turns at once.
pub const LANES: u64 = 64;
/// After how many turns the next car comes to a lane, which cannot have more than `TURNS_MAX`.
const CAR_TURNS: u32 = TURNS_MAX - 100;

/// A burger stand with a car at each lane, whose orders have ten lines.
pub struct Stand {
    lanes: Lanes,
    events: AtomicU64,
    /// How many turns the car at each lane has had.
    turns: Vec<AtomicU32>,
}

impl Stand {
    pub async fn open(store: Arc<dyn Store>) -> Arc<Self> {
        Self::open_with(store, None).await
    }

    /// The same in a house with rules.
    pub async fn open_with(store: Arc<dyn Store>, rules: Option<Value>) -> Arc<Self> {
        let menu = ActiveMenu::read(scene::document(), &Languages::default()).unwrap();
        let lanes = Lanes::open(Parts::new(store, menu)).await.unwrap();
        if let Some(rules) = rules {
            lanes.put_rules("d1", rules, None, None).await.unwrap();
        }
        let turns = (0..LANES).map(|_| AtomicU32::new(0)).collect();
        let stand = Arc::new(Self { lanes, events: AtomicU64::new(0), turns });
        for lane in 0..LANES {
            stand.order(lane).await;
        }
        stand
    }

    /// One turn on one lane, which changes the order and leaves it as long as it was: "make that two" and "make that three" in
    /// turn.
    pub async fn turn(&self) -> Arc<str> {
        self.turn_on(0).await
    }

    /// The same on every lane at once.
    pub async fn turn_on_each(self: &Arc<Self>) {
        let mut turns = JoinSet::new();
        for lane in 0..LANES {
            let stand = self.clone();
            turns.spawn(async move { stand.turn_on(lane).await });
        }
        turns.join_all().await;
    }

    pub async fn close(&self) {
        self.lanes.close().await;
    }

    async fn turn_on(&self, lane: u64) -> Arc<str> {
        let turns = &self.turns[usize::try_from(lane).unwrap()];
        if turns.load(Ordering::Relaxed) == CAR_TURNS {
            turns.store(0, Ordering::Relaxed);
            self.take(lane, json!({ "type": "car_left" })).await;
            self.order(lane).await;
        }
        let count = if turns.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) { "two" } else { "three" };
        self.take(lane, json!({ "type": "utterance", "text": format!("make that {count}") })).await
    }

    /// A car that comes and orders.
    async fn order(&self, lane: u64) {
        self.take(lane, json!({ "type": "car_detected" })).await;
        for item in scene::ITEMS {
            self.take(lane, json!({ "type": "tap", "act": "add_item", "item": item })).await;
        }
    }

    async fn take(&self, lane: u64, mut event: Value) -> Arc<str> {
        event["id"] = json!(Uuid::from_u64_pair(lane, self.events.fetch_add(1, Ordering::Relaxed)));
        let lane = LaneKey::new("d1", &lane.to_string()).unwrap();
        self.lanes.take(&lane, ReceivedEvent::read(&event).unwrap()).await.unwrap().turn
    }
}
