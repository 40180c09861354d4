//! The store in memory: for tests, replays and trying things out. What it keeps ends with the process.

mod feed;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use fsm::ids::{ItemId, LaneKey};
use fsm::machine::{End, Session};
use fsm::ticket::{Message, MessageBody, Payment, TicketStatus};
use jiff::Timestamp;
use uuid::Uuid;

use self::feed::{Feed, Reference};
use super::feed::Bells;
use super::{
    AuditLog, AuditRecord, Commit, DUE_AT_ONCE, Delivery, EventRecord, FeedEntry, FeedId, FeedItem,
    LaneRecord, MenuRecord, OrderNumbers, OutboxEntry, Sending, Store, StoreError, TicketChange,
    TicketRecord,
};

/// The store in memory; it does all that a store does, but outlive the process.
#[derive(Debug, Default)]
pub struct MemoryStore {
    kept: Mutex<Kept>,
    bells: Bells,
}

#[derive(Debug, Default)]
struct Kept {
    lanes: BTreeMap<LaneKey, Lane>,
    events: BTreeMap<(LaneKey, Uuid), EventRecord>,
    sessions: BTreeMap<Uuid, SessionLog>,
    tickets: BTreeMap<Uuid, TicketRecord>,
    /// What is still to be delivered, by its id.
    outbox: BTreeMap<i64, OutboxEntry>,
    /// How many messages there ever were: the newest one's id.
    messages: i64,
    menus: BTreeMap<String, MenuRecord>,
    feeds: BTreeMap<String, Feed>,
}

#[derive(Debug)]
struct Lane {
    version: u64,
    session: Session,
    order_numbers: OrderNumbers,
}

#[derive(Debug)]
struct SessionLog {
    lane: LaneKey,
    end: Option<End>,
    turns: BTreeMap<u32, AuditRecord>,
}

#[async_trait]
impl Store for MemoryStore {
    async fn lane(&self, lane: &LaneKey) -> Result<LaneRecord, StoreError> {
        let kept = self.kept();
        Ok(kept.lanes.get(lane).map(|lane| kept.record(lane)).unwrap_or_default())
    }

    async fn lanes(&self, drive_thru: &str) -> Result<Vec<(LaneKey, LaneRecord)>, StoreError> {
        let kept = self.kept();
        let here = kept.lanes.iter().filter(|(key, _)| key.drive_thru() == drive_thru);
        Ok(here.map(|(key, lane)| (key.clone(), kept.record(lane))).collect())
    }

    async fn active_lanes(&self) -> Result<Vec<LaneKey>, StoreError> {
        let kept = self.kept();
        let active = kept.lanes.iter().filter(|(_, lane)| lane.session.session_id().is_some());
        Ok(active.map(|(key, _)| key.clone()).collect())
    }

    async fn event(&self, lane: &LaneKey, event_id: Uuid) -> Result<Option<EventRecord>, StoreError> {
        Ok(self.kept().events.get(&(lane.clone(), event_id)).cloned())
    }

    async fn turns_between(
        &self,
        session_id: Uuid,
        after: u32,
        before: u32,
    ) -> Result<Vec<String>, StoreError> {
        let kept = self.kept();
        let turns = kept.sessions.get(&session_id).into_iter().flat_map(|log| log.turns.values());
        Ok(turns.filter(|turn| after < turn.seq && turn.seq < before).map(|turn| turn.turn.clone()).collect())
    }

    async fn turn(&self, session_id: Uuid, turn: u32) -> Result<Option<String>, StoreError> {
        let kept = self.kept();
        Ok(kept.sessions.get(&session_id).and_then(|log| log.turns.get(&turn)).map(|turn| turn.turn.clone()))
    }

    async fn audit(&self, session_id: Uuid) -> Result<Option<AuditLog>, StoreError> {
        Ok(self.kept().sessions.get(&session_id).map(|log| AuditLog {
            lane: log.lane.clone(),
            end: log.end,
            entries: log.turns.values().cloned().collect(),
        }))
    }

