//! What outlives the process: sessions, audit logs, event ids, tickets and the outbox, menus.
//!
//! Everything of a turn is one [`Commit`]: all of it is stored, durably, or none of it is.

mod feed;
mod memory;
mod redis;
mod sqlite;

use std::time::Duration;

use async_trait::async_trait;
use fsm::ids::{ItemId, LaneKey};
use fsm::machine::{End, Session};
use fsm::ticket::{Message, MessageBody, Payment, TicketStatus};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

pub use self::feed::{FEED_ENTRIES_KEPT, FeedEntry, FeedId, FeedItem, InvalidFeedId};
pub use self::memory::MemoryStore;
pub(crate) use self::redis::RedisLink;
pub use self::redis::{Durability, RedisSettings, RedisStore};
pub use self::sqlite::SqliteStore;

/// When a message that was never tried is due: long ago, so that no clock that is set back holds up a ticket.
const DUE_AT_ONCE: Timestamp = Timestamp::UNIX_EPOCH;

/// How many of a drive-thru's tickets are listed in any case: the newest.
const LISTED_MAX: isize = 10_000;

/// Why the store did not do what was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another commit on the lane came first. Nothing of this one was stored.
    #[error("another turn of the lane was stored first")]
    Conflict,
    /// The lane has taken the commit's event before. Nothing of this one was stored.
    #[error("the lane has taken event {} before", .0.event_id)]
    TakenBefore(EventRecord),
    /// The store cannot be used now. It is not known whether a commit was stored: the same event id tells.
    #[error("the store is unavailable: {0}")]
    Unavailable(String),
}

/// What a lane is known by: its session and how far it has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneRecord {
    /// Counts the commits on the lane; a commit names the one that it was decided on.
    pub version: u64,
    /// What the last commit was, where the store may lose commits that it never confirmed: a version is then counted
    /// twice, and this tells the two apart. None where it may not.
    pub stamp: Option<Uuid>,
    /// The session; idle on a lane that was never used.
    pub session: Session,
    /// The lane's last order number.
    pub order_numbers: OrderNumbers,
    /// The last turn of the current session, as it was answered; none on an idle lane.
    pub last_turn: Option<String>,
}

/// The last order number of a lane and the date that it was given on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderNumbers {
    /// The business date; none before the first order.
    pub business_date: Option<Date>,
    /// The number, from 1; 0 before the first order.
    pub last: u32,
}

/// Everything of a turn, stored whole or not at all.
#[derive(Clone, Debug)]
pub struct Commit {
    /// The lane.
    pub lane: LaneKey,
    /// The version that the turn was decided on; 0 for a lane that was never used.
    pub expected_version: u64,
    /// The stamp that the turn was decided on; none if the version suffices.
    pub expected_stamp: Option<Uuid>,
    /// The stamp of this turn.
    pub stamp: Option<Uuid>,
    /// The session after it.
    pub session: Session,
    /// The lane's last order number after it.
    pub order_numbers: OrderNumbers,
    /// The event that it answers, so that the same event is never applied again.
    pub event: EventRecord,
    /// The audit entries: one a turn, the one that was answered last.
    pub audit: Vec<AuditRecord>,
    /// The session that ended, if one did.
    pub ended: Option<(Uuid, End)>,
    /// Changes of tickets.
    pub tickets: Vec<TicketChange>,
    /// Messages to the POS, in order.
    pub outbox: Vec<Message>,
}

/// An event that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRecord {
    /// The event's id, unique on its lane.
    pub event_id: Uuid,
    /// What its body was, so that the same id with another body is told apart.
    pub fingerprint: Uuid,
    /// The session of the turn that answered it.
    pub session_id: Uuid,
    /// The number of that turn.
    pub turn: u32,
    /// The last turn that the frontend said it had seen.
    pub seen: Option<u32>,
}

/// One entry of an audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRecord {
    /// The session.
    pub session_id: Uuid,
    /// The turn's number in it.
    pub seq: u32,
    /// When it was taken.
    pub at: Timestamp,
    /// The `version` of the menu in use, as JSON.
    pub menu_version: String,
    /// The event as it came, as JSON.
    pub event: String,
    /// The turn as it was answered, as JSON.
    pub turn: String,
}

