//! Whole turns in memory, from the event to the answer.

use std::sync::Arc;

use fsm::ids::LaneKey;
use jiff::Timestamp;
use lanes::event::ReceivedEvent;
use lanes::menus::ActiveMenu;
use lanes::service::{Lanes, Parts};
use lanes::store::MemoryStore;
use parse::Languages;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

use crate::counting::count;
use crate::scene;

/// When everything happens: a Saturday evening.
const NOW: Timestamp = Timestamp::constant(1_795_291_200, 0);
/// What makes the lines of an order differ.
const TOPPINGS: [&str; 6] = ["avocado", "swiss", "jalapeno", "fried_egg", "mushroom", "grilled_onion"];

/// A turn that changes the last line of an order of so many, in a house with these rules.
pub fn turn(lines: usize, rules: Option<Value>) {
    let mut stand = Stand::open(rules);
    stand.take(&json!({ "type": "car_detected" }));
    // Slices of apple have no toppings.
    let with_toppings = &scene::ITEMS[..scene::ITEMS.len() - 1];
    let different = TOPPINGS.iter().flat_map(|topping| with_toppings.iter().map(move |item| (item, topping)));
    for (item, topping) in different.take(lines - 1) {
        let modifiers = json!([{ "group": "toppings", "modifier": topping }]);
        stand.take(&json!({ "type": "tap", "act": "add_item", "item": item, "modifiers": modifiers }));
    }
    stand.take(&json!({ "type": "tap", "act": "add_item", "item": "hamburger" }));
    let texts = ["no pickles", "with pickles"].map(|text| json!({ "type": "utterance", "text": text }));
    let mut turns = texts.iter().cycle();
    let mut last = Arc::default();
    count(|| last = stand.take(turns.next().unwrap()));
    let turn: Value = serde_json::from_str(&last).unwrap();
    assert_eq!(turn["order"]["lines"].as_array().unwrap().len(), lines);
    assert_eq!(turn["diffs"][0]["op"], "change");
}

/// A burger stand with one lane.
struct Stand {
    runtime: Runtime,
    lanes: Lanes,
    lane: LaneKey,
    events: u128,
}

impl Stand {
    fn open(rules: Option<Value>) -> Self {
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        let menu = ActiveMenu::read(scene::document(), &Languages::default()).unwrap();
        let parts = Parts { clock: Arc::new(|| NOW), ..Parts::new(Arc::new(MemoryStore::default()), menu) };
        let lanes = runtime.block_on(Lanes::open(parts)).unwrap();
        if let Some(rules) = rules {
            runtime.block_on(lanes.put_rules("d1", rules, None, None)).unwrap();
        }
        Self { runtime, lanes, lane: LaneKey::new("d1", "1").unwrap(), events: 0 }
    }

    /// Takes an event, and answers it.
    fn take(&mut self, event: &Value) -> Arc<str> {
        self.events += 1;
        let mut event = event.clone();
        event["id"] = json!(Uuid::from_u128(self.events));
        let event = ReceivedEvent::read(&event).unwrap();
        self.runtime.block_on(self.lanes.take(&self.lane, event)).unwrap().turn
    }
}
