//! Lanes and turns in Redis.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, MessageBody};
use futures_util::future::join_all;
use jiff::Timestamp;
use jiff::civil::Date;
use redis::cmd;
use redis::streams::StreamRangeReply;
use tokio::join;
use uuid::Uuid;

use super::forget::{self, SESSION_MS_MAX};
use super::keys::{self, Keys};
use super::link::Link;
use super::script::{Call, EVENT, LANE, NUMBER, Outcome, TURN};
use super::values::{
    event_of, event_text, faulty, from_json, id_or_empty, in_ms, kept_ms, time, unless_empty,
};
use super::{RedisStore, lookup, tickets, wakes};
use crate::store::tickets::LISTED_MAX;
use crate::store::{
    AuditRecord, Commit, EventRecord, FEED_ENTRIES_KEPT, LaneRecord, Result, StoreError, TurnStore,
};

/// How long a turn may wait for the server, so that it is answered within a second.
const TURN_MAX: Duration = Duration::from_millis(900);
/// How long the numbers of a date are kept after the last new one: longer than a business day and the sessions that began
/// on it, in milliseconds.
const NUMBERS_KEPT_MS: u64 = 3 * 24 * 3_600_000;
/// How many sessions of a drive-thru are listed, the newest.
const SESSIONS_LISTED_MAX: usize = 100_000;

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
        lookup::of_each(lanes, async |lane| {
            let record = read_lane(&self.link, &lane).await?;
            Ok((lane, record))
        })
        .await
    }

    async fn active_lanes(&self) -> Result<Vec<LaneKey>> {
        let active = lookup::of_each(lookup::all_lanes(&self.link).await?, async |lane| {
            let session = lookup::session_id(&self.link, &lane).await?;
            Ok(session.map(|_| lane))
        });
        Ok(active.await?.into_iter().flatten().collect())
    }

    async fn event(&self, lane: &LaneKey, event_id: Uuid) -> Result<Option<EventRecord>> {
        let mut call = EVENT.on([Keys(lane).events()]);
        call.value(event_id.to_string());
        let known: Option<String> = call.run(&self.link).await?;
        known.map(|known| event_of(event_id, &known)).transpose()
    }

    async fn turns_between(
        &self,
        lane: &LaneKey,
        session_id: Uuid,
        after: u32,
        before: u32,
    ) -> Result<Vec<Arc<str>>> {
        let (first, last) = (after.saturating_add(1), before.saturating_sub(1));
        if first > last {
            return Ok(Vec::new());
        }
        let (first, last) = (first.to_string(), last.to_string());
        let entries = lookup::audit_entries(&self.link, lane.drive_thru(), session_id, &first, &last).await?;
        Ok(entries.iter().filter_map(|entry| entry.get::<String>("turn")).map(Arc::from).collect())
    }

    async fn order_number(&self, drive_thru: &str, business_date: Date, order_id: Uuid) -> Result<u32> {
        let mut call = NUMBER.on([keys::order_numbers(drive_thru, business_date)]);
        call.value(order_id.to_string()).value(NUMBERS_KEPT_MS);
        call.run(&self.link).await
    }

    async fn commit(&self, commit: Commit) -> Result<()> {
        if commit.repeats_itself() {
            return Err(StoreError::Conflict);
        }
        self.prepare(&commit).await?;
        let call = self.call(&commit)?;
        let turn = call.run(&self.link);
        let outcome = match &begun(&commit)[..] {
            [] => turn.await,
            begun => join!(turn, self.note_places(&commit.lane, begun)).0,
        };
        match outcome? {
            Outcome::Stored => Ok(()),
            Outcome::Conflict => Err(StoreError::Conflict),
            Outcome::Known(known) => Err(StoreError::TakenBefore(event_of(commit.event.event_id, &known)?)),
        }
    }
}

impl RedisStore {
    /// Writes what is not in the drive-thru's slot, before the turn: that the drive-thru exists, with the first turn of a
    /// lane, and the documents that the turn names, where that was not done lately. Harmless if the turn is not stored.
    async fn prepare(&self, commit: &Commit) -> Result<()> {
        if commit.expected_version == 0 {
            let drive_thru = commit.lane.drive_thru();
            self.link.commit(cmd("SADD").arg(keys::DRIVE_THRUS).arg(drive_thru)).await?;
        }
        for document in &commit.documents {
            self.documents.keep(&self.link, &self.settings, document).await?;
        }
        Ok(())
    }

    /// Notes the drive-thru of new sessions and tickets beside the turn. It only saves time: where that fails, they are
    /// found by asking every drive-thru.
    async fn note_places(&self, lane: &LaneKey, begun: &[Uuid]) {
        let kept_ms = tickets::place_kept_ms(&self.settings);
        let notes = begun.iter().map(async |id| {
            let mut note = cmd("SET");
            note.arg(keys::place(*id)).arg(lane.drive_thru()).arg("PX").arg(kept_ms);
            if let Err(error) = self.link.send(&note).await {
                tracing::debug!(%id, %error, "it is not noted where a session or ticket is");
            }
        });
        join_all(notes).await;
    }

