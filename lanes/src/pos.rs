//! The point of sale: what it says of tickets, and how messages get to it.

pub mod emitter;
#[cfg(feature = "escpos")]
mod escpos;
mod file;
pub(crate) mod outbox;
#[cfg(feature = "redis")]
mod redis_stream;
pub(crate) mod wakeups;
pub mod webhook;

use fsm::ids::ItemId;
use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use parse::Languages;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use strum::IntoStaticStr;
use uuid::Uuid;

use crate::actor::Actor;
use crate::store::{TicketNote, TicketRecord};

#[cfg(feature = "escpos")]
pub use self::escpos::EscposEmitter;
pub use self::file::FileEmitter;
#[cfg(feature = "redis")]
pub use self::redis_stream::open_redis_stream;
pub use self::webhook::WebhookEmitter;

/// What the POS says of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PosReport {
    /// It took the ticket.
    Acknowledged {
        /// What it calls it.
        pos_reference: Option<String>,
    },
    /// It refused the ticket.
    Rejected {
        /// Why.
        reason: String,
        /// The item that it is refused for.
        item: Option<ItemId>,
    },
    /// It could not take the money.
    PaymentProblem {
        /// Names the problem: said again it is the same one. Without it each is another.
        id: Option<Uuid>,
        /// Why.
        reason: Option<String>,
    },
}

impl PosReport {
    /// Its name.
    pub(crate) fn kind(&self) -> &'static str {
        self.into()
    }

    /// What names it among its kind, if it can be said more than once.
    pub(crate) fn id(&self) -> Option<Uuid> {
        match self {
            Self::Acknowledged { .. } | Self::Rejected { .. } => None,
            Self::PaymentProblem { id, .. } => *id,
        }
    }

    /// The item that the ticket is refused for.
    pub fn item(&self) -> Option<&ItemId> {
        match self {
            Self::Rejected { item, .. } => item.as_ref(),
            Self::Acknowledged { .. } | Self::PaymentProblem { .. } => None,
        }
    }

    pub(crate) fn reference(&self) -> Option<&str> {
        match self {
            Self::Acknowledged { pos_reference } => pos_reference.as_deref(),
            Self::Rejected { .. } | Self::PaymentProblem { .. } => None,
        }
    }

    fn detail(&self) -> Option<&str> {
        match self {
            Self::Acknowledged { pos_reference } => pos_reference.as_deref(),
            Self::Rejected { reason, .. } => Some(reason),
            Self::PaymentProblem { reason, .. } => reason.as_deref(),
        }
    }

    /// The report without the numbers of cards and phones that its reason names. What the POS calls a ticket is left.
    pub(crate) fn without_long_numbers(mut self, languages: &Languages) -> Self {
        let reason = match &mut self {
            Self::Acknowledged { .. } | Self::PaymentProblem { reason: None, .. } => return self,
            Self::Rejected { reason, .. } | Self::PaymentProblem { reason: Some(reason), .. } => reason,
        };
        if let Some(hidden) = languages.without_long_numbers(reason) {
            *reason = hidden;
        }
        self
    }

    /// Whether the POS has said the same before. An outcome cannot come again; a payment can fail again, unless the
    /// problem is named.
    pub(crate) fn is_repetition(&self, ticket: &TicketRecord) -> bool {
        match self {
            Self::Acknowledged { .. } => ticket.status == TicketStatus::Acknowledged,
            Self::Rejected { .. } => ticket.status == TicketStatus::Rejected,
            Self::PaymentProblem { id, .. } => id.is_some_and(|id| ticket.has_note(id)),
        }
    }

    /// The ticket's status after it; none if it contradicts what the POS said before. A void that crossed with it on
    /// the way stands.
    pub(crate) fn status_after(&self, status: TicketStatus) -> Option<TicketStatus> {
        use TicketStatus::{Acknowledged, Dead, Pending, Rejected, Voided};
        match (self, status) {
            (_, Voided) => Some(Voided),
            (Self::Acknowledged { .. }, Pending | Dead | Acknowledged) => Some(Acknowledged),
            (Self::Rejected { .. }, Pending | Dead | Rejected) => Some(Rejected),
            (Self::PaymentProblem { .. }, Pending | Dead) => Some(status),
            (Self::Acknowledged { .. } | Self::PaymentProblem { .. }, Rejected)
            | (Self::Rejected { .. } | Self::PaymentProblem { .. }, Acknowledged) => None,
        }
    }

    /// What the ticket's history says of it.
    pub(crate) fn note(&self, at: Timestamp, actor: Option<Actor>) -> TicketNote {
        let (what, detail) = (self.kind().to_owned(), self.detail().map(str::to_owned));
        TicketNote { at, what, detail, id: self.id(), actor }
    }

    /// The id of its turn's event, the same for the same report, so that a lane takes it once.
    pub(crate) fn event_id(&self, ticket_id: Uuid, history: &[TicketNote]) -> Uuid {
        let before = history.iter().filter(|note| note.what == self.kind()).count();
        let name = match (self.id(), before) {
            (Some(id), _) => format!("{}:{id}", self.kind()),
            (None, 0) => self.kind().to_owned(),
            (None, before) => format!("{}:{}", self.kind(), before + 1),
        };
        Uuid::new_v5(&ticket_id, name.as_bytes())
    }

    /// The report as an event of its lane, for the audit log.
    pub(crate) fn event(&self, id: Uuid, ticket_id: Uuid) -> Value {
        json!(match self.clone() {
            Self::Acknowledged { pos_reference } => {
                ReportEvent::TicketAcknowledged { id, ticket_id, pos_reference }
            }
            Self::Rejected { reason, item } => ReportEvent::TicketRejected { id, ticket_id, reason, item },
            Self::PaymentProblem { reason, .. } => ReportEvent::PaymentProblem { id, ticket_id, reason },
        })
    }

    /// Reads an event of an audit log: the report, and the ticket that it is of. None if it is none. What the
    /// POS named a payment problem by is not in the log.
    pub fn of_event(event: &Value) -> Option<serde_json::Result<(Uuid, Self)>> {
        let kind = event.get("type").and_then(Value::as_str)?;
        let is_report = ["ticket_acknowledged", "ticket_rejected", "payment_problem"].contains(&kind);
        is_report.then(|| ReportEvent::deserialize(event).map(ReportEvent::report))
    }
}

