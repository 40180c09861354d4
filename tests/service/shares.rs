//! Callers who want more than their share: they are refused and counted, and the others are served.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};
use socket2::{Domain, Socket as RawSocket, Type};

use crate::keys;
use crate::live::client::Socket;
use crate::sign_in::sign_in;
use crate::support::{
    Answer, PATIENCE, Service, answer, at_once, awaited, call, connected, fresh_id, send_request,
};

/// Another caller on this machine.
pub const NEIGHBOUR: [u8; 4] = [127, 0, 0, 2];

/// A connection from another address of this machine.
pub fn connected_from(source: [u8; 4], address: SocketAddr) -> TcpStream {
    let socket = RawSocket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.bind(&SocketAddr::from((source, 0)).into()).unwrap();
    socket.connect(&address.into()).unwrap();
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// A request on a connection from another address.
pub fn call_from(source: [u8; 4], address: SocketAddr, method: &str, path: &str, body: &str) -> Answer {
    let mut stream = connected_from(source, address);
    send_request(&mut stream, address, method, path, &[], body.as_bytes());
    answer(&mut stream).unwrap()
}

/// A port that was free a moment ago.
pub fn free_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// How often somebody has run into a limit, as an address that has the metrics says.
#[track_caller]
pub fn hits(metrics: SocketAddr, limit: &str) -> usize {
    let answer = call_from(NEIGHBOUR, metrics, "GET", "/metrics", "");
    let start = format!("carhop_limits_hit_total{{limit=\"{limit}\"}} ");
    let line = answer.body.lines().find_map(|line| line.strip_prefix(&start));
    line.unwrap_or_else(|| panic!("no {limit} in {}", answer.body)).parse().unwrap()
}

#[track_caller]
pub fn check_refused(answer: &Answer, name: &str) {
    answer.problem(429, name);
    let seconds: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{answer:#?}");
}

fn barge_in() -> String {
    json!({ "id": fresh_id(), "type": "barge_in" }).to_string()
}

#[test]
fn every_limit_is_in_the_metrics_before_anybody_runs_into_it() {
    let service = Service::start();
    let limits = "key_calls lane_events address_connections connections caller_readers readers caller_large_bodies large_bodies wrong_keys wrong_codes \
                  lane_busy session_turns";
    for limit in limits.split_whitespace() {
        assert_eq!(hits(service.address, limit), 0, "{limit}");
    }
}

#[test]
fn a_key_that_calls_too_often_is_refused_and_no_other() {
    let health = free_port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let hasty = keys::create(folder.path(), &["hasty", "--scope", "crew", "--drive-thru", "d1"]);
    let calm = keys::create(folder.path(), &["calm", "--scope", "crew", "--drive-thru", "d1"]);
    let service = Service::start_on(
        folder.path(),
        &[("CARHOP_KEY_CALLS_PER_SECOND", "5"), ("CARHOP_HEALTH_LISTEN", &health)],
    );
    let ask = |key: &str| {
        let key = format!("Bearer {key}");
        call(service.address, "GET", "/v1/drive-thrus/d1/lanes", &[("authorization", &key)], b"")
    };
    let mut refused = 0;
    // It has ten at once and five a second: it runs into that unless a call takes a fifth of a second.
    awaited("a refusal", || {
        let answer = ask(&hasty);
        if answer.status == 429 {
            check_refused(&answer, "too-many-calls");
            refused += 1;
        } else {
            answer.json(200);
        }
        (refused >= 5).then_some(())
    });
    assert_eq!(ask(&calm).status, 200);
    assert_eq!(hits(health.parse().unwrap(), "key_calls"), refused);
    // It is told when to come again, and is served then.
    awaited("the next call", || Some(ask(&hasty)).filter(|answer| answer.status == 200));
}

#[test]
fn an_address_with_too_many_wrong_keys_is_not_listened_to_and_others_are() {
    let health = free_port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let key = keys::create(folder.path(), &["crew", "--scope", "crew", "--drive-thru", "d1"]);
    let variables = [("CARHOP_WRONG_KEYS_PER_MINUTE", "4"), ("CARHOP_HEALTH_LISTEN", &health)];
    let service = Service::start_on(folder.path(), &variables);
    let cookie = sign_in(&service, &key);
    let (path, right) = ("/v1/drive-thrus/d1/lanes", format!("Bearer {key}"));
    let ask = |headers: &[(&str, &str)]| call(service.address, "GET", path, headers, b"");
    let wrong = |at: usize| {
        let key = format!("carhop_key_{at:064}");
        match at % 2 {
            0 => ask(&[("authorization", &format!("Bearer {key}"))]),
            _ => service.post("/v1/sign-in", &json!({ "key": key })),
        }
    };
    // Who has no key at all guesses none.
    (0..8).for_each(|_| drop(ask(&[]).problem(401, "unauthenticated")));
    (0..4).for_each(|at| drop(wrong(at).problem(401, "unauthenticated")));
    (4..8).for_each(|at| check_refused(&wrong(at), "too-many-wrong-keys"));
    check_refused(&ask(&[("authorization", &right)]), "too-many-wrong-keys");
    assert_eq!(ask(&[("cookie", &cookie)]).status, 200);
    assert_eq!(service.get("/healthz").status, 200);
    let mut stream = connected_from(NEIGHBOUR, service.address);
    send_request(&mut stream, service.address, "GET", path, &[("authorization", &right)], b"");
    assert_eq!(answer(&mut stream).unwrap().status, 200);
    assert_eq!(hits(health.parse().unwrap(), "wrong_keys"), 5);
}

#[test]
fn a_call_that_is_refused_before_its_body_comes_is_told_so_and_its_connection_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let key = keys::create(folder.path(), &["hasty", "--scope", "lane", "--drive-thru", "d1"]);
    let service = Service::start_on(folder.path(), &[("CARHOP_KEY_CALLS_PER_SECOND", "1")]);
    let mut stream = BufReader::new(connected(service.address).unwrap());
    let body = barge_in();
    let statuses = (0..12).map(|_| {
        let head = format!("POST /v1/drive-thrus/d1/lanes/1/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\ncontent-length: {}\r\n\r\n", body.len());
        stream.get_mut().write_all(head.as_bytes()).unwrap();
        stream.get_mut().write_all(body.as_bytes()).unwrap();
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(stream.read_line(&mut head).unwrap(), 0, "hung up on: {head}");
        }
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        stream.read_exact(&mut vec![0; length.parse().unwrap()]).unwrap();
        head.split(' ').nth(1).unwrap().to_owned()
    });
    let statuses: Vec<String> = statuses.collect();
    // No car is there; and two calls at once are what the key has, and one a second.
    assert_eq!(statuses[..2], ["409", "409"]);
    assert!(statuses.contains(&"429".to_owned()), "{statuses:?}");
}

