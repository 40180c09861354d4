//! Options that are one word of a few.

use std::error::Error;
use std::str::FromStr;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lanes::store::Durability;
use serde::{Deserialize, Serialize};
use strum::VariantNames;

/// Reads one of the words of an enum. Another one is refused with the list of them.
pub fn one_of<T>() -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync> + VariantNames + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(T::VARIANTS).try_map(|word| word.parse())
}

/// The word of an option's value.
pub fn word(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// What Redis must keep; see [`Durability`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines.
    Json,
}
