//! The sentinels, which know who the master is.

use futures_util::future::select_ok;
use redis::aio::MultiplexedConnection;
use redis::{
    AsyncConnectionConfig, Client, ConnectionAddr, ConnectionInfo, IntoConnectionInfo, RedisError, cmd,
};

use super::limits::{config, unusable};

/// All sentinels of a master. They are asked at the same time, since one that is cut off does not answer at all.
pub(super) struct Sentinels {
    /// One at least.
    clients: Vec<Client>,
    /// The name of the master.
    pub name: String,
    /// Login and TLS settings of the servers; the address is replaced by the master's.
    server: ConnectionInfo,
}

impl Sentinels {
    /// `[user:password@]host:port,host:port/name-of-the-master`; the login is for the servers.
    pub fn parse(text: &str) -> Result<Self, RedisError> {
        let faulty =
            || unusable("use redis+sentinel://[user:password@]host:port,host:port/name-of-the-master");
        let (hosts, name) = text.rsplit_once('/').filter(|(_, name)| !name.is_empty()).ok_or_else(faulty)?;
        let (login, hosts) = match hosts.rsplit_once('@') {
            Some((login, hosts)) => (format!("{login}@"), hosts),
            None => (String::new(), hosts),
        };
        let clients = hosts.split(',').map(|host| Client::open(format!("redis://{host}")));
        let clients = clients.collect::<Result<Vec<_>, RedisError>>()?;
        let first = hosts.split(',').next().ok_or_else(faulty)?;
        let server = format!("redis://{login}{first}").into_connection_info()?;
        Ok(Self { clients, name: name.to_owned(), server })
    }

    /// A connection to the master, by the first sentinel that names a server which really is a master.
    pub async fn master(&self, config: &AsyncConnectionConfig) -> Result<MultiplexedConnection, RedisError> {
        let named = self.clients.iter().map(|sentinel| Box::pin(self.named_by(sentinel, config)));
        Ok(select_ok(named).await?.0)
    }

    /// A sentinel that answers.
    pub async fn any(&self) -> Result<MultiplexedConnection, RedisError> {
        let config = config();
        let connect =
            |client| Box::pin(Client::get_multiplexed_async_connection_with_config(client, &config));
        Ok(select_ok(self.clients.iter().map(connect)).await?.0)
    }

    async fn named_by(
        &self,
        sentinel: &Client,
        config_of_master: &AsyncConnectionConfig,
    ) -> Result<MultiplexedConnection, RedisError> {
        let mut sentinel = sentinel.get_multiplexed_async_connection_with_config(&config()).await?;
        let mut ask = cmd("SENTINEL");
        let named: Option<(String, u16)> =
            ask.arg("GET-MASTER-ADDR-BY-NAME").arg(&self.name).query_async(&mut sentinel).await?;
        let unknown = || unusable(&format!("the sentinels know no master `{}`", self.name));
        let (host, port) = named.ok_or_else(unknown)?;
        let master = Client::open(self.server.clone().set_addr(ConnectionAddr::Tcp(host, port)))?;
        let mut master = master.get_multiplexed_async_connection_with_config(config_of_master).await?;
        let role: Vec<redis::Value> = cmd("ROLE").query_async(&mut master).await?;
        let role = role.into_iter().next().map(redis::from_redis_value::<String>).transpose()?;
        if role.as_deref() == Some("master") {
            Ok(master)
        } else {
            Err(unusable("the master is a replica now"))
        }
    }
}
