//! The configuration: the command line wins over the environment, that over the file, that over the defaults.

mod agents;
mod secrets;
mod store_url;
mod words;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::llm::LlmSettings;
use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use fsm::money::Money;
use fsm::policy::Rules;
use jiff::civil::Time;
use jiff::tz::TimeZone;
use lanes::house::{House, Houses};
use lanes::pos::webhook::Allowed;
use lanes::store::RedisSettings;
use serde::{Deserialize, Serialize};

pub use self::agents::{AgentOptions, DEADLINE_MS_MAX, LlmOptions};
pub use self::secrets::Secrets;
pub use self::store_url::{RedisUrl, StoreUrl};
pub use self::words::{DurabilityWord, LogFormat, PosEmitter};

/// How many characters fit a line of a receipt printer with paper of 80 mm.
const ESCPOS_COLUMNS: usize = 42;
/// How long audit logs are kept in Redis, in days.
const AUDIT_DAYS: u32 = 30;
const AUDIT_DAYS_MIN: u32 = 2;
/// How many turns of a session are kept in Redis.
const AUDIT_TURNS_MAX: u32 = 10_000;

/// What can be set. Every option is a flag, a variable `CARHOP_...` and a line of the file.
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// A TOML file with the same options, without the dashes (`pos_emitter = "none"`).
    #[arg(long, env = "CARHOP_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    config: Option<PathBuf>,
    /// Where to listen [default: 127.0.0.1:8080].
    #[arg(long, env = "CARHOP_LISTEN", value_name = "ADDR")]
    listen: Option<SocketAddr>,
    /// The folder for everything that is kept [default: data].
    #[arg(long, env = "CARHOP_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// `sqlite:` in the data folder, `memory:`, or Redis for several processes: `redis://HOST:PORT`, `rediss://...`,
    /// `redis://HOST:PORT,HOST:PORT` for a cluster, `redis+sentinel://HOST:PORT,HOST:PORT/MASTER` [default: sqlite:].
    #[arg(long, env = "CARHOP_STORE", value_name = "URL", hide_env_values = true)]
    store: Option<StoreUrl>,
    /// What Redis must keep: `memory`, `everysec`, `always` or `replicated`; its configuration is checked for it
    /// [default: always].
    #[arg(long, env = "CARHOP_DURABILITY", value_name = "LEVEL")]
    durability: Option<DurabilityWord>,
    /// With `replicated`: how many replicas have a turn before it is answered [default: 1].
    #[arg(long, env = "CARHOP_REPLICAS_MIN", value_name = "N")]
    replicas_min: Option<u32>,
    /// How many days Redis keeps audit logs, and tickets that the POS has [default: 30].
    #[arg(long, env = "CARHOP_AUDIT_DAYS", value_name = "DAYS")]
    audit_days: Option<u32>,
    /// How many turns of one session Redis keeps [default: 10000].
    #[arg(long, env = "CARHOP_AUDIT_TURNS_MAX", value_name = "N")]
    audit_turns_max: Option<u32>,
    /// The menu of every drive-thru that has none of its own [default: a sample menu].
    #[arg(long, env = "CARHOP_MENU", value_name = "FILE")]
    menu: Option<PathBuf>,
    /// A folder of language packs, each a folder named by its tag, besides those that are built in.
    #[arg(long, env = "CARHOP_LANGUAGES", value_name = "DIR")]
    languages: Option<PathBuf>,
    /// How tickets get to the POS: `file`, `webhook`, `redis_stream`, `escpos` or `none` [default: file].
    #[arg(long, env = "CARHOP_POS_EMITTER", value_name = "EMITTER")]
    pos_emitter: Option<PosEmitter>,
    /// Where the emitter `webhook` posts tickets to.
    #[arg(long, env = "CARHOP_WEBHOOK_URL", value_name = "URL", hide_env_values = true)]
    webhook_url: Option<String>,
    /// What signs them: the variable `CARHOP_WEBHOOK_SECRETS` or a line of the file, for command lines can be seen.
    #[arg(skip)]
    #[serde(default, skip_serializing)]
    webhook_secrets: Secrets,
    /// A file with the secrets that sign them, `whsec_...`, a line each.
    #[arg(long, env = "CARHOP_WEBHOOK_SECRETS_FILE", value_name = "FILE")]
    webhook_secrets_file: Option<PathBuf>,
    /// Whether the URL may be on this machine, also without TLS [default: false].
    #[arg(long, env = "CARHOP_WEBHOOK_ALLOW_LOOPBACK", value_name = "BOOL")]
    webhook_allow_loopback: Option<bool>,
    /// Whether the URL may be on a private network [default: false].
    #[arg(long, env = "CARHOP_WEBHOOK_ALLOW_PRIVATE", value_name = "BOOL")]
    webhook_allow_private: Option<bool>,
    /// The Redis of the emitter `redis_stream`, as `--store` names one [default: the store's].
    #[arg(long, env = "CARHOP_REDIS_STREAM_URL", value_name = "URL", hide_env_values = true)]
    #[serde(skip_serializing)]
    redis_stream_url: Option<RedisUrl>,
    /// The printer of the emitter `escpos`, such as `192.168.1.50:9100`.
    #[arg(long, env = "CARHOP_ESCPOS_ADDRESS", value_name = "HOST:PORT")]
    escpos_address: Option<String>,
    /// How many characters one of its lines has, 32 to 48 [default: 42].
    #[arg(long, env = "CARHOP_ESCPOS_COLUMNS", value_name = "N")]
    escpos_columns: Option<usize>,
    /// What is logged, such as `info` or `carhop=debug,lanes=info` [default: info].
    #[arg(long, env = "CARHOP_LOG", value_name = "FILTER")]
    log: Option<String>,
    /// `text` or `json` [default: text].
    #[arg(long, env = "CARHOP_LOG_FORMAT", value_name = "FORMAT")]
    log_format: Option<LogFormat>,
    /// The server of language models, if there is one.
    #[command(flatten)]
    #[serde(default)]
    llm: LlmOptions,
    /// The rules of every drive-thru that is not named.
    #[command(flatten)]
    #[serde(default)]
    house: HouseOptions,
    /// The rules of drive-thrus that differ, by id; in the file only.
    #[arg(skip)]
    #[serde(default)]
    drive_thrus: BTreeMap<String, HouseOptions>,
}

