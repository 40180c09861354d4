//! The feed of a drive-thru. It is another slot than its lanes', so an entry is added after its turn is stored, by the
//! process that stored it, while nobody waits. Each turn names the one before it by its stamp: two processes cannot turn
//! the order around, and where one died in between, readers find a gap instead of nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use fsm::ids::LaneKey;
use redis::cmd;
use redis::streams::{StreamId, StreamRangeReply, StreamReadReply};
use tokio::sync::Mutex;
use tokio::time::sleep;
use uuid::Uuid;

use super::keys::{self, Keys};
use super::link::{BLOCKING_MS_MAX, Blocking, Link};
use super::reads::{self, faulty};
use crate::store::{Commit, FEED_ENTRIES_KEPT, FeedEntry, FeedId, FeedItem, StoreError};

/// Adds what a commit stored, once, and only behind what the commit before it stored.
const TELL_SCRIPT: &str = "
local feed, told, lane, before, stamp, version, must = KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local function add(kind, what)
  redis.call('XADD', feed, 'MAXLEN', '~', ARGV[6], '*', 'lane', lane, kind, what)
end
if stamp ~= '' then
  local known = redis.call('HGET', told, lane) or '0 '
  local last_version, last_stamp = string.match(known, '^(%d+) (.*)$')
  if last_stamp == stamp then return 'told' end
  if last_stamp ~= before then
    if must == '' then return 'early' end
    add('gap', stamp)
    -- A later turn was told of already, and readers know that something is missing before it.
    if tonumber(version) < tonumber(last_version) then return 'told' end
  end
  redis.call('HSET', told, lane, version .. ' ' .. stamp)
end
for at = 7, #ARGV, 2 do add(ARGV[at], ARGV[at + 1]) end
return 'told'";

/// How often an entry waits for the one before it, which another process is about to add, or for the server.
const TRIES_MAX: u32 = 20;
/// How long it waits each time.
const TRY_AGAIN: Duration = Duration::from_millis(50);
/// How many entries are looked at in one go to find a turn.
const PAGE: usize = 500;
/// How many idle connections are kept for waiting on feeds.
const CONNECTIONS_KEPT_MAX: usize = 16;

/// What a process needs to follow feeds.
#[derive(Default)]
pub(super) struct Following {
    idle: Mutex<Vec<Blocking>>,
    /// Lanes whose last turn was not in the feed when it was looked at, with its mark.
    suspects: Mutex<BTreeMap<LaneKey, Mark>>,
}

/// A lane's version and the stamp of the turn that made it, as `told` keeps them.
type Mark = (u64, String);

/// Something to tell of a lane.
pub(super) struct News {
    lane: LaneKey,
    /// The stamp that the turn was decided on.
    before: String,
    /// The mark of the turn; without a stamp for what is no turn.
    mark: Mark,
    items: Vec<(&'static str, String)>,
}

impl News {
    /// What a commit stored.
    pub fn of(commit: &Commit) -> Self {
        let text = |stamp: Option<Uuid>| stamp.map(|stamp| stamp.to_string()).unwrap_or_default();
        let turns = commit.audit.iter().map(|turn| ("turn", format!("{} {}", turn.session_id, turn.seq)));
        let created = super::turn::created(&commit.outbox);
        let tickets = created.chain(commit.tickets.iter().map(|change| change.ticket_id));
        Self {
            lane: commit.lane.clone(),
            before: text(commit.expected_stamp),
            mark: (commit.expected_version + 1, text(commit.stamp)),
            items: turns.chain(tickets.map(|id| ("ticket", id.to_string()))).collect(),
        }
    }

    /// Adds it, behind what comes before it.
    pub async fn tell(&self, link: &Link) {
        for _ in 1..TRIES_MAX {
            if let Ok(true) = self.try_to_tell(link, false).await {
                return;
            }
            sleep(TRY_AGAIN).await;
        }
        if let Err(error) = self.try_to_tell(link, true).await {
            let lane = &self.lane;
            tracing::warn!(drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), %error, "readers were not told; of a turn they find a gap");
        }
    }

