//! The socket of a lane.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Events, Socket, numbers};
use crate::support::{Lane, Service, awaited, call, fresh_id};

/// More turns than the system keeps of a connection that nobody reads: some 15 MB.
const TURNS_TOO_MANY: u64 = 4_000;
/// As many turns as a car may have, or some less.
const TURNS_OF_A_CAR: u64 = 900;
/// An order whose turns are long.
const MUCH: &str =
    "a coke, large fries, a cheeseburger, onion rings, a hamburger, a sprite, a cookie and a water";
/// Enough that a connection is never done with writing them.
const TURNS_STALLING: u64 = 3_000;

#[test]
fn every_turn_comes_to_every_socket_once_and_in_order_whoever_caused_it() {
    let service = Service::start();
    let (lane, other) = (service.lane("1"), service.lane("2"));
    let mut sockets = [Socket::open(&lane, ""), Socket::open(&lane, "?with=events")];
    let mut elsewhere = Socket::open(&other, "");
    sockets[0].event(json!({ "type": "car_detected" }));
    let first = sockets[0].next();
    other.car();
    lane.say("two cheeseburgers");
    sockets[1].event(json!({ "type": "utterance", "text": "a large coke" }));
    // What is sent by a socket and by a call is taken as it comes.
    let mut seen = [first].into_iter().chain(sockets[0].turns(2)).collect::<Vec<_>>();
    lane.say("that's it");
    let posted = lane.take(json!({ "type": "tap", "act": "confirm" }));
    seen.extend(sockets[0].turns(2));
    let with_events = sockets[1].turns(5);
    // The file takes the ticket, and that is a turn of the lane too.
    seen.extend(sockets[0].turns(1));
    assert_eq!(numbers(&seen), [1, 2, 3, 4, 5, 6]);
    assert_eq!(seen[4], posted);
    assert_eq!(numbers(&with_events), [1, 2, 3, 4, 5]);
    assert_eq!(with_events[2]["event"]["text"], "a large coke");
    for (turn, mut with_event) in seen.iter().zip(with_events) {
        with_event.as_object_mut().unwrap().remove("event");
        assert_eq!(*turn, with_event);
    }
    let audit = service.audit(&posted);
    let stored = audit["entries"].as_array().unwrap().iter().map(|entry| &entry["turn"]);
    assert!(seen.iter().eq(stored), "{seen:#?} is not {audit:#}");
    sockets[0].is_quiet();
    assert_eq!(numbers(&elsewhere.turns(1)), [1]);
    elsewhere.is_quiet();
}

#[test]
fn events_are_taken_in_the_order_in_which_they_are_sent() {
    let (_service, lane) = Service::with_car();
    let mut socket = Socket::open(&lane, "");
    let ids: Vec<_> = (0..20).map(|_| fresh_id()).collect();
    for (id, quantity) in ids.iter().zip(1..) {
        let event = match quantity {
            1 => json!({ "id": id, "type": "tap", "act": "add_item", "item": "coke", "size": "large" }),
            _ => {
                json!({ "id": id, "type": "tap", "act": "set_quantity", "line_id": "L1", "quantity": quantity })
            }
        };
        socket.send(&event.to_string());
    }
    for (turn, (id, quantity)) in socket.turns(20).iter().zip(ids.iter().zip(1..)) {
        assert_eq!(turn["event_id"], json!(id));
        assert_eq!(turn["order"]["lines"][0]["quantity"], quantity);
    }
    socket.is_quiet();
}

#[test]
fn a_socket_that_was_cut_off_goes_on_where_it_was() {
    let (_service, lane) = Service::with_lane();
    let nothing_seen = |expected: &[u64]| {
        let mut socket = Socket::open(&lane, "?turn=0");
        assert_eq!(numbers(&socket.turns(expected.len())), expected);
        socket.is_quiet();
    };
    nothing_seen(&[]);
    let first = lane.car();
    let second = lane.say("a coke");
    nothing_seen(&[1, 2]);
    let mut socket = Socket::behind(&lane, &second);
    socket.is_quiet();
    drop(socket);
    // Turns, the end of the session and the next car: nothing is left out and nothing comes twice.
    lane.say("and fries");
    lane.take(json!({ "type": "car_left" }));
    nothing_seen(&[]);
    lane.car();
    let mut socket = Socket::behind(&lane, &first);
    let missed = socket.turns(4);
    assert_eq!(numbers(&missed), [2, 3, 4, 1]);
    assert_eq!(missed[0], second);
    let whole = format!("?session_id={}&turn=0", first["session_id"].as_str().unwrap());
    assert_eq!(numbers(&Socket::open(&lane, &whole).turns(5)), [1, 2, 3, 4, 1]);
    lane.say("a sprite");
    assert_eq!(numbers(&socket.turns(1)), [2]);
    socket.is_quiet();
}

