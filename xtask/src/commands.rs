//! The programs that the checks start.

use std::env;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::repository::root;

/// Builds `carhop` as the tests do, behind which there is nothing left to build: another selection of packages would have
/// other features, and build half of them anew.
pub fn build_service() -> Result<()> {
    run(cargo("test").args(["--workspace", "--locked", "--test", "service", "--no-run"]))
}

/// Says what begins, and when: what a check takes is the time to the next.
pub fn heading(name: &str) {
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    eprintln!("\n== {name} (after {} s)", STARTED.elapsed().as_secs());
}

pub fn cargo(command: &str) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // What cargo tells this program of itself: build scripts that look at it would have half of everything built anew.
    let of_xtask = |name: &str| ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|start| name.starts_with(start));
    for (name, _) in env::vars_os().filter(|(name, _)| name.to_str().is_some_and(of_xtask)) {
        cargo.env_remove(name);
    }
    cargo.current_dir(root()).arg(command);
    cargo
}

pub fn run(command: &mut Command) -> Result<()> {
    let words: Vec<_> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let line = words.join(" ");
    let status = command.status().with_context(|| format!("`{line}` cannot be started"))?;
    if !status.success() {
        bail!("`{line}` failed: {status}");
    }
    Ok(())
}
