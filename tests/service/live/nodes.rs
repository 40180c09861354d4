//! Readers of several processes over Redis.

use serde_json::json;
use testbed::RedisServer;

use super::client::{Events, Socket, numbers};
#[cfg(debug_assertions)]
use crate::redis::visit;
use crate::support::Service;
#[cfg(debug_assertions)]
use crate::support::try_call;

fn node(server: &RedisServer) -> Service {
    node_with(server, &[])
}

fn node_with(server: &RedisServer, variables: &[(&str, &str)]) -> Service {
    let url = server.url();
    let usual = [("CARHOP_STORE", &*url), ("CARHOP_DURABILITY", "memory"), ("CARHOP_POS_EMITTER", "none")];
    Service::start_with(&[&usual, variables].concat())
}

#[test]
fn turns_come_to_the_readers_of_every_process() {
    let server = RedisServer::start(&[]);
    let nodes = [node(&server), node(&server)];
    let lanes = [nodes[0].lane("1"), nodes[1].lane("1")];
    let mut sockets = [Socket::open(&lanes[0], ""), Socket::open(&lanes[1], "")];
    let mut events = [Events::of(nodes[0].address, None), Events::of(nodes[1].address, None)];
    sockets[0].event(json!({ "type": "car_detected" }));
    let first = sockets[0].next();
    assert_eq!(sockets[1].next(), first);
    // By turns, by one and the other.
    for number in 2..=21 {
        let turn = lanes[number % 2].take(json!({ "type": "tap", "act": "add_item", "item": "cookie" }));
        assert_eq!(turn["turn"], number);
    }
    for socket in &mut sockets {
        assert_eq!(numbers(&socket.turns(20)), (2..=21).collect::<Vec<_>>());
        socket.is_quiet();
    }
    // A place in the feed is the same wherever it is asked.
    let told: [Vec<_>; 2] = events.each_mut().map(|events| (0..21).map(|_| events.next_of("turn")).collect());
    assert_eq!(told[0], told[1]);
    let mut again = Events::of(nodes[1].address, Some(&told[0][9].id));
    assert_eq!(again.next_of("turn"), told[0][10]);
    let mut behind = Socket::behind(&lanes[1], &told[0][9].data);
    assert_eq!(numbers(&behind.turns(11)), (11..=21).collect::<Vec<_>>());
}

#[test]
fn a_process_that_is_killed_leaves_the_readers_of_the_others_whole() {
    let server = RedisServer::start(&[]);
    let (mut dying, living) = (node(&server), node(&server));
    let lane = living.lane("1");
    let mut socket = Socket::open(&lane, "?turn=0");
    dying.lane("1").car();
    let event = json!({ "type": "tap", "act": "add_item", "item": "cookie" });
    for _ in 0..5 {
        dying.lane("1").take(event.clone());
        dying.kill();
        dying = node(&server);
        lane.take(event.clone());
    }
    assert_eq!(numbers(&socket.turns(11)), (1..=11).collect::<Vec<_>>());
    socket.is_quiet();
    assert_eq!(lane.now()["turn"], 11);
}

/// What tells of a turn is stored with it: whatever the step is that the process dies at, nobody has to add anything.
#[test]
#[cfg(debug_assertions)]
fn a_process_that_dies_at_any_step_leaves_no_stored_turn_untold() {
    let server = RedisServer::start(&[]);
    let living = node(&server);
    let steps = ["parse", "decide", "number", "commit", "reply"];
    let points = steps.iter().flat_map(|step| ["before", "after"].map(|side| format!("{side}-{step}:1")));
    for (number, point) in points.enumerate() {
        let dying = node_with(&server, &[("CARHOP_DIE_AT", &point)]);
        let lane = living.lane(&number.to_string());
        let mut socket = Socket::open(&lane, "?turn=0");
        let mut has_died = false;
        for event in visit(number, 0) {
            if !has_died {
                let path = format!("{}/events", lane.path);
                has_died = try_call(dying.address, "POST", &path, &[], event.as_bytes()).is_err();
            }
            // What was answered is answered again, and nobody is told of it twice.
            lane.ask(&event);
        }
        assert!(has_died, "{point}");
        let turns = socket.turns(9);
        let log = living.audit(&turns[0]);
        let stored: Vec<_> = log["entries"].as_array().unwrap().iter().map(|entry| &entry["turn"]).collect();
        assert_eq!(turns.iter().collect::<Vec<_>>(), stored, "{point}");
        socket.is_quiet();
    }
}
