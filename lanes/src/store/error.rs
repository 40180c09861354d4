//! Why a store did not do what it was asked.

use uuid::Uuid;

/// What a method of a store returns.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Why a store did not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// What is stored is not what the write was decided on. Nothing of it was stored.
    #[error("another turn of the lane was stored first")]
    Conflict,
    /// The lane has taken the commit's event before. Nothing of the commit was stored.
    #[error("the lane has taken event {} before", .0.event_id)]
    TakenBefore(EventRecord),
    /// The store cannot be used now. It is not known whether a write was stored: for a commit, the event id tells.
    #[error("the store is unavailable: {0}")]
    Unavailable(String),
    /// What the store keeps of one thing cannot be read. What it keeps of others may be well.
    #[error("the store is unavailable: {0}")]
    Unreadable(String),
}

/// An event that a lane has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRecord {
    /// The event's id, unique on its lane.
    pub event_id: Uuid,
    /// Tells the same id with another body apart.
    pub fingerprint: Uuid,
    /// The session of the turn that answered it.
    pub session_id: Uuid,
    /// The number of that turn.
    pub turn: u32,
    /// The last turn that the frontend said it had seen.
    pub seen: Option<u32>,
}

/// Whether a conditional write was stored, where a conflict is an answer and no error.
pub(crate) fn is_stored(written: Result<()>) -> Result<bool> {
    match written {
        Ok(()) => Ok(true),
        Err(StoreError::Conflict) => Ok(false),
        Err(error) => Err(error),
    }
}
