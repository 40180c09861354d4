//! What a run of the tests is told by its environment.

/// What chance decides by: `CARHOP_SEED`, or always the same. Says how to repeat the run, which a failing test shows.
///
/// # Panics
/// If `CARHOP_SEED` is no number.
pub fn seed() -> u64 {
    let seed = std::env::var("CARHOP_SEED").map_or(20_261_121, |seed| seed.parse().expect("a number"));
    println!("CARHOP_SEED={seed} repeats this run");
    seed
}

/// Whether there is a night's time: `CARHOP_NIGHTLY` is set.
pub fn is_nightly() -> bool {
    std::env::var_os("CARHOP_NIGHTLY").is_some()
}
