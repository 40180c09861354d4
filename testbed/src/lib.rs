//! Real servers for the tests, started on free ports and gone with them: Redis alone, as a cluster, behind sentinels;
//! a POS that answers badly, a link that can be bad, a disk whose power can be cut, a proxy in front of several nodes, a
//! network whose machines can be cut off.
//!
//! What cannot be started panics: a test without its server must not pass.

mod balancer;
mod disk;
mod groups;
mod network;
mod pos;
mod proxy;
mod random;
mod redis;
mod run;

pub use self::balancer::Balancer;
pub use self::disk::Disk;
pub use self::groups::{RedisCluster, RedisSentinels};
pub use self::network::{Host, Network};
pub use self::pos::HostilePos;
pub use self::proxy::{FaultProxy, Weather};
pub use self::random::Random;
pub use self::redis::RedisServer;
pub use self::run::{given, is_nightly, seed};
