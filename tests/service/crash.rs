//! What survives SIGKILL at any moment: every turn that was answered, and one ticket for every order.
//!
//! Cars order on several lanes, and each event is sent again with the same id until it is answered. Meanwhile the
//! service dies and is started again: at moments that a seed decides, and before and after every step of a turn and of
//! a delivery. The tickets go to a file, or to a POS that refuses, hangs up, is slow and talks nonsense.

pub mod cars;
pub mod check;
#[cfg(debug_assertions)]
mod controls;
pub mod lives;
#[cfg(debug_assertions)]
mod order;
pub mod pos;
pub mod world;

use std::path::Path;
use std::thread;
use std::time::Instant;

use testbed::{HostilePos, Random, RedisServer};

use self::cars::{LANES, Taken};
use self::lives::Death;
use self::pos::Pos;
use self::world::World;
use crate::support::Service;
#[cfg(debug_assertions)]
use crate::support::carhop;

/// How often the service is killed at some moment in one test of a normal run. There are four.
const KILLS: u32 = 8;
/// How often it is in one of a nightly run.
const KILLS_NIGHTLY: u32 = 500;

#[test]
fn a_service_that_is_killed_at_any_moment_loses_no_turn_and_doubles_no_ticket() {
    let seed = testbed::seed();
    let folder = tempfile::tempdir().unwrap();
    let deaths = Death::at_any_moment(&mut Random(seed), kills());
    survives(folder.path(), None, Pos::file(folder.path()), &deaths);
}

#[test]
fn a_service_on_redis_that_is_killed_at_any_moment_loses_no_turn_and_doubles_no_ticket() {
    let seed = testbed::seed();
    let folder = tempfile::tempdir().unwrap();
    let deaths = Death::at_any_moment(&mut Random(seed), kills());
    survives(folder.path(), Some(&redis()), Pos::file(folder.path()), &deaths);
}

#[test]
fn a_service_that_dies_at_any_step_doubles_no_ticket_at_a_hostile_pos() {
    let seed = testbed::seed();
    let folder = tempfile::tempdir().unwrap();
    survives(folder.path(), None, Pos::Hostile(HostilePos::open(seed)), &at_every_step(seed));
}

#[test]
fn a_service_on_redis_that_dies_at_any_step_doubles_no_ticket_at_a_hostile_pos() {
    let seed = testbed::seed();
    let folder = tempfile::tempdir().unwrap();
    survives(folder.path(), Some(&redis()), Pos::Hostile(HostilePos::open(seed)), &at_every_step(seed));
}

#[test]
#[cfg(debug_assertions)]
fn a_fail_point_that_is_none_is_named_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut serve = carhop(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    let output = serve.arg(folder.path()).env("CARHOP_DIE_AT", "after-comit:1").output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("there is no fail point `after-comit:1`"), "{told}");
}

fn kills() -> u32 {
    if testbed::is_nightly() { KILLS_NIGHTLY } else { KILLS }
}

fn redis() -> RedisServer {
    RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"])
}

/// Every fail point, which a release build has not, and then some moments.
fn at_every_step(seed: u64) -> Vec<Death> {
    let mut random = Random(seed);
    let points = if cfg!(debug_assertions) { Death::at_every_fail_point(&mut random) } else { Vec::new() };
    [points, Death::at_any_moment(&mut random, kills())].concat()
}

fn survives(data: &Path, redis: Option<&RedisServer>, pos: Pos, deaths: &[Death]) {
    let started = Instant::now();
    let mut variables = pos.variables();
    variables.extend(redis.map(|server| ("CARHOP_STORE", server.url())));
    let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let world = World::default();
    let taken: Vec<Taken> = thread::scope(|scope| {
        let world = &world;
        let lanes: Vec<_> = (0..LANES).map(|lane| scope.spawn(move || cars::drive(world, lane))).collect();
        for death in deaths {
            lives::live(world, data, &variables, death);
        }
        let last = Service::start_on(data, &variables);
        world.is_up(last.address);
        world.close();
        lanes.into_iter().flat_map(|lane| lane.join().unwrap()).collect()
    });
    let mut service = Service::start_on(data, &variables);
    let created = check::turns(service.address, &taken);
    check::delivered(service.address, &pos, &created);
    service.terminate();
    assert!(service.ended().success());
    check::tickets(&pos.messages(), &created);
    println!(
        "{} deaths, {} turns answered, {} tickets at {}, lost 0, doubled 0, in {:.1} s",
        deaths.len(),
        taken.len(),
        created.len(),
        pos.closed(),
        started.elapsed().as_secs_f64(),
    );
}
