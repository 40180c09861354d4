//! Deadlines: which lanes are to be woken and which tickets to be looked at, and when.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use jiff::Timestamp;
use uuid::Uuid;

use super::error::Result;

/// Finds the lanes and tickets with a deadline that has passed.
///
/// A [`Commit`](super::Commit) puts the lane's next deadline into the index, or takes the lane out, with all else that it
/// stores. So a deadline is there exactly if its session is. That of a ticket is put there by the commit that ends its
/// session, and stays until it is put off. Times are kept to the millisecond.
#[async_trait]
pub trait WakeStore: Send + Sync {
    /// What was due by that time, what waits for longest first, `limit` at most.
    async fn due(&self, now: Timestamp, limit: usize) -> Result<Vec<Due>>;

    /// Has something be due at another time, or not at all, unless a turn has said so since.
    async fn put_off(&self, due: &Due, at: Option<Timestamp>) -> Result<()>;
}

/// Something whose deadline has passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The lane.
    pub lane: LaneKey,
    /// Its ticket, which the POS had not answered when its car left; none if it is the lane's session that waits.
    pub ticket_id: Option<Uuid>,
    /// When it was due.
    pub at: Timestamp,
}
