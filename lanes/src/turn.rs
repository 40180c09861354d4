//! One turn: look the event up, judge it, ask the parser, step, word, commit, act.

mod asking;
mod judge;

use std::sync::Arc;

use fsm::dialogue::{Decided, Input, Taken, take_turn};
use fsm::ids::{ItemId, LaneKey};
use fsm::machine::{Effect, Policy, StateKind};
use fsm::order::Order;
use fsm::ticket::{Message, MessageBody, Payment};
use jiff::Timestamp;
use serde_json::json;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use crate::act::act;
use crate::error::{Cursor, LaneError};
use crate::event::{Envelope, Happening, InvalidEvent, LaneEvent};
use crate::fail_point::{Step, around};
use crate::menus::{Carte, MenuError};
use crate::pos::PosWord;
use crate::service::{Answer, Lanes};
use crate::store::{AuditRecord, Commit, EventRecord, LaneRecord, OrderNumbers, StoreError, TicketChange};

/// How often a turn is stepped again because another process was faster on its lane.
const TRIES_MAX: usize = 5;

/// A lane's record while turns are taken on it.
pub(crate) struct Turning<'a> {
    lanes: &'a Lanes,
    lane: &'a LaneKey,
    record: LaneRecord,
    /// Whether the record was read just now, and not kept from an earlier turn.
    is_fresh: bool,
    /// Whether the store may know more than the record, after a commit that failed.
    is_uncertain: bool,
    /// Whether the store failed, or was too late.
    pub(crate) store_failed: bool,
    /// Until when the store may be waited for; none if for as long as it takes.
    deadline: Option<Instant>,
    /// Until when agents may be waited for.
    agents_deadline: Instant,
}

/// An event that is to be taken, with what is kept of it.
struct Incoming {
    id: Uuid,
    fingerprint: Uuid,
    json: String,
    at: Timestamp,
    seen: Option<u32>,
    /// What the POS said of a ticket.
    change: Option<TicketChange>,
    /// What was said to the lane.
    heard: Option<String>,
}

impl<'a> Turning<'a> {
    /// Begins with what is known of the lane, or with what is stored of it.
    pub(crate) async fn on(
        lanes: &'a Lanes,
        lane: &'a LaneKey,
        known: Option<LaneRecord>,
    ) -> Result<Self, StoreError> {
        let deadline = lanes.0.store.patience().map(|patience| Instant::now() + patience);
        let agents_deadline = Instant::now() + lanes.0.houses.of(lane.drive_thru()).agents.deadline;
        let is_fresh = known.is_none();
        let record = known.unwrap_or_default();
        let mut turning = Self {
            lanes,
            lane,
            record,
            is_fresh,
            is_uncertain: false,
            store_failed: false,
            deadline,
            agents_deadline,
        };
        if is_fresh {
            turning.reload().await?;
        }
        Ok(turning)
    }

    /// What the store answers, unless it is too late.
    async fn in_time<T>(
        &mut self,
        answer: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let too_late = |_| Err(StoreError::Unavailable("it did not answer in time".to_owned()));
        let answered = match self.deadline {
            Some(deadline) => timeout_at(deadline, answer).await.unwrap_or_else(too_late),
            None => answer.await,
        };
        self.store_failed |= matches!(answered, Err(StoreError::Unavailable(_)));
        answered
    }

    /// An agent was asked since: the store is not to blame for how long that took.
    fn excuse(&mut self, asked: Instant) {
        self.deadline = self.deadline.map(|deadline| deadline + asked.elapsed());
    }

    pub(crate) fn cursor(&self) -> Cursor {
        Cursor::of(&self.record.session)
    }

    pub(crate) fn into_record(self) -> Option<LaneRecord> {
        (!self.is_uncertain).then_some(self.record)
    }

