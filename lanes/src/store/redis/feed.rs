//! The feeds and audit logs in Redis.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::machine::End;
use redis::cmd;
use redis::streams::{StreamId, StreamRangeReply};
use uuid::Uuid;

use super::link::Link;
use super::values::{audit_record, faulty, from_json, unless_empty};
use super::{RedisStore, keys, lookup};
use crate::store::{AuditLog, FEED_ENTRIES_KEPT, FeedEntry, FeedId, FeedItem, FeedStore, Result};

/// How many entries are read in one go to find a turn.
const PAGE: usize = 500;

#[async_trait]
impl FeedStore for RedisStore {
    async fn feed(&self, drive_thru: &str, after: FeedId, limit: usize) -> Result<Vec<FeedEntry>> {
        let mut ask = cmd("XRANGE");
        ask.arg(keys::feed(drive_thru)).arg(format!("({after}")).arg("+").arg("COUNT").arg(limit);
        let reply: StreamRangeReply = self.link.ask(&ask).await?;
        entries(&self.link, drive_thru, reply.ids).await
    }

    async fn feed_grown(&self, drive_thru: &str, after: FeedId, limit: usize) -> Result<Vec<FeedEntry>> {
        let ids = self.following.wait(&self.link, drive_thru, after, limit).await?;
        if ids.is_empty() {
            // The connection that waited may be to a server that is no master any more: the one of the turns knows.
            return self.feed(drive_thru, after, limit).await;
        }
        entries(&self.link, drive_thru, ids).await
    }

    async fn feed_end(&self, drive_thru: &str) -> Result<FeedId> {
        let mut ask = cmd("XREVRANGE");
        let ask = ask.arg(keys::feed(drive_thru)).arg("+").arg("-").arg("COUNT").arg(1);
        let newest: StreamRangeReply = self.link.ask(ask).await?;
        newest.ids.first().map_or(Ok(FeedId::START), id_of)
    }

    async fn feed_reaches(&self, drive_thru: &str, id: FeedId) -> Result<bool> {
        let key = keys::feed(drive_thru);
        if id == FeedId::START {
            let length: usize = self.link.ask(cmd("XLEN").arg(key)).await?;
            return Ok(length < FEED_ENTRIES_KEPT);
        }
        let id = id.to_string();
        let found: StreamRangeReply = self.link.ask(cmd("XRANGE").arg(key).arg(&id).arg(&id)).await?;
        Ok(!found.ids.is_empty())
    }

    async fn feed_place(&self, lane: &LaneKey, session_id: Uuid, turn: u32) -> Result<Option<FeedId>> {
        let wanted = format!("{session_id} {turn}");
        // Readers that ask were mostly away for a short time, so the search starts at the newest entry.
        let mut newest = "+".to_owned();
        loop {
            let mut ask = cmd("XREVRANGE");
            let ask = ask.arg(keys::feed(lane.drive_thru())).arg(&newest).arg("-").arg("COUNT").arg(PAGE);
            let page: StreamRangeReply = self.link.ask(ask).await?;
            let is_wanted = |entry: &&StreamId| {
                let (of, turn): (Option<String>, Option<String>) = (entry.get("lane"), entry.get("turn"));
                turn.as_ref() == Some(&wanted) && of.as_deref() == Some(lane.lane())
            };
            if let Some(entry) = page.ids.iter().find(is_wanted) {
                return id_of(entry).map(Some);
            }
            match page.ids.last() {
                Some(oldest) if page.ids.len() == PAGE => newest = format!("({}", oldest.id),
                _ => return Ok(None),
            }
        }
    }

    async fn document(&self, hash: Uuid) -> Result<Option<String>> {
        self.link.ask(cmd("GET").arg(keys::document(hash))).await
    }

    async fn audit_after(&self, session_id: Uuid, after: u32, limit: usize) -> Result<Option<AuditLog>> {
        let Some(drive_thru) = lookup::drive_thru_of(&self.link, session_id, keys::audit).await? else {
            return Ok(None);
        };
        let key = keys::audit(&drive_thru, session_id);
        let mut ask = cmd("XREVRANGE");
        let newest: StreamRangeReply =
            self.link.ask(ask.arg(&key).arg("+").arg("-").arg("COUNT").arg(1)).await?;
        let Some(last) = newest.ids.first() else { return Ok(None) };
        let end: Option<End> = unless_empty(last.get("end")).map(|end| from_json(&end)).transpose()?;
        let lane = lane_of(&drive_thru, last)?;
        let (first, limit) = (after.saturating_add(1), i64::try_from(limit).unwrap_or(i64::MAX));
        let mut ask = cmd("XRANGE");
        let entries: StreamRangeReply =
            self.link.ask(ask.arg(key).arg(first).arg("+").arg("COUNT").arg(limit)).await?;
        let entries =
            entries.ids.iter().map(|entry| audit_record(session_id, entry)).collect::<Result<_, _>>()?;
        Ok(Some(AuditLog { lane, end, entries }))
    }
}

/// Reads what entries name. Readers are told of nothing that a turn's answer would still wait for.
async fn entries(link: &Link, drive_thru: &str, ids: Vec<StreamId>) -> Result<Vec<FeedEntry>> {
    if !ids.is_empty() {
        link.secure().await?;
    }
    lookup::of_each(ids, async |entry| {
        let lane = lane_of(drive_thru, &entry)?;
        let item = match (entry.get::<String>("turn"), entry.get::<String>("ticket")) {
            (Some(turn), _) => turn_of(link, drive_thru, &turn).await?,
            (None, Some(ticket)) => FeedItem::Ticket(ticket.parse().map_err(faulty)?),
            (None, None) => FeedItem::Gap,
        };
        Ok(FeedEntry { id: id_of(&entry)?, lane, item })
    })
    .await
}

/// A turn that the audit log has forgotten is a gap.
async fn turn_of(link: &Link, drive_thru: &str, turn: &str) -> Result<FeedItem> {
    let (session_id, turn) = turn.split_once(' ').ok_or_else(|| faulty("an entry of a feed is cut off"))?;
    let session_id = session_id.parse().map_err(faulty)?;
    let found = lookup::audit_entries(link, drive_thru, session_id, turn, turn).await?;
    let record = found.first().map(|entry| audit_record(session_id, entry)).transpose()?;
    Ok(record.map_or(FeedItem::Gap, |record| FeedItem::Turn(Box::new(record))))
}

/// The lane that an entry of a feed or an audit log is of.
pub(super) fn lane_of(drive_thru: &str, entry: &StreamId) -> Result<LaneKey> {
    let lane: String = entry.get("lane").ok_or_else(|| faulty("an entry names no lane"))?;
    LaneKey::new(drive_thru, &lane).map_err(faulty)
}

fn id_of(entry: &StreamId) -> Result<FeedId> {
    entry.id.parse().map_err(faulty)
}