/// A report as it stands in the audit log.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum ReportEvent {
    TicketAcknowledged { id: Uuid, ticket_id: Uuid, pos_reference: Option<String> },
    TicketRejected { id: Uuid, ticket_id: Uuid, reason: String, item: Option<ItemId> },
    PaymentProblem { id: Uuid, ticket_id: Uuid, reason: Option<String> },
}

impl ReportEvent {
    fn report(self) -> (Uuid, PosReport) {
        match self {
            Self::TicketAcknowledged { ticket_id, pos_reference, .. } => {
                (ticket_id, PosReport::Acknowledged { pos_reference })
            }
            Self::TicketRejected { ticket_id, reason, item, .. } => {
                (ticket_id, PosReport::Rejected { reason, item })
            }
            Self::PaymentProblem { ticket_id, reason, .. } => {
                (ticket_id, PosReport::PaymentProblem { id: None, reason })
            }
        }
    }
}

/// Refuses to open a Redis stream, which is not in this build.
///
/// # Errors
/// Always [`StoreError::Unavailable`](crate::store::StoreError::Unavailable), which names the feature `redis`.
#[cfg(not(feature = "redis"))]
pub async fn open_redis_stream(
    _: &str,
    _: crate::store::Durability,
) -> crate::store::Result<Box<dyn emitter::Emitter>> {
    Err(crate::store::without_redis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read_back_from_the_audit_log() {
        let (id, ticket_id) = (Uuid::from_u128(7), Uuid::from_u128(8));
        for report in [
            PosReport::Acknowledged { pos_reference: Some("A17".to_owned()) },
            PosReport::Rejected { reason: "no cups".to_owned(), item: Some("coke".into()) },
            PosReport::PaymentProblem { id: None, reason: None },
        ] {
            let read = PosReport::of_event(&report.event(id, ticket_id)).unwrap().unwrap();
            assert_eq!(read, (ticket_id, report));
        }
    }

    #[test]
    fn what_is_no_report_of_the_pos_is_told_from_a_faulty_one() {
        assert!(PosReport::of_event(&json!({ "type": "car_left" })).is_none());
        assert!(PosReport::of_event(&json!({ "type": "ticket_rejected" })).unwrap().is_err());
    }
}