    async fn commit(&self, commit: Commit) -> Result<(), StoreError> {
        let mut kept = self.kept();
        if let Some(known) = kept.events.get(&(commit.lane.clone(), commit.event.event_id)) {
            return Err(StoreError::TakenBefore(known.clone()));
        }
        if !kept.can_take(&commit) {
            return Err(StoreError::Conflict);
        }
        let drive_thru = commit.lane.drive_thru().to_owned();
        kept.take(commit);
        drop(kept);
        self.bells.ring(&drive_thru);
        Ok(())
    }

    async fn ticket(&self, ticket_id: Uuid) -> Result<Option<TicketRecord>, StoreError> {
        Ok(self.kept().tickets.get(&ticket_id).cloned())
    }

    async fn change_ticket(
        &self,
        status_before: TicketStatus,
        change: TicketChange,
    ) -> Result<(), StoreError> {
        let mut kept = self.kept();
        let status = kept.tickets.get(&change.ticket_id).map(|ticket| ticket.status);
        if status != Some(status_before) || kept.has_note_of(&change) {
            return Err(StoreError::Conflict);
        }
        kept.change_ticket(change);
        drop(kept);
        self.bells.ring_all();
        Ok(())
    }

    async fn tickets(
        &self,
        drive_thru: &str,
        status: Option<TicketStatus>,
        limit: usize,
    ) -> Result<Vec<TicketRecord>, StoreError> {
        let kept = self.kept();
        let is_asked_for = |ticket: &TicketRecord| {
            ticket.lane.drive_thru() == drive_thru && status.is_none_or(|status| ticket.is_listed_as(status))
        };
        let mut found: Vec<_> = kept.tickets.iter().filter(|(_, ticket)| is_asked_for(ticket)).collect();
        found.sort_by_key(|(id, ticket)| std::cmp::Reverse((ticket.message.timestamp, **id)));
        Ok(found.into_iter().take(limit).map(|(_, ticket)| ticket.clone()).collect())
    }

    async fn send(&self, sending: Sending) -> Result<bool, StoreError> {
        let is_sent = self.kept().send(sending);
        self.bells.ring_all();
        Ok(is_sent)
    }

    async fn outbox(&self, now: Timestamp, limit: usize) -> Result<Vec<OutboxEntry>, StoreError> {
        let kept = self.kept();
        let mut seen = BTreeSet::new();
        let heads = kept.outbox.values().filter(|entry| seen.insert(&entry.lane));
        Ok(heads.filter(|entry| entry.due_at() <= now).take(limit).cloned().collect())
    }

    async fn oldest_message(&self, lane: &LaneKey) -> Result<Option<OutboxEntry>, StoreError> {
        Ok(self.kept().outbox.values().find(|entry| entry.lane == *lane).cloned())
    }

    async fn claim(
        &self,
        entry: &OutboxEntry,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        let mut kept = self.kept();
        let known = kept.outbox.get_mut(&entry.id);
        Ok(known.filter(|known| known.claims == entry.claims && known.due_at() <= now).map(|known| {
            known.claims += 1;
            known.claimed_until = Some(until);
            known.clone()
        }))
    }

    async fn renew(&self, entry: &OutboxEntry, until: Timestamp) -> Result<(), StoreError> {
        let mut kept = self.kept();
        if let Some(known) = kept.outbox.get_mut(&entry.id).filter(|known| known.claims == entry.claims) {
            known.claimed_until = Some(until);
        }
        Ok(())
    }

    async fn settle(&self, entry: &OutboxEntry, at: Timestamp, delivery: Delivery) -> Result<(), StoreError> {
        self.kept().settle(entry, at, &delivery);
        self.bells.ring(entry.lane.drive_thru());
        Ok(())
    }

    async fn menu(&self, drive_thru: &str) -> Result<MenuRecord, StoreError> {
        Ok(self.kept().menus.get(drive_thru).cloned().unwrap_or_default())
    }

