//! What is looked up for several concerns: lanes, the drive-thru of a session or ticket, entries of an audit log.

use fsm::ids::LaneKey;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use redis::cmd;
use redis::streams::{StreamId, StreamRangeReply};
use uuid::Uuid;

use super::keys::{self, Keys};
use super::link::Link;
use super::values::unless_empty;
use crate::store::Result;

/// How many lanes, tickets or drive-thrus are asked for at once, which share round trips.
const ASKED_AT_ONCE_MAX: usize = 64;

/// Every lane, by id.
pub(super) async fn all_lanes(link: &Link) -> Result<Vec<LaneKey>> {
    let drive_thrus = drive_thrus(link).await?;
    let lanes = of_each(drive_thrus, async |drive_thru| lanes_of(link, &drive_thru).await).await?;
    Ok(lanes.into_iter().flatten().collect())
}

/// Every lane of a drive-thru, by id.
pub(super) async fn lanes_of(link: &Link, drive_thru: &str) -> Result<Vec<LaneKey>> {
    let lanes: Vec<String> = link.ask(cmd("SMEMBERS").arg(keys::lanes(drive_thru))).await?;
    let mut lanes: Vec<LaneKey> =
        lanes.iter().filter_map(|lane| LaneKey::new(drive_thru, lane).ok()).collect();
    lanes.sort();
    Ok(lanes)
}

/// Every drive-thru with a lane, by id.
pub(super) async fn drive_thrus(link: &Link) -> Result<Vec<String>> {
    let mut drive_thrus: Vec<String> = link.ask(cmd("SMEMBERS").arg(keys::DRIVE_THRUS)).await?;
    drive_thrus.sort();
    Ok(drive_thrus)
}

/// The drive-thru that has a session or ticket, which `key` names there. Where it is not noted, since a process died or it
/// is so long ago, every drive-thru is asked.
pub(super) async fn drive_thru_of(
    link: &Link,
    id: Uuid,
    key: impl Fn(&str, Uuid) -> String,
) -> Result<Option<String>> {
    let noted: Option<String> = link.ask(cmd("GET").arg(keys::place(id))).await?;
    if noted.is_some() {
        return Ok(noted);
    }
    let asked = of_each(drive_thrus(link).await?, async |drive_thru| {
        let has_it: bool = link.ask(cmd("EXISTS").arg(key(&drive_thru, id))).await?;
        Ok(has_it.then_some(drive_thru))
    });
    Ok(asked.await?.into_iter().flatten().next())
}

/// The current session of a lane.
pub(super) async fn session_id(link: &Link, lane: &LaneKey) -> Result<Option<String>> {
    link.ask(cmd("HGET").arg(Keys(lane).lane()).arg("session")).await.map(unless_empty)
}

/// The entries of a session's audit log from one turn to another.
pub(super) async fn audit_entries(
    link: &Link,
    drive_thru: &str,
    session_id: Uuid,
    first: &str,
    last: &str,
) -> Result<Vec<StreamId>> {
    let reply: StreamRangeReply =
        link.ask(cmd("XRANGE").arg(keys::audit(drive_thru, session_id)).arg(first).arg(last)).await?;
    Ok(reply.ids)
}

/// Asks for each, several at a time.
pub(super) async fn of_each<I, T, F>(each: Vec<I>, ask: impl Fn(I) -> F) -> Result<Vec<T>>
where
    F: Future<Output = Result<T>>,
{
    stream::iter(each).map(ask).buffered(ASKED_AT_ONCE_MAX).try_collect().await
}
