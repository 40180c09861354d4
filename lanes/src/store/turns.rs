//! Lanes and turns: what a lane is at now, and the one write that moves it on.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::machine::{End, Session, Watch};
use fsm::ticket::{Message, MessageBody};
use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

use super::error::{EventRecord, Result};
use super::feed::{AuditRecord, Document};
use super::tickets::TicketChange;

/// Stores lanes and turns.
///
/// - A lane has a version, which counts its commits. A commit names the version that it was decided on and is refused on
///   any other, so of two turns that were decided on the same state only one is stored.
/// - A lane takes an event id once, whatever version the commit names. That is how a process learns that another one has
///   taken the event.
/// - A session has each turn number once, and a ticket is created once, on whatever lane of its drive-thru.
/// - An idle lane keeps its version.
#[async_trait]
pub trait TurnStore: Send + Sync {
    /// Whether other processes take turns on the same lanes.
    fn is_shared(&self) -> bool {
        false
    }

    /// How long a turn may wait for the store, all its calls together; `None` for as long as it takes.
    fn patience(&self) -> Option<Duration> {
        None
    }

    /// What a lane is at; the default for one that was never used.
    async fn lane(&self, lane: &LaneKey) -> Result<LaneRecord>;

    /// Every lane of a drive-thru that was ever used, by lane id.
    async fn lanes(&self, drive_thru: &str) -> Result<Vec<(LaneKey, LaneRecord)>>;

    /// Every lane with a session, of any drive-thru.
    async fn active_lanes(&self) -> Result<Vec<LaneKey>>;

    /// An event that the lane has taken.
    async fn event(&self, lane: &LaneKey, event_id: Uuid) -> Result<Option<EventRecord>>;

    /// The turns of a lane's session after one number and before another, as they were answered.
    async fn turns_between(
        &self,
        lane: &LaneKey,
        session_id: Uuid,
        after: u32,
        before: u32,
    ) -> Result<Vec<Arc<str>>>;

    /// One turn of a lane's session, as it was answered.
    async fn turn(&self, lane: &LaneKey, session_id: Uuid, turn: u32) -> Result<Option<Arc<str>>> {
        let (after, before) = (turn.saturating_sub(1), turn.saturating_add(1));
        Ok(self.turns_between(lane, session_id, after, before).await?.pop())
    }

    /// The number of an order among those of its drive-thru on a business date, from 1 and without gaps. The same order gets
    /// the same number again, so that a turn can be tried again, in this process or another.
    async fn order_number(&self, drive_thru: &str, business_date: Date, order_id: Uuid) -> Result<u32>;

    /// Stores everything of a turn.
    ///
    /// # Errors
    /// [`TakenBefore`](super::StoreError::TakenBefore) if the lane has taken the event. Otherwise
    /// [`Conflict`](super::StoreError::Conflict) if the lane has another version or stamp, its session was forgotten, a
    /// turn or ticket of the commit exists, or a ticket has a note with the id of a new one.
    async fn commit(&self, commit: Commit) -> Result<()>;
}

/// What a lane is at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneRecord {
    /// Counts the commits on the lane.
    pub version: u64,
    /// Which commit made the version, in a store that may lose commits that it never confirmed: such a version is
    /// counted twice, and the stamp tells the two apart. `None` in other stores.
    pub stamp: Option<Uuid>,
    /// The session; idle on a lane that was never used.
    pub session: Arc<Session>,
    /// The last turn of the current session, as it was answered; `None` on an idle lane.
    pub last_turn: Option<Arc<str>>,
}

/// Everything of a turn.
#[derive(Clone, Debug)]
pub struct Commit {
    /// The lane.
    pub lane: LaneKey,
    /// The version that the turn was decided on; 0 for a lane that was never used.
    pub expected_version: u64,
    /// The stamp that the turn was decided on; `None` if the version suffices.
    pub expected_stamp: Option<Uuid>,
    /// The stamp of this turn.
    pub stamp: Option<Uuid>,
    /// The session after the turn.
    pub session: Arc<Session>,
    /// The event that the turn answers, so that the same event is never applied again.
    pub event: EventRecord,
    /// The audit entries, one a turn; the last one answers the event.
    pub audit: Vec<AuditRecord>,
    /// How long the session's audit log is kept; as long as the store keeps those of other drive-thrus if nothing is said.
    pub kept: Option<Duration>,
    /// The documents that these turns name.
    pub documents: Vec<Document>,
    /// The session that ended, if one did.
    pub ended: Option<(Uuid, End)>,
    /// Changes of tickets.
    pub tickets: Vec<TicketChange>,
    /// Messages to the POS, in order. A `ticket.created` creates the ticket.
    pub outbox: Vec<Message>,
    /// When the lane is to be woken for a deadline of its session; not at all if it has none.
    pub wake_at: Option<Timestamp>,
    /// The ticket of the session that ended, if the POS has not answered it, and when that is looked at.
    pub watch: Option<Watch>,
}

impl Commit {
    /// The tickets that it creates.
    pub(super) fn created_tickets(&self) -> impl Iterator<Item = Uuid> {
        self.outbox.iter().filter_map(|message| match &message.body {
            MessageBody::Created(ticket) => Some(ticket.ticket_id),
            MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => None,
        })
    }

    /// Whether it has the same turn or creates the same ticket twice.
    pub(super) fn repeats_itself(&self) -> bool {
        let (mut turns, mut tickets) = (BTreeSet::new(), BTreeSet::new());
        let is_new_turn = |turn: &AuditRecord| turns.insert((turn.session_id, turn.seq));
        !self.audit.iter().all(is_new_turn) || !self.created_tickets().all(|id| tickets.insert(id))
    }
}
