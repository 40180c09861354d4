//! The store in Redis, for several processes on the same lanes: one server, one behind Sentinel, or a cluster.
//!
//! A turn is one script and one round trip: it checks whether the event was taken and whether the lane's version is still
//! the one that the turn was decided on, and then writes all of it. There are no locks: of two processes that decide on
//! the same version, one gets a conflict, reads the lane again and decides again.
//!
//! A script can write only what is in the lane's slot. The rest (which lane a session or ticket is on, which lanes exist,
//! a drive-thru's newest tickets) is written before the turn, and is harmless if a crash prevents the turn. How long the
//! lane of a settled ticket is kept, and the feed's entries, are written after the turn.

mod append;
mod check;
mod drill;
mod feed;
mod following;
mod forget;
mod guarded;
mod houses;
mod keys;
mod link;
mod lookup;
mod menus;
mod numbers;
mod outbox;
mod tickets;
mod turns;
mod values;
mod wakeups;

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use redis::cmd;
use tokio_util::task::TaskTracker;

use self::following::Following;
pub(crate) use self::link::Link as RedisLink;
use self::link::Link;
use self::wakeups::Wakened;
use super::{RedisSettings, Result, Store};

/// The store in Redis.
pub struct RedisStore {
    link: Arc<Link>,
    settings: RedisSettings,
    wakened: Wakened,
    following: Following,
    /// Work that continues after a method has returned.
    afterwards: TaskTracker,
}

impl RedisStore {
    /// Connects to `redis://[user:password@]host:port[/db]`, or `rediss://` with TLS; to a cluster, with several
    /// nodes' `host:port` separated by commas; or to the master that sentinels name:
    /// `redis+sentinel://[user:password@]host:port,host:port/name-of-the-master`.
    ///
    /// # Errors
    /// [`Unavailable`](super::StoreError::Unavailable) if no server can be reached, or its configuration would lose data;
    /// it names what.
    pub async fn open(url: &str, settings: RedisSettings) -> Result<Self> {
        let link = Arc::new(Link::open(url, settings.durability).await?);
        let (wakened, following, afterwards) = (Wakened::default(), Following::default(), TaskTracker::new());
        Ok(Self { link, settings, wakened, following, afterwards })
    }
}

#[async_trait]
impl Store for RedisStore {
    async fn probe(&self) -> Result<()> {
        self.link.commit(cmd("INCR").arg(keys::PROBE)).await?;
        self.link.check().await
    }

    async fn forget_events(&self, ended_before: Timestamp) -> Result<()> {
        let mut forgotten = Ok(());
        for lane in lookup::all_lanes(&self.link).await? {
            // If one lane cannot be read, the others are forgotten all the same.
            forgotten = forgotten.and(forget::events(&self.link, &lane, ended_before).await);
        }
        forgotten
    }

    async fn finish(&self) {
        self.afterwards.close();
        self.afterwards.wait().await;
    }
}
