//! The list of sessions in Redis.

use async_trait::async_trait;
use fsm::machine::End;
use jiff::Timestamp;
use redis::cmd;
use redis::streams::StreamRangeReply;

use super::feed::lane_of;
use super::link::Link;
use super::values::{audit_record, faulty, from_json, unless_empty};
use super::{RedisStore, keys, lookup};
use crate::store::{Result, SessionPlace, SessionRecord, SessionStore};

/// How many members of the list are read in one go.
const PAGE: usize = 256;

#[async_trait]
impl SessionStore for RedisStore {
    async fn sessions(
        &self,
        drive_thru: &str,
        before: SessionPlace,
        limit: usize,
    ) -> Result<Vec<SessionRecord>> {
        let key = keys::sessions(drive_thru);
        let mut found = Vec::new();
        let mut first = 0;
        while found.len() < limit {
            let mut ask = cmd("ZREVRANGEBYSCORE");
            ask.arg(&key).arg(before.began_at.as_microsecond()).arg("-inf").arg("WITHSCORES");
            let listed: Vec<(String, i64)> = self.link.ask(ask.arg("LIMIT").arg(first).arg(PAGE)).await?;
            if listed.is_empty() {
                break;
            }
            first += PAGE;
            let places = listed.into_iter().map(place).collect::<Result<Vec<_>>>()?;
            let places = places.into_iter().filter(|place| *place < before).take(limit - found.len());
            let ask = async |place| session_of(&self.link, drive_thru, place).await;
            // A session that is listed and does not exist any more was forgotten.
            found.extend(lookup::of_each(places.collect(), ask).await?.into_iter().flatten());
        }
        Ok(found)
    }
}

fn place((session_id, microseconds): (String, i64)) -> Result<SessionPlace> {
    let session_id = session_id.parse().map_err(faulty)?;
    let began_at = Timestamp::from_microsecond(microseconds).map_err(faulty)?;
    Ok(SessionPlace { began_at, session_id })
}

/// A session by its last turn.
async fn session_of(link: &Link, drive_thru: &str, place: SessionPlace) -> Result<Option<SessionRecord>> {
    let SessionPlace { began_at, session_id } = place;
    let mut ask = cmd("XREVRANGE");
    ask.arg(keys::audit(drive_thru, session_id)).arg("+").arg("-").arg("COUNT").arg(1);
    let newest: StreamRangeReply = link.ask(&ask).await?;
    let Some(last) = newest.ids.first() else { return Ok(None) };
    let end: Option<End> = unless_empty(last.get("end")).map(|end| from_json(&end)).transpose()?;
    let lane = lane_of(drive_thru, last)?;
    Ok(Some(SessionRecord { lane, began_at, end, last: audit_record(session_id, last)? }))
}
