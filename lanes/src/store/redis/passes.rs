//! Passes in Redis, which forgets them by itself.

use async_trait::async_trait;
use jiff::Timestamp;
use redis::cmd;

use super::values::{faulty, time};
use super::{RedisStore, keys};
use crate::store::{Pass, PassStore, Result};

#[async_trait]
impl PassStore for RedisStore {
    async fn put_pass(&self, hash: &str, pass: Pass) -> Result<()> {
        let left_ms = pass.expires.as_millisecond() - Timestamp::now().as_millisecond();
        let grant = pass.grant.map(|grant| format!(" {grant}")).unwrap_or_default();
        let text = format!("{} {}{grant}", time(pass.expires), pass.key_id);
        let mut put = cmd("SET");
        self.link.commit(put.arg(keys::pass(hash)).arg(text).arg("PX").arg(left_ms.max(1))).await?;
        Ok(())
    }

    async fn pass(&self, hash: &str) -> Result<Option<Pass>> {
        let text: Option<String> = self.link.ask(cmd("GET").arg(keys::pass(hash))).await?;
        text.map(|text| read(&text)).transpose()
    }

    async fn take_pass(&self, hash: &str) -> Result<Option<Pass>> {
        let text: Option<String> = self.link.ask(cmd("GETDEL").arg(keys::pass(hash))).await?;
        text.map(|text| read(&text)).transpose()
    }
}

fn read(text: &str) -> Result<Pass> {
    let mut parts = text.splitn(3, ' ');
    let (Some(expires), Some(key_id)) = (parts.next(), parts.next()) else {
        return Err(faulty("a pass is cut off"));
    };
    let expires = expires.parse().map_err(faulty)?;
    Ok(Pass { key_id: key_id.to_owned(), grant: parts.next().map(str::to_owned), expires })
}
