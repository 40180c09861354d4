//! What a turn writes, all in one script.

use fsm::ids::LaneKey;
use fsm::ticket::{Message, MessageBody, Payment, TicketStatus};
use futures_util::future::try_join_all;
use jiff::Timestamp;
use redis::cmd;
use tokio::try_join;
use uuid::Uuid;

use super::RedisSettings;
use super::guarded::{Guarded, Outcome};
use super::keys::{self, Keys};
use super::link::Link;
use super::reads::{self, time, to_json};
use super::tickets::{self, keep, kept_ms, place_kept_ms};
use crate::store::{AuditRecord, Commit, StoreError, TicketChange};

/// A session that no event ended is forgotten so long after its last turn.
pub(super) const SESSION_MS_MAX: u64 = 24 * 3_600_000;

pub(super) async fn commit(link: &Link, settings: &RedisSettings, commit: &Commit) -> Result<(), StoreError> {
    let keys = Keys(&commit.lane);
    if is_taken_twice(commit) {
        return Err(StoreError::Conflict);
    }
    let first_message = prepare(link, settings, commit).await?;

    let mut turn = Guarded::default().unless_taken(&keys.events(), &commit.event.event_id.to_string());
    turn.asked_key(&keys.lane());
    let expected = match commit.expected_version {
        0 => String::new(),
        version => version.to_string(),
    };
    turn.expect(&expected, &[&"HGET", &keys.lane(), &"version"]);
    let text = |stamp: Option<Uuid>| stamp.map(|stamp| stamp.to_string()).unwrap_or_default();
    if commit.expected_stamp.is_some() {
        turn.expect(&text(commit.expected_stamp), &[&"HGET", &keys.lane(), &"stamp"]);
    }
    // Redis forgets a session that no event ended, and leaves the lane's version as it is.
    if let Some(going_on) = commit.audit.first().filter(|record| record.seq > 1) {
        let key = keys.session(going_on.session_id);
        turn.asked_key(&key);
        turn.expect("1", &[&"HEXISTS", &key, &"state"]);
    }
    let session_id = commit.session.session_id().map(|id| id.to_string()).unwrap_or_default();
    let date = commit.order_numbers.business_date.map(|date| date.to_string()).unwrap_or_default();
    turn.write(&[
        &"HSET",
        &keys.lane(),
        &"version",
        &(commit.expected_version + 1),
        &"stamp",
        &text(commit.stamp),
        &"session",
        &session_id,
        &"date",
        &date,
        &"number",
        &commit.order_numbers.last,
    ]);
    if let Some(session_id) = commit.session.session_id() {
        let key = keys.session(session_id);
        turn.key(&key, "hash");
        turn.write(&[&"HSET", &key, &"state", &to_json(&commit.session)?]);
        turn.write(&[&"PEXPIRE", &key, &SESSION_MS_MAX]);
    }
    let event = reads::event_text(&commit.event);
    turn.write(&[&"HSET", &keys.events(), &commit.event.event_id.to_string(), &event]);
    for record in &commit.audit {
        add_audit(&mut turn, settings, commit, record)?;
    }
    end_session(&mut turn, commit);
    add_messages(&mut turn, commit, first_message)?;
    for change in &commit.tickets {
        add_change(&mut turn, settings, &commit.lane, change)?;
    }
    match turn.run(link).await? {
        Outcome::Stored => Ok(()),
        Outcome::Conflict => Err(StoreError::Conflict),
        Outcome::Known(record) => {
            Err(StoreError::TakenBefore(reads::event_of(commit.event.event_id, &record)?))
        }
    }
}

/// Changes a ticket outside of a turn.
pub(super) async fn change_ticket(
    link: &Link,
    settings: &RedisSettings,
    status_before: TicketStatus,
    change: &TicketChange,
) -> Result<(), StoreError> {
    let lane = reads::place(link, change.ticket_id).await?.ok_or(StoreError::Conflict)?;
    let mut writes = Guarded::default();
    let ticket = Keys(&lane).ticket(change.ticket_id);
    writes.asked_key(&ticket);
    writes.expect(&to_json(&status_before)?, &[&"HGET", &ticket, &"status"]);
    add_change(&mut writes, settings, &lane, change)?;
    match writes.run(link).await? {
        Outcome::Stored => Ok(()),
        Outcome::Conflict | Outcome::Known(_) => Err(StoreError::Conflict),
    }
}

