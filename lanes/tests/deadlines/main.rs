//! Deadlines: what happens on a lane when something else does not, whichever process sees it.

mod many;
mod world;

use std::time::Duration;

use fsm::machine::End;
use jiff::Timestamp;
use lanes::pos::PosReport;
use lanes::store::{Durability, MemoryStore, RedisSettings, RedisStore, SqliteStore, Store};
use serde_json::{Value, json};
use testbed::Random;

use self::world::{START, World, lane};

async fn redis_store(url: &str) -> RedisStore {
    let kept = Duration::from_hours(1);
    let settings = RedisSettings {
        durability: Durability::Memory,
        audit_kept: kept,
        documents_kept: kept,
        audit_turns_max: 1000,
    };
    RedisStore::open(url, settings).await.unwrap()
}

async fn a_silent_pos_is_told_to_the_crew_once(store: impl Store) {
    let mut world = World::new(store);
    let lanes = world.process().await;
    let turn = world.order(&lanes, &lane(1)).await;
    world.wait(59);
    lanes.wake_due().await;
    assert_eq!(world.rows_after_the_order(&turn).await, Vec::<String>::new());
    world.wait(1);
    // The process that has set the deadline ends; two others see that it has passed.
    lanes.close().await;
    let (one, other) = (world.process().await, world.process().await);
    tokio::join!(one.wake_due(), other.wake_due());
    assert_eq!(world.rows_after_the_order(&turn).await, ["D68"]);
    let last = one.last_turn(&lane(1)).await.unwrap().unwrap();
    let told: Value = serde_json::from_str(&last).unwrap();
    let alert = json!([{ "kind": "ticket_unanswered", "ticket_id": turn["ticket"]["ticket_id"] }]);
    assert_eq!((&told["crew_alerts"], &told["say"]), (&alert, &Value::Null));
    world.wait(600);
    tokio::join!(one.wake_due(), other.wake_due());
    assert_eq!(world.rows_after_the_order(&turn).await.iter().filter(|row| *row == "D68").count(), 1);
}

#[tokio::test]
async fn a_silent_pos_is_told_to_the_crew_once_in_memory() {
    a_silent_pos_is_told_to_the_crew_once(MemoryStore::default()).await;
}

#[tokio::test]
async fn a_silent_pos_is_told_to_the_crew_once_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    a_silent_pos_is_told_to_the_crew_once(SqliteStore::open(&folder.path().join("carhop.db")).unwrap()).await;
}

#[tokio::test]
async fn a_silent_pos_is_told_to_the_crew_once_in_redis() {
    let server = testbed::RedisServer::start(&[]);
    a_silent_pos_is_told_to_the_crew_once(redis_store(&server.url()).await).await;
}

async fn a_ticket_whose_car_has_left_is_told_to_the_crew_once(store: impl Store) {
    let mut world = World::new(store);
    let lanes = world.process().await;
    let [left, followed] = [world.order(&lanes, &lane(1)).await, world.order(&lanes, &lane(2)).await];
    world.wait(10);
    world.take(&lanes, &lane(1), &json!({ "type": "car_left" })).await;
    world.take(&lanes, &lane(2), &json!({ "type": "car_detected" })).await;
    world.wait(49);
    lanes.wake_due().await;
    assert_eq!(world.notes(&left).await, Vec::<String>::new());
    world.wait(1);
    lanes.close().await;
    let (one, other) = (world.process().await, world.process().await);
    tokio::join!(one.wake_due(), other.wake_due());
    for turn in [left, followed] {
        assert_eq!(world.notes(&turn).await, ["unanswered"]);
        assert_eq!(world.rows_after_the_order(&turn).await.iter().filter(|row| *row == "D68").count(), 0);
    }
    let due = world.store.due(Timestamp::MAX, 10).await.unwrap();
    assert_eq!(due.iter().map(|due| due.ticket_id).collect::<Vec<_>>(), [None]);
}

