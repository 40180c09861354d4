//! The pages in a real browser: their tests, and pictures of them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::commands::{build_service, heading, run};
use crate::packages;
use crate::repository::{root, target};

/// The Debian packages that bring the browser and what drives it, each with such a program.
const PACKAGES: &[(&str, &str)] = &[("chromium", "chromium"), ("nodejs", "node"), ("npm", "npm")];

/// Runs the tests of the pages.
pub fn test() -> Result<()> {
    heading("what the browser needs");
    set_up()?;
    heading("pages in a browser");
    // Two browsers at once starve each other on a small machine, and then tests wait in vain.
    run(node()?.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]))
}

/// Makes a picture of every page in every theme at every size.
pub fn screenshots(folder: Option<&str>) -> Result<()> {
    set_up()?;
    let folder = folder.map_or_else(|| target().join("screenshots"), PathBuf::from);
    fs::create_dir_all(&folder)?;
    run(node()?.arg("screenshots.mjs").arg(fs::canonicalize(folder)?))
}

/// Brings what the tests are made of, at the versions of the lock, and builds the service.
fn set_up() -> Result<()> {
    packages::install(PACKAGES)?;
    let lock = fs::read(tests().join("package-lock.json"))?;
    let installed = tests().join("node_modules/installed-lock.json");
    if fs::read(&installed).ok().as_ref() != Some(&lock) {
        let mut install = Command::new("npm");
        install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(tests());
        run(&mut install)?;
        fs::write(installed, lock)?;
    }
    build_service()
}

/// Node.js among the tests, told where the service is.
fn node() -> Result<Command> {
    let mut node = Command::new("node");
    node.current_dir(tests());
    node.env("CARHOP_BIN", fs::canonicalize(target().join("debug/carhop"))?);
    Ok(node)
}

fn tests() -> PathBuf {
    root().join("board/tests")
}
