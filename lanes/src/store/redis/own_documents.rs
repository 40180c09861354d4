//! Drive-thrus' own documents in Redis.

use async_trait::async_trait;
use redis::cmd;

use super::script::OWN_DOCUMENT;
use super::{RedisStore, keys};
use crate::store::{CHANGES_KEPT, DocumentChange, DocumentKind, DocumentStore, Result, StoreError};

#[async_trait]
impl DocumentStore for RedisStore {
    async fn own_document(&self, kind: DocumentKind, drive_thru: &str) -> Result<Option<String>> {
        self.link.ask(cmd("GET").arg(keys::own_document(kind, drive_thru))).await
    }

    async fn drive_thrus_with(&self, kind: DocumentKind) -> Result<Vec<String>> {
        let listed = keys::drive_thrus_with(kind);
        let mut drive_thrus: Vec<String> = self.link.ask(cmd("SMEMBERS").arg(listed)).await?;
        drive_thrus.sort();
        Ok(drive_thrus)
    }

    async fn document_stamp(&self, kind: DocumentKind) -> Result<u64> {
        let stamp: Option<u64> = self.link.ask(cmd("GET").arg(keys::document_stamp(kind))).await?;
        Ok(stamp.unwrap_or_default())
    }

    /// A crash between the steps leaves a drive-thru listed without a document, or a change that the other processes see with
    /// the next one.
    async fn put_own_document(
        &self,
        kind: DocumentKind,
        drive_thru: &str,
        document: String,
        expected: Option<Option<&str>>,
        change: Option<DocumentChange>,
    ) -> Result<()> {
        let mut call = OWN_DOCUMENT.on([keys::own_document(kind, drive_thru), keys::changes(drive_thru)]);
        call.value(document).json_or_empty(change.as_ref())?.value(CHANGES_KEPT);
        if let Some(expected) = expected {
            call.value(expected.unwrap_or_default());
        }
        let _: () = self.link.ask(cmd("SADD").arg(keys::drive_thrus_with(kind)).arg(drive_thru)).await?;
        if !call.writes(&self.link).await? {
            return Err(StoreError::Conflict);
        }
        self.link.commit(cmd("INCR").arg(keys::document_stamp(kind))).await?;
        Ok(())
    }
}
