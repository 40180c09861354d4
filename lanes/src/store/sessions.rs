//! Which sessions a drive-thru had, for whoever looks for one.

use std::fmt;
use std::str::FromStr;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::machine::End;
use jiff::Timestamp;
use uuid::Uuid;

use super::error::Result;
use super::feed::AuditRecord;

/// Lists the sessions of a drive-thru, as long as their audit logs are kept.
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// The sessions before a place, the newest first, `limit` at most.
    async fn sessions(
        &self,
        drive_thru: &str,
        before: SessionPlace,
        limit: usize,
    ) -> Result<Vec<SessionRecord>>;
}

/// A session in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRecord {
    /// The lane that it was on.
    pub lane: LaneKey,
    /// When its first turn was taken, in microseconds at least.
    pub began_at: Timestamp,
    /// How it ended; `None` until then.
    pub end: Option<End>,
    /// Its last turn.
    pub last: AuditRecord,
}

impl SessionRecord {
    /// Where it stands among the sessions of its drive-thru.
    pub fn place(&self) -> SessionPlace {
        SessionPlace { began_at: self.began_at, session_id: self.last.session_id }
    }
}

/// Where a session stands among those of its drive-thru: by when they began, and by their ids if that is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionPlace {
    /// When it began.
    pub began_at: Timestamp,
    /// Which it is.
    pub session_id: Uuid,
}

impl SessionPlace {
    /// Behind every session.
    pub const END: Self = Self { began_at: Timestamp::MAX, session_id: Uuid::max() };

    /// Before every session that began at a time.
    pub fn at(began_at: Timestamp) -> Self {
        Self { began_at, session_id: Uuid::nil() }
    }
}

impl fmt::Display for SessionPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.began_at, self.session_id)
    }
}

/// That a text names no place among sessions.
#[derive(Clone, Debug, thiserror::Error)]
#[error("it is a time and an id with `_` between them, as the service sent it")]
pub struct InvalidSessionPlace;

impl FromStr for SessionPlace {
    type Err = InvalidSessionPlace;

    fn from_str(text: &str) -> Result<Self, InvalidSessionPlace> {
        let (began_at, session_id) = text.split_once('_').ok_or(InvalidSessionPlace)?;
        Ok(Self {
            began_at: began_at.parse().map_err(|_| InvalidSessionPlace)?,
            session_id: session_id.parse().map_err(|_| InvalidSessionPlace)?,
        })
    }
}
