//! What an operator's check does to a running installation, besides writing to it.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use redis::cmd;
use uuid::Uuid;

use super::RedisStore;
use super::keys::{self, Keys};
use super::lookup;
use super::values::faulty;
use crate::store::{DrillStore, Result};

#[async_trait]
impl DrillStore for RedisStore {
    async fn cut_connections(&self) -> Result<usize> {
        self.link.cut().await
    }

    async fn fail_over(&self, lane: &LaneKey) -> Result<()> {
        self.link.fail_over(&Keys(lane).lane()).await
    }

    async fn erase(&self, lane: &LaneKey) -> Result<()> {
        let keys = Keys(lane);
        let ended: Vec<String> = self.link.ask(cmd("ZRANGE").arg(keys.ended()).arg(0).arg(-1)).await?;
        for session in ended.into_iter().chain(lookup::session_id(&self.link, lane).await?) {
            let session_id: Uuid = session.parse().map_err(faulty)?;
            let _: u64 = self.link.ask(cmd("DEL").arg(keys::place(session_id))).await?;
            let of_session = [keys.session(session_id), keys.audit(session_id)];
            let _: u64 = self.link.ask(cmd("DEL").arg(&of_session)).await?;
        }
        let _: u64 = self.link.ask(cmd("DEL").arg(&[keys.lane(), keys.events(), keys.ended()])).await?;
        let of_drive_thru = [keys::feed(lane.drive_thru()), keys::told(lane.drive_thru())];
        let _: u64 = self.link.ask(cmd("DEL").arg(&of_drive_thru)).await?;
        let _: u64 = self.link.ask(cmd("SREM").arg(keys::LANES).arg(keys::member(lane))).await?;
        Ok(())
    }
}
