//! Lanes that wait for attention, such as those with new messages.

use std::collections::BTreeSet;
use std::mem;
use std::sync::{Mutex, PoisonError};

use fsm::ids::LaneKey;
use tokio::sync::Notify;

/// Lanes that wait, each once.
#[derive(Debug, Default)]
pub(crate) struct Wakeups {
    lanes: Mutex<BTreeSet<LaneKey>>,
    added: Notify,
}

impl Wakeups {
    pub fn add(&self, lane: LaneKey) {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner).insert(lane);
        self.added.notify_one();
    }

    /// Waits for lanes and takes them all; none is lost if the wait is given up.
    pub async fn take(&self) -> BTreeSet<LaneKey> {
        loop {
            let lanes = mem::take(&mut *self.lanes.lock().unwrap_or_else(PoisonError::into_inner));
            if !lanes.is_empty() {
                return lanes;
            }
            self.added.notified().await;
        }
    }
}
