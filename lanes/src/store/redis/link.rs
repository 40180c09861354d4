//! The connection to the server or servers: bounded in time, and restored by itself.

mod drill;
mod limits;
mod sentinels;
mod server;

use redis::aio::MultiplexedConnection;
use redis::cluster_async::ClusterConnection;
use redis::{Cmd, FromRedisValue, Pipeline, RedisError, Value};

pub(super) use self::limits::BLOCKING_MS_MAX;
use self::limits::{REPLICA_MS_MAX, blocking_config, config, unusable, within};
use self::server::{Server, is_gone};
use super::{check, keys};
use crate::store::{Durability, Result, StoreError};

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

impl Link {
    /// Connects, and refuses what would lose data. See [`super::RedisStore::open`] for the forms of the URL.
    pub async fn open(url: &str, durability: Durability) -> Result<Self> {
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

    /// Refuses a configuration that would lose data, and names why. It may have changed since the connection was opened.
    pub async fn check(&self) -> Result<()> {
        let answers = self.ask_servers(&check::question()).await?;
        answers.into_iter().try_for_each(|answer| check::refuse_lossy(answer, self.durability))
    }

    /// Asks one thing.
    pub async fn ask<T: FromRedisValue>(&self, cmd: &Cmd) -> Result<T> {
        Ok(redis::from_redis_value(self.send(cmd).await?).map_err(RedisError::from)?)
    }

    /// Sends a command on the connection that all share.
    pub async fn send(&self, cmd: &Cmd) -> Result<Value, RedisError> {
        within(self.server.send(cmd)).await
    }

    /// Asks several things of one slot in one go.
    pub async fn ask_all<T: FromRedisValue>(&self, pipeline: &Pipeline) -> Result<T> {
        let answers = within(self.server.send_all(pipeline)).await?;
        Ok(redis::from_redis_value(Value::Array(answers)).map_err(RedisError::from)?)
    }

    /// Writes, and returns once that is as durable as was asked for.
    pub async fn commit(&self, cmd: &Cmd) -> Result<Value, RedisError> {
        match self.durability {
            Durability::Memory | Durability::Everysec | Durability::Always => self.send(cmd).await,
            Durability::Replicated { replicas } => within(self.commit_replicated(cmd, replicas)).await,
        }
    }

    /// Returns once what was read just now, of whichever process, is as durable as [`commit`](Self::commit) makes it.
    pub async fn secure(&self) -> Result<()> {
        match self.durability {
            // A server that syncs before it answers does so whoever asks.
            Durability::Memory | Durability::Everysec | Durability::Always => Ok(()),
            // What this write waits for has all that came before it.
            Durability::Replicated { .. } => {
                Ok(self.commit(redis::cmd("INCR").arg(keys::PROBE)).await.map(drop)?)
            }
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
            // The other connections to the same server are gone too.
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
        // It may be a master that was cut off and replaced.
        self.forget().await;
        Err(unusable(&format!("{have_it} of {replicas} replicas have it")))
    }

    /// Drops every connection, so that reads and commits do not go to two masters for long.
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
    pub async fn ask_servers(&self, cmd: &Cmd) -> Result<Vec<Value>> {
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
    pub(super) async fn blocking(&self) -> Result<Blocking> {
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

impl From<RedisError> for StoreError {
    fn from(error: RedisError) -> Self {
        Self::Unavailable(format!("Redis: {error}"))
    }
}
