//! Who can reach a service.

use anyhow::bail;

use crate::config::Options;
use crate::keys::Keyring;

/// Refuses to be reached from other machines by whoever likes, or with keys that others on the way can read.
///
/// # Errors
/// What is missing.
pub fn check(options: &Options, keys: &Keyring) -> anyhow::Result<()> {
    let Options { listen, behind_proxy, tls_cert, .. } = options;
    if listen.ip().to_canonical().is_loopback() {
        return Ok(());
    }
    if keys.is_open() {
        let file = options.keys();
        bail!(
            "{listen} can be reached from other machines, and there are no keys in {}: make one with \
             `carhop keys create NAME --scope admin`, or listen on 127.0.0.1",
            file.path().display()
        );
    }
    if !behind_proxy && tls_cert.is_none() {
        bail!(
            "{listen} can be reached from other machines, and what is sent there can be read on the way: give it a \
             certificate with --tls-cert and --tls-key, have a proxy in front speak TLS and say --behind-proxy, or listen on \
             127.0.0.1"
        );
    }
    Ok(())
}
