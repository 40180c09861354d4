//! The configuration: the command line wins over the environment, that over the file, that over the defaults.
//!
//! Options are plain structs with a value for every option. Serde fills them from the file and their `Default`, then clap sets
//! what was [`Given`] on the command line and in the environment. [`Config`] is what they make when they are checked.

mod defaults;
mod drive_thru;
mod faults;
mod given;
mod hosts;
mod limits;
mod llm_server;
mod secret_url;
mod secrets;
mod specialists;
mod store_url;
mod suggest;
mod template;
mod words;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use agents::llm::LlmSettings;
use agents::profiles::Profile;
use anyhow::{Context as _, anyhow, bail};
use clap::{ArgAction, Args};
use lanes::settings::Settings;
use lanes::store::RedisSettings;
use rules::KnownAgents;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use self::drive_thru::{DEADLINE_MS_MAX, DriveThruOptions};
pub use self::given::Given;
pub use self::hosts::{HostName, Hosts};
pub use self::limits::LimitOptions;
pub use self::llm_server::LlmOptions;
pub use self::secret_url::{SecretUrl, without_secrets};
pub use self::secrets::Secrets;
#[cfg(feature = "llm")]
pub use self::specialists::LLM;
pub use self::store_url::{RedisUrl, StoreUrl};
pub use self::template::template;
pub use self::words::{DurabilityWord, LogFormat, PosEmitter, one_of, word};

use self::faults::faults;
use self::secret_url::Unquoted;
use self::secrets::url_in_effect;
use crate::keys::KeyFile;

/// The longest drain: whoever asks a process to stop kills it sooner or later.
const DRAIN_SECONDS_MAX: u64 = 600;
/// Audit logs are kept for at least so many days: event ids are kept for a day after the session's end, and are found in its
/// audit log then.
const AUDIT_DAYS_MIN: u32 = 2;

