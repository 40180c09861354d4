//! A voice and a recognizer on this machine, so that the tests can speak to the service.

use std::process::Command;

use anyhow::{Context as _, Result};

use crate::commands::{build_service, heading, run};
use crate::packages;
use crate::repository::{root, target};

/// Speaks the orders of `fixtures/voice` to the service, and counts what it understands.
pub fn test() -> Result<()> {
    heading("the voice and the recognizers");
    // 700 MB in all.
    let python = packages::python("voice/python", "xtask/voice/requirements.txt")
        .context("the voice cannot be had from the Python index; it takes Python 3.11 on x86-64 Linux")?;
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
