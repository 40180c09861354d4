//! Whether what is in Redis is laid out as this version has it.

use redis::cmd;

use super::keys;
use super::link::Link;
use crate::store::{Result, StoreError};

/// How this version lays out its keys. The first one had a slot for each lane.
const LAYOUT: &str = "2";

/// Marks an empty database as laid out by this version, and refuses one that another version has written.
pub(super) async fn check(link: &Link) -> Result<()> {
    let known: Option<String> = link.ask(cmd("GET").arg(keys::SCHEMA)).await?;
    if known.as_deref() == Some(LAYOUT) {
        return Ok(());
    }
    let is_of_the_first: bool = link.ask(cmd("EXISTS").arg(keys::LANES_BEFORE)).await?;
    if known.is_some() || is_of_the_first {
        return Err(StoreError::Unavailable(
            "this database was written by another version of Carhop: use an empty one, such as another number at the end \
             of the URL, once that version's lanes are idle and its tickets are delivered"
                .to_owned(),
        ));
    }
    // A server that is slow just now is no reason not to start: the next start marks it.
    if let Err(error) = link.send(cmd("SET").arg(keys::SCHEMA).arg(LAYOUT).arg("NX")).await {
        tracing::warn!(%error, "the database is not marked as laid out by this version");
    }
    Ok(())
}
