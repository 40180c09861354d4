//! What has not come in time is told once, whenever a process dies before or after that.

#![cfg(debug_assertions)]

use std::os::unix::process::ExitStatusExt as _;

use serde_json::Value;
use testbed::RedisServer;

use crate::crash::lives::SIGKILL;
use crate::support::{Service, awaited, rows};

/// How often the service is killed in one test of a normal run, every other time before a deadline is stored.
const KILLS: usize = 8;
/// How often it is in one of a nightly run.
const KILLS_NIGHTLY: usize = 1_000;

#[test]
fn a_deadline_is_taken_once_by_services_that_are_killed_before_and_after_it() {
    is_taken_once(None);
}

#[test]
fn a_deadline_is_taken_once_by_services_on_redis_that_are_killed_before_and_after_it() {
    is_taken_once(Some(&RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"])));
}

fn is_taken_once(redis: Option<&RedisServer>) {
    let kills = if testbed::is_nightly() { KILLS_NIGHTLY } else { KILLS };
    let folder = tempfile::tempdir().unwrap();
    let store = redis.map(|server| ("CARHOP_STORE", server.url()));
    // All orders are placed before the first deadline passes.
    let seconds = if testbed::is_nightly() { "60" } else { "10" };
    let usual = [("CARHOP_POS_EMITTER", "none"), ("CARHOP_TICKET_UNANSWERED_SECONDS", seconds)];
    let store = store.iter().map(|(name, url)| (*name, url.as_str()));
    let variables: Vec<_> = usual.into_iter().chain(store).collect();

    // A service that dies after one deadline may have taken another at the same time. One is left for the last.
    let mut service = Service::start_on(folder.path(), &variables);
    let orders = (0..=kills).map(|lane| service.lane(&lane.to_string()).confirmed("a cookie"));
    let orders: Vec<Value> = orders.collect();
    service.kill();
    for kill in 0..kills {
        let point = if kill % 2 == 0 { "before-commit:1" } else { "after-commit:1" };
        let variables = [&variables[..], &[("CARHOP_DIE_AT", point)]].concat();
        let status = Service::try_start_on(folder.path(), &variables).map(|mut service| service.ended());
        let status = status.unwrap_or_else(|status| status);
        assert_eq!(status.signal(), Some(SIGKILL), "{point}: {status}");
    }

    let service = Service::start_on(folder.path(), &variables);
    let told = |order: &Value| {
        let audit = service.audit(order);
        let entries = audit["entries"].as_array().unwrap().iter();
        entries.filter(|entry| rows(&entry["turn"]) == "D68").count()
    };
    for order in &orders {
        awaited("what was due", || (told(order) > 0).then_some(()));
    }
    assert!(orders.iter().all(|order| told(order) == 1));
    println!("{kills} kills, {} deadlines, lost 0, doubled 0", orders.len());
}
