//! When which car says what: known beforehand, whatever the service makes of it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use lanes::event::{LaneEvent, Seconds, Silence};

use super::cars::Car;
use super::chance::Chance;

/// The most cars that come in a second.
pub const CARS_A_SECOND_MAX: f64 = 10_000.0;
/// How many of a hundred things that are said come after the customer has interrupted our speech.
const BARGE_INS_PERCENT: u32 = 5;
/// How many of a hundred things that are said come after a silence, once a car and not where it has silences anyway: too many call the crew.
const SILENCES_PERCENT: u32 = 3;
/// Such a silence.
const SILENCE: LaneEvent = LaneEvent::Silence(Silence { seconds: Seconds(8.0) });

/// The traffic that is wanted.
#[derive(Clone, Debug)]
pub struct Traffic {
    /// How many cars come in a second, on average.
    pub cars_a_second: f64,
    /// How long it is measured.
    pub measured: Duration,
    /// How long a car takes from one event to the next, on average.
    pub think: Duration,
    /// How many lanes a drive-thru has.
    pub lanes_a_drive_thru: usize,
    /// What the drive-thrus are called, up to their number.
    pub drive_thru: String,
    /// How many of a hundred events are sent twice.
    pub repeated_percent: u32,
    /// The same seed, the same plan.
    pub seed: u64,
}

impl Traffic {
    /// The drive-thru that a lane is at.
    pub fn drive_thru_of(&self, lane: usize) -> String {
        format!("{}-{}", self.drive_thru, lane / self.lanes_a_drive_thru + 1)
    }

    /// The path of a lane.
    pub fn path_of(&self, lane: usize) -> String {
        let (drive_thru, at) = (self.drive_thru_of(lane), lane % self.lanes_a_drive_thru + 1);
        format!("/v1/drive-thrus/{drive_thru}/lanes/{at}")
    }
}

/// All cars that come, and when they say what.
#[derive(Debug, PartialEq)]
pub struct Plan {
    /// The cars of each lane, in order.
    pub lanes: Vec<Vec<PlannedCar>>,
    /// Before this nothing is measured: as many cars have to be there as there are later.
    pub warm_up: Duration,
    /// After this nothing is measured: no more cars come, and those that are there finish.
    pub end: Duration,
}

/// A car that comes.
#[derive(Debug, PartialEq)]
pub struct PlannedCar {
    /// Counts from 0 in the order in which they come.
    pub number: usize,
    /// What it does.
    pub events: Vec<PlannedEvent>,
}

/// Something that a car does.
#[derive(Debug, PartialEq)]
pub struct PlannedEvent {
    /// When, from the start.
    pub due: Duration,
    /// What.
    pub event: LaneEvent,
    /// Whether it is sent once more after its answer, as by a frontend that did not get it.
    pub is_repeated: bool,
}

impl Plan {
    /// Draws a plan.
    pub fn of(traffic: &Traffic, cars: &[Car]) -> Self {
        let mut coming = Chance::of(traffic.seed, 0);
        let events: usize = cars.iter().map(|car| car.events.len()).sum();
        let warm_up = traffic.think.mul_f64(events as f64 / cars.len().max(1) as f64);
        let end = warm_up + traffic.measured;
        let mean = Duration::from_secs_f64(1.0 / traffic.cars_a_second);
        let mut plan = Self { lanes: Vec::new(), warm_up, end };
        // Lanes by when they are free.
        let mut free: BinaryHeap<Reverse<(Duration, usize)>> = BinaryHeap::new();
        let mut arrival = coming.wait(mean);
        let mut number = 0;
        while arrival < end {
            let mut chance = Chance::of(traffic.seed, number as u64 + 1);
            let events = events_of(chance.one(cars), arrival, traffic, &mut chance);
            let leaves = events.last().map_or(arrival, |last| last.due);
            let lane = match free.peek() {
                Some(Reverse((free_at, lane))) if *free_at <= arrival => {
                    let lane = *lane;
                    free.pop();
                    lane
                }
                Some(_) | None => {
                    plan.lanes.push(Vec::new());
                    plan.lanes.len() - 1
                }
            };
            free.push(Reverse((leaves + traffic.think, lane)));
            plan.lanes[lane].push(PlannedCar { number, events });
            number += 1;
            arrival += coming.wait(mean);
        }
        plan
    }

