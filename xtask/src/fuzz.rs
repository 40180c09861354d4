//! What libFuzzer makes of whatever comes from outside. It takes a nightly toolchain.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::commands::{heading, run};
use crate::packages;
use crate::repository::root;

/// What builds the targets and runs them.
const CARGO_FUZZ_VERSION: &str = "0.13.2";
/// What a target may take, in MB.
const MEMORY_MB_MAX: u32 = 2048;

/// Runs each target for so many seconds, from the fixtures and what was kept of earlier runs.
pub fn run_all(seconds: &str) -> Result<()> {
    run(Command::new("sh").arg("seed.sh").current_dir(root().join("fuzz")))?;
    for target in targets()? {
        heading(&format!("{target}, {seconds} s"));
        let (corpus, kept) = (format!("fuzz/corpus/{target}"), format!("fuzz/kept/{target}"));
        let mut fuzz = cargo_fuzz()?;
        fuzz.args(["run", &target, &corpus, &kept, "--", "-dict=fuzz/corpus/json.dict"]);
        fuzz.arg(format!("-rss_limit_mb={MEMORY_MB_MAX}")).arg(format!("-max_total_time={seconds}"));
        run(&mut fuzz).with_context(|| format!("look at fuzz/artifacts/{target}"))?;
    }
    Ok(())
}

/// The targets: a file each.
fn targets() -> Result<Vec<String>> {
    let mut targets = Vec::new();
    for file in fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        targets.extend(file?.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    targets.sort();
    Ok(targets)
}

fn cargo_fuzz() -> Result<Command> {
    let program = packages::tool("cargo-fuzz", CARGO_FUZZ_VERSION)?;
    let mut fuzz = Command::new("rustup");
    // This program's own cargo is that of another toolchain.
    fuzz.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").current_dir(root());
    fuzz.args(["run", "nightly"]).arg(program);
    Ok(fuzz)
}
