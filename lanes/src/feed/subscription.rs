//! One who follows a lane or a drive-thru, and keeps its place in the feed.

use std::collections::VecDeque;
use std::sync::Arc;

use fsm::ids::LaneKey;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::sleep;

use super::pump::{ASK_AGAIN, PAGE_ENTRIES_MAX};
use super::update::{FeedUpdate, is_of_lane};
use crate::store::{FeedId, FeedStore, StoreError, TicketStore};

/// One who follows a lane or a drive-thru.
pub struct Subscription {
    pub(super) store: Arc<dyn FeedStore>,
    pub(super) tickets: Arc<dyn TicketStore>,
    pub(super) drive_thru: String,
    pub(super) lane: Option<LaneKey>,
    /// The last entry that it was told of.
    pub(super) place: FeedId,
    /// How much of the feed it has to read from the store.
    pub(super) behind: Behind,
    pub(super) waiting: VecDeque<FeedUpdate>,
    pub(super) live: broadcast::Receiver<FeedUpdate>,
}

/// What a subscriber has not been told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behind {
    /// Nothing but what comes live.
    Nothing,
    /// The store has, or may have, more.
    Some,
    /// The same, and the subscriber is so slow that the store may have forgotten some of it.
    Much,
}

impl Subscription {
    /// Where it is in the feed.
    pub fn place(&self) -> FeedId {
        self.place
    }

    /// The next update. The future can be dropped and asked for again without losing one.
    pub async fn next(&mut self) -> FeedUpdate {
        loop {
            if let Some(update) = self.waiting.pop_front() {
                self.place = update.id.unwrap_or(self.place);
                return update;
            }
            if self.behind != Behind::Nothing {
                if self.catch_up().await.is_err() {
                    sleep(ASK_AGAIN).await;
                }
                continue;
            }
            match self.live.recv().await {
                Ok(update) if update.id.is_none_or(|id| id > self.place) || update.is_left_out() => {
                    self.waiting.push_back(update);
                }
                Ok(_) => {}
                Err(RecvError::Lagged(_)) => self.behind = Behind::Much,
                // The service stops, and those who serve subscribers with it.
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }

    async fn catch_up(&mut self) -> Result<(), StoreError> {
        let store = &*self.store;
        let entries = store.feed(&self.drive_thru, self.place, PAGE_ENTRIES_MAX).await?;
        // Checked after the read, so that entries that were forgotten during it are noticed.
        if self.behind == Behind::Much && !store.feed_reaches(&self.drive_thru, self.place).await? {
            let end = store.feed_end(&self.drive_thru).await?;
            self.waiting.push_back(FeedUpdate::left_out(end));
            return Ok(());
        }
        let is_all = entries.len() < PAGE_ENTRIES_MAX;
        let last = entries.last().map(|entry| entry.id);
        let mut page = VecDeque::new();
        for entry in entries {
            if self.lane.as_ref().is_none_or(|lane| *lane == entry.lane && is_of_lane(&entry.item)) {
                page.extend(FeedUpdate::read(&*self.tickets, entry).await?);
            }
        }
        // There is no `await` from here on, so a dropped future leaves nothing half done.
        self.waiting = page;
        if let (true, Some(last)) = (self.waiting.is_empty(), last) {
            self.place = last;
        }
        self.behind = if is_all { Behind::Nothing } else { Behind::Much };
        Ok(())
    }
}
