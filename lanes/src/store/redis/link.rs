//! The connection to the server or servers: bounded in time, and made again by itself.

mod drill;
mod sentinels;

use std::sync::Arc;
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionInfo, FromRedisValue, IntoConnectionInfo, Pipeline,
    RedisError, Value,
};
use tokio::sync::Mutex;
use tokio::time::timeout;

use self::sentinels::Sentinels;
use super::{Durability, check};
use crate::store::StoreError;

/// How long a server may take to answer a command.
const COMMAND_MS_MAX: u64 = 350;
/// How long a command may take with finding its server.
const ASKED_MS_MAX: u64 = 450;
/// How long a connection may take to be made.
const CONNECT_MS_MAX: u64 = 300;
/// How long a write may take to reach a replica.
const REPLICA_MS_MAX: u64 = 300;
/// The longest wait between two tries of a cluster.
const RECONNECT_MS_MAX: u64 = 100;
/// How long a blocking command waits for something to come.
pub(super) const BLOCKING_MS_MAX: u64 = 2000;
/// How many connections wait for replicas at once; the next turn waits for one of them.
const REPLICATED_CONNECTIONS_MAX: usize = 32;

/// The way to the server or servers. Clones of its connections share a socket.
pub(crate) struct Link {
    server: Server,
    durability: Durability,
    /// Connections on which one commit at a time waits for a replica.
    replicated: tokio::sync::Semaphore,
    idle: std::sync::Mutex<Vec<MultiplexedConnection>>,
}

/// A connection that nobody else uses, for commands that wait.
pub(super) enum Blocking {
    One(MultiplexedConnection),
    Cluster(ClusterConnection),
}

impl Blocking {
    pub async fn ask<T: FromRedisValue>(&mut self, cmd: &Cmd) -> Result<T, RedisError> {
        match self {
            Self::One(connection) => cmd.query_async(connection).await,
            Self::Cluster(connection) => cmd.query_async(connection).await,
        }
    }
}

