//! Where a webhook may go: a URL that is safe to call, and addresses that are, looked at anew for each attempt.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::net::lookup_host;

/// Which addresses besides public ones may be called.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowed {
    /// This machine; also without TLS.
    pub loopback: bool,
    /// A private network.
    pub private: bool,
}

/// A URL that may be called.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub url: Url,
    pub rule: AddressRule,
}

impl Target {
    /// Reads a URL. The client connects to what is read here, so that an address is one for both, however it is spelled.
    ///
    /// # Errors
    /// Why it may not be called.
    pub fn parse(url: &str, allowed: Allowed) -> Result<Self, String> {
        let url: Url = url.parse().map_err(|error| format!("it is no URL: {error}"))?;
        let is_tls = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return Err("it begins neither with https:// nor with http://".to_owned()),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err("it has a user name in it".to_owned());
        }
        let host = url.host_str().ok_or("it names no host")?;
        let address: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
        let is_loopback = host == "localhost" || address.is_some_and(|address| address.is_loopback());
        let is_safe_without = allowed.loopback && is_loopback;
        if !is_tls && !is_safe_without {
            return Err(
                "http:// is for this machine only, with webhook_allow_loopback; use https://".to_owned()
            );
        }
        let rule = AddressRule { is_tls, allowed };
        // An address is never looked up.
        address.map_or(Ok(()), |address| rule.check(address))?;
        Ok(Self { url, rule })
    }
}

/// Which addresses a target may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct AddressRule {
    pub is_tls: bool,
    allowed: Allowed,
}

impl AddressRule {
    /// The addresses of a name now.
    ///
    /// # Errors
    /// That there are none, or that one of them may not be called.
    async fn addresses(self, name: &str) -> Result<Vec<SocketAddr>, String> {
        // The client puts the URL's port in the place of 0.
        let found = lookup_host((name, 0)).await.map_err(|error| format!("{name} is not found: {error}"))?;
        self.checked(found.collect())
    }