#[test]
fn a_lane_with_too_many_events_is_refused_some_which_it_sends_again() {
    let service = Service::start_with(&[("CARHOP_LANE_EVENTS_PER_SECOND", "5")]);
    let (hasty, calm) = (service.lane("hasty"), service.lane("calm"));
    hasty.car();
    calm.car();
    let mut refused = Vec::new();
    awaited("a refusal", || {
        let body = barge_in();
        let answer = hasty.send(&body);
        if answer.status == 429 {
            check_refused(&answer, "too-many-events");
            refused.push(body);
        } else {
            answer.json(200);
        }
        (refused.len() >= 3).then_some(())
    });
    assert_eq!(calm.send(&barge_in()).status, 200);
    let mut socket = Socket::open(&hasty, "");
    let id = fresh_id();
    socket.send(&json!({ "id": id, "type": "barge_in" }).to_string());
    // What was refused by a call may leave room for one by the socket.
    let told = socket.next();
    if told["turn"].is_null() {
        assert_eq!((&told["status"], &told["event_id"]), (&json!(429), &json!(id)));
    }
    for body in refused {
        let again = awaited("its turn", || Some(hasty.send(&body)).filter(|answer| answer.status != 429));
        assert!(again.status == 200 && !again.is_replayed(), "{again:#?}");
    }
    assert!(hits(service.address, "lane_events") >= 3);
}

