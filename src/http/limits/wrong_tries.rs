//! Wrong keys and codes: so many a minute for each `Of` that is counted, such as the address that they come from.

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How long wrong ones are counted together.
const MINUTE: Duration = Duration::from_secs(60);
/// How many addresses are counted at once. More are not: who has so many is not held up by a count of one.
const COUNTED_MAX: usize = 65_536;

/// How many wrong ones there were of each in its minute.
#[derive(Debug)]
pub struct WrongTries<Of> {
    per_minute: NonZero<u32>,
    by: Mutex<HashMap<Of, Tries>>,
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

impl<Of: Hash + Eq> WrongTries<Of> {
    /// So many a minute of each.
    pub fn new(per_minute: NonZero<u32>) -> Self {
        Self { per_minute, by: Mutex::default() }
    }

    /// Whether one more may be tried.
    ///
    /// # Errors
    /// How long it may not.
    pub fn may_try(&self, of: &Of) -> Result<(), Duration> {
        self.may_try_now(&self.by(), of, Instant::now())
    }

    /// Counts a wrong one.
    pub fn count(&self, of: Of) {
        count(&mut self.by(), of, Instant::now());
    }

    /// Counts one before it is known whether it is wrong: many at once are no way around the limit.
    ///
    /// # Errors
    /// How long none may be tried.
    pub fn take(&self, of: Of) -> Result<(), Duration> {
        let (now, mut by) = (Instant::now(), self.by());
        self.may_try_now(&by, &of, now)?;
        count(&mut by, of, now);
        Ok(())
    }

    /// Forgets one that was counted and is right.
    pub fn give_back(&self, of: &Of) {
        if let Some(tries) = self.by().get_mut(of) {
            tries.count = tries.count.saturating_sub(1);
        }
    }

    /// Forgets whose minute is over.
    pub fn forget_the_quiet(&self) {
        let now = Instant::now();
        let mut by = self.by();
        by.retain(|_, tries| tries.left(now).is_some());
        by.shrink_to_fit();
    }

    fn may_try_now(&self, by: &HashMap<Of, Tries>, of: &Of, now: Instant) -> Result<(), Duration> {
        let tries = by.get(of).filter(|tries| tries.count >= self.per_minute.get());
        tries.and_then(|tries| tries.left(now)).map_or(Ok(()), Err)
    }

    fn by(&self) -> MutexGuard<'_, HashMap<Of, Tries>> {
        self.by.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn count<Of: Hash + Eq>(by: &mut HashMap<Of, Tries>, of: Of, now: Instant) {
    if by.len() >= COUNTED_MAX && !by.contains_key(&of) {
        return;
    }
    let tries = by.entry(of).or_insert(Tries { since: now, count: 0 });
    if tries.left(now).is_none() {
        *tries = Tries { since: now, count: 0 };
    }
    tries.count = tries.count.saturating_add(1);
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    fn tries(per_minute: u32) -> WrongTries<&'static str> {
        WrongTries::new(NonZero::new(per_minute).unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn who_tries_too_many_waits_for_the_end_of_the_minute() {
        let keys = tries(2);
        keys.count("one");
        assert_eq!(keys.may_try(&"one"), Ok(()));
        advance(Duration::from_secs(20)).await;
        keys.count("one");
        assert_eq!(keys.may_try(&"one"), Err(Duration::from_secs(40)));
        assert_eq!(keys.may_try(&"other"), Ok(()));
        advance(Duration::from_secs(40)).await;
        assert_eq!(keys.may_try(&"one"), Ok(()));
        keys.forget_the_quiet();
        assert!(keys.by().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_tried_counts_until_it_is_right() {
        let codes = tries(2);
        assert_eq!([codes.take("one"), codes.take("one")], [Ok(()), Ok(())]);
        assert_eq!([codes.take("one"), codes.take("other")], [Err(MINUTE), Ok(())]);
        codes.give_back(&"one");
        assert_eq!([codes.take("one"), codes.take("one")], [Ok(()), Err(MINUTE)]);
        advance(MINUTE).await;
        assert_eq!(codes.take("one"), Ok(()));
    }
}
