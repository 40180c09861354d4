//! Tickets in memory.

use std::cmp::Reverse;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, MessageBody, Payment, TicketStatus};
use uuid::Uuid;

use super::{MemoryStore, State};
use crate::store::{FeedItem, Result, StoreError, TicketChange, TicketRecord, TicketStore};

#[async_trait]
impl TicketStore for MemoryStore {
    async fn ticket(&self, ticket_id: Uuid) -> Result<Option<TicketRecord>> {
        Ok(self.state().tickets.get(&ticket_id).cloned())
    }

    async fn tickets(
        &self,
        drive_thru: &str,
        status: Option<TicketStatus>,
        limit: usize,
    ) -> Result<Vec<TicketRecord>> {
        let state = self.state();
        let mut found: Vec<_> = state
            .tickets
            .iter()
            .filter(|(_, ticket)| ticket.lane.drive_thru() == drive_thru)
            .filter(|(_, ticket)| status.is_none_or(|status| ticket.is_listed_as(status)))
            .collect();
        found.sort_by_key(|(id, ticket)| Reverse((ticket.message.timestamp, **id)));
        Ok(found.into_iter().take(limit).map(|(_, ticket)| ticket.clone()).collect())
    }

    async fn change_ticket(&self, status_before: TicketStatus, change: TicketChange) -> Result<()> {
        let mut state = self.state();
        let status = state.tickets.get(&change.ticket_id).map(|ticket| ticket.status);
        if status != Some(status_before) || state.has_note_of(&change) {
            return Err(StoreError::Conflict);
        }
        state.change_ticket(change);
        drop(state);
        self.bells.ring_all();
        Ok(())
    }
}

impl State {
    /// Whether the note of a change is stored already.
    pub(super) fn has_note_of(&self, change: &TicketChange) -> bool {
        let id = change.note.as_ref().and_then(|note| note.id);
        id.is_some_and(|id| self.tickets.get(&change.ticket_id).is_some_and(|ticket| ticket.has_note(id)))
    }

    /// Creates the ticket of a message, if it creates one.
    pub(super) fn create_ticket(&mut self, lane: &LaneKey, message: &Message) {
        let MessageBody::Created(ticket) = &message.body else { return };
        let record = TicketRecord {
            lane: lane.clone(),
            status: TicketStatus::Pending,
            payment: Payment::None,
            pos_reference: None,
            message: message.clone(),
            history: Vec::new(),
        };
        self.tickets.insert(ticket.ticket_id, record);
        self.add_to_feed(lane, FeedItem::Ticket(ticket.ticket_id));
    }

    pub(super) fn change_ticket(&mut self, change: TicketChange) {
        let Some(ticket) = self.tickets.get_mut(&change.ticket_id) else { return change.log_unknown() };
        ticket.status = change.status;
        ticket.payment = change.payment.unwrap_or(ticket.payment);
        ticket.pos_reference = change.pos_reference.or(ticket.pos_reference.take());
        ticket.history.extend(change.note);
        let lane = ticket.lane.clone();
        self.add_to_feed(&lane, FeedItem::Ticket(change.ticket_id));
    }
}
