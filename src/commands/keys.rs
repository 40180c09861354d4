//! `carhop keys`: makes, lists, replaces and revokes keys. The service need not run; one that does follows within a second. Only
//! codes are made by the service itself.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, Subcommand};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::exit::FINE;
use super::table::show_table;
use crate::client::{Called, Service};
use crate::config::{Options, one_of};
use crate::http::sign_in_codes::{NewCode, SignInCode};
use crate::keys::{Key, KeyFile, NewKey, Place, Scope, Secret};

/// How long a key that is replaced is still good where it is not said, in hours.
const OVERLAP_HOURS: u32 = 24;
/// What the columns of a list say.
const COLUMNS: [&str; 6] = ["ID", "NAME", "SCOPES", "WHERE", "CREATED", "STATE"];

/// What is done about keys, and where they are.
#[derive(Args)]
pub struct Keys {
    #[command(subcommand)]
    command: Command,
    /// The data folder of the service [default: data].
    #[arg(long, env = "CARHOP_DATA", value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// The file of the keys [default: keys.json in the data folder].
    #[arg(long, env = "CARHOP_KEYS_FILE", value_name = "FILE", global = true)]
    keys_file: Option<PathBuf>,
    /// The configuration of the service, which may name either.
    #[arg(long, env = "CARHOP_CONFIG", value_name = "FILE", global = true)]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Make a key, and show it this once. From the first one on, the service asks for one.
    Create {
        /// What people call it: who or what has it.
        name: String,
        /// What it may do; can be said more than once. `manager` includes `crew`, `admin` everything.
        #[arg(long = "scope", value_name = "SCOPE", value_parser = one_of::<Scope>(), required = true)]
        scopes: Vec<Scope>,
        /// Only in this drive-thru.
        #[arg(long, value_name = "ID")]
        drive_thru: Option<String>,
        /// Only on this lane of it.
        #[arg(long, value_name = "ID", requires = "drive_thru")]
        lane: Option<String>,
        /// For so many days; otherwise until it is revoked.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36500))]
        days: Option<u32>,
    },
    /// List all keys.
    List,
    /// Make a key like another one, which is good for a while longer.
    Rotate {
        /// The id of the other one.
        id: String,
        /// How many hours longer.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=8760), default_value_t = OVERLAP_HOURS)]
        hours: u32,
    },
    /// Revoke a key.
    Revoke {
        /// Its id.
        id: String,
    },
    /// Have a service that runs make a code, with which one browser signs in at `/sign-in` within five minutes.
    ///
    /// It takes the key of a manager or an admin, which what is done in that browser comes with.
    Code {
        /// What the browser may do: no more than the key.
        #[arg(long, value_name = "SCOPE", value_parser = one_of::<Scope>())]
        scope: Scope,
        /// In which drive-thru.
        #[arg(long, value_name = "ID")]
        drive_thru: String,
        /// Only on this lane of it.
        #[arg(long, value_name = "ID")]
        lane: Option<String>,
        #[command(flatten)]
        called: Called,
    },
}

impl Keys {
    /// Does it.
    ///
    /// # Errors
    /// What makes no sense, or that the keys cannot be read or written.
    pub fn run(&self) -> anyhow::Result<u8> {
        let (file, now) = (self.file()?, Timestamp::now());
        match &self.command {
            Command::Create { name, scopes, drive_thru, lane, days } => {
                let place = Place::new(drive_thru.as_deref(), lane.as_deref()).map_err(anyhow::Error::msg)?;
                let expires = days.map(|days| in_hours(now, 24 * i64::from(days))).transpose()?;
                let key = NewKey { name: name.clone(), scopes: scopes.clone(), place, expires };
                add(&file, key, now)?;
            }
            Command::List => show(&file.read()?.unwrap_or_default(), now),
            Command::Rotate { id, hours } => rotate(&file, id, i64::from(*hours), now)?,
            Command::Revoke { id } => {
                file.change(|keys| {
                    let key = of_id(keys, id)?;
                    key.revoked = key.revoked.or(Some(now));
                    Ok(())
                })?;
                anstream::println!("key {id} is revoked");
            }
            Command::Code { scope, drive_thru, lane, called } => {
                let gives = NewCode { scope: *scope, drive_thru: drive_thru.clone(), lane: lane.clone() };
                make_code(&called.service()?, &gives)?;
            }
        }
        Ok(FINE)
    }

