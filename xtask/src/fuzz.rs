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

/// Runs each target for so many seconds, from the fixtures and what was kept of earlier runs, and keeps what reached anything
/// that the others did not.
pub fn run_all(seconds: &str) -> Result<()> {
    let fuzz = root().join("fuzz");
    run(Command::new("sh").arg("seed.sh").current_dir(&fuzz))?;
    for target in targets()? {
        heading(&format!("{target}, {seconds} s"));
        let (corpus, least) = (format!("corpus/{target}"), format!("corpus/{target}.least"));
        let kept = format!("kept/{target}.tar.xz");
        if fuzz.join(&kept).exists() {
            run(Command::new("tar").args(["-xJf", &kept, "-C", &corpus]).current_dir(&fuzz))?;
        }
        let mut search = cargo_fuzz()?;
        search.args(["run", &target, &format!("fuzz/{corpus}"), "--", "-dict=fuzz/corpus/json.dict"]);
        search.arg(format!("-rss_limit_mb={MEMORY_MB_MAX}")).arg(format!("-max_total_time={seconds}"));
        run(&mut search).with_context(|| format!("look at fuzz/artifacts/{target}"))?;
        fs::create_dir_all(fuzz.join(&least))?;
        let mut merge = cargo_fuzz()?;
        merge.args(["run", &target, &format!("fuzz/{least}"), &format!("fuzz/{corpus}"), "--", "-merge=1"]);
        run(merge.arg(format!("-rss_limit_mb={MEMORY_MB_MAX}")))?;
        let mut pack = Command::new("tar");
        pack.args(["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"]);
        run(pack.args(["-cJf", &kept, "-C", &least, "."]).current_dir(&fuzz))?;
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