    async fn drive_thrus_with_menus(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.kept().menus.keys().cloned().collect())
    }

    async fn put_menu(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<&MenuRecord>,
    ) -> Result<(), StoreError> {
        let menu = MenuRecord { document: Some(document), availability: Vec::new() };
        let mut kept = self.kept();
        let known = kept.menus.get(drive_thru).cloned().unwrap_or_default();
        if expected.is_some_and(|expected| *expected != known) {
            return Err(StoreError::Conflict);
        }
        kept.menus.insert(drive_thru.to_owned(), menu);
        Ok(())
    }

    async fn set_available(
        &self,
        drive_thru: &str,
        item: &ItemId,
        available: bool,
    ) -> Result<(), StoreError> {
        let mut kept = self.kept();
        kept.menus.entry(drive_thru.to_owned()).or_default().set_available(item, available);
        Ok(())
    }

    async fn feed(
        &self,
        drive_thru: &str,
        after: FeedId,
        limit: usize,
    ) -> Result<Vec<FeedEntry>, StoreError> {
        let kept = self.kept();
        let entries = kept.feeds.get(drive_thru).into_iter().flat_map(|feed| feed.after(after)).take(limit);
        Ok(entries.map(|(id, lane, reference)| kept.feed_entry(id, lane, reference)).collect())
    }

    async fn feed_grown(
        &self,
        drive_thru: &str,
        after: FeedId,
        limit: usize,
    ) -> Result<Vec<FeedEntry>, StoreError> {
        self.bells.next(drive_thru, || self.feed(drive_thru, after, limit)).await
    }

    async fn feed_end(&self, drive_thru: &str) -> Result<FeedId, StoreError> {
        Ok(self.kept().feeds.get(drive_thru).map_or(FeedId::START, Feed::end))
    }

    async fn feed_reaches(&self, drive_thru: &str, id: FeedId) -> Result<bool, StoreError> {
        let kept = self.kept();
        Ok(kept.feeds.get(drive_thru).map_or(id == FeedId::START, |feed| feed.reaches(id)))
    }

    async fn feed_place(
        &self,
        lane: &LaneKey,
        session_id: Uuid,
        turn: u32,
    ) -> Result<Option<FeedId>, StoreError> {
        let kept = self.kept();
        Ok(kept.feeds.get(lane.drive_thru()).and_then(|feed| feed.place(lane, session_id, turn)))
    }

    async fn forget_events(&self, ended_before: Timestamp) -> Result<(), StoreError> {
        let mut kept = self.kept();
        let Kept { sessions, events, .. } = &mut *kept;
        let kept_still = |event: &EventRecord| {
            let ended_at = sessions.get(&event.session_id).and_then(SessionLog::ended_at);
            ended_at.is_none_or(|ended_at| ended_at >= ended_before)
        };
        events.retain(|_, event| kept_still(event));
        Ok(())
    }

    async fn probe(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

impl MemoryStore {
    /// Nothing is half done when a thread panics here: every change is checked before it is made.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn feed_entry(&self, id: FeedId, lane: &LaneKey, reference: &Reference) -> FeedEntry {
        let turn = |session_id, turn| self.sessions.get(session_id)?.turns.get(turn).cloned();
        let item = match reference {
            Reference::Turn(session_id, number) => {
                turn(session_id, number).map_or(FeedItem::Gap, |turn| FeedItem::Turn(Box::new(turn)))
            }
            Reference::Ticket(ticket_id) => FeedItem::Ticket(*ticket_id),
        };
        FeedEntry { id, lane: lane.clone(), item }
    }

    fn tell(&mut self, lane: &LaneKey, reference: Reference) {
        self.feeds.entry(lane.drive_thru().to_owned()).or_default().add(lane, reference);
    }

    fn record(&self, lane: &Lane) -> LaneRecord {
        let log = lane.session.session_id().and_then(|session_id| self.sessions.get(&session_id));
        LaneRecord {
            version: lane.version,
            stamp: None,
            session: lane.session.clone(),
            order_numbers: lane.order_numbers,
            last_turn: log.and_then(|log| log.turns.values().next_back()).map(|turn| turn.turn.clone()),
        }
    }

    /// Whether the version is the lane's and every key is free.
    fn can_take(&self, commit: &Commit) -> bool {
        let version = self.lanes.get(&commit.lane).map_or(0, |lane| lane.version);
        let mut turns = BTreeSet::new();
        let mut tickets = BTreeSet::new();
        version == commit.expected_version
            && commit.audit.iter().all(|turn| {
                let log = self.sessions.get(&turn.session_id);
                log.is_none_or(|log| !log.turns.contains_key(&turn.seq))
                    && turns.insert((turn.session_id, turn.seq))
            })
            && !commit.tickets.iter().any(|change| self.has_note_of(change))
            && created(&commit.outbox).all(|id| !self.tickets.contains_key(&id) && tickets.insert(id))
    }

    /// Whether the note of a change was stored before.
    fn has_note_of(&self, change: &TicketChange) -> bool {
        let id = change.note.as_ref().and_then(|note| note.id);
        id.is_some_and(|id| self.tickets.get(&change.ticket_id).is_some_and(|ticket| ticket.has_note(id)))
    }

    fn take(&mut self, commit: Commit) {
        let Commit {
            lane,
            expected_version,
            session,
            order_numbers,
            event,
            audit,
            ended,
            tickets,
            outbox,
            ..
        } = commit;
        self.lanes.insert(lane.clone(), Lane { version: expected_version + 1, session, order_numbers });
        self.events.insert((lane.clone(), event.event_id), event);
        for turn in audit {
            self.tell(&lane, Reference::Turn(turn.session_id, turn.seq));
            let log = SessionLog { lane: lane.clone(), end: None, turns: BTreeMap::new() };
            self.sessions.entry(turn.session_id).or_insert(log).turns.insert(turn.seq, turn);
        }
        if let Some((session_id, end)) = ended
            && let Some(log) = self.sessions.get_mut(&session_id)
        {
            log.end = Some(end);
        }
        for message in outbox {
            self.add_ticket(&lane, &message);
            self.add_message(&lane, message, Timestamp::now());
        }
        for change in tickets {
            self.change_ticket(change);
        }
    }

    fn add_ticket(&mut self, lane: &LaneKey, message: &Message) {
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
        self.tell(lane, Reference::Ticket(ticket.ticket_id));
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
        self.tell(&lane, Reference::Ticket(ticket_id));
        true
    }

    fn add_message(&mut self, lane: &LaneKey, message: Message, stored_at: Timestamp) {
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

    fn change_ticket(&mut self, change: TicketChange) {
        let TicketChange { ticket_id, status, payment, pos_reference, note } = change;
        let Some(ticket) = self.tickets.get_mut(&ticket_id) else {
            tracing::error!(ticket.id = %ticket_id, "a ticket that is not stored was to be changed");
            return;
        };
        ticket.status = status;
        ticket.payment = payment;
        ticket.pos_reference = pos_reference.or(ticket.pos_reference.take());
        ticket.history.extend(note);
        let lane = ticket.lane.clone();
        self.tell(&lane, Reference::Ticket(ticket_id));
    }

    fn settle(&mut self, claimed: &OutboxEntry, at: Timestamp, delivery: &Delivery) {
        let known = self.outbox.get_mut(&claimed.id).filter(|entry| entry.claims == claimed.claims);
        let Some(entry) = known else {
            claimed.warn_of_late_settling();
            return;
        };
        let note = delivery.note(at, &entry.message);
        let ticket = self.tickets.get_mut(&entry.message.body.ticket_id());
        let is_new_ticket = matches!(entry.message.body, MessageBody::Created(_));
        match delivery {
            Delivery::Failed { next_attempt_at, .. } => {
                entry.attempts += 1;
                entry.next_attempt_at = *next_attempt_at;
                entry.claimed_until = None;
            }
            Delivery::Delivered | Delivery::Dead { .. } => {
                self.outbox.remove(&claimed.id);
            }
        }
        let Some(ticket) = ticket else { return };
        ticket.history.push(note);
        let is_dead = matches!(delivery, Delivery::Dead { .. }) && is_new_ticket;
        if is_dead && ticket.status == TicketStatus::Pending {
            ticket.status = TicketStatus::Dead;
        }
        let ticket_id = ticket.message.body.ticket_id();
        self.tell(&claimed.lane, Reference::Ticket(ticket_id));
    }
}

impl SessionLog {
    /// When its last turn was, if it has ended.
    fn ended_at(&self) -> Option<Timestamp> {
        self.end.and(self.turns.values().next_back()).map(|turn| turn.at)
    }
}

/// The tickets that messages create.
fn created(messages: &[Message]) -> impl Iterator<Item = Uuid> {
    messages.iter().filter_map(|message| match &message.body {
        MessageBody::Created(ticket) => Some(ticket.ticket_id),
        MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => None,
    })
}
