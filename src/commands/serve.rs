//! `carhop serve`: opens the store, the lanes and the listener, and closes them in order.

mod reload;
mod telemetry;

use std::env;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use jiff::{SignedDuration, Timestamp};
use lanes::pos::emitter::Emitter;
use lanes::service::Lanes;
use lanes::store::Store;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use rustix::process::{Resource, Rlimit, Signal, getrlimit, setrlimit};
use tokio::net::TcpSocket;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;
use tokio::time::{Duration, Instant, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;

use self::reload::Reload;
use self::telemetry::Telemetry;
use super::exit::FINE;
use crate::config::{Config, Given, Hosts, Options, without_secrets, word};
use crate::http::limit::Limit;
use crate::http::limits::Limits;
use crate::http::live::Live;
use crate::http::server::Door;
use crate::http::tls::Tls;
use crate::http::{self, App, DriveThrus};
use crate::keys::Keyring;
use crate::wiring::{self, Wiring};

/// How many connections may wait to be taken: as many as there may be. Those behind them would have to try again after a second.
const BACKLOG: u32 = 4096;
/// Event ids are kept so long after their session ended.
const EVENTS_KEPT: SignedDuration = SignedDuration::from_hours(24);
/// Event ids that are no longer needed are looked for this often.
const FORGET_EVERY: Duration = Duration::from_secs(600);
/// What is stored is checked this often at most, and otherwise after so many times what the last check took.
const CHECK_EVERY_MIN: Duration = Duration::from_secs(3);
const CHECK_PAUSE_FACTOR: u32 = 50;
/// Keys and certificates that change are in use after this.
const LOOK_AT_FILES_EVERY: Duration = Duration::from_secs(1);
/// Times that were measured are counted into their buckets this often, so that they do not pile up where nobody asks.
const COUNT_TIMES_EVERY: Duration = Duration::from_secs(5);
/// Callers who have taken nothing lately are forgotten this often.
const FORGET_THE_QUIET_EVERY: Duration = Duration::from_secs(60);
/// Upper bounds of a turn's time, in seconds.
const TURN_SECONDS_BUCKETS: &[f64] =
    &[0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];
/// Upper bounds of a ticket's age when the POS takes it, in seconds.
const TICKET_SECONDS_BUCKETS: &[f64] =
    &[0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3600.0, 14_400.0, 86_400.0];

/// What is served.
#[derive(Args)]
pub struct Serve {
    #[command(flatten)]
    options: Given<Options>,
    /// Print the configuration in effect, as TOML, and stop.
    #[arg(long)]
    print_config: bool,
    /// Start on a store that is empty, or another than the one that this data folder was used with.
    #[arg(long)]
    accept_new_store: bool,
}

impl Serve {
    /// Serves until it is told to stop.
    ///
    /// # Errors
    /// What cannot be opened.
    pub fn run(&self) -> anyhow::Result<u8> {
        let config = self.options.resolve()?;
        if self.print_config {
            anstream::print!("{}", config.options.to_toml()?);
            return Ok(FINE);
        }
        let telemetry = Telemetry::start(&config)?;
        allow_many_files();
        #[cfg(debug_assertions)]
        arm_fail_point()?;
        tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(serve(
            &self.options,
            &config,
            self.accept_new_store,
        ))?;
        telemetry.end();
        Ok(FINE)
    }
}

async fn serve(given: &Given<Options>, config: &Config, accepts_new_store: bool) -> anyhow::Result<()> {
    let has_secret = |argument: &str| argument.contains("://") && without_secrets(argument) != argument;
    if env::args_os().any(|argument| has_secret(&argument.to_string_lossy())) {
        tracing::warn!(
            "a URL on the command line has a login or a query, which whoever is on this machine can read: set the option's \
             variable, write it into the file of --config, or name a file with it, such as by --store-file"
        );
    }
    outlive_full_files().context("the signal of files that are full")?;
    let options = &config.options;
    let keys = Keyring::open(options.keys())?;
    wiring::exposure::check(options, &keys)?;
    let tls = match (options.tls_cert.clone(), options.tls_key.clone()) {
        (Some(certificate), Some(key)) => Some(Tls::open(certificate, key)?),
        (None | Some(_), _) => None,
    };
    let metrics = PrometheusBuilder::new()
        .set_buckets(TURN_SECONDS_BUCKETS)?
        .set_buckets_for_metric(
            Matcher::Full("carhop_ticket_age_seconds".to_owned()),
            TICKET_SECONDS_BUCKETS,
        )?
        .install_recorder()
        .context("the metrics recorder")?;
    Limit::show_all();
    lanes::meters::show_all();
    let wiring = Wiring::load(config)?;
    let languages = wiring.languages.clone();
    let menu_name = wiring.menu.book.menu.name.clone();
    wiring::identity::check_file(config, accepts_new_store)?;
    let store = wiring::store(config).await?;
    wiring::identity::check(&*store, config, accepts_new_store).await?;
    let emitter: Arc<dyn Emitter> = wiring::emitter(config).await?.into();
    let listener = listen(options.listen)?;
    let address = listener.local_addr()?;
    let for_operators = match options.health_listen {
        Some(address) => Some(listen(address)?),
        None => None,
    };
    let lanes = wiring.open(store.clone(), config).await?;
    lanes.start_outbox(emitter.clone());
    lanes.start_alarm();
    let limits = Arc::new(Limits::new(&options.limits, options.behind_proxy, keys.clone()));
    let places = limits.connections();
    let reload = Reload {
        given: given.clone(),
        options: options.clone(),
        languages: languages.clone(),
        lanes: lanes.clone(),
        limits: limits.clone(),
        keys: keys.clone(),
        tls: tls.clone(),
    };
    let upkeep = [
        tokio::spawn(reload.at_signals(signal(SignalKind::hangup())?)),
        tokio::spawn(forget(store.clone(), lanes.clone())),
        tokio::spawn(check_store(lanes.clone())),
        tokio::spawn(count_times(metrics.clone())),
        tokio::spawn(forget_the_quiet(limits.clone())),
    ];
    follow_files(keys.clone(), tls.clone()).context("the thread that follows files")?;

    let live = Live::default();
    // Whoever reads that it serves may stop it.
    let stop = stopped(live.draining.clone(), Duration::from_secs(options.drain_seconds))?;
    let scheme = if tls.is_some() { "https" } else { "http" };
    announce(&menu_name, &format!("{scheme}://{address}"), for_operators.as_ref(), &keys, options)?;
    tracing::info!(%address, store = %config.store, emitter = word(&options.pos_emitter), "serving");

    let settings = Arc::new(config.settings.clone());
    let speaks_tls = options.behind_proxy || tls.is_some();
    let drive_thrus = DriveThrus::new(lanes.clone(), settings.clone(), keys.clone());
    let hosts = Hosts::new(options.listen.ip(), &options.hosts);
    let app = Arc::new(App {
        lanes: lanes.clone(),
        metrics,
        live: live.clone(),
        limits,
        settings,
        languages,
        hosts,
        keys,
        passes: store,
        emitter,
        drive_thrus,
        speaks_tls,
    });
    let mut doors = vec![Door::main(listener, tls, http::router(app.clone()), places)];
    if let Some(listener) = for_operators {
        let hosts = Hosts::new(listener.local_addr()?.ip(), &options.hosts);
        doors.push(Door::health(listener, http::health_router(app, hosts)));
    }
    http::server::serve(doors, live, stop).await?;
    upkeep.iter().for_each(JoinHandle::abort);
    lanes.close().await;
    tracing::info!("stopped; every turn that was taken is stored");
    Ok(())
}

/// Says where everything is. A person who starts it by hand looks here, not into the log.
fn announce(
    menu_name: &str,
    url: &str,
    for_operators: Option<&TcpListener>,
    keys: &Keyring,
    options: &Options,
) -> anyhow::Result<()> {
    let health = match for_operators {
        Some(listener) => format!("http://{}", listener.local_addr()?),
        None => url.to_owned(),
    };
    anstream::println!("Carhop serves \"{menu_name}\" on {url}");
    anstream::println!("  try it     {url}/sim");
    anstream::println!("  board      {url}/board/demo/1");
    anstream::println!("  crew       {url}/crew/demo");
    anstream::println!("  interface  {url}/openapi.json and {url}/asyncapi.json");
    anstream::println!("  health     {health}/readyz and {health}/metrics");
    anstream::println!("  data       {}", options.data.display());
    anstream::println!("  keys       {}", keys_in_words(keys, options));
    Ok(())
}

fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listen = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)?.into_std()
    };
    listen().with_context(|| format!("cannot listen on {address}"))
}

