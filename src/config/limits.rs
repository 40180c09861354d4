//! How much one caller may take, so that there is enough for the others.

use std::num::NonZero;

use clap::Args;
use serde::{Deserialize, Serialize};

/// How many calls a second one key has where it is not said.
const KEY_CALLS_PER_SECOND: u32 = 100;
/// How many events a second one lane has where keys are asked for and it is not said: a car speaks every few seconds.
const LANE_EVENTS_PER_SECOND: u32 = 20;
/// How many connections one address has where it is not said: a quarter of all.
const ADDRESS_CONNECTIONS_MAX: usize = 1024;
/// How many sockets and streams one caller has where it is not said: a quarter of all.
const CALLER_READERS_MAX: usize = 512;

/// How many wrong keys a minute one address has where it is not said.
const WRONG_KEYS_PER_MINUTE: u32 = 60;

/// How much one caller may take; 0 for as much as it likes.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitOptions {
    /// How many calls a second one key has, 0 for any number [default: 100].
    #[arg(long, env = "CARHOP_KEY_CALLS_PER_SECOND", value_name = "N")]
    key_calls_per_second: u32,
    /// How many events a second one lane takes, 0 for any number [default: 20 where keys are asked for, else any number].
    #[arg(long, env = "CARHOP_LANE_EVENTS_PER_SECOND", value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    lane_events_per_second: Option<u32>,
    /// How many connections one address has at once, 0 for any number; not behind a proxy [default: 1024].
    #[arg(long, env = "CARHOP_ADDRESS_CONNECTIONS_MAX", value_name = "N")]
    address_connections_max: usize,
    /// How many sockets and streams one key has open at once, or one address where no key is asked for, 0 for any number
    /// [default: 512].
    #[arg(long, env = "CARHOP_CALLER_READERS_MAX", value_name = "N")]
    caller_readers_max: usize,
    /// How many wrong keys a minute come from one address until no key of it is looked at, 0 for any number; not behind a
    /// proxy [default: 60].
    #[arg(long, env = "CARHOP_WRONG_KEYS_PER_MINUTE", value_name = "N")]
    wrong_keys_per_minute: u32,
}

impl Default for LimitOptions {
    fn default() -> Self {
        Self {
            key_calls_per_second: KEY_CALLS_PER_SECOND,
            lane_events_per_second: None,
            address_connections_max: ADDRESS_CONNECTIONS_MAX,
            caller_readers_max: CALLER_READERS_MAX,
            wrong_keys_per_minute: WRONG_KEYS_PER_MINUTE,
        }
    }
}

impl LimitOptions {
    /// How many calls a second one key has; none for any number.
    pub fn key_calls(&self) -> Option<NonZero<u32>> {
        NonZero::new(self.key_calls_per_second)
    }

    /// How many events a second one lane takes where keys are asked for; none for any number.
    pub fn lane_events(&self) -> Option<NonZero<u32>> {
        NonZero::new(self.lane_events_per_second.unwrap_or(LANE_EVENTS_PER_SECOND))
    }

    /// Whether lanes are held to that also where no key is asked for: whoever drives a service on this machine wants to know
    /// how fast it is, unless they say otherwise.
    pub fn holds_lanes_without_keys(&self) -> bool {
        self.lane_events_per_second.is_some()
    }

    /// How many connections one address has; none for any number.
    pub fn address_connections(&self) -> Option<NonZero<usize>> {
        NonZero::new(self.address_connections_max)
    }

    /// How many sockets and streams one caller has; none for any number.
    pub fn caller_readers(&self) -> Option<NonZero<usize>> {
        NonZero::new(self.caller_readers_max)
    }

    /// How many wrong keys a minute one address has; none for any number.
    pub fn wrong_keys(&self) -> Option<NonZero<u32>> {
        NonZero::new(self.wrong_keys_per_minute)
    }
}
