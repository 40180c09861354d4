//! What a run of the tests is told by its environment, and what it can have of the machine.

use std::io::Write as _;
use std::process::Command;

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

/// What this machine can give, or a word to whoever reads the console that it is not tested. That is a failure in a CI
/// that could be root.
///
/// # Panics
/// If the run is one of a CI and the machine could give it.
pub fn given<T>(what: &str, made: Result<T, String>) -> Option<T> {
    let why = match made {
        Ok(made) => return Some(made),
        Err(why) => why,
    };
    if std::env::var_os("CI").is_some() {
        let sudo = Command::new("sudo").args(["-n", "mount", "--version"]).output();
        let could_be_root = why.contains("root") && sudo.is_ok_and(|output| output.status.success());
        assert!(!could_be_root, "{what} can be tested here: run the checks as root");
    }
    // Not by `eprintln`, which a test that passes swallows.
    let told = format!("\n!!! NOT TESTED HERE: {what}: {why} !!!\n\n");
    std::io::stderr().write_all(told.as_bytes()).unwrap();
    None
}

/// Gives what a program prints, or why it failed.
pub(crate) fn run(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program} cannot be started: {error}"));
    let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() { Ok(told(&output.stdout)) } else { Err(told(&output.stderr)) }
}