/// The rules of a drive-thru.
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseOptions {
    /// Where its business day is, such as `America/Chicago` [default: UTC].
    #[arg(long, env = "CARHOP_TIME_ZONE", value_name = "ZONE")]
    time_zone: Option<String>,
    /// When its business day starts there [default: 00:00].
    #[arg(long, env = "CARHOP_DAY_STARTS_AT", value_name = "HH:MM")]
    day_starts_at: Option<Time>,
    /// Whether the service greets; a frontend may do so by itself [default: true].
    #[arg(long, env = "CARHOP_GREET", value_name = "BOOL")]
    greet: Option<bool>,
    /// The words of the greeting [default: a welcome with the menu's name].
    #[arg(long, env = "CARHOP_GREETING", value_name = "TEXT")]
    greeting: Option<String>,
    /// Whether one upsell per order is offered [default: true].
    #[arg(long, env = "CARHOP_OFFERS", value_name = "BOOL")]
    offers: Option<bool>,
    /// Below this confidence, 0 to 1, nothing of an utterance is applied [default: 0.6].
    #[arg(long, env = "CARHOP_CONFIDENCE_MIN", value_name = "SHARE")]
    confidence_min: Option<f64>,
    /// How many of one line [default: 20].
    #[arg(long, env = "CARHOP_LINE_QUANTITY_MAX", value_name = "N")]
    line_quantity_max: Option<u32>,
    /// How many items in an order [default: 50].
    #[arg(long, env = "CARHOP_ORDER_ITEMS_MAX", value_name = "N")]
    order_items_max: Option<u32>,
    /// The dearest order before tax [default: 500.00].
    #[arg(long, env = "CARHOP_SUBTOTAL_MAX", value_name = "AMOUNT")]
    subtotal_max: Option<Money>,
    /// Who understands and words its turns.
    #[command(flatten)]
    #[serde(default)]
    agents: AgentOptions,
}

/// The configuration in effect.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The folder for everything that is kept.
    pub data: PathBuf,
    /// Where sessions are kept.
    pub store: StoreUrl,
    /// How Redis keeps them.
    pub redis: RedisSettings,
    /// The menu file; the sample menu without one.
    pub menu: Option<PathBuf>,
    /// The folder of language packs; only the built-in ones without it.
    pub languages: Option<PathBuf>,
    /// How tickets get to the POS.
    pub pos_emitter: PosEmitter,
    /// Where the emitter `webhook` posts to.
    pub webhook_url: Option<String>,
    /// What signs what it posts.
    pub webhook_secrets: Secrets,
    /// Which addresses besides public ones it may call.
    pub webhook_allowed: Allowed,
    /// The Redis of the emitter `redis_stream`.
    pub redis_stream_url: Option<RedisUrl>,
    /// The printer of the emitter `escpos`.
    pub escpos_address: Option<String>,
    /// How many characters one of its lines has.
    pub escpos_columns: usize,
    /// What is logged.
    pub log: String,
    /// How log lines look.
    pub log_format: LogFormat,
    /// The server of language models, if there is one.
    pub llm: Option<LlmSettings>,
    /// The rules of the drive-thrus.
    pub houses: Houses,
    options: Options,
}

