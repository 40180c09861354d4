//! What outlives the process: lanes and their turns, tickets and the outbox, menus, houses and their rules, the feed, passes.
//!
//! A store is ten traits, each in the file of its concern next to the records that it stores, and [`Store`] on top:
//!
//! | file | trait | what it keeps |
//! |---|---|---|
//! | `turns` | [`TurnStore`] | lanes, sessions, event ids; a turn is one [`Commit`] |
//! | `tickets` | [`TicketStore`] | tickets with their history |
//! | `outbox` | [`OutboxStore`] | messages to the POS until they are delivered or given up |
//! | `menus` | [`MenuStore`] | a drive-thru's own menu and its stock |
//! | `own_documents` | [`DocumentStore`] | what a drive-thru's house says of itself, and its rules |
//! | `changes` | [`ChangeStore`] | who put which of these documents |
//! | `feed` | [`FeedStore`] | turns and tickets in order, for readers; audit logs |
//! | `sessions` | [`SessionStore`] | which sessions a drive-thru had |
//! | `wakes` | [`WakeStore`] | which lanes and tickets have a deadline, and when it passes |
//! | `passes` | [`PassStore`] | what stands for a key for a while |
//!
//! Three stores implement them, with the same file for the same concern: [`MemoryStore`], the shortest and the one to
//! read first, [`SqliteStore`] for one process, `RedisStore` for several. All of them promise what the traits say.
//!
//! Two promises hold for every write of every trait: it is stored whole or not at all, and durably before the method
//! returns. What "durably" covers is the store's: nothing in memory, power cuts in SQLite, [`Durability`] in Redis.
//! After [`StoreError::Unavailable`] it is not known whether a write was stored.

mod bells;
mod changes;
mod error;
mod feed;
mod memory;
mod menus;
mod outbox;
mod own_documents;
mod passes;
#[cfg(feature = "redis")]
mod redis;
mod redis_settings;
mod sessions;
mod sqlite;
mod tickets;
mod turns;
mod wakes;

use std::sync::Arc;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use jiff::Timestamp;
use uuid::Uuid;

pub use self::changes::{CHANGES_KEPT, ChangeStore, ChangedDocument, DocumentChange};
pub(crate) use self::error::is_stored;
pub use self::error::{EventRecord, Result, StoreError};
pub use self::feed::{
    AuditLog, AuditRecord, Document, FEED_ENTRIES_KEPT, FeedEntry, FeedId, FeedItem, FeedStore, InvalidFeedId,
};
pub use self::memory::MemoryStore;
pub use self::menus::{Availability, MenuRecord, MenuStore};
pub use self::outbox::{Delivery, OutboxEntry, OutboxStore, Sending};
pub use self::own_documents::{DocumentKind, DocumentStore};
pub use self::passes::{Pass, PassStore};
#[cfg(feature = "redis")]
pub(crate) use self::redis::RedisLink;
#[cfg(feature = "redis")]
pub use self::redis::RedisStore;
pub use self::redis_settings::{Durability, RedisSettings};
pub use self::sessions::{InvalidSessionPlace, SessionPlace, SessionRecord, SessionStore};
pub use self::sqlite::SqliteStore;
pub use self::tickets::{TicketChange, TicketNote, TicketRecord, TicketStore};
pub use self::turns::{Commit, LaneRecord, TurnStore};
pub use self::wakes::{Due, WakeStore};

/// A whole store: all concerns, and how it is looked after.
///
/// It is for those who hand it out, and for its upkeep. Everyone else is given the concern that it needs: a `dyn Store`
/// becomes a `dyn TicketStore` by itself.
#[async_trait]
pub trait Store:
    TurnStore
    + TicketStore
    + OutboxStore
    + MenuStore
    + DocumentStore
    + ChangeStore
    + FeedStore
    + SessionStore
    + WakeStore
    + PassStore
    + 'static
{
    /// Proves that a commit works, by making one, and that the store is still the one that was identified.
    async fn probe(&self) -> Result<()>;

    /// Looks whether everything that is stored can be read. Takes a while, and holds up nobody.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`], which names the first thing that is damaged.
    async fn check(&self) -> Result<()> {
        Ok(())
    }

    /// What tells this store from any other; none as long as nobody has given it an identity.
    async fn identity(&self) -> Result<Option<Uuid>>;

    /// Gives a store that has none its identity, and returns the one that it has then.
    async fn identify(&self, identity: Uuid) -> Result<Uuid>;

    /// Every drive-thru with a lane, by id.
    async fn drive_thrus(&self) -> Result<Vec<String>>;

    /// Sessions of a drive-thru that ended before that time, the oldest first, `limit` at most. None in a store that forgets
    /// them by itself.
    async fn ended_sessions(&self, drive_thru: &str, before: Timestamp, limit: usize) -> Result<Vec<Uuid>>;

    /// Forgets sessions that are over, so that nothing of them is left in the store's files: their audit logs, event ids and
    /// those tickets.
    async fn forget_sessions(&self, forgotten: Vec<Forgotten>) -> Result<()>;

    /// Forgets the event ids of sessions that ended before that time, and the feed entries that are older than the
    /// newest [`FEED_ENTRIES_KEPT`]. Audit logs stay.
    async fn forget_events(&self, ended_before: Timestamp) -> Result<()>;
}

/// A session that is to be forgotten.
#[derive(Clone, Debug)]
pub struct Forgotten {
    /// The session.
    pub session_id: Uuid,
    /// The lane that it was on.
    pub lane: LaneKey,
    /// Its events.
    pub events: Vec<Uuid>,
    /// Its tickets that are forgotten too.
    pub tickets: Vec<Uuid>,
}

/// A store whose servers can be disturbed, to check what it keeps then.
#[async_trait]
pub trait DrillStore: Store {
    /// Has the servers cut this store's connections, as a network that fails does, except those that wait for a replica
    /// just now. Returns how many were cut.
    async fn cut_connections(&self) -> Result<usize>;

    /// Asks the sentinels or the cluster to give the servers of a lane another master, and waits until there is one.
    async fn fail_over(&self, lane: &LaneKey) -> Result<()>;

    /// Removes a lane on which no ticket was created, with its sessions and its drive-thru's feed. After an error, the same
    /// call removes what is left.
    async fn erase(&self, lane: &LaneKey) -> Result<()>;
}

/// Opens the store in Redis, as `RedisStore::open` does.
///
/// # Errors
/// [`StoreError::Unavailable`] if it cannot be used, or the feature `redis` is not in this build.
#[cfg(feature = "redis")]
pub async fn open_redis(url: &str, settings: RedisSettings) -> Result<Arc<dyn DrillStore>> {
    Ok(Arc::new(RedisStore::open(url, settings).await?))
}

/// Refuses to open a store in Redis, which is not in this build.
///
/// # Errors
/// Always [`StoreError::Unavailable`], which names the feature `redis`.
#[cfg(not(feature = "redis"))]
pub async fn open_redis(_: &str, _: RedisSettings) -> Result<Arc<dyn DrillStore>> {
    Err(without_redis())
}

/// Why nothing in Redis can be opened by this build.
#[cfg(not(feature = "redis"))]
pub(crate) fn without_redis() -> StoreError {
    StoreError::Unavailable("this carhop was built without the feature `redis`".to_owned())
}
