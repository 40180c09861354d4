//! When lanes are to be woken, in Redis: a sorted set for each drive-thru.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use jiff::Timestamp;
use redis::cmd;

use super::keys;
use super::script::WAKE;
use super::{RedisStore, lookup};
use crate::store::{DueLane, Result, WakeStore};

#[async_trait]
impl WakeStore for RedisStore {
    async fn due_lanes(&self, now: Timestamp, limit: usize) -> Result<Vec<DueLane>> {
        let due = lookup::of_each(lookup::drive_thrus(&self.link).await?, async |drive_thru| {
            let mut find = cmd("ZRANGE");
            find.arg(keys::wakes(&drive_thru)).arg("-inf").arg(now.as_millisecond()).arg("BYSCORE");
            find.arg("LIMIT").arg(0).arg(limit).arg("WITHSCORES");
            let found: Vec<(String, f64)> = self.link.ask(&find).await?;
            Ok(found
                .into_iter()
                .filter_map(|(lane, ms)| due_lane(&drive_thru, &lane, ms))
                .collect::<Vec<_>>())
        });
        let mut due = due.await?.concat();
        due.sort_by_key(|due| due.at);
        due.truncate(limit);
        Ok(due)
    }

    async fn wake_later(&self, due: &DueLane, at: Option<Timestamp>) -> Result<()> {
        let mut call = WAKE.on([keys::wakes(due.lane.drive_thru())]);
        call.value(due.lane.lane()).value(due.at.as_millisecond());
        call.value(at.map(|at| at.as_millisecond().to_string()).unwrap_or_default());
        call.writes(&self.link).await.map(drop)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a time in milliseconds is a whole number, and far below 2^53"
)]
fn due_lane(drive_thru: &str, lane: &str, ms: f64) -> Option<DueLane> {
    let lane = LaneKey::new(drive_thru, lane).ok()?;
    Some(DueLane { lane, at: Timestamp::from_millisecond(ms as i64).ok()? })
}
