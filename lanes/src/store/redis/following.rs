//! What a process needs to follow feeds: connections that wait for entries, and lanes whose entries may be missing.

use std::collections::BTreeMap;

use fsm::ids::LaneKey;
use redis::cmd;
use redis::streams::{StreamId, StreamReadReply};
use tokio::sync::Mutex;

use super::append::{Append, Mark};
use super::keys::{self, Keys};
use super::link::{BLOCKING_MS_MAX, Blocking, Link};
use super::lookup;
use crate::store::{FeedId, Result};

/// How many idle connections are kept for waiting on feeds.
const CONNECTIONS_KEPT_MAX: usize = 16;

/// The connections and lanes.
#[derive(Default)]
pub(super) struct Following {
    idle: Mutex<Vec<Blocking>>,
    /// Lanes whose last turn was not in the feed when it was looked at, with the turn's mark.
    suspects: Mutex<BTreeMap<LaneKey, Mark>>,
}

impl Following {
    /// Waits for entries after an id; returns none if none came for a while.
    pub async fn wait(
        &self,
        link: &Link,
        drive_thru: &str,
        after: FeedId,
        limit: usize,
    ) -> Result<Vec<StreamId>> {
        let idle = self.idle.lock().await.pop();
        // The connection goes back only after its answer: one that still has an answer to come cannot be used again.
        let mut connection = match idle {
            Some(connection) => connection,
            None => link.blocking().await?,
        };
        let mut read = cmd("XREAD");
        read.arg("COUNT").arg(limit).arg("BLOCK").arg(BLOCKING_MS_MAX);
        read.arg("STREAMS").arg(keys::feed(drive_thru)).arg(after.to_string());
        let reply: Option<StreamReadReply> = connection.ask(&read).await?;
        let mut idle = self.idle.lock().await;
        if idle.len() < CONNECTIONS_KEPT_MAX {
            idle.push(connection);
        }
        Ok(reply.into_iter().flat_map(|reply| reply.keys).flat_map(|key| key.ids).collect())
    }

    /// Adds a gap for each lane whose last turn has no entry, if that was so the last time too: the process that stored it
    /// may be about to add the entry.
    pub async fn mend(&self, link: &Link, drive_thru: &str) -> Result<()> {
        let lanes = lookup::lanes_of(link, drive_thru).await?;
        let told: BTreeMap<String, String> = link.ask(cmd("HGETALL").arg(keys::told(drive_thru))).await?;
        let missing = lookup::of_each(lanes, async |lane| {
            let mut ask = cmd("HMGET");
            ask.arg(Keys(&lane).lane()).arg("version").arg("stamp");
            let (version, stamp): (Option<u64>, Option<String>) = link.ask(&ask).await?;
            let mark: Mark = (version.unwrap_or_default(), stamp.unwrap_or_default());
            let is_told = told.get(lane.lane()).and_then(|told| told.split_once(' ')).map(|(_, stamp)| stamp);
            Ok((!mark.1.is_empty() && is_told != Some(&mark.1)).then_some((lane, mark)))
        });
        let missing: BTreeMap<LaneKey, Mark> = missing.await?.into_iter().flatten().collect();
        let mut suspects = self.suspects.lock().await;
        for (lane, mark) in &missing {
            if suspects.get(lane) == Some(mark) {
                Append::gap(lane.clone(), mark.clone()).try_once(link, true).await?;
            }
        }
        suspects.retain(|lane, _| lane.drive_thru() != drive_thru);
        suspects.extend(missing);
        Ok(())
    }
}
