//! Commit: everything of a turn is stored at once, or nothing of it.

use std::sync::Arc;
use std::time::Duration;

use fsm::dialogue::{Decided, Taken};
use fsm::ids::{ItemId, LaneKey};
use fsm::machine::{Effect, Session, StateKind, Watch};
use fsm::ticket::Message;
use jiff::Timestamp;
use tokio::time::Instant;
use tracing::Span;
use tracing::field::display;
use uuid::Uuid;

use super::decide::Decision;
use super::lane_now::LaneNow;
use super::load::Loaded;
use crate::actor::Actor;
use crate::event::{CarDetected, EventHead, EventRequest, LaneEvent, ReceivedEvent};
use crate::meters;
use crate::step::{Step, around};
use crate::store::{AuditRecord, Commit, EventRecord, LaneRecord, StoreError, TicketChange, TurnStore};

/// A turn that is stored. Only [`commit`] makes one, so that nothing is acted on that is not stored.
pub(crate) struct Committed {
    lane: LaneKey,
    effects: Vec<Effect>,
    event: EventRecord,
    turn: Arc<str>,
    item_off: Option<ItemId>,
}

impl Committed {
    pub fn lane(&self) -> &LaneKey {
        &self.lane
    }

    /// What must now happen.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// The event that it answers.
    pub fn event(&self) -> &EventRecord {
        &self.event
    }

    /// The item that was taken off the menu for it.
    pub fn item_off(&self) -> Option<&ItemId> {
        self.item_off.as_ref()
    }

    /// The turn that is answered, as JSON.
    pub fn into_turn(self) -> Arc<str> {
        self.turn
    }
}

/// Stores a turn.
///
/// # Errors
/// As [`TurnStore::commit`] has them.
pub(super) async fn commit(
    store: &dyn TurnStore,
    lane: &mut LaneNow<'_>,
    decision: Box<Decision<'_>>,
    kept: Option<Duration>,
) -> Result<Committed, StoreError> {
    let Decision { loaded, at, event: event_name, taken: Taken { session, turns, effects } } = *decision;
    let Loaded {
        event_id,
        fingerprint,
        json,
        actor,
        seen,
        menu,
        house,
        rules,
        ticket_change,
        ticket_age,
        item_off,
        ..
    } = loaded;
    let is_reported = ticket_change.is_some();
    let menu_version: Arc<str> = menu.book.menu.version.to_string().into();
    // Written once: the answer, the log, the feed and the lane share the texts.
    let audit: Vec<AuditRecord> = turns
        .iter()
        .map(|decided| AuditRecord {
            session_id: decided.turn.session_id,
            seq: decided.turn.turn,
            at,
            menu_version: menu_version.clone(),
            // The arrival of a car that only its words tell of is an event of its own.
            event: if decided.turn.event_id == event_id { json.clone() } else { arrival(decided) },
            turn: serde_json::to_string(&decided.turn).unwrap_or_default().into(),
            actor: actor.clone(),
        })
        .collect();
    let names_documents = turns.iter().any(|decided| decided.turn.documents.is_some());
    let house = house.map(|house| house.as_put.clone());
    let named = [menu.as_put.clone(), menu.off.clone()].into_iter().chain(house).chain(rules.documents());
    let documents = named.filter(|_| names_documents).collect();
    let (session_id, number, turn) =
        audit.last().map(|last| (last.session_id, last.seq, last.turn.clone())).unwrap_or_default();
    let event = EventRecord { event_id, fingerprint, session_id, turn: number, seen };
    let before = lane.record();
    let messages: Vec<Message> = effects.iter().filter_map(Effect::message).cloned().collect();
    let next = LaneRecord {
        version: before.version + 1,
        stamp: store.is_shared().then(Uuid::new_v4),
        last_turn: (session.kind() != StateKind::Idle).then(|| turn.clone()),
        session: Arc::new(session),
    };
    let offered = before.session.offer().cloned();
    let commit = Commit {
        lane: lane.key.clone(),
        expected_version: before.version,
        expected_stamp: before.stamp,
        stamp: next.stamp,
        session: next.session.clone(),
        event: event.clone(),
        audit,
        kept,
        documents,
        ended: turns.iter().find_map(|decided| Some((decided.turn.session_id, decided.ended.as_ref()?.end))),
        tickets: ticket_changes(&before.session, &next.session, &turns, ticket_change),
        outbox: messages,
        wake_at: wake_at(&effects),
        watch: watch(&effects),
    };
    let reported = commit.tickets.last().filter(|_| is_reported).map(|change| change.status);
    let began = Instant::now();
    around(Step::Commit, lane.go_on(next, store.commit(commit))).await?;
    meters::committed(began.elapsed());
    reported.into_iter().for_each(meters::ticket);
    ticket_age.into_iter().for_each(meters::acknowledged);
    meters::offers(offered.as_ref(), &turns);
    for decided in &turns {
        log(event_name, decided, actor.as_ref());
    }
    Ok(Committed { lane: lane.key.clone(), effects, event, turn, item_off })
}

