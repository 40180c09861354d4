//! Real servers for the tests, started on free ports and gone with them: Redis alone, as a cluster, behind sentinels.
//!
//! What cannot be started panics: a test without its server must not pass.

mod groups;
mod redis;

pub use self::groups::{RedisCluster, RedisSentinels};
pub use self::redis::RedisServer;