    /// Takes a lane event. Where another process is faster, the turn is stepped again; the parser is asked again only
    /// where it listened to a lane as it was long ago, to another car, or before the crew came or went.
    pub(crate) async fn event(&mut self, envelope: Envelope) -> Result<Answer, LaneError> {
        let Envelope { id, fingerprint, json, event } = envelope;
        // Taking an item off is more than a turn: it must not be done again.
        if matches!(&event, Ok(LaneEvent { happening: Happening::OutOfStock { .. }, .. })) {
            if let Some(answer) = self.taken_before(id, fingerprint).await? {
                return Ok(answer);
            }
            if self.lanes.0.store.is_shared() && !self.is_fresh {
                self.reload().await?;
            }
        }
        let mut heard: Option<Input> = None;
        let mut heard_by = self.listener();
        for _ in 0..TRIES_MAX {
            // What another car said is not this one's. Nobody was asked what a customer said to the crew; what the crew
            // hears, nobody here understands.
            if heard_by != self.listener() {
                heard = None;
                heard_by = self.listener();
            }
            let carte = self.lanes.menu(self.lane.drive_thru());
            let event = match self.judge(&event, &carte) {
                Ok(event) => event,
                // What is to be refused may have been taken before, or be judged by what another process has changed.
                Err(error) => match self.taken_before(id, fingerprint).await? {
                    Some(answer) => return Ok(answer),
                    None if self.is_fresh => return Err(error),
                    None => {
                        self.reload().await?;
                        continue;
                    }
                },
            };
            let carte = match &event.happening {
                Happening::OutOfStock { item } => self.take_off(item).await?,
                _ => carte,
            };
            let input = match &heard {
                Some(input) => input,
                None => {
                    let asked = Instant::now();
                    let input = self.input(&event.happening, &carte).await;
                    self.excuse(asked);
                    heard.insert(input)
                }
            };
            let at = event.at.unwrap_or_else(|| (self.lanes.0.clock)());
            let said = match &event.happening {
                Happening::Utterance { text, .. } => Some(text.clone()),
                _ => None,
            };
            let incoming = Incoming {
                id,
                fingerprint,
                json: json.clone(),
                at,
                seen: event.turn,
                change: None,
                heard: said,
            };
            let answered = match self.commit(&incoming, input, &carte).await {
                Ok(answered) => answered.ok_or(LaneError::Idle { cursor: self.cursor() })?,
                Err(StoreError::TakenBefore(known)) => return self.replay(&known, fingerprint).await,
                Err(StoreError::Conflict) => {
                    // The lane was kept from an earlier turn, and much may have been said on it since.
                    if !self.is_fresh {
                        heard = None;
                    }
                    self.reload().await?;
                    continue;
                }
                Err(error @ StoreError::Unavailable(_)) => return Err(error.into()),
            };
            if let Happening::OutOfStock { .. } = event.happening {
                self.tell_the_other_lanes();
            }
            // The turn may have ended its session. What was missed is asked of that one, as when the event comes again.
            let missed = self.turns_missed(answered.session_id, event.turn, answered.seq).await?;
            return Ok(Answer { turn: answered.turn, missed, replayed: false });
        }
        Err(LaneError::Busy { cursor: self.cursor() })
    }

    /// The stored answer, if the lane has taken the event before.
    async fn taken_before(&mut self, id: Uuid, fingerprint: Uuid) -> Result<Option<Answer>, LaneError> {
        match self.in_time(self.lanes.0.store.event(self.lane, id)).await? {
            Some(known) => self.replay(&known, fingerprint).await.map(Some),
            None => Ok(None),
        }
    }

    async fn replay(&mut self, known: &EventRecord, fingerprint: Uuid) -> Result<Answer, LaneError> {
        if known.fingerprint != fingerprint {
            return Err(LaneError::EventConflict(known.event_id));
        }
        let turn = self.in_time(self.lanes.0.store.turn(known.session_id, known.turn)).await?;
        let turn = turn.ok_or_else(|| StoreError::Unavailable("a stored turn is gone".to_owned()))?;
        let missed = self.turns_missed(known.session_id, known.seen, known.turn).await?;
        Ok(Answer { turn, missed, replayed: true })
    }

    /// Reads the lane again, after another process was faster.
    async fn reload(&mut self) -> Result<(), StoreError> {
        self.record = self.in_time(self.lanes.0.store.lane(self.lane)).await?;
        (self.is_fresh, self.is_uncertain) = (true, false);
        Ok(())
    }

