//! `carhop verify-durability` on real installations, sound ones and such that lose data.

use std::process::Output;
use std::thread;

use serde_json::{Value, json};
use testbed::{RedisCluster, RedisSentinels, RedisServer};

use crate::support::{Service, awaited, carhop};

/// Servers that sync all they are told.
const DURABLE: [&str; 4] = ["--appendonly", "yes", "--appendfsync", "always"];

fn verify(arguments: &[&str]) -> Output {
    carhop(&[&["verify-durability"], arguments].concat()).output().unwrap()
}

/// The figures of a check that ends with that code.
#[track_caller]
fn figures(arguments: &[&str], code: i32) -> Value {
    let output = verify(&[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn assert_fine(figures: &Value) {
    for name in ["lost", "applied_twice", "wrong"] {
        assert_eq!(figures[name], 0, "{figures:#}");
    }
    assert_eq!(figures["is_fine"], true, "{figures:#}");
    assert_eq!(figures["written"], figures["acknowledged"], "{figures:#}");
    assert!(figures["written"].as_u64() > Some(100), "{figures:#}");
}

#[test]
fn a_sound_redis_is_found_sound_beside_the_service_and_left_as_it_was() {
    let server = RedisServer::start(&DURABLE);
    let service = Service::start_with(&[("CARHOP_STORE", &server.url()), ("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("1");
    lane.confirmed("a cheeseburger");
    let keys = || {
        let answer = server.ask("KEYS *");
        let mut keys: Vec<_> =
            answer.lines().filter(|line| !line.starts_with(['*', '$'])).map(str::to_owned).collect();
        keys.sort();
        keys
    };
    awaited("the delivery", || (server.command("EXISTS outbox:{d1}:1") == ":0").then_some(()));
    let before = keys();
    let figures = thread::scope(|scope| {
        let check = scope.spawn(|| figures(&["--store", &server.url(), "--seconds", "2"], 0));
        while !check.is_finished() {
            lane.now();
            thread::yield_now();
        }
        check.join().unwrap()
    });
    assert_fine(&figures);
    assert!(figures["connections_cut"].as_u64() > Some(0), "{figures:#}");
    assert_eq!(keys(), before);
    assert_eq!(lane.now()["state"], "closing");
}

#[test]
fn a_redis_that_forgets_is_found_out() {
    let server = RedisServer::start(&DURABLE);
    let url = server.url();
    let output = thread::scope(|scope| {
        let check = scope.spawn(|| verify(&["--store", &url, "--seconds", "2"]));
        awaited("the first turns", || server.ask("KEYS feed:*").contains("feed:").then_some(()));
        server.command("FLUSHALL");
        check.join().unwrap()
    });
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("NOT everything"), "{told}");
}

/// A master that one replica leaves, to be the next, could still acknowledge turns with the other.
#[test]
fn a_failover_by_sentinels_that_is_asked_for_loses_nothing_that_every_replica_has() {
    let sentinels = RedisSentinels::start();
    let arguments = ["--durability", "replicated", "--replicas-min", "2", "--failover", "--seconds", "4"];
    let figures = figures(&[&arguments[..], &["--store", &sentinels.url()]].concat(), 0);
    assert_fine(&figures);
    assert_eq!(figures["failovers"], 1, "{figures:#}");
    println!("unavailable for {} ms at most", figures["unavailable_ms_max"]);
}

#[test]
fn a_failover_of_a_cluster_that_is_asked_for_loses_nothing() {
    let cluster = RedisCluster::start();
    let arguments = ["--durability", "memory", "--failover", "--seconds", "4", "--store", &cluster.url()];
    let figures = figures(&arguments, 0);
    assert_fine(&figures);
    assert_eq!(figures["failovers"], 1, "{figures:#}");
    assert!(figures["connections_cut"].as_u64() > Some(0), "{figures:#}");
    println!("unavailable for {} ms at most", figures["unavailable_ms_max"]);
}

#[test]
fn sqlite_is_checked_beside_the_service_in_a_file_of_its_own() {
    let service = Service::start();
    let data = service.data().to_str().unwrap();
    let list = || std::fs::read_dir(data).unwrap().count();
    let before = list();
    let figures = figures(&["--data", data, "--seconds", "1"], 0);
    assert_fine(&figures);
    assert_eq!(figures["connections_cut"], json!(0));
    assert_eq!(list(), before);
}

#[test]
fn what_cannot_be_checked_is_named() {
    let server = RedisServer::start(&DURABLE);
    let weak = RedisServer::start(&[]);
    for (arguments, code, named) in [
        (&["--store", "memory:"][..], 3, "keeps nothing"),
        (&["--store", "mysql://x"], 2, "redis://"),
        (&["--seconds", "0"], 2, "1..=600"),
        (&["--data", "/nowhere"], 3, "/nowhere"),
        (&["--failover", "--data", "/tmp"], 3, "nothing to fail over to"),
        (&["--store", "redis://127.0.0.1:1"], 3, "unavailable"),
        (&["--store", &weak.url()], 3, "appendonly"),
        (&["--failover", "--seconds", "1", "--store", &server.url()], 3, "none to fail over to"),
    ] {
        let output = verify(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
        assert!(told.contains(named), "{arguments:?}: {told}");
    }
    assert_eq!(server.command("EXISTS drive-thrus"), ":0");
}
