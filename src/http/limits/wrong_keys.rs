//! Wrong keys, by the address that they come from.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::address::Address;

/// How long wrong keys are counted together.
const MINUTE: Duration = Duration::from_secs(60);
/// How many addresses are counted at once. More are not: who has so many is not held up by a count of one.
const ADDRESSES_MAX: usize = 65_536;

/// How many wrong keys came from each address in its minute.
#[derive(Debug)]
pub struct WrongKeys {
    per_minute: NonZero<u32>,
    by: Mutex<HashMap<Address, Tries>>,
}

#[derive(Clone, Copy, Debug)]
struct Tries {
    since: Instant,
    count: u32,
}

impl Tries {
    /// How long they are still counted; none if their minute is over.
    fn left(self, now: Instant) -> Option<Duration> {
        MINUTE.checked_sub(now.duration_since(self.since)).filter(|left| !left.is_zero())
    }
}

impl WrongKeys {
    /// So many a minute of each address.
    pub fn new(per_minute: NonZero<u32>) -> Self {
        Self { per_minute, by: Mutex::default() }
    }

    /// Whether an address may try a key.
    ///
    /// # Errors
    /// How long it may not.
    pub fn may_try(&self, address: Address) -> Result<(), Duration> {
        let tries = self.by().get(&address).copied().filter(|tries| tries.count >= self.per_minute.get());
        tries.and_then(|tries| tries.left(Instant::now())).map_or(Ok(()), Err)
    }

    /// Counts a wrong key.
    pub fn count(&self, address: Address) {
        let (now, mut by) = (Instant::now(), self.by());
        if by.len() >= ADDRESSES_MAX && !by.contains_key(&address) {
            return;
        }
        let tries = by.entry(address).or_insert(Tries { since: now, count: 0 });
        if tries.left(now).is_none() {
            *tries = Tries { since: now, count: 0 };
        }
        tries.count = tries.count.saturating_add(1);
    }

    /// Forgets whose minute is over.
    pub fn forget_the_quiet(&self) {
        let now = Instant::now();
        let mut by = self.by();
        by.retain(|_, tries| tries.left(now).is_some());
        by.shrink_to_fit();
    }

    fn by(&self) -> MutexGuard<'_, HashMap<Address, Tries>> {
        self.by.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_address_that_tries_too_many_waits_for_the_end_of_its_minute() {
        let keys = WrongKeys::new(NonZero::new(2).unwrap());
        let [one, other] =
            ["10.0.0.1", "10.0.0.2"].map(|text| Address::from(text.parse::<IpAddr>().unwrap()));
        keys.count(one);
        assert_eq!(keys.may_try(one), Ok(()));
        advance(Duration::from_secs(20)).await;
        keys.count(one);
        assert_eq!(keys.may_try(one), Err(Duration::from_secs(40)));
        assert_eq!(keys.may_try(other), Ok(()));
        advance(Duration::from_secs(40)).await;
        assert_eq!(keys.may_try(one), Ok(()));
        keys.forget_the_quiet();
        assert!(keys.by().is_empty());
    }
}
