//! Whether the server is configured to keep what it is given.

use std::collections::BTreeMap;

use redis::{Cmd, RedisError, Value, cmd};

use crate::store::{Durability, Result, StoreError};

/// Asks a server for what decides whether it loses data.
pub(super) fn question() -> Cmd {
    let mut ask = cmd("CONFIG");
    ask.arg("GET").arg("maxmemory-policy").arg("appendonly").arg("appendfsync");
    ask
}

/// Refuses a server that would lose data, and names why.
pub(super) fn refuse_lossy(answer: Value, durability: Durability) -> Result<()> {
    let settings = redis::from_redis_value(answer).map_err(RedisError::from)?;
    let faults = faults(&settings, durability);
    if faults.is_empty() {
        return Ok(());
    }
    Err(StoreError::Unavailable(format!("Redis would lose data: {}", faults.join("; "))))
}

fn faults(settings: &BTreeMap<String, String>, durability: Durability) -> Vec<String> {
    let is = |name: &str| settings.get(name).map_or("unknown", String::as_str);
    let mut faults = Vec::new();
    let mut want = |name: &str, wanted: &[&str], why: &str| {
        if !wanted.contains(&is(name)) {
            faults.push(format!("{name} is `{}`, and {why} needs `{}`", is(name), wanted.join("` or `")));
        }
    };
    want("maxmemory-policy", &["noeviction"], "keeping sessions and tickets");
    match durability {
        Durability::Memory => {}
        Durability::Everysec => {
            want("appendonly", &["yes"], "durability `everysec`");
            want("appendfsync", &["everysec", "always"], "durability `everysec`");
        }
        Durability::Always => {
            want("appendonly", &["yes"], "durability `always`");
            want("appendfsync", &["always"], "durability `always`");
        }
        Durability::Replicated { .. } => {
            want("appendonly", &["yes"], "durability `replicated`");
            want("appendfsync", &["everysec", "always"], "durability `replicated`");
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_lose_data_is_named() {
        let settings = |policy: &str, aof: &str, sync: &str| {
            [("maxmemory-policy", policy), ("appendonly", aof), ("appendfsync", sync)]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into()
        };
        let count = |policy, aof, sync, durability| faults(&settings(policy, aof, sync), durability).len();
        assert_eq!(count("noeviction", "no", "everysec", Durability::Memory), 0);
        assert_eq!(count("allkeys-lru", "no", "everysec", Durability::Memory), 1);
        assert_eq!(count("noeviction", "yes", "everysec", Durability::Everysec), 0);
        assert_eq!(count("noeviction", "yes", "no", Durability::Everysec), 1);
        assert_eq!(count("noeviction", "yes", "everysec", Durability::Always), 1);
        assert_eq!(count("noeviction", "yes", "always", Durability::Always), 0);
        assert_eq!(count("volatile-ttl", "no", "no", Durability::Replicated { replicas: 1 }), 3);
        assert_eq!(faults(&BTreeMap::new(), Durability::Always).len(), 3);
    }
}
