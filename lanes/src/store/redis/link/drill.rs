//! What a durability check does to the connections: has them cut, and asks for another master.

use std::mem;
use std::time::{Duration, Instant};

use redis::aio::ConnectionLike;
use redis::cluster_async::ClusterConnection;
use redis::cluster_routing::{MultipleNodeRoutingInfo, ResponsePolicy, RoutingInfo, SingleNodeRoutingInfo};
use redis::{Client, Cmd, ConnectionAddr, ConnectionInfo, FromRedisValue, RedisError, Value, cmd};

use super::Link;
use super::limits::{config, unusable};
use super::sentinels::Sentinels;
use super::server::Server;
use crate::store::Result;

/// How long another server may take to become the master.
const FAIL_OVER_MAX: Duration = Duration::from_secs(30);
/// How often the servers are asked whether it has.
const ASK_AGAIN: Duration = Duration::from_millis(20);

impl Link {
    /// Has every connection cut that is not waiting for a replica just now. Returns how many were cut.
    pub async fn cut(&self) -> Result<usize> {
        let waiting = mem::take(&mut *self.idle());
        let mut cut = waiting.len();
        for mut connection in waiting {
            // A connection that is broken already is replaced by the next turn, like those that are cut here.
            let _ = have_cut(&mut connection).await;
            self.idle().push(connection);
        }
        cut += match &self.server {
            Server::One { connection: kept, .. } | Server::Sentinels { master: kept, .. } => {
                let connection = self.server.connection(kept).await?;
                have_cut(&mut connection.as_ref().clone()).await?
            }
            Server::Cluster { connection, .. } => have_cluster_cut(&mut connection.clone()).await?,
        };
        Ok(cut)
    }

    /// Asks for another master of the server that has a key, and waits until there is one.
    pub async fn fail_over(&self, key: &str) -> Result<()> {
        match &self.server {
            Server::One { .. } => Err(unusable("the URL names one server, and none to fail over to").into()),
            Server::Sentinels { sentinels, .. } => Ok(fail_over_by_sentinel(sentinels).await?),
            Server::Cluster { connection, node, .. } => {
                let replica = replica_of(&mut connection.clone(), node, key).await?;
                Ok(promote(&replica).await?)
            }
        }
    }
}

/// The server answers first, and then cuts the connection that it was asked on.
async fn have_cut(connection: &mut impl ConnectionLike) -> Result<usize, RedisError> {
    let id: u64 = cmd("CLIENT").arg("ID").query_async(connection).await?;
    kill(id).query_async(connection).await
}

async fn have_cluster_cut(connection: &mut ClusterConnection) -> Result<usize, RedisError> {
    let masters = RoutingInfo::MultiNode((MultipleNodeRoutingInfo::AllMasters, None::<ResponsePolicy>));
    let mut ask = cmd("CLIENT");
    ask.arg("ID");
    let ids: Vec<(String, u64)> = redis::from_redis_value(connection.route_command(ask, masters).await?)?;
    let mut cut = 0;
    for (address, id) in ids {
        let Some((host, port)) = address.rsplit_once(':') else { continue };
        let Ok(port) = port.parse() else { continue };
        let node = SingleNodeRoutingInfo::ByAddress { host: host.to_owned(), port };
        let answer = connection.route_command(kill(id), RoutingInfo::SingleNode(node)).await?;
        cut += redis::from_redis_value::<usize>(answer)?;
    }
    Ok(cut)
}

fn kill(id: u64) -> Cmd {
    let mut kill = cmd("CLIENT");
    kill.arg("KILL").arg("ID").arg(id).arg("SKIPME").arg("no");
    kill
}

async fn fail_over_by_sentinel(sentinels: &Sentinels) -> Result<(), RedisError> {
    let (name, mut sentinel) = (&sentinels.name, sentinels.any().await?);
    let mut master = cmd("SENTINEL");
    master.arg("GET-MASTER-ADDR-BY-NAME").arg(name);
    let before: (String, u16) = master.query_async(&mut sentinel).await?;
    let _: Value = cmd("SENTINEL").arg("FAILOVER").arg(name).query_async(&mut sentinel).await?;
    let asked = Instant::now();
    while asked.elapsed() < FAIL_OVER_MAX {
        let now: (String, u16) = master.query_async(&mut sentinel).await?;
        if now != before {
            return Ok(());
        }
        tokio::time::sleep(ASK_AGAIN).await;
    }
    Err(unusable("the sentinels named no other master"))
}

/// A replica of the server that has a key.
async fn replica_of(
    connection: &mut ClusterConnection,
    node: &ConnectionInfo,
    key: &str,
) -> Result<Client, RedisError> {
    let mut any = async |ask: &Cmd| {
        connection.route_command(ask.clone(), RoutingInfo::SingleNode(SingleNodeRoutingInfo::Random)).await
    };
    let slot: u16 = parsed(any(cmd("CLUSTER").arg("KEYSLOT").arg(key)).await?)?;
    let ranges: Vec<Vec<Value>> = parsed(any(cmd("CLUSTER").arg("SLOTS")).await?)?;
    for range in ranges {
        // The first slot, the last, the master, its replicas.
        let mut range = range.into_iter();
        let (Some(first), Some(last), Some(_)) = (range.next(), range.next(), range.next()) else { continue };
        if !(parsed::<u16>(first)?..=parsed(last)?).contains(&slot) {
            continue;
        }
        let Some(replica) = range.next() else { return Err(unusable("the lane's master has no replica")) };
        let mut replica = parsed::<Vec<Value>>(replica)?.into_iter();
        if let (Some(host), Some(port)) = (replica.next(), replica.next()) {
            return Client::open(node.clone().set_addr(moved(node.addr(), parsed(host)?, parsed(port)?)));
        }
    }
    Err(unusable("the cluster serves no such slot"))
}

/// The address of another server with the same TLS settings.
fn moved(address: &ConnectionAddr, to: String, at: u16) -> ConnectionAddr {
    match address {
        ConnectionAddr::TcpTls { insecure, tls_params, .. } => {
            ConnectionAddr::TcpTls { host: to, port: at, insecure: *insecure, tls_params: tls_params.clone() }
        }
        _ => ConnectionAddr::Tcp(to, at),
    }
}

async fn promote(replica: &Client) -> Result<(), RedisError> {
    let mut replica = replica.get_multiplexed_async_connection_with_config(&config()).await?;
    let _: Value = cmd("CLUSTER").arg("FAILOVER").query_async(&mut replica).await?;
    let asked = Instant::now();
    while asked.elapsed() < FAIL_OVER_MAX {
        let role: Vec<Value> = cmd("ROLE").query_async(&mut replica).await?;
        if let Some(role) = role.into_iter().next()
            && parsed::<String>(role)? == "master"
        {
            return Ok(());
        }
        tokio::time::sleep(ASK_AGAIN).await;
    }
    Err(unusable("the replica did not become the master"))
}

fn parsed<T: FromRedisValue>(value: Value) -> Result<T, RedisError> {
    Ok(redis::from_redis_value(value)?)
}
