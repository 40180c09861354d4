//! Real servers for the tests, started on free ports and gone with them: Redis alone, as a cluster, behind sentinels;
//! a disk whose power can be cut, a proxy in front of several nodes.
//!
//! What cannot be started panics: a test without its server must not pass.

mod balancer;
mod disk;
mod groups;
mod random;
mod redis;

pub use self::balancer::Balancer;
pub use self::disk::Disk;
pub use self::groups::{RedisCluster, RedisSentinels};
pub use self::random::{Random, seed};
pub use self::redis::RedisServer;