    async fn take_off(&mut self, item: &ItemId) -> Result<Arc<Carte>, LaneError> {
        let (lanes, drive_thru) = (self.lanes, self.lane.drive_thru());
        let is_known = self.in_time(async {
            match lanes.take_off(drive_thru, item).await {
                Ok(()) => Ok(true),
                // Another menu was put in use meanwhile.
                Err(MenuError::UnknownItem(_)) => Ok(false),
                Err(error) => Err(StoreError::Unavailable(error.to_string())),
            }
        });
        if !is_known.await? {
            return Err(LaneError::Invalid(InvalidEvent::no_such_item(item), Some(self.cursor())));
        }
        Ok(lanes.menu(drive_thru))
    }

    /// The other lanes look in a task of their own: two lanes that wait for each other would wait for ever.
    fn tell_the_other_lanes(&self) {
        let (lanes, lane) = (self.lanes.clone(), self.lane.clone());
        self.lanes.0.tasks.spawn(async move { lanes.tell_lanes(lane.drive_thru(), Some(&lane)).await });
    }

    /// Takes what the POS says of a ticket: a turn if it is the lane's pending one, else a change of the ticket.
    pub(crate) async fn pos(&mut self, ticket_id: Uuid, word: &PosWord) -> Result<(), LaneError> {
        for _ in 0..TRIES_MAX {
            match self.pos_once(ticket_id, word).await? {
                Ok(()) => return Ok(()),
                // Another process has taken the same word.
                Err(StoreError::TakenBefore(_)) => return Ok(()),
                Err(StoreError::Conflict) => self.reload().await?,
                Err(error @ StoreError::Unavailable(_)) => return Err(error.into()),
            }
        }
        Err(LaneError::Busy { cursor: self.cursor() })
    }

    async fn pos_once(
        &mut self,
        ticket_id: Uuid,
        word: &PosWord,
    ) -> Result<Result<(), StoreError>, LaneError> {
        let store = self.lanes.0.store.clone();
        // The lane was read before: while it waits for the ticket, only a turn of it notes what the POS says.
        let ticket = self.in_time(store.ticket(ticket_id)).await?.ok_or(LaneError::Unknown("ticket"))?;
        if word.is_repetition(&ticket) {
            // It was stored before, and is written once more, so that it is as durable now as a turn.
            let unchanged = TicketChange {
                ticket_id,
                status: ticket.status,
                payment: ticket.payment,
                pos_reference: None,
                note: None,
            };
            return Ok(self.in_time(store.change_ticket(ticket.status, unchanged)).await);
        }
        let Some(status) = word.status_after(ticket.status) else {
            return Err(LaneError::TicketState { status: ticket.status, cursor: self.cursor() });
        };
        let carte = self.lanes.menu(self.lane.drive_thru());
        if let PosWord::Rejected { item: Some(item), .. } = word
            && carte.book.menu.item(item).is_none()
        {
            return Err(LaneError::Invalid(InvalidEvent::no_such_item(item), Some(self.cursor())));
        }
        let at = (self.lanes.0.clock)();
        let is_pending =
            self.record.session.pending_ticket().is_some_and(|pending| pending.ticket_id == ticket_id);
        let pays_at_window = !is_pending && matches!(word, PosWord::PaymentProblem { .. });
        let change = TicketChange {
            ticket_id,
            status,
            payment: if pays_at_window { Payment::Window } else { ticket.payment },
            pos_reference: word.reference().map(str::to_owned),
            note: Some(word.note(at)),
        };
        if !is_pending {
            return Ok(self.in_time(store.change_ticket(ticket.status, change)).await);
        }
        let id = word.event_id(ticket_id, &ticket.history);
        let json = word.event(id, ticket_id).to_string();
        let fingerprint = Uuid::new_v5(&id, json.as_bytes());
        let carte = match word {
            PosWord::Rejected { item: Some(item), .. } => self.take_off(item).await?,
            _ => carte,
        };
        let incoming = Incoming { id, fingerprint, json, at, seen: None, change: Some(change), heard: None };
        let on_order = |item: &ItemId| self.record.session.order().is_some_and(|order| holds(order, item));
        let input = match word {
            PosWord::Acknowledged { .. } => Input::Acknowledged,
            PosWord::Rejected { item, .. } => Input::Rejected { item: item.clone().filter(on_order) },
            PosWord::PaymentProblem { .. } => Input::PaymentProblem,
        };
        let committed = self.commit(&incoming, &input, &carte).await;
        if committed.is_ok() && matches!(word, PosWord::Rejected { item: Some(_), .. }) {
            self.tell_the_other_lanes();
        }
        Ok(committed.map(|_| ()))
    }

