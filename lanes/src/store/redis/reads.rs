//! What the server is asked.

use fsm::ids::LaneKey;
use fsm::machine::{End, Session};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use jiff::Timestamp;
use redis::streams::{StreamId, StreamRangeReply};
use redis::{cmd, pipe};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::forget;
use super::keys::{self, Keys};
use super::link::Link;
use crate::store::{
    AuditLog, AuditRecord, EventRecord, LaneRecord, OrderNumbers, StoreError, TicketNote, TicketRecord,
};

/// Finds what was said before. It is answered again, so what is found is written, to wait until it is as durable as a
/// turn.
const SAID_SCRIPT: &str = "
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then redis.call('HSET', KEYS[1], ARGV[1], known) end
return known";
/// How many lanes or tickets are asked of at once, which share round trips.
const ASKED_AT_ONCE_MAX: usize = 64;

/// The fields of a lane: version, stamp, session id, business date, last order number.
type Head = (Option<u64>, Option<String>, Option<String>, Option<String>, Option<u32>);

pub(super) async fn lane(link: &Link, lane: &LaneKey) -> Result<LaneRecord, StoreError> {
    let keys = Keys(lane);
    let mut ask = cmd("HMGET");
    ask.arg(keys.lane()).arg("version").arg("stamp").arg("session").arg("date").arg("number");
    let (version, stamp, session_id, date, number): Head = link.ask(&ask).await?;
    let Some(version) = version else { return Ok(LaneRecord::default()) };
    let business_date = match date.filter(|date| !date.is_empty()) {
        Some(date) => Some(date.parse().map_err(faulty)?),
        None => None,
    };
    let order_numbers = OrderNumbers { business_date, last: number.unwrap_or_default() };
    let stamp =
        stamp.filter(|stamp| !stamp.is_empty()).map(|stamp| stamp.parse().map_err(faulty)).transpose()?;
    let idle = LaneRecord { version, stamp, session: Session::idle(), order_numbers, last_turn: None };
    let Some(session_id) = session_id.filter(|id| !id.is_empty()) else { return Ok(idle) };
    let session_id: Uuid = session_id.parse().map_err(faulty)?;

    let mut pipeline = pipe();
    pipeline.atomic().hget(keys.session(session_id), "state");
    pipeline.cmd("XREVRANGE").arg(keys.audit(session_id)).arg("+").arg("-").arg("COUNT").arg(1);
    let (state, last): (Option<String>, StreamRangeReply) = link.ask_all(&pipeline).await?;
    let Some(state) = state else {
        // Either it ended just now, and a commit on this version will be refused, or its time was up.
        tracing::warn!(
            drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), session.id = %session_id,
            "the lane's session is gone from the store"
        );
        // The next turn takes its place, and its event ids are to be forgotten too.
        if let Err(error) = forget::end(link, lane, session_id).await {
            tracing::warn!(session.id = %session_id, %error, "the session's event ids are kept for now");
        }
        return Ok(idle);
    };
    let last_turn = last.ids.first().and_then(|entry| entry.get("turn"));
    Ok(LaneRecord { session: from_json(&state)?, last_turn, ..idle })
}

/// Every lane, by id.
pub(super) async fn all_lanes(link: &Link) -> Result<Vec<LaneKey>, StoreError> {
    let members: Vec<String> = link.ask(cmd("SMEMBERS").arg(keys::LANES)).await?;
    let mut lanes: Vec<LaneKey> = members.iter().filter_map(|member| keys::lane(member)).collect();
    lanes.sort();
    Ok(lanes)
}

/// Asks of each, several at a time.
pub(super) async fn of_each<I, T, F>(each: Vec<I>, ask: impl Fn(I) -> F) -> Result<Vec<T>, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    stream::iter(each).map(ask).buffered(ASKED_AT_ONCE_MAX).try_collect().await
}

/// The session that is on.
pub(super) async fn session_id(link: &Link, lane: &LaneKey) -> Result<Option<String>, StoreError> {
    let id: Option<String> = link.ask(cmd("HGET").arg(Keys(lane).lane()).arg("session")).await?;
    Ok(id.filter(|id| !id.is_empty()))
}

pub(super) async fn event(
    link: &Link,
    lane: &LaneKey,
    event_id: Uuid,
) -> Result<Option<EventRecord>, StoreError> {
    let record = said(link, &Keys(lane).events(), &event_id.to_string()).await?;
    record.map(|record| event_of(event_id, &record)).transpose()
}

async fn said(link: &Link, key: &str, field: &str) -> Result<Option<String>, StoreError> {
    let mut ask = cmd("EVAL");
    ask.arg(SAID_SCRIPT).arg(1).arg(key).arg(field);
    Ok(redis::from_redis_value(link.commit(&ask).await?).map_err(redis::RedisError::from)?)
}