/// As many events as one lane takes at once where keys are asked for, and more.
const EVENTS: usize = 80;

#[test]
fn without_keys_a_lane_takes_as_many_events_as_it_can_and_with_them_as_many_as_a_car_needs() {
    let (service, lane) = Service::with_car();
    for _ in 0..EVENTS {
        assert_eq!(lane.send(&barge_in()).status, 200);
    }
    let key = keys::create(service.data(), &["load", "--scope", "admin"]);
    let headers = [("authorization", format!("Bearer {key}"))];
    let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
    let path = format!("{}/events", lane.path);
    let send = |_| call(service.address, "POST", &path, &headers, barge_in().as_bytes());
    awaited("keys", || {
        Some(call(service.address, "GET", "/metrics", &[], b"")).filter(|it| it.status == 401)
    });
    let answers = at_once(0..EVENTS, send);
    let refused = answers.iter().filter(|answer| answer.status == 429).count();
    // 40 at once and 20 a second: a lane that answered all of them took two seconds for it.
    answers.iter().filter(|it| it.status == 429).for_each(|it| check_refused(it, "too-many-events"));
    assert!(refused > 0, "{answers:#?}");
}

#[test]
fn an_address_with_too_many_connections_is_refused_more_and_no_other_address() {
    let health = free_port();
    let service = Service::start_with(&[
        ("CARHOP_ADDRESS_CONNECTIONS_MAX", "20"),
        ("CARHOP_HEALTH_LISTEN", &health.to_string()),
    ]);
    let address = service.address;
    // Those that are silent are closed after a while: these send their bodies byte by byte.
    let held = at_once(0..20, |_| {
        let mut stream = connected(address).unwrap();
        let head = [("content-length", "1000")];
        send_request(&mut stream, address, "POST", "/v1/drive-thrus/d1/lanes/1/events", &head, b"{");
        stream
    });
    let turned_away = || {
        let mut stream = connected(address).unwrap();
        send_request(&mut stream, address, "GET", "/healthz", &[], b"");
        answer(&mut stream).unwrap()
    };
    let refused = awaited("a refusal", || Some(turned_away()).filter(|answer| answer.status != 200));
    check_refused(&refused, "too-many-connections");
    assert_eq!(refused.header("connection"), Some("close"));
    // Others are served, and operators have a door of their own.
    assert_eq!(call_from(NEIGHBOUR, address, "GET", "/healthz", "").status, 200);
    call(health, "GET", "/readyz", &[], b"").json(200);
    assert!(hits(health, "address_connections") >= 1);
    drop(held);
    awaited("room", || Some(turned_away()).filter(|answer| answer.status == 200));
}

#[test]
fn a_caller_with_too_many_sockets_is_refused_more_and_no_other() {
    let service = Service::start_with(&[("CARHOP_CALLER_READERS_MAX", "4")]);
    let lane = service.lane("1");
    let held: Vec<Socket> = (0..4).map(|_| Socket::open(&lane, "")).collect();
    let refused = Socket::try_open(&lane, "").err().unwrap();
    assert!(refused.contains("429"), "{refused}");
    check_refused(&service.get("/v1/drive-thrus/d1/events"), "too-many-readers");
    assert_eq!(hits(service.address, "caller_readers"), 2);
    let mut stream = connected_from(NEIGHBOUR, service.address);
    send_request(&mut stream, service.address, "GET", "/v1/drive-thrus/d1/events", &[], b"");
    let mut start = [0; 12];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200");
    drop(held);
    awaited("room", || Socket::try_open(&lane, "").ok());
}

