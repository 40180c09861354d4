//! The checks, in the order in which they fail fastest.

use std::process::Command;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::browser;
use crate::clients;
use crate::commands::{cargo, heading, run};
use crate::instructions;
use crate::invariants;
use crate::manifests;
use crate::openapi;
use crate::packages;
use crate::repository::{Repository, root};
use crate::sbom;

/// The newest that builds with the Rust of `Cargo.toml`.
const CARGO_DENY_VERSION: &str = "0.20.2";

/// The Debian packages that the tests start programs of, each with such a program.
const PACKAGES: &[(&str, &str)] = &[
    ("redis-server", "redis-server"),
    ("redis-sentinel", "redis-sentinel"),
    ("e2fsprogs", "mkfs.ext4"),
    ("xfsprogs", "xfs_io"),
    ("eatmydata", "eatmydata"),
    ("iproute2", "ip"),
    ("curl", "curl"),
    ("openssl", "openssl"),
];

/// How long the checks may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// What every change runs.
    Normal,
    /// What a night has time for.
    Nightly,
}

/// Runs every check and stops at the first that fails.
pub fn test(size: Size) -> Result<()> {
    let start = Instant::now();
    heading("format");
    run(cargo("fmt").args(["--all", "--check"]))?;
    heading("lints");
    run(cargo("clippy").args(["--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))?;
    heading("smallest set of features");
    run(cargo("clippy").args([
        "--package",
        "carhop",
        "--no-default-features",
        "--locked",
        "--",
        "-D",
        "warnings",
    ]))?;
    heading("invariants");
    hold_invariants()?;
    heading("what the tests need");
    packages::install(PACKAGES)?;
    packages::install(clients::PACKAGES)?;
    heading("types of the client for Python");
    clients::check_types()?;
    heading("manifests for Kubernetes");
    manifests::check()?;
    heading("tests");
    let mut tests = cargo("test");
    if size == Size::Nightly {
        tests.env("CARHOP_NIGHTLY", "1");
    }
    run(tests.args(["--workspace", "--locked"]))?;
    // What waits for browsers leaves half of a small machine to the checks below, which leave the service alone; one of them
    // counts instructions, of which other programs change none.
    let pages = browser::begin()?;
    heading("instructions");
    instructions::check()?;
    heading("documentation");
    run(cargo("doc").args(["--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    heading("licenses, bans, sources");
    check_dependencies()?;
    pages.finish()?;
    if size == Size::Nightly {
        openapi::test()?;
        heading("what the service is made of");
        sbom::write(None)?;
    }
    eprintln!("\nEverything holds ({} s).", start.elapsed().as_secs());
    Ok(())
}

/// Cuts the power under every store so many times, and under the controls.
pub fn power_cut(cuts: &str) -> Result<()> {
    packages::install(PACKAGES)?;
    let mut tests = cargo("test");
    tests.args(["--package", "carhop", "--locked", "--test", "service", "power_cut", "--", "--nocapture"]);
    run(tests.env("CARHOP_POWER_CUTS", cuts))
}

/// Runs the benchmarks.
pub fn bench() -> Result<()> {
    run(cargo("bench").args(["--workspace", "--locked"]))
}

/// Checks the invariants of this repository.
pub fn hold_invariants() -> Result<()> {
    let broken = invariants::broken(&Repository::read()?);
    for line in &broken {
        eprintln!("{line}");
    }
    if !broken.is_empty() {
        bail!("{} invariants are broken", broken.len());
    }
    Ok(())
}

fn check_dependencies() -> Result<()> {
    let deny = packages::tool("cargo-deny", CARGO_DENY_VERSION)?;
    run(Command::new(deny).current_dir(root()).args([
        "--locked",
        "check",
        "--hide-inclusion-graph",
        "licenses",
        "bans",
        "sources",
    ]))
}