impl Options {
    /// Reads the file, if one is named, and fills in the defaults.
    ///
    /// # Errors
    /// What cannot be read, or what makes no sense.
    pub fn resolve(self) -> anyhow::Result<Config> {
        let file = match &self.config {
            Some(path) => Self::read(path)?,
            None => Self::default(),
        };
        let options = self.over(Self::secrets_of_environment()).over(file);
        let house = options.house.house().context("the rules of the house")?;
        let named = options.drive_thrus.iter().map(|(id, own)| {
            fsm::ids::check_id(id).with_context(|| format!("drive_thrus.{id}"))?;
            let own = own.clone().over(options.house.clone());
            Ok((id.clone(), own.house().with_context(|| format!("drive_thrus.{id}"))?))
        });
        let named = named.collect::<anyhow::Result<BTreeMap<_, _>>>()?;
        let houses = Houses { default: house, named };
        let llm = options.llm.settings()?;
        if llm.is_none() && houses.all().any(|house| house.agents.ask_a_model()) {
            bail!("a parser or responder that asks a model needs llm.url and llm.model");
        }
        let durability = options.durability.unwrap_or(DurabilityWord::Always);
        let audit_days = options.audit_days.unwrap_or(AUDIT_DAYS);
        let audit_turns_max = options.audit_turns_max.unwrap_or(AUDIT_TURNS_MAX);
        let replicas_min = options.replicas_min.unwrap_or(1);
        if audit_turns_max == 0 || replicas_min == 0 {
            bail!("audit_turns_max and replicas_min are at least 1");
        }
        // Event ids are kept for a day after the session's end, and are found in its audit log then.
        if audit_days < AUDIT_DAYS_MIN {
            bail!("audit_days is at least {AUDIT_DAYS_MIN}");
        }
        let redis = RedisSettings {
            durability: durability.on(replicas_min),
            audit_kept: Duration::from_hours(24 * u64::from(audit_days)),
            audit_turns_max,
        };
        let options = Self {
            durability: Some(durability),
            replicas_min: Some(replicas_min),
            audit_days: Some(audit_days),
            audit_turns_max: Some(audit_turns_max),
            ..options
        };
        Ok(Config {
            redis,
            listen: options.listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8080))),
            data: options.data.clone().unwrap_or_else(|| PathBuf::from("data")),
            store: options.store.clone().unwrap_or(StoreUrl::Sqlite),
            menu: options.menu.clone(),
            languages: options.languages.clone(),
            pos_emitter: options.pos_emitter.unwrap_or(PosEmitter::File),
            webhook_url: options.webhook_url.clone(),
            webhook_secrets: secrets::of_file(
                "webhook_secrets",
                &options.webhook_secrets,
                options.webhook_secrets_file.as_deref(),
            )?,
            webhook_allowed: Allowed {
                loopback: options.webhook_allow_loopback.unwrap_or(false),
                private: options.webhook_allow_private.unwrap_or(false),
            },
            redis_stream_url: options.redis_stream_url.clone(),
            escpos_address: options.escpos_address.clone(),
            escpos_columns: options.escpos_columns.unwrap_or(ESCPOS_COLUMNS),
            log: options.log.clone().unwrap_or_else(|| "info".to_owned()),
            log_format: options.log_format.unwrap_or(LogFormat::Text),
            llm,
            houses,
            options,
        })
    }

    fn read(path: &Path) -> anyhow::Result<Self> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).map_err(|error| {
            // Neither the line nor a value is shown: it may be a secret.
            let before = &text.as_bytes()[..error.span().map_or(0, |span| span.start)];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            anyhow!("{} is faulty in line {line}: {}", path.display(), without_value(error.message()))
        })
    }

    /// The options of the environment that have no flag.
    fn secrets_of_environment() -> Self {
        let secrets = std::env::var("CARHOP_WEBHOOK_SECRETS").map(Secrets::from).unwrap_or_default();
        Self { webhook_secrets: secrets, llm: LlmOptions::of_environment(), ..Self::default() }
    }

    fn over(self, below: Self) -> Self {
        Self {
            config: self.config,
            listen: self.listen.or(below.listen),
            data: self.data.or(below.data),
            store: self.store.or(below.store),
            durability: self.durability.or(below.durability),
            replicas_min: self.replicas_min.or(below.replicas_min),
            audit_days: self.audit_days.or(below.audit_days),
            audit_turns_max: self.audit_turns_max.or(below.audit_turns_max),
            menu: self.menu.or(below.menu),
            languages: self.languages.or(below.languages),
            pos_emitter: self.pos_emitter.or(below.pos_emitter),
            webhook_url: self.webhook_url.or(below.webhook_url),
            webhook_secrets: self.webhook_secrets.or(below.webhook_secrets),
            webhook_secrets_file: self.webhook_secrets_file.or(below.webhook_secrets_file),
            webhook_allow_loopback: self.webhook_allow_loopback.or(below.webhook_allow_loopback),
            webhook_allow_private: self.webhook_allow_private.or(below.webhook_allow_private),
            redis_stream_url: self.redis_stream_url.or(below.redis_stream_url),
            escpos_address: self.escpos_address.or(below.escpos_address),
            escpos_columns: self.escpos_columns.or(below.escpos_columns),
            log: self.log.or(below.log),
            log_format: self.log_format.or(below.log_format),
            llm: self.llm.over(below.llm),
            house: self.house.over(below.house),
            // Only a file names drive-thrus.
            drive_thrus: if self.drive_thrus.is_empty() { below.drive_thrus } else { self.drive_thrus },
        }
    }
}

