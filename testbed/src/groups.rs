//! Redis servers that work together.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::network::Host;
use crate::redis::RedisServer;

/// How long servers may take to find each other.
const JOIN_MAX: Duration = Duration::from_secs(60);
/// How long a question that is asked again and again waits in between.
const ASK_AGAIN: Duration = Duration::from_millis(20);

/// Three masters with a replica each.
#[derive(Debug)]
pub struct RedisCluster {
    /// All six.
    pub servers: Vec<RedisServer>,
}

/// One master, two replicas and three sentinels.
#[derive(Debug)]
pub struct RedisSentinels {
    /// The servers; the first is the master at the start.
    pub servers: Vec<RedisServer>,
    /// What watches them, as the master `main`.
    pub sentinels: Vec<RedisServer>,
}

impl RedisCluster {
    /// Starts the servers and joins them.
    ///
    /// # Panics
    /// If that does not work within a minute.
    pub fn start() -> Self {
        let options = ["--cluster-enabled", "yes", "--cluster-node-timeout", "2000"];
        let servers: Vec<_> = (0..6).map(|_| RedisServer::start(&options)).collect();
        let nodes = servers.iter().map(|server| format!("127.0.0.1:{}", server.port));
        let mut create = Command::new("redis-cli");
        create.args(["--cluster", "create"]).args(nodes);
        create.args(["--cluster-replicas", "1", "--cluster-yes"]).stdout(Stdio::null());
        assert!(create.status().expect("redis-cli is installed").success());
        for server in &servers {
            until("the cluster", || server.ask("CLUSTER INFO").contains("cluster_state:ok"));
            until("the replicas", || server.ask("CLUSTER NODES").matches("slave ").count() == 3);
        }
        let have_replica = || {
            servers.iter().filter(|server| server.ask("INFO replication").contains("state=online")).count()
        };
        until("the replicas", || have_replica() == 3);
        Self { servers }
    }

    /// Where they are: the URL of a store.
    pub fn url(&self) -> String {
        let nodes: Vec<_> = self.servers.iter().map(|server| format!("127.0.0.1:{}", server.port)).collect();
        format!("redis://{}", nodes.join(","))
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for server in &self.servers {
            // A replica refuses, and follows its master.
            server.command("FLUSHALL");
        }
    }
}

impl RedisSentinels {
    /// Starts the servers and lets the sentinels find them. A master is given up after 500 ms of silence.
    ///
    /// # Panics
    /// If that does not work within a minute.
    pub fn start() -> Self {
        Self::start_on([0; 3].map(|_| Host::here()).as_slice())
    }

    /// The same with a server and a sentinel on each of three machines.
    ///
    /// # Panics
    /// If that does not work within a minute.
    pub fn start_on(hosts: &[Host]) -> Self {
        let durable = ["--appendonly", "yes", "--appendfsync", "everysec", "--repl-diskless-sync-delay", "0"];
        let mut servers = vec![RedisServer::start_on(&hosts[0], &durable)];
        let (address, port) = (hosts[0].address.to_string(), servers[0].port.to_string());
        let follows = [&durable[..], &["--replicaof", &address, &port]].concat();
        servers.extend(hosts[1..].iter().map(|host| RedisServer::start_on(host, &follows)));
        until("the replicas", || servers[0].ask("INFO replication").matches("state=online").count() == 2);
        let sentinels: Vec<_> = hosts.iter().map(RedisServer::start_sentinel).collect();
        for sentinel in &sentinels {
            sentinel.command(&format!("SENTINEL MONITOR main {address} {port} 2"));
            sentinel.command("SENTINEL SET main down-after-milliseconds 500");
            sentinel.command("SENTINEL SET main failover-timeout 3000");
        }
        for sentinel in &sentinels {
            until("the sentinels", || {
                let known = sentinel.ask("SENTINEL MASTER main");
                let after =
                    |name: &str| known.lines().skip_while(|line| *line != name).nth(2).map(str::to_owned);
                after("num-slaves").as_deref() == Some("2")
                    && after("num-other-sentinels").as_deref() == Some("2")
            });
        }
        Self { servers, sentinels }
    }

    /// Where they are: the URL of a store.
    pub fn url(&self) -> String {
        let nodes: Vec<_> = self.sentinels.iter().map(RedisServer::address).collect();
        format!("redis+sentinel://{}/main", nodes.join(","))
    }

    /// Which of the servers is the master, as a sentinel has it.
    ///
    /// # Panics
    /// If the sentinel cannot be asked.
    pub fn master(&self, sentinel: usize) -> usize {
        let named = self.sentinels[sentinel].ask("SENTINEL GET-MASTER-ADDR-BY-NAME main");
        let mut named = named.lines().filter(|line| !line.starts_with(['*', '$']));
        let address = format!("{}:{}", named.next().unwrap_or_default(), named.next().unwrap_or_default());
        self.servers.iter().position(|server| server.address() == address).unwrap()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.servers[0].command("FLUSHALL");
    }
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < JOIN_MAX, "{what} did not come together");
        thread::sleep(ASK_AGAIN);
    }
}
