//! Writes that are made together or not at all, if what they were decided on is still so.

use std::sync::LazyLock;

use redis::{Arg, Cmd, ServerErrorKind, ToRedisArgs};
use sha1_smol::Sha1;

use super::link::Link;
use crate::store::Result;

const SCRIPT: &str = include_str!("guarded.lua");
static SCRIPT_SHA: LazyLock<String> = LazyLock::new(|| Sha1::from(SCRIPT).digest().to_string());

/// Stands for the type of a key that a guard reads: the guard's command fails if the key has another type.
const ASKED: &str = "";

/// A set of writes to keys of one slot.
#[derive(Default)]
pub(super) struct Guarded {
    keys: Vec<(String, &'static str)>,
    event_id: String,
    guards: Lists,
    writes: Lists,
}

/// What came of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Everything is written.
    Stored,
    /// A guard did not hold; nothing is written.
    Conflict,
    /// The event was taken before, with this record; nothing is written.
    Known(String),
}

impl Guarded {
    /// Refuses if the event is in the hash of those that were taken.
    pub fn unless_taken(mut self, events: &str, event_id: &str) -> Self {
        self.keys.insert(0, (events.to_owned(), ASKED));
        event_id.clone_into(&mut self.event_id);
        self
    }

    /// Declares a key and the type that it has if it exists.
    pub fn key(&mut self, key: &str, kind: &'static str) {
        if self.keys.iter().all(|(known, _)| known != key) {
            self.keys.push((key.to_owned(), kind));
        }
    }

    /// Declares a key that a guard reads with a command for its type.
    pub fn asked_key(&mut self, key: &str) {
        self.key(key, ASKED);
    }

    /// Refuses unless a command answers what is expected: a text or number as such, `""` for nothing, the count for a
    /// list.
    pub fn expect(&mut self, expected: &str, command: &[&dyn Argument]) {
        self.guards.add(expected, command);
    }

    /// Writes in any case.
    pub fn write(&mut self, command: &[&dyn Argument]) {
        self.writes.add("", command);
    }

    /// Writes if a key exists.
    pub fn write_if_there(&mut self, key: &str, command: &[&dyn Argument]) {
        self.writes.add(key, command);
    }

    /// Writes if a field of a hash has a value. None of the three may contain a blank.
    pub fn write_if(&mut self, (key, field, value): (&str, &str, &str), command: &[&dyn Argument]) {
        self.writes.add(&format!("{key} {field} {value}"), command);
    }

    /// Runs the script in one round trip; in two if the server has forgotten it.
    pub async fn run(self, link: &Link) -> Result<Outcome> {
        let answer = match link.commit(&self.command("EVALSHA", &SCRIPT_SHA)).await {
            Err(error) if error.kind() == ServerErrorKind::NoScript.into() => {
                link.commit(&self.command("EVAL", SCRIPT)).await
            }
            answer => answer,
        };
        let (word, known): (String, String) =
            redis::from_redis_value(answer?).map_err(redis::RedisError::from)?;
        Ok(match word.as_str() {
            "stored" => Outcome::Stored,
            "known" => Outcome::Known(known),
            _ => Outcome::Conflict,
        })
    }

    fn command(&self, name: &str, script: &str) -> Cmd {
        let mut cmd = redis::cmd(name);
        cmd.arg(script).arg(self.keys.len());
        for (key, _) in &self.keys {
            cmd.arg(key);
        }
        for (_, kind) in &self.keys {
            cmd.arg(kind);
        }
        cmd.arg(1).arg(&self.event_id);
        self.guards.add_to(&mut cmd);
        self.writes.add_to(&mut cmd);
        cmd
    }
}

/// Commands, each behind the number of its words and its condition.
#[derive(Default)]
struct Lists {
    count: usize,
    words: Cmd,
}

impl Lists {
    fn add(&mut self, head: &str, command: &[&dyn Argument]) {
        self.count += 1;
        self.words.arg(command.len() + 1).arg(head);
        for argument in command {
            argument.add_to(&mut self.words);
        }
    }

    fn add_to(&self, cmd: &mut Cmd) {
        cmd.arg(1).arg(self.count);
        for word in self.words.args_iter() {
            if let Arg::Simple(word) = word {
                cmd.arg(word);
            }
        }
    }
}

/// One argument of a command.
pub(super) trait Argument {
    fn add_to(&self, cmd: &mut Cmd);
}

impl<T: ToRedisArgs> Argument for T {
    fn add_to(&self, cmd: &mut Cmd) {
        cmd.arg(self);
    }
}
