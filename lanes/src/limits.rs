//! How much of a session is stored and handed out at once.

/// How many turns a session takes from its frontend. With the last one the crew has the lane.
pub const TURNS_MAX: u32 = 1000;
/// The longest event as it is stored, in bytes.
pub const EVENT_BYTES_MAX: usize = 16 * 1024;
/// How many turns an answer brings that its frontend had missed: the newest.
pub const MISSED_MAX: u32 = 100;
/// How much of them, and of an audit log, is handed out at once, in bytes.
pub const ANSWER_BYTES_MAX: usize = 4 * 1024 * 1024;