/// A session's audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditLog {
    /// The lane that the session was on.
    pub lane: LaneKey,
    /// How it ended; none while it is on.
    pub end: Option<End>,
    /// Its turns, from 1.
    pub entries: Vec<AuditRecord>,
}

/// A change of what is known of a ticket.
#[derive(Clone, Debug, PartialEq)]
pub struct TicketChange {
    /// The ticket.
    pub ticket_id: Uuid,
    /// Its status after it.
    pub status: TicketStatus,
    /// Its payment after it.
    pub payment: Payment,
    /// What the POS calls it, if it said so; what was known before stays otherwise.
    pub pos_reference: Option<String>,
    /// What happened, if it is worth an entry in the ticket's history.
    pub note: Option<TicketNote>,
}

impl TicketRecord {
    /// Whether its history has a note with that id.
    pub fn has_note(&self, id: Uuid) -> bool {
        self.history.iter().any(|note| note.id == Some(id))
    }

    /// Whether it is listed with those of a status. One that is void for the crew but not for the POS is to be looked after
    /// like a dead one.
    pub(crate) fn is_listed_as(&self, status: TicketStatus) -> bool {
        self.status == status || (status == TicketStatus::Dead && self.has_given_up_void())
    }

    /// Whether the POS was never told that it is void, and is not about to be.
    pub(crate) fn has_given_up_void(&self) -> bool {
        let of_void =
            |note: &&TicketNote| note.detail.as_ref().is_some_and(|it| it.starts_with("ticket.voided"));
        self.status == TicketStatus::Voided
            && self.history.iter().rev().find(of_void).is_some_and(|note| note.what == "dead")
    }
}

/// Something that happened to a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketNote {
    /// When, UTC.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// `acknowledged`, `rejected`, `payment_problem`, `delivered`, `failed`, `dead`, `resent` or `voided`.
    pub what: String,
    /// The message that it is about, such as `ticket.created`, or the reason that the POS or an operator gave.
    pub detail: Option<String>,
    /// What the POS named it by, if it did. A ticket has one note with an id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Uuid>,
}

/// A ticket with its history.
#[derive(Clone, Debug, PartialEq)]
pub struct TicketRecord {
    /// The lane that it was ordered on.
    pub lane: LaneKey,
    /// What became of it.
    pub status: TicketStatus,
    /// How its payment stands.
    pub payment: Payment,
    /// What the POS calls it.
    pub pos_reference: Option<String>,
    /// The `ticket.created` message.
    pub message: Message,
    /// What happened to it, oldest first.
    pub history: Vec<TicketNote>,
}

/// A message about a ticket that is sent outside of a turn, and what it makes of the ticket.
#[derive(Clone, Debug, PartialEq)]
pub struct Sending {
    /// The ticket's status. If it is another by now, nothing is stored.
    pub status_before: TicketStatus,
    /// Its status after it.
    pub status: TicketStatus,
    /// What its history says of it. The message counts as stored at that time.
    pub note: TicketNote,
    /// What is sent. A `ticket.created` is not while another message about the ticket waits.
    pub message: Message,
}

impl Sending {
    /// Whether no other message about the ticket may wait.
    fn needs_quiet(&self) -> bool {
        match self.message.body {
            MessageBody::Created(_) => true,
            MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => false,
        }
    }
}

/// A message that is to be delivered.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxEntry {
    /// Counts up: a lane's messages are delivered in this order.
    pub id: i64,
    /// The lane that it came from.
    pub lane: LaneKey,
    /// What is delivered.
    pub message: Message,
    /// When it was stored: after a day it is given up.
    pub stored_at: Timestamp,
    /// How many times its delivery has failed.
    pub attempts: u32,
    /// Not to be tried before.
    pub next_attempt_at: Timestamp,
    /// How many times it was claimed. What came of an older claim is not stored any more.
    pub claims: u32,
    /// While it is claimed, or if what came of its last claim was never stored: how long that claim holds.
    pub claimed_until: Option<Timestamp>,
}

impl OutboxEntry {
    /// When it can be claimed next.
    #[must_use]
    pub fn due_at(&self) -> Timestamp {
        self.claimed_until.map_or(self.next_attempt_at, |until| until.max(self.next_attempt_at))
    }

