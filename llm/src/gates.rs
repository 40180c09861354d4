//! What keeps a model from being asked: a circuit that is open, or a drive-thru's tokens that are used up.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How many failures in a row open the circuit.
const FAILURES_MAX: u32 = 5;
/// How long it stays open before one call tries again.
const OPEN_FOR: Duration = Duration::from_secs(10);
/// How long tokens are counted together.
const HOUR: Duration = Duration::from_secs(3600);
/// How many drive-thrus are counted at once. Beyond that the ones whose hour is over are forgotten.
const COUNTED_MAX: usize = 10_000;

/// Stops calls to a model that keeps failing. After a while one call tries again; if it succeeds, all may.
#[derive(Debug, Default)]
pub(super) struct Breaker(Mutex<Circuit>);

#[derive(Debug, Default)]
struct Circuit {
    failures: u32,
    /// Until when nobody asks; none while the circuit is closed.
    open_until: Option<Instant>,
}

/// Permission to ask, which must be told the outcome. Dropping it counts as neither success nor failure.
#[derive(Debug)]
#[must_use]
pub(super) struct Leave<'a>(&'a Breaker);

impl Breaker {
    /// Permission to ask, unless the circuit is open. While it is half open one call at a time gets it.
    pub fn leave(&self) -> Option<Leave<'_>> {
        let mut circuit = lock(&self.0);
        let now = Instant::now();
        match circuit.open_until {
            Some(until) if now < until => return None,
            // This call tries. If it never reports, a later one may.
            Some(_) => circuit.open_until = Some(now + OPEN_FOR),
            None => {}
        }
        Some(Leave(self))
    }
}

impl Leave<'_> {
    pub fn succeeded(self) {
        *lock(&self.0.0) = Circuit::default();
    }

    pub fn failed(self) {
        let mut circuit = lock(&self.0.0);
        circuit.failures = circuit.failures.saturating_add(1);
        if circuit.failures >= FAILURES_MAX {
            circuit.open_until = Some(Instant::now() + OPEN_FOR);
        }
    }
}

/// How many tokens each drive-thru has used in its hour.
#[derive(Debug, Default)]
pub(super) struct Budget(Mutex<BTreeMap<String, Hour>>);

#[derive(Debug)]
struct Hour {
    since: Instant,
    used: u64,
}

impl Budget {
    /// Takes tokens before they are used, if the hour has so many left.
    pub fn take(&self, drive_thru: &str, tokens: u64, per_hour: u64) -> bool {
        let now = Instant::now();
        let mut hours = lock(&self.0);
        let is_over = |hour: &Hour| now.duration_since(hour.since) >= HOUR;
        if hours.len() >= COUNTED_MAX && !hours.contains_key(drive_thru) {
            hours.retain(|_, hour| !is_over(hour));
            if hours.len() >= COUNTED_MAX {
                return false;
            }
        }
        let hour = hours.entry(drive_thru.to_owned()).or_insert(Hour { since: now, used: 0 });
        if is_over(hour) {
            *hour = Hour { since: now, used: 0 };
        }
        let used = hour.used.saturating_add(tokens);
        let is_left = used <= per_hour;
        if is_left {
            hour.used = used;
        }
        is_left
    }

    /// Corrects what was taken, once it is known what was used.
    pub fn settle(&self, drive_thru: &str, taken: u64, used: u64) {
        if let Some(hour) = lock(&self.0).get_mut(drive_thru) {
            hour.used = hour.used.saturating_sub(taken).saturating_add(used);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_model_that_keeps_failing_is_left_alone_and_then_tried_by_one_call() {
        let breaker = Breaker::default();
        for _ in 0..FAILURES_MAX {
            breaker.leave().unwrap().failed();
        }
        assert!(breaker.leave().is_none());
        advance(OPEN_FOR).await;
        let probe = breaker.leave().unwrap();
        assert!(breaker.leave().is_none(), "one call tries");
        probe.failed();
        assert!(breaker.leave().is_none());
        advance(OPEN_FOR).await;
        breaker.leave().unwrap().succeeded();
        for _ in 1..FAILURES_MAX {
            breaker.leave().unwrap().failed();
        }
        assert!(breaker.leave().is_some(), "it counts failures in a row");
    }

    #[tokio::test(start_paused = true)]
    async fn a_probe_that_is_never_heard_of_does_not_keep_the_circuit_open() {
        let breaker = Breaker::default();
        for _ in 0..FAILURES_MAX {
            breaker.leave().unwrap().failed();
        }
        advance(OPEN_FOR).await;
        drop(breaker.leave().unwrap());
        assert!(breaker.leave().is_none());
        advance(OPEN_FOR).await;
        assert!(breaker.leave().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_drive_thru_uses_no_more_tokens_than_it_has_in_an_hour() {
        let budget = Budget::default();
        assert!(budget.take("d1", 60, 100));
        assert!(!budget.take("d1", 60, 100));
        assert!(budget.take("d2", 60, 100), "another has its own");
        budget.settle("d1", 60, 20);
        assert!(budget.take("d1", 60, 100));
        advance(HOUR).await;
        assert!(budget.take("d1", 100, 100));
    }
}