/// An event as it is kept: fingerprint, session, turn, and the last turn seen if one was named.
pub(super) fn event_text(event: &EventRecord) -> String {
    let EventRecord { fingerprint, session_id, turn, seen, .. } = event;
    let seen = seen.map(|seen| format!(" {seen}")).unwrap_or_default();
    format!("{fingerprint} {session_id} {turn}{seen}")
}

pub(super) fn event_of(event_id: Uuid, record: &str) -> Result<EventRecord, StoreError> {
    let mut parts = record.split(' ');
    let mut next = || parts.next().ok_or_else(|| faulty("an event's record is cut off"));
    Ok(EventRecord {
        event_id,
        fingerprint: next()?.parse().map_err(faulty)?,
        session_id: next()?.parse().map_err(faulty)?,
        turn: next()?.parse().map_err(faulty)?,
        seen: parts.next().map(str::parse).transpose().map_err(faulty)?,
    })
}

pub(super) async fn turns_between(
    link: &Link,
    session_id: Uuid,
    after: u32,
    before: u32,
) -> Result<Vec<String>, StoreError> {
    let (first, last) = (after.saturating_add(1), before.saturating_sub(1));
    if first > last {
        return Ok(Vec::new());
    }
    let Some(lane) = place(link, session_id).await? else { return Ok(Vec::new()) };
    let entries = entries(link, &lane, session_id, &first.to_string(), &last.to_string()).await?;
    Ok(entries.iter().filter_map(|entry| entry.get("turn")).collect())
}

pub(super) async fn audit(link: &Link, session_id: Uuid) -> Result<Option<AuditLog>, StoreError> {
    let Some(lane) = place(link, session_id).await? else { return Ok(None) };
    let entries = entries(link, &lane, session_id, "-", "+").await?;
    let Some(last) = entries.last() else { return Ok(None) };
    let end: Option<String> = last.get("end");
    let end: Option<End> = end.map(|end| from_json(&end)).transpose()?;
    let entries = entries.iter().map(|entry| record(session_id, entry)).collect::<Result<_, _>>()?;
    Ok(Some(AuditLog { lane, end, entries }))
}

/// The entries of a session's audit log from one turn to another.
pub(super) async fn entries(
    link: &Link,
    lane: &LaneKey,
    session_id: Uuid,
    first: &str,
    last: &str,
) -> Result<Vec<StreamId>, StoreError> {
    let reply: StreamRangeReply =
        link.ask(cmd("XRANGE").arg(Keys(lane).audit(session_id)).arg(first).arg(last)).await?;
    Ok(reply.ids)
}

pub(super) fn record(session_id: Uuid, entry: &StreamId) -> Result<AuditRecord, StoreError> {
    let text = |field: &str| entry.get::<String>(field).ok_or_else(|| faulty("an audit entry lacks a field"));
    let seq = entry.id.split('-').next().unwrap_or_default();
    Ok(AuditRecord {
        session_id,
        seq: seq.parse().map_err(faulty)?,
        at: text("at")?.parse().map_err(faulty)?,
        menu_version: text("menu")?,
        event: text("event")?,
        turn: text("turn")?,
    })
}

pub(super) async fn ticket(link: &Link, ticket_id: Uuid) -> Result<Option<TicketRecord>, StoreError> {
    let Some(lane) = place(link, ticket_id).await? else { return Ok(None) };
    ticket_of(link, lane, ticket_id).await
}

/// A ticket of a lane.
pub(super) async fn ticket_of(
    link: &Link,
    lane: LaneKey,
    ticket_id: Uuid,
) -> Result<Option<TicketRecord>, StoreError> {
    let keys = Keys(&lane);
    let mut pipeline = pipe();
    pipeline.atomic();
    let fields = ["status", "payment", "pos_reference", "message"];
    pipeline.cmd("HMGET").arg(keys.ticket(ticket_id)).arg(&fields);
    pipeline.lrange(keys.notes(ticket_id), 0, -1);
    type Fields = (Option<String>, Option<String>, Option<String>, Option<String>);
    let ((status, payment, pos_reference, message), notes): (Fields, Vec<String>) =
        link.ask_all(&pipeline).await?;
    let (Some(status), Some(payment), Some(message)) = (status, payment, message) else { return Ok(None) };
    let history = notes.iter().map(|note| from_json::<TicketNote>(note)).collect::<Result<_, _>>()?;
    Ok(Some(TicketRecord {
        lane,
        status: from_json(&status)?,
        payment: from_json(&payment)?,
        pos_reference,
        message: from_json(&message)?,
        history,
    }))
}

/// The lane of a session or ticket.
pub(super) async fn place(link: &Link, id: Uuid) -> Result<Option<LaneKey>, StoreError> {
    let member: Option<String> = link.ask(cmd("GET").arg(keys::place(id))).await?;
    Ok(member.as_deref().and_then(keys::lane))
}

/// A moment as text that loses nothing.
pub(super) fn time(at: Timestamp) -> String {
    at.to_string()
}

pub(super) fn to_json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(faulty)
}

pub(super) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(faulty)
}

pub(super) fn faulty(why: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(format!("what Redis keeps cannot be read: {why}"))
}
