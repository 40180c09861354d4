//! The audit log of a session as a document: what a process hands out, describes, and reads again to replay.

use std::collections::{BTreeMap, BTreeSet};

use fsm::dialogue::Turn;
use fsm::machine::{Documents, End};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::actor::Actor;
use crate::limits::ANSWER_BYTES_MAX;
use crate::store::{AuditLog, FeedStore, StoreError};

/// How many turns are read from the store at once.
const READ_MAX: usize = 50;

/// A session's audit log.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an audit log")]
pub struct Audit {
    /// The session.
    pub session_id: Uuid,
    /// Its drive-thru.
    pub drive_thru: String,
    /// Its lane.
    pub lane: String,
    /// How it ended; none while it is on.
    pub end: Option<End>,
    /// A turn each, from 1.
    pub entries: Vec<AuditEntry>,
    /// The last turn here, if there are more: ask for those after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next: Option<u32>,
    /// With `with=documents`: the menus, the lists of what was off, the houses and their rules that the turns name, each by its hash. Those of an
    /// earlier version's turns are not known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, Value>)]
    pub documents: BTreeMap<Uuid, Box<RawValue>>,
}

/// A turn with the event that it answers. The JSON of the two is that of the store, byte for byte: a replay compares it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditEntry {
    /// The turn's number.
    pub seq: u32,
    /// When it was taken, UTC.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// The menu's own version.
    #[schema(value_type = Value)]
    pub menu_version: Box<RawValue>,
    /// The event as it came.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub event: Box<RawValue>,
    /// The turn as it was answered.
    #[schema(value_type = Turn)]
    pub turn: Box<RawValue>,
    /// Whose key the event came with; not there where it is asked for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub actor: Option<Actor>,
}

impl Audit {
    /// The document of what is stored of a session.
    ///
    /// # Errors
    /// If what is stored is no JSON.
    pub fn of(session_id: Uuid, log: AuditLog) -> serde_json::Result<Self> {
        let entries = log.entries.into_iter().map(|record| {
            Ok(AuditEntry {
                seq: record.seq,
                at: record.at,
                menu_version: raw(&record.menu_version)?,
                event: raw(&record.event)?,
                turn: raw(&record.turn)?,
                actor: record.actor,
            })
        });
        Ok(Self {
            session_id,
            drive_thru: log.lane.drive_thru().to_owned(),
            lane: log.lane.lane().to_owned(),
            end: log.end,
            entries: entries.collect::<serde_json::Result<_>>()?,
            next: None,
            documents: BTreeMap::new(),
        })
    }

    /// The hashes of the documents that the turns name, but for the language packs.
    pub fn named_documents(&self) -> BTreeSet<Uuid> {
        #[derive(Deserialize)]
        struct Turn {
            documents: Option<Documents>,
        }

        let turns = self.entries.iter().filter_map(|entry| serde_json::from_str(entry.turn.get()).ok());
        let named = turns.filter_map(|Turn { documents }| documents);
        let hashes = named.flat_map(|named| {
            [Some(named.menu), Some(named.off), named.house, named.rules, named.newest_rules]
        });
        hashes.flatten().collect()
    }
}

/// The turns of a session after one: `limit` at most, and as many as fit into an answer, but at least one. And whether there
/// are more.
pub(crate) async fn page(
    store: &dyn FeedStore,
    session_id: Uuid,
    after: u32,
    limit: usize,
) -> Result<Option<(AuditLog, bool)>, StoreError> {
    let Some(mut page) = store.audit_after(session_id, after, 0).await? else { return Ok(None) };
    let mut left = ANSWER_BYTES_MAX;
    loop {
        let last = page.entries.last().map_or(after, |last| last.seq);
        let read = store.audit_after(session_id, last, READ_MAX).await?;
        let entries = read.map(|log| log.entries).unwrap_or_default();
        let is_end = entries.len() < READ_MAX;
        for entry in entries {
            let bytes = entry.event.len() + entry.turn.len();
            let fits = bytes <= left || page.entries.is_empty();
            if page.entries.len() == limit || !fits {
                return Ok(Some((page, true)));
            }
            left = left.saturating_sub(bytes);
            page.entries.push(entry);
        }
        if is_end {
            return Ok(Some((page, false)));
        }
    }
}

fn raw(text: &str) -> serde_json::Result<Box<RawValue>> {
    RawValue::from_string(text.to_owned())
}
