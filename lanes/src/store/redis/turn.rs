//! What a turn writes, all in one script.

use fsm::ids::LaneKey;
use fsm::ticket::{Message, MessageBody, Payment, TicketStatus};
use jiff::Timestamp;
use redis::cmd;
use uuid::Uuid;

use super::RedisSettings;
use super::guarded::{Guarded, Outcome};
use super::keys::{self, Keys};
use super::link::Link;
use super::reads::{self, time, to_json};
use super::tickets::{self, keep};
use crate::store::{AuditRecord, Commit, StoreError, TicketChange};

/// A session that no event ended is forgotten so long after its last turn.
pub(super) const SESSION_MS_MAX: u64 = 24 * 3_600_000;

pub(super) async fn commit(link: &Link, settings: &RedisSettings, commit: &Commit) -> Result<(), StoreError> {
    let keys = Keys(&commit.lane);
    if is_taken_twice(commit) {
        return Err(StoreError::Conflict);
    }
    lead_to_lane(link, settings, commit).await?;

    let mut turn = Guarded::default().unless_taken(&keys.events(), &commit.event.event_id.to_string());
    turn.key(&keys.lane(), "hash");
    let expected = match commit.expected_version {
        0 => String::new(),
        version => version.to_string(),
    };
    turn.expect(&expected, &[&"HGET", &keys.lane(), &"version"]);
    let text = |stamp: Option<Uuid>| stamp.map(|stamp| stamp.to_string()).unwrap_or_default();
    if commit.expected_stamp.is_some() {
        turn.expect(&text(commit.expected_stamp), &[&"HGET", &keys.lane(), &"stamp"]);
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
    add_messages(&mut turn, link, commit).await?;
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
    writes.key(&ticket, "hash");
    writes.expect(&to_json(&status_before)?, &[&"HGET", &ticket, &"status"]);
    add_change(&mut writes, settings, &lane, change)?;
    match writes.run(link).await? {
        Outcome::Stored => Ok(()),
        Outcome::Conflict | Outcome::Known(_) => Err(StoreError::Conflict),
    }
}

/// Says where the turn's session and tickets are, before they are. A ticket of another lane is none of this one's.
async fn lead_to_lane(link: &Link, settings: &RedisSettings, commit: &Commit) -> Result<(), StoreError> {
    let lane = keys::member(&commit.lane);
    if commit.expected_version == 0 {
        let _: u64 = link.ask(cmd("SADD").arg(keys::LANES).arg(&lane)).await?;
    }
    for record in commit.audit.iter().filter(|record| record.seq == 1) {
        let kept = settings.audit_kept.as_secs() + SESSION_MS_MAX / 1000;
        let _: () =
            link.ask(cmd("SET").arg(keys::place(record.session_id)).arg(&lane).arg("EX").arg(kept)).await?;
    }
    for ticket_id in created(&commit.outbox) {
        // A turn that was refused may have said so of a ticket that never was.
        if let Some(other) = reads::place(link, ticket_id).await?.filter(|other| *other != commit.lane) {
            let is_there: bool = link.ask(cmd("EXISTS").arg(Keys(&other).ticket(ticket_id))).await?;
            if is_there {
                return Err(StoreError::Conflict);
            }
        }
        let _: () = link.ask(cmd("SET").arg(keys::place(ticket_id)).arg(&lane)).await?;
    }
    tickets::lead_to(link, &commit.lane, &commit.outbox).await
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
    turn.key(&key, "stream");
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
    let kept = u64::try_from(settings.audit_kept.as_millis()).unwrap_or(u64::MAX);
    turn.write(&[&"PEXPIRE", &key, &kept]);
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

async fn add_messages(turn: &mut Guarded, link: &Link, commit: &Commit) -> Result<(), StoreError> {
    let stored_at = Timestamp::now();
    for message in &commit.outbox {
        if let MessageBody::Created(ticket) = &message.body {
            let key = Keys(&commit.lane).ticket(ticket.ticket_id);
            turn.key(&key, "hash");
            turn.expect("0", &[&"EXISTS", &key]);
            let (status, payment) = (to_json(&TicketStatus::Pending)?, to_json(&Payment::None)?);
            let json = to_json(message)?;
            turn.write(&[&"HSET", &key, &"status", &status, &"payment", &payment, &"message", &json]);
        }
        add_message(turn, link, &commit.lane, message, stored_at).await?;
    }
    Ok(())
}

/// Puts a message into its lane's outbox, and counts it as waiting.
pub(super) async fn add_message(
    writes: &mut Guarded,
    link: &Link,
    lane: &LaneKey,
    message: &Message,
    stored_at: Timestamp,
) -> Result<(), StoreError> {
    let keys = Keys(lane);
    // Of two processes on the lane the one that is refused here takes another number, so that numbers go up.
    let id: i64 = link.ask(cmd("INCR").arg(keys::OUTBOX_IDS)).await?;
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
fn created(messages: &[Message]) -> impl Iterator<Item = Uuid> {
    messages.iter().filter_map(|message| match &message.body {
        MessageBody::Created(ticket) => Some(ticket.ticket_id),
        MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => None,
    })
}