    /// What was sent is sent; only its outcome comes from whoever claimed it later.
    fn warn_of_late_settling(&self) {
        tracing::warn!(
            outbox.entry = self.id,
            claims = self.claims,
            "what came of an older claim is not stored"
        );
    }
}

/// What came of trying to deliver a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It is delivered and not tried again.
    Delivered,
    /// It is tried again.
    Failed {
        /// Not before.
        next_attempt_at: Timestamp,
        /// Why.
        reason: String,
    },
    /// It is given up. A ticket that was still pending is `dead`.
    Dead {
        /// Why.
        reason: String,
    },
}

impl Delivery {
    /// What a ticket's history says of it.
    fn note(&self, at: Timestamp, message: &Message) -> TicketNote {
        let kind = message.body.kind();
        let (what, detail) = match self {
            Self::Delivered => ("delivered", kind.to_owned()),
            Self::Failed { reason, .. } => ("failed", format!("{kind}: {reason}")),
            Self::Dead { reason } => ("dead", format!("{kind}: {reason}")),
        };
        TicketNote { at, what: what.to_owned(), detail: Some(detail), id: None }
    }
}

/// A drive-thru's own menu and what was taken off it since.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuRecord {
    /// The document as it was put; none where the service's menu is used.
    pub document: Option<String>,
    /// Items that were taken off or put on since, in the order of their ids.
    pub availability: Vec<(ItemId, bool)>,
}

impl MenuRecord {
    /// Takes an item off or puts it back on.
    pub(crate) fn set_available(&mut self, item: &ItemId, available: bool) {
        match self.availability.binary_search_by(|(known, _)| known.cmp(item)) {
            Ok(at) => self.availability[at].1 = available,
            Err(at) => self.availability.insert(at, (item.clone(), available)),
        }
    }
}