impl HouseOptions {
    fn over(self, below: Self) -> Self {
        Self {
            time_zone: self.time_zone.or(below.time_zone),
            day_starts_at: self.day_starts_at.or(below.day_starts_at),
            greet: self.greet.or(below.greet),
            greeting: self.greeting.or(below.greeting),
            offers: self.offers.or(below.offers),
            confidence_min: self.confidence_min.or(below.confidence_min),
            line_quantity_max: self.line_quantity_max.or(below.line_quantity_max),
            order_items_max: self.order_items_max.or(below.order_items_max),
            subtotal_max: self.subtotal_max.or(below.subtotal_max),
            agents: self.agents.over(below.agents),
        }
    }

    fn house(&self) -> anyhow::Result<House> {
        let mut rules = Rules::default();
        if let Some(share) = self.confidence_min {
            if !(0.0..=1.0).contains(&share) {
                bail!("confidence_min is a share from 0 to 1, not {share}");
            }
            rules.confidence_min = share;
        }
        let greeting = self.greeting.clone().or(rules.greeting);
        rules.greeting = greeting.filter(|_| self.greet.unwrap_or(true));
        rules.offers = self.offers.unwrap_or(rules.offers);
        rules.caps.line_quantity_max = self.line_quantity_max.unwrap_or(rules.caps.line_quantity_max);
        rules.caps.order_items_max = self.order_items_max.unwrap_or(rules.caps.order_items_max);
        rules.caps.subtotal_max = self.subtotal_max.unwrap_or(rules.caps.subtotal_max);
        let time_zone = match &self.time_zone {
            Some(name) => TimeZone::get(name).with_context(|| format!("there is no time zone {name}"))?,
            None => TimeZone::UTC,
        };
        Ok(House {
            rules,
            agents: self.agents.rules()?,
            time_zone,
            day_starts_at: self.day_starts_at.unwrap_or(Time::midnight()),
        })
    }

    /// The same with every default filled in.
    fn filled(&self) -> anyhow::Result<Self> {
        let House { rules, day_starts_at, .. } = self.house()?;
        Ok(Self {
            time_zone: self.time_zone.clone().or_else(|| Some("UTC".to_owned())),
            day_starts_at: Some(day_starts_at),
            greet: Some(rules.greeting.is_some()),
            greeting: Some(rules.greeting.unwrap_or_default()),
            offers: Some(rules.offers),
            confidence_min: Some(rules.confidence_min),
            line_quantity_max: Some(rules.caps.line_quantity_max),
            order_items_max: Some(rules.caps.order_items_max),
            subtotal_max: Some(rules.caps.subtotal_max),
            agents: self.agents.filled(),
        })
    }
}

impl Config {
    /// What Redis must keep, by the word that was given for it.
    pub fn durability(&self) -> DurabilityWord {
        self.options.durability.unwrap_or(DurabilityWord::Always)
    }