/// Follows the files of the keys and of the certificate to the end of the process. A thread of its own goes on where the
/// runtime can have no more of them: a key that is revoked must open nothing then either.
fn follow_files(keys: Keyring, tls: Option<Tls>) -> std::io::Result<()> {
    let follow = move || {
        loop {
            std::thread::sleep(LOOK_AT_FILES_EVERY);
            keys.look();
            tls.iter().for_each(Tls::look);
        }
    };
    std::thread::Builder::new().name("files".to_owned()).spawn(follow).map(drop)
}

fn keys_in_words(keys: &Keyring, options: &Options) -> String {
    let file = options.keys();
    match keys.is_open() {
        true => {
            "none: whoever is on this machine may do everything; `carhop keys create` makes one".to_owned()
        }
        false => format!("{} that are good, in {}", keys.valid(), file.path().display()),
    }
}

/// Waits for SIGTERM or Ctrl-C, and then drains: for so long the service says that it is not ready, and goes on. A second
/// signal ends that.
fn stopped(draining: CancellationToken, drain: Duration) -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut told = async move || {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    Ok(async move {
        told().await;
        draining.cancel();
        if !drain.is_zero() {
            tracing::info!(seconds = drain.as_secs(), "draining: not ready any more, and still answering");
            // Whoever asks twice does not want to wait.
            let _ = timeout(drain, told()).await;
        }
        tracing::info!("stopping: finishing the turns under way");
    })
}

