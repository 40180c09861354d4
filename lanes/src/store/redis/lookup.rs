//! What is looked up for several concerns: lanes, the lane of a session or ticket, entries of an audit log.

use fsm::ids::LaneKey;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use redis::cmd;
use redis::streams::{StreamId, StreamRangeReply};
use uuid::Uuid;

use super::keys::{self, Keys};
use super::link::Link;
use super::values::unless_empty;
use crate::store::Result;

/// How many lanes or tickets are asked for at once, which share round trips.
const ASKED_AT_ONCE_MAX: usize = 64;

/// Every lane, by id.
pub(super) async fn all_lanes(link: &Link) -> Result<Vec<LaneKey>> {
    let members: Vec<String> = link.ask(cmd("SMEMBERS").arg(keys::LANES)).await?;
    let mut lanes: Vec<LaneKey> = members.iter().filter_map(|member| keys::lane(member)).collect();
    lanes.sort();
    Ok(lanes)
}

/// Every lane of a drive-thru, by id.
pub(super) async fn lanes_of(link: &Link, drive_thru: &str) -> Result<Vec<LaneKey>> {
    let mut lanes = all_lanes(link).await?;
    lanes.retain(|lane| lane.drive_thru() == drive_thru);
    Ok(lanes)
}

/// The lane of a session or ticket.
pub(super) async fn lane_of(link: &Link, id: Uuid) -> Result<Option<LaneKey>> {
    let member: Option<String> = link.ask(cmd("GET").arg(keys::place(id))).await?;
    Ok(member.as_deref().and_then(keys::lane))
}

/// The current session of a lane.
pub(super) async fn session_id(link: &Link, lane: &LaneKey) -> Result<Option<String>> {
    link.ask(cmd("HGET").arg(Keys(lane).lane()).arg("session")).await.map(unless_empty)
}

/// The entries of a session's audit log from one turn to another.
pub(super) async fn audit_entries(
    link: &Link,
    lane: &LaneKey,
    session_id: Uuid,
    first: &str,
    last: &str,
) -> Result<Vec<StreamId>> {
    let reply: StreamRangeReply =
        link.ask(cmd("XRANGE").arg(Keys(lane).audit(session_id)).arg(first).arg(last)).await?;
    Ok(reply.ids)
}

/// Asks for each, several at a time.
pub(super) async fn of_each<I, T, F>(each: Vec<I>, ask: impl Fn(I) -> F) -> Result<Vec<T>>
where
    F: Future<Output = Result<T>>,
{
    stream::iter(each).map(ask).buffered(ASKED_AT_ONCE_MAX).try_collect().await
}
