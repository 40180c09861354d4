//! Tickets: what became of each, and its history.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, Payment, TicketStatus};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::error::Result;
use crate::actor::Actor;

/// How many tickets of a drive-thru can be listed in any store: the newest.
pub(super) const LISTED_MAX: isize = 10_000;

/// Stores what became of tickets. They are created by commits, and sent by the outbox.
///
/// - A ticket's history only grows, in the order in which its changes were stored.
/// - A ticket has one note with an id, so that what the POS reports twice is noted once.
/// - A commit that changes a ticket which is not stored is stored without that change.
#[async_trait]
pub trait TicketStore: Send + Sync {
    /// A ticket.
    async fn ticket(&self, ticket_id: Uuid) -> Result<Option<TicketRecord>>;

    /// The tickets of a drive-thru, with one status or any, `limit` at most: newest message first, and of messages of
    /// the same time the highest ticket id first. Void tickets whose last `ticket.voided` was given up are listed as
    /// dead too. A store may have forgotten all but the newest 10,000.
    async fn tickets(
        &self,
        drive_thru: &str,
        status: Option<TicketStatus>,
        limit: usize,
    ) -> Result<Vec<TicketRecord>>;

    /// Changes a ticket outside of a turn.
    ///
    /// # Errors
    /// [`Conflict`](super::StoreError::Conflict) if the ticket does not have the status that the change was decided on, or
    /// has a note with the id of the new one.
    async fn change_ticket(&self, status_before: TicketStatus, change: TicketChange) -> Result<()>;
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

impl TicketRecord {
    /// Whether its history has a note with that id.
    pub fn has_note(&self, id: Uuid) -> bool {
        self.history.iter().any(|note| note.id == Some(id))
    }

    /// Whether it is listed with those of a status. A ticket that is void for the crew but not for the POS needs the same
    /// attention as a dead one.
    pub(crate) fn is_listed_as(&self, status: TicketStatus) -> bool {
        self.status == status || (status == TicketStatus::Dead && self.has_given_up_void())
    }

    /// Whether the last message that voids it was given up, and none waits.
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
    /// `acknowledged`, `rejected`, `payment_problem`, `unanswered`, `delivered`, `failed`, `dead`, `resent` or `voided`.
    pub what: String,
    /// The message that it is about, such as `ticket.created`, or the reason that the POS or an operator gave.
    pub detail: Option<String>,
    /// What the POS named it by, if it did, or the service where it must not say it twice. A ticket has one note with an id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Uuid>,
    /// Whose key it came with; none where it is asked for none, and of what the service did by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub actor: Option<Actor>,
}

/// A change of a ticket.
#[derive(Clone, Debug, PartialEq)]
pub struct TicketChange {
    /// The ticket.
    pub ticket_id: Uuid,
    /// Its status after the change.
    pub status: TicketStatus,
    /// Its payment after the change; `None` keeps what is known.
    pub payment: Option<Payment>,
    /// What the POS calls it; `None` keeps what is known.
    pub pos_reference: Option<String>,
    /// What happened, if it is worth an entry in the ticket's history.
    pub note: Option<TicketNote>,
}

impl TicketChange {
    /// Reports a change of a ticket that is not stored: the turn that names it is stored without it.
    pub(super) fn log_unknown(&self) {
        tracing::error!(ticket.id = %self.ticket_id, "a ticket that is not stored was to be changed");
    }
}
