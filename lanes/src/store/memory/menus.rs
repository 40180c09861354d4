//! Menus and stock in memory.

use async_trait::async_trait;
use fsm::menu::MenuPart;

use super::MemoryStore;
use crate::store::{Availability, DocumentChange, MenuRecord, MenuStore, Result, StoreError};

#[async_trait]
impl MenuStore for MemoryStore {
    async fn menu(&self, drive_thru: &str) -> Result<MenuRecord> {
        Ok(self.state().menus.get(drive_thru).cloned().unwrap_or_default())
    }

    async fn drive_thrus_with_menus(&self) -> Result<Vec<String>> {
        Ok(self.state().menus.keys().cloned().collect())
    }

    async fn put_menu(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<&MenuRecord>,
        change: DocumentChange,
    ) -> Result<()> {
        let mut state = self.state();
        let known = state.menus.get(drive_thru).cloned().unwrap_or_default();
        if expected.is_some_and(|expected| *expected != known) {
            return Err(StoreError::Conflict);
        }
        let menu = MenuRecord { document: Some(document), availability: Vec::new() };
        state.menus.insert(drive_thru.to_owned(), menu);
        state.note(drive_thru, change);
        Ok(())
    }

    async fn set_available(
        &self,
        drive_thru: &str,
        part: &MenuPart,
        availability: Availability,
        change: DocumentChange,
    ) -> Result<()> {
        let mut state = self.state();
        state.menus.entry(drive_thru.to_owned()).or_default().set_available(part, availability);
        state.note(drive_thru, change);
        Ok(())
    }
}
