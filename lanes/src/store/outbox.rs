//! The outbox: messages to the POS, from the turn that decides them until they are delivered or given up.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, MessageBody, TicketStatus};
use jiff::Timestamp;

use super::error::Result;
use super::tickets::TicketNote;

/// When a message that was never tried is due: long ago, so that a clock that is set back delays no ticket.
pub(super) const DUE_AT_ONCE: Timestamp = Timestamp::UNIX_EPOCH;

/// Stores what waits for the POS.
///
/// - A lane's messages are delivered in the order in which they were stored: each waits for the one before it.
/// - A message is claimed before each try. A claim holds for a time, and only the newest claim can be renewed or settled,
///   so that several processes can deliver from one outbox and one that hangs delays a message but loses none.
/// - A message is settled once, together with the note in its ticket's history. A `ticket.created` that is given up makes
///   a ticket that is still pending dead.
#[async_trait]
pub trait OutboxStore: Send + Sync {
    /// Puts a message about a ticket into the outbox and changes the ticket. `false` if the ticket is not as
    /// [`Sending`] demands; nothing is stored then.
    async fn send(&self, sending: Sending) -> Result<bool>;

    /// The oldest message of each lane, if it is due by now; oldest first, `limit` at most.
    async fn outbox(&self, now: Timestamp, limit: usize) -> Result<Vec<OutboxEntry>>;

    /// The oldest message of a lane, due or not.
    async fn oldest_message(&self, lane: &LaneKey) -> Result<Option<OutboxEntry>>;

    /// Claims a message until a time, and returns it as it is then. `None` if it is gone, not due by now, or was claimed
    /// since the entry was read.
    async fn claim(
        &self,
        entry: &OutboxEntry,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OutboxEntry>>;

    /// Extends a claim, unless a newer one exists.
    async fn renew(&self, entry: &OutboxEntry, until: Timestamp) -> Result<()>;

    /// Stores what came of a claim, unless a newer one exists.
    async fn settle(&self, entry: &OutboxEntry, at: Timestamp, delivery: Delivery) -> Result<()>;
}

/// A message about a ticket that is sent outside of a turn, and what it makes of the ticket.
#[derive(Clone, Debug, PartialEq)]
pub struct Sending {
    /// The status that the ticket must have.
    pub status_before: TicketStatus,
    /// Its status after it.
    pub status: TicketStatus,
    /// What its history says of it. The message counts as stored at that time.
    pub note: TicketNote,
    /// What is sent. A `ticket.created` is refused while another message about the ticket waits.
    pub message: Message,
}

impl Sending {
    /// Whether no other message about the ticket may wait.
    pub(super) fn needs_quiet(&self) -> bool {
        match self.message.body {
            MessageBody::Created(_) => true,
            MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => false,
        }
    }
}

/// A message that is to be delivered.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxEntry {
    /// Counts up in its drive-thru: a lane's messages are delivered in this order.
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
    /// How many times it was claimed: names the newest claim.
    pub claims: u32,
    /// How long the newest claim holds, if it has not failed.
    pub claimed_until: Option<Timestamp>,
}

impl OutboxEntry {
    /// When it can be claimed next.
    #[must_use]
    pub fn due_at(&self) -> Timestamp {
        self.claimed_until.map_or(self.next_attempt_at, |until| until.max(self.next_attempt_at))
    }

    /// The entry after one more claim.
    pub(super) fn claimed(&self, until: Timestamp) -> Self {
        Self { claims: self.claims + 1, claimed_until: Some(until), ..self.clone() }
    }

    /// Reports that what came of an older claim is not stored. What was sent is sent; the newest claim settles it.
    pub(super) fn log_late_settling(&self) {
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
    /// It is given up.
    Dead {
        /// Why.
        reason: String,
    },
}

impl Delivery {
    /// What a ticket's history says of it.
    pub(super) fn note(&self, at: Timestamp, message: &Message) -> TicketNote {
        let kind = message.body.kind();
        let (what, detail) = match self {
            Self::Delivered => ("delivered", kind.to_owned()),
            Self::Failed { reason, .. } => ("failed", format!("{kind}: {reason}")),
            Self::Dead { reason } => ("dead", format!("{kind}: {reason}")),
        };
        TicketNote { at, what: what.to_owned(), detail: Some(detail), id: None, actor: None }
    }

    /// Whether it makes a pending ticket dead: the POS never got the ticket.
    pub(super) fn is_death_of_ticket(&self, message: &Message) -> bool {
        matches!((self, &message.body), (Self::Dead { .. }, MessageBody::Created(_)))
    }
}
