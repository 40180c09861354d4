//! The way of a newcomer, walked and timed: from a clone over the first build and the README's commands to a lane that speaks.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::commands::run;
use crate::repository::{root, target};

/// What somebody orders at the lane, a line each: the car in front of it, and its end.
const ORDER: &str = "/car\ntwo cheeseburgers, no pickles\nthat is it\nyes\n/left\n";
/// What the lane says in the end.
const THANKS: &str = "Thank you!";
/// How long the service may take to say where it listens.
const START_MAX: Duration = Duration::from_secs(60);

/// How the service is built.
#[derive(Clone, Copy)]
pub enum Build {
    /// As the README says.
    Release,
    /// Not optimized, which is built sooner.
    Dev,
}

/// Walks it, and says how long each step took. Nothing of an earlier build is used, but what cargo has downloaded.
pub fn walk(build: Build) -> Result<()> {
    let folder = target().join("walk");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let clone = folder.join("carhop");
    let mut steps = Steps::default();
    steps.time("clone", || {
        let mut git = Command::new("git");
        run(git.args(["clone", "--quiet", "--no-hardlinks"]).arg(root()).arg(&clone))
    })?;
    let (argument, place, name) = match build {
        Build::Release => (Some("--release"), "release", "cargo build --release"),
        Build::Dev => (None, "debug", "cargo build"),
    };
    steps.time(name, || {
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--quiet", "--locked"]).args(argument).current_dir(&clone);
        // A variable of whoever walks would lead to what was built before.
        run(cargo.env("CARGO_TARGET_DIR", clone.join("target")))
    })?;
    let binary = clone.join("target").join(place).join("carhop");
    let service = steps.time("start", || Service::start(&binary, &folder))?;
    steps.time("the README's order, to its ticket", || follow(&clone.join("README.md"), &service.url))?;
    steps
        .time("a lane that speaks: deploy/lane.py", || order(&clone.join("deploy/lane.py"), &service.url))?;
    steps.tell();
    drop(service);
    fs::remove_dir_all(&folder).context("what was walked cannot be removed")
}

#[derive(Default)]
struct Steps(Vec<(&'static str, Duration)>);

impl Steps {
    fn time<T>(&mut self, name: &'static str, step: impl FnOnce() -> Result<T>) -> Result<T> {
        let began = Instant::now();
        let done = step().with_context(|| name)?;
        self.0.push((name, began.elapsed()));
        Ok(done)
    }

    fn tell(&self) {
        for (name, took) in &self.0 {
            println!("{:>8.1} s  {name}", took.as_secs_f64());
        }
        let all: Duration = self.0.iter().map(|(_, took)| *took).sum();
        println!("{:>8.1} s  from the clone to the lane", all.as_secs_f64());
    }
}

/// The service that was built, until it is dropped.
struct Service {
    process: Child,
    url: String,
}

impl Service {
    fn start(binary: &Path, folder: &Path) -> Result<Self> {
        let said: PathBuf = folder.join("said");
        let mut serve = Command::new(binary);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.join("data"));
        let process = serve.stdout(File::create(&said)?).stderr(Stdio::null()).spawn()?;
        let mut service = Self { process, url: String::new() };
        let began = Instant::now();
        while began.elapsed() < START_MAX {
            let text = fs::read_to_string(&said)?;
            if let Some((start, _)) = text.split_once('\n') {
                let (_, address) =
                    start.rsplit_once("http://").context("it does not say where it listens")?;
                service.url = format!("http://{address}");
                return Ok(service);
            }
            thread::sleep(Duration::from_millis(10));
        }
        bail!("it said nothing within {START_MAX:?}")
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs the commands that a page marks as those to be run.
fn follow(page: &Path, url: &str) -> Result<()> {
    let text = fs::read_to_string(page)?;
    let blocks = text.split("```sh run\n").skip(1).filter_map(|block| block.split("```").next());
    let commands: String = blocks.map(|block| block.replace("http://127.0.0.1:8080", url)).collect();
    let shell = format!("set -euo pipefail\ncurl() {{ command curl --fail-with-body \"$@\"; }}\n{commands}");
    let output = Command::new("bash").args(["-c", &shell]).output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    ensure!(
        output.status.success() && said.contains(THANKS),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}

/// Orders at the lane's frontend by typing, and reads what it speaks.
fn order(frontend: &Path, url: &str) -> Result<()> {
    let mut lane = Command::new("python3");
    lane.arg(frontend).args([url, "demo", "walk"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut lane = lane.spawn().context("python3 cannot be started")?;
    lane.stdin.take().context("it has no input")?.write_all(ORDER.as_bytes())?;
    let output = lane.wait_with_output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success() && said.contains(THANKS), "{said}");
    print!("{said}");
    Ok(())
}
