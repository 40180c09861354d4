//! Changes of documents in Redis: the scripts that put these note them.

use async_trait::async_trait;
use redis::cmd;

use super::values::from_json;
use super::{RedisStore, keys};
use crate::store::{ChangeStore, DocumentChange, Result};

#[async_trait]
impl ChangeStore for RedisStore {
    async fn changes(&self, drive_thru: &str, limit: usize) -> Result<Vec<DocumentChange>> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let mut ask = cmd("LRANGE");
        ask.arg(keys::changes(drive_thru)).arg(0).arg(limit - 1);
        let changes: Vec<String> = self.link.ask(&ask).await?;
        changes.iter().map(|change| from_json(change)).collect()
    }
}