/// When the lane is to be woken.
fn wake_at(effects: &[Effect]) -> Option<Timestamp> {
    effects.iter().find_map(|effect| if let Effect::Wake(wake) = effect { Some(wake.at) } else { None })
}

/// What is still waited for of the session that ended.
fn watch(effects: &[Effect]) -> Option<Watch> {
    effects.iter().find_map(|effect| if let Effect::Watch(watch) = effect { Some(*watch) } else { None })
}

/// The event of a turn that no event came for.
fn arrival(decided: &Decided) -> Arc<str> {
    let head = EventHead { at: Some(decided.turn.at), ..EventHead::default() };
    let event = LaneEvent::CarDetected(CarDetected { vehicle_id: None });
    ReceivedEvent::from(EventRequest { id: decided.turn.event_id, head, event }).json
}

/// What the turns changed about the ticket that was there before.
fn ticket_changes(
    before: &Session,
    after: &Session,
    turns: &[Decided],
    reported: Option<TicketChange>,
) -> Vec<TicketChange> {
    let mut after =
        turns.iter().filter_map(|decided| decided.turn.ticket.as_ref()).chain(after.previous_ticket());
    let changed = before.ticket().and_then(|before| {
        after.rfind(|ticket| ticket.ticket_id == before.ticket_id).filter(|ticket| *ticket != before)
    });
    let mut changes: Vec<TicketChange> = changed
        .into_iter()
        .map(|ticket| TicketChange {
            ticket_id: ticket.ticket_id,
            status: ticket.status,
            payment: Some(ticket.payment),
            pos_reference: None,
            note: None,
        })
        .collect();
    if let Some(reported) = reported {
        // The turn knows better than the report what became of the payment.
        let known = changes.iter().find(|change| change.ticket_id == reported.ticket_id);
        let payment = known.map_or(reported.payment, |known| known.payment);
        changes.push(TicketChange { payment, ..reported });
    }
    changes
}

/// One line for a turn, and what its span says of it, without the customer's words.
fn log(event: &'static str, decided: &Decided, actor: Option<&Actor>) {
    let turn = &decided.turn;
    meters::turn(event, decided);
    // The rows are joined only where they are told.
    let rows = || turn.transitions.iter().map(|transition| transition.row).collect::<Vec<_>>().join(" ");
    let span = Span::current();
    if !span.is_disabled() {
        span.record("session.id", display(turn.session_id));
        span.record("turn.number", turn.turn);
        span.record("turn.state", turn.state.as_str());
        span.record("turn.rows", rows());
    }
    tracing::info!(
        drive_thru.id = turn.drive_thru, lane.id = turn.lane, session.id = %turn.session_id, turn = turn.turn,
        event, state = turn.state.as_str(), rows = rows(), key.id = actor.map(|actor| actor.key.as_str()), "turn",
    );
}
