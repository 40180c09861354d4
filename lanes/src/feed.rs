//! The feed: who follows a lane or a drive-thru is told of each turn and ticket once it is stored.
//!
//! ```text
//!   commit ──> the store's feed ──> pump, one for a followed drive-thru ──> the last updates ──> subscriptions
//!                     └──────── what a subscriber missed, while it was away or slow ──────────────────^
//! ```
//!
//! A subscriber keeps its place in the feed. A slow one reads what it missed from the store, delays nobody, and is told
//! if the store no longer has it.

mod channels;
mod pump;
mod subscription;
mod update;

use std::collections::VecDeque;
use std::sync::Arc;

use fsm::dialogue::Say;
use fsm::ids::LaneKey;
use tokio::sync::broadcast;
use uuid::Uuid;

use self::channels::{Channel, Channels};
use self::pump::pump;
use self::subscription::Behind;
use crate::store::{FeedId, FeedStore, StoreError, TicketStore, TurnStore};
use crate::tasks::Tasks;

pub use self::subscription::Subscription;
pub use self::update::{FeedUpdate, Missing, UpdateKind};

/// How many drive-thrus are followed at once: over Redis, each by a connection of its own.
const DRIVE_THRUS_MAX: usize = 256;

/// Where a subscription starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartAt {
    /// With what comes from now on.
    Now,
    /// After an entry of the feed.
    Entry(FeedId),
    /// After a turn of a session of the lane; 0 for its beginning.
    Turn(Uuid, u32),
    /// With the first turn of the lane's session, if one is on.
    Session,
}

/// Why a lane or a drive-thru cannot be followed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FollowError {
    /// This process follows too many drive-thrus.
    #[error("{DRIVE_THRUS_MAX} drive-thrus are followed already; come again")]
    TooMany,
    /// The store does not say what is there.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The feeds of all drive-thrus. Clones share the subscribers.
#[derive(Clone)]
pub struct Feeds {
    store: Arc<dyn FeedStore>,
    turns: Arc<dyn TurnStore>,
    tickets: Arc<dyn TicketStore>,
    tasks: Tasks,
    channels: Arc<Channels>,
}

impl Feeds {
    pub(crate) fn new(
        store: Arc<dyn FeedStore>,
        turns: Arc<dyn TurnStore>,
        tickets: Arc<dyn TicketStore>,
        tasks: Tasks,
    ) -> Self {
        Self { store, turns, tickets, tasks, channels: Arc::default() }
    }

    /// Follows a lane: every turn of it, once and in order.
    ///
    /// # Errors
    /// As [`FollowError`] has them.
    pub async fn follow_lane(&self, lane: &LaneKey, from: StartAt) -> Result<Subscription, FollowError> {
        self.follow(lane.drive_thru(), Some(lane), from).await
    }

    /// Follows a drive-thru: every turn and ticket of its lanes.
    ///
    /// # Errors
    /// As [`FollowError`] has them.
    pub async fn follow_drive_thru(
        &self,
        drive_thru: &str,
        from: StartAt,
    ) -> Result<Subscription, FollowError> {
        self.follow(drive_thru, None, from).await
    }

    /// Tells those who follow a lane that a reply is late.
    pub(crate) fn hold(&self, lane: &LaneKey, say: Say) {
        self.channels.send_to_lane(lane, FeedUpdate { id: None, kind: UpdateKind::Holding(say) });
    }

    async fn follow(
        &self,
        drive_thru: &str,
        lane: Option<&LaneKey>,
        from: StartAt,
    ) -> Result<Subscription, FollowError> {
        let store = &*self.store;
        let end = store.feed_end(drive_thru).await?;
        // From here on everything after `end` arrives live; what arrives twice is dropped by its id.
        let live = self.subscribe(drive_thru, lane, end).ok_or(FollowError::TooMany)?;
        let place = match (from, lane) {
            (StartAt::Entry(id), _) if store.feed_reaches(drive_thru, id).await? => Some(id),
            (StartAt::Turn(session_id, 0), Some(lane)) => {
                store.feed_place(lane, session_id, 1).await?.map(FeedId::before)
            }
            (StartAt::Turn(session_id, turn), Some(lane)) => store.feed_place(lane, session_id, turn).await?,
            (StartAt::Session, Some(lane)) => match self.turns.lane(lane).await?.session.session_id() {
                Some(session_id) => store.feed_place(lane, session_id, 1).await?.map(FeedId::before),
                None => Some(end),
            },
            (StartAt::Now, _) => Some(end),
            (StartAt::Entry(_) | StartAt::Turn(..) | StartAt::Session, _) => None,
        };
        let left_out = place.is_none().then(|| FeedUpdate::left_out(end));
        Ok(Subscription {
            store: self.store.clone(),
            tickets: self.tickets.clone(),
            drive_thru: drive_thru.to_owned(),
            lane: lane.cloned(),
            place: place.unwrap_or(end),
            behind: Behind::Some,
            waiting: VecDeque::from_iter(left_out),
            live,
        })
    }

    /// None if too many drive-thrus are followed.
    fn subscribe(
        &self,
        drive_thru: &str,
        lane: Option<&LaneKey>,
        end: FeedId,
    ) -> Option<broadcast::Receiver<FeedUpdate>> {
        let mut channels = self.channels.lock();
        if channels.len() >= DRIVE_THRUS_MAX && !channels.contains_key(drive_thru) {
            return None;
        }
        let channel = channels.entry(drive_thru.to_owned()).or_insert_with(|| {
            let (store, tickets) = (self.store.clone(), self.tickets.clone());
            let (channels, tasks) = (self.channels.clone(), self.tasks.clone());
            self.tasks.spawn(pump(store, tickets, channels, tasks, drive_thru.to_owned(), end));
            Channel::default()
        });
        Some(channel.subscribe(lane))
    }
}
