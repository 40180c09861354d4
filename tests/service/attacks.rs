//! Whoever does all that is known to hurt, all at once and with a key of their own: the others are served as if nothing was, and the
//! memory that it takes is bounded and comes back.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};

use crate::keys;
use crate::shares::{NEIGHBOUR, connected_from};
use crate::support::{
    Answer, Kept, Service, answer, ask, awaited, call, call_with_key, fresh_id, memory_kib, p99, send_request,
};

/// How long it lasts.
const SECONDS: u64 = 5;
const SECONDS_NIGHTLY: u64 = 600;
/// How many do each of it at once.
const ATTACKERS: usize = 2;
/// How often a customer's frontend calls: well within what a key may.
const PACE: Duration = Duration::from_millis(15);
/// On how many lanes cars come, one after the other.
const LANES: usize = 8;
const MIB: u64 = 1024;
/// What the service has in use at most meanwhile, and how much more than before a while after, in KiB.
const MEMORY_MAX: u64 = 512 * MIB;
const MEMORY_LEFT_MAX: u64 = 64 * MIB;
/// A menu may have so many bytes.
const MENU_BYTES_MAX: usize = 4 << 20;

/// What a customer does, one after the other.
const VISIT: [&str; 5] = [
    r#"{ "type": "car_detected" }"#,
    r#"{ "type": "utterance", "text": "two cheeseburgers no pickles and a large coke" }"#,
    r#"{ "type": "utterance", "text": "that's all" }"#,
    r#"{ "type": "utterance", "text": "yes" }"#,
    r#"{ "type": "car_left" }"#,
];

fn visit(event: usize) -> Value {
    serde_json::from_str(VISIT[event % VISIT.len()]).unwrap()
}

/// What is attacked, and the attacker's key, which may do all of it at `d2` alone.
struct Target {
    address: SocketAddr,
    key: String,
}

impl Target {
    fn send(&self, method: &str, path: &str, body: &str) -> Option<Answer> {
        let mut stream = connected_from(NEIGHBOUR, self.address);
        let key = format!("Bearer {}", self.key);
        let path = format!("/v1/drive-thrus/d2/{path}");
        send_request(&mut stream, self.address, method, &path, &[("authorization", &key)], body.as_bytes());
        answer(&mut stream).ok()
    }

    /// Sends the head of a request and what is said of its body. Gives the connection, on which the answer is not awaited.
    fn begin(&self, request: &str, body: &[u8]) -> TcpStream {
        let mut stream = connected_from(NEIGHBOUR, self.address);
        let head =
            format!("{request} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n", self.address, self.key);
        // It may be hung up on at any time.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        stream
    }

    fn event(&self, lane: &str, mut event: Value) -> Option<Answer> {
        event["id"] = json!(fresh_id());
        self.send("POST", &format!("lanes/{lane}/events"), &event.to_string())
    }
}

/// A menu of so many items that are called the same, and so many other names of each.
fn menu(items: usize, aliases: usize) -> String {
    let item = |number: usize| {
        let aliases: Vec<_> = (0..aliases).map(|alias| format!("burger {number} of kind {alias}")).collect();
        json!({ "id": format!("burger{number}"), "name": "Burger", "aliases": aliases, "category": "burgers", "price": "1.00" })
    };
    let items: Vec<_> = (0..items).map(item).collect();
    let menu = json!({
        "id": "worst", "name": "Worst", "version": 1, "currency": "USD", "tax_rate": "0", "locale": "en-US",
        "categories": [{ "id": "burgers", "name": "Burgers" }], "items": items,
    });
    menu.to_string()
}

#[test]
fn a_menu_of_too_many_names_is_refused_and_its_longest_list_named() {
    let service = Service::start();
    let problem = ask(service.address, "PUT", "/v1/drive-thrus/d2/menu", &menu(200, 500));
    let faults = problem.problem(422, "invalid-menu")["faults"].clone();
    let told =
        "has too many names and parts of names, which may take 32 MiB: 200 items with 500 aliases each";
    assert_eq!(faults[0]["path"], "$.items");
    assert!(faults[0]["detail"].as_str().unwrap().starts_with(told), "{faults}");
}

