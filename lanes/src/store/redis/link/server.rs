//! The server or servers: one, the master that sentinels name, or a cluster.

use std::sync::Arc;
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionInfo, IntoConnectionInfo, Pipeline, RedisError, Value,
};
use tokio::sync::Mutex;

use super::limits::{COMMAND_MS_MAX, CONNECT_MS_MAX, RECONNECT_MS_MAX, blocking_timeout, config, unusable};
use super::sentinels::Sentinels;

/// The server or servers.
pub(super) enum Server {
    One {
        client: Client,
        connection: Kept,
    },
    Cluster {
        connection: ClusterConnection,
        /// One of the nodes; all have the same login and TLS settings.
        node: Box<ConnectionInfo>,
        /// Makes connections for blocking commands.
        blocking: ClusterClient,
    },
    /// The sentinels are asked again when a command fails on the master that they named.
    Sentinels {
        sentinels: Sentinels,
        master: Kept,
    },
}

/// The connection that all commands share. It is replaced after an error, also after an answer that came too late: a half
/// open connection looks like a slow server until TCP gives up, which takes a quarter of an hour.
pub(super) type Kept = Mutex<Option<Arc<MultiplexedConnection>>>;

impl Server {
    pub async fn open(url: &str) -> Result<Self, RedisError> {
        if let Some(rest) = url.strip_prefix("redis+sentinel://") {
            return Ok(Self::Sentinels { sentinels: Sentinels::parse(rest)?, master: Kept::default() });
        }
        let (scheme, nodes) = url.split_once("://").unwrap_or(("redis", url));
        let nodes: Vec<String> = nodes.split(',').map(|node| format!("{scheme}://{node}")).collect();
        let timeouts = (Duration::from_millis(CONNECT_MS_MAX), Duration::from_millis(COMMAND_MS_MAX));
        if nodes.len() > 1 {
            let node = Box::new(nodes[0].as_str().into_connection_info()?);
            let client = |answer| {
                let client =
                    ClusterClient::builder(nodes.clone()).retries(2).max_retry_wait(RECONNECT_MS_MAX);
                client.connection_timeout(timeouts.0).response_timeout(answer).build()
            };
            let connection = client(timeouts.1)?.get_async_connection().await?;
            return Ok(Self::Cluster { connection, node, blocking: client(blocking_timeout())? });
        }
        Ok(Self::One { client: Client::open(url)?, connection: Kept::default() })
    }

    pub async fn send(&self, cmd: &Cmd) -> Result<Value, RedisError> {
        match self {
            Self::Cluster { connection, .. } => cmd.query_async(&mut connection.clone()).await,
            Self::One { connection: kept, .. } | Self::Sentinels { master: kept, .. } => {
                let connection = self.connection(kept).await?;
                let answer = cmd.query_async(&mut connection.as_ref().clone()).await;
                forget_after(&answer, kept, &connection).await;
                answer
            }
        }
    }

    pub async fn send_all(&self, pipeline: &Pipeline) -> Result<Vec<Value>, RedisError> {
        match self {
            Self::Cluster { connection, .. } => pipeline.query_async(&mut connection.clone()).await,
            Self::One { connection: kept, .. } | Self::Sentinels { master: kept, .. } => {
                let connection = self.connection(kept).await?;
                let answer = pipeline.query_async(&mut connection.as_ref().clone()).await;
                forget_after(&answer, kept, &connection).await;
                answer
            }
        }
    }

    /// A connection that nobody else uses.
    pub async fn own(&self, config: &AsyncConnectionConfig) -> Result<MultiplexedConnection, RedisError> {
        match self {
            Self::One { client, .. } => client.get_multiplexed_async_connection_with_config(config).await,
            Self::Sentinels { sentinels, .. } => sentinels.master(config).await,
            Self::Cluster { .. } => Err(unusable("a cluster has no one server")),
        }
    }

    pub async fn connection(&self, kept: &Kept) -> Result<Arc<MultiplexedConnection>, RedisError> {
        let mut kept = kept.lock().await;
        match &*kept {
            Some(connection) => Ok(connection.clone()),
            None => Ok(kept.insert(Arc::new(self.own(&config()).await?)).clone()),
        }
    }
}

/// Drops the connection that an answer shows to be gone, unless it was replaced already.
async fn forget_after<T>(answer: &Result<T, RedisError>, kept: &Kept, used: &Arc<MultiplexedConnection>) {
    if answer.as_ref().is_err_and(is_gone) {
        let mut kept = kept.lock().await;
        kept.take_if(|kept| Arc::ptr_eq(kept, used));
    }
}

/// Whether the server is gone, or is no longer the master.
pub(super) fn is_gone(error: &RedisError) -> bool {
    error.is_unrecoverable_error()
        || error.is_io_error()
        || error.kind() == redis::ServerErrorKind::ReadOnly.into()
}
