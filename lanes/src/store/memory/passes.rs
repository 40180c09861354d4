//! Passes in memory.

use async_trait::async_trait;
use jiff::Timestamp;

use super::MemoryStore;
use crate::store::{Pass, PassStore, Result};

#[async_trait]
impl PassStore for MemoryStore {
    async fn put_pass(&self, hash: &str, pass: Pass) -> Result<()> {
        let (mut state, now) = (self.state(), Timestamp::now());
        state.passes.retain(|_, pass| now < pass.expires);
        state.passes.insert(hash.to_owned(), pass);
        Ok(())
    }

    async fn pass(&self, hash: &str) -> Result<Option<Pass>> {
        let pass = self.state().passes.get(hash).cloned();
        Ok(pass.filter(|pass| Timestamp::now() < pass.expires))
    }

    async fn take_pass(&self, hash: &str) -> Result<Option<Pass>> {
        let pass = self.state().passes.remove(hash);
        Ok(pass.filter(|pass| Timestamp::now() < pass.expires))
    }
}