    async fn try_to_tell(&self, link: &Link, must: bool) -> Result<bool, StoreError> {
        let drive_thru = self.lane.drive_thru();
        let mut tell = cmd("EVAL");
        tell.arg(TELL_SCRIPT).arg(2).arg(keys::feed(drive_thru)).arg(keys::told(drive_thru));
        let (version, stamp) = &self.mark;
        tell.arg(self.lane.lane()).arg(&self.before).arg(stamp).arg(version);
        tell.arg(if must { "must" } else { "" });
        tell.arg(FEED_ENTRIES_KEPT);
        for (kind, what) in &self.items {
            tell.arg(*kind).arg(what);
        }
        let answer: String = link.ask(&tell).await?;
        Ok(answer == "told")
    }
}

/// Tells what changed about a ticket outside of a turn.
pub(super) async fn tell_of_ticket(link: &Link, ticket_id: Uuid) {
    for _ in 0..TRIES_MAX {
        match reads::place(link, ticket_id).await {
            Ok(Some(lane)) => {
                let items = vec![("ticket", ticket_id.to_string())];
                return News { lane, before: String::new(), mark: Mark::default(), items }.tell(link).await;
            }
            Ok(None) => return,
            Err(_) => sleep(TRY_AGAIN).await,
        }
    }
    tracing::warn!(ticket.id = %ticket_id, "readers were not told what became of it");
}

pub(super) async fn after(
    link: &Link,
    drive_thru: &str,
    after: FeedId,
    limit: usize,
) -> Result<Vec<FeedEntry>, StoreError> {
    let mut ask = cmd("XRANGE");
    ask.arg(keys::feed(drive_thru)).arg(format!("({after}")).arg("+").arg("COUNT").arg(limit);
    let reply: StreamRangeReply = link.ask(&ask).await?;
    entries(link, drive_thru, reply.ids).await
}

impl Following {
    /// What comes after an entry; nothing if nothing came for a while.
    pub async fn grown(
        &self,
        link: &Link,
        drive_thru: &str,
        after: FeedId,
        limit: usize,
    ) -> Result<Vec<FeedEntry>, StoreError> {
        let idle = self.idle.lock().await.pop();
        // A connection whose answer was not waited for is of no more use.
        let mut connection = match idle {
            Some(connection) => connection,
            None => link.blocking().await?,
        };
        let mut read = cmd("XREAD");
        read.arg("COUNT").arg(limit).arg("BLOCK").arg(BLOCKING_MS_MAX);
        read.arg("STREAMS").arg(keys::feed(drive_thru)).arg(after.to_string());
        let reply: Option<StreamReadReply> = connection.ask(&read).await?;
        let mut idle = self.idle.lock().await;
        if idle.len() < CONNECTIONS_KEPT_MAX {
            idle.push(connection);
        }
        drop(idle);
        let ids: Vec<StreamId> =
            reply.into_iter().flat_map(|reply| reply.keys).flat_map(|key| key.ids).collect();
        if ids.is_empty() {
            // This connection may be to a master that is none any more: the one of the turns knows.
            return self::after(link, drive_thru, after, limit).await;
        }
        entries(link, drive_thru, ids).await
    }

