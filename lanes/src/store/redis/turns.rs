//! Lanes and turns in Redis.

use std::time::Duration;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::machine::Session;
use futures_util::future::try_join_all;
use jiff::Timestamp;
use jiff::civil::Date;
use redis::streams::StreamRangeReply;
use redis::{cmd, pipe};
use tokio::try_join;
use uuid::Uuid;

use super::append::Append;
use super::forget::{self, SESSION_MS_MAX};
use super::guarded::{Argument, Guarded, Outcome};
use super::keys::{self, Keys};
use super::link::Link;
use super::values::{event_of, event_text, faulty, from_json, id_or_empty, time, to_json, unless_empty};
use super::{RedisStore, lookup, numbers, outbox, tickets};
use crate::store::{AuditRecord, Commit, Document, EventRecord, LaneRecord, Result, StoreError, TurnStore};

/// How long a turn may wait for the server, so that it is answered within a second.
const TURN_MAX: Duration = Duration::from_millis(900);

/// Finds an event that was taken. Its turn is answered again, so the event is written again: the write is what the caller
/// waits for until it is as durable as a turn.
const EVENT_SCRIPT: &str = "
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then redis.call('HSET', KEYS[1], ARGV[1], known) end
return known";

#[async_trait]
impl TurnStore for RedisStore {
    fn is_shared(&self) -> bool {
        true
    }

    fn patience(&self) -> Option<Duration> {
        Some(TURN_MAX)
    }

    async fn lane(&self, lane: &LaneKey) -> Result<LaneRecord> {
        read_lane(&self.link, lane).await
    }

    async fn lanes(&self, drive_thru: &str) -> Result<Vec<(LaneKey, LaneRecord)>> {
        let lanes = lookup::lanes_of(&self.link, drive_thru).await?;
        let mut lanes = lookup::of_each(lanes, async |lane| {
            let record = read_lane(&self.link, &lane).await?;
            Ok((lane, record))
        })
        .await?;
        lanes.retain(|(_, record)| record.version > 0);
        Ok(lanes)
    }

    async fn active_lanes(&self) -> Result<Vec<LaneKey>> {
        let active = lookup::of_each(lookup::all_lanes(&self.link).await?, async |lane| {
            let session = lookup::session_id(&self.link, &lane).await?;
            Ok(session.map(|_| lane))
        });
        Ok(active.await?.into_iter().flatten().collect())
    }

    async fn event(&self, lane: &LaneKey, event_id: Uuid) -> Result<Option<EventRecord>> {
        let mut ask = cmd("EVAL");
        ask.arg(EVENT_SCRIPT).arg(1).arg(Keys(lane).events()).arg(event_id.to_string());
        let known: Option<String> =
            redis::from_redis_value(self.link.commit(&ask).await?).map_err(redis::RedisError::from)?;
        known.map(|known| event_of(event_id, &known)).transpose()
    }

    async fn turns_between(&self, session_id: Uuid, after: u32, before: u32) -> Result<Vec<String>> {
        let (first, last) = (after.saturating_add(1), before.saturating_sub(1));
        if first > last {
            return Ok(Vec::new());
        }
        let Some(lane) = lookup::lane_of(&self.link, session_id).await? else { return Ok(Vec::new()) };
        let (first, last) = (first.to_string(), last.to_string());
        let entries = lookup::audit_entries(&self.link, &lane, session_id, &first, &last).await?;
        Ok(entries.iter().filter_map(|entry| entry.get("turn")).collect())
    }

    async fn order_number(&self, drive_thru: &str, business_date: Date, order_id: Uuid) -> Result<u32> {
        numbers::order_number(&self.link, drive_thru, business_date, order_id).await
    }

    async fn commit(&self, commit: Commit) -> Result<()> {
        if commit.repeats_itself() {
            return Err(StoreError::Conflict);
        }
        let first_message = self.prepare(&commit).await?;
        let turn = self.writes(&commit, first_message)?;
        match turn.run(&self.link).await? {
            Outcome::Stored => {}
            Outcome::Conflict => return Err(StoreError::Conflict),
            Outcome::Known(known) => {
                return Err(StoreError::TakenBefore(event_of(commit.event.event_id, &known)?));
            }
        }
        self.append_later(Append::of(&commit));
        for change in &commit.tickets {
            self.keep_place_later(change.ticket_id, change.status);
        }
        Ok(())
    }
}

