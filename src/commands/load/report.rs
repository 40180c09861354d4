//! What came of a load, for people and as JSON.

use serde::Serialize;

use super::plan::Traffic;
use super::round::Round;

/// What came of a load.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Carhop's version.
    version: &'static str,
    /// The service.
    service: String,
    /// Seed of the cars.
    seed: u64,
    /// For how long each round was measured.
    seconds: f64,
    /// How long a car takes from one event to the next, on average.
    think_seconds: f64,
    /// With `--find-max`: within which time 99 % of the answers had to come.
    p99_ms_max: Option<u64>,
    /// With `--find-max`: the highest rate of cars at which they did, if there was one.
    cars_a_second_max: Option<f64>,
    /// Rounds, in the order in which they were driven.
    rounds: Vec<Round>,
}

impl Report {
    /// The report of rounds.
    pub fn new(service: String, traffic: &Traffic, p99_ms_max: Option<u64>, rounds: Vec<Round>) -> Self {
        let within = |bound| rounds.iter().filter(move |round: &&Round| round.is_within(bound));
        let best =
            p99_ms_max.and_then(|bound| within(bound).map(|round| round.cars_a_second).reduce(f64::max));
        Self {
            version: env!("CARGO_PKG_VERSION"),
            service,
            seed: traffic.seed,
            seconds: traffic.measured.as_secs_f64(),
            think_seconds: traffic.think.as_secs_f64(),
            p99_ms_max,
            cars_a_second_max: best,
            rounds,
        }
    }

    /// Whether all went well: in a search, that some rate is taken, and that no promise is broken at a higher one.
    pub fn is_fine(&self) -> bool {
        match self.p99_ms_max {
            None => self.rounds.iter().all(Round::is_fine),
            Some(_) => self.cars_a_second_max.is_some() && self.rounds.iter().all(Round::keeps_promises),
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let rounds: Vec<String> = self.rounds.iter().map(Round::text).collect();
        let mut text = rounds.join("\n");
        if let Some(bound) = self.p99_ms_max {
            let best = self.rounds.iter().find(|round| Some(round.cars_a_second) == self.cars_a_second_max);
            text += &match best {
                Some(best) => format!(
                    "\nAt most {} cars a second, {:.0} turns a second, with 99 % within {bound} ms.\n",
                    best.shown_rate(),
                    best.turns_a_second
                ),
                None => format!(
                    "\nNot even the first rate has 99 % within {bound} ms: begin with a lower one (--cars).\n"
                ),
            };
        }
        text
    }
}
