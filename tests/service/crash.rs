//! What survives SIGKILL at any moment: every turn that was answered, and one ticket for every order.
//!
//! Cars order on several lanes, and each event is sent again with the same id until it is answered. Meanwhile the
//! service is killed and started again, at moments that a seed decides. `CARHOP_SEED` repeats a run's moments.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use testbed::RedisServer;
use uuid::Uuid;

use crate::support::{Answer, PATIENCE, Service, awaited, call, fresh_id, rows, try_call};

/// How many lanes have cars on them all the time.
const LANES: usize = 8;
/// How often the service is killed in a normal run.
const KILLS: u32 = 20;
/// How often it is in a nightly one.
const KILLS_NIGHTLY: u32 = 200;
/// It is killed within this time of listening or of its first answer.
const LIFE_MS_MAX: u64 = 150;
/// It is killed within this time of being started where it is not to get to listening.
const BIRTH_MS_MAX: u64 = 40;

#[test]
fn a_service_that_is_killed_at_any_moment_loses_no_turn_and_doubles_no_ticket() {
    killed_at_any_moment(&[]);
}

#[test]
fn a_service_on_redis_that_is_killed_at_any_moment_loses_no_turn_and_doubles_no_ticket() {
    let server = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    killed_at_any_moment(&[("CARHOP_STORE", &server.url())]);
}

fn killed_at_any_moment(variables: &[(&str, &str)]) {
    let seed = std::env::var("CARHOP_SEED").map_or(20_261_121, |seed| seed.parse().unwrap());
    let kills = if std::env::var_os("CARHOP_NIGHTLY").is_some() { KILLS_NIGHTLY } else { KILLS };
    println!("seed {seed}: CARHOP_SEED={seed} repeats it");
    let started = Instant::now();
    let folder = tempfile::tempdir().unwrap();
    let world = World::default();
    let taken: Vec<Taken> = thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES).map(|lane| (lane, &world)).collect();
        let cars: Vec<_> =
            lanes.into_iter().map(|(lane, world)| scope.spawn(move || cars(world, lane))).collect();
        kill_again_and_again(&world, (folder.path(), variables), Random(seed), kills);
        let last = Service::start_on(folder.path(), variables);
        world.is_up(last.address);
        world.close();
        let taken = cars.into_iter().flat_map(|cars| cars.join().unwrap()).collect();
        drop(last);
        taken
    });
    let mut service = Service::start_on(folder.path(), variables);
    let created = check_turns(service.address, &taken);
    let file = folder.path().join("tickets.jsonl");
    awaited("the last ticket", || {
        created.is_subset(&created_in(&std::fs::read_to_string(&file).unwrap())).then_some(())
    });
    service.terminate();
    assert!(service.ended().success());
    check_tickets(&std::fs::read_to_string(&file).unwrap(), &created);
    println!(
        "{kills} kills, {} turns answered, {} tickets, lost 0, doubled 0, in {:.1} s",
        taken.len(),
        created.len(),
        started.elapsed().as_secs_f64(),
    );
}

/// Starts the service and kills it, some of the times before it listens.
fn kill_again_and_again(
    world: &World,
    (data, variables): (&Path, &[(&str, &str)]),
    mut random: Random,
    kills: u32,
) {
    for _ in 0..kills {
        if random.below(5) == 0 {
            let mut newborn = Service::spawn(data, variables);
            thread::sleep(Duration::from_millis(1 + random.below(BIRTH_MS_MAX)));
            newborn.kill().unwrap();
            newborn.wait().unwrap();
            continue;
        }
        let mut service = Service::start_on(data, variables);
        let answers = world.is_up(service.address);
        if random.below(2) == 0 {
            world.await_answer_after(answers);
        }
        thread::sleep(Duration::from_millis(1 + random.below(LIFE_MS_MAX)));
        world.is_down();
        service.kill();
    }
}

/// An event that was answered with a turn.
struct Taken {
    path: String,
    event: String,
    turn: String,
}

/// Sends car after car down a lane until the world closes. Gives every event that was answered.
fn cars(world: &World, lane: usize) -> Vec<Taken> {
    let path = format!("/v1/drive-thrus/d1/lanes/{lane}/events");
    let mut taken = Vec::new();
    for visit in lane.. {
        if world.is_closed() {
            break;
        }
        let mut send = |event: Value| deliver(world, &path, event, &mut taken);
        assert!(send(json!({ "type": "car_detected" })));
        assert!(send(json!({ "type": "utterance", "text": "two cheeseburgers no pickles and a cookie" })));
        if visit % 5 == 4 {
            assert!(send(json!({ "type": "car_left" })));
            continue;
        }
        assert!(send(json!({ "type": "utterance", "text": "that's all" })));
        assert!(send(json!({ "type": "utterance", "text": "yes" })));
        // More is added before the POS has the ticket, or too late: both are right.
        if visit % 3 == 2 && send(json!({ "type": "utterance", "text": "add a brownie" })) {
            assert!(send(json!({ "type": "utterance", "text": "that's all" })));
            assert!(send(json!({ "type": "utterance", "text": "yes" })));
        }
    }
    taken
}

/// Sends an event until it is answered. `false` if it came too late: the lane was idle.
fn deliver(world: &World, path: &str, mut event: Value, taken: &mut Vec<Taken>) -> bool {
    event["id"] = json!(fresh_id());
    let event = event.to_string();
    awaited("an answer", || {
        let address = world.address();
        let answer = try_call(address, "POST", path, &[], event.as_bytes()).ok()?;
        match answer.status {
            200 => {
                taken.push(Taken { path: path.to_owned(), event: event.clone(), turn: answer.body });
                world.count_answer();
                Some(true)
            }
            409 => {
                answer.problem(409, "lane-idle");
                Some(false)
            }
            503 => None,
            _ => panic!("{event}: {answer:#?}"),
        }
    })
}

