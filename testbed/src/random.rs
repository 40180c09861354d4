//! Chance that can be repeated.

/// What a run is decided by: `CARHOP_SEED`, or always the same. Says how to repeat it, which a failing test shows.
///
/// # Panics
/// If `CARHOP_SEED` is no number.
pub fn seed() -> u64 {
    let seed = std::env::var("CARHOP_SEED").map_or(20_261_121, |seed| seed.parse().expect("a number"));
    println!("CARHOP_SEED={seed} repeats this run");
    seed
}

/// `SplitMix64`: the same seed, the same numbers.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Chance of its own for something that has a name.
    pub fn of(seed: u64, name: &str) -> Self {
        // FNV-1a.
        Self(name.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    /// A number from 0, smaller than `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    /// `true` in so many of a hundred cases.
    pub fn percent(&mut self, share: u64) -> bool {
        self.below(100) < share
    }
}
