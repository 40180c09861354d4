//! The feed and the audit logs: what happened, for readers.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::machine::End;
use jiff::Timestamp;
use uuid::Uuid;

use super::error::Result;
use crate::actor::Actor;

/// How far back a feed reaches at least, in entries.
pub const FEED_ENTRIES_KEPT: usize = 10_000;

/// Stores a feed for each drive-thru, and an audit log for each session.
///
/// - A feed has an entry for each turn, and for each ticket that is new or changes, in the order in which they were
///   stored. Entries of a lane are never swapped.
/// - Ids grow and are never given again, so a reader that was away continues after the last id that it has seen.
/// - An entry is stored with what it tells of: nothing is stored that readers do not find.
#[async_trait]
pub trait FeedStore: Send + Sync {
    /// The entries after an id, oldest first, `limit` at most.
    async fn feed(&self, drive_thru: &str, after: FeedId, limit: usize) -> Result<Vec<FeedEntry>>;

    /// The same as soon as there is an entry; may be empty after a few seconds without one.
    async fn feed_grown(&self, drive_thru: &str, after: FeedId, limit: usize) -> Result<Vec<FeedEntry>>;

    /// The id of the newest entry; [`FeedId::START`] if there is none.
    async fn feed_end(&self, drive_thru: &str) -> Result<FeedId>;

    /// Whether nothing is missing after an id: its entry is still there, or it is [`FeedId::START`] and no entry was
    /// forgotten.
    async fn feed_reaches(&self, drive_thru: &str, id: FeedId) -> Result<bool>;

    /// The id of a turn's entry; `None` if it is forgotten.
    async fn feed_place(&self, lane: &LaneKey, session_id: Uuid, turn: u32) -> Result<Option<FeedId>>;

    /// The text of a document that the turn of a [`Commit`](super::Commit) names, for as long as its audit log is kept.
    async fn document(&self, hash: Uuid) -> Result<Option<String>>;

    /// A session's audit log with the turns after one, `limit` at most; `None` if there is no such session.
    async fn audit_after(&self, session_id: Uuid, after: u32, limit: usize) -> Result<Option<AuditLog>>;

    /// A session's whole audit log.
    async fn audit(&self, session_id: Uuid) -> Result<Option<AuditLog>> {
        self.audit_after(session_id, 0, usize::MAX).await
    }
}

/// Names an entry of a feed. A later entry has a greater id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FeedId {
    pub(super) major: u64,
    pub(super) minor: u64,
}

impl FeedId {
    /// Before every entry.
    pub const START: Self = Self { major: 0, minor: 0 };

    /// Just before this entry, and after every earlier one.
    #[must_use]
    pub fn before(self) -> Self {
        match self.minor.checked_sub(1) {
            Some(minor) => Self { minor, ..self },
            None => Self { major: self.major.saturating_sub(1), minor: u64::MAX },
        }
    }
}

impl fmt::Display for FeedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.major, self.minor)
    }
}

/// That a text names no entry of a feed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("it is two numbers with a dash between them, as the service sent it")]
pub struct InvalidFeedId;

impl FromStr for FeedId {
    type Err = InvalidFeedId;

    fn from_str(text: &str) -> Result<Self, InvalidFeedId> {
        let (major, minor) = text.split_once('-').ok_or(InvalidFeedId)?;
        let number = |text: &str| text.parse().map_err(|_| InvalidFeedId);
        Ok(Self { major: number(major)?, minor: number(minor)? })
    }
}

/// An entry of a feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedEntry {
    /// Its name.
    pub id: FeedId,
    /// The lane that it is about.
    pub lane: LaneKey,
    /// What happened.
    pub item: FeedItem,
}

/// What an entry of a feed is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedItem {
    /// A turn.
    Turn(Box<AuditRecord>),
    /// A ticket is new, or something about it changed.
    Ticket(Uuid),
    /// A turn whose audit log is no longer kept.
    Gap,
}

/// A session's audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditLog {
    /// The lane that the session was on.
    pub lane: LaneKey,
    /// How it ended; `None` until then.
    pub end: Option<End>,
    /// Its turns, from 1.
    pub entries: Vec<AuditRecord>,
}

/// Something that turns were decided with: a menu, what of it was off, a house or its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The hash of the text, by which turns name it.
    pub hash: Uuid,
    /// JSON.
    pub text: Arc<str>,
}

impl Document {
    /// The document of a text.
    pub fn of(text: String) -> Self {
        Self { hash: Self::hash(&text), text: text.into() }
    }

    /// The hash by which turns name a text.
    pub fn hash(text: &str) -> Uuid {
        Uuid::new_v5(&Uuid::NAMESPACE_OID, text.as_bytes())
    }
}

/// A turn in an audit log. Its texts are written once, and shared by all who keep or send them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRecord {
    /// The session.
    pub session_id: Uuid,
    /// The turn's number in it.
    pub seq: u32,
    /// When it was taken.
    pub at: Timestamp,
    /// The `version` of the menu in use, as JSON.
    pub menu_version: Arc<str>,
    /// The event as it came, as JSON.
    pub event: Arc<str>,
    /// The turn as it was answered, as JSON.
    pub turn: Arc<str>,
    /// Whose key the event came with; none where it is asked for none, and of what no call brought.
    pub actor: Option<Actor>,
}
