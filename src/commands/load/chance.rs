//! Chance that can be repeated: the same seed, the same numbers.

use std::time::Duration;

/// `SplitMix64`.
pub struct Chance(u64);

impl Chance {
    /// Chance of its own for a use: what is drawn for one changes nothing for another.
    pub fn of(seed: u64, used_for: u64) -> Self {
        let mut mixing = Self(seed);
        Self(mixing.next() ^ Self(used_for).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of some.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        let at = self.next() % of.len().max(1) as u64;
        &of[usize::try_from(at).unwrap_or_default()]
    }

    /// `true` in so many of a hundred cases.
    pub fn percent(&mut self, share: u32) -> bool {
        self.next() % 100 < u64::from(share)
    }

    /// How long until the next of what comes at any time, on average after `mean`.
    pub fn wait(&mut self, mean: Duration) -> Duration {
        // 53 bits are what a number between 0 and 1 has.
        let share = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        mean.mul_f64(-(1.0 - share).ln())
    }
}
