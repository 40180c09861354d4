//! A round of a load: cars that come at one rate.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use serde::Serialize;

use super::cars::Car;
use super::check::{Checked, check};
use super::drive::drive;
use super::plan::{Plan, Traffic};
use super::tally::{Tally, Times};
use crate::client::Caller;

/// A round at one rate.
#[derive(Debug, Serialize)]
pub struct Round {
    /// How many cars came in a second, on average.
    pub cars_a_second: f64,
    /// How many cars came.
    cars: usize,
    /// How many lanes they came to.
    lanes: usize,
    /// How many turns were due in a second.
    turns_due_a_second: f64,
    /// How many were answered in a second.
    pub turns_a_second: f64,
    /// From when an event was due to its answer.
    from_due_ms: Percentiles,
    /// From when an event was sent to its answer: without what it had to wait for the answer before.
    from_sent_ms: Percentiles,
    /// How late events were sent of which the service is not the cause: 99 % of them within.
    sent_late_p99_ms: f64,
    /// Failed calls by class. An event is sent again until it is answered.
    errors: BTreeMap<String, u64>,
    /// Events that were never answered.
    given_up: u64,
    /// Events that were sent once more.
    repeated: u64,
    /// Those that got the same answer again.
    answered_alike: u64,
    /// What the service has of all that it answered.
    checked: Checked,
}

/// How late answers were, in milliseconds.
#[derive(Debug, Serialize)]
struct Percentiles {
    mean: f64,
    p50: f64,
    p90: f64,
    p99: f64,
    p99_9: f64,
    max: f64,
}

impl Percentiles {
    fn of(times: &Times) -> Self {
        let [p50, p90, p99, p99_9] = [50.0, 90.0, 99.0, 99.9].map(|percent| times.percentile_ms(percent));
        Self { mean: times.mean_ms(), p50, p90, p99, p99_9, max: times.longest_ms() }
    }
}

impl Round {
    /// Has the cars come, and looks for all that they were answered.
    ///
    /// # Errors
    /// If they cannot come to their end, or the service does not say what it has.
    pub async fn drive(caller: &Caller, traffic: &Traffic, cars: &[Car]) -> anyhow::Result<Self> {
        let plan = Arc::new(Plan::of(traffic, cars));
        let (sent, tally) = drive(caller, traffic, &plan).await?;
        let checked = check(caller, traffic, plan.lanes.len(), sent).await?;
        Ok(Self::new(traffic, &plan, &tally, checked))
    }

    fn new(traffic: &Traffic, plan: &Plan, tally: &Tally, checked: Checked) -> Self {
        let seconds = traffic.measured.as_secs_f64();
        Self {
            cars_a_second: traffic.cars_a_second,
            cars: plan.cars(),
            lanes: plan.lanes.len(),
            turns_due_a_second: (plan.due() - tally.left_out) as f64 / seconds,
            turns_a_second: tally.answered_in_time as f64 / seconds,
            from_due_ms: Percentiles::of(&tally.from_due),
            from_sent_ms: Percentiles::of(&tally.from_sent),
            sent_late_p99_ms: tally.sent_late.percentile_ms(99.0),
            errors: tally.errors.clone(),
            given_up: tally.given_up,
            repeated: tally.repeated,
            answered_alike: tally.answered_alike,
            checked,
        }
    }

    /// Whether everything was answered at once, as it should be, and is there.
    pub fn is_fine(&self) -> bool {
        self.errors.is_empty() && self.keeps_promises()
    }

    /// Whether nothing is lost, doubled or answered differently.
    pub fn keeps_promises(&self) -> bool {
        self.checked.is_fine() && self.repeated == self.answered_alike
    }

    /// Whether it is fine, and 99 % of the answers came within a time.
    pub fn is_within(&self, p99_ms: u64) -> bool {
        self.is_fine() && self.from_due_ms.p99 <= p99_ms as f64
    }

    /// In a line.
    pub fn line(&self) -> String {
        format!(
            "{} cars a second: {:.0} turns a second, 99 % within {:.1} ms, errors: {}",
            self.shown_rate(),
            self.turns_a_second,
            self.from_due_ms.p99,
            self.errors_text()
        )
    }

    /// How many cars came in a second, as people read it.
    pub fn shown_rate(&self) -> f64 {
        (self.cars_a_second * 100.0).round() / 100.0
    }

    /// For people.
    pub fn text(&self) -> String {
        let Percentiles { p50, p90, p99, p99_9, max, .. } = self.from_due_ms;
        let mut text = String::new();
        let mut line = |name: &str, what: String| {
            // Writing to a text does not fail.
            let _ = writeln!(text, "{name:<10}{what}");
        };
        line("cars", format!("{} on {} lanes, {} a second", self.cars, self.lanes, self.shown_rate()));
        line(
            "turns",
            format!("{:.1} a second of {:.1} that were due", self.turns_a_second, self.turns_due_a_second),
        );
        line(
            "answers",
            format!("half within {p50:.1} ms, 90 % {p90:.1}, 99 % {p99:.1}, 99.9 % {p99_9:.1}, all {max:.1}"),
        );
        line(
            "",
            format!(
                "99 % within {:.1} ms of being sent; 99 % were sent within {:.1} ms of being due",
                self.from_sent_ms.p99, self.sent_late_p99_ms
            ),
        );
        line("errors", self.errors_text());
        let Checked {
            turns,
            turns_lost,
            turns_doubled,
            tickets,
            tickets_lost,
            tickets_doubled,
            orders_completed,
        } = self.checked;
        line("repeated", format!("{} events, {} of them answered alike", self.repeated, self.answered_alike));
        line("orders", format!("{orders_completed} completed"));
        line("turns", format!("{turns} looked for: {turns_lost} lost, {turns_doubled} doubled"));
        line("tickets", format!("{tickets} looked for: {tickets_lost} lost, {tickets_doubled} doubled"));
        text
    }

    fn errors_text(&self) -> String {
        let errors: Vec<String> =
            self.errors.iter().map(|(class, count)| format!("{count} x {class}")).collect();
        match &errors[..] {
            [] => "none".to_owned(),
            errors => format!("{}; {} events never answered", errors.join(", "), self.given_up),
        }
    }
}
