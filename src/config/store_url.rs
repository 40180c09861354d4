//! Where sessions are kept.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::secret_url::without_secrets;

const REDIS_SCHEMES: [&str; 3] = ["redis://", "rediss://", "redis+sentinel://"];
const REDIS_FORMS: &str = "`redis://...`, `rediss://...` or `redis+sentinel://...`";

/// Where sessions are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum StoreUrl {
    /// An SQLite file in the data folder.
    #[default]
    Sqlite,
    /// Nowhere: gone with the process.
    Memory,
    /// Redis, with other processes on the same lanes.
    Redis(RedisUrl),
}

/// The URL of a Redis server, of a cluster's nodes, or of sentinels. What is printed of it has no login.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct RedisUrl(String);

impl RedisUrl {
    /// The URL with its password.
    pub fn as_secret(&self) -> &str {
        &self.0
    }
}

impl FromStr for StoreUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "sqlite:" => Ok(Self::Sqlite),
            "memory:" => Ok(Self::Memory),
            _ if REDIS_SCHEMES.iter().any(|scheme| text.starts_with(scheme)) => text.parse().map(Self::Redis),
            _ => Err(format!("use `sqlite:`, `memory:`, {REDIS_FORMS}")),
        }
    }
}

impl FromStr for RedisUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match REDIS_SCHEMES.iter().find_map(|scheme| text.strip_prefix(scheme)) {
            Some(servers) if !servers.is_empty() => Ok(Self(text.to_owned())),
            Some(_) => Err("the URL names no server, such as redis://127.0.0.1:6379".to_owned()),
            None => Err(format!("use {REDIS_FORMS}")),
        }
    }
}

impl TryFrom<String> for StoreUrl {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl TryFrom<String> for RedisUrl {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<StoreUrl> for String {
    fn from(url: StoreUrl) -> Self {
        url.to_string()
    }
}

impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite => f.write_str("sqlite:"),
            Self::Memory => f.write_str("memory:"),
            Self::Redis(url) => url.fmt(f),
        }
    }
}

impl fmt::Display for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_secrets(&self.0))
    }
}

impl fmt::Debug for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_used_and_never_shown() {
        for (text, shown) in [
            ("redis://:secret@h:1/2", "redis://***@h:1/2"),
            ("rediss://me:s:e@cret@h:1", "rediss://***@h:1"),
            ("redis+sentinel://u:secret@a:1,b:2/main", "redis+sentinel://***@a:1,b:2/main"),
            ("redis://a:1,b:2", "redis://a:1,b:2"),
        ] {
            let url: StoreUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), shown);
            assert!(!format!("{url:?}").contains("secret"));
            assert!(matches!(url, StoreUrl::Redis(url) if url.as_secret() == text));
        }
    }

    #[test]
    fn what_is_no_store_is_refused_with_what_can_be_one() {
        for text in ["", "redis:", "redis://", "http://x", "sqlite:/tmp/x", "postgres://x"] {
            assert!(text.parse::<StoreUrl>().is_err(), "{text}");
        }
        for text in ["", "sqlite", "mysql://x"] {
            let error = text.parse::<StoreUrl>().unwrap_err();
            for form in ["sqlite:", "memory:", "redis://", "rediss://", "redis+sentinel://"] {
                assert!(error.contains(form), "{error}");
            }
        }
    }
}
