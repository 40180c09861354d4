//! Chance that can be repeated.

/// `SplitMix64`: the same seed, the same numbers.
pub(super) struct Chance(u64);

impl Chance {
    /// Chance of its own for a text, so that a sentence sounds the same whatever stands beside it.
    pub fn of(seed: u64, text: &str) -> Self {
        // FNV-1a.
        let mixed = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(text.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, mixed))
    }

    /// A number from 0, smaller than `end`; 0 where there is none.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % u64::try_from(end.max(1)).unwrap_or(1)).unwrap_or_default()
    }

    /// One of some; none of nothing.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }
}