    fn file(&self) -> anyhow::Result<KeyFile> {
        let mut options = self.config.as_deref().map(Options::read).transpose()?.unwrap_or_default();
        options.keys_file = self.keys_file.clone().or(options.keys_file);
        options.data = self.data.clone().unwrap_or(options.data);
        Ok(options.keys())
    }
}

fn add(file: &KeyFile, key: NewKey, now: Timestamp) -> anyhow::Result<()> {
    let (secret, key) = Key::new(key, now)?;
    let is_first = file.change(|keys| {
        keys.push(key.clone());
        Ok(keys.len() == 1)
    })?;
    reveal(&secret, &key);
    if is_first {
        anstream::eprintln!("From now on the service asks for a key.");
    }
    Ok(())
}

fn rotate(file: &KeyFile, id: &str, hours: i64, now: Timestamp) -> anyhow::Result<()> {
    let until = in_hours(now, hours)?;
    let (secret, key) = file.change(|keys| {
        let old = of_id(keys, id)?;
        if !old.is_valid(now) {
            bail!("key {id} is over: make a new one");
        }
        let lasts = old.expires.map(|expires| now + expires.duration_since(old.created));
        let like_it = NewKey {
            name: old.name.clone(),
            scopes: old.scopes.clone(),
            place: old.place.clone(),
            expires: lasts,
        };
        old.expires = Some(old.expires.map_or(until, |expires| expires.min(until)));
        let (secret, key) = Key::new(like_it, now)?;
        keys.push(key.clone());
        Ok((secret, key))
    })?;
    reveal(&secret, &key);
    anstream::eprintln!("Key {id} is good until {until}.");
    Ok(())
}

/// The code alone goes where a script reads it.
fn make_code(service: &Service, gives: &NewCode) -> anyhow::Result<()> {
    let answer = service.post("/v1/sign-in-codes", &json!(gives))?;
    let made: SignInCode = serde_json::from_value(answer)
        .with_context(|| format!("{service} does not answer as a service does"))?;
    let place = Place::new(Some(&gives.drive_thru), gives.lane.as_deref()).map_err(anyhow::Error::msg)?;
    anstream::println!("{}", made.code);
    anstream::eprintln!(
        "Type it at {service}/sign-in until {:.0}. It signs one browser in, as {} at {place}.",
        made.expires,
        gives.scope
    );
    Ok(())
}

fn in_hours(now: Timestamp, hours: i64) -> anyhow::Result<Timestamp> {
    now.checked_add(SignedDuration::from_hours(hours)).context("the end of the key")
}

fn of_id<'k>(keys: &'k mut [Key], id: &str) -> anyhow::Result<&'k mut Key> {
    keys.iter_mut()
        .find(|key| key.id == id)
        .ok_or_else(|| anyhow!("there is no key {id}: see `carhop keys list`"))
}

/// The key alone goes where a script reads it.
fn reveal(secret: &Secret, key: &Key) {
    anstream::println!("{}", secret.reveal());
    let end = key.expires.map_or("until it is revoked".to_owned(), |expires| format!("until {expires}"));
    anstream::eprintln!(
        "This is key {}, \"{}\", good for {} {} {end}. It is not shown again.",
        key.id,
        key.name,
        scopes(key),
        where_to(key)
    );
}

fn where_to(key: &Key) -> String {
    match &key.place {
        Place::Everywhere => "everywhere".to_owned(),
        place @ (Place::DriveThru(_) | Place::Lane(_)) => format!("at {place}"),
    }
}

fn scopes(key: &Key) -> String {
    key.scopes.iter().map(Scope::to_string).collect::<Vec<_>>().join(", ")
}

fn show(keys: &[Key], now: Timestamp) {
    let rows = keys.iter().map(|key| {
        let state = match (key.revoked, key.expires) {
            (Some(revoked), _) => format!("revoked {revoked:.0}"),
            (None, Some(expires)) if expires <= now => format!("expired {expires:.0}"),
            (None, Some(expires)) => format!("valid until {expires:.0}"),
            (None, None) => "valid".to_owned(),
        };
        let created = format!("{:.0}", key.created);
        [key.id.clone(), key.name.clone(), scopes(key), key.place.to_string(), created, state]
    });
    show_table(COLUMNS, rows);
}
