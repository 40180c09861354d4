//! Who did something.

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
