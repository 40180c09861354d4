//! Honest callers beside a neighbour who sends far more than it may: none of their events is refused.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::keys;
use crate::shares::{NEIGHBOUR, connected_from};
use crate::support::{Service, answer, at_once, fresh_id, send_request};

/// Honest callers, and how many events each of them sends: those of a visit, as many as a lane takes at once. Where there is a night's
/// time, it is 10,000 of all of them, at the pace of what a lane takes.
const HONEST: usize = 4;
const HONEST_EVENTS: usize = 40;
const HONEST_EVENTS_NIGHTLY: usize = 2_500;
const HONEST_PACE_NIGHTLY: Duration = Duration::from_millis(55);
/// How many events their neighbour sends at least for each of theirs.
const GREEDY_TIMES: usize = 10;
/// From how many connections at once.
const GREEDY_CONNECTIONS: usize = 8;

#[test]
fn no_honest_event_is_refused_while_a_neighbour_sends_ten_times_what_it_may() {
    let folder = tempfile::tempdir().unwrap();
    let key = |lane: &str| {
        keys::create(folder.path(), &[lane, "--scope", "lane", "--drive-thru", "d1", "--lane", lane])
    };
    let lanes: Vec<String> = (0..HONEST).map(|at| at.to_string()).collect();
    let honest: Vec<(&String, String)> = lanes.iter().map(|lane| (lane, key(lane))).collect();
    let greedy = key("greedy");
    let service = Service::start_on(folder.path(), &[]);
    let send = |source: [u8; 4], lane: &str, key: &str, event: &Value| {
        let mut stream = connected_from(source, service.address);
        let path = format!("/v1/drive-thrus/d1/lanes/{lane}/events");
        let headers = [("authorization", format!("Bearer {key}"))];
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        send_request(&mut stream, service.address, "POST", &path, &headers, event.to_string().as_bytes());
        answer(&mut stream).unwrap()
    };
    let words = || json!({ "id": fresh_id(), "type": "barge_in" });
    let visit = |event: usize| match event % HONEST_EVENTS {
        0 => json!({ "id": fresh_id(), "type": "car_detected" }),
        39 => json!({ "id": fresh_id(), "type": "car_left" }),
        _ => words(),
    };
    let (events, pace) = match testbed::is_nightly() {
        true => (HONEST_EVENTS_NIGHTLY, HONEST_PACE_NIGHTLY),
        false => (HONEST_EVENTS, Duration::ZERO),
    };
    let is_over = AtomicBool::new(false);
    let (attacks, refused) = thread::scope(|scope| {
        let attackers: Vec<_> = (0..GREEDY_CONNECTIONS)
            .map(|_| {
                scope.spawn(|| {
                    let mut sent = 0;
                    let mut refused = 0;
                    while sent < GREEDY_TIMES * events / GREEDY_CONNECTIONS
                        || !is_over.load(Ordering::Relaxed)
                    {
                        let answer = send([127, 0, 0, 1], "greedy", &greedy, &words());
                        sent += 1;
                        refused += usize::from(answer.status == 429);
                    }
                    refused
                })
            })
            .collect();
        let refused = at_once(&honest, |(lane, key)| {
            let answers = (0..events).map(|event| {
                thread::sleep(pace);
                send(NEIGHBOUR, lane, key, &visit(event))
            });
            answers.filter(|answer| answer.status != 200).map(|answer| answer.body).collect::<Vec<_>>()
        });
        is_over.store(true, Ordering::Relaxed);
        (attackers.into_iter().map(|attacker| attacker.join().unwrap()).sum::<usize>(), refused)
    });
    assert!(attacks > 0, "the neighbour was never refused");
    let honest = HONEST * events;
    assert_eq!(refused.concat(), Vec::<String>::new(), "of {honest} honest events");
    println!("0 of {honest} honest events refused, and {attacks} of their neighbour's");
}
