//! Adds entries to a drive-thru's feed. The feed is in another slot than its lanes, so an entry is added after its turn is
//! stored, by the process that stored it, while nobody waits. Each turn names the stamp of the one before it: two processes
//! cannot swap a lane's entries, and if one dies in between, readers find a gap.

use std::time::Duration;

use fsm::ids::LaneKey;
use redis::cmd;
use tokio::time::sleep;
use uuid::Uuid;

use super::link::Link;
use super::values::id_or_empty;
use super::{keys, lookup};
use crate::store::{Commit, FEED_ENTRIES_KEPT, Result};

/// Adds what a commit stored, once, and only behind what the commit before it stored.
const APPEND_SCRIPT: &str = "
local feed, told, lane, before, stamp, version, must = KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local function add(kind, what)
  redis.call('XADD', feed, 'MAXLEN', '~', ARGV[6], '*', 'lane', lane, kind, what)
end
if stamp ~= '' then
  local known = redis.call('HGET', told, lane) or '0 '
  local last_version, last_stamp = string.match(known, '^(%d+) (.*)$')
  if last_stamp == stamp then return 'added' end
  if last_stamp ~= before then
    if must == '' then return 'early' end
    add('gap', stamp)
    -- A later turn is in the feed already, behind a gap of its own.
    if tonumber(version) < tonumber(last_version) then return 'added' end
  end
  redis.call('HSET', told, lane, version .. ' ' .. stamp)
end
for at = 7, #ARGV, 2 do add(ARGV[at], ARGV[at + 1]) end
return 'added'";

/// How often an entry waits for the one before it, which another process is about to add, or for the server.
const TRIES_MAX: u32 = 20;
/// How long it waits each time.
const TRY_AGAIN: Duration = Duration::from_millis(50);

/// A lane's version and the stamp of the turn that made it, as the key `told` keeps them.
pub(super) type Mark = (u64, String);

/// Entries of a lane that are to be added.
pub(super) struct Append {
    lane: LaneKey,
    /// The stamp that the turn was decided on.
    before: String,
    /// The mark of the turn; without a stamp for what is no turn.
    mark: Mark,
    /// The kind and the ids of each entry.
    entries: Vec<(&'static str, String)>,
}

impl Append {
    /// What a commit stored.
    pub fn of(commit: &Commit) -> Self {
        let turns = commit.audit.iter().map(|turn| ("turn", format!("{} {}", turn.session_id, turn.seq)));
        let tickets = commit.created_tickets().chain(commit.tickets.iter().map(|change| change.ticket_id));
        Self {
            lane: commit.lane.clone(),
            before: id_or_empty(commit.expected_stamp),
            mark: (commit.expected_version + 1, id_or_empty(commit.stamp)),
            entries: turns.chain(tickets.map(|id| ("ticket", id.to_string()))).collect(),
        }
    }

    /// A gap for a turn whose entry is missing.
    pub fn gap(lane: LaneKey, mark: Mark) -> Self {
        Self { lane, before: "unknown".to_owned(), mark, entries: Vec::new() }
    }

    /// Adds the entries behind what comes before them, or a gap if that does not come.
    pub async fn run(&self, link: &Link) {
        for _ in 1..TRIES_MAX {
            if let Ok(true) = self.try_once(link, false).await {
                return;
            }
            sleep(TRY_AGAIN).await;
        }
        if let Err(error) = self.try_once(link, true).await {
            let lane = &self.lane;
            tracing::warn!(drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), %error, "readers were not told; of a turn they find a gap");
        }
    }

    /// Adds the entries if what comes before them is there, or in any case if they must be added. Returns whether it did.
    pub async fn try_once(&self, link: &Link, must: bool) -> Result<bool> {
        let drive_thru = self.lane.drive_thru();
        let mut append = cmd("EVAL");
        append.arg(APPEND_SCRIPT).arg(2).arg(keys::feed(drive_thru)).arg(keys::told(drive_thru));
        let (version, stamp) = &self.mark;
        append.arg(self.lane.lane()).arg(&self.before).arg(stamp).arg(version);
        append.arg(if must { "must" } else { "" });
        append.arg(FEED_ENTRIES_KEPT);
        for (kind, what) in &self.entries {
            append.arg(*kind).arg(what);
        }
        let answer: String = link.ask(&append).await?;
        Ok(answer == "added")
    }
}

/// Adds an entry for a ticket that changed outside of a turn.
pub(super) async fn append_ticket(link: &Link, ticket_id: Uuid) {
    for _ in 0..TRIES_MAX {
        match lookup::lane_of(link, ticket_id).await {
            Ok(Some(lane)) => {
                let entries = vec![("ticket", ticket_id.to_string())];
                return Append { lane, before: String::new(), mark: Mark::default(), entries }
                    .run(link)
                    .await;
            }
            Ok(None) => return,
            Err(_) => sleep(TRY_AGAIN).await,
        }
    }
    tracing::warn!(ticket.id = %ticket_id, "readers were not told what became of it");
}
