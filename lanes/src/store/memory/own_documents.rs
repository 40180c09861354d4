//! Drive-thrus' own documents in memory.

use async_trait::async_trait;

use super::MemoryStore;
use crate::store::{DocumentChange, DocumentKind, DocumentStore, Result, StoreError};

#[async_trait]
impl DocumentStore for MemoryStore {
    async fn own_document(&self, kind: DocumentKind, drive_thru: &str) -> Result<Option<String>> {
        Ok(self.state().own_documents.get(&(kind, drive_thru.to_owned())).cloned())
    }

    async fn drive_thrus_with(&self, kind: DocumentKind) -> Result<Vec<String>> {
        let state = self.state();
        let own = state.own_documents.keys().filter(|(of, _)| *of == kind);
        Ok(own.map(|(_, drive_thru)| drive_thru.clone()).collect())
    }

    async fn put_own_document(
        &self,
        kind: DocumentKind,
        drive_thru: &str,
        document: String,
        expected: Option<Option<&str>>,
        change: Option<DocumentChange>,
    ) -> Result<()> {
        let mut state = self.state();
        let place = (kind, drive_thru.to_owned());
        let known = state.own_documents.get(&place).map(String::as_str);
        if expected.is_some_and(|expected| expected != known) {
            return Err(StoreError::Conflict);
        }
        state.own_documents.insert(place, document);
        if let Some(change) = change {
            state.note(drive_thru, change);
        }
        Ok(())
    }
}