    /// The configuration as a file that would give it again.
    ///
    /// # Errors
    /// If a value has no form in TOML.
    pub fn to_toml(&self) -> anyhow::Result<String> {
        let filled = Options {
            config: None,
            listen: Some(self.listen),
            data: Some(self.data.clone()),
            store: Some(self.store.clone()),
            durability: self.options.durability,
            replicas_min: self.options.replicas_min,
            audit_days: self.options.audit_days,
            audit_turns_max: self.options.audit_turns_max,
            menu: self.menu.clone(),
            languages: self.languages.clone(),
            pos_emitter: Some(self.pos_emitter),
            webhook_url: self.webhook_url.clone(),
            webhook_secrets: Secrets::default(),
            webhook_secrets_file: self.options.webhook_secrets_file.clone(),
            webhook_allow_loopback: Some(self.webhook_allowed.loopback),
            webhook_allow_private: Some(self.webhook_allowed.private),
            redis_stream_url: None,
            escpos_address: self.escpos_address.clone(),
            escpos_columns: Some(self.escpos_columns),
            log: Some(self.log.clone()),
            log_format: Some(self.log_format),
            llm: self.options.llm.filled(),
            house: self.options.house.filled()?,
            drive_thrus: self.options.drive_thrus.clone(),
        };
        Ok(toml::to_string(&filled)?)
    }
}

/// What is wrong, but for the value that it quotes.
fn without_value(message: &str) -> String {
    match (message.find('"'), message.rfind('"')) {
        (Some(start), Some(end)) if start < end => format!("{}...{}", &message[..=start], &message[end..]),
        _ => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> Options {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn the_command_line_wins_over_the_file_and_that_over_the_defaults() {
        let flags = Options { listen: "127.0.0.1:9".parse().ok(), ..Options::default() };
        let below = file("listen = \"127.0.0.1:1\"\npos_emitter = \"none\"\n[house]\noffers = false\n");
        let config = flags.over(below).resolve().unwrap();
        assert_eq!(config.listen.port(), 9);
        assert_eq!(config.pos_emitter, PosEmitter::None);
        assert!(!config.houses.default.rules.offers);
        assert_eq!(config.data, Path::new("data"));
    }

    #[test]
    fn a_drive_thru_has_the_rules_of_the_house_but_for_its_own() {
        let text = "[house]\ngreeting = \"Hi!\"\n[drive_thrus.d2]\ntime_zone = \"Europe/Berlin\"\n";
        let houses = file(text).resolve().unwrap().houses;
        assert_eq!(houses.of("d1").time_zone, TimeZone::UTC);
        assert_eq!(houses.of("d2").time_zone.iana_name(), Some("Europe/Berlin"));
        assert_eq!(houses.of("d2").rules.greeting.as_deref(), Some("Hi!"));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in ["confidence_min = 1.5", "time_zone = \"Mars/Olympus\""] {
            let options = file(&format!("[house]\n{text}\n"));
            assert!(options.resolve().is_err(), "{text}");
        }
        for text in
            ["lisen = \"x\"", "store = \"mysql://x\"", "durability = \"often\"", "pos_emitter = \"pigeon\""]
        {
            assert!(toml::from_str::<Options>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn secrets_are_taken_from_one_place_and_never_shown() {
        let secrets = ["whsec_a", "whsec_b"].map(str::to_owned).to_vec();
        let file = |text: &str| file(&format!("{text}\n")).resolve();
        for text in ["[\"whsec_a\", \"whsec_b\"]", "\"whsec_a, whsec_b\""] {
            let config = file(&format!("webhook_secrets = {text}")).unwrap();
            assert_eq!(config.webhook_secrets.as_slice(), secrets);
            let shown = format!("{config:?}{}", config.to_toml().unwrap());
            assert!(!shown.contains("whsec"), "{shown}");
        }
        let listed = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(listed.path(), "whsec_a\nwhsec_b\n").unwrap();
        let named = format!("webhook_secrets_file = {:?}", listed.path());
        assert_eq!(file(&named).unwrap().webhook_secrets.as_slice(), secrets);
        let twice = file(&format!("{named}\nwebhook_secrets = \"whsec_a\"")).unwrap_err();
        assert!(twice.to_string().contains("both set"), "{twice}");
        assert!(file("webhook_secrets_file = \"nowhere\"").unwrap_err().to_string().contains("nowhere"));
    }

    #[test]
    fn the_printed_configuration_gives_itself_again() {
        let printed = file("[house]\nline_quantity_max = 7\n").resolve().unwrap().to_toml().unwrap();
        assert_eq!(file(&printed).resolve().unwrap().to_toml().unwrap(), printed);
        assert!(printed.contains("line_quantity_max = 7"), "{printed}");
    }
}
