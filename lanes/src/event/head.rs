//! What every event may say beside what happened.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::values;

/// When an event happened, and how far its frontend is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventHead {
    /// RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    #[serde(default, deserialize_with = "values::time", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime, nullable = false)]
    pub at: Option<Timestamp>,
    /// If it is not the lane's session, the event is refused.
    #[serde(default, deserialize_with = "values::uuid", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub session_id: Option<Uuid>,
    /// The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, maximum = 4294967295u32)]
    pub turn: Option<u32>,
    /// How many cars wait, for the rules of the house; as before if it is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, maximum = 4294967295u32)]
    pub cars_waiting: Option<u32>,
}
