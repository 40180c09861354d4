//! The store: whether it is there, whole, and the one that this data folder was used with.

use anyhow::Context as _;
use lanes::store::{SqliteStore, open_redis};
use uuid::Uuid;

use super::finding::Finding;
use crate::config::{Config, StoreUrl};
use crate::wiring::identity;

const MEND: &str =
    "bring the right store back, such as from a backup; `carhop serve --accept-new-store` starts on another";

/// Whether the service can go on with what is stored.
pub async fn check(config: &Config) -> Finding {
    let url = &config.store;
    match inspected(config).await {
        Ok(Some(identity)) => Finding::ok("store", format!("{url} is whole; it is store {identity}")),
        Ok(None) => match url {
            StoreUrl::Memory => Finding::warn(
                "store",
                "memory: nothing outlives the process",
                "name one with --store to keep it",
            ),
            StoreUrl::Sqlite | StoreUrl::Redis(_) => Finding::ok("store", format!("{url} is new")),
        },
        Err(error) => Finding::fail("store", &error, MEND),
    }
}

/// Which store it is; none if it is new.
async fn inspected(config: &Config) -> anyhow::Result<Option<Uuid>> {
    identity::check_file(config, false)?;
    let found = match &config.store {
        StoreUrl::Memory => return Ok(None),
        StoreUrl::Sqlite => {
            let file = config.options.data.join("carhop.db");
            if file.exists() { SqliteStore::inspect(&file)? } else { None }
        }
        StoreUrl::Redis(url) => {
            let store = open_redis(url.as_secret(), config.redis.clone()).await;
            store.context("Redis cannot be used")?.identity().await?
        }
    };
    identity::check_found(found, config)?;
    Ok(found)
}
