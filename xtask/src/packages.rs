//! What the tests need that `cargo` does not bring: packages of Debian and of Python, and programs from crates.io.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::commands::{cargo, run};
use crate::repository::{root, target};

/// Installs the packages whose program is not there: as root, or with a `sudo` that asks nothing. Otherwise it names
/// them.
pub fn install(packages: &[(&str, &str)]) -> Result<()> {
    let missing: Vec<&str> =
        packages.iter().filter(|(_, program)| !is_there(program)).map(|(package, _)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(" ");
    if !is_there("apt-get") {
        bail!("the tests need {names}; install them and try again");
    }
    let as_root = |words: &[&str]| {
        let mut command = if is_root()? { Command::new("env") } else { Command::new("sudo") };
        if !is_root()? {
            command.args(["-n", "env"]);
        }
        command.arg("DEBIAN_FRONTEND=noninteractive").args(words);
        run(&mut command)
            .with_context(|| format!("the tests need {names}: `apt-get install {names}` as root"))
    };
    // A package's own service would take the usual port, and is not needed.
    as_root(&["apt-get", "update", "-q"])?;
    let mut words = vec!["RUNLEVEL=1", "apt-get", "install", "-q", "-y", "--no-install-recommends"];
    words.extend(missing);
    as_root(&words)
}

/// Brings what a file names into a folder below `target`, and gives the Python that knows it. Other versions take the
/// place of those that are there.
pub fn python(folder: &str, requirements: &str) -> Result<PathBuf> {
    install(&[("virtualenv", "virtualenv")])?;
    let folder = target().join(folder);
    let python = folder.join("bin/python");
    if !python.exists() {
        run(Command::new("virtualenv").arg("--quiet").arg(&folder))?;
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:", "--requirement"]);
    run(install.arg(root().join(requirements)))?;
    Ok(python)
}

/// Builds a program under `target/tools` where it is not there yet, and gives its path. That takes a minute on two cores: it is
/// not optimized, since it runs for a second.
pub fn tool(name: &str, version: &str) -> Result<PathBuf> {
    let tools = target().join("tools");
    let program = tools.join("bin").join(name);
    if !program.exists() {
        eprintln!("{name} {version} is built, once");
    }
    let mut install = cargo("install");
    install.args([name, "--version", version, "--locked", "--debug", "--quiet", "--root"]).arg(&tools);
    run(install.env("CARGO_TARGET_DIR", tools.join("build")).env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
    Ok(program)
}

fn is_there(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    // What only root starts is not on everybody's path.
    let folders = env::split_paths(&path).chain(["/usr/sbin".into(), "/sbin".into()]);
    folders.into_iter().any(|folder| folder.join(program).is_file())
}

fn is_root() -> Result<bool> {
    let answer = Command::new("id").arg("-u").output().context("`id -u` cannot be started")?;
    Ok(answer.stdout.trim_ascii() == b"0")
}
