//! A rolling restart: behind a load balancer that never tries again, no call fails.

use std::io::{Read as _, Write as _};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use testbed::RedisServer;

use crate::support::{Service, awaited, connected, fresh_id, try_call};

/// How often the balancer asks whether a node is ready.
const READY_EVERY: Duration = Duration::from_millis(100);
/// How long a node goes on after it was told to stop: ample for the balancer, also on a busy machine.
const DRAIN_SECONDS: &str = "2";
const RESTARTS: usize = 4;
const RESTARTS_NIGHTLY: usize = 20;
/// On how many lanes cars come. Where there is a night's time, they send so many events a second together, as far as the machine lets them.
const LANES: usize = 8;
const LANES_NIGHTLY: usize = 64;
const EVENTS_A_SECOND_NIGHTLY: u32 = 1_000;

/// Nodes, and whether each was ready when it was asked last. A call goes to the next one that was, once.
#[derive(Default)]
struct Balancer {
    nodes: RwLock<Vec<(SocketAddr, bool)>>,
    next: Mutex<usize>,
}

impl Balancer {
    fn add(&self, address: SocketAddr) {
        self.nodes.write().unwrap().push((address, false));
    }

    fn remove(&self, address: SocketAddr) {
        self.nodes.write().unwrap().retain(|(node, _)| *node != address);
    }

    /// Asks every node whether it is ready.
    fn look(&self) {
        let nodes = self.nodes.read().unwrap().clone();
        for (address, _) in nodes {
            let answer = try_call(address, "GET", "/readyz", &[], b"");
            let is_ready = answer.is_ok_and(|answer| answer.status == 200);
            let mut nodes = self.nodes.write().unwrap();
            nodes.iter_mut().filter(|(node, _)| *node == address).for_each(|node| node.1 = is_ready);
        }
    }

    fn is_ready(&self, address: SocketAddr) -> bool {
        self.nodes.read().unwrap().contains(&(address, true))
    }

    /// The next of those that are ready. Where none is, as on a machine so busy that all answer late, the next of all: balancers
    /// have no better one then either.
    fn pick(&self) -> SocketAddr {
        let nodes = self.nodes.read().unwrap();
        let is_any_ready = nodes.iter().any(|(_, ready)| *ready);
        let open: Vec<SocketAddr> =
            nodes.iter().filter(|(_, ready)| *ready || !is_any_ready).map(|(node, _)| *node).collect();
        let mut next = self.next.lock().unwrap();
        *next += 1;
        open[*next % open.len()]
    }
}

fn node(server: &RedisServer) -> Service {
    Service::start_with(&[
        ("CARHOP_STORE", &server.url()),
        ("CARHOP_POS_EMITTER", "none"),
        ("CARHOP_DRAIN_SECONDS", DRAIN_SECONDS),
    ])
}

#[test]
fn a_rolling_restart_over_redis_fails_no_call() {
    let server = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let (balancer, is_over) = (Balancer::default(), AtomicBool::new(false));
    let (restarts, lanes, pace) = if testbed::is_nightly() {
        let pace = Duration::from_secs(LANES_NIGHTLY as u64) / EVENTS_A_SECOND_NIGHTLY;
        (RESTARTS_NIGHTLY, LANES_NIGHTLY, pace)
    } else {
        (RESTARTS, LANES, Duration::ZERO)
    };
    let mut nodes = vec![node(&server), node(&server)];
    nodes.iter().for_each(|node| balancer.add(node.address));
    balancer.look();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                balancer.look();
                thread::sleep(READY_EVERY);
            }
        });
        let (balancer, is_over) = (&balancer, &is_over);
        let began = Instant::now();
        let lanes: Vec<_> =
            (0..lanes).map(|lane| scope.spawn(move || drive(balancer, lane, pace, is_over))).collect();
        for _ in 0..restarts {
            let mut old = nodes.remove(0);
            let new = node(&server);
            balancer.add(new.address);
            awaited("a node that is ready", || balancer.is_ready(new.address).then_some(()));
            old.terminate();
            assert!(old.ended().success());
            balancer.remove(old.address);
            nodes.push(new);
        }
        is_over.store(true, Ordering::Relaxed);
        let (calls, failed) = lanes.into_iter().map(|lane| lane.join().unwrap()).fold(
            (0, Vec::new()),
            |(calls, mut failed), (more, of_lane)| {
                failed.extend(of_lane);
                (calls + more, failed)
            },
        );
        assert!(failed.is_empty(), "{} of {calls} calls failed: {failed:?}", failed.len());
        assert!(calls > restarts * LANES, "{calls}");
        let a_second = calls as f64 / began.elapsed().as_secs_f64();
        println!("{calls} calls in {restarts} restarts, {a_second:.0} a second, none failed");
    });
}

/// Has cars come to a lane until the restarts are over, an event after each `pace`. Gives how many calls there were, and which failed.
fn drive(balancer: &Balancer, lane: usize, pace: Duration, is_over: &AtomicBool) -> (usize, Vec<String>) {
    let path = format!("/v1/drive-thrus/d1/lanes/{lane}/events");
    let car = [
        json!({ "type": "car_detected" }),
        json!({ "type": "utterance", "text": "two cheeseburgers and a large coke" }),
        json!({ "type": "car_left" }),
    ];
    let (mut calls, mut failed) = (0, Vec::new());
    let mut due = Instant::now();
    while !is_over.load(Ordering::Relaxed) {
        for event in &car {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            due += pace;
            let mut event = event.clone();
            event["id"] = json!(fresh_id());
            calls += 1;
            match try_call(balancer.pick(), "POST", &path, &[], event.to_string().as_bytes()) {
                Ok(answer) if answer.status == 200 => {}
                other => failed.push(format!("{other:?}")),
            }
        }
    }
    (calls, failed)
}

#[test]
fn a_service_that_drains_is_not_ready_and_answers_until_it_stops() {
    let mut service = Service::start_with(&[("CARHOP_DRAIN_SECONDS", "600")]);
    let lane = service.lane("1");
    lane.car();
    service.terminate();
    awaited("a red light", || Some(service.get("/readyz")).filter(|answer| answer.status == 503))
        .problem(503, "draining");
    assert_eq!(service.get("/healthz").status, 200);
    assert_eq!(lane.say("a cookie")["state"], "ordering");
    // A connection that would be kept alive ends with its answer.
    let mut stream = connected(service.address).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.to_lowercase().contains("connection: close"), "{text}");
    // Who asks twice does not wait.
    let asked = Instant::now();
    service.terminate();
    assert!(service.ended().success());
    assert!(asked.elapsed() < Duration::from_secs(60));
}