    /// All of the addresses or none: a name with one forbidden address is refused as a whole.
    fn checked(self, found: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, String> {
        if found.is_empty() {
            return Err("it has no address".to_owned());
        }
        found.iter().try_for_each(|address| self.check(address.ip()))?;
        Ok(found)
    }

    fn check(self, address: IpAddr) -> Result<(), String> {
        let is_allowed = match Reach::of(address) {
            Reach::Public => self.is_tls,
            Reach::Loopback => self.allowed.loopback,
            Reach::Private => self.is_tls && self.allowed.private,
            Reach::Reserved => false,
        };
        if is_allowed { Ok(()) } else { Err(format!("{address} may not be called")) }
    }
}

impl Resolve for AddressRule {
    fn resolve(&self, name: Name) -> Resolving {
        let rule = *self;
        Box::pin(async move {
            let addresses = rule.addresses(name.as_str()).await?;
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// Who an address reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// A machine on the internet.
    Public,
    /// This machine.
    Loopback,
    /// A machine on a private network.
    Private,
    /// Nobody who could be a POS: link-local (where clouds keep their keys), shared, multicast, documentation and so on.
    Reserved,
}

impl Reach {
    fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => Self::of_v4(address),
            IpAddr::V6(address) => Self::of_v6(address),
        }
    }

    fn of_v4(address: Ipv4Addr) -> Self {
        match address.octets() {
            [127, ..] => Self::Loopback,
            [10, ..] | [172, 16..=31, ..] | [192, 168, ..] => Self::Private,
            // This network, shared (carrier NAT), link-local, protocol assignments, benchmarks.
            [0, ..] | [100, 64..=127, ..] | [169, 254, ..] | [192, 0, 0, _] | [198, 18 | 19, ..] => {
                Self::Reserved
            }
            // Documentation, 6to4 relays.
            [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] | [192, 88, 99, _] => Self::Reserved,
            // Multicast, future use, broadcast.
            [224..=255, ..] => Self::Reserved,
            [1..=223, ..] => Self::Public,
        }
    }

    fn of_v6(address: Ipv6Addr) -> Self {
        let segments = address.segments();
        let embedded = |high: u16, low: u16| {
            let [[a, b], [c, d]] = [high.to_be_bytes(), low.to_be_bytes()];
            Self::of_v4(Ipv4Addr::new(a, b, c, d))
        };
        // What wraps an IPv4 address reaches what that reaches, but no tunnel leads into a private network.
        let through = |reach| if reach == Self::Public { Self::Public } else { Self::Reserved };
        match segments {
            [0, 0, 0, 0, 0, 0, 0, 1] => Self::Loopback,
            [0, 0, 0, 0, 0, 0xffff, high, low] => embedded(high, low),
            [0, 0, 0, 0, 0, 0, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
                through(embedded(high, low))
            }
            [0x2002, high, low, ..] => through(embedded(high, low)),
            // Protocol assignments with Teredo, documentation.
            [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => Self::Reserved,
            [0xfc00..=0xfdff, ..] => Self::Private,
            [0x2000..=0x3fff, ..] => Self::Public,
            [0..=0x1fff | 0x4000..=0xffff, ..] => Self::Reserved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Allowed = Allowed { loopback: false, private: false };
    const HERE: Allowed = Allowed { loopback: true, private: false };
    const ALL: Allowed = Allowed { loopback: true, private: true };

    #[test]
    fn an_address_reaches_who_it_should() {
        for (reach, addresses) in [
            (
                Reach::Public,
                "1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.0 172.15.0.1 172.32.0.1 223.255.255.255",
            ),
            (Reach::Public, "2606:4700::1111 2a00::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 2002:808:808::1"),
            (Reach::Loopback, "127.0.0.1 127.255.255.254 ::1 ::ffff:127.0.0.1"),
            (
                Reach::Private,
                "10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 fc00::1 fd12::1 ::ffff:10.1.2.3",
            ),
            (
                Reach::Reserved,
                "0.0.0.0 0.1.2.3 100.64.0.1 100.127.255.255 169.254.169.254 192.0.0.1 192.0.2.1",
            ),
            (
                Reach::Reserved,
                "192.88.99.1 198.18.0.1 198.19.0.1 198.51.100.1 203.0.113.9 224.0.0.1 239.1.1.1",
            ),
            (
                Reach::Reserved,
                "240.0.0.1 255.255.255.255 :: fe80::1 febf::1 fec0::1 ff02::1 2001:db8::1 3fff::1",
            ),
            (
                Reach::Reserved,
                "100::1 2001::1 2001:10::1 5f00::1 ::ffff:169.254.169.254 ::10.0.0.1 ::127.0.0.1",
            ),
            (
                Reach::Reserved,
                "64:ff9b::10.0.0.1 64:ff9b::127.0.0.1 64:ff9b:1::1 2002:a00:1::1 2002:7f00:1::1",
            ),
        ] {
            for address in addresses.split(' ') {
                assert_eq!(Reach::of(address.parse().unwrap()), reach, "{address}");
            }
        }
    }

    #[test]
    fn a_url_that_may_not_be_called_is_refused_with_the_reason() {
        for (url, allowed, why) in [
            ("", ALL, "no URL"),
            ("pos.example", ALL, "no URL"),
            ("/tickets", ALL, "no URL"),
            ("mailto:pos@pos.example", ALL, "neither"),
            ("ftp://pos.example", ALL, "neither"),
            ("https://", ALL, "no URL"),
            ("https://user@pos.example", ALL, "user name"),
            ("https://user:secret@pos.example", ALL, "user name"),
            ("https://pos.example:99999/", ALL, "no URL"),
            ("http://pos.example/", ALL, "https://"),
            ("http://10.0.0.1/", ALL, "https://"),
            ("http://localhost.example/", ALL, "https://"),
            ("http://127.0.0.1/", NONE, "https://"),
            ("https://127.0.0.1/", NONE, "may not be called"),
            // The same address in other spellings.
            ("https://127.1/", NONE, "may not be called"),
            ("https://2130706433/", NONE, "may not be called"),
            ("https://0x7f000001/", NONE, "may not be called"),
            ("https://0177.0.0.1/", NONE, "may not be called"),
            ("https://%31%32%37.0.0.1/", NONE, "may not be called"),
            ("https://１２７.0.0.1/", NONE, "may not be called"),
            ("https://[::1]/", NONE, "may not be called"),
            ("https://[::ffff:127.0.0.1]/", NONE, "may not be called"),
            ("https://10.0.0.1/", NONE, "may not be called"),
            ("https://169.254.169.254/latest", ALL, "may not be called"),
            ("https://[fe80::1]/", ALL, "may not be called"),
            ("https://100.64.0.1/", ALL, "may not be called"),
        ] {
            let fault = Target::parse(url, allowed).unwrap_err();
            assert!(fault.contains(why), "{url}: {fault}");
        }
    }

    #[test]
    fn a_url_that_may_be_called_is_called_as_it_is_read() {
        for (url, called) in [
            ("https://pos.example", "https://pos.example/"),
            ("https://pos.example:8443/tickets?store=7", "https://pos.example:8443/tickets?store=7"),
            ("https://pos.example\\@127.0.0.1/", "https://pos.example/@127.0.0.1/"),
            ("https://[2606:4700::1111]/t", "https://[2606:4700::1111]/t"),
            ("https://192.168.1.2/t", "https://192.168.1.2/t"),
            ("http://127.0.0.1:8080/t", "http://127.0.0.1:8080/t"),
            ("http://localhost/t", "http://localhost/t"),
            ("http://[::1]:8080/t", "http://[::1]:8080/t"),
        ] {
            assert_eq!(Target::parse(url, ALL).unwrap().url.as_str(), called, "{url}");
        }
    }

    #[tokio::test]
    async fn a_name_is_judged_by_where_it_leads_when_it_is_called() {
        let strict = Target::parse("https://pos.example/", NONE).unwrap().rule;
        // The same machine in other spellings, as the system's resolver takes them.
        for name in ["localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1"] {
            let fault = strict.addresses(name).await.unwrap_err();
            assert!(fault.contains("may not be called"), "{name}: {fault}");
        }
        let here = Target::parse("http://localhost/", HERE).unwrap().rule;
        assert!(here.addresses("localhost").await.unwrap().iter().all(|address| address.ip().is_loopback()));
        assert!(strict.addresses("nowhere.invalid").await.unwrap_err().contains("not found"));
    }

    #[test]
    fn a_name_that_leads_into_a_private_network_at_any_call_is_not_called() {
        let strict = Target::parse("https://pos.example/", NONE).unwrap().rule;
        let answers = |text: &str| text.split_whitespace().map(|address| address.parse().unwrap()).collect();
        for (found, may_be_called) in [
            ("8.8.8.8:443", true),
            ("8.8.8.8:443 [2606:4700::1111]:443", true),
            ("127.0.0.1:443", false),
            ("8.8.8.8:443 10.0.0.1:443", false),
            ("8.8.8.8:443 [::ffff:169.254.169.254]:443", false),
            ("", false),
        ] {
            assert_eq!(strict.checked(answers(found)).is_ok(), may_be_called, "{found}");
        }
        // Without TLS, not even a public address may be what the name of this machine leads to.
        let here = Target::parse("http://localhost/", ALL).unwrap().rule;
        for found in ["8.8.8.8:80", "10.0.0.1:80"] {
            assert!(here.checked(answers(found)).is_err(), "{found}");
        }
    }
}