/// What is done again and again, and what it is called.
type Attack = (&'static str, fn(&Target));

const ATTACKS: [Attack; 10] = [
    ("a menu of items that are called the same", |target| {
        target.send("PUT", "menu", &menu(5_000, 0));
    }),
    ("a menu of many names", |target| {
        target.send("PUT", "menu", &menu(200, 500));
    }),
    ("words that may be many things", |target| {
        target.send("PUT", "menu", &menu(40, 0));
        target.send("POST", "parse", &json!({ "text": "a burger ".repeat(222) }).to_string());
    }),
    ("bodies that do not end", |target| {
        let head = format!("content-type: application/json\r\ncontent-length: {MENU_BYTES_MAX}\r\n\r\n");
        let body = [head.as_bytes(), &vec![b' '; MENU_BYTES_MAX - 1024]].concat();
        let path = "PUT /v1/drive-thrus/d2/menu";
        let mut held: Vec<_> = (0..32).map(|_| target.begin(path, &body)).collect();
        held.iter_mut().for_each(|stream| drop(stream.read(&mut [0])));
    }),
    ("heads that do not end", |target| {
        let mut held: Vec<_> =
            (0..64).map(|_| target.begin("GET /v1/drive-thrus/d2/lanes", b"x-slow: ")).collect();
        held.iter_mut().for_each(|stream| drop(stream.read(&mut [0])));
    }),
    ("connections that are kept", |target| {
        let kept: Vec<_> = (0..1_000).map(|_| target.begin("GET /healthz", b"\r\n")).collect();
        drop(kept);
    }),
    ("sockets that take nothing", |target| {
        let upgrade = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        let path = "GET /v1/drive-thrus/d2/lanes/1/ws?turn=0";
        let kept: Vec<_> = (0..300).map(|_| target.begin(path, upgrade.as_bytes())).collect();
        drop(kept);
    }),
    ("answers that are large", |target| {
        target.event("long", json!({ "type": "car_detected" }));
        for _ in 0..30 {
            target.event("long", json!({ "type": "utterance", "text": "two cheeseburgers, no pickles, and a large coke. ".repeat(12) }));
        }
        let turn = target.event("long", json!({ "type": "barge_in", "turn": 0 }));
        let session = turn.and_then(|turn| serde_json::from_str::<Value>(&turn.body).ok());
        if let Some(session) = session.as_ref().and_then(|turn| turn["cursor"]["session_id"].as_str()) {
            target.begin(&format!("GET /v1/sessions/{session}/audit?with=documents"), b"\r\n");
        }
    }),
    ("ten times what a key may", |target| {
        (0..1_000).for_each(|_| drop(target.send("GET", "lanes", "")));
    }),
    ("keys that are none, and refused words", |target| {
        let guess = Target { address: target.address, key: format!("carhop_key_{:064}", 1) };
        guess.send("GET", "lanes", "");
        target.send(
            "POST",
            "lanes/1/events",
            &json!({ "id": fresh_id(), "type": "utterance", "locale": "x".repeat(3 << 20) }).to_string(),
        );
    }),
];

#[test]
fn all_attacks_at_once_leave_the_others_served_and_the_memory_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let honest = keys::create(folder.path(), &["lane", "--scope", "lane", "--drive-thru", "d1"]);
    let attacker = keys::create(folder.path(), &["attacker", "--scope", "manager", "--drive-thru", "d2"]);
    let service = Service::start_on(folder.path(), &[("CARHOP_POS_EMITTER", "none"), ("CARHOP_LOG", "warn")]);
    call_with_key(service.address, &honest);
    let mut alone = drive(&service, |turns| turns < 200);
    let memory_before = memory_kib(&service, "VmRSS");

    let seconds = if testbed::is_nightly() { SECONDS_NIGHTLY } else { SECONDS };
    let until = Instant::now() + Duration::from_secs(seconds);
    let target = Target { address: service.address, key: attacker };
    let is_over = AtomicBool::new(false);
    let rounds = [const { AtomicU64::new(0) }; ATTACKS.len()];
    let mut meanwhile = thread::scope(|scope| {
        for (attack, rounds) in ATTACKS.iter().zip(&rounds) {
            for _ in 0..ATTACKERS {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) {
                        (attack.1)(&target);
                        rounds.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        }
        let _ends = Ends(&is_over);
        drive(&service, |_| Instant::now() < until)
    });
    let highest = memory_kib(&service, "VmHWM");
    assert!(highest <= MEMORY_MAX, "{} MiB", highest / MIB);
    let left = awaited("the memory", || {
        let left = memory_kib(&service, "VmRSS").saturating_sub(memory_before);
        (left <= MEMORY_LEFT_MAX).then_some(left)
    });
    for ((name, _), rounds) in ATTACKS.iter().zip(&rounds) {
        println!("{:>6} x {name}", rounds.load(Ordering::Relaxed));
        assert!(rounds.load(Ordering::Relaxed) > 0, "{name}");
    }
    println!(
        "{} calls, 0 refused: 99 % of turns within {:.1?}, {:.1?} alone; of /healthz {:.1?}, {:.1?} alone; {} MiB at most, {} more than before",
        meanwhile.turns.len() * 2,
        p99(&mut meanwhile.turns),
        p99(&mut alone.turns),
        p99(&mut meanwhile.health),
        p99(&mut alone.health),
        highest / MIB,
        left / MIB,
    );
}

/// How many read the worst of texts, and put the worst of menus, again and again.
const READERS: usize = 64;
const MENUS: usize = 4;
/// How many events an honest frontend sends meanwhile.
const TURNS: usize = 100;
const TURNS_NIGHTLY: usize = 1_000;

/// The worst that may be read and compiled holds nobody else up: what a frontend and a probe with a connection of their own
/// wait for is told, beside what they wait for alone.
#[test]
fn the_worst_texts_and_menus_leave_everybody_else_answered() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none"), ("CARHOP_LOG", "warn")]);
    let worst = menu(40, 0);
    assert_eq!(call(service.address, "PUT", "/v1/drive-thrus/d2/menu", &[], worst.as_bytes()).status, 201);
    let mut alone = frontend(service.address);
    let is_over = AtomicBool::new(false);
    let (read, put) = (AtomicU64::new(0), AtomicU64::new(0));
    let again = |count: &AtomicU64, method: &str, path: &str, body: &str| {
        let mut connection = Kept::to(service.address);
        while !is_over.load(Ordering::Relaxed) {
            let (status, _) = connection.call(method, path, body);
            assert!(matches!(status, 200 | 201 | 429 | 503), "{path}: {status}");
            count.fetch_add(u64::from(status < 300), Ordering::Relaxed);
        }
    };
    let mut meanwhile = thread::scope(|scope| {
        for _ in 0..READERS {
            let words = json!({ "text": "a burger ".repeat(222) }).to_string();
            scope.spawn(|| again(&read, "POST", "/v1/drive-thrus/d2/parse", &{ words }));
        }
        for at in 0..MENUS {
            let path = format!("/v1/drive-thrus/m{at}/menu");
            scope.spawn(|| again(&put, "PUT", &{ path }, &menu(5_000, 0)));
        }
        let _ends = Ends(&is_over);
        awaited("a menu", || (put.load(Ordering::Relaxed) > 0).then_some(()));
        frontend(service.address)
    });
    println!(
        "{} texts read and {} menus put: 99 % of turns within {:.1?}, {:.1?} alone; of /healthz {:.1?}, {:.1?} alone",
        read.into_inner(),
        put.into_inner(),
        p99(&mut meanwhile.turns),
        p99(&mut alone.turns),
        p99(&mut meanwhile.health),
        p99(&mut alone.health),
    );
}