    /// How many cars come.
    pub fn cars(&self) -> usize {
        self.lanes.iter().map(Vec::len).sum()
    }

    /// How many events are due while it is measured.
    pub fn due(&self) -> usize {
        let cars = self.lanes.iter().flatten();
        cars.flat_map(|car| &car.events).filter(|event| self.is_measured(event.due)).count()
    }

    /// Whether what is due then is measured.
    pub fn is_measured(&self, due: Duration) -> bool {
        (self.warm_up..self.end).contains(&due)
    }
}

/// What a car does, and when. Half of the time between two events always passes; the rest is chance.
fn events_of(car: &Car, arrival: Duration, traffic: &Traffic, chance: &mut Chance) -> Vec<PlannedEvent> {
    let half = traffic.think / 2;
    let mut due = arrival;
    let mut planned = Vec::new();
    let mut add = |event: LaneEvent, chance: &mut Chance| {
        planned.push(PlannedEvent { due, event, is_repeated: chance.percent(traffic.repeated_percent) });
        due += half + chance.wait(half);
    };
    let mut was_silent = car.events.iter().any(|event| matches!(event, LaneEvent::Silence(_)));
    for event in &car.events {
        if matches!(event, LaneEvent::Utterance(_)) {
            if chance.percent(BARGE_INS_PERCENT) {
                add(LaneEvent::BargeIn, chance);
            }
            if !was_silent && chance.percent(SILENCES_PERCENT) {
                was_silent = true;
                add(SILENCE, chance);
            }
        }
        add(event.clone(), chance);
    }
    planned
}

#[cfg(test)]
mod tests {
    use super::super::cars;
    use super::*;

    fn traffic(seed: u64) -> Traffic {
        Traffic {
            cars_a_second: 20.0,
            measured: Duration::from_secs(100),
            think: Duration::from_secs(4),
            lanes_a_drive_thru: 2,
            drive_thru: "load".to_owned(),
            repeated_percent: 2,
            seed,
        }
    }

    #[test]
    fn the_same_seed_is_the_same_plan_and_another_is_another() {
        let cars = cars::usual().unwrap();
        let plan = Plan::of(&traffic(7), &cars);
        assert_eq!(plan, Plan::of(&traffic(7), &cars));
        assert_ne!(plan, Plan::of(&traffic(8), &cars));
    }

    #[test]
    fn cars_come_as_often_as_is_asked_for_and_never_two_to_a_lane() {
        let plan = Plan::of(&traffic(1), &cars::usual().unwrap());
        let expected = 20.0 * plan.end.as_secs_f64();
        assert!(
            (plan.cars() as f64 - expected).abs() < 4.0 * expected.sqrt(),
            "{} of {expected}",
            plan.cars()
        );
        for lane in &plan.lanes {
            let due: Vec<Duration> = lane.iter().flat_map(|car| &car.events).map(|event| event.due).collect();
            assert!(due.is_sorted());
        }
        let events: Vec<&PlannedEvent> = plan.lanes.iter().flatten().flat_map(|car| &car.events).collect();
        let repeated = events.iter().filter(|event| event.is_repeated).count();
        assert!((1..=3).contains(&(repeated * 100 / events.len())), "{repeated} of {}", events.len());
    }

    #[test]
    fn a_lane_has_its_place_at_a_drive_thru() {
        assert_eq!(traffic(1).path_of(0), "/v1/drive-thrus/load-1/lanes/1");
        assert_eq!(traffic(1).path_of(3), "/v1/drive-thrus/load-2/lanes/2");
    }
}
