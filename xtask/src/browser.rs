//! The pages in a real browser: their tests, and pictures of them.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command};

use anyhow::{Context as _, Result, bail};

use crate::commands::{build_service, heading, run};
use crate::packages;
use crate::repository::{root, target};

/// The Debian packages that bring the browser and what drives it, each with such a program.
const PACKAGES: &[(&str, &str)] = &[("chromium", "chromium"), ("nodejs", "node"), ("npm", "npm")];

/// Runs the tests of the pages.
pub fn test() -> Result<()> {
    set_up()?;
    run(&mut all()?)
}

fn all() -> Result<Command> {
    let mut node = node()?;
    // Two browsers at once starve each other on a small machine, and then tests wait in vain.
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]);
    Ok(node)
}

/// The tests of the pages, while they run beside other checks; stopped if nobody waits for their end.
pub struct Pages {
    tests: Child,
    output: PathBuf,
}

/// Begins the tests of the pages.
pub fn begin() -> Result<Pages> {
    heading("what the browser needs");
    set_up()?;
    let output = target().join("pages.log");
    let log = File::create(&output)?;
    let tests = all()?.stdout(log.try_clone()?).stderr(log).spawn().context("Node.js cannot be started")?;
    Ok(Pages { tests, output })
}

impl Pages {
    /// Waits for the end of the tests, and shows what they said.
    pub fn finish(mut self) -> Result<()> {
        heading("pages in a browser");
        let status = self.tests.wait()?;
        eprint!("{}", String::from_utf8_lossy(&fs::read(&self.output)?));
        if !status.success() {
            bail!("the tests of the pages failed: {status}");
        }
        Ok(())
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // It has ended already where somebody waited for it.
        let _ = self.tests.kill();
    }
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
