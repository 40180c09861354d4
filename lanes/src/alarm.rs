//! Wakes lanes whose deadlines have passed, whichever process has set them: a process that ends leaves them in the store, and
//! a lane takes a deadline once, whoever else wakes it for the same.

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use jiff::SignedDuration;
use tokio::time::sleep;

use crate::clock::Clock;
use crate::registry::Registry;
use crate::store::{DueLane, StoreError, WakeStore};
use crate::tasks::Tasks;
use crate::turn::{LaneTask, Waking};

/// How often deadlines are looked for.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How many lanes one look finds at most. If all of them are seen to, the next look follows at once.
const LANES_A_LOOK_MAX: usize = 256;
/// How many lanes are woken at once: few, so that those of customers who speak are not kept waiting by many who do not.
const WOKEN_AT_ONCE_MAX: usize = 2;
/// When a lane is woken again that could not take its deadline.
const AGAIN_AFTER: SignedDuration = SignedDuration::from_secs(5);

/// What lanes are woken with.
pub(crate) struct Alarm {
    pub store: Arc<dyn WakeStore>,
    pub registry: Registry,
    pub clock: Clock,
    pub tasks: Tasks,
}

impl Alarm {
    /// Wakes lanes until the service stops.
    pub async fn ring(self) {
        while !self.tasks.are_stopping() {
            if self.wake_due().await < LANES_A_LOOK_MAX {
                tokio::select! {
                    () = sleep(LOOK_EVERY) => {}
                    () = self.tasks.stopping() => {}
                }
            }
        }
    }

    /// Wakes the lanes whose deadlines have passed, the one that waits for longest first. Returns how many it has seen to.
    pub async fn wake_due(&self) -> usize {
        let woken =
            stream::iter(self.look().await).map(|due| self.wake(due)).buffer_unordered(WOKEN_AT_ONCE_MAX);
        woken.filter(|is_seen_to| ready(*is_seen_to)).count().await
    }

    async fn look(&self) -> Vec<DueLane> {
        self.store.due_lanes((self.clock)(), LANES_A_LOOK_MAX).await.unwrap_or_else(|error| {
            tracing::error!(%error, "deadlines cannot be looked for");
            Vec::new()
        })
    }

    /// Whether the index says the next that the lane waits for.
    async fn wake(&self, due: DueLane) -> bool {
        if self.tasks.are_stopping() {
            return false;
        }
        let woken = self.registry.ask(&due.lane, LaneTask::Wake(Waking::IfDue)).await;
        let put_right = match &woken {
            // The turn has said when the lane is woken next.
            Ok(Some(_)) => Ok(()),
            // Something has happened since, or a process that knows no deadlines has taken a turn.
            Ok(None) => self.put_right(&due).await,
            Err(error) => {
                let (drive_thru, lane) = (due.lane.drive_thru(), due.lane.lane());
                tracing::warn!(drive_thru.id = drive_thru, lane.id = lane, %error, "a lane cannot be woken");
                let again = (self.clock)().saturating_add(AGAIN_AFTER).ok();
                self.store.wake_later(&due, again.or(Some(due.at))).await
            }
        };
        if let Err(error) = &put_right {
            let (drive_thru, lane) = (due.lane.drive_thru(), due.lane.lane());
            tracing::warn!(drive_thru.id = drive_thru, lane.id = lane, %error, "a deadline is looked for once more");
        }
        put_right.is_ok()
    }

    /// Has the index say what the session says.
    async fn put_right(&self, due: &DueLane) -> Result<(), StoreError> {
        let session = self.registry.session(&due.lane).await?;
        self.store.wake_later(due, session.wake().map(|wake| wake.at)).await
    }
}
