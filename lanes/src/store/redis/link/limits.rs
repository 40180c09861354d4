//! How long anything may take, so that a turn is answered in time.

use std::time::Duration;

use redis::{AsyncConnectionConfig, RedisError};
use tokio::time::timeout;

/// How long a server may take to answer a command.
pub(super) const COMMAND_MS_MAX: u64 = 350;
/// How long a command may take with finding its server.
pub(super) const ASKED_MS_MAX: u64 = 450;
/// How long a connection may take to be made.
pub(super) const CONNECT_MS_MAX: u64 = 300;
/// How long a write may take to reach a replica.
pub(super) const REPLICA_MS_MAX: u64 = 300;
/// The longest wait between two tries of a cluster.
pub(super) const RECONNECT_MS_MAX: u64 = 100;
/// How long a blocking command waits for something to come.
pub const BLOCKING_MS_MAX: u64 = 2000;

/// For a connection that answers commands at once.
pub(super) fn config() -> AsyncConnectionConfig {
    AsyncConnectionConfig::new()
        .set_connection_timeout(Some(Duration::from_millis(CONNECT_MS_MAX)))
        .set_response_timeout(Some(Duration::from_millis(COMMAND_MS_MAX)))
}

/// For a connection whose commands wait.
pub(super) fn blocking_config() -> AsyncConnectionConfig {
    config().set_response_timeout(Some(blocking_timeout()))
}

/// Longer than a blocking command waits, so that only a server that is gone counts as too slow.
pub(super) fn blocking_timeout() -> Duration {
    Duration::from_millis(BLOCKING_MS_MAX + COMMAND_MS_MAX)
}

/// Waits no longer than a command may take, reconnection and all.
pub(super) async fn within<T>(asked: impl Future<Output = Result<T, RedisError>>) -> Result<T, RedisError> {
    timeout(Duration::from_millis(ASKED_MS_MAX), asked)
        .await
        .unwrap_or_else(|_| Err(unusable("it did not answer in time")))
}

/// An error of this module's own.
pub(super) fn unusable(why: &str) -> RedisError {
    RedisError::from(std::io::Error::other(why.to_owned()))
}
