//! The rules of houses.

use async_trait::async_trait;

use super::error::Result;

/// Stores the rules of houses. Those of earlier turns are kept with the other [documents](super::Document) that turns name.
#[async_trait]
pub trait RuleStore: Send + Sync {
    /// The rules of a drive-thru, as they were put.
    async fn rules(&self, drive_thru: &str) -> Result<Option<String>>;

    /// The drive-thrus that have rules, in order.
    async fn drive_thrus_with_rules(&self) -> Result<Vec<String>>;

    /// Counts the changes by any process; always 0 in a store that is not shared.
    async fn rule_stamp(&self) -> Result<u64> {
        Ok(0)
    }

    /// Stores the rules of a drive-thru.
    ///
    /// # Errors
    /// [`Conflict`](super::StoreError::Conflict) if others are expected than those that are stored, or none are.
    async fn put_rules(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<Option<&str>>,
    ) -> Result<()>;
}