/// What can be set. Every option is a flag, a variable `CARHOP_...` and a line of the file.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// A TOML file with the same options, without the dashes (`pos_emitter = "none"`).
    #[arg(long, env = "CARHOP_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    config: Option<PathBuf>,
    /// Where to listen [default: 127.0.0.1:8080].
    #[arg(long, env = "CARHOP_LISTEN", value_name = "ADDR")]
    pub listen: SocketAddr,
    /// Names by which the service is called besides its address, such as `carhop.example`, with commas in between.
    #[arg(long, env = "CARHOP_HOSTS", value_name = "NAMES", value_delimiter = ',')]
    pub hosts: Vec<HostName>,
    /// The file of the keys that `carhop keys` makes; processes on the same lanes share it [default: keys.json in the data folder].
    #[arg(long, env = "CARHOP_KEYS_FILE", value_name = "FILE")]
    pub keys_file: Option<PathBuf>,
    /// The certificate to show, with those that vouch for it, in PEM; read again when it changes.
    #[arg(long, env = "CARHOP_TLS_CERT", value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,
    /// Its key, in PEM.
    #[arg(long, env = "CARHOP_TLS_KEY", value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
    /// Whether a proxy in front of the service speaks TLS, so that it may listen beyond this machine [default: false].
    #[arg(long, env = "CARHOP_BEHIND_PROXY", value_name = "BOOL", action = ArgAction::Set, num_args = 0..=1, default_missing_value = "true")]
    pub behind_proxy: bool,
    /// Where `/healthz`, `/readyz` and `/metrics` are answered besides, without a key or TLS, such as `127.0.0.1:9090`.
    #[arg(long, env = "CARHOP_HEALTH_LISTEN", value_name = "ADDR")]
    pub health_listen: Option<SocketAddr>,
    /// How many seconds it goes on answering after it was told to stop, while `/readyz` is red, so that a load balancer sends
    /// it nothing more [default: 0].
    #[arg(long, env = "CARHOP_DRAIN_SECONDS", value_name = "SECONDS")]
    pub drain_seconds: u64,
    /// The folder for everything that is kept [default: data].
    #[arg(long, env = "CARHOP_DATA", value_name = "DIR")]
    pub data: PathBuf,
    /// `sqlite:` in the data folder, `memory:`, or Redis for several processes: `redis://HOST:PORT`, `rediss://...`,
    /// `redis://HOST:PORT,HOST:PORT` for a cluster, `redis+sentinel://HOST:PORT,HOST:PORT/MASTER` [default: sqlite:].
    #[arg(long, env = "CARHOP_STORE", value_name = "URL", hide_env_values = true, value_parser = Unquoted::<StoreUrl>::new())]
    pub store: Option<StoreUrl>,
    /// A file with the URL of the store instead, for command lines can be seen.
    #[arg(long, env = "CARHOP_STORE_FILE", value_name = "FILE", conflicts_with = "store")]
    pub store_file: Option<PathBuf>,
    /// What Redis must keep; its configuration is checked for it [default: always].
    #[arg(long, env = "CARHOP_DURABILITY", value_name = "LEVEL")]
    pub durability: DurabilityWord,
    /// With `replicated`: how many replicas have a turn before it is answered [default: 1].
    #[arg(long, env = "CARHOP_REPLICAS_MIN", value_name = "N")]
    pub replicas_min: u32,
    /// How many days Redis keeps audit logs, and tickets that the POS has [default: 30].
    #[arg(long, env = "CARHOP_AUDIT_DAYS", value_name = "DAYS")]
    pub audit_days: u32,
    /// How many turns of one session Redis keeps [default: 10000].
    #[arg(long, env = "CARHOP_AUDIT_TURNS_MAX", value_name = "N")]
    pub audit_turns_max: u32,
    /// The menu of every drive-thru that has none of its own [default: a sample menu].
    #[arg(long, env = "CARHOP_MENU", value_name = "FILE")]
    pub menu: Option<PathBuf>,
    /// How many MiB the menus that drive-thrus have of their own may take together while they are compiled; those that were used
    /// longest ago are let go, and compiled again when they are used [default: 256].
    #[arg(long, env = "CARHOP_MENU_MEMORY_MIB", value_name = "MIB")]
    pub menu_memory_mib: u32,
    /// What the house of that menu says of itself: hours, ways to pay [default: with the sample menu a sample, else nothing].
    #[arg(long, env = "CARHOP_HOUSE_FILE", value_name = "FILE")]
    pub house_file: Option<PathBuf>,
    /// A folder of language packs, each a folder named by its tag, besides those that are built in.
    #[arg(long, env = "CARHOP_LANGUAGES", value_name = "DIR")]
    pub languages: Option<PathBuf>,
    /// How tickets get to the POS [default: file].
    #[arg(long, env = "CARHOP_POS_EMITTER", value_name = "EMITTER")]
    pub pos_emitter: PosEmitter,
    /// Where the emitter `webhook` posts tickets to.
    #[arg(long, env = "CARHOP_WEBHOOK_URL", value_name = "URL", hide_env_values = true)]
    pub webhook_url: Option<SecretUrl>,
    /// A file with that URL instead.
    #[arg(long, env = "CARHOP_WEBHOOK_URL_FILE", value_name = "FILE", conflicts_with = "webhook_url")]
    pub webhook_url_file: Option<PathBuf>,
    /// What signs them: the variable `CARHOP_WEBHOOK_SECRETS` or a line of the file, for command lines can be seen.
    #[arg(skip)]
    #[serde(skip_serializing)]
    pub webhook_secrets: Secrets,
    /// A file with the secrets that sign them, `whsec_...`, a line each.
    #[arg(long, env = "CARHOP_WEBHOOK_SECRETS_FILE", value_name = "FILE")]
    pub webhook_secrets_file: Option<PathBuf>,
    /// Whether the URL may be on this machine, also without TLS [default: false].
    #[arg(long, env = "CARHOP_WEBHOOK_ALLOW_LOOPBACK", value_name = "BOOL", action = ArgAction::Set)]
    pub webhook_allow_loopback: bool,
    /// Whether the URL may be on a private network [default: false].
    #[arg(long, env = "CARHOP_WEBHOOK_ALLOW_PRIVATE", value_name = "BOOL", action = ArgAction::Set)]
    pub webhook_allow_private: bool,
    /// The Redis of the emitter `redis_stream`, as `--store` names one [default: the store's].
    #[arg(long, env = "CARHOP_REDIS_STREAM_URL", value_name = "URL", hide_env_values = true, value_parser = Unquoted::<RedisUrl>::new())]
    #[serde(skip_serializing)]
    pub redis_stream_url: Option<RedisUrl>,
    /// A file with that URL instead.
    #[arg(
        long,
        env = "CARHOP_REDIS_STREAM_URL_FILE",
        value_name = "FILE",
        conflicts_with = "redis_stream_url"
    )]
    pub redis_stream_url_file: Option<PathBuf>,
    /// The printer of the emitter `escpos`, such as `192.168.1.50:9100`.
    #[arg(long, env = "CARHOP_ESCPOS_ADDRESS", value_name = "HOST:PORT")]
    pub escpos_address: Option<String>,
    /// How many characters one of its lines has, 32 to 48 [default: 42].
    #[arg(long, env = "CARHOP_ESCPOS_COLUMNS", value_name = "N")]
    pub escpos_columns: usize,
    /// What is logged, such as `info` or `carhop=debug,lanes=info` [default: info].
    #[arg(long, env = "CARHOP_LOG", value_name = "FILTER")]
    pub log: String,
    /// How log lines look [default: text].
    #[arg(long, env = "CARHOP_LOG_FORMAT", value_name = "FORMAT")]
    pub log_format: LogFormat,
    /// An OpenTelemetry collector that gets the spans of calls, turns and deliveries over HTTP, such as `http://127.0.0.1:4318`.
    #[arg(long, env = "CARHOP_OTLP_ENDPOINT", value_name = "URL", hide_env_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otlp_endpoint: Option<SecretUrl>,
    /// A file with that URL instead.
    #[arg(long, env = "CARHOP_OTLP_ENDPOINT_FILE", value_name = "FILE", conflicts_with = "otlp_endpoint")]
    pub otlp_endpoint_file: Option<PathBuf>,
    /// How much one caller may take.
    #[command(flatten)]
    pub limits: LimitOptions,
    /// The server of language models, if there is one.
    #[command(flatten)]
    pub llm: LlmOptions,
    /// More servers of language models, by name; in the file only.
    #[arg(skip)]
    pub models: BTreeMap<String, LlmOptions>,
    /// How specialists work with them, by name; in the file only.
    #[arg(skip)]
    pub profiles: BTreeMap<String, Profile>,
    /// The rules of every drive-thru, but for those that it has of its own.
    #[command(flatten)]
    #[serde(alias = "house")]
    pub drive_thru: DriveThruOptions,
    /// The rules of drive-thrus that differ, by id; in the file only.
    #[arg(skip)]
    pub drive_thrus: BTreeMap<String, Map<String, Value>>,
}

