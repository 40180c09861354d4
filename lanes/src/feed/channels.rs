//! The subscribers of this process, by drive-thru and lane.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fsm::ids::LaneKey;
use tokio::sync::broadcast;

use super::update::FeedUpdate;

/// How many of the last updates are kept for subscribers; one that is further behind reads the store.
const LIVE_UPDATES_MAX: usize = 256;

/// By drive-thru.
#[derive(Default)]
pub(super) struct Channels(Mutex<BTreeMap<String, Channel>>);

/// Those of one drive-thru.
pub(super) struct Channel {
    all: broadcast::Sender<FeedUpdate>,
    lanes: BTreeMap<LaneKey, broadcast::Sender<FeedUpdate>>,
}

/// Who gets an update besides those who follow the drive-thru.
pub(super) enum To {
    Nobody,
    Lane(LaneKey),
    EveryLane,
}

impl Channels {
    pub fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Channel>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends an update to those who follow a lane, and to nobody else.
    pub fn send_to_lane(&self, lane: &LaneKey, update: FeedUpdate) {
        let channels = self.lock();
        if let Some(subscribers) = channels.get(lane.drive_thru()).and_then(|channel| channel.lanes.get(lane))
        {
            let _ = subscribers.send(update);
        }
    }
}

impl Default for Channel {
    fn default() -> Self {
        Self { all: broadcast::Sender::new(LIVE_UPDATES_MAX), lanes: BTreeMap::new() }
    }
}

impl Channel {
    /// What comes from now on, of the drive-thru or of one lane.
    pub fn subscribe(&mut self, lane: Option<&LaneKey>) -> broadcast::Receiver<FeedUpdate> {
        match lane {
            None => self.all.subscribe(),
            Some(lane) => {
                let subscribers = self.lanes.entry(lane.clone());
                subscribers.or_insert_with(|| broadcast::Sender::new(LIVE_UPDATES_MAX)).subscribe()
            }
        }
    }

    /// Whether anybody still subscribes to it.
    pub fn is_followed(&mut self) -> bool {
        self.lanes.retain(|_, lane| lane.receiver_count() > 0);
        self.all.receiver_count() > 0 || !self.lanes.is_empty()
    }

    /// Sends an update to the subscribers of the drive-thru and of the lanes that it is for, if there are any.
    pub fn send(&self, to: &To, update: &FeedUpdate) {
        let _ = self.all.send(update.clone());
        let of_lanes: Vec<_> = match to {
            To::Nobody => Vec::new(),
            To::Lane(lane) => self.lanes.get(lane).into_iter().collect(),
            To::EveryLane => self.lanes.values().collect(),
        };
        for subscribers in of_lanes {
            let _ = subscribers.send(update.clone());
        }
    }
}
