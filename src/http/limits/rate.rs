//! So many a second for each, and twice as many at once.

use std::fmt;
use std::hash::Hash;
use std::num::NonZero;
use std::time::Duration;

use governor::clock::{Clock as _, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

/// How many seconds' worth can be taken at once.
const AT_ONCE_SECONDS: u32 = 2;

type Instant = <MonotonicClock as governor::clock::Clock>::Instant;

/// So many a second for each `K`.
pub struct Rate<K: Hash + Eq + Clone> {
    per_second: NonZero<u32>,
    limiter: RateLimiter<K, HashMapStateStore<K>, MonotonicClock, NoOpMiddleware<Instant>>,
}

impl<K: Hash + Eq + Clone> Rate<K> {
    /// So many a second for each.
    pub fn of(per_second: NonZero<u32>) -> Self {
        let at_once = per_second.saturating_mul(NonZero::<u32>::MIN.saturating_add(AT_ONCE_SECONDS - 1));
        let quota = Quota::per_second(per_second).allow_burst(at_once);
        Self { per_second, limiter: RateLimiter::new(quota, HashMapStateStore::default(), MonotonicClock) }
    }

    /// Takes one.
    ///
    /// # Errors
    /// How long to wait for the next one.
    pub fn take(&self, of: &K) -> Result<(), Duration> {
        let now = MonotonicClock.now();
        self.limiter.check_key(of).map_err(|until| until.wait_time_from(now))
    }

    /// Forgets whoever could take all at once again.
    pub fn forget_the_quiet(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

impl<K: Hash + Eq + Clone> fmt::Display for Rate<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} a second", self.per_second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_takes_two_seconds_worth_at_once_and_then_waits() {
        // One an hour would be clearer, and one a second is what there is: the third comes within a second or waits.
        let rate = Rate::of(NonZero::<u32>::MIN);
        assert_eq!([rate.take(&"a"), rate.take(&"a")], [Ok(()), Ok(())]);
        assert!(rate.take(&"a").is_err_and(|wait| wait <= Duration::from_secs(1)));
        assert_eq!(rate.take(&"b"), Ok(()));
    }
}