/// What is not of the lane's slot, all at once and before the turn: where its session and tickets are found, and the
/// numbers of its messages. Gives the first of those.
async fn prepare(link: &Link, settings: &RedisSettings, commit: &Commit) -> Result<i64, StoreError> {
    let lane = keys::member(&commit.lane);
    let listed = async {
        if commit.expected_version == 0 {
            let _: u64 = link.ask(cmd("SADD").arg(keys::LANES).arg(&lane)).await?;
        }
        Ok(())
    };
    let sessions = commit.audit.iter().filter(|record| record.seq == 1).map(async |record| {
        let place = keys::place(record.session_id);
        link.ask::<()>(cmd("SET").arg(place).arg(&lane).arg("PX").arg(place_kept_ms(settings))).await
    });
    let tickets = created(&commit.outbox).map(|ticket_id| lead_to_ticket(link, &commit.lane, ticket_id));
    let ((), _, _, (), first) = try_join!(
        listed,
        try_join_all(sessions),
        try_join_all(tickets),
        tickets::list(link, &commit.lane, &commit.outbox),
        message_ids(link, commit.outbox.len()),
    )?;
    Ok(first)
}

/// Says where a ticket is. One of another lane is none of this one's.
async fn lead_to_ticket(link: &Link, lane: &LaneKey, ticket_id: Uuid) -> Result<(), StoreError> {
    let (place, member) = (keys::place(ticket_id), keys::member(lane));
    let before: Option<String> = link.ask(cmd("SET").arg(&place).arg(&member).arg("NX").arg("GET")).await?;
    let Some(other) = before.as_deref().and_then(keys::lane).filter(|other| other != lane) else {
        return Ok(());
    };
    // A turn that was refused may have said so of a ticket that never was.
    let is_there: bool = link.ask(cmd("EXISTS").arg(Keys(&other).ticket(ticket_id))).await?;
    if is_there { Err(StoreError::Conflict) } else { link.ask(cmd("SET").arg(&place).arg(&member)).await }
}

fn is_taken_twice(commit: &Commit) -> bool {
    let turns = commit.audit.iter().map(|record| (record.session_id, record.seq));
    let turns: std::collections::BTreeSet<_> = turns.collect();
    let tickets: std::collections::BTreeSet<_> = created(&commit.outbox).collect();
    turns.len() < commit.audit.len() || tickets.len() < created(&commit.outbox).count()
}

fn add_audit(
    turn: &mut Guarded,
    settings: &RedisSettings,
    commit: &Commit,
    record: &AuditRecord,
) -> Result<(), StoreError> {
    let AuditRecord { session_id, seq, at, menu_version, event, turn: answer } = record;
    let key = Keys(&commit.lane).audit(*session_id);
    turn.asked_key(&key);
    turn.expect("0", &[&"XRANGE", &key, seq, &"+"]);
    let id = format!("{seq}-0");
    let of = commit.event.event_id.to_string();
    let at = time(*at);
    let mut add: Vec<&dyn super::guarded::Argument> =
        vec![&"XADD", &key, &"MAXLEN", &"~", &settings.audit_turns_max, &id];
    add.extend_from_slice(&[&"of", &of, &"at", &at, &"menu", menu_version, &"event", event, &"turn", answer]);
    let is_last = commit.audit.iter().rev().find(|other| other.session_id == *session_id) == Some(record);
    let end = commit.ended.filter(|(ended, _)| ended == session_id && is_last);
    let end = end.map(|(_, end)| to_json(&end)).transpose()?;
    if let Some(end) = &end {
        add.extend_from_slice(&[&"end", end]);
    }
    turn.write(&add);
    turn.write(&[&"PEXPIRE", &key, &kept_ms(settings)]);
    Ok(())
}

