//! Rules in Redis.

use async_trait::async_trait;
use redis::cmd;

use super::script::{Call, OWN_DOCUMENT};
use super::{RedisStore, keys};
use crate::store::{Result, RuleStore, StoreError};

#[async_trait]
impl RuleStore for RedisStore {
    async fn rules(&self, drive_thru: &str) -> Result<Option<String>> {
        self.link.ask(cmd("GET").arg(keys::rules(drive_thru))).await
    }

    async fn drive_thrus_with_rules(&self) -> Result<Vec<String>> {
        let mut drive_thrus: Vec<String> = self.link.ask(cmd("SMEMBERS").arg(keys::RULES)).await?;
        drive_thrus.sort();
        Ok(drive_thrus)
    }

    async fn rule_stamp(&self) -> Result<u64> {
        let stamp: Option<u64> = self.link.ask(cmd("GET").arg(keys::RULE_STAMP)).await?;
        Ok(stamp.unwrap_or_default())
    }

    /// A crash between the steps leaves a drive-thru listed without rules, or a change that the other processes see with
    /// the next one.
    async fn put_rules(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<Option<&str>>,
    ) -> Result<()> {
        let mut call = Call::on([keys::rules(drive_thru)]);
        call.value(document);
        if let Some(expected) = expected {
            call.value(expected.unwrap_or_default());
        }
        let _: () = self.link.ask(cmd("SADD").arg(keys::RULES).arg(drive_thru)).await?;
        if !OWN_DOCUMENT.writes(&self.link, &call).await? {
            return Err(StoreError::Conflict);
        }
        self.link.commit(cmd("INCR").arg(keys::RULE_STAMP)).await?;
        Ok(())
    }
}
