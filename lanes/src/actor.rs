//! Who did something.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whose key an act came with. It is kept beside what was done, and decides nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Actor {
    /// The key's id.
    pub key: String,
    /// What people call it.
    pub name: String,
}

/// Who changes something, and when.
#[derive(Clone, Debug)]
pub struct Change {
    /// When.
    pub now: Timestamp,
    /// With whose key; with nobody's where none is asked for.
    pub by: Option<Actor>,
}