enum Server {
    One {
        client: Client,
        connection: Kept,
    },
    Cluster {
        connection: ClusterConnection,
        /// One of the nodes, and how all of them are spoken to.
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

/// The connection that all commands share. After an error it is made again, also after an answer that only came too
/// late: a connection that is half open looks like a slow server for as long as TCP has patience, which is a quarter of
/// an hour.
type Kept = Mutex<Option<Arc<MultiplexedConnection>>>;

impl Link {
    /// Connects, and refuses what would lose data. See [`super::RedisStore::open`] for the forms of the URL.
    pub async fn open(url: &str, durability: Durability) -> Result<Self, StoreError> {
        let server = Server::open(url).await?;
        if let (Durability::Replicated { .. }, Server::Cluster { .. }) = (durability, &server) {
            return Err(StoreError::Unavailable(
                "durability `replicated` cannot wait for the replicas of a cluster; use `always`".to_owned(),
            ));
        }
        let replicated = tokio::sync::Semaphore::new(REPLICATED_CONNECTIONS_MAX);
        let link = Self { server, durability, replicated, idle: std::sync::Mutex::default() };
        link.check().await?;
        Ok(link)
    }

    /// Refuses, by name, what would lose data: it may have been changed since.
    pub async fn check(&self) -> Result<(), StoreError> {
        check::configuration(self, self.durability).await
    }

    /// Asks one thing.
    pub async fn ask<T: FromRedisValue>(&self, cmd: &Cmd) -> Result<T, StoreError> {
        let answer = within(self.server.send(cmd)).await?;
        Ok(redis::from_redis_value(answer).map_err(RedisError::from)?)
    }

    /// Asks several things of one slot in one go.
    pub async fn ask_all<T: FromRedisValue>(&self, pipeline: &Pipeline) -> Result<T, StoreError> {
        let answers = within(self.server.send_all(pipeline)).await?;
        Ok(redis::from_redis_value(Value::Array(answers)).map_err(RedisError::from)?)
    }

    /// Writes, and returns once that is as durable as was asked for.
    pub async fn commit(&self, cmd: &Cmd) -> Result<Value, RedisError> {
        match self.durability {
            Durability::Memory | Durability::Everysec | Durability::Always => {
                within(self.server.send(cmd)).await
            }
            Durability::Replicated { replicas } => within(self.commit_replicated(cmd, replicas)).await,
        }
    }

    /// A connection of its own: what waits for replicas holds up everything else on its socket.
    async fn commit_replicated(&self, cmd: &Cmd, replicas: u32) -> Result<Value, RedisError> {
        let Ok(_turn) = self.replicated.acquire().await else {
            return Err(unusable("no connection"));
        };
        let idle = self.idle().pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.server.own(&config()).await?,
        };
        let answer = cmd.query_async(&mut connection).await;
        match &answer {
            // Those to the same server are of no more use either.
            Err(error) if is_gone(error) => self.forget().await,
            Err(_) => self.idle().push(connection.clone()),
            Ok(_) => {}
        }
        let answer = answer?;
        let have_it: u32 =
            redis::cmd("WAIT").arg(replicas).arg(REPLICA_MS_MAX).query_async(&mut connection).await?;
        if have_it >= replicas {
            self.idle().push(connection);
            return Ok(answer);
        }
        // It may be a master that is cut off, and no master any more.
        self.forget().await;
        Err(unusable(&format!("{have_it} of {replicas} replicas have it")))
    }

    /// Lets every connection go, so that reads and commits are never of two masters for long.
    async fn forget(&self) {
        self.idle().clear();
        match &self.server {
            Server::One { connection: kept, .. } | Server::Sentinels { master: kept, .. } => {
                *kept.lock().await = None;
            }
            Server::Cluster { .. } => {}
        }
    }

    /// What each server of the installation answers.
    pub async fn ask_servers(&self, cmd: &Cmd) -> Result<Vec<Value>, StoreError> {
        let Server::Cluster { connection, .. } = &self.server else {
            return Ok(vec![within(self.server.send(cmd)).await?]);
        };
        use redis::cluster_routing::{MultipleNodeRoutingInfo, ResponsePolicy, RoutingInfo};
        let masters = RoutingInfo::MultiNode((MultipleNodeRoutingInfo::AllMasters, None::<ResponsePolicy>));
        let answer = within(connection.clone().route_command(cmd.clone(), masters)).await?;
        let Value::Map(answers) = answer else { return Ok(vec![answer]) };
        Ok(answers.into_iter().map(|(_, answer)| answer).collect())
    }

    /// A connection of its own for commands that wait: they hold up everything else on their socket.
    pub(super) async fn blocking(&self) -> Result<Blocking, StoreError> {
        let connection = match &self.server {
            Server::Cluster { blocking, .. } => Blocking::Cluster(blocking.get_async_connection().await?),
            server => Blocking::One(server.own(&blocking_config()).await?),
        };
        Ok(connection)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<MultiplexedConnection>> {
        self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Server {
    async fn open(url: &str) -> Result<Self, RedisError> {
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

    async fn send(&self, cmd: &Cmd) -> Result<Value, RedisError> {
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

    async fn send_all(&self, pipeline: &Pipeline) -> Result<Vec<Value>, RedisError> {
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
    async fn own(&self, config: &AsyncConnectionConfig) -> Result<MultiplexedConnection, RedisError> {
        match self {
            Self::One { client, .. } => client.get_multiplexed_async_connection_with_config(config).await,
            Self::Sentinels { sentinels, .. } => sentinels.master(config).await,
            Self::Cluster { .. } => Err(unusable("a cluster has no one server")),
        }
    }

    async fn connection(&self, kept: &Kept) -> Result<Arc<MultiplexedConnection>, RedisError> {
        let mut kept = kept.lock().await;
        match &*kept {
            Some(connection) => Ok(connection.clone()),
            None => Ok(kept.insert(Arc::new(self.own(&config()).await?)).clone()),
        }
    }
}

/// Forgets the connection of an answer, unless another has taken its place.
async fn forget_after<T>(answer: &Result<T, RedisError>, kept: &Kept, used: &Arc<MultiplexedConnection>) {
    if answer.as_ref().is_err_and(is_gone) {
        let mut kept = kept.lock().await;
        kept.take_if(|kept| Arc::ptr_eq(kept, used));
    }
}

/// Whether the server is not there any more, or is not the master any more.
fn is_gone(error: &RedisError) -> bool {
    error.is_unrecoverable_error()
        || error.is_io_error()
        || error.kind() == redis::ServerErrorKind::ReadOnly.into()
}

fn config() -> AsyncConnectionConfig {
    AsyncConnectionConfig::new()
        .set_connection_timeout(Some(Duration::from_millis(CONNECT_MS_MAX)))
        .set_response_timeout(Some(Duration::from_millis(COMMAND_MS_MAX)))
}

fn blocking_config() -> AsyncConnectionConfig {
    config().set_response_timeout(Some(blocking_timeout()))
}

/// Longer than a blocking command waits, so that only a server that is gone is given up.
fn blocking_timeout() -> Duration {
    Duration::from_millis(BLOCKING_MS_MAX + COMMAND_MS_MAX)
}

/// Waits no longer than a command may take, reconnection and all.
async fn within<T>(asked: impl Future<Output = Result<T, RedisError>>) -> Result<T, RedisError> {
    timeout(Duration::from_millis(ASKED_MS_MAX), asked)
        .await
        .unwrap_or_else(|_| Err(unusable("it did not answer in time")))
}

fn unusable(why: &str) -> RedisError {
    RedisError::from(std::io::Error::other(why.to_owned()))
}

impl From<RedisError> for StoreError {
    fn from(error: RedisError) -> Self {
        Self::Unavailable(format!("Redis: {error}"))
    }
}
