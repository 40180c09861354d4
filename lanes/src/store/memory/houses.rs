//! Houses in memory.

use async_trait::async_trait;

use super::MemoryStore;
use crate::store::{HouseStore, Result, StoreError};

#[async_trait]
impl HouseStore for MemoryStore {
    async fn house(&self, drive_thru: &str) -> Result<Option<String>> {
        Ok(self.state().houses.get(drive_thru).cloned())
    }

    async fn drive_thrus_with_houses(&self) -> Result<Vec<String>> {
        Ok(self.state().houses.keys().cloned().collect())
    }

    async fn put_house(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<Option<&str>>,
    ) -> Result<()> {
        let mut state = self.state();
        let known = state.houses.get(drive_thru).map(String::as_str);
        if expected.is_some_and(|expected| expected != known) {
            return Err(StoreError::Conflict);
        }
        state.houses.insert(drive_thru.to_owned(), document);
        Ok(())
    }
}
