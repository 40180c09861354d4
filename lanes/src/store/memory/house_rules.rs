//! Rules in memory.

use async_trait::async_trait;

use super::MemoryStore;
use crate::store::{Result, RuleStore, StoreError};

#[async_trait]
impl RuleStore for MemoryStore {
    async fn rules(&self, drive_thru: &str) -> Result<Option<String>> {
        Ok(self.state().rules.get(drive_thru).cloned())
    }

    async fn drive_thrus_with_rules(&self) -> Result<Vec<String>> {
        Ok(self.state().rules.keys().cloned().collect())
    }

    async fn put_rules(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<Option<&str>>,
    ) -> Result<()> {
        let mut state = self.state();
        let known = state.rules.get(drive_thru).map(String::as_str);
        if expected.is_some_and(|expected| expected != known) {
            return Err(StoreError::Conflict);
        }
        state.rules.insert(drive_thru.to_owned(), document);
        Ok(())
    }
}