/// How many connections one address opens, which say nothing or never end what they say.
const SOCKETS: usize = 10_000;

/// Sockets of one address leave the others answered, those that came before and those that come meanwhile.
#[test]
fn ten_thousand_sockets_of_one_address_leave_the_others_answered() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none"), ("CARHOP_LOG", "warn")]);
    let mut alone = frontend(service.address);
    // What opening so many costs whoever has the same two cores, whatever answers them.
    let bare = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = bare.local_addr().unwrap();
    // It ends with the test.
    thread::spawn(move || bare.incoming().for_each(drop));
    let mut beside = while_many_open(address, || frontend(service.address));
    let mut again = while_many_open(service.address, || frontend(service.address));
    let (held, mut once) = thread::scope(|scope| {
        let hostile = scope.spawn(|| open_many(service.address));
        let once = frontend(service.address);
        (hostile.join().unwrap(), once)
    });
    println!(
        "{} sockets, opened once and held: 99 % of turns within {:.1?}, {:.1?} alone; of /healthz {:.1?}, {:.1?}",
        held.len(),
        p99(&mut once.turns),
        p99(&mut alone.turns),
        p99(&mut once.health),
        p99(&mut alone.health),
    );
    println!(
        "opened again and again: 99 % of turns within {:.1?}, {:.1?} beside a bare listener; of /healthz {:.1?}, {:.1?}",
        p99(&mut again.turns),
        p99(&mut beside.turns),
        p99(&mut again.health),
        p99(&mut beside.health),
    );
}

