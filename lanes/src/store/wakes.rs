//! Which lanes are to be woken, and when: an index of the deadlines that sessions have.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use jiff::Timestamp;

use super::error::Result;

/// Finds the lanes with a deadline that has passed.
///
/// A [`Commit`](super::Commit) puts the lane's next deadline into the index, or takes the lane out, with all else that it
/// stores. So a deadline is there exactly if its session is. Times are kept to the millisecond.
#[async_trait]
pub trait WakeStore: Send + Sync {
    /// The lanes that were to be woken by that time, the one that waits for longest first, `limit` at most.
    async fn due_lanes(&self, now: Timestamp, limit: usize) -> Result<Vec<DueLane>>;

    /// Wakes a lane at another time, or not at all, unless a turn has said so since.
    async fn wake_later(&self, due: &DueLane, at: Option<Timestamp>) -> Result<()>;
}

/// A lane that is to be woken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueLane {
    /// The lane.
    pub lane: LaneKey,
    /// When it was to be woken.
    pub at: Timestamp,
}