/// The configuration in effect.
#[derive(Clone, Debug)]
pub struct Config {
    /// Every option, as it was set or by default.
    pub options: Options,
    /// Where sessions are kept.
    pub store: StoreUrl,
    /// How Redis keeps sessions.
    pub redis: RedisSettings,
    /// Where the emitter `webhook` posts tickets to.
    pub webhook_url: Option<SecretUrl>,
    /// What signs what the emitter `webhook` posts.
    pub webhook_secrets: Secrets,
    /// The Redis of the emitter `redis_stream`, if it is not the store's.
    pub redis_stream_url: Option<RedisUrl>,
    /// A collector that gets spans.
    pub otlp_endpoint: Option<SecretUrl>,
    /// The server of language models, if there is one.
    pub llm: Option<LlmSettings>,
    /// Every server of language models, by name: that one is `llm`.
    pub servers: BTreeMap<String, LlmSettings>,
    /// The rules of the drive-thrus.
    pub settings: Settings,
}

/// Refuses what was left out when this program was built.
pub fn left_out(what: &str, feature: &str) -> anyhow::Error {
    anyhow!("{what}: this carhop was built without the feature `{feature}`")
}

impl Given<Options> {
    /// Reads the file, if one is named, and checks what is set.
    ///
    /// # Errors
    /// What cannot be read, or what makes no sense.
    pub fn resolve(&self) -> anyhow::Result<Config> {
        let options = self.over(Options::default())?;
        match &options.config {
            Some(file) => self.over(Options::read(file)?)?.check(),
            None => options.check(),
        }
    }
}

