//! Lanes and turns in Redis.

use std::time::Duration;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::machine::Session;
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
use super::values::{event_of, event_text, faulty, from_json, id_or_empty, time, to_json, unless_empty};
use super::{RedisStore, feed, lookup, outbox, tickets};
use crate::store::tickets::LISTED_MAX;
use crate::store::{AuditRecord, Commit, EventRecord, LaneRecord, Result, StoreError, TurnStore};

/// How long a turn may wait for the server, so that it is answered within a second.
const TURN_MAX: Duration = Duration::from_millis(900);
/// How long the numbers of a date are kept after the last new one: longer than a business day and the sessions that began
/// on it, in milliseconds.
const NUMBERS_KEPT_MS: u64 = 3 * 24 * 3_600_000;

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
        let mut call = Call::default();
        call.key(Keys(lane).events()).value(event_id.to_string());
        let known: Option<String> = EVENT.run(&self.link, &call).await?;
        known.map(|known| event_of(event_id, &known)).transpose()
    }

    async fn turns_between(
        &self,
        lane: &LaneKey,
        session_id: Uuid,
        after: u32,
        before: u32,
    ) -> Result<Vec<String>> {
        let (first, last) = (after.saturating_add(1), before.saturating_sub(1));
        if first > last {
            return Ok(Vec::new());
        }
        let (first, last) = (first.to_string(), last.to_string());
        let entries =
            lookup::audit_entries(&self.link, lane.drive_thru(), session_id, &first, &last).await?;
        Ok(entries.iter().filter_map(|entry| entry.get("turn")).collect())
    }

    async fn order_number(&self, drive_thru: &str, business_date: Date, order_id: Uuid) -> Result<u32> {
        let mut call = Call::default();
        call.key(keys::order_numbers(drive_thru, business_date)).value(order_id.to_string());
        NUMBER.run(&self.link, call.value(NUMBERS_KEPT_MS)).await
    }

    async fn commit(&self, commit: Commit) -> Result<()> {
        if commit.repeats_itself() {
            return Err(StoreError::Conflict);
        }
        self.prepare(&commit).await?;
        let call = self.call(&commit)?;
        let (outcome, ()) = join!(TURN.run(&self.link, &call), self.note_places(&commit));
        match outcome? {
            Outcome::Stored => Ok(()),
            Outcome::Conflict => Err(StoreError::Conflict),
            Outcome::Known(known) => {
                Err(StoreError::TakenBefore(event_of(commit.event.event_id, &known)?))
            }
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
    async fn note_places(&self, commit: &Commit) {
        let sessions = commit.audit.iter().filter(|record| record.seq == 1).map(|record| record.session_id);
        let notes = sessions.chain(commit.created_tickets()).map(async |id| {
            let mut note = cmd("SET");
            note.arg(keys::place(id)).arg(commit.lane.drive_thru());
            let noted: Result<()> = self.link.ask(note.arg("PX").arg(tickets::place_kept_ms(&self.settings))).await;
            if let Err(error) = noted {
                tracing::debug!(%id, %error, "it is not noted where a session or ticket is");
            }
        });
        join_all(notes).await;
    }

    /// Everything of a turn, in the order in which `turn.lua` takes it.
    fn call(&self, commit: &Commit) -> Result<Call> {
        let keys = Keys(&commit.lane);
        let mut call = Call::default();
        call.key(keys.events()).value(commit.event.event_id.to_string()).value(event_text(&commit.event));
        add_versions(&mut call, commit);
        feed::add(&mut call, &commit.lane);
        self.add_turns(&mut call, commit)?;
        add_end(&mut call, commit);
        if commit.expected_version == 0 {
            call.key(keys::lanes(commit.lane.drive_thru()));
        }
        call.key(keys::tickets(commit.lane.drive_thru())).value(LISTED_MAX);
        outbox::add_messages(&mut call, &commit.lane, &commit.outbox, Timestamp::now())?;
        call.value(commit.tickets.len());
        for change in &commit.tickets {
            tickets::add_change(&mut call, &self.settings, commit.lane.drive_thru(), change)?;
        }
        add_session(&mut call, commit)?;
        Ok(call)
    }

    fn add_turns(&self, call: &mut Call, commit: &Commit) -> Result<()> {
        call.value(self.settings.audit_turns_max).value(tickets::kept_ms(&self.settings));
        call.value(commit.audit.len());
        for record in &commit.audit {
            let AuditRecord { session_id, seq, at, menu_version, event, turn } = record;
            call.key(Keys(&commit.lane).audit(*session_id)).value(session_id.to_string()).value(seq);
            call.value(time(*at)).value(menu_version).value(event).value(turn);
            let end = commit.ended.filter(|(ended, _)| last_of(commit, *ended) == Some(record));
            call.value(end.map(|(_, end)| to_json(&end)).transpose()?.unwrap_or_default());
        }
        Ok(())
    }
}

/// The version and stamp that the turn was decided on, and those that it makes.
fn add_versions(call: &mut Call, commit: &Commit) {
    call.key(Keys(&commit.lane).lane());
    match commit.expected_version {
        0 => call.value(""),
        version => call.value(version),
    };
    call.value(id_or_empty(commit.expected_stamp));
    call.value(commit.expected_version + 1).value(id_or_empty(commit.stamp));
}

/// The session that ended, if one did, and when.
fn add_end(call: &mut Call, commit: &Commit) {
    call.value(id_or_empty(commit.ended.map(|(session_id, _)| session_id)));
    if let Some((session_id, _)) = commit.ended {
        let ended_at = last_of(commit, session_id).map_or(0, |record| record.at.as_millisecond());
        call.key(Keys(&commit.lane).ended()).value(ended_at);
    }
}

/// The last turn of a session in a commit.
fn last_of(commit: &Commit, session_id: Uuid) -> Option<&AuditRecord> {
    commit.audit.iter().rev().find(|record| record.session_id == session_id)
}

/// The session after the turn, if one is on.
fn add_session(call: &mut Call, commit: &Commit) -> Result<()> {
    call.key(Keys(&commit.lane).session());
    let session_id = commit.session.session_id();
    let state = session_id.map(|_| to_json(&commit.session)).transpose()?;
    call.value(id_or_empty(session_id)).value(state.unwrap_or_default()).value(SESSION_MS_MAX);
    Ok(())
}

/// Version, stamp, session id, session, and the last entry of its audit log, as `lane.lua` answers them.
type LaneFields = (Option<u64>, Option<String>, Option<String>, Option<String>, StreamRangeReply);

async fn read_lane(link: &Link, lane: &LaneKey) -> Result<LaneRecord> {
    let keys = Keys(lane);
    let mut call = Call::default();
    call.key(keys.lane()).key(keys.session()).value(keys::audits(lane.drive_thru()));
    let (version, stamp, session_id, state, last): LaneFields = LANE.run(link, &call).await?;
    let Some(version) = version else { return Ok(LaneRecord::default()) };
    let stamp = unless_empty(stamp).map(|stamp| stamp.parse().map_err(faulty)).transpose()?;
    let idle = LaneRecord { version, stamp, session: Session::idle(), last_turn: None };
    let Some(session_id) = unless_empty(session_id) else { return Ok(idle) };
    let Some(state) = state else {
        tracing::warn!(
            drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), session.id = session_id,
            "the lane's session is gone from the store: its time was up"
        );
        // The next turn opens another session, and this one's event ids have to be forgotten too.
        if let Err(error) = forget::end(link, lane, &session_id).await {
            tracing::warn!(session.id = session_id, %error, "the session's event ids are kept for now");
        }
        return Ok(idle);
    };
    let last_turn = last.ids.first().and_then(|entry| entry.get("turn"));
    Ok(LaneRecord { session: from_json(&state)?, last_turn, ..idle })
}
