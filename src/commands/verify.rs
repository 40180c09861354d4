//! `carhop verify-durability`: whether the store of an installation keeps what it acknowledges.
//!
//! Turns are committed as the service commits them, on lanes of a drive-thru that is made up for the check, so the
//! service can be running. Nothing of them reaches the POS, and nothing of them stays.

mod lane;
mod report;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use fsm::ids::LaneKey;
use jiff::Timestamp;
use lanes::store::{DrillStore, SqliteStore, Store, StoreError, TurnStore, open_redis};
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval_at, sleep};
use uuid::Uuid;

use self::lane::{Counts, Written, patiently};
use self::report::{Disturbed, Report};
use super::exit::{FINE, NOT_RIGHT};
use crate::config::{Config, Given, Options, StoreUrl};

/// How many lanes are written to at once.
const LANES: usize = 4;
/// How often the connections are cut.
const CUT_EVERY: Duration = Duration::from_secs(1);
/// What the drive-thru of a check starts with; an id of its own follows.
const DRIVE_THRU: &str = "verify-durability";

/// Which store is checked, and how.
#[derive(Args)]
pub struct VerifyDurability {
    #[command(flatten)]
    plan: Plan,
    #[command(flatten)]
    options: Given<Options>,
}

#[derive(Args)]
struct Plan {
    /// How long to write, in seconds.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Halfway, ask the sentinels or the cluster to fail over to another master. The service feels it too.
    #[arg(long)]
    failover: bool,
    /// Print the figures as JSON.
    #[arg(long)]
    json: bool,
}

impl Plan {
    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

impl VerifyDurability {
    /// Checks the store and prints what came of it.
    ///
    /// # Errors
    /// Why it could not be checked.
    pub fn run(&self) -> anyhow::Result<u8> {
        let config = self.options.resolve()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let report = runtime.block_on(check(&config, &self.plan))?;
        if self.plan.json {
            anstream::println!("{}", serde_json::to_string_pretty(&report)?);
        } else {
            anstream::print!("{}", report.text());
        }
        Ok(if report.is_fine() { FINE } else { NOT_RIGHT })
    }
}

async fn check(config: &Config, plan: &Plan) -> anyhow::Result<Report> {
    let now = Timestamp::now();
    let run = Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{} {now}", std::process::id()).as_bytes());
    let lanes =
        (1..=LANES).map(|lane| LaneKey::new(&format!("{DRIVE_THRU}-{}", run.simple()), &lane.to_string()));
    let lanes = lanes.collect::<Result<Vec<_>, _>>()?;
    match &config.store {
        StoreUrl::Memory => {
            bail!("`memory:` keeps nothing, so there is nothing to check: name a store with --store")
        }
        StoreUrl::Sqlite if plan.failover => bail!("SQLite is one file and has nothing to fail over to"),
        StoreUrl::Sqlite => check_sqlite(config, plan, lanes).await,
        StoreUrl::Redis(url) => {
            let store = open_redis(url.as_secret(), config.redis.clone()).await?;
            check_redis(config, plan, &store, lanes).await
        }
    }
}

/// Writes to a file of its own beside the service's, which one process alone may use.
async fn check_sqlite(config: &Config, plan: &Plan, lanes: Vec<LaneKey>) -> anyhow::Result<Report> {
    let folder = Scratch::below(config)?;
    let file = folder.0.join("carhop.db");
    let (written, ()) = write(Arc::new(SqliteStore::open(&file)?), lanes, async {
        until_end(plan.time()).await;
        Ok(())
    })
    .await?;
    let counts = read_back(&SqliteStore::open(&file)?, &written).await?;
    Ok(Report::new(config, plan.seconds, counts, Disturbed::default()))
}

async fn check_redis(
    config: &Config,
    plan: &Plan,
    store: &Arc<dyn DrillStore>,
    lanes: Vec<LaneKey>,
) -> anyhow::Result<Report> {
    let checked = async {
        let (written, disturbed) =
            write(store.clone(), lanes.clone(), disturb(&**store, plan, &lanes[0])).await?;
        let counts = read_back(&**store, &written).await?;
        Ok(Report::new(config, plan.seconds, counts, disturbed))
    };
    let checked = checked.await;
    if let Err(error) = erase(&**store, &lanes).await {
        tracing::warn!(%error, "what the check wrote could not be removed");
        anstream::eprintln!("carhop: what the check wrote could not be removed: {error}");
    }
    checked
}

/// Cuts the store's connections again and again, and has it fail over halfway if that is asked for.
async fn disturb(store: &dyn DrillStore, plan: &Plan, lane: &LaneKey) -> anyhow::Result<Disturbed> {
    let mut disturbed = Disturbed::default();
    let mut end = std::pin::pin!(until_end(plan.time()));
    let half = plan.time() / 2;
    let mut halfway = std::pin::pin!(sleep(half));
    let mut cuts = interval_at(Instant::now() + CUT_EVERY / 2, CUT_EVERY);
    let mut to_fail_over = plan.failover;
    loop {
        tokio::select! {
            () = &mut end => return Ok(disturbed),
            // While the store is away there is nothing to cut.
            _ = cuts.tick() => disturbed.connections_cut += store.cut_connections().await.unwrap_or_default(),
            () = &mut halfway, if to_fail_over => {
                store.fail_over(lane).await.context("it did not fail over")?;
                disturbed.failovers += 1;
                to_fail_over = false;
                // The other half is for the new master.
                end.set(until_end(half));
            }
        }
    }
}

/// Waits until the time is up, or for Ctrl-C.
async fn until_end(time: Duration) {
    tokio::select! {
        () = sleep(time) => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

/// Writes to every lane until something else is done.
async fn write<T>(
    store: Arc<dyn TurnStore>,
    lanes: Vec<LaneKey>,
    meanwhile: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<(Vec<Written>, T)> {
    let is_over = Arc::new(AtomicBool::new(false));
    let writers = lanes.into_iter().map(|lane| {
        let (store, is_over) = (store.clone(), is_over.clone());
        tokio::spawn(async move { lane::write(&*store, lane, &is_over).await })
    });
    let writers: Vec<JoinHandle<Result<Written, StoreError>>> = writers.collect();
    drop(store);
    let done = meanwhile.await;
    is_over.store(true, Ordering::Relaxed);
    let mut written = Vec::new();
    for writer in writers {
        written.push(writer.await?);
    }
    let done = done?;
    let written: Result<Vec<_>, _> = written.into_iter().collect();
    Ok((written.context("it did not come back")?, done))
}

async fn read_back(store: &dyn Store, written: &[Written]) -> Result<Counts, StoreError> {
    let mut counts = Counts::default();
    for written in written {
        counts.add(patiently(async || lane::read_back(store, written).await).await?);
    }
    Ok(counts)
}

async fn erase(store: &dyn DrillStore, lanes: &[LaneKey]) -> Result<(), StoreError> {
    for lane in lanes {
        patiently(async || store.erase(lane).await).await?;
    }
    Ok(())
}

/// A folder that is gone with the check.
struct Scratch(PathBuf);

impl Scratch {
    fn below(config: &Config) -> anyhow::Result<Self> {
        let folder = config.options.data.join(format!("{DRIVE_THRU}-{}", std::process::id()));
        std::fs::create_dir(&folder).with_context(|| {
            format!(
                "cannot create {}: is {} the data folder?",
                folder.display(),
                config.options.data.display()
            )
        })?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            anstream::eprintln!("carhop: {} could not be removed: {error}", self.0.display());
        }
    }
}
