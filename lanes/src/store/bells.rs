//! Wakes the readers of a feed in the process that its entries are stored by.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::timeout;

use super::error::Result;
use super::feed::FeedEntry;

/// How long a reader waits for a bell.
const LISTEN_MAX: Duration = Duration::from_secs(2);

/// A bell for each drive-thru whose feed somebody waits for.
#[derive(Debug, Default)]
pub(super) struct Bells(Mutex<BTreeMap<String, watch::Sender<()>>>);

impl Bells {
    /// Says that a feed has grown.
    pub fn ring(&self, drive_thru: &str) {
        if let Some(bell) = self.bells().get(drive_thru) {
            bell.send_replace(());
        }
    }

    /// Says that a feed has grown, where it is not known whose.
    pub fn ring_all(&self) {
        for bell in self.bells().values() {
            bell.send_replace(());
        }
    }

    /// Reads a feed until it has entries; gives up after a while.
    pub async fn next<F>(&self, drive_thru: &str, read: impl Fn() -> F) -> Result<Vec<FeedEntry>>
    where
        F: Future<Output = Result<Vec<FeedEntry>>>,
    {
        loop {
            let mut bell = self.listen(drive_thru);
            let entries = read().await?;
            if !entries.is_empty() {
                return Ok(entries);
            }
            // No bell rings for a commit whose caller has gone, so the feed is read once more without one.
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
