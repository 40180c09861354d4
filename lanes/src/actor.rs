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
    /// Whether it came from a browser that was signed in with a code of the key, and not with the key.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_code: bool,
}

/// Who changes something, and when.
#[derive(Clone, Debug)]
pub struct Change {
    /// When.
    pub now: Timestamp,
    /// With whose key; with nobody's where none is asked for.
    pub by: Option<Actor>,
}
