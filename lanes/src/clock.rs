//! The time.

use std::sync::Arc;

use jiff::Timestamp;

/// The time, as the service reads it; tests and replays bring their own.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;
