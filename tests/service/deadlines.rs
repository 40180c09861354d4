//! What has not come in time is told once, whenever a process dies before or after that.

#![cfg(debug_assertions)]

use std::os::unix::process::ExitStatusExt as _;

use serde_json::{Value, json};
use testbed::RedisServer;

use crate::crash::lives::SIGKILL;
use crate::support::{Service, Ticket, awaited, rows};

/// How often the service is killed in one test of a normal run, every other time before a deadline is stored.
const KILLS: usize = 8;
/// How often it is in one of a nightly run.
const KILLS_NIGHTLY: usize = 1_000;

/// What the crew is told of once.
struct Missed {
    /// The step that stores that it was told.
    step: &'static str,
    /// Has a lane miss it. Gives a turn of the car.
    missed: fn(&Service, lane: usize) -> Value,
    /// How often the crew was told of it.
    told: fn(&Service, turn: &Value) -> usize,
}

/// The POS does not answer while the car is there: an event of its lane.
const ANSWER: Missed = Missed { step: "commit", missed: order, told: rows_of_silence };
/// It does not answer before the car has left: a note on the ticket.
const ANSWER_AFTER_THE_CAR: Missed = Missed {
    step: "note",
    missed: |service, lane| {
        let order = order(service, lane);
        service.lane(&lane.to_string()).take(json!({ "type": "car_left" }));
        order
    },
    told: |service, order| {
        assert_eq!(rows_of_silence(service, order), 0);
        let ticket = Ticket::of(service, order).now();
        ticket["history"].as_array().unwrap().iter().filter(|note| note["what"] == "unanswered").count()
    },
};

fn order(service: &Service, lane: usize) -> Value {
    service.lane(&lane.to_string()).confirmed("a cookie")
}

fn rows_of_silence(service: &Service, order: &Value) -> usize {
    let audit = service.audit(order);
    audit["entries"].as_array().unwrap().iter().filter(|entry| rows(&entry["turn"]) == "D68").count()
}

fn durable_redis() -> RedisServer {
    RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"])
}

#[test]
fn a_deadline_is_taken_once_by_services_that_are_killed_before_and_after_it() {
    is_told_once(None, &ANSWER);
}

#[test]
fn a_deadline_is_taken_once_by_services_on_redis_that_are_killed_before_and_after_it() {
    is_told_once(Some(&durable_redis()), &ANSWER);
}

#[test]
fn a_ticket_whose_car_has_left_is_told_once_by_services_that_are_killed_before_and_after_it() {
    is_told_once(None, &ANSWER_AFTER_THE_CAR);
}

#[test]
fn a_ticket_whose_car_has_left_is_told_once_by_services_on_redis_that_are_killed_before_and_after_it() {
    is_told_once(Some(&durable_redis()), &ANSWER_AFTER_THE_CAR);
}

fn is_told_once(redis: Option<&RedisServer>, missed: &Missed) {
    let kills = if testbed::is_nightly() { KILLS_NIGHTLY } else { KILLS };
    let folder = tempfile::tempdir().unwrap();
    let store = redis.map(|server| ("CARHOP_STORE", server.url()));
    // All orders are placed before the first deadline passes.
    let seconds = if testbed::is_nightly() { "60" } else { "10" };
    let usual = [("CARHOP_POS_EMITTER", "none"), ("CARHOP_TICKET_UNANSWERED_SECONDS", seconds)];
    let store = store.iter().map(|(name, url)| (*name, url.as_str()));
    let variables: Vec<_> = usual.into_iter().chain(store).collect();

    // A service that dies after one deadline may have seen to another at the same time. One is left for the last.
    let mut service = Service::start_on(folder.path(), &variables);
    let turns: Vec<Value> = (0..=kills).map(|lane| (missed.missed)(&service, lane)).collect();
    service.kill();
    for kill in 0..kills {
        let side = if kill % 2 == 0 { "before" } else { "after" };
        let point = format!("{side}-{}:1", missed.step);
        let variables = [&variables[..], &[("CARHOP_DIE_AT", &point)]].concat();
        let status = Service::try_start_on(folder.path(), &variables).map(|mut service| service.ended());
        let status = status.unwrap_or_else(|status| status);
        assert_eq!(status.signal(), Some(SIGKILL), "{point}: {status}");
    }

    let service = Service::start_on(folder.path(), &variables);
    let told = |turn: &Value| (missed.told)(&service, turn);
    for turn in &turns {
        awaited("what was due", || (told(turn) > 0).then_some(()));
    }
    assert!(turns.iter().all(|turn| told(turn) == 1));
    println!("{kills} kills, {} deadlines, lost 0, doubled 0", turns.len());
}
