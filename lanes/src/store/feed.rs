//! A drive-thru's feed: its turns and tickets in the order in which they were stored, so that a reader who was away goes
//! on where it was.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fsm::ids::LaneKey;
use tokio::sync::watch;
use tokio::time::timeout;
use uuid::Uuid;

use super::{AuditRecord, StoreError};

/// How long it is listened for a bell.
const LISTEN_MAX: Duration = Duration::from_secs(2);

/// How far back a feed reaches at least, in entries.
pub const FEED_ENTRIES_KEPT: usize = 10_000;

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
    /// The lane that it is of.
    pub lane: LaneKey,
    /// What happened.
    pub item: FeedItem,
}

/// What a feed tells of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedItem {
    /// A turn.
    Turn(Box<AuditRecord>),
    /// A ticket is new, or something about it changed.
    Ticket(Uuid),
    /// Turns of the lane are missing here; they are in its audit logs.
    Gap,
}

/// Tells those who wait for a feed of this process that it has grown.
#[derive(Debug, Default)]
pub(super) struct Bells(Mutex<BTreeMap<String, watch::Sender<()>>>);

impl Bells {
    pub fn ring(&self, drive_thru: &str) {
        if let Some(bell) = self.bells().get(drive_thru) {
            bell.send_replace(());
        }
    }

    /// Where it is not known whose feed has grown.
    pub fn ring_all(&self) {
        for bell in self.bells().values() {
            bell.send_replace(());
        }
    }

    /// What a feed has after an entry, as soon as it has something; nothing after a while.
    pub async fn next<F>(&self, drive_thru: &str, read: impl Fn() -> F) -> Result<Vec<FeedEntry>, StoreError>
    where
        F: Future<Output = Result<Vec<FeedEntry>, StoreError>>,
    {
        loop {
            let mut bell = self.listen(drive_thru);
            let entries = read().await?;
            if !entries.is_empty() {
                return Ok(entries);
            }
            // A bell that was not rung, because nobody waited for the commit any more, is made up for.
            if timeout(LISTEN_MAX, bell.changed()).await.is_err() {
                return read().await;
            }
        }
    }

    fn listen(&self, drive_thru: &str) -> watch::Receiver<()> {
        let mut bells = self.bells();
        bells.retain(|_, bell| bell.receiver_count() > 0);
        bells.entry(drive_thru.to_owned()).or_insert_with(|| watch::Sender::new(())).subscribe()
    }

    fn bells(&self) -> MutexGuard<'_, BTreeMap<String, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
