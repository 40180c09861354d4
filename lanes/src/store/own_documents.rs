//! Documents of which a drive-thru has one of its own: what its house says of itself, and its rules.

use async_trait::async_trait;
use strum::EnumIter;

use super::changes::DocumentChange;
use super::error::Result;

/// A kind of document of which a drive-thru has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumIter)]
pub enum DocumentKind {
    /// What its house says of itself.
    House,
    /// The rules of its house.
    Rules,
}

impl DocumentKind {
    /// As it is called in errors and logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::House => "house",
            Self::Rules => "rules",
        }
    }
}

/// Stores a drive-thru's own documents. Those of earlier turns are kept with all [documents](super::Document) that turns name.
#[async_trait]
pub trait DocumentStore: Send + Sync {
    /// A drive-thru's own document, as it was put.
    async fn own_document(&self, kind: DocumentKind, drive_thru: &str) -> Result<Option<String>>;

    /// The drive-thrus that have one of their own, in order.
    async fn drive_thrus_with(&self, kind: DocumentKind) -> Result<Vec<String>>;

    /// Counts the changes by any process; always 0 in a store that is not shared.
    async fn document_stamp(&self, _kind: DocumentKind) -> Result<u64> {
        Ok(0)
    }

    /// Stores a drive-thru's own document, and who put it in use, if that is what changes.
    ///
    /// # Errors
    /// [`Conflict`](super::StoreError::Conflict) if another is expected than the one that is stored, or none is.
    async fn put_own_document(
        &self,
        kind: DocumentKind,
        drive_thru: &str,
        document: String,
        expected: Option<Option<&str>>,
        change: Option<DocumentChange>,
    ) -> Result<()>;
}