#[derive(Deserialize)]
struct Audit {
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    seq: usize,
    turn: Box<RawValue>,
}

/// Every turn that was answered is in its session's audit log and is answered again, byte for byte. Gives the tickets
/// that the sessions made.
fn check_turns(address: SocketAddr, taken: &[Taken]) -> BTreeSet<Uuid> {
    let mut sessions: BTreeMap<String, Vec<&Taken>> = BTreeMap::new();
    for taken in taken {
        let turn: Value = serde_json::from_str(&taken.turn).unwrap();
        sessions.entry(turn["session_id"].as_str().unwrap().to_owned()).or_default().push(taken);
    }
    let mut tickets = BTreeSet::new();
    for (session, answered) in sessions {
        let log = call(address, "GET", &format!("/v1/sessions/{session}/audit"), &[], b"");
        assert_eq!(log.status, 200, "the session {session} is lost: {log:#?}");
        let log: Audit = serde_json::from_str(&log.body).unwrap();
        let numbers: Vec<_> = log.entries.iter().map(|entry| entry.seq).collect();
        assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>(), "turns of {session}");
        let stored: BTreeSet<&str> = log.entries.iter().map(|entry| entry.turn.get()).collect();
        for taken in answered {
            assert!(stored.contains(taken.turn.as_str()), "a turn is lost: {}", taken.turn);
            let again: Answer = call(address, "POST", &taken.path, &[], taken.event.as_bytes());
            assert!(again.is_replayed(), "{} was taken twice: {again:#?}", taken.event);
            assert_eq!(again.body, taken.turn, "{}", taken.event);
        }
        for turn in stored {
            let turn: Value = serde_json::from_str(turn).unwrap();
            if rows(&turn).split(' ').any(|row| row == "S15") {
                assert!(
                    tickets.insert(id(&turn["ticket"]["ticket_id"])),
                    "a ticket was made twice: {turn:#}"
                );
            }
        }
    }
    tickets
}

/// The tickets of the whole lines of the file.
fn created_in(file: &str) -> BTreeSet<Uuid> {
    let whole = file.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let lines = whole.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["type"] == "ticket.created").map(|line| id(&line["data"]["ticket_id"])).collect()
}

/// Each ticket is in the file once, whole, and nothing else is. A ticket that took another's place comes after the end
/// of that.
fn check_tickets(file: &str, expected: &BTreeSet<Uuid>) {
    assert!(file.is_empty() || file.ends_with('\n'), "the last line is torn");
    let mut revisions: BTreeMap<Uuid, u64> = BTreeMap::new();
    let mut orders_by_number = BTreeMap::new();
    let mut created = BTreeSet::new();
    let mut voided = BTreeSet::new();
    for line in file.lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let data = &message["data"];
        let ticket = id(&data["ticket_id"]);
        if message["type"] == "ticket.voided" {
            assert!(created.contains(&ticket) && voided.insert(ticket), "{line}");
            continue;
        }
        assert_eq!(message["type"], "ticket.created", "{line}");
        assert!(created.insert(ticket), "a ticket is there twice: {line}");
        let order = id(&data["order_id"]);
        let before = revisions.insert(order, data["revision"].as_u64().unwrap()).unwrap_or_default();
        assert_eq!(data["revision"], before + 1, "{line}");
        if before > 0 {
            assert!(voided.contains(&id(&data["replaces"])), "two tickets of one order: {line}");
        }
        let number = format!("{} {} {}", data["lane"], data["business_date"], data["order_number"]);
        let namesake = orders_by_number.insert(number, order);
        assert!(namesake.is_none_or(|namesake| namesake == order), "two orders have one number: {line}");
    }
    assert_eq!(&created, expected, "the tickets in the file are not those of the turns");
}

fn id(value: &Value) -> Uuid {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{value} is no id"))
}

/// What cars know of the service: where it is, if it is.
#[derive(Default)]
struct World {
    state: Mutex<WorldState>,
    changed: Condvar,
}

#[derive(Default)]
struct WorldState {
    address: Option<SocketAddr>,
    answers: u64,
    is_closed: bool,
}

impl World {
    /// The service is there. Gives how many events were answered until now.
    fn is_up(&self, address: SocketAddr) -> u64 {
        let mut state = self.state();
        state.address = Some(address);
        self.changed.notify_all();
        state.answers
    }

    fn is_down(&self) {
        self.state().address = None;
    }

    fn count_answer(&self) {
        self.state().answers += 1;
        self.changed.notify_all();
    }

    fn close(&self) {
        self.state().is_closed = true;
    }

    fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    /// Where the service is; waits until it is somewhere.
    fn address(&self) -> SocketAddr {
        self.wait_while(|state| state.address.is_none()).address.unwrap()
    }

    fn await_answer_after(&self, answers: u64) {
        drop(self.wait_while(|state| state.answers <= answers));
    }

    fn wait_while(&self, condition: impl Fn(&WorldState) -> bool) -> MutexGuard<'_, WorldState> {
        let waited = self.changed.wait_timeout_while(self.state(), PATIENCE, |state| condition(state));
        let (state, waited) = waited.unwrap();
        assert!(!waited.timed_out(), "nothing happens any more");
        state
    }

    fn state(&self) -> MutexGuard<'_, WorldState> {
        self.state.lock().unwrap()
    }
}

/// `SplitMix64`: the same seed, the same moments.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}
