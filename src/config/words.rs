//! Options that are one word of a few.

use std::fmt;
use std::str::FromStr;

use lanes::store::Durability;
use serde::{Deserialize, Serialize};

/// What Redis must keep; see [`Durability`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DurabilityWord {
    /// Nothing.
    Memory,
    /// All but the last second of a power cut.
    Everysec,
    /// Everything.
    Always,
    /// Everything, on a replica too.
    Replicated,
}

impl DurabilityWord {
    pub(super) fn on(self, replicas: u32) -> Durability {
        match self {
            Self::Memory => Durability::Memory,
            Self::Everysec => Durability::Everysec,
            Self::Always => Durability::Always,
            Self::Replicated => Durability::Replicated { replicas },
        }
    }
}

/// How tickets get to the POS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PosEmitter {
    /// JSON lines in the data folder, acknowledged at once.
    File,
    /// Posted to a URL, signed.
    Webhook,
    /// Added to a Redis stream.
    RedisStream,
    /// Printed on a receipt printer.
    Escpos,
    /// Not at all: the POS asks and acknowledges through the interface.
    None,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines.
    Json,
}

macro_rules! words {
    ($($name:ident: $($word:literal => $value:ident),+; else $other:literal;)*) => {$(
        impl FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($word => Ok(Self::$value),)+
                    _ => Err($other.to_owned()),
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.to_string()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$value => $word,)+ })
            }
        }
    )*};
}

words! {
    DurabilityWord: "memory" => Memory, "everysec" => Everysec, "always" => Always, "replicated" => Replicated;
        else "use `memory`, `everysec`, `always` or `replicated`";
    PosEmitter: "file" => File, "webhook" => Webhook, "redis_stream" => RedisStream, "escpos" => Escpos,
        "none" => None; else "use `file`, `webhook`, `redis_stream`, `escpos` or `none`";
    LogFormat: "text" => Text, "json" => Json; else "use `text` or `json`";
}
