//! What survives a power cut: every turn that was answered before it.
//!
//! The service, and Redis, run on a disk of their own, which is cut off while cars order. What was not synced by then
//! is gone. They are started again on what is left. A turn that was answered while the power went away may be there or
//! not, and is not counted. In the controls too little is synced: they must lose turns, or the cut is none.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};
use testbed::{Disk, Host, Random, RedisServer};

use crate::support::{PATIENCE, Service, ask, fresh_id, try_call};

/// How many lanes have cars on them.
const LANES: usize = 8;
/// How often the power is cut in a normal run; `CARHOP_POWER_CUTS` is another number.
const CUTS: u32 = 3;
/// How often in a nightly one.
const CUTS_NIGHTLY: u32 = 50;
/// The power is cut after so many answers at least, and after so many more at most.
const ANSWERS_MIN: u64 = 40;
const ANSWERS_MORE_MAX: u64 = 200;
/// How often a control may be lucky and lose nothing.
const LUCK_MAX: u32 = 5;
/// A program that is started with it preloaded syncs nothing.
const NO_SYNC: &str = "libeatmydata.so";

#[test]
fn a_power_cut_loses_and_tears_nothing_in_sqlite() {
    loses_nothing("SQLite", &Machine { redis: None, syncs: true });
}

#[test]
fn a_power_cut_loses_and_tears_nothing_in_redis_that_always_syncs() {
    loses_nothing("Redis", &Machine { redis: Some("always"), syncs: true });
}

#[test]
fn a_power_cut_loses_turns_in_sqlite_that_syncs_nothing() {
    loses_something("SQLite without syncs", &Machine { redis: None, syncs: false });
}

#[test]
fn a_power_cut_loses_turns_in_redis_that_syncs_every_second() {
    loses_something("Redis everysec", &Machine { redis: Some("everysec"), syncs: true });
}

fn loses_nothing(name: &str, machine: &Machine) {
    let Some(disk) = disk() else { return };
    let mut random = Random::of(testbed::seed(), name);
    let started = Instant::now();
    let mut answered = Vec::new();
    for _ in 0..cuts() {
        let before = machine.life(&disk, ANSWERS_MIN + random.below(ANSWERS_MORE_MAX));
        let (_redis, service) = machine.start(&disk).unwrap();
        assert_eq!(Kept::of(service.address, &before), Kept { lost: 0, torn: 0 }, "{name}");
        answered.extend(before);
    }
    let (_redis, service) = machine.start(&disk).unwrap();
    assert_eq!(Kept::of(service.address, &answered), Kept { lost: 0, torn: 0 }, "{name}, at the end");
    println!(
        "{name}: {} power cuts, {} turns answered before them, lost 0, torn 0, in {:.1} s",
        cuts(),
        answered.len(),
        started.elapsed().as_secs_f64(),
    );
}

fn loses_something(name: &str, machine: &Machine) {
    let Some(disk) = disk() else { return };
    // What is there before is whole: a life that ends well.
    let (redis, mut service) = Machine { syncs: true, ..*machine }.start(&disk).unwrap();
    service.terminate();
    assert!(service.ended().success());
    drop(redis);
    let mut random = Random::of(testbed::seed(), name);
    for cut in 1..=LUCK_MAX {
        let before = machine.life(&disk, ANSWERS_MIN + random.below(ANSWERS_MORE_MAX));
        let (_redis, service) = match machine.start(&disk) {
            Ok(running) => running,
            // Its file is torn, and it does not load it until somebody mends it; or there is nothing in it at all.
            Err(why) => {
                println!(
                    "{name}: nothing of {} turns is there at cut {cut}, as it may be: {why}",
                    before.len()
                );
                return;
            }
        };
        let lost = Kept::of(service.address, &before).lost;
        if lost > 0 {
            println!("{name}: {lost} of {} turns lost at cut {cut}, as it must be", before.len());
            return;
        }
    }
    panic!("{name}: {LUCK_MAX} power cuts lost nothing, so they were none");
}

/// What runs on the disk.
struct Machine {
    /// How its Redis syncs; SQLite without one.
    redis: Option<&'static str>,
    /// Whether the service syncs its files.
    syncs: bool,
}

impl Machine {
    /// Starts it on what is on the disk. Gives what Redis says where it cannot load that, or that the service finds an empty
    /// store where one was.
    fn start(&self, disk: &Disk) -> Result<(Option<RedisServer>, Service), String> {
        let folder = |name: &str| {
            let folder = disk.path().join(name);
            std::fs::create_dir_all(&folder).unwrap();
            folder
        };
        let start_redis = |sync| {
            let options = ["--appendonly", "yes", "--appendfsync", sync];
            RedisServer::try_start_in(&Host::here(), &folder("redis"), &options)
        };
        let redis = self.redis.map(start_redis).transpose()?;
        let url = redis.as_ref().map(RedisServer::url);
        // It has much to say of a disk that fails.
        let mut variables = vec![("CARHOP_LOG", "off")];
        if let (Some(url), Some(sync)) = (&url, self.redis) {
            variables.extend([("CARHOP_STORE", url.as_str()), ("CARHOP_DURABILITY", sync)]);
        }
        if !self.syncs {
            variables.push(("LD_PRELOAD", NO_SYNC));
        }
        let service = Service::try_start_on(&folder("data"), &variables);
        let service =
            service.map_err(|status| format!("the service finds nothing of its store: {status}"))?;
        Ok((redis, service))
    }

