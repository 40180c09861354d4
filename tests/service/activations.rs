//! House rules that change again and again while cars order at two processes and each of these dies now and then: every turn is
//! under one version, and no lane goes back to an earlier one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};
use testbed::RedisServer;

use crate::command_line::check;
use crate::crash::world::World;
use crate::support::{Service, at_once, awaited, fresh_id, try_call};

const ACTIVATIONS: usize = 50;
/// After so many activations the process that the last was made at is killed: once the one and once the other.
const KILLED_AFTER: usize = 5;
const TURNS: usize = 400;
const TURNS_NIGHTLY: usize = 10_000;
const LANES: usize = 8;

/// The processes, and the cars between them.
#[derive(Default)]
struct Town {
    nodes: [World; 2],
    answered: AtomicUsize,
    is_over: AtomicBool,
}

/// The rules that are put in use as the n-th. What they decide is told by its number.
fn rules(number: usize) -> Value {
    let offered = ["cookie", "brownie"][number % 2];
    let barred = json!({ "available": false, "reason": "Not now.", "substitutes": ["onion_rings"] });
    json!({ "id": "house", "name": number.to_string(), "rules": [
        { "id": format!("offers_{number}"), "at": "offer", "then": { "item": offered } },
        { "id": format!("bars_{number}"), "at": "available", "when": "item.id == \"fries\"", "then": barred },
    ] })
}

/// Puts the n-th rules in use. Gives their version.
fn activate(node: &Service, number: usize) -> Value {
    const RULES: &str = "/v1/drive-thrus/d1/rules";
    let kept = node.post(&format!("{RULES}/versions"), &rules(number)).json(201);
    // The one that was put last comes first.
    let version = kept["versions"][0]["version"].clone();
    node.post(&format!("{RULES}/activate"), &json!({ "version": version })).json(200);
    version
}

/// Sends an event until it is answered. Gives the turn.
fn send(town: &Town, node: usize, path: &str, mut event: Value) -> Value {
    event["id"] = json!(fresh_id());
    let body = event.to_string();
    let turn = awaited("a turn", || {
        let answer = try_call(town.nodes[node].address(), "POST", path, &[], body.as_bytes()).ok()?;
        (answer.status != 503).then(|| answer.json(200))
    });
    town.answered.fetch_add(1, Ordering::Relaxed);
    turn
}

/// Has cars come to a lane until it is over: to the process that has the lane, and then by turns to both. Gives the first
/// turns of their sessions.
fn drive(town: &Town, lane: usize) -> Vec<Value> {
    let path = format!("/v1/drive-thrus/d1/lanes/{lane}/events");
    let mut sessions = Vec::new();
    while !town.is_over.load(Ordering::Relaxed) {
        sessions.push(send(town, lane % 2, &path, json!({ "type": "car_detected" })));
        let rest = [
            json!({ "type": "utterance", "text": "a hamburger" }),
            json!({ "type": "utterance", "text": "and large fries" }),
            json!({ "type": "utterance", "text": "no thanks" }),
            json!({ "type": "car_left" }),
        ];
        for (number, event) in rest.into_iter().enumerate() {
            send(town, (lane + number + 1) % 2, &path, event);
        }
    }
    sessions
}

#[test]
fn while_rules_change_and_processes_die_each_turn_is_under_one_version_and_no_lane_goes_back() {
    let server = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let url = server.url();
    let variables = [("CARHOP_STORE", url.as_str()), ("CARHOP_POS_EMITTER", "none")];
    let folders = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let start = |node: usize| Service::start_on(folders[node].path(), &variables);
    let turns = if testbed::is_nightly() { TURNS_NIGHTLY } else { TURNS };

    // Both know rules before the first car comes.
    let first = start(0);
    let mut versions = vec![activate(&first, 0)];
    let mut nodes = [first, start(1)];
    let town = Town::default();
    let of_lanes: Vec<Vec<Value>> = thread::scope(|scope| {
        let town = &town;
        for (node, world) in nodes.iter().zip(&town.nodes) {
            world.is_up(node.address);
        }
        let lanes: Vec<_> = (0..LANES).map(|lane| scope.spawn(move || drive(town, lane))).collect();
        for number in 1..=ACTIVATIONS {
            let so_many = turns * number / ACTIVATIONS;
            awaited("more turns", || (town.answered.load(Ordering::Relaxed) >= so_many).then_some(()));
            let node = number % 2;
            versions.push(activate(&nodes[node], number));
            if number % KILLED_AFTER == 0 {
                // The other may not have heard of these rules yet.
                town.nodes[node].is_down();
                nodes[node].kill();
                nodes[node] = start(node);
                town.nodes[node].is_up(nodes[node].address);
            }
        }
        town.is_over.store(true, Ordering::Relaxed);
        lanes.into_iter().map(|lane| lane.join().unwrap()).collect()
    });

    let numbers: BTreeMap<&str, usize> =
        (0..).zip(&versions).map(|(n, it)| (it.as_str().unwrap(), n)).collect();
    assert_eq!(numbers.len(), ACTIVATIONS + 1);
    let number_of = |version: &Value| numbers[version.as_str().unwrap()];
    for sessions in &of_lanes {
        let seen: Vec<usize> = sessions.iter().map(|first| number_of(&first["documents"]["rules"])).collect();
        assert!(seen.is_sorted(), "{seen:?}");
    }
    let logs = tempfile::tempdir().unwrap();
    let decided = at_once(&of_lanes, |sessions| {
        let of_session = |first| keep_log(&nodes[0], first, logs.path(), &number_of);
        sessions.iter().flat_map(of_session).collect::<BTreeSet<usize>>()
    });
    let count: usize = of_lanes.iter().map(Vec::len).sum();
    let (out, err) = check(&["replay", logs.path().to_str().unwrap()], 0);
    assert_eq!((out, err), (format!("{count} sessions hold, 0 do not\n"), String::new()));
    println!(
        "{} turns in {count} sessions, {ACTIVATIONS} activations, {} kills; {} versions have decided something, and each turn has one",
        town.answered.load(Ordering::Relaxed),
        ACTIVATIONS / KILLED_AFTER,
        decided.into_iter().flatten().collect::<BTreeSet<_>>().len(),
    );
}

/// Checks that what has decided something in a session is of the versions that its turns name, and writes its log into a
/// folder. Gives the numbers of these versions.
fn keep_log(
    node: &Service,
    first: &Value,
    folder: &Path,
    number_of: &impl Fn(&Value) -> usize,
) -> BTreeSet<usize> {
    let session = first["session_id"].as_str().unwrap();
    let log = node.get(&format!("/v1/sessions/{session}/audit?with=documents")).json(200);
    std::fs::write(folder.join(format!("{session}.json")), log.to_string()).unwrap();
    let mut named = &first["documents"];
    let mut decided = BTreeSet::new();
    for entry in log["entries"].as_array().unwrap() {
        let turn = &entry["turn"];
        named = turn.get("documents").unwrap_or(named);
        let rules = number_of(&named["rules"]);
        let newest = named.get("newest_rules").map_or(rules, number_of);
        for fired in turn["fired"].as_array().into_iter().flatten() {
            let rule = fired["rule"].as_str().unwrap();
            let expected = [format!("offers_{rules}"), format!("bars_{newest}")];
            assert!(expected.iter().any(|expected| expected == rule), "{rule} in {named:#}");
            decided.insert(if rule == expected[0] { rules } else { newest });
        }
    }
    assert_eq!(number_of(&first["documents"]["rules"]), number_of(&named["rules"]));
    decided
}