#[test]
fn a_place_that_nobody_knows_is_told_and_what_comes_is_not_missed() {
    let (_service, lane) = Service::with_lane();
    let last = lane.car();
    let session = last["session_id"].as_str().unwrap();
    for cursor in [format!("?session_id={}&turn=1", fresh_id()), format!("?session_id={session}&turn=9")] {
        let mut socket = Socket::open(&lane, &cursor);
        assert_eq!(socket.next(), json!({ "type": "resync", "reason": "too_old" }));
        let turn = lane.say("a coke");
        assert_eq!(socket.next(), turn);
    }
}

#[test]
fn an_event_that_comes_again_is_answered_by_its_turn() {
    let (_service, lane) = Service::with_car();
    let event = json!({ "id": fresh_id(), "type": "utterance", "text": "a coke" }).to_string();
    let turn = lane.send(&event).json(200);
    let mut socket = Socket::behind(&lane, &turn);
    socket.send(&event);
    let mut again = socket.next();
    assert_eq!(again["replayed"], true);
    again.as_object_mut().unwrap().remove("replayed");
    assert_eq!(again, turn);
    socket.is_quiet();
    assert_eq!(lane.now()["turn"], 2);
    // What its frontend had missed by then comes as turns of the lane, and not with the answer.
    lane.say("and fries");
    let event = json!({ "id": fresh_id(), "type": "utterance", "text": "a sprite", "turn": 1 }).to_string();
    assert_eq!(lane.send(&event).json(200)["missed"].as_array().unwrap().len(), 2);
    assert_eq!(numbers(&socket.turns(2)), [3, 4]);
    socket.send(&event);
    assert!(socket.next().get("missed").is_none());
}

