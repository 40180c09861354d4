//! Deadlines in Redis: a sorted set for each drive-thru, of its lanes by their ids and of tickets by `LANE:TICKET`.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use jiff::Timestamp;
use redis::cmd;
use uuid::Uuid;

use super::keys;
use super::script::WAKE;
use super::{RedisStore, lookup};
use crate::store::{Due, Result, WakeStore};

#[async_trait]
impl WakeStore for RedisStore {
    async fn due(&self, now: Timestamp, limit: usize) -> Result<Vec<Due>> {
        let due = lookup::of_each(lookup::drive_thrus(&self.link).await?, async |drive_thru| {
            let mut find = cmd("ZRANGE");
            find.arg(keys::wakes(&drive_thru)).arg("-inf").arg(now.as_millisecond()).arg("BYSCORE");
            find.arg("LIMIT").arg(0).arg(limit).arg("WITHSCORES");
            let found: Vec<(String, f64)> = self.link.ask(&find).await?;
            Ok(found
                .into_iter()
                .filter_map(|(member, ms)| due_of(&drive_thru, &member, ms))
                .collect::<Vec<_>>())
        });
        let mut due = due.await?.concat();
        due.sort_by_key(|due| due.at);
        due.truncate(limit);
        Ok(due)
    }

    async fn put_off(&self, due: &Due, at: Option<Timestamp>) -> Result<()> {
        let mut call = WAKE.on([keys::wakes(due.lane.drive_thru())]);
        call.value(member(&due.lane, due.ticket_id)).value(ms(Some(due.at))).value(ms(at));
        call.writes(&self.link).await.map(drop)
    }
}

/// A lane or a ticket of it in the set. An earlier version knows lanes only, and passes over what has a colon.
pub(super) fn member(lane: &LaneKey, ticket_id: Option<Uuid>) -> String {
    match ticket_id {
        None => lane.lane().to_owned(),
        Some(ticket_id) => format!("{}:{ticket_id}", lane.lane()),
    }
}

/// A time as scripts take it; empty for none.
pub(super) fn ms(at: Option<Timestamp>) -> String {
    at.map(|at| at.as_millisecond().to_string()).unwrap_or_default()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a time in milliseconds is a whole number, and far below 2^53"
)]
fn due_of(drive_thru: &str, member: &str, ms: f64) -> Option<Due> {
    let (lane, ticket_id) = match member.split_once(':') {
        None => (member, None),
        Some((lane, ticket_id)) => (lane, Some(ticket_id.parse().ok()?)),
    };
    let lane = LaneKey::new(drive_thru, lane).ok()?;
    Some(Due { lane, ticket_id, at: Timestamp::from_millisecond(ms as i64).ok()? })
}
