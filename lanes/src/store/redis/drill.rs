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
        let (keys, drive_thru) = (Keys(lane), lane.drive_thru());
        let ended: Vec<String> = self.link.ask(cmd("ZRANGE").arg(keys.ended()).arg(0).arg(-1)).await?;
        for session in ended.into_iter().chain(lookup::session_id(&self.link, lane).await?) {
            let session_id: Uuid = session.parse().map_err(faulty)?;
            let _: u64 = self.link.ask(cmd("DEL").arg(keys::place(session_id))).await?;
            let _: u64 = self.link.ask(cmd("DEL").arg(keys.audit(session_id))).await?;
            let mut unlist = cmd("ZREM");
            let _: u64 = self.link.ask(unlist.arg(keys::sessions(drive_thru)).arg(session)).await?;
        }
        let of_lane = [keys.lane(), keys.session(), keys.events(), keys.ended(), keys::feed(drive_thru)];
        let _: u64 = self.link.ask(cmd("DEL").arg(&of_lane)).await?;
        let _: u64 = self.link.ask(cmd("ZREM").arg(keys::wakes(drive_thru)).arg(lane.lane())).await?;
        let _: u64 = self.link.ask(cmd("SREM").arg(keys::lanes(drive_thru)).arg(lane.lane())).await?;
        if lookup::lanes_of(&self.link, drive_thru).await?.is_empty() {
            let _: u64 = self.link.ask(cmd("SREM").arg(keys::DRIVE_THRUS).arg(drive_thru)).await?;
        }
        Ok(())
    }
}
