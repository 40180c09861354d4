//! Houses: what a drive-thru says of itself, where it has a document of its own.

use async_trait::async_trait;

use super::error::Result;

/// Stores what houses say of themselves.
#[async_trait]
pub trait HouseStore: Send + Sync {
    /// A drive-thru's own document, as it was put.
    async fn house(&self, drive_thru: &str) -> Result<Option<String>>;

    /// The drive-thrus that have a document of their own, in order.
    async fn drive_thrus_with_houses(&self) -> Result<Vec<String>>;

    /// Counts the changes by any process; always 0 in a store that is not shared.
    async fn house_stamp(&self) -> Result<u64> {
        Ok(0)
    }

    /// Stores a drive-thru's own document.
    ///
    /// # Errors
    /// [`Conflict`](super::StoreError::Conflict) if another is expected than the one that is stored, or none is.
    async fn put_house(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<Option<&str>>,
    ) -> Result<()>;
}