/// Where sessions, tickets and menus live.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Whether other processes take turns on the same lanes.
    fn is_shared(&self) -> bool {
        false
    }

    /// How long a turn may wait for it, all its questions together; none if for as long as it takes.
    fn patience(&self) -> Option<Duration> {
        None
    }

    /// What is known of a lane; the default for one that was never used.
    async fn lane(&self, lane: &LaneKey) -> Result<LaneRecord, StoreError>;

    /// Every lane of a drive-thru that was ever used, by lane id.
    async fn lanes(&self, drive_thru: &str) -> Result<Vec<(LaneKey, LaneRecord)>, StoreError>;

    /// Every lane, of any drive-thru, whose session is on.
    async fn active_lanes(&self) -> Result<Vec<LaneKey>, StoreError>;

    /// An event that the lane has taken.
    async fn event(&self, lane: &LaneKey, event_id: Uuid) -> Result<Option<EventRecord>, StoreError>;

    /// The turns of a session after one and before another, as they were answered.
    async fn turns_between(
        &self,
        session_id: Uuid,
        after: u32,
        before: u32,
    ) -> Result<Vec<String>, StoreError>;

    /// One turn of a session, as it was answered.
    async fn turn(&self, session_id: Uuid, turn: u32) -> Result<Option<String>, StoreError>;

    /// A session's audit log.
    async fn audit(&self, session_id: Uuid) -> Result<Option<AuditLog>, StoreError>;

    /// Stores everything of a turn, durably, before it returns.
    ///
    /// # Errors
    /// [`StoreError::TakenBefore`] if the lane has taken the event, else [`StoreError::Conflict`] if its version is
    /// another, its session was forgotten, or a ticket has a note with the id of a new one; nothing is stored then.
    async fn commit(&self, commit: Commit) -> Result<(), StoreError>;

    /// A ticket.
    async fn ticket(&self, ticket_id: Uuid) -> Result<Option<TicketRecord>, StoreError>;

    /// The tickets of a drive-thru, of one status or of any, `limit` at most: the newest message first, and of messages
    /// of one moment the highest ticket id. With the dead ones come void ones whose last message was given up. A store
    /// may have forgotten all but the newest 10,000.
    async fn tickets(
        &self,
        drive_thru: &str,
        status: Option<TicketStatus>,
        limit: usize,
    ) -> Result<Vec<TicketRecord>, StoreError>;

    /// Changes a ticket outside of a turn, durably.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the ticket has not the status that the change was decided on, or a note with the id of
    /// the new one; it is as it was then.
    async fn change_ticket(
        &self,
        status_before: TicketStatus,
        change: TicketChange,
    ) -> Result<(), StoreError>;

    /// Puts a message about a ticket into the outbox and changes the ticket, durably and together. `false` if the
    /// ticket is not as it has to be for that; nothing is stored then.
    async fn send(&self, sending: Sending) -> Result<bool, StoreError>;

    /// The oldest undelivered message of each lane, if it may be tried by now; oldest first, `limit` at most.
    async fn outbox(&self, now: Timestamp, limit: usize) -> Result<Vec<OutboxEntry>, StoreError>;

    /// The oldest undelivered message of a lane.
    async fn oldest_message(&self, lane: &LaneKey) -> Result<Option<OutboxEntry>, StoreError>;

    /// Tells one of the processes that a lane has messages, which may be the one that calls; `false` if there are no
    /// others.
    async fn wake(&self, _: &LaneKey) -> Result<bool, StoreError> {
        Ok(false)
    }

    /// Waits for lanes that this process was told of. It may give none, and nothing that matters is lost with it.
    async fn wakened(&self) -> Result<Vec<LaneKey>, StoreError> {
        std::future::pending().await
    }

    /// Claims a message for one try, durably. Gives it as it is then; none if another claim came first or still holds.
    async fn claim(
        &self,
        entry: &OutboxEntry,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OutboxEntry>, StoreError>;

    /// Lets a claim hold longer; not if another claim came after it.
    async fn renew(&self, entry: &OutboxEntry, until: Timestamp) -> Result<(), StoreError>;

    /// Stores what came of a claim, with a note in its ticket's history; not if another claim came after it.
    async fn settle(&self, entry: &OutboxEntry, at: Timestamp, delivery: Delivery) -> Result<(), StoreError>;

    /// A drive-thru's menu.
    async fn menu(&self, drive_thru: &str) -> Result<MenuRecord, StoreError>;

    /// The drive-thrus that have a menu of their own or took something off.
    async fn drive_thrus_with_menus(&self) -> Result<Vec<String>, StoreError>;

    /// Counts the changes of menus by whatever process; always 0 where no other process is.
    async fn menu_stamp(&self) -> Result<u64, StoreError> {
        Ok(0)
    }

    /// Stores a drive-thru's own menu; what was taken off before is forgotten.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if it is to replace the menu that is expected, and there is another; that stays then.
    async fn put_menu(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<&MenuRecord>,
    ) -> Result<(), StoreError>;

    /// Takes an item off or puts it back on, whatever else is taken off or put on at once.
    async fn set_available(&self, drive_thru: &str, item: &ItemId, available: bool)
    -> Result<(), StoreError>;

    /// What a drive-thru's feed has after an entry, oldest first, `limit` at most.
    async fn feed(&self, drive_thru: &str, after: FeedId, limit: usize)
    -> Result<Vec<FeedEntry>, StoreError>;

    /// The same, as soon as there is something; it may give nothing after a while.
    async fn feed_grown(
        &self,
        drive_thru: &str,
        after: FeedId,
        limit: usize,
    ) -> Result<Vec<FeedEntry>, StoreError>;

    /// The newest entry of a drive-thru's feed; the start of one that has none.
    async fn feed_end(&self, drive_thru: &str) -> Result<FeedId, StoreError>;

    /// Whether a drive-thru's feed has an entry, or is one from which nothing before its start is forgotten: then
    /// nothing is missing after it.
    async fn feed_reaches(&self, drive_thru: &str, id: FeedId) -> Result<bool, StoreError>;

    /// Where a turn stands in its drive-thru's feed; none if it is forgotten.
    async fn feed_place(
        &self,
        lane: &LaneKey,
        session_id: Uuid,
        turn: u32,
    ) -> Result<Option<FeedId>, StoreError>;

    /// Looks whether a process has stored a turn without its entry in a drive-thru's feed, because it died or never learned
    /// that it had, and puts a gap there.
    async fn mend_feed(&self, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    /// Finishes what was begun and is waited for by nobody.
    async fn finish(&self) {}

    /// Forgets the event ids of sessions that ended before, which are no longer sent again, and what the feeds need not
    /// reach back to.
    async fn forget_events(&self, ended_before: Timestamp) -> Result<(), StoreError>;

    /// Proves that a commit works, by making one.
    async fn probe(&self) -> Result<(), StoreError>;
}