fn end_session(turn: &mut Guarded, commit: &Commit) {
    let Some((session_id, _)) = commit.ended else { return };
    let keys = Keys(&commit.lane);
    let last = commit.audit.iter().rev().find(|record| record.session_id == session_id);
    let ended_at = last.map_or(0, |record| record.at.as_millisecond());
    turn.key(&keys.session(session_id), "hash");
    turn.key(&keys.ended(), "zset");
    turn.write(&[&"DEL", &keys.session(session_id)]);
    turn.write(&[&"ZADD", &keys.ended(), &ended_at, &session_id.to_string()]);
}

fn add_messages(turn: &mut Guarded, commit: &Commit, first: i64) -> Result<(), StoreError> {
    let stored_at = Timestamp::now();
    for (message, id) in commit.outbox.iter().zip(first..) {
        if let MessageBody::Created(ticket) = &message.body {
            let key = Keys(&commit.lane).ticket(ticket.ticket_id);
            turn.key(&key, "hash");
            turn.expect("0", &[&"EXISTS", &key]);
            let (status, payment) = (to_json(&TicketStatus::Pending)?, to_json(&Payment::None)?);
            let json = to_json(message)?;
            turn.write(&[&"HSET", &key, &"status", &status, &"payment", &payment, &"message", &json]);
        }
        add_message(turn, &commit.lane, id, message, stored_at)?;
    }
    Ok(())
}

/// Numbers for messages that follow one another; gives the first. Of two processes on the lane the one that is refused
/// then takes others, so that a lane's numbers go up.
pub(super) async fn message_ids(link: &Link, count: usize) -> Result<i64, StoreError> {
    if count == 0 {
        return Ok(0);
    }
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let last: i64 = link.ask(cmd("INCRBY").arg(keys::OUTBOX_IDS).arg(count)).await?;
    Ok(last - count + 1)
}

/// Puts a message into its lane's outbox, and counts it as waiting.
pub(super) fn add_message(
    writes: &mut Guarded,
    lane: &LaneKey,
    id: i64,
    message: &Message,
    stored_at: Timestamp,
) -> Result<(), StoreError> {
    let keys = Keys(lane);
    let (json, stored_at) = (to_json(message)?, time(stored_at));
    let ticket = keys.ticket(message.body.ticket_id());
    writes.key(&ticket, "hash");
    writes.key(&keys.outbox(), "list");
    writes.key(&keys.message(id), "hash");
    writes.write(&[&"RPUSH", &keys.outbox(), &id]);
    writes.write(&[&"HSET", &keys.message(id), &"message", &json, &"stored_at", &stored_at, &"claims", &0]);
    writes.write_if_there(&ticket, &[&"HINCRBY", &ticket, &"waiting", &1]);
    Ok(())
}

fn add_change(
    writes: &mut Guarded,
    settings: &RedisSettings,
    lane: &LaneKey,
    change: &TicketChange,
) -> Result<(), StoreError> {
    let TicketChange { ticket_id, status, payment, pos_reference, note } = change;
    let (ticket, notes) = (Keys(lane).ticket(*ticket_id), Keys(lane).notes(*ticket_id));
    writes.key(&ticket, "hash");
    writes.key(&notes, "list");
    let (status_json, payment) = (to_json(status)?, to_json(payment)?);
    writes.write_if_there(&ticket, &[&"HSET", &ticket, &"status", &status_json, &"payment", &payment]);
    if let Some(reference) = pos_reference {
        writes.write_if_there(&ticket, &[&"HSET", &ticket, &"pos_reference", reference]);
    }
    if let Some(note) = note {
        writes.write_if_there(&ticket, &[&"RPUSH", &notes, &to_json(note)?]);
        if let Some(said) = note.id.map(keys::said) {
            writes.expect("0", &[&"HEXISTS", &ticket, &said]);
            writes.write_if_there(&ticket, &[&"HSET", &ticket, &said, &1]);
        }
    }
    keep(writes, settings, &[&ticket, &notes], *status);
    Ok(())
}

/// The tickets that messages create.
pub(super) fn created(messages: &[Message]) -> impl Iterator<Item = Uuid> {
    messages.iter().filter_map(|message| match &message.body {
        MessageBody::Created(ticket) => Some(ticket.ticket_id),
        MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => None,
    })
}