    /// Lets cars order until so many turns are answered, cuts the power, and mounts the disk again. Gives what was
    /// answered before the cut.
    fn life(&self, disk: &Disk, answers: u64) -> Vec<Answered> {
        let (redis, mut service) = self.start(disk).unwrap();
        let (told, heard) = channel();
        thread::scope(|scope| {
            for lane in 0..LANES {
                let (address, told) = (service.address, told.clone());
                scope.spawn(move || order(address, lane, &told));
            }
            drop(told);
            let mut answered: Vec<Answered> = (0..answers).map(|_| next(&heard)).collect();
            let cut = Instant::now();
            disk.cut_power();
            service.kill();
            drop(redis);
            answered.extend(&heard);
            answered.retain(|answered| answered.at < cut);
            disk.start_again();
            answered
        })
    }
}

fn next(heard: &Receiver<Answered>) -> Answered {
    heard.recv_timeout(PATIENCE).expect("an answer")
}

/// An event that was answered with a turn, and when.
struct Answered {
    path: String,
    event: String,
    turn: String,
    at: Instant,
}

/// Sends car after car down a lane until there is no answer.
fn order(address: SocketAddr, lane: usize, told: &Sender<Answered>) {
    let path = format!("/v1/drive-thrus/d1/lanes/{lane}/events");
    let car = [
        json!({ "type": "car_detected" }),
        json!({ "type": "utterance", "text": "two cheeseburgers no pickles and a cookie" }),
        json!({ "type": "utterance", "text": "that's all" }),
        json!({ "type": "utterance", "text": "yes" }),
    ];
    for event in car.iter().cycle() {
        let mut event = event.clone();
        event["id"] = json!(fresh_id());
        let event = event.to_string();
        match try_call(address, "POST", &path, &[], event.as_bytes()) {
            Ok(answer) if answer.status == 200 => {
                let answered = Answered { path: path.clone(), event, turn: answer.body, at: Instant::now() };
                if told.send(answered).is_err() {
                    return;
                }
            }
            // It is slow, or the disk is gone: the next car comes, until there is no service.
            Ok(_) => {}
            Err(_) => return,
        }
    }
}

/// What of the answered turns is not as it was.
#[derive(Debug, PartialEq, Eq)]
struct Kept {
    /// They are not there, or answered in another way.
    lost: usize,
    /// Sessions with a gap between their turns.
    torn: usize,
}

impl Kept {
    fn of(address: SocketAddr, answered: &[Answered]) -> Self {
        let mut sessions: BTreeMap<String, Vec<&Answered>> = BTreeMap::new();
        for answered in answered {
            let turn: Value = serde_json::from_str(&answered.turn).unwrap();
            sessions.entry(turn["session_id"].as_str().unwrap().to_owned()).or_default().push(answered);
        }
        let mut kept = Self { lost: 0, torn: 0 };
        for (session, answered) in sessions {
            let log = ask(address, "GET", &format!("/v1/sessions/{session}/audit"), "");
            if log.status == 404 {
                kept.lost += answered.len();
                continue;
            }
            let entries = log.json(200)["entries"].as_array().unwrap().clone();
            let is_whole = entries.iter().zip(1..).all(|(entry, number)| entry["seq"] == number);
            kept.torn += usize::from(!is_whole);
            for Answered { path, event, turn, .. } in answered {
                let turn_is = serde_json::from_str::<Value>(turn).unwrap();
                // One that is lost must not be taken now.
                let is_there = entries.iter().any(|entry| entry["turn"] == turn_is);
                let again = || ask(address, "POST", path, event);
                kept.lost += usize::from(!is_there || again().body != *turn);
            }
        }
        kept
    }
}

fn cuts() -> u32 {
    let asked = std::env::var("CARHOP_POWER_CUTS").map(|cuts| cuts.parse().expect("a number"));
    asked.unwrap_or(if testbed::is_nightly() { CUTS_NIGHTLY } else { CUTS })
}

/// A disk, if this machine can have one. It is a failure where power cuts were asked for and it cannot.
fn disk() -> Option<Disk> {
    let disk = Disk::new();
    if let (Err(why), Some(_)) = (&disk, std::env::var_os("CARHOP_POWER_CUTS")) {
        panic!("power cannot be cut here: {why}");
    }
    testbed::given("power cuts", disk)
}
