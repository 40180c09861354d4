//! Why a replay failed.

use lanes::store::StoreError;
use serde_json::Value;

/// Why a transcript or a session could not be replayed. An event that a lane refuses is no error.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The session's turns were taken with another menu.
    #[error(
        "turn {turn} was taken with version {recorded} of the menu, and this is version {given}: replay it with the menu of then"
    )]
    OtherMenu {
        /// The first turn that was.
        turn: u32,
        /// The version of its menu.
        recorded: Value,
        /// The version of the menu that was given.
        given: Value,
    },
    /// Its menu cannot be read.
    #[error("menu {file}: {detail}")]
    Menu {
        /// As the transcript names it.
        file: String,
        /// What is the matter.
        detail: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The lanes did not open, or returned something that is not a turn.
    #[error("{0}")]
    Lanes(String),
}