impl Options {
    /// The options of a file.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).map_err(|error| anyhow!("{}", faults::<Self>(path, text, error)))
    }

    /// Where the keys are.
    pub fn keys(&self) -> KeyFile {
        KeyFile::at(self.keys_file.clone().unwrap_or_else(|| self.data.join("keys.json")))
    }

    /// What these options make.
    ///
    /// # Errors
    /// What makes no sense.
    pub fn check(mut self) -> anyhow::Result<Config> {
        let store = url_in_effect("store", self.store.as_ref(), self.store_file.as_deref())?;
        let store = store.unwrap_or_default();
        if self.store_file.is_none() {
            self.store = Some(store.clone());
        }
        let webhook_url =
            url_in_effect("webhook_url", self.webhook_url.as_ref(), self.webhook_url_file.as_deref())?;
        let redis_stream_url = url_in_effect(
            "redis_stream_url",
            self.redis_stream_url.as_ref(),
            self.redis_stream_url_file.as_deref(),
        )?;
        let otlp_endpoint =
            url_in_effect("otlp_endpoint", self.otlp_endpoint.as_ref(), self.otlp_endpoint_file.as_deref())?;
        let mut settings = self.settings()?;
        let llm = self.llm.settings()?;
        let servers = specialists::servers(llm.as_ref(), &self.models)?;
        specialists::check(&self.profiles, &servers, &settings)?;
        settings.known_agents =
            KnownAgents { profiles: self.profiles.keys().cloned().collect(), have_model: llm.is_some() };
        if llm.is_none() && settings.all().any(|drive_thru| drive_thru.agents.need_llm()) {
            let who = "a parser or responder that asks a model";
            if !cfg!(feature = "llm") {
                return Err(left_out(who, "llm"));
            }
            bail!("{who} needs llm.url and llm.model");
        }
        if self.tls_cert.is_some() != self.tls_key.is_some() {
            bail!("tls_cert and tls_key go together: set both");
        }
        if self.drain_seconds > DRAIN_SECONDS_MAX {
            bail!("drain_seconds is at most {DRAIN_SECONDS_MAX}");
        }
        let redis = self.redis(&settings)?;
        let webhook_secrets = self.webhook_secrets.in_effect(
            "webhook_secrets",
            Some("CARHOP_WEBHOOK_SECRETS"),
            self.webhook_secrets_file.as_deref(),
        )?;
        Ok(Config {
            store,
            redis,
            webhook_url,
            webhook_secrets,
            redis_stream_url,
            otlp_endpoint,
            llm,
            servers,
            settings,
            options: self,
        })
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        let default = self.drive_thru.settings().context("drive_thru")?;
        let named = self.drive_thrus.iter().map(|(id, own)| {
            let settings = || {
                fsm::ids::check_id(id)?;
                self.drive_thru.but_for(own)?.settings()
            };
            Ok((id.clone(), settings().with_context(|| format!("drive_thrus.{id}"))?))
        });
        if self.menu_memory_mib == 0 {
            bail!("menu_memory_mib is at least 1");
        }
        let menu_bytes_max = usize::try_from(self.menu_memory_mib)? << 20;
        Ok(Settings {
            default,
            named: named.collect::<anyhow::Result<_>>()?,
            menu_bytes_max,
            ..Settings::default()
        })
    }

    fn redis(&self, settings: &Settings) -> anyhow::Result<RedisSettings> {
        if self.audit_turns_max == 0 || self.replicas_min == 0 {
            bail!("audit_turns_max and replicas_min are at least 1");
        }
        if self.audit_days < AUDIT_DAYS_MIN {
            bail!("audit_days is at least {AUDIT_DAYS_MIN}");
        }
        let audit_kept = Duration::from_hours(24 * u64::from(self.audit_days));
        let retentions = settings.all().filter_map(|drive_thru| drive_thru.retention);
        Ok(RedisSettings {
            durability: self.durability.on(self.replicas_min),
            audit_kept,
            documents_kept: retentions.fold(audit_kept, Duration::max),
            audit_turns_max: self.audit_turns_max,
        })
    }

    /// The options as a file that would set them again, without secrets.
    ///
    /// # Errors
    /// If a value has no form in TOML.
    pub fn to_toml(&self) -> anyhow::Result<String> {
        Ok(toml::to_string(self)?)
    }
}

#[cfg(test)]
mod tests;
