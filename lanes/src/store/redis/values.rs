//! How values are written in Redis.

use std::time::Duration;

use jiff::Timestamp;
use redis::streams::StreamId;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::store::{AuditRecord, EventRecord, RedisSettings, Result, StoreError};

/// A time as text that loses nothing.
pub(super) fn time(at: Timestamp) -> String {
    at.to_string()
}

/// An id as text, which is empty for none.
pub(super) fn id_or_empty(id: Option<Uuid>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

/// A text that may be empty for none.
pub(super) fn unless_empty(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

/// How long an audit log is kept after its last turn, and a ticket after it is settled.
pub(super) fn kept_ms(settings: &RedisSettings) -> u64 {
    in_ms(settings.audit_kept)
}

/// A time in milliseconds.
pub(super) fn in_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(faulty)
}

/// An event as a field's value: fingerprint, session, turn, and the last turn seen if one was named.
pub(super) fn event_text(event: &EventRecord) -> String {
    let EventRecord { fingerprint, session_id, turn, seen, .. } = event;
    let seen = seen.map(|seen| format!(" {seen}")).unwrap_or_default();
    format!("{fingerprint} {session_id} {turn}{seen}")
}

pub(super) fn event_of(event_id: Uuid, text: &str) -> Result<EventRecord> {
    let mut parts = text.split(' ');
    let mut next = || parts.next().ok_or_else(|| faulty("an event's record is cut off"));
    Ok(EventRecord {
        event_id,
        fingerprint: next()?.parse().map_err(faulty)?,
        session_id: next()?.parse().map_err(faulty)?,
        turn: next()?.parse().map_err(faulty)?,
        seen: parts.next().map(str::parse).transpose().map_err(faulty)?,
    })
}

/// A turn as an entry of its session's audit log.
pub(super) fn audit_record(session_id: Uuid, entry: &StreamId) -> Result<AuditRecord> {
    let text = |field: &str| entry.get::<String>(field).ok_or_else(|| faulty("an audit entry lacks a field"));
    let seq = entry.id.split('-').next().unwrap_or_default();
    Ok(AuditRecord {
        session_id,
        seq: seq.parse().map_err(faulty)?,
        at: text("at")?.parse().map_err(faulty)?,
        menu_version: text("menu")?.into(),
        event: text("event")?.into(),
        turn: text("turn")?.into(),
        actor: unless_empty(entry.get("actor")).map(|actor| from_json(&actor)).transpose()?,
    })
}

/// That a value is not as this module writes it.
pub(super) fn faulty(why: impl std::fmt::Display) -> StoreError {
    StoreError::Unreadable(format!("what Redis keeps cannot be read: {why}"))
}
