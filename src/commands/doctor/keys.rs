//! The keys, and who can reach the service without one.

use jiff::Timestamp;

use super::finding::Finding;
use crate::config::Options;
use crate::keys::{Key, Keyring};
use crate::wiring::exposure;

/// A key that is over so soon should be replaced now, in days.
const SOON_DAYS: u64 = 14;

/// Whether the configuration can be served.
pub fn exposure(options: &Options) -> Finding {
    let exposed = Keyring::open(options.keys()).and_then(|keys| exposure::check(options, &keys));
    match exposed {
        Ok(()) => Finding::ok("configuration", format!("makes sense; listens on {}", options.listen)),
        Err(error) => Finding::fail("configuration", &error, "the service does not start so"),
    }
}

/// Whether there are keys that are good for a while.
pub fn check(options: &Options) -> Finding {
    let file = options.keys();
    let name = file.path().display().to_string();
    let keys = match file.read() {
        Ok(Some(keys)) => keys,
        Ok(None) => {
            return Finding::ok(
                "keys",
                format!("none in {name}: whoever is on this machine may do everything"),
            );
        }
        Err(error) => return Finding::fail("keys", &error, "bring the file back from a copy"),
    };
    let now = Timestamp::now();
    let valid: Vec<&Key> = keys.iter().filter(|key| key.is_valid(now)).collect();
    if valid.is_empty() {
        let error = anyhow::anyhow!("no key in {name} is good any more");
        return Finding::fail("keys", &error, "make one with `carhop keys create`");
    }
    let ending = valid.iter().filter(|key| key.left(now).as_secs() < SOON_DAYS * 86_400);
    let ending: Vec<String> = ending.map(|key| format!("\"{}\" ({})", key.name, key.id)).collect();
    if !ending.is_empty() {
        let detail = format!("within {SOON_DAYS} days these are over: {}", ending.join(", "));
        return Finding::warn("keys", detail, "replace them with `carhop keys rotate ID`");
    }
    Finding::ok("keys", format!("{} that are good, in {name}", valid.len()))
}
