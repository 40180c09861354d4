//! The outbox in memory.

use std::collections::BTreeSet;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, TicketStatus};
use jiff::Timestamp;

use super::{MemoryStore, State};
use crate::store::outbox::DUE_AT_ONCE;
use crate::store::{Delivery, FeedItem, OutboxEntry, OutboxStore, Result, Sending};

#[async_trait]
impl OutboxStore for MemoryStore {
    async fn send(&self, sending: Sending) -> Result<bool> {
        let is_sent = self.state().send(sending);
        self.bells.ring_all();
        Ok(is_sent)
    }

    async fn outbox(&self, now: Timestamp, limit: usize) -> Result<Vec<OutboxEntry>> {
        let state = self.state();
        let mut lanes = BTreeSet::new();
        let oldest = state.outbox.values().filter(|entry| lanes.insert(&entry.lane));
        Ok(oldest.filter(|entry| entry.due_at() <= now).take(limit).cloned().collect())
    }

    async fn oldest_message(&self, lane: &LaneKey) -> Result<Option<OutboxEntry>> {
        Ok(self.state().outbox.values().find(|entry| entry.lane == *lane).cloned())
    }

    async fn claim(
        &self,
        entry: &OutboxEntry,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OutboxEntry>> {
        let mut state = self.state();
        let known = state.newest_claim(entry).filter(|known| known.due_at() <= now);
        Ok(known.map(|known| {
            *known = known.claimed(until);
            known.clone()
        }))
    }

    async fn renew(&self, entry: &OutboxEntry, until: Timestamp) -> Result<()> {
        if let Some(known) = self.state().newest_claim(entry) {
            known.claimed_until = Some(until);
        }
        Ok(())
    }

    async fn settle(&self, entry: &OutboxEntry, at: Timestamp, delivery: Delivery) -> Result<()> {
        self.state().settle(entry, at, &delivery);
        self.bells.ring(entry.lane.drive_thru());
        Ok(())
    }
}

impl State {
    pub(super) fn add_message(&mut self, lane: &LaneKey, message: Message, stored_at: Timestamp) {
        self.messages += 1;
        let entry = OutboxEntry {
            id: self.messages,
            lane: lane.clone(),
            message,
            stored_at,
            attempts: 0,
            next_attempt_at: DUE_AT_ONCE,
            claims: 0,
            claimed_until: None,
        };
        self.outbox.insert(entry.id, entry);
    }

    fn send(&mut self, sending: Sending) -> bool {
        let ticket_id = sending.message.body.ticket_id();
        let mut waiting = self.outbox.values().filter(|entry| entry.message.body.ticket_id() == ticket_id);
        let is_held_up = sending.needs_quiet() && waiting.next().is_some();
        let Sending { status_before, status, note, message } = sending;
        let ticket = self.tickets.get_mut(&ticket_id).filter(|ticket| ticket.status == status_before);
        let Some(ticket) = ticket.filter(|_| !is_held_up) else { return false };
        ticket.status = status;
        let (lane, sent_at) = (ticket.lane.clone(), note.at);
        ticket.history.push(note);
        self.add_message(&lane, message, sent_at);
        self.add_to_feed(&lane, FeedItem::Ticket(ticket_id));
        true
    }

    /// The message of an entry, unless it is settled or was claimed since.
    fn newest_claim(&mut self, entry: &OutboxEntry) -> Option<&mut OutboxEntry> {
        self.outbox.get_mut(&entry.id).filter(|known| known.claims == entry.claims)
    }

    fn settle(&mut self, entry: &OutboxEntry, at: Timestamp, delivery: &Delivery) {
        let Some(known) = self.newest_claim(entry) else { return entry.log_late_settling() };
        match delivery {
            Delivery::Failed { next_attempt_at, .. } => {
                known.attempts += 1;
                known.next_attempt_at = *next_attempt_at;
                known.claimed_until = None;
            }
            Delivery::Delivered | Delivery::Dead { .. } => {
                self.outbox.remove(&entry.id);
            }
        }
        let ticket_id = entry.message.body.ticket_id();
        let Some(ticket) = self.tickets.get_mut(&ticket_id) else { return };
        ticket.history.push(delivery.note(at, &entry.message));
        if delivery.is_death_of_ticket(&entry.message) && ticket.status == TicketStatus::Pending {
            ticket.status = TicketStatus::Dead;
        }
        self.add_to_feed(&entry.lane, FeedItem::Ticket(ticket_id));
    }
}
