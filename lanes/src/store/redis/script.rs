//! The scripts: each checks what it was decided on, and writes all of something or nothing.

use std::sync::OnceLock;

use redis::{Arg, Cmd, FromRedisValue, RedisError, ServerErrorKind, ToRedisArgs, Value};
use sha1_smol::Sha1;

use super::link::Link;
use crate::store::Result;

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

    /// Runs it, and returns once what it wrote is as durable as was asked for.
    pub async fn run<T: FromRedisValue>(&self, link: &Link, call: &Call) -> Result<T> {
        let answer = match link.commit(&self.by_hash(call)).await {
            Err(error) if is_unknown(&error) => link.commit(&self.by_text(call)).await,
            answer => answer,
        };
        Ok(redis::from_redis_value(answer?).map_err(RedisError::from)?)
    }

    /// Runs one that only reads.
    pub async fn read<T: FromRedisValue>(&self, link: &Link, call: &Call) -> Result<T> {
        let answer = match link.send(&self.by_hash(call)).await {
            Err(error) if is_unknown(&error) => link.send(&self.by_text(call)).await,
            answer => answer,
        };
        Ok(redis::from_redis_value(answer?).map_err(RedisError::from)?)
    }

    /// Whether it wrote: it answers 1 then, and 0 if something was not as expected.
    pub async fn writes(&self, link: &Link, call: &Call) -> Result<bool> {
        self.run(link, call).await
    }

    fn by_hash(&self, call: &Call) -> Cmd {
        call.of("EVALSHA", self.sha.get_or_init(|| Sha1::from(self.text).digest().to_string()))
    }

    fn by_text(&self, call: &Call) -> Cmd {
        call.of("EVAL", self.text)
    }
}

/// Whether the server does not know the script, or not any more.
fn is_unknown(error: &RedisError) -> bool {
    error.kind() == ServerErrorKind::NoScript.into()
}

/// What a script is called with: keys of one slot, and values.
pub(super) struct Call {
    keys: Vec<String>,
    values: Cmd,
}

impl Call {
    /// A call with these keys first.
    pub fn on(keys: impl Into<Vec<String>>) -> Self {
        Self { keys: keys.into(), values: Cmd::new() }
    }

    /// Adds a key behind those that are there.
    pub fn key(&mut self, key: String) -> &mut Self {
        self.keys.push(key);
        self
    }

    /// Adds a value behind those that are there.
    pub fn value(&mut self, value: impl ToRedisArgs) -> &mut Self {
        self.values.arg(value);
        self
    }

    fn of(&self, name: &str, script: &str) -> Cmd {
        let mut cmd = redis::cmd(name);
        cmd.arg(script).arg(self.keys.len()).arg(&self.keys);
        for value in self.values.args_iter() {
            if let Arg::Simple(value) = value {
                cmd.arg(value);
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