#[test]
fn the_door_of_operators_asks_for_no_key_and_leads_nowhere_else() {
    let health = free_port();
    let folder = tempfile::tempdir().unwrap();
    keys::create(folder.path(), &["x", "--scope", "admin"]);
    let service = Service::start_on(folder.path(), &[("CARHOP_HEALTH_LISTEN", &health.to_string())]);
    assert_eq!(service.get("/metrics").status, 401);
    assert_eq!(call(health, "GET", "/metrics", &[], b"").status, 200);
    call(health, "GET", "/healthz", &[], b"").json(200);
    call(health, "GET", "/readyz", &[], b"").json(200);
    for path in ["/", "/openapi.json", "/v1/machine", "/v1/drive-thrus/d1/lanes", "/v1/drive-thrus/d1/menu"] {
        call(health, "GET", path, &[], b"").problem(404, "not-found");
    }
    call(health, "POST", "/metrics", &[], b"").problem(405, "method-not-allowed");
    call(health, "GET", "/metrics", &[("origin", "http://evil.example")], b"").problem(403, "foreign-origin");
    let taken = health.to_string();
    let second =
        Service::try_start_on(tempfile::tempdir().unwrap().path(), &[("CARHOP_HEALTH_LISTEN", &taken)]);
    assert_eq!(second.err().and_then(|status| status.code()), Some(3));
}

#[test]
fn an_event_that_is_longer_than_is_stored_of_a_turn_is_refused() {
    let (_service, lane) = Service::with_car();
    let said = |words: usize| {
        let word = json!({ "text": "w".repeat(20), "confidence": 0.5 });
        json!({ "id": fresh_id(), "type": "utterance", "text": "a cookie", "words": vec![word; words] })
    };
    let fits: Value = lane.event(said(300)).json(200);
    assert_eq!(fits["turn"], 2);
    let refused = lane.event(said(900));
    assert_eq!(refused.faulty_field(), "$");
    assert!(refused.body.contains("16 KiB"), "{refused:#?}");
    assert_eq!(lane.now()["turn"], 2);
}

/// How many others call meanwhile, and how many events each of them sends after its car.
const BESIDE: usize = 4;
const BESIDE_EVENTS: usize = 39;
/// How many connections the hostile address has at once. It opens many times as many, so that it runs into that also where
/// the first of them have been closed for their silence before the last are open.
const HOSTILE_MAX: &str = "100";
const HOSTILE: usize = 1_500;
/// What they begin with, and never end.
const HOSTILE_STARTS: [&str; 4] = [
    "",
    "GET /he",
    "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n",
    "POST /v1/drive-thrus/d1/lanes/evil/events HTTP/1.1\r\nhost: localhost\r\ncontent-length: 60000\r\n\r\n{",
];

#[test]
fn hostile_sockets_of_one_address_keep_no_other_address_out() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    let health = free_port();
    let service = Service::start_with(&[
        ("CARHOP_ADDRESS_CONNECTIONS_MAX", HOSTILE_MAX),
        ("CARHOP_HEALTH_LISTEN", &health.to_string()),
    ]);
    let hostile = (0..HOSTILE).map(|at| {
        let mut stream = TcpStream::connect(service.address).unwrap();
        // One that is turned away may be closed already.
        let _ = stream.write_all(HOSTILE_STARTS[at % HOSTILE_STARTS.len()].as_bytes());
        stream
    });
    let hostile: Vec<TcpStream> = hostile.collect();
    let refused = at_once(0..BESIDE, |lane| {
        let path = format!("/v1/drive-thrus/d1/lanes/{lane}/events");
        let car = json!({ "id": fresh_id(), "type": "car_detected" }).to_string();
        let events = std::iter::once(car).chain((0..BESIDE_EVENTS).map(|_| barge_in()));
        let answers = events.map(|event| call_from(NEIGHBOUR, service.address, "POST", &path, &event));
        answers.filter(|answer| answer.status != 200).map(|answer| answer.body).collect::<Vec<_>>()
    });
    assert_eq!(refused.concat(), Vec::<String>::new());
    call(health, "GET", "/readyz", &[], b"").json(200);
    assert!(hits(health, "address_connections") > 0);
    assert_eq!(hits(health, "connections"), 0);
    drop(hostile);
}
