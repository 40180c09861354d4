//! A day of use: cars on several lanes, items that go off and come back, two changes of the menu. Every session is
//! replayed from its audit log alone.

use std::path::Path;
use std::sync::Arc;

use fsm::ids::{ItemId, LaneKey};
use jiff::{SignedDuration, Timestamp};
use lanes::audit::Audit;
use lanes::event::ReceivedEvent;
use lanes::menus::ActiveMenu;
use lanes::pos::PosReport;
use lanes::service::{Lanes, Parts};
use lanes::settings::Settings;
use lanes::store::{FeedStore as _, MemoryStore};
use parse::Languages;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use testbed::Random;
use transcript::session::{self, Instead, Log};
use uuid::Uuid;

const CARS: u32 = 1_000;
const LANES: usize = 4;
/// The cars before which another menu is put in use.
const MENU_CHANGES: [u32; 2] = [300, 700];
/// How often out of a hundred an item goes off or comes back between two events.
const STOCK_PERCENT: u64 = 4;

/// A drive-thru that is open, and what became of it so far.
struct Day {
    lanes: Lanes,
    keys: Vec<LaneKey>,
    words: Vec<String>,
    items: Vec<ItemId>,
    off: Vec<ItemId>,
    chance: Random,
    now: Timestamp,
    events: u128,
    cars: u32,
    sessions: Vec<Uuid>,
    /// How often a turn was taken with something off.
    put_off: u32,
}

impl Day {
    async fn of_cars(store: Arc<MemoryStore>) -> Self {
        let menu = menu("burger.json");
        let items = menu.book.menu.items.iter().map(|item| item.id.clone()).collect();
        let parts = Parts { settings: Settings::default(), ..Parts::new(store, menu) };
        let mut day = Self {
            lanes: Lanes::open(parts).await.unwrap(),
            keys: (1..=LANES).map(|lane| LaneKey::new("demo", &lane.to_string()).unwrap()).collect(),
            words: words(),
            items,
            off: Vec::new(),
            chance: Random(20_261_121),
            now: "2026-11-21T06:00:00Z".parse().unwrap(),
            events: 0,
            cars: 0,
            sessions: Vec::new(),
            put_off: 0,
        };
        while day.cars < CARS {
            day.go_on().await;
        }
        for lane in day.keys.clone() {
            day.send(&lane, json!({ "type": "car_left" })).await;
        }
        day
    }

    /// The next thing that happens.
    async fn go_on(&mut self) {
        if self.chance.below(100) < STOCK_PERCENT {
            return self.change_stock().await;
        }
        let lane = self.chance.one(&self.keys).clone();
        let Some(turn) = self.lanes.last_turn(&lane).await.unwrap() else { return self.arrive(&lane).await };
        let turn: Value = serde_json::from_str(&turn).unwrap();
        let candidates = turn["question"]["candidates"].as_array().cloned().unwrap_or_default();
        let event = match self.chance.below(20) {
            _ if turn["state"] == "closing" => return self.settle(&lane, &turn).await,
            0 => json!({ "type": "car_left" }),
            1 => json!({ "type": "silence", "seconds": 6 }),
            2 => json!({ "type": "barge_in" }),
            3 => json!({ "type": "out_of_stock", "item": self.chance.one(&self.items) }),
            4 => return self.arrive(&lane).await,
            5 => json!({ "type": "crew", "act": "take_over" }),
            6..8 if turn["handoff"].is_object() => json!({ "type": "crew", "act": "give_back" }),
            6..9 if !candidates.is_empty() => {
                json!({ "type": "tap", "act": "choose", "candidate": self.chance.one(&candidates) })
            }
            6..9 => json!({ "type": "tap", "act": "add_item", "item": self.chance.one(&self.items) }),
            9..12 => json!({ "type": "tap", "act": "done" }),
            12..14 => json!({ "type": "tap", "act": "confirm" }),
            _ => json!({ "type": "utterance", "text": self.chance.one(&self.words) }),
        };
        self.send(&lane, event).await;
    }

    async fn arrive(&mut self, lane: &LaneKey) {
        self.cars += 1;
        if let Some(at) = MENU_CHANGES.iter().position(|car| *car == self.cars) {
            self.change_menu(at + 2).await;
        }
        self.send(lane, json!({ "type": "car_detected" })).await;
    }

