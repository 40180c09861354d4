//! `carhop load`: how many cars a service that runs can take.
//!
//! Cars come as they come to a drive-thru, whatever the service makes of those before: a seeded plan says beforehand when each
//! says what. What was answered is asked for afterwards, turn by turn and ticket by ticket.

mod cars;
mod chance;
mod check;
mod drive;
mod find_max;
mod plan;
mod progress;
mod report;
mod round;
mod tally;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use hyper::Method;
use serde::Deserialize;
use transcript::menu_file;

use self::cars::Car;
use self::find_max::find_max;
use self::plan::{CARS_A_SECOND_MAX, Traffic};
use self::report::Report;
use self::round::Round;
use super::exit::{FINE, NOT_RIGHT};
use super::tickets::drive_thru;
use crate::client::{Called, Caller};

/// The longest mean time between two things that a car says.
const THINK_SECONDS_MAX: f64 = 60.0;

/// The most lanes of a drive-thru.
const LANES_MAX: usize = 100;

/// Which service takes how many cars, and what is told of it.
#[derive(Args)]
pub struct Load {
    #[command(flatten)]
    called: Called,
    /// Load a service that is not on this machine. It gets orders that nobody made, and its POS gets their tickets.
    #[arg(long)]
    i_own_this: bool,
    #[command(flatten)]
    traffic: Wanted,
    /// What the cars say: transcripts (*.txt), or folders of them. Without it, a few that come with Carhop, for its sample menu.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    transcripts: Vec<PathBuf>,
    /// Look for the highest rate at which all is answered and 99 % within `--p99-ms`, in rounds that begin with `--cars`.
    #[arg(long)]
    find_max: bool,
    /// How late 99 % of the answers may be, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 50, requires = "find_max", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    p99_ms: u64,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
    /// Write the report as JSON into a file too.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// The traffic that is asked for.
#[derive(Args)]
struct Wanted {
    /// How many cars come in a second, on average and on all lanes together.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number(0.01, CARS_A_SECOND_MAX))]
    cars: f64,
    /// How long it is measured, in seconds. Before it, cars come for as long as one takes to order.
    #[arg(long, value_name = "N", default_value = "30", value_parser = number(0.1, 86_400.0))]
    seconds: f64,
    /// How long a car takes from one thing that it says to the next, in seconds on average.
    #[arg(long, value_name = "N", default_value = "4", value_parser = number(0.0, THINK_SECONDS_MAX))]
    think_seconds: f64,
    /// How many lanes a drive-thru has.
    #[arg(long, value_name = "N", default_value = "2", value_parser = lanes)]
    lanes: usize,
    /// What the drive-thrus are called; a number follows.
    #[arg(long, value_name = "ID", default_value = "load", value_parser = drive_thru)]
    drive_thru: String,
    /// How many of a hundred events are sent twice.
    #[arg(long, value_name = "PERCENT", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=100))]
    repeated: u32,
    /// The same seed, the same cars at the same times.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Load {
    /// Loads the service and prints what came of it.
    ///
    /// # Errors
    /// Why it could not be loaded.
    pub fn run(&self) -> anyhow::Result<u8> {
        let service = self.called.service()?;
        if !service.is_on_loopback() && !self.i_own_this {
            bail!(
                "{service} is not on this machine: it would get orders that nobody made, and its POS their tickets. Say --i-own-this if that is what you want"
            );
        }
        let cars = if self.transcripts.is_empty() { cars::usual()? } else { cars::read(&self.transcripts)? };
        let traffic = self.traffic.traffic();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let report = runtime.block_on(async {
            let caller = service.caller()?;
            check_menu(&caller, &traffic, &cars).await?;
            let rounds = if self.find_max {
                find_max(&caller, &traffic, &cars, self.p99_ms).await?
            } else {
                vec![Round::drive(&caller, &traffic, &cars).await?]
            };
            anyhow::Ok(Report::new(
                service.to_string(),
                &traffic,
                self.find_max.then_some(self.p99_ms),
                rounds,
            ))
        })?;
        let json = format!("{}\n", serde_json::to_string_pretty(&report)?);
        if let Some(file) = &self.report {
            std::fs::write(file, &json).with_context(|| format!("cannot write {}", file.display()))?;
        }
        anstream::print!("{}", if self.json { json } else { report.text() });
        Ok(if report.is_fine() { FINE } else { NOT_RIGHT })
    }
}

impl Wanted {
    fn traffic(&self) -> Traffic {
        Traffic {
            cars_a_second: self.cars,
            measured: Duration::from_secs_f64(self.seconds),
            think: Duration::from_secs_f64(self.think_seconds),
            lanes_a_drive_thru: self.lanes,
            drive_thru: self.drive_thru.clone(),
            repeated_percent: self.repeated,
            seed: self.seed,
        }
    }
}

/// That the cars order what the service has.
async fn check_menu(caller: &Caller, traffic: &Traffic, cars: &[Car]) -> anyhow::Result<()> {
    #[derive(Deserialize)]
    struct Menu {
        id: String,
    }

    let drive_thru = traffic.drive_thru_of(0);
    let reply = caller.send(Method::GET, &format!("/v1/drive-thrus/{drive_thru}/menu"), String::new()).await;
    let reply = reply.map_err(|fault| anyhow!("{caller} cannot be loaded: {fault}"))?;
    if !reply.status.is_success() {
        bail!("{caller} does not tell the menu of {drive_thru}: {}", reply.problem());
    }
    let Menu { id } = reply.json().with_context(|| format!("{caller} does not answer as a service does"))?;
    match cars.iter().find(|car| car.menu != menu_file(&id)) {
        Some(car) => bail!(
            "{drive_thru} has the menu `{id}`, and {} orders from {}: name transcripts of its own menu with --transcripts",
            car.name,
            car.menu
        ),
        None => Ok(()),
    }
}

/// A number from one to another.
fn number(least: f64, most: f64) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        Ok(_) | Err(_) => Err(format!("use a number from {least} to {most}")),
    }
}

/// How many lanes a drive-thru has.
fn lanes(text: &str) -> Result<usize, String> {
    let lanes = text.parse().ok().filter(|lanes| (1..=LANES_MAX).contains(lanes));
    lanes.ok_or_else(|| format!("use a number from 1 to {LANES_MAX}"))
}
