//! What survives the loss of the master, with `--durability replicated`: every turn that was answered.
//!
//! A master, two replicas and three sentinels. While cars order, the master is killed; or its machine is cut off, with
//! a service on it that still reaches it, until it comes back as a replica.

use std::thread;
use std::time::{Duration, Instant};

use testbed::{Network, RedisSentinels};

use crate::crash::cars::{self, LANES, Taken};
use crate::crash::check;
use crate::crash::pos::Pos;
use crate::crash::world::World;
use crate::support::{Service, awaited};

/// How often the master is lost, in one test of a normal run and of a nightly one.
const LOSSES: usize = 1;
const LOSSES_NIGHTLY: usize = 20;
/// How many events are answered before, between and after.
const ANSWERS: u64 = 60;

#[test]
fn a_master_that_is_killed_loses_no_answered_turn() {
    let away = (0..losses()).map(|_| {
        let mut redis = RedisSentinels::start();
        let folder = tempfile::tempdir().unwrap();
        let pos = Pos::file(folder.path());
        let service = Service::start_on(folder.path(), &replicated(&redis.url()));
        let mut away = Duration::ZERO;
        let taken = with_cars(&service, |world| {
            redis.servers[0].kill();
            away = back_after(world, || await_another_master(&redis, 0));
        });
        let created = check::turns(service.address, &taken);
        check::delivered(service.address, &pos, &created);
        check::tickets(&pos.messages(), &created);
        println!(
            "killed: {} turns answered, lost 0, {} tickets, away for {away:?}",
            taken.len(),
            created.len()
        );
        away
    });
    tell_worst(away.collect());
}

#[test]
fn a_master_that_is_cut_off_answers_nothing_that_is_lost() {
    let Some(network) = testbed::given("masters that are cut off", Network::new(3)) else { return };
    let away = (0..losses()).map(|_| {
        let redis = RedisSentinels::start_on(&network.hosts);
        let url = redis.url();
        let variables = [&replicated(&url)[..], &[("CARHOP_POS_EMITTER", "none")]].concat();
        let beside_it = Service::start_at(&network.hosts[0], &variables);
        let elsewhere = Service::start_at(&network.hosts[1], &variables);
        let mut away = Duration::ZERO;
        let taken = with_cars(&beside_it, |world| {
            network.cut(0);
            away = back_after(world, || {
                await_another_master(&redis, 1);
                world.is_up(elsewhere.address);
            });
            world.await_answer_after(world.answers() + ANSWERS);
            world.is_down();
            network.heal(0);
            awaited("the end of the old master", || {
                let told = redis.servers[0].try_ask("INFO replication").unwrap_or_default();
                told.contains("master_link_status:up").then_some(())
            });
            world.is_up(beside_it.address);
        });
        check::turns(elsewhere.address, &taken);
        check::turns(beside_it.address, &taken);
        println!("cut off: {} turns answered, lost 0, away for {away:?}", taken.len());
        away
    });
    tell_worst(away.collect());
}

fn losses() -> usize {
    if testbed::is_nightly() { LOSSES_NIGHTLY } else { LOSSES }
}

fn replicated(url: &str) -> [(&str, &str); 2] {
    [("CARHOP_STORE", url), ("CARHOP_DURABILITY", "replicated")]
}

/// What becomes of the master while cars order at a service. Gives what was answered.
fn with_cars(service: &Service, lose: impl FnOnce(&World)) -> Vec<Taken> {
    let world = World::default();
    thread::scope(|scope| {
        let world = &world;
        let lanes: Vec<_> = (0..LANES).map(|lane| scope.spawn(move || cars::drive(world, lane))).collect();
        let answers = world.is_up(service.address);
        world.await_answer_after(answers + ANSWERS);
        lose(world);
        world.await_answer_after(world.answers() + ANSWERS);
        world.close();
        lanes.into_iter().flat_map(|lane| lane.join().unwrap()).collect()
    })
}

/// How long nothing is answered, from now on.
fn back_after(world: &World, failover: impl FnOnce()) -> Duration {
    let started = Instant::now();
    failover();
    world.await_answer_after(world.answers());
    started.elapsed()
}

/// Waits until a sentinel names another master than the first.
fn await_another_master(redis: &RedisSentinels, sentinel: usize) {
    awaited("another master", || (redis.master(sentinel) != 0).then_some(()));
}

fn tell_worst(mut away: Vec<Duration>) {
    away.sort();
    let p95 = away[(away.len() * 95).div_ceil(100) - 1];
    println!("{} masters lost; nothing was answered for {p95:?} (95 % of them)", away.len());
}
