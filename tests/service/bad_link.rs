//! A bad link between the service and Redis, and lanes that send twice and late.
//!
//! What passes the link is late, is cut in the middle of a request or of an answer, or goes nowhere, as a seed decides;
//! then the link is silent, then down, then fair again. The same cars come to a service without any of this, and in the
//! end both know the same.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testbed::{FaultProxy, Random, RedisServer, Weather};

use crate::redis::visit;
use crate::support::{Answer, Lane, PATIENCE, Service, ask, at_once, awaited};

/// How many lanes have cars on them at once.
const LANES: usize = 4;
/// How often the link is silent and then down, in a normal run and in a nightly one.
const ROUNDS: usize = 1;
const ROUNDS_NIGHTLY: usize = 30;
/// How many cars come to each lane for each of these rounds.
const CARS: usize = 4;
/// How many events are answered before the link is silent, and before it is down: in all, less than come.
const ANSWERS: u64 = 40;
/// How many times lanes are told 503 while it is.
const REFUSALS: u64 = 6;
/// How late the 503 may be here. It is promised within a second, which a busy machine need not keep.
const REFUSED_WITHIN: Duration = Duration::from_secs(5);
/// How many events wait in one line. Each for itself would wait for half a second.
const IN_LINE: usize = 24;

#[test]
fn over_a_bad_link_to_redis_every_answered_turn_is_stored_once() {
    let seed = testbed::seed();
    let rounds = if testbed::is_nightly() { ROUNDS_NIGHTLY } else { ROUNDS };
    let server = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let proxy = FaultProxy::open(server.port, seed);
    let world = World {
        faulty: on(&format!("redis://127.0.0.1:{}", proxy.port)),
        direct: on(&server.url()),
        alone: on("memory:"),
        tally: Mutex::default(),
        changed: Condvar::new(),
    };
    thread::scope(|scope| {
        for lane in 0..LANES {
            let world = &world;
            scope.spawn(move || drive(world, lane, rounds * CARS, Random::of(seed, &lane.to_string())));
        }
        for weather in [Weather::Silent, Weather::Down].repeat(rounds) {
            proxy.set(Weather::Foul);
            let answered = world.tally().answered;
            world.wait_until(|tally| tally.answered >= answered + ANSWERS);
            proxy.set(weather);
            let refused = world.tally().refused;
            world.wait_until(|tally| tally.refused >= refused + REFUSALS);
        }
        proxy.set(Weather::Fair);
    });
    let lanes = |service: &Service| ask(service.address, "GET", "/v1/drive-thrus/d1/lanes", "").json(200);
    assert_eq!(lanes(&world.direct), lanes(&world.alone));
    let tally = world.tally();
    println!(
        "{} events answered, {} times 503, after {:?} at most; {}",
        tally.answered,
        tally.refused,
        tally.slowest,
        proxy.faults()
    );
    assert!(tally.slowest < REFUSED_WITHIN, "a 503 took {:?}", tally.slowest);
}

#[test]
fn a_connection_to_redis_that_has_gone_silent_is_made_again() {
    let server = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let proxy = FaultProxy::open(server.port, 0);
    let service = on(&format!("redis://127.0.0.1:{}", proxy.port));
    let lane = service.lane("1");
    let event = &visit(1, 0)[0];
    proxy.set(Weather::Silent);
    lane.send(event).problem(503, "store-unavailable");
    // What was open stays silent; only a new connection gets through.
    proxy.set(Weather::Fair);
    awaited("a turn", || Some(lane.send(event)).filter(|answer| answer.status == 200));
}

#[test]
fn events_that_wait_in_line_while_redis_fails_do_not_each_wait_for_it() {
    let server = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let service = on(&server.url());
    service.lane("1").car();
    server.pause();
    let waited = at_once(0..IN_LINE, |_| {
        let began = Instant::now();
        service.lane("1").event(json!({ "type": "silence" })).problem(503, "store-unavailable");
        began.elapsed()
    });
    let slowest = waited.into_iter().max();
    server.resume();
    println!("{IN_LINE} events in line: 503 after {slowest:?} at most");
    assert!(slowest.is_some_and(|slowest| slowest < REFUSED_WITHIN), "{slowest:?}");
}

fn on(store: &str) -> Service {
    Service::start_with(&[("CARHOP_STORE", store), ("CARHOP_POS_EMITTER", "none"), ("CARHOP_LOG", "off")])
}

/// Three services: behind the bad link, on the same Redis without it, and with a store of its own.
struct World {
    faulty: Service,
    direct: Service,
    alone: Service,
    tally: Mutex<Tally>,
    changed: Condvar,
}

#[derive(Default)]
struct Tally {
    answered: u64,
    refused: u64,
    /// The longest time that a 503 took.
    slowest: Duration,
}

/// Drives cars through a lane. Some events are sent twice at once, and some again after later ones.
fn drive(world: &World, lane: usize, cars: usize, mut random: Random) {
    let [faulty, direct, alone] =
        [&world.faulty, &world.direct, &world.alone].map(|service| service.lane(&lane.to_string()));
    for car in 0..cars {
        let mut answered: Vec<(String, Answer)> = Vec::new();
        for event in visit(lane, car) {
            let expected = alone.send(&event);
            let first = thread::scope(|scope| {
                let twin = random.percent(20).then(|| scope.spawn(|| world.deliver(&faulty, &event)));
                let first = world.deliver(&faulty, &event);
                if let Some(twin) = twin {
                    assert_eq!(twin.join().unwrap().body, first.body, "{event}");
                }
                first
            });
            assert_eq!(first.body, expected.body, "{event}");
            let stored = direct.ask(&event);
            assert!(stored.is_replayed() && stored.body == first.body, "{event} was not stored: {stored:#?}");
            world.count(|tally| tally.answered += 1);
            answered.push((event, first));
            if random.percent(20) {
                let place = usize::try_from(random.below(answered.len() as u64)).unwrap();
                let (late, before) = &answered[place];
                let again = world.deliver(&faulty, late);
                assert!(
                    again.is_replayed() && again.body == before.body,
                    "{late} was taken twice: {again:#?}"
                );
            }
        }
        let turn: Value = serde_json::from_str(&answered[0].1.body).unwrap();
        let audit = format!("/v1/sessions/{}/audit", turn["session_id"].as_str().unwrap());
        let log = |service: &Service| ask(service.address, "GET", &audit, "").json(200);
        assert_eq!(log(&world.direct), log(&world.alone));
    }
}

impl World {
    /// Sends an event until it is answered with a turn. Until then, it is told 503.
    fn deliver(&self, lane: &Lane, event: &str) -> Answer {
        awaited("a turn", || {
            let asked = Instant::now();
            let answer = lane.send(event);
            if answer.status == 200 {
                return Some(answer);
            }
            answer.problem(503, "store-unavailable");
            assert!(answer.header("retry-after").is_some(), "{answer:#?}");
            let took = asked.elapsed();
            self.count(|tally| {
                tally.refused += 1;
                tally.slowest = tally.slowest.max(took);
            });
            None
        })
    }

    fn count(&self, change: impl FnOnce(&mut Tally)) {
        change(&mut self.tally());
        self.changed.notify_all();
    }

    fn wait_until(&self, is_so: impl Fn(&Tally) -> bool) {
        let waited = self.changed.wait_timeout_while(self.tally(), PATIENCE, |tally| !is_so(tally));
        let (_tally, waited) = waited.unwrap();
        assert!(!waited.timed_out(), "nothing happens any more");
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap()
    }
}