impl RedisStore {
    /// Writes what is not in the lane's slot, all at once and before the turn: the lane of its session and tickets, the
    /// documents that it names, and numbers for its messages. Returns the first number.
    async fn prepare(&self, commit: &Commit) -> Result<i64> {
        let link = &*self.link;
        let lane = keys::member(&commit.lane);
        let listed = async {
            if commit.expected_version == 0 {
                let _: u64 = link.ask(cmd("SADD").arg(keys::LANES).arg(&lane)).await?;
            }
            Ok(())
        };
        let sessions = commit.audit.iter().filter(|record| record.seq == 1).map(async |record| {
            let (place, kept_ms) = (keys::place(record.session_id), tickets::place_kept_ms(&self.settings));
            link.ask::<()>(cmd("SET").arg(place).arg(&lane).arg("PX").arg(kept_ms)).await
        });
        let documents = commit.documents.iter().map(async |document| self.keep_document(document).await);
        let placed = commit.created_tickets().map(|id| tickets::put_place(link, &commit.lane, id));
        let ((), _, _, _, (), first) = try_join!(
            listed,
            try_join_all(sessions),
            try_join_all(documents),
            try_join_all(placed),
            tickets::list(link, &commit.lane, &commit.outbox),
            outbox::message_ids(link, commit.outbox.len()),
        )?;
        Ok(first)
    }

    /// Keeps what a turn was decided with for as long as the audit log of a session that ends within [`SESSION_MS_MAX`].
    async fn keep_document(&self, Document { hash, text }: &Document) -> Result<()> {
        let (key, kept_ms) = (keys::document(*hash), tickets::place_kept_ms(&self.settings));
        let kept_ms = kept_ms.saturating_add(SESSION_MS_MAX);
        let is_there: bool = self.link.ask(cmd("PEXPIRE").arg(&key).arg(kept_ms)).await?;
        if is_there {
            return Ok(());
        }
        self.link.ask(cmd("SET").arg(key).arg(&**text).arg("PX").arg(kept_ms)).await
    }

    /// Everything of a turn that is in the lane's slot.
    fn writes(&self, commit: &Commit, first_message: i64) -> Result<Guarded> {
        let keys = Keys(&commit.lane);
        let event_id = commit.event.event_id.to_string();
        let mut turn = Guarded::default().unless_taken(&keys.events(), &event_id);
        expect_unchanged(&mut turn, commit);
        put_lane(&mut turn, commit)?;
        turn.write(&[&"HSET", &keys.events(), &event_id, &event_text(&commit.event)]);
        for record in &commit.audit {
            self.add_audit(&mut turn, commit, record)?;
        }
        end_session(&mut turn, commit);
        let stored_at = Timestamp::now();
        for (message, id) in commit.outbox.iter().zip(first_message..) {
            tickets::create_ticket(&mut turn, &commit.lane, message)?;
            outbox::add_message(&mut turn, &commit.lane, id, message, stored_at)?;
        }
        for change in &commit.tickets {
            tickets::add_change(&mut turn, &self.settings, &commit.lane, change)?;
        }
        Ok(turn)
    }

    fn add_audit(&self, turn: &mut Guarded, commit: &Commit, record: &AuditRecord) -> Result<()> {
        let AuditRecord { session_id, seq, at, menu_version, event, turn: answer } = record;
        let key = Keys(&commit.lane).audit(*session_id);
        turn.asked_key(&key);
        turn.expect("0", &[&"XRANGE", &key, seq, &"+"]);
        let id = format!("{seq}-0");
        let of = commit.event.event_id.to_string();
        let at = time(*at);
        let mut add: Vec<&dyn Argument> =
            vec![&"XADD", &key, &"MAXLEN", &"~", &self.settings.audit_turns_max, &id];
        add.extend_from_slice(&[
            &"of",
            &of,
            &"at",
            &at,
            &"menu",
            menu_version,
            &"event",
            event,
            &"turn",
            answer,
        ]);
        let is_last = last_of(commit, *session_id) == Some(record);
        let end = commit.ended.filter(|(ended, _)| ended == session_id && is_last);
        let end = end.map(|(_, end)| to_json(&end)).transpose()?;
        if let Some(end) = &end {
            add.extend_from_slice(&[&"end", end]);
        }
        turn.write(&add);
        turn.write(&[&"PEXPIRE", &key, &tickets::kept_ms(&self.settings)]);
        Ok(())
    }
}