    /// Everything of a turn, in the order in which `turn.lua` takes it.
    fn call(&self, commit: &Commit) -> Result<Call> {
        let Commit { lane, audit, outbox, tickets, .. } = commit;
        let keys = Keys(lane);
        let drive_thru = lane.drive_thru();
        let mut all = vec![
            keys.events(),
            keys.lane(),
            keys.session(),
            keys.ended(),
            keys.outbox(),
            keys::feed(drive_thru),
            keys::lanes(drive_thru),
            keys::tickets(drive_thru),
            keys::message_numbers(drive_thru),
            keys::sessions(drive_thru),
            keys::wakes(drive_thru),
        ];
        all.extend(audit.iter().map(|record| keys.audit(record.session_id)));
        all.extend(outbox.iter().map(|message| keys.ticket(message.body.ticket_id())));
        all.extend(tickets.iter().map(|change| keys.ticket(change.ticket_id)));
        let mut call = TURN.on(all);
        add_lane(&mut call, commit)?;
        call.value(FEED_ENTRIES_KEPT).value(self.settings.audit_turns_max);
        let kept_ms = commit.kept.map_or_else(|| kept_ms(&self.settings), in_ms);
        call.value(kept_ms).value(keys.messages());
        call.value(time(Timestamp::now())).value(LISTED_MAX);
        call.value(listed_us(kept_ms)).value(SESSIONS_LISTED_MAX);
        call.value(wakes::ms(commit.wake_at));
        call.value(commit.watch.map(|watch| wakes::member(lane, Some(watch.ticket_id))).unwrap_or_default());
        call.value(wakes::ms(commit.watch.map(|watch| watch.at)));
        call.value(audit.len()).value(outbox.len()).value(tickets.len());
        for record in audit {
            add_turn(&mut call, commit, record)?;
        }
        for message in outbox {
            add_message(&mut call, message)?;
        }
        for change in tickets {
            tickets::Change::from(change).add(&mut call, &self.settings)?;
        }
        Ok(call)
    }
}

/// How long before the newest session one began that is listed, in microseconds. The audit logs of older ones are not kept any
/// more.
fn listed_us(kept_ms: u64) -> u64 {
    kept_ms.saturating_add(SESSION_MS_MAX).saturating_mul(1000)
}

/// The sessions and tickets that begin with a turn.
fn begun(commit: &Commit) -> Vec<Uuid> {
    let sessions = commit.audit.iter().filter(|record| record.seq == 1).map(|record| record.session_id);
    sessions.chain(commit.created_tickets()).collect()
}

/// The event, what the lane was before it and is after it, and the session that ended, if one did.
fn add_lane(call: &mut Call, commit: &Commit) -> Result<()> {
    call.value(commit.event.event_id.to_string()).value(event_text(&commit.event));
    match commit.expected_version {
        0 => call.value(""),
        version => call.value(version),
    };
    call.value(id_or_empty(commit.expected_stamp));
    call.value(commit.expected_version + 1).value(id_or_empty(commit.stamp)).value(commit.lane.lane());
    let session_id = commit.session.session_id();
    call.value(id_or_empty(session_id)).json_or_empty(session_id.map(|_| &*commit.session))?;
    call.value(SESSION_MS_MAX);
    let ended = commit.ended.map(|(session_id, _)| session_id);
    let ended_at = ended.and_then(|ended| last_of(commit, ended)).map(|record| record.at.as_millisecond());
    call.value(id_or_empty(ended)).value(ended_at.unwrap_or_default());
    Ok(())
}

fn add_turn(call: &mut Call, commit: &Commit, record: &AuditRecord) -> Result<()> {
    let AuditRecord { session_id, seq, at, menu_version, event, turn, actor } = record;
    call.value(session_id.to_string()).value(seq);
    call.value(time(*at)).value(at.as_microsecond()).value(&**menu_version).value(&**event).value(&**turn);
    let end = commit.ended.filter(|(ended, _)| last_of(commit, *ended) == Some(record));
    call.json_or_empty(end.map(|(_, end)| end).as_ref())?.json_or_empty(actor.as_ref())?;
    Ok(())
}

fn add_message(call: &mut Call, message: &Message) -> Result<()> {
    call.value(message.body.ticket_id().to_string()).json(message)?;
    match &message.body {
        MessageBody::Created(_) => call.value(message.timestamp.as_microsecond()),
        MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => call.value(""),
    };
    Ok(())
}

/// The last turn of a session in a commit.
fn last_of(commit: &Commit, session_id: Uuid) -> Option<&AuditRecord> {
    commit.audit.iter().rev().find(|record| record.session_id == session_id)
}

/// Version, stamp, session id, session, and the last entry of its audit log, as `lane.lua` answers them.
type LaneFields = (Option<u64>, Option<String>, Option<String>, Option<String>, StreamRangeReply);

async fn read_lane(link: &Link, lane: &LaneKey) -> Result<LaneRecord> {
    let keys = Keys(lane);
    let mut call = LANE.on([keys.lane(), keys.session()]);
    call.value(keys::audits(lane.drive_thru()));
    let (version, stamp, session_id, state, last): LaneFields = call.read(link).await?;
    let Some(version) = version else { return Ok(LaneRecord::default()) };
    let stamp = unless_empty(stamp).map(|stamp| stamp.parse().map_err(faulty)).transpose()?;
    let idle = LaneRecord { version, stamp, session: Arc::default(), last_turn: None };
    let Some(session_id) = unless_empty(session_id) else { return Ok(idle) };
    let Some(state) = state else {
        tracing::warn!(
            drive_thru.id = lane.drive_thru(),
            lane.id = lane.lane(),
            session.id = session_id,
            "the lane's session is gone from the store: its time was up"
        );
        // The next turn opens another session, and this one's event ids have to be forgotten too.
        if let Err(error) = forget::end(link, lane, &session_id).await {
            tracing::warn!(session.id = session_id, %error, "the session's event ids are kept for now");
        }
        return Ok(idle);
    };
    let last_turn = last.ids.first().and_then(|entry| entry.get::<String>("turn")).map(Arc::from);
    Ok(LaneRecord { session: Arc::new(from_json(&state)?), last_turn, ..idle })
}
