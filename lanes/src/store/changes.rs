//! Who put which document of a drive-thru, and who took what off its menu.

use async_trait::async_trait;
use fsm::menu::MenuPart;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::DocumentKind;
use super::error::Result;
use crate::actor::Actor;

/// How many changes of a drive-thru are kept: the newest.
pub const CHANGES_KEPT: usize = 500;

/// Tells who changed what. What is changed and its change are stored together.
#[async_trait]
pub trait ChangeStore: Send + Sync {
    /// The changes of a drive-thru, the newest first, `limit` at most, of the newest [`CHANGES_KEPT`].
    async fn changes(&self, drive_thru: &str, limit: usize) -> Result<Vec<DocumentChange>>;
}

/// A document that was put in use, or what of a menu can be had from then on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DocumentChange {
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// What was changed.
    #[serde(flatten)]
    pub document: ChangedDocument,
    /// Whose key it came with; absent where no key was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub actor: Option<Actor>,
}

/// What of a drive-thru is changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", tag = "document")]
pub enum ChangedDocument {
    /// Its menu.
    Menu {
        /// The hash of its content, by which turns name it.
        hash: Uuid,
    },
    /// What its house says of itself.
    House {
        /// The hash of its content, by which turns name it.
        hash: Uuid,
    },
    /// The rules of its house.
    Rules {
        /// The hash of their content, by which turns name them.
        hash: Uuid,
    },
    /// What of its menu can be had.
    Availability {
        /// The item, the modifier or the size.
        part: MenuPart,
        /// Whether it was put back on.
        available: bool,
        /// When what is off can be had again by itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<String>, format = DateTime, nullable = false)]
        until: Option<Timestamp>,
    },
}

impl ChangedDocument {
    /// A document of that kind, which has that hash now.
    pub(crate) fn own(kind: DocumentKind, hash: Uuid) -> Self {
        match kind {
            DocumentKind::House => Self::House { hash },
            DocumentKind::Rules => Self::Rules { hash },
        }
    }
}
