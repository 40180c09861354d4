//! Why nothing can be replayed.

use lanes::store::StoreError;
use serde_json::Value;

/// Why a transcript or a session could not be replayed. What a lane answers is no such reason, however bad.
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
    /// The lanes did not open, or gave what is no turn.
    #[error("{0}")]
    Lanes(String),
}