    /// Puts a gap where the process that stored a lane's last turn did not live to tell of it. That may take it a moment,
    /// so what is missing now is looked at again the next time.
    pub async fn mend(&self, link: &Link, drive_thru: &str) -> Result<(), StoreError> {
        let mut lanes = reads::all_lanes(link).await?;
        lanes.retain(|lane| lane.drive_thru() == drive_thru);
        let told: BTreeMap<String, String> = link.ask(cmd("HGETALL").arg(keys::told(drive_thru))).await?;
        let missing = reads::of_each(lanes, async |lane| {
            let mut ask = cmd("HMGET");
            ask.arg(Keys(&lane).lane()).arg("version").arg("stamp");
            let (version, stamp): (Option<u64>, Option<String>) = link.ask(&ask).await?;
            let mark: Mark = (version.unwrap_or_default(), stamp.unwrap_or_default());
            let is_told = told.get(lane.lane()).and_then(|told| told.split_once(' ')).map(|(_, stamp)| stamp);
            Ok((!mark.1.is_empty() && is_told != Some(&mark.1)).then_some((lane, mark)))
        });
        let missing: BTreeMap<LaneKey, Mark> = missing.await?.into_iter().flatten().collect();
        let mut suspects = self.suspects.lock().await;
        for (lane, mark) in &missing {
            if suspects.get(lane) == Some(mark) {
                let before = "unknown".to_owned();
                let gap = News { lane: lane.clone(), before, mark: mark.clone(), items: Vec::new() };
                gap.try_to_tell(link, true).await?;
            }
        }
        suspects.retain(|lane, _| lane.drive_thru() != drive_thru);
        suspects.extend(missing);
        Ok(())
    }
}

pub(super) async fn end(link: &Link, drive_thru: &str) -> Result<FeedId, StoreError> {
    let mut ask = cmd("XREVRANGE");
    let ask = ask.arg(keys::feed(drive_thru)).arg("+").arg("-").arg("COUNT").arg(1);
    let newest: StreamRangeReply = link.ask(ask).await?;
    newest.ids.first().map_or(Ok(FeedId::START), id_of)
}

pub(super) async fn reaches(link: &Link, drive_thru: &str, id: FeedId) -> Result<bool, StoreError> {
    let key = keys::feed(drive_thru);
    if id == FeedId::START {
        let length: usize = link.ask(cmd("XLEN").arg(key)).await?;
        return Ok(length < FEED_ENTRIES_KEPT);
    }
    let there: StreamRangeReply =
        link.ask(cmd("XRANGE").arg(key).arg(id.to_string()).arg(id.to_string())).await?;
    Ok(!there.ids.is_empty())
}

/// Looks from the newest on: who asks was away for a short time mostly.
pub(super) async fn place(
    link: &Link,
    lane: &LaneKey,
    session_id: Uuid,
    turn: u32,
) -> Result<Option<FeedId>, StoreError> {
    let wanted = format!("{session_id} {turn}");
    let mut newest = "+".to_owned();
    loop {
        let mut ask = cmd("XREVRANGE");
        let ask = ask.arg(keys::feed(lane.drive_thru())).arg(&newest).arg("-").arg("COUNT").arg(PAGE);
        let page: StreamRangeReply = link.ask(ask).await?;
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

/// Reads what entries refer to.
async fn entries(link: &Link, drive_thru: &str, ids: Vec<StreamId>) -> Result<Vec<FeedEntry>, StoreError> {
    reads::of_each(ids, async |entry| {
        let lane: String = entry.get("lane").ok_or_else(|| faulty("an entry of a feed names no lane"))?;
        let lane = LaneKey::new(drive_thru, &lane).map_err(faulty)?;
        let item = match (entry.get::<String>("turn"), entry.get::<String>("ticket")) {
            (Some(turn), _) => turn_of(link, &lane, &turn).await?,
            (None, Some(ticket)) => FeedItem::Ticket(ticket.parse().map_err(faulty)?),
            (None, None) => FeedItem::Gap,
        };
        Ok(FeedEntry { id: id_of(&entry)?, lane, item })
    })
    .await
}

/// A turn that the audit log has forgotten is a gap.
async fn turn_of(link: &Link, lane: &LaneKey, turn: &str) -> Result<FeedItem, StoreError> {
    let (session_id, turn) = turn.split_once(' ').ok_or_else(|| faulty("an entry of a feed is cut off"))?;
    let session_id = session_id.parse().map_err(faulty)?;
    let found = reads::entries(link, lane, session_id, turn, turn).await?;
    let record = found.first().map(|entry| reads::record(session_id, entry)).transpose()?;
    Ok(record.map_or(FeedItem::Gap, |record| FeedItem::Turn(Box::new(record))))
}

fn id_of(entry: &StreamId) -> Result<FeedId, StoreError> {
    entry.id.parse().map_err(faulty)
}
