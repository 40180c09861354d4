//! Machines on a network, each of which can be cut off from the others.

use std::ffi::OsStr;
use std::net::Ipv4Addr;
use std::process::{self, Command};

use crate::run::run;

/// Where a server runs.
#[derive(Clone, Debug)]
pub struct Host {
    /// Where the other machines reach it.
    pub address: Ipv4Addr,
    /// Where this process does, also while it is cut off.
    pub outside: Ipv4Addr,
    /// Its network namespace; none for this machine itself.
    namespace: Option<String>,
}

impl Host {
    /// This machine, by its loopback address.
    pub fn here() -> Self {
        Self { address: Ipv4Addr::LOCALHOST, outside: Ipv4Addr::LOCALHOST, namespace: None }
    }

    /// A program on it.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let Some(namespace) = &self.namespace else { return Command::new(program) };
        let mut command = Command::new("ip");
        command.args(["netns", "exec", namespace]).arg(program);
        command
    }

    /// Whether it is this machine itself, whose ports are others' too.
    pub fn is_here(&self) -> bool {
        self.namespace.is_none()
    }
}

/// A network of machines: Linux network namespaces on a bridge, and a way from this process to each of them.
#[derive(Debug)]
pub struct Network {
    /// Its machines.
    pub hosts: Vec<Host>,
    name: String,
}

impl Network {
    /// Makes one.
    ///
    /// # Errors
    /// Why this machine can have none.
    pub fn new(hosts: u8) -> Result<Self, String> {
        if run("id", &["-u"]).as_deref() != Ok("0") {
            return Err("it takes root".to_owned());
        }
        // Names and addresses of this process alone, below the 15 characters that a link's name may have.
        let id = process::id();
        let [.., high, low] = id.to_be_bytes();
        let mut network = Self { hosts: Vec::new(), name: format!("ch{id}") };
        let bridge = network.link("b", 0);
        ip(&format!("link add {bridge} type bridge"))?;
        ip(&format!("link set {bridge} up"))?;
        for number in 0..hosts {
            let host = Host {
                address: Ipv4Addr::new(10, 100 + high % 50, low, 10 + number),
                outside: Ipv4Addr::new(10, 150 + high % 50, low, 4 * number + 2),
                namespace: Some(network.link("h", number)),
            };
            network.hosts.push(host);
            network.connect(number)?;
        }
        Ok(network)
    }

    fn connect(&self, number: u8) -> Result<(), String> {
        let host = &self.hosts[usize::from(number)];
        let (namespace, bridge) = (self.link("h", number), self.link("b", 0));
        let (wire, own_way) = (self.link("v", number), self.link("m", number));
        let [a, b, c, d] = host.outside.octets();
        for command in [
            format!("netns add {namespace}"),
            format!("-n {namespace} link set lo up"),
            format!("link add {wire} type veth peer name wire netns {namespace}"),
            format!("link set {wire} master {bridge} up"),
            format!("-n {namespace} addr add {}/24 dev wire", host.address),
            format!("-n {namespace} link set wire up"),
            format!("link add {own_way} type veth peer name own netns {namespace}"),
            format!("addr add {a}.{b}.{c}.{}/30 dev {own_way}", d - 1),
            format!("link set {own_way} up"),
            format!("-n {namespace} addr add {}/30 dev own", host.outside),
            format!("-n {namespace} link set own up"),
        ] {
            ip(&command)?;
        }
        Ok(())
    }

    /// Cuts a machine off from the others.
    ///
    /// # Panics
    /// If that cannot be done.
    pub fn cut(&self, host: u8) {
        ip(&format!("link set {} down", self.link("v", host))).unwrap();
    }

    /// Connects it again.
    ///
    /// # Panics
    /// If that cannot be done.
    pub fn heal(&self, host: u8) {
        ip(&format!("link set {} up", self.link("v", host))).unwrap();
    }

    fn link(&self, kind: &str, number: u8) -> String {
        format!("{}{kind}{number}", self.name)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // A namespace takes its ends of the wires with it, and with them the others.
        for namespace in self.hosts.iter().filter_map(|host| host.namespace.as_ref()) {
            let _ = ip(&format!("netns del {namespace}"));
        }
        let _ = ip(&format!("link del {}", self.link("b", 0)));
    }
}

fn ip(words: &str) -> Result<String, String> {
    run("ip", &words.split(' ').collect::<Vec<_>>()).map_err(|error| format!("ip {words}: {error}"))
}
