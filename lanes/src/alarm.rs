//! Sees to deadlines that have passed, whichever process has set them: a process that ends leaves them in the store. A lane
//! takes a deadline once, whoever else wakes it for the same, and the crew is told of a ticket once.

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use fsm::ids::LaneKey;
use futures_util::stream::{self, StreamExt as _};
use jiff::{SignedDuration, Timestamp};
use tokio::time::sleep;

use crate::clock::Clock;
use crate::error::LaneError;
use crate::registry::Registry;
use crate::store::{Due, WakeStore};
use crate::tasks::Tasks;
use crate::tickets::Tickets;
use crate::turn::{LaneTask, Waking};

/// How often deadlines are looked for.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How many deadlines one look finds at most. If all of them are seen to, the next look follows at once.
const DUE_A_LOOK_MAX: usize = 256;
/// How many are seen to at once: few, so that customers who speak are not kept waiting by many who do not.
const SEEN_TO_AT_ONCE_MAX: usize = 2;
/// How long each of these rests before the next: about as long as one takes, in which customers have the store to themselves.
const REST: Duration = Duration::from_millis(4);
/// When one is seen to again that could not be.
const AGAIN_AFTER: SignedDuration = SignedDuration::from_secs(5);

/// What deadlines are seen to with.
pub(crate) struct Alarm {
    pub store: Arc<dyn WakeStore>,
    pub registry: Registry,
    pub tickets: Tickets,
    pub clock: Clock,
    pub tasks: Tasks,
}

/// What the index is to say of something whose deadline has passed.
enum Next {
    /// A turn has put it there.
    IsStored,
    /// When it is due next; not at all if it is not.
    Due(Option<Timestamp>),
}

impl Alarm {
    /// Sees to deadlines until the service stops.
    pub async fn ring(self) {
        while !self.tasks.are_stopping() {
            if self.see_to_due().await < DUE_A_LOOK_MAX {
                tokio::select! {
                    () = sleep(LOOK_EVERY) => {}
                    () = self.tasks.stopping() => {}
                }
            }
        }
    }

    /// Sees to the deadlines that have passed, the oldest first. Returns to how many.
    pub async fn see_to_due(&self) -> usize {
        let seen_to = stream::iter(self.look().await).map(async |due| {
            let is_seen_to = self.see_to(due).await;
            sleep(REST).await;
            is_seen_to
        });
        let seen_to = seen_to.buffer_unordered(SEEN_TO_AT_ONCE_MAX);
        seen_to.filter(|is_seen_to| ready(*is_seen_to)).count().await
    }

    async fn look(&self) -> Vec<Due> {
        self.store.due((self.clock)(), DUE_A_LOOK_MAX).await.unwrap_or_else(|error| {
            tracing::error!(%error, "deadlines cannot be looked for");
            Vec::new()
        })
    }

    /// Whether the index says when it is due next.
    async fn see_to(&self, due: Due) -> bool {
        if self.tasks.are_stopping() {
            return false;
        }
        let (drive_thru, lane) = (due.lane.drive_thru(), due.lane.lane());
        let next = match due.ticket_id {
            None => self.wake(&due.lane).await,
            Some(ticket_id) => {
                self.tickets.tell_unanswered(&due.lane, ticket_id).await.map(|()| Next::Due(None))
            }
        };
        let put_off = match next {
            Ok(Next::IsStored) => Ok(()),
            Ok(Next::Due(at)) => self.store.put_off(&due, at).await,
            Err(error) => {
                tracing::warn!(drive_thru.id = drive_thru, lane.id = lane, %error, "a deadline cannot be seen to");
                let again = (self.clock)().saturating_add(AGAIN_AFTER).ok();
                self.store.put_off(&due, again.or(Some(due.at))).await
            }
        };
        if let Err(error) = &put_off {
            tracing::warn!(drive_thru.id = drive_thru, lane.id = lane, %error, "a deadline is looked for once more");
        }
        put_off.is_ok()
    }

    async fn wake(&self, lane: &LaneKey) -> Result<Next, LaneError> {
        if self.registry.ask(lane, LaneTask::Wake(Waking::IfDue)).await?.is_some() {
            return Ok(Next::IsStored);
        }
        // Something has happened since, or a process that knows no deadlines has taken a turn.
        Ok(Next::Due(self.registry.session(lane).await?.wake().map(|wake| wake.at)))
    }
}
