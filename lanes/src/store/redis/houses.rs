//! Houses in Redis.

use async_trait::async_trait;
use redis::cmd;

use super::script::{Call, OWN_DOCUMENT};
use super::{RedisStore, keys};
use crate::store::{HouseStore, Result, StoreError};

#[async_trait]
impl HouseStore for RedisStore {
    async fn house(&self, drive_thru: &str) -> Result<Option<String>> {
        self.link.ask(cmd("GET").arg(keys::house(drive_thru))).await
    }

    async fn drive_thrus_with_houses(&self) -> Result<Vec<String>> {
        let mut drive_thrus: Vec<String> = self.link.ask(cmd("SMEMBERS").arg(keys::HOUSES)).await?;
        drive_thrus.sort();
        Ok(drive_thrus)
    }

    async fn house_stamp(&self) -> Result<u64> {
        let stamp: Option<u64> = self.link.ask(cmd("GET").arg(keys::HOUSE_STAMP)).await?;
        Ok(stamp.unwrap_or_default())
    }

    /// A crash between the steps leaves a drive-thru listed without a house, or a change that the other processes see with
    /// the next one.
    async fn put_house(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<Option<&str>>,
    ) -> Result<()> {
        let mut call = Call::on([keys::house(drive_thru)]);
        call.value(document);
        if let Some(expected) = expected {
            call.value(expected.unwrap_or_default());
        }
        let _: () = self.link.ask(cmd("SADD").arg(keys::HOUSES).arg(drive_thru)).await?;
        if !OWN_DOCUMENT.writes(&self.link, &call).await? {
            return Err(StoreError::Conflict);
        }
        self.link.commit(cmd("INCR").arg(keys::HOUSE_STAMP)).await?;
        Ok(())
    }
}
