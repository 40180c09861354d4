//! Who put which document of a drive-thru.

use async_trait::async_trait;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::DocumentKind;
use super::error::Result;
use crate::actor::Actor;

/// How many changes of a drive-thru are kept: the newest.
pub const CHANGES_KEPT: usize = 500;

/// Tells who put which document. A document and its change are stored together.
#[async_trait]
pub trait ChangeStore: Send + Sync {
    /// The changes of a drive-thru, the newest first, `limit` at most, of the newest [`CHANGES_KEPT`].
    async fn changes(&self, drive_thru: &str, limit: usize) -> Result<Vec<DocumentChange>>;
}

/// A document that was put in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DocumentChange {
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Which document.
    pub document: ChangedDocument,
    /// The hash of its content, by which turns name it.
    pub hash: Uuid,
    /// Whose key it came with; absent where no key was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub actor: Option<Actor>,
}

/// A document that a drive-thru has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangedDocument {
    /// Its menu.
    Menu,
    /// What its house says of itself.
    House,
    /// The rules of its house.
    Rules,
}

impl From<DocumentKind> for ChangedDocument {
    fn from(kind: DocumentKind) -> Self {
        match kind {
            DocumentKind::House => Self::House,
            DocumentKind::Rules => Self::Rules,
        }
    }
}