/// Refuses the turn if the lane is not what it was decided on.
fn expect_unchanged(turn: &mut Guarded, commit: &Commit) {
    let keys = Keys(&commit.lane);
    turn.asked_key(&keys.lane());
    let expected = match commit.expected_version {
        0 => String::new(),
        version => version.to_string(),
    };
    turn.expect(&expected, &[&"HGET", &keys.lane(), &"version"]);
    if commit.expected_stamp.is_some() {
        turn.expect(&id_or_empty(commit.expected_stamp), &[&"HGET", &keys.lane(), &"stamp"]);
    }
    // Redis forgets a session that no event ended, and leaves the lane's version as it is.
    if let Some(going_on) = commit.audit.first().filter(|record| record.seq > 1) {
        let key = keys.session(going_on.session_id);
        turn.asked_key(&key);
        turn.expect("1", &[&"HEXISTS", &key, &"state"]);
    }
}

fn put_lane(turn: &mut Guarded, commit: &Commit) -> Result<()> {
    let keys = Keys(&commit.lane);
    turn.write(&[
        &"HSET",
        &keys.lane(),
        &"version",
        &(commit.expected_version + 1),
        &"stamp",
        &id_or_empty(commit.stamp),
        &"session",
        &id_or_empty(commit.session.session_id()),
    ]);
    if let Some(session_id) = commit.session.session_id() {
        let key = keys.session(session_id);
        turn.key(&key, "hash");
        turn.write(&[&"HSET", &key, &"state", &to_json(&commit.session)?]);
        turn.write(&[&"PEXPIRE", &key, &SESSION_MS_MAX]);
    }
    Ok(())
}

fn end_session(turn: &mut Guarded, commit: &Commit) {
    let Some((session_id, _)) = commit.ended else { return };
    let keys = Keys(&commit.lane);
    let ended_at = last_of(commit, session_id).map_or(0, |record| record.at.as_millisecond());
    turn.key(&keys.session(session_id), "hash");
    turn.key(&keys.ended(), "zset");
    turn.write(&[&"DEL", &keys.session(session_id)]);
    turn.write(&[&"ZADD", &keys.ended(), &ended_at, &session_id.to_string()]);
}

/// The last turn of a session in a commit.
fn last_of(commit: &Commit, session_id: Uuid) -> Option<&AuditRecord> {
    commit.audit.iter().rev().find(|record| record.session_id == session_id)
}

/// The fields of a lane: version, stamp, session id.
type LaneFields = (Option<u64>, Option<String>, Option<String>);

async fn read_lane(link: &Link, lane: &LaneKey) -> Result<LaneRecord> {
    let keys = Keys(lane);
    let mut ask = cmd("HMGET");
    ask.arg(keys.lane()).arg("version").arg("stamp").arg("session");
    let (version, stamp, session_id): LaneFields = link.ask(&ask).await?;
    let Some(version) = version else { return Ok(LaneRecord::default()) };
    let stamp = unless_empty(stamp).map(|stamp| stamp.parse().map_err(faulty)).transpose()?;
    let idle = LaneRecord { version, stamp, session: Session::idle(), last_turn: None };
    let Some(session_id) = unless_empty(session_id) else { return Ok(idle) };
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
        // The next turn opens another session, and this one's event ids have to be forgotten too.
        if let Err(error) = forget::end(link, lane, session_id).await {
            tracing::warn!(session.id = %session_id, %error, "the session's event ids are kept for now");
        }
        return Ok(idle);
    };
    let last_turn = last.ids.first().and_then(|entry| entry.get("turn"));
    Ok(LaneRecord { session: from_json(&state)?, last_turn, ..idle })
}
