//! How the service lives and dies.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::thread;
use std::time::Duration;

use lanes::step::Step;
use strum::VariantNames as _;
use testbed::Random;

use super::world::World;
use crate::support::Service;

/// It is killed within this time of listening or of its first answer.
const LIFE_MS_MAX: u64 = 150;
/// It is killed within this time of being started where it is not to get to listening.
const BIRTH_MS_MAX: u64 = 40;
/// It dies when it reaches a fail point for the first time, or for one up to this.
const REACHED_MAX: u64 = 4;
/// What it dies of.
pub const SIGKILL: i32 = 9;

/// What ends a life of the service.
#[derive(Clone, Debug)]
pub enum Death {
    /// SIGKILL, so soon that it may not listen yet.
    Newborn { after: Duration },
    /// SIGKILL while it works, some time after it listens or after its first answer.
    AtWork { is_answered_first: bool, after: Duration },
    /// A fail point such as `after-commit:3`, at which it kills itself.
    At(String),
}

impl Death {
    /// At moments that chance decides.
    pub fn at_any_moment(random: &mut Random, count: u32) -> Vec<Self> {
        let within = |random: &mut Random, ms_max| Duration::from_millis(1 + random.below(ms_max));
        (0..count)
            .map(|_| {
                if random.percent(20) {
                    return Self::Newborn { after: within(random, BIRTH_MS_MAX) };
                }
                let is_answered_first = random.percent(50);
                Self::AtWork { is_answered_first, after: within(random, LIFE_MS_MAX) }
            })
            .collect()
    }

    /// Before and after every step of a turn and of a delivery, the n-th time that it is reached; chance decides the n. (No POS is
    /// silent for so long that the crew is told of it. A test of deadlines has that.)
    pub fn at_every_fail_point(random: &mut Random) -> Vec<Self> {
        let steps = Step::VARIANTS.iter().filter(|step| **step != <&str>::from(Step::Note));
        let points = steps.flat_map(|step| ["before", "after"].map(|side| format!("{side}-{step}")));
        points.map(|point| Self::At(format!("{point}:{}", 1 + random.below(REACHED_MAX)))).collect()
    }
}

/// Starts the service and waits until it is dead.
pub fn live(world: &World, data: &Path, variables: &[(&str, &str)], death: &Death) {
    match death {
        Death::Newborn { after } => {
            let mut newborn = Service::spawn(data, variables);
            thread::sleep(*after);
            newborn.kill().unwrap();
            newborn.wait().unwrap();
        }
        Death::AtWork { is_answered_first, after } => {
            let mut service = Service::start_on(data, variables);
            let answers = world.is_up(service.address);
            if *is_answered_first {
                world.await_answer_after(answers);
            }
            thread::sleep(*after);
            world.is_down();
            service.kill();
        }
        Death::At(point) => {
            // A message that a dead process has claimed holds its lane up. Elsewhere the point is reached at once.
            world.open_drive_thru();
            let variables = [variables, &[("CARHOP_DIE_AT", point)]].concat();
            let status = match Service::try_start_on(data, &variables) {
                Ok(mut service) => {
                    world.is_up(service.address);
                    let status = service.ended();
                    world.is_down();
                    status
                }
                // It had work to do before it listened.
                Err(status) => status,
            };
            assert_eq!(status.signal(), Some(SIGKILL), "{point}: {status}");
        }
    }
}