/// Lets the process die where a test says. A release build cannot be told to.
#[cfg(debug_assertions)]
fn arm_fail_point() -> anyhow::Result<()> {
    let Ok(point) = std::env::var("CARHOP_DIE_AT") else { return Ok(()) };
    lanes::step::arm(&point).map_err(anyhow::Error::msg).context("CARHOP_DIE_AT")
}

async fn forget(store: Arc<dyn Store>, lanes: Lanes) {
    let mut ticks = interval(FORGET_EVERY);
    loop {
        ticks.tick().await;
        let Ok(before) = Timestamp::now().checked_sub(EVENTS_KEPT) else { continue };
        if let Err(error) = store.forget_events(before).await {
            tracing::warn!(%error, "old event ids could not be forgotten");
        }
        if let Err(error) = lanes.forget_old().await {
            tracing::warn!(%error, "old sessions could not be forgotten");
        }
    }
}

/// Checks what is stored again and again, and takes little of a processor for it.
async fn check_store(lanes: Lanes) {
    let mut wait = CHECK_EVERY_MIN;
    loop {
        sleep(wait).await;
        let began = Instant::now();
        lanes.check_store().await;
        wait = CHECK_EVERY_MIN.max(began.elapsed() * CHECK_PAUSE_FACTOR);
    }
}

async fn forget_the_quiet(limits: Arc<Limits>) {
    let mut ticks = interval(FORGET_THE_QUIET_EVERY);
    loop {
        ticks.tick().await;
        limits.forget_the_quiet();
    }
}

async fn count_times(metrics: PrometheusHandle) {
    let mut ticks = interval(COUNT_TIMES_EVERY);
    loop {
        ticks.tick().await;
        metrics.run_upkeep();
    }
}

/// A file that may not become larger fails the write, which is told, and does not end the process.
fn outlive_full_files() -> std::io::Result<()> {
    // Whoever listens takes the place of what the system does otherwise, for as long as the process lives.
    signal(SignalKind::from_raw(Signal::XFSZ.as_raw())).map(drop)
}

/// Each connection is a file to the system: as many may be open as the process may allow itself.
fn allow_many_files() {
    let limit = getrlimit(Resource::Nofile);
    let all = Rlimit { current: limit.maximum, ..limit };
    if let Err(error) = setrlimit(Resource::Nofile, all) {
        tracing::warn!(%error, "no more files can be opened at once than before");
    }
}
