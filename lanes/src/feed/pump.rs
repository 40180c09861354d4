//! Brings what is stored to the subscribers of one drive-thru.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use super::channels::{Channels, To};
use super::update::{FeedUpdate, is_of_lane};
use crate::store::{FeedId, FeedStore, StoreError, TicketStore};
use crate::tasks::Tasks;

/// How many entries are read from the store in one go.
pub(super) const PAGE_ENTRIES_MAX: usize = 32;
/// The wait before the store is asked again after it failed.
pub(super) const ASK_AGAIN: Duration = Duration::from_millis(250);

/// Sends the entries after a place to the subscribers, until nobody follows the drive-thru any more.
pub(super) async fn pump(
    store: Arc<dyn FeedStore>,
    tickets: Arc<dyn TicketStore>,
    channels: Arc<Channels>,
    tasks: Tasks,
    drive_thru: String,
    mut place: FeedId,
) {
    let (mut is_waiting, mut is_late) = (false, false);
    loop {
        let page = tokio::select! {
            page = next_page(&*store, &*tickets, &drive_thru, place, is_late) => page,
            () = tasks.stopping() => return,
        };
        match &page {
            Err(error) if !is_waiting => {
                tracing::warn!(drive_thru.id = drive_thru, %error, "readers wait for the store");
            }
            _ => {}
        }
        is_waiting = page.is_err();
        // The store may forget entries before they are read.
        is_late = page.as_ref().map_or(true, |page| page.is_full);
        if is_waiting {
            sleep(ASK_AGAIN).await;
        }
        {
            let mut channels = channels.lock();
            let Some(channel) = channels.get_mut(&drive_thru) else { return };
            let page = page.unwrap_or_default();
            for (to, update) in &page.updates {
                channel.send(to, update);
            }
            place = page.end.unwrap_or(place);
            // The next subscriber starts another pump.
            if !channel.is_followed() {
                channels.remove(&drive_thru);
                return;
            }
        }
    }
}

/// What is sent at once.
#[derive(Default)]
struct Page {
    updates: Vec<(To, FeedUpdate)>,
    /// The last entry that was read.
    end: Option<FeedId>,
    /// Whether there is more.
    is_full: bool,
}

async fn next_page(
    store: &dyn FeedStore,
    tickets: &dyn TicketStore,
    drive_thru: &str,
    place: FeedId,
    is_late: bool,
) -> Result<Page, StoreError> {
    let entries = store.feed_grown(drive_thru, place, PAGE_ENTRIES_MAX).await?;
    if is_late && !store.feed_reaches(drive_thru, place).await? {
        let end = store.feed_end(drive_thru).await?;
        let updates = vec![(To::EveryLane, FeedUpdate::left_out(end))];
        return Ok(Page { updates, end: Some(end), is_full: true });
    }
    let mut page = Page {
        updates: Vec::with_capacity(entries.len()),
        end: entries.last().map(|entry| entry.id),
        is_full: entries.len() == PAGE_ENTRIES_MAX,
    };
    for entry in entries {
        let to = if is_of_lane(&entry.item) { To::Lane(entry.lane.clone()) } else { To::Nobody };
        page.updates.extend(FeedUpdate::read(tickets, entry).await?.map(|update| (to, update)));
    }
    Ok(page)
}