    /// Gives the order its out-of-stock turns for whatever on it is off and not yet marked.
    pub(crate) async fn check_stock(&mut self) -> Result<(), LaneError> {
        let carte = self.lanes.menu(self.lane.drive_thru());
        let mut tries_left = TRIES_MAX;
        while let Some(item) = self.record.session.order().and_then(|order| unmarked(order, &carte)) {
            let Cursor { session_id, turn } = self.cursor();
            let name = format!("out_of_stock:{item}:{turn}");
            let id = Uuid::new_v5(&session_id.unwrap_or_default(), name.as_bytes());
            let json = json!({ "id": id, "type": "out_of_stock", "item": item }).to_string();
            let fingerprint = Uuid::new_v5(&id, json.as_bytes());
            let at = (self.lanes.0.clock)();
            let incoming = Incoming { id, fingerprint, json, at, seen: None, change: None, heard: None };
            match self.commit(&incoming, &Input::OutOfStock { item }, &carte).await {
                Ok(_) => {}
                Err(StoreError::Conflict | StoreError::TakenBefore(_)) if tries_left > 0 => {
                    tries_left -= 1;
                    self.reload().await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Steps, words, commits, and only then acts. Gives back the turn that is answered; none if nothing happens on an
    /// idle lane.
    async fn commit(
        &mut self,
        incoming: &Incoming,
        input: &Input,
        carte: &Carte,
    ) -> Result<Option<AuditRecord>, StoreError> {
        let inner = self.lanes.0.clone();
        let house = inner.houses.of(self.lane.drive_thru());
        let policy = Policy { rules: &house.rules, menu: &carte.book.menu };
        let now = house.moment(incoming.at, self.record.order_numbers);
        let before = self.record.session.clone();
        let decide = async { take_turn(&policy, &now, self.lane, incoming.id, before, input) };
        let mut taken = around(Step::Decide, decide).await;
        let asked = Instant::now();
        self.word(&mut taken, carte, house.rules.greeting.as_deref(), incoming.heard.as_deref()).await;
        self.excuse(asked);

        let Taken { session, turns, effects } = taken;
        let messages: Vec<Message> = effects.iter().filter_map(Effect::message).cloned().collect();
        let order_numbers = numbers_after(self.record.order_numbers, &messages);
        let tickets = self.ticket_changes(&turns, incoming.change.clone());
        let menu_version = policy.menu.version.to_string();
        let audit: Vec<AuditRecord> = turns
            .iter()
            .map(|decided| AuditRecord {
                session_id: decided.turn.session_id,
                seq: decided.turn.turn,
                at: incoming.at,
                menu_version: menu_version.clone(),
                event: incoming.json.clone(),
                turn: serde_json::to_string(&decided.turn).unwrap_or_default(),
            })
            .collect();
        let Some(answered) = audit.last().cloned() else { return Ok(None) };
        let ended =
            turns.iter().find_map(|decided| Some((decided.turn.session_id, decided.ended.as_ref()?.end)));
        let stamp = inner.store.is_shared().then(Uuid::new_v4);
        let commit = Commit {
            lane: self.lane.clone(),
            expected_version: self.record.version,
            expected_stamp: self.record.stamp,
            stamp,
            session: session.clone(),
            order_numbers,
            event: EventRecord {
                event_id: incoming.id,
                fingerprint: incoming.fingerprint,
                session_id: answered.session_id,
                turn: answered.seq,
                seen: incoming.seen,
            },
            audit,
            ended,
            tickets,
            outbox: messages,
        };
        self.is_uncertain = true;
        around(Step::Commit, self.in_time(inner.store.commit(commit))).await?;
        self.is_uncertain = false;

        let is_on = session.kind() != StateKind::Idle;
        let last_turn = is_on.then(|| answered.turn.clone());
        let version = self.record.version + 1;
        self.record = LaneRecord { version, stamp, session, order_numbers, last_turn };
        for decided in &turns {
            tell(decided, input);
        }
        for effect in &effects {
            act(&inner.wakeups, self.lane, effect);
        }
        Ok(Some(answered))
    }

    /// What the turns changed about tickets that were there before.
    fn ticket_changes(&self, turns: &[Decided], said: Option<TicketChange>) -> Vec<TicketChange> {
        let before = self.record.session.ticket();
        let after = turns.iter().filter_map(|decided| decided.turn.ticket.as_ref());
        let changed = after.filter(|ticket| {
            before.is_some_and(|before| before.ticket_id == ticket.ticket_id && before != *ticket)
        });
        let mut changes: Vec<TicketChange> = changed
            .map(|ticket| TicketChange {
                ticket_id: ticket.ticket_id,
                status: ticket.status,
                payment: ticket.payment,
                pos_reference: None,
                note: None,
            })
            .collect();
        if let Some(said) = said {
            // The turn knows better than the word what became of the payment.
            let known = changes.iter().find(|change| change.ticket_id == said.ticket_id);
            let payment = known.map_or(said.payment, |known| known.payment);
            changes.push(TicketChange { payment, ..said });
        }
        changes
    }

    async fn turns_missed(
        &mut self,
        session_id: Uuid,
        seen: Option<u32>,
        turn: u32,
    ) -> Result<Vec<String>, LaneError> {
        match seen {
            Some(seen) if seen < turn.saturating_sub(1) => {
                Ok(self.in_time(self.lanes.0.store.turns_between(session_id, seen, turn)).await?)
            }
            Some(_) | None => Ok(Vec::new()),
        }
    }
}

fn holds(order: &Order, item: &ItemId) -> bool {
    order.lines().iter().any(|line| line.holds(item))
}

/// An item on the order that is off the menu, on a line that is not marked yet.
fn unmarked(order: &Order, carte: &Carte) -> Option<ItemId> {
    let is_off = |id: &&ItemId| !carte.book.menu.item(id).is_some_and(|item| item.available);
    order.lines().iter().filter(|line| !line.out_of_stock).find_map(|line| {
        let parts = std::iter::once(&line.item).chain(line.components.iter().map(|part| &part.item));
        parts.into_iter().find(is_off).cloned()
    })
}

/// A first ticket takes the number that it was given.
fn numbers_after(numbers: OrderNumbers, messages: &[Message]) -> OrderNumbers {
    let first = messages.iter().find_map(|message| match &message.body {
        MessageBody::Created(ticket) if ticket.revision == 1 => Some(ticket),
        MessageBody::Created(_) | MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => None,
    });
    first.map_or(numbers, |ticket| OrderNumbers {
        business_date: Some(ticket.business_date),
        last: ticket.order_number,
    })
}

/// One line a turn, without the customer's words.
fn tell(decided: &Decided, input: &Input) {
    let turn = &decided.turn;
    let rows: Vec<&str> = turn.transitions.iter().map(|transition| transition.row).collect();
    let event = match input {
        Input::CarDetected { .. } => "car_detected",
        Input::Utterance { .. } => "utterance",
        Input::BargeIn => "barge_in",
        Input::Silence => "silence",
        Input::OutOfStock { .. } => "out_of_stock",
        Input::CarLeft => "car_left",
        Input::Tap { .. } => "tap",
        Input::Crew(_) => "crew",
        Input::Acknowledged => "acknowledged",
        Input::Rejected { .. } => "rejected",
        Input::PaymentProblem => "payment_problem",
    };
    metrics::counter!("carhop_turns_total", "event" => event, "state" => turn.state.as_str()).increment(1);
    tracing::info!(
        drive_thru.id = turn.drive_thru, lane.id = turn.lane, session.id = %turn.session_id, turn = turn.turn,
        event, state = turn.state.as_str(), rows = rows.join(" "), "turn",
    );
}