#[tokio::test]
async fn a_ticket_whose_car_has_left_is_told_to_the_crew_once_in_memory() {
    a_ticket_whose_car_has_left_is_told_to_the_crew_once(MemoryStore::default()).await;
}

#[tokio::test]
async fn a_ticket_whose_car_has_left_is_told_to_the_crew_once_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("carhop.db")).unwrap();
    a_ticket_whose_car_has_left_is_told_to_the_crew_once(store).await;
}

#[tokio::test]
async fn a_ticket_whose_car_has_left_is_told_to_the_crew_once_in_redis() {
    let server = testbed::RedisServer::start(&[]);
    a_ticket_whose_car_has_left_is_told_to_the_crew_once(redis_store(&server.url()).await).await;
}

#[tokio::test]
async fn a_ticket_that_is_answered_after_its_car_has_left_or_was_told_before_is_not_told() {
    let mut world = World::new(MemoryStore::default());
    let lanes = world.process().await;
    let [answered, told] = [world.order(&lanes, &lane(1)).await, world.order(&lanes, &lane(2)).await];
    world.take(&lanes, &lane(1), &json!({ "type": "car_left" })).await;
    let ticket = answered["ticket"]["ticket_id"].as_str().unwrap().parse().unwrap();
    lanes.tickets().report(ticket, PosReport::Acknowledged { pos_reference: None }, None).await.unwrap();
    world.wait(60);
    lanes.wake_due().await;
    assert_eq!(world.rows_after_the_order(&told).await, ["D68"]);
    world.take(&lanes, &lane(2), &json!({ "type": "car_left" })).await;
    world.wait(600);
    lanes.wake_due().await;
    assert_eq!(world.notes(&answered).await, ["acknowledged"]);
    assert_eq!(world.notes(&told).await, Vec::<String>::new());
    assert_eq!(world.store.due(Timestamp::MAX, 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_pos_that_answers_in_time_is_told_to_nobody() {
    let mut world = World::new(MemoryStore::default());
    let lanes = world.process().await;
    let turn = world.order(&lanes, &lane(1)).await;
    let ticket = turn["ticket"]["ticket_id"].as_str().unwrap().parse().unwrap();
    lanes.tickets().report(ticket, PosReport::Acknowledged { pos_reference: None }, None).await.unwrap();
    world.wait(61);
    lanes.wake_due().await;
    assert_eq!(world.rows_after_the_order(&turn).await, ["D54"]);
}

#[tokio::test]
async fn a_car_that_nobody_has_reported_as_gone_leaves_what_it_has_confirmed() {
    let mut world = World::new(MemoryStore::default());
    let lanes = world.process().await;
    let turn = world.order(&lanes, &lane(1)).await;
    world.wait(500);
    // A timer that goes on says nothing of a car.
    world.take(&lanes, &lane(1), &json!({ "type": "crew", "act": "take_over" })).await;
    world.wait(800);
    world.take(&lanes, &lane(1), &json!({ "type": "silence", "seconds": 8 })).await;
    world.wait(99);
    lanes.wake_due().await;
    assert_eq!(world.rows_after_the_order(&turn).await, ["D27", "D68"]);
    world.wait(1);
    lanes.wake_due().await;
    assert_eq!(world.rows_after_the_order(&turn).await, ["D27", "D68", "G10"]);
    let session_id = turn["session_id"].as_str().unwrap().parse().unwrap();
    let log = world.store.audit(session_id).await.unwrap().unwrap();
    assert_eq!(log.end, Some(End::Left));
    assert_eq!(world.store.outbox(Timestamp::MAX, 10).await.unwrap().len(), 1);
    world.wait(100_000);
    assert_eq!(world.store.due(Timestamp::MAX, 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_call_that_nobody_answers_is_told_once_and_after_what_passes_at_the_same_time() {
    let mut world = World::new(MemoryStore::default());
    let lanes = world.process().await;
    let turn = world.order(&lanes, &lane(1)).await;
    let call = json!({ "type": "utterance", "text": "can I talk to a person" });
    world.take(&lanes, &lane(1), &call).await;
    world.wait(60);
    lanes.wake_due().await;
    assert_eq!(world.rows_after_the_order(&turn).await, ["D27", "D68"]);
    lanes.wake_due().await;
    assert_eq!(world.rows_after_the_order(&turn).await, ["D27", "D68", "D69"]);
    let told: Value = serde_json::from_str(&lanes.last_turn(&lane(1)).await.unwrap().unwrap()).unwrap();
    assert_eq!(told["crew_alerts"], json!([{ "kind": "handoff_unanswered", "reason": "customer" }]));
    world.wait(839);
    lanes.wake_due().await;
    assert_eq!(world.rows_after_the_order(&turn).await, ["D27", "D68", "D69"]);
    world.wait(1);
    lanes.wake_due().await;
    assert_eq!(world.rows_after_the_order(&turn).await, ["D27", "D68", "D69", "G10"]);
}

#[tokio::test]
async fn an_event_that_comes_late_has_its_deadline_after_it_came() {
    let mut world = World::new(MemoryStore::default());
    let lanes = world.process().await;
    let before = Timestamp::from_second(START - 3_600).unwrap();
    for event in [
        json!({ "type": "car_detected", "at": before }),
        json!({ "type": "tap", "act": "add_item", "item": "cookie", "at": before }),
        json!({ "type": "tap", "act": "done", "at": before }),
    ] {
        world.take(&lanes, &lane(1), &event).await;
    }
    let turn = world.take(&lanes, &lane(1), &json!({ "type": "tap", "act": "confirm", "at": before })).await;
    lanes.wake_due().await;
    assert_eq!(world.rows_after_the_order(&turn).await, Vec::<String>::new());
    world.wait(60);
    lanes.wake_due().await;
    assert_eq!(world.rows_after_the_order(&turn).await, ["D68"]);
}

#[tokio::test]
async fn of_many_deadlines_and_answers_at_once_none_is_lost_and_none_comes_twice() {
    let folder = tempfile::tempdir().unwrap();
    let mut world = World::new(SqliteStore::open(&folder.path().join("carhop.db")).unwrap());
    let mut random = Random(testbed::seed());
    let lanes = world.process().await;
    let mut turns = Vec::new();
    for number in 1..=40 {
        turns.push(world.order(&lanes, &lane(number)).await);
    }
    world.wait(61);
    // The POS wakes up just then, and answers some of them.
    let answered: Vec<bool> = turns.iter().map(|_| random.below(2) == 0).collect();
    let answers = turns.iter().zip(&answered).filter(|(_, answered)| **answered).map(async |(turn, _)| {
        let ticket = turn["ticket"]["ticket_id"].as_str().unwrap().parse().unwrap();
        lanes.tickets().report(ticket, PosReport::Acknowledged { pos_reference: None }, None).await.unwrap();
    });
    tokio::join!(futures_util::future::join_all(answers), lanes.wake_due());
    for (turn, answered) in turns.iter().zip(answered) {
        let rows = world.rows_after_the_order(turn).await;
        let told = rows.iter().filter(|row| *row == "D68").count();
        assert!(told <= 1 && (answered || told == 1), "{rows:?}");
        assert_eq!(rows.contains(&"D54".to_owned()), answered, "{rows:?}");
    }
}

#[tokio::test]
async fn a_service_wakes_its_lanes_by_itself() {
    let mut world = World::new(MemoryStore::default());
    let lanes = world.process().await;
    let turn = world.order(&lanes, &lane(1)).await;
    let seen = turn["turn"].as_u64().unwrap();
    world.wait(61);
    lanes.start_alarm();
    let woken = async {
        loop {
            let last = lanes.last_turn(&lane(1)).await.unwrap().unwrap();
            let last: Value = serde_json::from_str(&last).unwrap();
            if last["turn"].as_u64() > Some(seen) {
                return last;
            }
            tokio::task::yield_now().await;
        }
    };
    let last = tokio::time::timeout(Duration::from_secs(60), woken).await.unwrap();
    assert_eq!(last["transitions"][0]["row"], "D68");
    lanes.close().await;
}
