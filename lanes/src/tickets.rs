//! Tickets: what became of them, what the POS reports of them, and what an operator does with them.

use std::sync::Arc;

use fsm::ids::LaneKey;
use fsm::machine::CrewAlert;
use fsm::ticket::{Message, MessageBody, TicketData, TicketStatus, VoidData};
use uuid::Uuid;

use crate::actor::Actor;
use crate::clock::Clock;
use crate::error::{Cursor, LaneError};
use crate::menus::Menus;
use crate::meters;
use crate::pos::PosReport;
use crate::pos::wakeups::Wakeups;
use crate::registry::Registry;
use crate::step::{Step, around};
use crate::store::{OutboxStore, Sending, TicketChange, TicketNote, TicketRecord, TicketStore, is_stored};
use crate::turn::LaneTask;

/// The tickets of all drive-thrus. Clones share them.
#[derive(Clone)]
pub struct Tickets {
    pub(crate) store: Arc<dyn TicketStore>,
    pub(crate) outbox: Arc<dyn OutboxStore>,
    pub(crate) registry: Registry,
    pub(crate) clock: Clock,
    /// Lanes that left messages for the POS.
    pub(crate) wakeups: Arc<Wakeups>,
    pub(crate) menus: Arc<Menus>,
}

impl Tickets {
    /// A ticket with its history.
    ///
    /// # Errors
    /// [`LaneError::Unknown`] or [`LaneError::Unavailable`].
    pub async fn ticket(&self, ticket_id: Uuid) -> Result<TicketRecord, LaneError> {
        self.store.ticket(ticket_id).await?.ok_or(LaneError::Unknown("ticket"))
    }

