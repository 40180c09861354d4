//! Why a replay failed.

use lanes::store::StoreError;
use serde_json::Value;
use uuid::Uuid;

/// Why a transcript or a session could not be replayed. An event that a lane refuses is no error.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The session's turns were taken with another menu.
    #[error(
        "turn {turn} was taken with version {recorded} of the menu, and this is version {given}: replay it with the menu of then (--menu), or get the log with its documents (?with=documents)"
    )]
    OtherMenu {
        /// The first turn that was.
        turn: u32,
        /// The version of its menu.
        recorded: Value,
        /// The version of the menu that was given.
        given: Value,
    },
    /// A document that came with the log is not what it should be.
    #[error("the document {hash} of the audit log is faulty: {detail}")]
    Document {
        /// By which the turns name it.
        hash: Uuid,
        /// What is the matter.
        detail: String,
    },
    /// Its menu cannot be read.
    #[error("menu {file}: {detail}")]
    Menu {
        /// As the transcript names it.
        file: String,
        /// What is the matter.
        detail: String,
    },
    /// Its house rules cannot be read.
    #[error("rules {file}: {detail}")]
    Rules {
        /// Their file name.
        file: String,
        /// Why.
        detail: String,
    },
    /// Its house cannot be read.
    #[error("house {file}: {detail}")]
    House {
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
