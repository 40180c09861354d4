//! The scripts: each checks what it was decided on, and writes all of something or nothing.

use std::sync::OnceLock;

use redis::{Arg, Cmd, FromRedisValue, RedisError, ServerErrorKind, ToRedisArgs, Value};
use serde::Serialize;
use sha1_smol::Sha1;

use super::link::Link;
use super::values::faulty;
use crate::store::Result;

/// How many arguments a call has room for before its buffer grows: those of a turn with a message.
const ARGS_USUAL: usize = 64;
/// How many bytes of arguments a call has room for before its buffer grows: those of a turn of a short order.
const BYTES_USUAL: usize = 6 * 1024;
/// The same of its longest JSON, the session's.
const JSON_BYTES_USUAL: usize = 2 * 1024;

/// The script of a file in `scripts`, behind what several of them do.
macro_rules! with_common {
    ($file:literal) => {
        Script::new(concat!(include_str!("scripts/common.lua"), include_str!(concat!("scripts/", $file))))
    };
}

pub(super) static TURN: Script = with_common!("turn.lua");
pub(super) static TICKET: Script = with_common!("ticket.lua");
pub(super) static CLAIM: Script = with_common!("claim.lua");
pub(super) static SETTLE: Script = with_common!("settle.lua");
pub(super) static LANE: Script = Script::new(include_str!("scripts/lane.lua"));
pub(super) static OLDEST: Script = Script::new(include_str!("scripts/oldest.lua"));
pub(super) static EVENT: Script = Script::new(include_str!("scripts/event.lua"));
pub(super) static NUMBER: Script = Script::new(include_str!("scripts/number.lua"));
pub(super) static WAKE: Script = Script::new(include_str!("scripts/wake.lua"));
pub(super) static AVAILABILITY: Script = Script::new(include_str!("scripts/availability.lua"));
pub(super) static MENU: Script = Script::new(include_str!("scripts/menu.lua"));
pub(super) static OWN_DOCUMENT: Script = Script::new(include_str!("scripts/own_document.lua"));

/// A script, which is called by its hash. Its text is sent where a server does not know it.
pub(super) struct Script {
    text: &'static str,
    sha: OnceLock<String>,
}

impl Script {
    const fn new(text: &'static str) -> Self {
        Self { text, sha: OnceLock::new() }
    }

    /// A call of it with these keys, which are of one slot.
    pub fn on(&'static self, keys: impl IntoIterator<Item = String, IntoIter: ExactSizeIterator>) -> Call {
        let keys = keys.into_iter();
        let mut cmd = Cmd::with_capacity(ARGS_USUAL, BYTES_USUAL);
        cmd.arg("EVALSHA").arg(self.sha.get_or_init(|| Sha1::from(self.text).digest().to_string()));
        cmd.arg(keys.len());
        for key in keys {
            cmd.arg(key);
        }
        Call { script: self, cmd, json: Vec::with_capacity(JSON_BYTES_USUAL) }
    }
}

/// Whether the server does not know the script, or not any more.
fn is_unknown(error: &RedisError) -> bool {
    error.kind() == ServerErrorKind::NoScript.into()
}

/// What a script is called with: its keys, and then values.
pub(super) struct Call {
    script: &'static Script,
    cmd: Cmd,
    /// Where JSON is written before it is an argument.
    json: Vec<u8>,
}

impl Call {
    /// Adds a value behind those that are there.
    pub fn value(&mut self, value: impl ToRedisArgs) -> &mut Self {
        self.cmd.arg(value);
        self
    }

    /// Adds a value as JSON.
    pub fn json(&mut self, value: &impl Serialize) -> Result<&mut Self> {
        // Copied once: a command takes longer to be written piece by piece than a vector.
        self.json.clear();
        serde_json::to_writer(&mut self.json, value).map_err(faulty)?;
        self.cmd.arg(&self.json[..]);
        Ok(self)
    }

    /// Adds a value as JSON, or an empty one for none.
    pub fn json_or_empty(&mut self, value: Option<&impl Serialize>) -> Result<&mut Self> {
        match value {
            Some(value) => self.json(value),
            None => Ok(self.value("")),
        }
    }

    /// Runs the script, and returns once what it wrote is as durable as was asked for.
    pub async fn run<T: FromRedisValue>(&self, link: &Link) -> Result<T> {
        let answer = match link.commit(&self.cmd).await {
            Err(error) if is_unknown(&error) => link.commit(&self.with_text()).await,
            answer => answer,
        };
        Ok(redis::from_redis_value(answer?).map_err(RedisError::from)?)
    }

    /// Runs a script that only reads.
    pub async fn read<T: FromRedisValue>(&self, link: &Link) -> Result<T> {
        let answer = match link.send(&self.cmd).await {
            Err(error) if is_unknown(&error) => link.send(&self.with_text()).await,
            answer => answer,
        };
        Ok(redis::from_redis_value(answer?).map_err(RedisError::from)?)
    }

    /// Whether the script wrote: it answers 1 then, and 0 if something was not as expected.
    pub async fn writes(&self, link: &Link) -> Result<bool> {
        self.run(link).await
    }

    /// The same call with the script's text, for a server that does not know its hash.
    fn with_text(&self) -> Cmd {
        let mut cmd = redis::cmd("EVAL");
        cmd.arg(self.script.text);
        for arg in self.cmd.args_iter().skip(2) {
            if let Arg::Simple(arg) = arg {
                cmd.arg(arg);
            }
        }
        cmd
    }
}

/// What came of a turn.
pub(super) enum Outcome {
    /// It is stored.
    Stored,
    /// The lane is not what it was decided on.
    Conflict,
    /// Its event was taken before, and has this record.
    Known(String),
}

impl FromRedisValue for Outcome {
    fn from_redis_value(value: Value) -> Result<Self, redis::ParsingError> {
        Ok(match value {
            Value::Int(1) => Self::Stored,
            Value::Int(_) => Self::Conflict,
            known => Self::Known(redis::from_redis_value(known)?),
        })
    }
}