    /// The newest tickets of a drive-thru, of one status or of any.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn of_drive_thru(
        &self,
        drive_thru: &str,
        status: Option<TicketStatus>,
        limit: usize,
    ) -> Result<Vec<TicketRecord>, LaneError> {
        Ok(self.store.tickets(drive_thru, status, limit).await?)
    }

    /// Takes what the POS says of a ticket. If it is its lane's pending one, the lane takes a turn.
    ///
    /// # Errors
    /// [`LaneError::TicketState`] if it contradicts what the POS said before.
    pub async fn report(
        &self,
        ticket_id: Uuid,
        report: PosReport,
        actor: Option<Actor>,
    ) -> Result<TicketRecord, LaneError> {
        let ticket = self.ticket(ticket_id).await?;
        let report = report.without_long_numbers(self.menus.languages());
        self.registry.ask(&ticket.lane, LaneTask::PosReport { ticket_id, report, actor }).await?;
        self.ticket(ticket_id).await
    }

    /// Sends a ticket to the POS again, for an operator; a dead one is pending then. Of a void one, that it is void is
    /// sent again if that was given up.
    ///
    /// # Errors
    /// [`LaneError::TicketState`] if it is neither of that, [`LaneError::TicketInUse`] if a message about it still waits.
    pub async fn resend(&self, ticket_id: Uuid, actor: Option<Actor>) -> Result<TicketRecord, LaneError> {
        let ticket = self.ticket(ticket_id).await?;
        if ticket.has_given_up_void() {
            let message = self.void_message(&ticket, "sent again".to_owned())?;
            let note = self.note("resent", Some(message.body.kind().to_owned()), actor);
            return self.send(message, ticket.status, ticket.status, note).await;
        }
        let ticket = self.unsettled(ticket_id).await?;
        let note = self.note("resent", None, actor);
        self.send(ticket.message, ticket.status, TicketStatus::Pending, note).await
    }

    /// Voids a ticket, for an operator, and tells the POS so.
    ///
    /// # Errors
    /// [`LaneError::TicketState`] if it is neither pending nor dead, [`LaneError::TicketInUse`] if its lane waits for
    /// what the POS says of it: the lane would wait for ever.
    pub async fn void(
        &self,
        ticket_id: Uuid,
        reason: String,
        actor: Option<Actor>,
    ) -> Result<TicketRecord, LaneError> {
        let ticket = self.unsettled(ticket_id).await?;
        // A lane that does not wait for a ticket never does again, so this may be looked at outside of its turns.
        let session = self.registry.session(&ticket.lane).await?;
        if session.live_ticket().is_some_and(|pending| pending.ticket_id == ticket_id) {
            return Err(LaneError::TicketInUse {
                detail: "the lane waits for this ticket: reject it, or void it once the car has left",
                cursor: Cursor::of(&session),
            });
        }
        let message = self.void_message(&ticket, reason.clone())?;
        self.send(message, ticket.status, TicketStatus::Voided, self.note("voided", Some(reason), actor))
            .await
    }

    /// Tells the crew that the POS has not answered a ticket whose car has left: once, and not if it has answered since.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub(crate) async fn tell_unanswered(&self, lane: &LaneKey, ticket_id: Uuid) -> Result<(), LaneError> {
        let note = self.note("unanswered", None, None);
        let id = Some(Uuid::new_v5(&ticket_id, note.what.as_bytes()));
        let (status, note) = (TicketStatus::Pending, Some(TicketNote { id, ..note }));
        let change = TicketChange { ticket_id, status, payment: None, pos_reference: None, note };
        if is_stored(around(Step::Note, self.store.change_ticket(status, change)).await)? {
            let kind = meters::crew_alert(&CrewAlert::TicketUnanswered { ticket_id });
            tracing::warn!(
                drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), ticket.id = %ticket_id, kind,
                "the crew is told of a ticket whose car has left",
            );
        }
        Ok(())
    }

    fn note(&self, what: &str, detail: Option<String>, actor: Option<Actor>) -> TicketNote {
        TicketNote { at: (self.clock)(), what: what.to_owned(), detail, id: None, actor }
    }

    fn void_message(&self, ticket: &TicketRecord, reason: String) -> Result<Message, LaneError> {
        let MessageBody::Created(data) = &ticket.message.body else {
            return Err(LaneError::Unknown("ticket"));
        };
        let TicketData { ticket_id, order_id, revision, .. } = **data;
        let void = VoidData { ticket_id, order_id, revision, reason };
        Ok(Message { timestamp: (self.clock)(), body: MessageBody::Voided(void) })
    }

    /// A ticket that the POS has neither taken nor refused, and that is not void.
    async fn unsettled(&self, ticket_id: Uuid) -> Result<TicketRecord, LaneError> {
        let ticket = self.ticket(ticket_id).await?;
        match ticket.status {
            TicketStatus::Pending | TicketStatus::Dead => Ok(ticket),
            status @ (TicketStatus::Acknowledged | TicketStatus::Rejected | TicketStatus::Voided) => {
                Err(LaneError::TicketState { status, cursor: self.registry.cursor(&ticket.lane).await })
            }
        }
    }

    async fn send(
        &self,
        message: Message,
        status_before: TicketStatus,
        status: TicketStatus,
        note: TicketNote,
    ) -> Result<TicketRecord, LaneError> {
        let (ticket_id, kind) = (message.body.ticket_id(), message.body.kind());
        let key = note.actor.as_ref().map(|actor| actor.key.clone());
        if !self.outbox.send(Sending { status_before, status, note, message }).await? {
            let ticket = self.unsettled(ticket_id).await?;
            return Err(LaneError::TicketInUse {
                detail: "a message about the ticket is on its way: look again once it is delivered or given up",
                cursor: self.registry.cursor(&ticket.lane).await,
            });
        }
        if status != status_before {
            meters::ticket(status);
        }
        tracing::info!(ticket.id = %ticket_id, message = kind, key.id = key, "an operator sends a message");
        let ticket = self.ticket(ticket_id).await?;
        self.wakeups.add(ticket.lane.clone());
        Ok(ticket)
    }
}
