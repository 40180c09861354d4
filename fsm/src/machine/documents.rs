//! What turns are decided with, so that a session can be replayed later.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// What a turn was decided with, each by the hash of its content, so that a session can be replayed later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Documents {
    /// The menu, as it was put in use.
    pub menu: Uuid,
    /// What of it was off.
    pub off: Uuid,
    /// The language packs.
    pub languages: Uuid,
    /// What the house says of itself, if it says anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house: Option<Uuid>,
    /// The rules of the house with which the session began, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Uuid>,
    /// The newest rules, if those are others: by them is decided what can be had and when the crew is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_rules: Option<Uuid>,
}
