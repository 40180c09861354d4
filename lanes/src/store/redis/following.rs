//! The connections on which a process waits for entries of feeds.

use redis::cmd;
use redis::streams::{StreamId, StreamReadReply};
use tokio::sync::Mutex;

use super::keys;
use super::link::{BLOCKING_MS_MAX, Blocking, Link};
use crate::store::{FeedId, Result};

/// How many idle connections are kept for waiting on feeds.
const CONNECTIONS_KEPT_MAX: usize = 16;

/// The connections; those that wait for nothing just now.
#[derive(Default)]
pub(super) struct Following(Mutex<Vec<Blocking>>);

impl Following {
    /// Waits for entries after an id; returns none if none came for a while.
    pub async fn wait(
        &self,
        link: &Link,
        drive_thru: &str,
        after: FeedId,
        limit: usize,
    ) -> Result<Vec<StreamId>> {
        let idle = self.0.lock().await.pop();
        // The connection goes back only after its answer: one that still has an answer to come cannot be used again.
        let mut connection = match idle {
            Some(connection) => connection,
            None => link.blocking().await?,
        };
        let mut read = cmd("XREAD");
        read.arg("COUNT").arg(limit).arg("BLOCK").arg(BLOCKING_MS_MAX);
        read.arg("STREAMS").arg(keys::feed(drive_thru)).arg(after.to_string());
        let reply: Option<StreamReadReply> = connection.ask(&read).await?;
        let mut idle = self.0.lock().await;
        if idle.len() < CONNECTIONS_KEPT_MAX {
            idle.push(connection);
        }
        Ok(reply.into_iter().flat_map(|reply| reply.keys).flat_map(|key| key.ids).collect())
    }
}