#[test]
fn what_cannot_be_taken_is_told_with_its_id_and_the_socket_goes_on() {
    let (_service, lane) = Service::with_lane();
    let mut socket = Socket::open(&lane, "");
    let mut told = |text: &str| {
        socket.send(text);
        let problem = socket.next();
        let name = problem["type"].as_str().unwrap().rsplit(':').next().unwrap().to_owned();
        (name, problem["status"].clone(), problem["event_id"].clone(), problem["cursor"].is_object())
    };
    let id = json!(fresh_id());
    let none = Value::Null;
    assert_eq!(told("{two"), ("invalid-json".to_owned(), json!(400), none.clone(), false));
    assert_eq!(told("[]"), ("invalid-event".to_owned(), json!(422), none.clone(), false));
    assert_eq!(
        told(r#"{"type":"silence","seconds":6}"#),
        ("invalid-event".to_owned(), json!(422), none, false)
    );
    let honk = json!({ "id": id, "type": "honk" }).to_string();
    assert_eq!(told(&honk), ("invalid-event".to_owned(), json!(422), id.clone(), true));
    let left = json!({ "id": id, "type": "car_left" }).to_string();
    assert_eq!(told(&left), ("lane-idle".to_owned(), json!(409), id, true));
    socket.event(json!({ "type": "car_detected" }));
    assert_eq!(numbers(&socket.turns(1)), [1]);
}

#[test]
fn what_is_no_text_or_too_long_closes_the_socket() {
    let (_service, lane) = Service::with_lane();
    let mut socket = Socket::open(&lane, "");
    socket.binary();
    assert_eq!(socket.closed().0, 1003);
    let mut socket = Socket::open(&lane, "");
    socket.send(&" ".repeat(64 * 1024 + 1));
    socket.send(r#"{"type":"ping"}"#);
    assert_eq!(socket.closed().0, 1009);
    Socket::open(&lane, "").is_quiet();
}

#[test]
fn a_socket_is_opened_as_it_should_be_or_not_at_all() {
    let service = Service::start();
    let path = "/v1/drive-thrus/d1/lanes/1/ws";
    let id = fresh_id();
    service.get(path).problem(426, "upgrade-required");
    service.get("/v1/drive-thrus/d:1/lanes/1/ws").problem(400, "invalid-id");
    for (parameters, field) in [
        ("turn=3".to_owned(), "session_id"),
        ("turn=-1".to_owned(), "turn"),
        ("session_id=1&turn=1".to_owned(), "session_id"),
        (format!("session_id={id}"), "turn"),
        ("with=everything".to_owned(), "with"),
        ("since=1".to_owned(), "since"),
    ] {
        assert_eq!(service.get(&format!("{path}?{parameters}")).faulty_field(), field);
    }
    // A page of another host may not speak for the one who looks at it.
    for origin in ["http://evil.example", "null", "https://127.0.0.1:1"] {
        let headers = [
            ("upgrade", "websocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA=="),
            ("origin", origin),
        ];
        call(service.address, "GET", path, &headers, b"").problem(403, "foreign-origin");
    }
}

#[test]
fn a_page_of_another_host_changes_nothing() {
    let service = Service::start_with(&[("CARHOP_HOSTS", "carhop.example")]);
    let path = "/v1/drive-thrus/d1/lanes/1/events";
    let body = json!({ "id": fresh_id(), "type": "car_detected" }).to_string();
    let own = format!("http://{}", service.address);
    let post = |headers: &[(&str, &str)]| call(service.address, "POST", path, headers, body.as_bytes());
    post(&[("origin", "http://evil.example")]).problem(403, "foreign-origin");
    post(&[("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")])
        .problem(403, "foreign-origin");
    assert_eq!(service.lane("1").now()["state"], "idle");
    for headers in [
        &[][..],
        &[("origin", own.as_str())],
        // A proxy may have called the service by another name.
        &[("origin", "https://carhop.example"), ("sec-fetch-site", "same-origin")],
    ] {
        assert_eq!(post(headers).json(200)["state"], "ordering");
    }
}

#[test]
fn a_service_that_stops_closes_what_is_open_and_is_not_held_up() {
    let mut service = Service::start();
    let lane = service.lane("1");
    lane.car();
    let mut sockets: Vec<Socket> = (0..20).map(|_| Socket::open(&lane, "")).collect();
    let mut events: Vec<Events> = (0..20).map(|_| Events::of(service.address, None)).collect();
    service.terminate();
    for socket in &mut sockets {
        assert_eq!(socket.closed(), (1012, "the service stops".to_owned()));
    }
    for events in &mut events {
        assert_eq!(events.next(), None);
    }
    assert!(service.ended().success());
}

#[test]
fn a_service_that_was_killed_goes_on_with_those_who_come_again() {
    let mut service = Service::start();
    let mut lane = service.lane("1");
    lane.car();
    let mut socket = Socket::open(&lane, "?turn=0");
    let mut seen = socket.turns(1);
    for quantity in 1..=8 {
        lane.take(json!({ "type": "tap", "act": "add_item", "item": "fries", "size": "small" }));
        if quantity % 2 == 0 {
            // What was on its way when it died comes again, and what came does not.
            service = service.restarted();
            lane = service.lane("1");
            seen.extend(socket.rest());
            socket = Socket::behind(&lane, seen.last().unwrap());
        }
    }
    seen.extend(socket.turns(9 - seen.len()));
    socket.is_quiet();
    assert_eq!(numbers(&seen), (1..=9).collect::<Vec<_>>());
}

#[test]
fn a_frontend_that_closes_its_socket_is_answered() {
    let service = Service::start();
    let mut socket = Socket::open(&service.lane("1"), "");
    socket.close();
    assert_eq!(socket.closed().0, 1000);
}

/// A car leaves, and the next one orders much: three turns.
fn next_car(lane: &Lane) {
    lane.take(json!({ "type": "car_left" }));
    lane.car();
    lane.say(MUCH);
}

/// It is not waited for as long as a reader that takes nothing may be: that would be as long as the service may drain.
#[test]
fn readers_that_do_not_read_do_not_hold_up_the_end() {
    let mut service = Service::start_with(&[("CARHOP_STORE", "memory:")]);
    let lane = service.lane("1");
    lane.car();
    lane.say(MUCH);
    let _socket = Socket::open(&lane, "?turn=0&with=events");
    let _events = Events::open(service.address, "/v1/drive-thrus/d1/events?with=events", None);
    for number in 1..TURNS_STALLING {
        if number % TURNS_OF_A_CAR == 0 {
            next_car(&lane);
        }
        lane.take(json!({ "type": "tap", "act": "set_quantity", "line_id": "L1", "quantity": 2 }));
    }
    let stopped = Instant::now();
    service.terminate();
    assert!(service.ended().success());
    // It would be 10 s, but for whoever does not read.
    assert!(stopped.elapsed() < Duration::from_secs(8), "it took {:?}", stopped.elapsed());
}

#[test]
fn readers_that_stop_reading_are_cut_off_and_harm_nobody() {
    let service = Service::start_with(&[("CARHOP_STORE", "memory:")]);
    let lane = service.lane("1");
    lane.car();
    let readers = || {
        let metrics = service.get("/metrics").body;
        let line = metrics.lines().find(|line| line.starts_with("carhop_readers "))?;
        line.split_once(' ')?.1.parse::<f64>().ok()
    };
    let mut reading = Socket::open(&lane, "");
    // They read nothing, of more than the system keeps for them.
    let stopped: Vec<Socket> = (0..3).map(|_| Socket::open(&lane, "?with=events")).collect();
    let stopped_events = Events::open(service.address, "/v1/drive-thrus/d1/events?with=events", None);
    assert_eq!(readers(), Some(5.0));
    let add = json!({ "type": "tap", "act": "set_quantity", "line_id": "L1", "quantity": 2 });
    lane.say(MUCH);
    reading.turns(1);
    let mut turns = 0;
    awaited("the end of those who do not read", || {
        for _ in 0..50 {
            if turns < TURNS_TOO_MANY {
                turns += 1;
                if turns % TURNS_OF_A_CAR == 0 {
                    next_car(&lane);
                    reading.turns(3);
                }
                let turn = lane.take(add.clone());
                assert_eq!(reading.next(), turn);
            }
        }
        Some(()).filter(|()| readers() == Some(1.0))
    });
    drop((stopped, stopped_events));
}
