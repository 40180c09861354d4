//! Readers of several processes over Redis.

use serde_json::json;
use testbed::RedisServer;

use super::client::{Events, Socket, numbers};
use crate::support::Service;

fn node(server: &RedisServer) -> Service {
    let url = server.url();
    Service::start_with(&[
        ("CARHOP_STORE", &url),
        ("CARHOP_DURABILITY", "memory"),
        ("CARHOP_POS_EMITTER", "none"),
    ])
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
    let mut last = socket.turns(1)[0]["turn"].as_u64().unwrap();
    for number in 2..=6 {
        let event = json!({ "type": "tap", "act": "add_item", "item": "cookie" });
        dying.lane("1").take(event.clone());
        dying.kill();
        dying = node(&server);
        lane.take(event);
        // The dead one may not have told of its turn. Then the reader learns it, before it is told of a later one.
        let mut may_miss = false;
        while last < 2 * number - 1 {
            let next = socket.next();
            if next["type"] == "resync" {
                assert_eq!(next["reason"], "lost");
                may_miss = true;
                continue;
            }
            let turn = next["turn"].as_u64().unwrap();
            assert!(turn == last + 1 || may_miss && turn > last, "turn {turn} comes behind {last}");
            (last, may_miss) = (turn, false);
        }
    }
    socket.is_quiet();
    assert_eq!(lane.now()["turn"], 11);
}
