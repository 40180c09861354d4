//! The clients in other languages.

use std::process::Command;

use anyhow::Result;

use crate::commands::{cargo, run};
use crate::packages;
use crate::repository::root;

/// The Debian packages that make the client for TypeScript, each with such a program.
pub const PACKAGES: &[(&str, &str)] = &[("nodejs", "node"), ("npm", "npm")];

/// Writes what the document of the service says into the clients: the test that compares the two writes it instead.
pub fn write() -> Result<()> {
    packages::install(PACKAGES)?;
    let mut test = cargo("test");
    test.args(["--workspace", "--locked", "--test", "service", "clients::they_are_what_the_document_says"]);
    run(test.env("CARHOP_WRITE_CLIENTS", "1"))
}

/// Checks the types of the client for Python, and how it is called. Those of the other are checked as it is built.
pub fn check_types() -> Result<()> {
    let python = packages::python("clients/python", "xtask/clients/requirements.txt")?;
    let mut mypy = Command::new(python);
    mypy.args(["-m", "mypy", "--cache-dir=target/clients/mypy", "--disallow-untyped-defs"]);
    run(mypy.args(["clients/python/carhop", "clients/python/example.py"]).current_dir(root()))
}