    /// Sends an event. What the menu does not have any more is refused, and is no part of a session.
    async fn send(&mut self, lane: &LaneKey, mut event: Value) {
        self.events += 1;
        self.now += SignedDuration::from_secs(4);
        event["id"] = json!(Uuid::from_u128(self.events));
        event["at"] = json!(self.now);
        let received = ReceivedEvent::read(&event).unwrap();
        let Ok(answer) = self.lanes.take(lane, received).await else { return };
        let turn: Value = serde_json::from_str(&answer.turn).unwrap();
        let session_id = serde_json::from_value(turn["session_id"].clone()).unwrap();
        if !self.sessions.contains(&session_id) {
            self.sessions.push(session_id);
        }
        let is_off = |row: &Value| row["event"] == "OOS";
        self.put_off += u32::from(turn["transitions"].as_array().unwrap().iter().any(is_off));
    }

    /// What the POS says of a ticket, or the next car where it has said all.
    async fn settle(&mut self, lane: &LaneKey, turn: &Value) {
        let ticket_id = serde_json::from_value(turn["ticket"]["ticket_id"].clone()).unwrap();
        let report = match self.chance.below(8) {
            0 => PosReport::Rejected { reason: "no cups".to_owned(), item: None },
            1 => PosReport::PaymentProblem { id: None, reason: None },
            2 => return self.arrive(lane).await,
            _ => PosReport::Acknowledged { pos_reference: None },
        };
        if self.lanes.tickets().report(ticket_id, report, None).await.is_err() || self.chance.below(2) == 0 {
            self.arrive(lane).await;
        }
    }

    async fn change_stock(&mut self) {
        let is_on_again = !self.off.is_empty() && self.chance.below(2) == 0;
        let item = if is_on_again { self.off.remove(0) } else { self.chance.one(&self.items).clone() };
        // The menu in use may not have it any more.
        let changed = self.lanes.set_available("demo", &(&item).into(), is_on_again.into(), None).await;
        if changed.is_ok() && !is_on_again {
            self.off.push(item);
        }
    }

    /// Puts another menu in use: dearer, without what sells best, and with a version of its own.
    async fn change_menu(&mut self, version: usize) {
        let mut document = document("burger.json");
        document["version"] = json!(version);
        document["combos"] = json!([]);
        let items = document["items"].as_array_mut().unwrap();
        items.retain(|item| !["coke", "cheeseburger"][..version - 1].contains(&item["id"].as_str().unwrap()));
        for item in items {
            for other in ["substitutes", "upsells"] {
                item.as_object_mut().unwrap().remove(other);
            }
            if item["price"].is_string() {
                item["price"] = json!(format!("{version}.49"));
            }
        }
        self.lanes.put_menu("demo", document, None, None).await.unwrap();
        self.off.clear();
    }

    /// A session's audit log with its documents, as JSON.
    async fn audit(&self, store: &MemoryStore, session_id: Uuid) -> String {
        let mut audit = Audit::of(session_id, store.audit(session_id).await.unwrap().unwrap()).unwrap();
        for hash in audit.named_documents() {
            let text = self.lanes.document(hash).await.unwrap().unwrap();
            audit.documents.insert(hash, RawValue::from_string(text).unwrap());
        }
        json!(audit).to_string()
    }
}

fn document(menu: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/menus").join(menu);
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn menu(name: &str) -> ActiveMenu {
    ActiveMenu::read(document(name), &Languages::default()).unwrap()
}

/// What customers say in the transcripts.
fn words() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/transcripts");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let texts: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let said = texts.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("> "));
    let said = said.filter(|line| line.starts_with('"'));
    said.filter_map(|line| serde_json::Deserializer::from_str(line).into_iter().next()?.ok()).collect()
}

#[tokio::test]
async fn every_session_of_a_day_replays_from_its_log_alone() {
    let store = Arc::new(MemoryStore::default());
    let day = Day::of_cars(store.clone()).await;
    assert!(day.sessions.len() >= 900 && day.put_off > 100, "{} {}", day.sessions.len(), day.put_off);
    // Another menu altogether: whatever is taken from it would come out otherwise.
    let (other, languages) = (Arc::new(menu("coffee.json")), Languages::default());
    for session_id in &day.sessions {
        let text = day.audit(&store, *session_id).await;
        let log = Log::read(text.as_bytes()).unwrap();
        let outcome =
            session::replay(&log, &other, None, &Settings::default(), &languages, &Instead::default())
                .await
                .unwrap();
        assert_eq!(outcome.text(), "", "{text}");
    }
}