/// Does something while one address opens many sockets again and again.
fn while_many_open<T>(address: SocketAddr, act: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                open_many(address);
            }
        });
        let _ends = Ends(&is_over);
        act()
    })
}

/// Ends the attackers once it is gone, also where something failed: they would go on for ever, and the test with them.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Opens many sockets of one address, as fast as it can, half of which say the beginning of something.
fn open_many(address: SocketAddr) -> Vec<TcpStream> {
    let open = |at: usize| {
        let mut stream = connected_from(NEIGHBOUR, address);
        // One that is turned away may be closed already.
        let _ = stream.write_all(if at.is_multiple_of(2) { b"" } else { b"GET /he" });
        stream
    };
    (0..SOCKETS).map(open).collect()
}

/// One frontend and one probe, each on its connection.
fn frontend(address: SocketAddr) -> Times {
    let (mut lane, mut probe) = (Kept::to(address), Kept::to(address));
    let mut times = Times::default();
    let mut due = Instant::now();
    let turns = if testbed::is_nightly() { TURNS_NIGHTLY } else { TURNS };
    for number in 0..turns {
        // Whoever was kept waiting does not make up for it.
        thread::sleep(due.saturating_duration_since(Instant::now()));
        due = Instant::now() + PACE;
        let mut event = visit(number);
        event["id"] = json!(fresh_id());
        let (status, took) = lane.call("POST", "/v1/drive-thrus/d1/lanes/1/events", &event.to_string());
        assert_eq!(status, 200);
        times.turns.push(took);
        let (status, took) = probe.call("GET", "/healthz", "");
        assert_eq!(status, 200);
        times.health.push(took);
    }
    times
}

/// How long turns and looks at the service's health took.
#[derive(Default)]
struct Times {
    turns: Vec<Duration>,
    health: Vec<Duration>,
}

/// Cars order and leave, at a pace, and none of their calls is refused.
fn drive(service: &Service, goes_on: impl Fn(usize) -> bool) -> Times {
    // More of them than one takes events for.
    let lanes: Vec<_> = (0..LANES).map(|lane| service.lane(&lane.to_string())).collect();
    let mut times = Times::default();
    let mut due = Instant::now();
    for number in (0..).take_while(|number| goes_on(*number)) {
        // Whoever was kept waiting does not make up for it.
        thread::sleep(due.saturating_duration_since(Instant::now()));
        due = Instant::now() + PACE;
        let (car, event) = (number / VISIT.len(), number % VISIT.len());
        let sent = Instant::now();
        lanes[car % LANES].event(visit(event)).json(200);
        times.turns.push(sent.elapsed());
        let sent = Instant::now();
        assert_eq!(call(service.address, "GET", "/healthz", &[], b"").status, 200);
        times.health.push(sent.elapsed());
    }
    times
}
