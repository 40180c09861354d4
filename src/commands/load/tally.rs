//! What is measured while cars come.

use std::collections::BTreeMap;
use std::time::Duration;

use hdrhistogram::Histogram;

/// The longest time that is told apart, in microseconds.
const MICROSECONDS_MAX: u64 = 600_000_000;
/// How many digits of a time are kept.
const DIGITS: u8 = 3;

/// What is measured.
#[derive(Debug)]
pub struct Tally {
    /// Events that were answered, not counting what was sent once more.
    pub answered: u64,
    /// Those that were answered while it was measured.
    pub answered_in_time: u64,
    /// Events that would have been due while it was measured, of cars whose session was over before.
    pub left_out: usize,
    /// Events that were given up.
    pub given_up: u64,
    /// Events that were sent once more.
    pub repeated: u64,
    /// Those that got the same answer, as one that was given before.
    pub answered_alike: u64,
    /// What went wrong, how often: an event may have gone wrong several times before it was answered.
    pub errors: BTreeMap<String, u64>,
    /// From when an event was due to its answer.
    pub from_due: Times,
    /// From when an event was sent to its answer.
    pub from_sent: Times,
    /// How late an event was sent whose lane did not wait for an answer.
    pub sent_late: Times,
}

impl Tally {
    /// Nothing yet.
    ///
    /// # Errors
    /// None that can occur: the limits of the histograms are sound.
    pub fn new() -> anyhow::Result<Self> {
        Ok(Self {
            answered: 0,
            answered_in_time: 0,
            left_out: 0,
            given_up: 0,
            repeated: 0,
            answered_alike: 0,
            errors: BTreeMap::new(),
            from_due: Times::new()?,
            from_sent: Times::new()?,
            sent_late: Times::new()?,
        })
    }

    /// Counts something that went wrong.
    pub fn wrong(&mut self, class: String) {
        *self.errors.entry(class).or_default() += 1;
    }
}

/// Many times.
#[derive(Debug)]
pub struct Times(Histogram<u64>);

impl Times {
    fn new() -> anyhow::Result<Self> {
        Ok(Self(Histogram::new_with_max(MICROSECONDS_MAX, DIGITS)?))
    }

    /// Adds one.
    pub fn add(&mut self, time: Duration) {
        let microseconds = u64::try_from(time.as_micros()).unwrap_or(MICROSECONDS_MAX);
        self.0.saturating_record(microseconds);
    }

    /// The time that so many of a hundred do not exceed, in milliseconds.
    pub fn percentile_ms(&self, percent: f64) -> f64 {
        self.0.value_at_percentile(percent) as f64 / 1e3
    }

    /// The mean, in milliseconds.
    pub fn mean_ms(&self) -> f64 {
        self.0.mean() / 1e3
    }

    /// The longest, in milliseconds.
    pub fn longest_ms(&self) -> f64 {
        self.0.max() as f64 / 1e3
    }
}
