//! What this service is called in requests.

use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;
use std::sync::Arc;

use hyper::http::uri::Authority;
use serde::{Deserialize, Serialize};

/// A name or address by which a service is called, without a port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HostName(String);

impl FromStr for HostName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named: Option<Authority> = text.parse().ok();
        match named.filter(|named| named.host() == text) {
            Some(_) => Ok(Self(spelled(text))),
            None => Err("use names without a scheme or a port, such as carhop.example".to_owned()),
        }
    }
}

impl TryFrom<String> for HostName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<HostName> for String {
    fn from(name: HostName) -> Self {
        name.0
    }
}

/// All that a service is called: its own address, and the names that are configured.
#[derive(Clone, Debug)]
pub struct Hosts {
    listen: IpAddr,
    names: Arc<[HostName]>,
}

impl Hosts {
    /// What a service is called that listens on an address.
    pub fn new(listen: IpAddr, names: &[HostName]) -> Self {
        Self { listen: listen.to_canonical(), names: names.into() }
    }

    /// Whether a host is this service. Nobody can have an address point elsewhere, as one can a name.
    pub fn have(&self, host: &str) -> bool {
        let host = spelled(host);
        let is_here = |address: IpAddr| {
            let both_loopback = self.listen.is_loopback() && address.is_loopback();
            self.listen.is_unspecified() || both_loopback || address == self.listen
        };
        self.names.iter().any(|name| name.0 == host) || address(&host).is_some_and(is_here)
    }
}

fn address(host: &str) -> Option<IpAddr> {
    if host == "localhost" {
        return Some(Ipv4Addr::LOCALHOST.into());
    }
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    bare.parse().ok().map(|address: IpAddr| address.to_canonical())
}

/// A name as it is compared: in small letters, without the dot of the root.
fn spelled(host: &str) -> String {
    host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_called_by_where_it_listens_and_by_what_is_configured() {
        let names: Vec<HostName> = ["Carhop.example", "10.0.0.7"].map(|name| name.parse().unwrap()).into();
        for (listen, own, foreign) in [
            (
                "127.0.0.1",
                "localhost LOCALHOST. 127.0.0.1 127.1.2.3 [::1]",
                "10.0.0.1 [::2] evil.example 0.0.0.0",
            ),
            ("::1", "localhost 127.0.0.1 [::1] [::ffff:127.0.0.1]", "10.0.0.1 evil.example"),
            ("10.0.0.1", "10.0.0.1 [::ffff:10.0.0.1]", "10.0.0.2 localhost 127.0.0.1"),
            (
                "0.0.0.0",
                "10.0.0.1 localhost [2001:db8::1]",
                "evil.example localhost.evil.example 10.0.0.1.evil",
            ),
            ("::", "10.0.0.1 localhost [2001:db8::1]", "evil.example"),
        ] {
            let hosts = Hosts::new(listen.parse().unwrap(), &names);
            let always = ["carhop.example", "CARHOP.EXAMPLE.", "10.0.0.7"];
            assert!(own.split(' ').chain(always).all(|host| hosts.have(host)), "{listen}");
            assert!(!foreign.split(' ').any(|host| hosts.have(host)), "{listen}");
        }
    }

    #[test]
    fn a_name_has_neither_scheme_nor_port() {
        for text in ["", "http://carhop.example", "carhop.example:8080", "me@carhop.example", "a b", "a/b"] {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
    }
}
