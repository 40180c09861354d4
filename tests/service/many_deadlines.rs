//! Many deadlines that pass while no service runs: after the next start each is taken once, the oldest first, and customers are
//! answered meanwhile.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::json;

use crate::support::{PATIENCE, Service, at_once};

const CARS: usize = 600;
const CARS_NIGHTLY: usize = 5_000;
/// How many threads have cars come.
const THREADS: usize = 8;
/// How many deadlines the alarm finds at once: none is taken before one that is so many places older.
const DUE_A_LOOK: usize = 256;
/// An hour passes: of each lane in the index and in its session.
const AN_HOUR_LATER: &str = "
    UPDATE lanes SET wake_ms = wake_ms - 3600000 WHERE wake_ms IS NOT NULL;
    UPDATE lanes SET session = json_set(session, '$.visit.deadlines.visit_idle',
        strftime('%Y-%m-%dT%H:%M:%fZ', wake_ms / 1000.0, 'unixepoch')) WHERE wake_ms IS NOT NULL";
const WAITS: &str = "SELECT lane, wake_ms FROM lanes WHERE drive_thru = 'd1' AND wake_ms IS NOT NULL";
const TAKEN: &str =
    "SELECT lane FROM feed WHERE drive_thru = 'd1' AND event ->> '$.type' = 'deadline' ORDER BY id";

#[test]
fn of_many_deadlines_that_have_passed_each_is_taken_once_and_the_oldest_first_while_customers_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let variables = [("CARHOP_POS_EMITTER", "none")];
    let cars = if testbed::is_nightly() { CARS_NIGHTLY } else { CARS };
    let mut service = Service::start_on(folder.path(), &variables);
    at_once(0..THREADS, |thread| {
        (thread..cars).step_by(THREADS).for_each(|lane| drop(service.lane(&lane.to_string()).car()));
    });
    service.kill();
    let store = Connection::open(folder.path().join("carhop.db")).unwrap();
    store.busy_timeout(PATIENCE).unwrap();
    store.execute_batch(AN_HOUR_LATER).unwrap();
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let due: BTreeMap<String, i64> =
        store.prepare(WAITS).unwrap().query_map([], row).unwrap().map(Result::unwrap).collect();
    assert_eq!(due.len(), cars);

    let mut service = Service::start_on(folder.path(), &variables);
    let started = Instant::now();
    let waiting = || -> usize {
        store.query_row(&format!("SELECT count(*) FROM ({WAITS})"), [], |row| row.get(0)).unwrap()
    };
    let mut meanwhile = Vec::new();
    while waiting() > 0 {
        assert!(started.elapsed() < PATIENCE * 5, "{} of {cars} are left", waiting());
        meanwhile.append(&mut visit(&service));
    }
    let took = started.elapsed();
    let mut alone = Vec::new();
    while alone.len() < meanwhile.len() {
        alone.append(&mut visit(&service));
    }
    service.terminate();
    assert!(service.ended().success());

    let mut taken = store.prepare(TAKEN).unwrap();
    let taken: Vec<String> = taken.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!((taken.len(), taken.iter().collect::<BTreeSet<_>>().len()), (cars, cars));
    let was_due: Vec<i64> = taken.iter().map(|lane| due[lane]).collect();
    assert!(was_due.windows(DUE_A_LOOK + 1).all(|due| due[0] <= due[DUE_A_LOOK]));
    println!(
        "{cars} deadlines in {:.1} s, lost 0, doubled 0; 99 % of {} turns within {:.1} ms meanwhile and {:.1} ms after",
        took.as_secs_f64(),
        meanwhile.len(),
        p99_ms(&mut meanwhile),
        p99_ms(&mut alone),
    );
}

/// A customer orders at another drive-thru. Gives how long each turn took.
fn visit(service: &Service) -> Vec<Duration> {
    let lane = service.lane_of("d2", "1");
    let events = [
        json!({ "type": "car_detected" }),
        json!({ "type": "utterance", "text": "two cheeseburgers no pickles and a large coke" }),
        json!({ "type": "utterance", "text": "make one of them a double" }),
        json!({ "type": "car_left" }),
    ];
    let timed = events.map(|event| {
        let sent = Instant::now();
        lane.take(event);
        sent.elapsed()
    });
    timed.into()
}

fn p99_ms(times: &mut [Duration]) -> f64 {
    times.sort();
    times[(times.len() * 99).div_ceil(100) - 1].as_secs_f64() * 1000.0
}
