//! Forgets the event ids of sessions that ended.

use fsm::ids::LaneKey;
use jiff::Timestamp;
use redis::cmd;
use uuid::Uuid;

use super::keys::{self, Keys};
use super::link::Link;
use super::lookup;
use super::values::{event_of, faulty};
use crate::store::{Forgotten, Result};

/// A session that no event ended is forgotten so long after its last turn.
pub(super) const SESSION_MS_MAX: u64 = 24 * 3_600_000;
/// How many sessions' event ids are forgotten in one go.
const SESSIONS_MAX: usize = 64;
/// About how many event ids are read in one go.
const EVENTS_A_LOOK: usize = 256;

/// Forgets the event ids of a lane's sessions that ended before.
pub(super) async fn events(link: &Link, lane: &LaneKey, ended_before: Timestamp) -> Result<()> {
    let keys = Keys(lane);
    if let Some(session) = lookup::session_id(link, lane).await? {
        let is_on: bool = link.ask(cmd("EXISTS").arg(keys.session())).await?;
        let has_events: bool = link.ask(cmd("EXISTS").arg(keys.events())).await?;
        if !is_on && has_events {
            end(link, lane, &session).await?;
        }
    }
    loop {
        let mut ask = cmd("ZRANGEBYSCORE");
        ask.arg(keys.ended()).arg("-inf").arg(format!("({}", ended_before.as_millisecond()));
        let ended: Vec<String> = link.ask(ask.arg("LIMIT").arg(0).arg(SESSIONS_MAX)).await?;
        if ended.is_empty() {
            return Ok(());
        }
        for session in ended {
            of_session(link, lane, session.parse().map_err(faulty)?).await?;
            let _: u64 = link.ask(cmd("ZREM").arg(keys.ended()).arg(session)).await?;
        }
    }
}

/// Marks a session as ended that no event ended and that was forgotten: it ended with its last turn, [`SESSION_MS_MAX`] ago.
/// If an event has ended it since, that time stays.
pub(super) async fn end(link: &Link, lane: &LaneKey, session_id: &str) -> Result<()> {
    let ended_at = Timestamp::now().as_millisecond().saturating_sub_unsigned(SESSION_MS_MAX);
    let mut end = cmd("ZADD");
    end.arg(Keys(lane).ended()).arg("NX").arg(ended_at).arg(session_id);
    link.ask(&end).await
}

/// Forgets a session: its audit log, its event ids, and tickets of it.
pub(super) async fn session(link: &Link, forgotten: &Forgotten) -> Result<()> {
    let Forgotten { session_id, lane, events, tickets } = forgotten;
    these(link, lane, events.iter().map(Uuid::to_string).collect()).await?;
    let drive_thru = lane.drive_thru();
    for ticket_id in tickets {
        let mut unlist = cmd("ZREM");
        let _: u64 = link.ask(unlist.arg(keys::tickets(drive_thru)).arg(ticket_id.to_string())).await?;
        let _: u64 = link.ask(cmd("DEL").arg(keys::ticket(drive_thru, *ticket_id))).await?;
        let _: u64 = link.ask(cmd("DEL").arg(keys::place(*ticket_id))).await?;
    }
    let mut unlist = cmd("ZREM");
    let _: u64 = link.ask(unlist.arg(keys::sessions(drive_thru)).arg(session_id.to_string())).await?;
    let _: u64 = link.ask(cmd("DEL").arg(keys::audit(drive_thru, *session_id))).await?;
    let _: u64 = link.ask(cmd("DEL").arg(keys::place(*session_id))).await?;
    Ok(())
}

async fn of_session(link: &Link, lane: &LaneKey, session_id: Uuid) -> Result<()> {
    let entries = lookup::audit_entries(link, lane.drive_thru(), session_id, "-", "+").await?;
    let is_whole = entries.first().is_some_and(|first| first.id.starts_with("1-"));
    if is_whole {
        return these(link, lane, entries.iter().filter_map(|entry| entry.get("of")).collect()).await;
    }
    // The start of its audit log was cut or forgotten: only the events themselves tell whose they are.
    let mut cursor = 0;
    loop {
        let mut scan = cmd("HSCAN");
        scan.arg(Keys(lane).events()).arg(cursor).arg("COUNT").arg(EVENTS_A_LOOK);
        let (next, events): (u64, Vec<(String, String)>) = link.ask(&scan).await?;
        let mut of_session = Vec::new();
        for (id, record) in events {
            let event = event_of(id.parse().map_err(faulty)?, &record)?;
            if event.session_id == session_id {
                of_session.push(id);
            }
        }
        these(link, lane, of_session).await?;
        cursor = next;
        if cursor == 0 {
            return Ok(());
        }
    }
}

async fn these(link: &Link, lane: &LaneKey, event_ids: Vec<String>) -> Result<()> {
    if event_ids.is_empty() {
        return Ok(());
    }
    link.ask(cmd("HDEL").arg(Keys(lane).events()).arg(event_ids)).await
}
