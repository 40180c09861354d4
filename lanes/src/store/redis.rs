//! The store in Redis, for several processes on the same lanes: one server, one behind Sentinel, or a cluster.
//!
//! A turn is one script and one round trip: it checks whether the event was taken and whether the lane's version is still
//! the one that the turn was decided on, and then writes all of it, also what tells its readers. There are no locks: of two
//! processes that decide on the same version, one gets a conflict, reads the lane again and decides again.
//!
//! A script can write only what is in one slot, so everything of a drive-thru is in one. The rest is written before the
//! turn, and is harmless if a crash prevents the turn: which drive-thrus exist, with the first turn of a lane, and the
//! documents that turns name, once a day.

mod changes;
mod check;
mod documents;
mod drill;
mod feed;
mod following;
mod forget;
mod keys;
mod link;
mod lookup;
mod menus;
mod outbox;
mod own_documents;
mod passes;
mod rewrite;
mod schema;
mod script;
mod sessions;
mod tickets;
mod turns;
mod values;
mod wakes;

use std::sync::OnceLock;

use async_trait::async_trait;
use jiff::Timestamp;
use redis::cmd;
use uuid::Uuid;

use self::documents::Documents;
use self::following::Following;
pub(crate) use self::link::Link as RedisLink;
use self::link::Link;
use self::rewrite::Rewrites;
use super::{Forgotten, RedisSettings, Result, Store, StoreError};

/// The store in Redis.
pub struct RedisStore {
    link: Link,
    settings: RedisSettings,
    documents: Documents,
    following: Following,
    rewrites: Rewrites,
    /// Which store this is, once that is known.
    known: OnceLock<Uuid>,
}

impl RedisStore {
    /// Connects to `redis://[user:password@]host:port[/db]`, or `rediss://` with TLS; to a cluster, with several
    /// nodes' `host:port` separated by commas; or to the master that sentinels name:
    /// `redis+sentinel://[user:password@]host:port,host:port/name-of-the-master`.
    ///
    /// # Errors
    /// [`Unavailable`](super::StoreError::Unavailable) if no server can be reached, its configuration would lose data, or
    /// another version wrote what is there; it names what.
    pub async fn open(url: &str, settings: RedisSettings) -> Result<Self> {
        let link = Link::open(url, settings.durability).await?;
        schema::check(&link).await?;
        Ok(Self {
            link,
            settings,
            documents: Documents::default(),
            following: Following::default(),
            rewrites: Rewrites::default(),
            known: OnceLock::new(),
        })
    }
}

#[async_trait]
impl Store for RedisStore {
    async fn probe(&self) -> Result<()> {
        self.link.commit(cmd("INCR").arg(keys::PROBE)).await?;
        self.link.check().await?;
        match self.known.get() {
            Some(known) if self.identity().await? != Some(*known) => Err(StoreError::Unavailable(format!(
                "the database is not store {known} any more: it was emptied, or it is another one"
            ))),
            Some(_) | None => Ok(()),
        }
    }

    async fn identity(&self) -> Result<Option<Uuid>> {
        let text: Option<String> = self.link.ask(cmd("GET").arg(keys::IDENTITY)).await?;
        let identity = text.map(|text| text.parse().map_err(values::faulty)).transpose()?;
        if let Some(identity) = identity {
            self.known.get_or_init(|| identity);
        }
        Ok(identity)
    }

    async fn identify(&self, identity: Uuid) -> Result<Uuid> {
        self.link.send(cmd("SET").arg(keys::IDENTITY).arg(identity.to_string()).arg("NX")).await?;
        Ok(self.identity().await?.unwrap_or(identity))
    }

    async fn drive_thrus(&self) -> Result<Vec<String>> {
        lookup::drive_thrus(&self.link).await
    }

    async fn ended_sessions(&self, _: &str, _: Timestamp, _: usize) -> Result<Vec<Uuid>> {
        Ok(Vec::new())
    }

    async fn forget_sessions(&self, forgotten: Vec<Forgotten>) -> Result<()> {
        for forgotten in &forgotten {
            forget::session(&self.link, forgotten).await?;
            self.rewrites.note(&self.link).await?;
        }
        self.rewrites.see_to(&self.link).await
    }

    async fn forget_events(&self, ended_before: Timestamp) -> Result<()> {
        let mut forgotten = Ok(());
        for lane in lookup::all_lanes(&self.link).await? {
            // If one lane cannot be read, the others are forgotten all the same.
            forgotten = forgotten.and(forget::events(&self.link, &lane, ended_before).await);
        }
        forgotten.and(self.rewrites.see_to(&self.link).await)
    }
}
