//! Load: what a turn is decided on, or why there is none to decide.

use std::iter;
use std::sync::Arc;

use fsm::dialogue::{CrewAct, Input};
use fsm::house::House;
use fsm::ids::ItemId;
use fsm::menu::MenuPart;
use fsm::order::Order;
use fsm::ticket::{Payment, TicketStatus};
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::documents::{DocumentsNow, Scene, said};
use super::full;
use super::judge::judge;
use super::lane_now::{Knowledge, LaneNow};
use super::rules::TurnRules;
use super::task::LaneTask;
use crate::actor::{Actor, Change};
use crate::answer::Answer;
use crate::clock::Clock;
use crate::error::{LaneError, TurnError};
use crate::event::{
    EventHead, EventRequest, InvalidEvent, LaneEvent, Name, OutOfStock, ReceivedEvent, Utterance,
};
use crate::keeper::Active;
use crate::menus::{ActiveMenu, MenuError, Menus};
use crate::pos::PosReport;
use crate::store::{EventRecord, MenuStore, StoreError, TicketChange, TicketStore, TurnStore};
use crate::tasks::Tasks;

/// The number of the turn that opens a session.
pub(super) const FIRST_TURN: u32 = 1;

/// What there is to do for a task.
#[expect(clippy::large_enum_variant, reason = "it is made and taken apart once in a turn, and never kept")]
pub(super) enum Load<'t> {
    /// A turn.
    Turn(Loaded<'t>),
    /// Nothing any more: the event was answered before, or no turn is needed.
    Settled(Option<Answer>),
}

/// What a turn is decided on, besides the lane.
pub(super) struct Loaded<'t> {
    pub event_id: Uuid,
    pub fingerprint: Uuid,
    /// The event as it stands in the audit log.
    pub json: Arc<str>,
    /// Whose key it came with.
    pub actor: Option<Actor>,
    /// When it happened.
    pub at: Timestamp,
    /// The last turn that the frontend has seen.
    pub seen: Option<u32>,
    pub cause: Cause<'t>,
    pub menu: Arc<ActiveMenu>,
    pub house: Option<Arc<Active<House>>>,
    pub rules: TurnRules,
    /// How many cars wait, if the frontend says so.
    pub cars_waiting: Option<u32>,
    /// What the turn makes of the POS's ticket.
    pub ticket_change: Option<TicketChange>,
    /// How old that ticket is, if the POS takes it.
    pub ticket_age: Option<SignedDuration>,
    /// The item that was taken off the menu for it.
    pub item_off: Option<ItemId>,
}

/// What a turn answers.
pub(super) enum Cause<'t> {
    /// Words, which a parser has to understand first.
    Said(&'t Utterance),
    /// What the machine takes as it is.
    Input(Input),
}

/// Finds out what there is to do.
pub(crate) struct Loader {
    pub turns: Arc<dyn TurnStore>,
    pub tickets: Arc<dyn TicketStore>,
    pub menus: Arc<Menus>,
    pub documents: DocumentsNow,
    pub stock: Arc<dyn MenuStore>,
    pub clock: Clock,
    pub tasks: Tasks,
}

impl Loader {
    /// What a task comes to where the lane is.
    ///
    /// # Errors
    /// [`TurnError::Outdated`] if that has to be found out again on a lane that is read again.
    pub(super) async fn load<'t>(
        &self,
        lane: &mut LaneNow<'_>,
        task: &'t LaneTask,
    ) -> Result<Load<'t>, TurnError> {
        match task {
            LaneTask::Event(received) => self.event(lane, received).await,
            LaneTask::PosReport { ticket_id, report, actor } => {
                self.report(lane, *ticket_id, report, actor.as_ref()).await
            }
            LaneTask::StockCheck => self.stock(lane).await,
            LaneTask::Wake(waking) => self.deadline(lane, *waking).await,
        }
    }

    async fn event<'t>(
        &self,
        lane: &mut LaneNow<'_>,
        received: &'t ReceivedEvent,
    ) -> Result<Load<'t>, TurnError> {
        // Taking an item off is more than a turn: it must not be done again.
        if matches!(&received.request, Ok(EventRequest { event: LaneEvent::OutOfStock(_), .. })) {
            if let Some(answer) = self.taken_before(lane, received).await? {
                return Ok(Load::Settled(Some(answer)));
            }
            if self.turns.is_shared() && lane.knowledge() == Knowledge::Remembered {
                lane.read(&*self.turns).await?;
            }
        }
        let menu = self.menus.of(&*self.stock, lane.key.drive_thru()).await?;
        let EventRequest { head, event, .. } = match judge(&received.request, lane.session(), &menu) {
            Ok(request) => request,
            // What is to be refused may have been taken before, or be judged by what another process has changed.
            Err(refusal) => {
                return match self.taken_before(lane, received).await? {
                    Some(answer) => Ok(Load::Settled(Some(answer))),
                    None if lane.knowledge() == Knowledge::Remembered => Err(TurnError::Outdated),
                    None => Err(refusal.into()),
                };
            }
        };
        if let Some(item) = event.item_off() {
            self.take_off(lane, item, received.actor.as_ref()).await?;
        }
        let is_last = full::calls_the_crew(event, lane.session());
        let cause = if is_last { Cause::Input(Input::Crew(CrewAct::TakeOver)) } else { cause(event) };
        let at = head.at.unwrap_or_else(|| (self.clock)());
        let scene = Scene { at, said: said(event), cars_waiting: head.cars_waiting };
        let (menu, house, rules) = self.documents.of(lane, scene).await?;
        Ok(Load::Turn(Loaded {
            event_id: received.id,
            fingerprint: received.fingerprint,
            json: received.json.clone(),
            actor: received.actor.clone(),
            at,
            seen: head.turn,
            cause,
            house,
            rules,
            cars_waiting: head.cars_waiting,
            menu,
            ticket_change: None,
            ticket_age: None,
            item_off: event.item_off().cloned(),
        }))
    }

    /// The stored answer, if the lane has taken the event before.
    async fn taken_before(
        &self,
        lane: &LaneNow<'_>,
        received: &ReceivedEvent,
    ) -> Result<Option<Answer>, TurnError> {
        match lane.in_time(self.turns.event(lane.key, received.id)).await? {
            Some(known) => self.stored_answer(lane, received, &known).await.map(Some),
            None => Ok(None),
        }
    }

    /// What a task comes to whose event another process has taken meanwhile.
    pub(super) async fn answer_again(
        &self,
        lane: &LaneNow<'_>,
        task: &LaneTask,
        known: &EventRecord,
    ) -> Result<Option<Answer>, TurnError> {
        match task {
            LaneTask::Event(received) => self.stored_answer(lane, received, known).await.map(Some),
            LaneTask::PosReport { .. } | LaneTask::Wake(_) => Ok(None),
            // There may be another item to mark.
            LaneTask::StockCheck => Err(TurnError::Outdated),
        }
    }

    /// What a task comes to that could not open a session: if that was open before, the same event opened it, and its
    /// id is forgotten. An id of a session stands for one car for ever.
    pub(super) async fn opened_before(
        &self,
        lane: &mut LaneNow<'_>,
        task: &LaneTask,
        session_id: Uuid,
    ) -> Result<Option<Answer>, TurnError> {
        let LaneTask::Event(received) = task else { return Err(TurnError::Outdated) };
        if lane.in_time(self.turns.turn(lane.key, session_id, FIRST_TURN)).await?.is_none() {
            return Err(TurnError::Outdated);
        }
        lane.read(&*self.turns).await?;
        // Another process may have taken it only now.
        match self.taken_before(lane, received).await? {
            Some(answer) => Ok(Some(answer)),
            None => Err(LaneError::EventForgotten { event_id: received.id, cursor: lane.cursor() }.into()),
        }
    }

    async fn stored_answer(
        &self,
        lane: &LaneNow<'_>,
        received: &ReceivedEvent,
        known: &EventRecord,
    ) -> Result<Answer, TurnError> {
        if known.fingerprint != received.fingerprint {
            return Err(LaneError::EventConflict(known.event_id).into());
        }
        let turn = lane.in_time(self.turns.turn(lane.key, known.session_id, known.turn)).await?;
        let turn = turn.ok_or_else(|| {
            // The store has answered: it does not fail those who wait behind this event.
            TurnError::Refused(StoreError::Unavailable("a stored turn is gone".to_owned()).into())
        })?;
        Ok(Answer { turn, missed: self.missed(lane, known).await?, replayed: true })
    }

    /// A turn if the ticket is the lane's pending one, else a change of the ticket.
    async fn report<'t>(
        &self,
        lane: &LaneNow<'_>,
        ticket_id: Uuid,
        report: &PosReport,
        actor: Option<&Actor>,
    ) -> Result<Load<'t>, TurnError> {
        // The lane was read before: while it waits for the ticket, only a turn of it notes what the POS says.
        let ticket =
            lane.in_time(self.tickets.ticket(ticket_id)).await?.ok_or(LaneError::Unknown("ticket"))?;
        if report.is_repetition(&ticket) {
            // It was stored before, and is written once more, so that it is as durable now as a turn. Only a name that the
            // POS had not given it yet is news.
            let reference = report.reference().filter(|_| ticket.pos_reference.is_none());
            let repeated = TicketChange {
                ticket_id,
                status: ticket.status,
                payment: None,
                pos_reference: reference.map(str::to_owned),
                note: None,
            };
            lane.in_time(self.tickets.change_ticket(ticket.status, repeated)).await?;
            return Ok(Load::Settled(None));
        }
        let Some(status) = report.status_after(ticket.status) else {
            return Err(LaneError::TicketState { status: ticket.status, cursor: lane.cursor() }.into());
        };
        let menu = self.menus.of(&*self.stock, lane.key.drive_thru()).await?;
        let item = report.item();
        if let Some(item) = item.filter(|item| menu.book.menu.item(item).is_none()) {
            return Err(no_such_item(lane, item));
        }
        let at = (self.clock)();
        let is_taken = status == TicketStatus::Acknowledged && ticket.status != status;
        let ticket_age = is_taken.then(|| at.duration_since(ticket.message.timestamp));
        let is_pending = lane.session().live_ticket().is_some_and(|pending| pending.ticket_id == ticket_id);
        let pays_at_window = !is_pending && matches!(report, PosReport::PaymentProblem { .. });
        let change = TicketChange {
            ticket_id,
            status,
            payment: pays_at_window.then_some(Payment::Window),
            pos_reference: report.reference().map(str::to_owned),
            note: Some(report.note(at, actor.cloned())),
        };
        if !is_pending {
            lane.in_time(self.tickets.change_ticket(ticket.status, change)).await?;
            crate::meters::ticket(status);
            ticket_age.into_iter().for_each(crate::meters::acknowledged);
            return Ok(Load::Settled(None));
        }
        let event_id = report.event_id(ticket_id, &ticket.history);
        let json = report.event(event_id, ticket_id).to_string();
        if let Some(item) = item {
            self.take_off(lane, item, actor).await?;
        }
        let (menu, house, rules) = self.documents.of(lane, Scene::silent(at)).await?;
        let on_order = |item: &&ItemId| lane.session().order().is_some_and(|order| holds(order, item));
        let input = match report {
            PosReport::Acknowledged { .. } => Input::Acknowledged,
            PosReport::Rejected { .. } => Input::Rejected { item: item.filter(on_order).cloned() },
            PosReport::PaymentProblem { .. } => Input::PaymentProblem,
        };
        Ok(Load::Turn(Loaded {
            event_id,
            fingerprint: Uuid::new_v5(&event_id, json.as_bytes()),
            json: json.into(),
            actor: actor.cloned(),
            at,
            seen: None,
            cause: Cause::Input(input),
            house,
            rules,
            cars_waiting: None,
            menu,
            ticket_change: Some(change),
            ticket_age,
            item_off: item.cloned(),
        }))
    }

    /// An out-of-stock turn if something on the order is off and not yet marked.
    async fn stock<'t>(&self, lane: &LaneNow<'_>) -> Result<Load<'t>, TurnError> {
        let at = (self.clock)();
        let (menu, house, rules) = self.documents.of(lane, Scene::silent(at)).await?;
        let Some(item) = lane.session().order().and_then(|order| unmarked(order, &menu)) else {
            return Ok(Load::Settled(None));
        };
        let cursor = lane.cursor();
        let name = format!("out_of_stock:{item}:{}", cursor.turn);
        let event_id = Uuid::new_v5(&cursor.session_id.unwrap_or_default(), name.as_bytes());
        let event = LaneEvent::OutOfStock(OutOfStock { item: Name(item.clone()) });
        let event = ReceivedEvent::from(EventRequest { id: event_id, head: EventHead::default(), event });
        Ok(Load::Turn(Loaded {
            event_id,
            fingerprint: event.fingerprint,
            json: event.json,
            actor: None,
            at,
            seen: None,
            cause: Cause::Input(Input::OutOfStock { item }),
            house,
            rules,
            cars_waiting: None,
            menu,
            ticket_change: None,
            ticket_age: None,
            item_off: None,
        }))
    }

    /// Takes an item off the menu, whatever becomes of the turn. One that is off until then stays so.
    async fn take_off(
        &self,
        lane: &LaneNow<'_>,
        item: &ItemId,
        actor: Option<&Actor>,
    ) -> Result<(), TurnError> {
        let (menus, store) = (self.menus.clone(), self.stock.clone());
        let (drive_thru, off) = (lane.key.drive_thru().to_owned(), MenuPart::from(item));
        let by = Change { now: (self.clock)(), by: actor.cloned() };
        if self.menus.of(&*self.stock, &drive_thru).await?.is_off_for_a_while(&off, by.now) {
            return Ok(());
        }
        let change = async move { menus.set_available(&*store, &drive_thru, &off, false.into(), by).await };
        let is_known = async {
            match self.tasks.finish(change).await {
                Ok(()) => Ok(true),
                // Another menu was put in use meanwhile.
                Err(MenuError::UnknownPart(_)) => Ok(false),
                Err(error) => Err(StoreError::Unavailable(error.to_string())),
            }
        };
        if lane.in_time(is_known).await? { Ok(()) } else { Err(no_such_item(lane, item)) }
    }
}

fn cause(event: &LaneEvent) -> Cause<'_> {
    Cause::Input(match event {
        LaneEvent::Utterance(said) => return Cause::Said(said),
        LaneEvent::CarDetected(car) => {
            Input::CarDetected { vehicle_id: car.vehicle_id.as_ref().map(|name| name.0.clone()) }
        }
        LaneEvent::BargeIn => Input::BargeIn,
        LaneEvent::Silence(silence) => Input::Silence { lasted: silence.seconds.duration() },
        LaneEvent::OutOfStock(OutOfStock { item }) => Input::OutOfStock { item: item.0.clone() },
        LaneEvent::CarLeft => Input::CarLeft,
        LaneEvent::Tap(touch) => Input::Tap { tap: touch.tap.clone().into(), by: touch.by },
        LaneEvent::Crew(crew) => Input::Crew(crew.act),
    })
}

fn no_such_item(lane: &LaneNow<'_>, item: &ItemId) -> TurnError {
    LaneError::Invalid(InvalidEvent::no_such_item(item), Some(lane.cursor())).into()
}

fn holds(order: &Order, item: &ItemId) -> bool {
    order.lines().iter().any(|line| line.holds(item))
}

/// An item on the order that is off the menu, on a line that is not marked yet.
fn unmarked(order: &Order, menu: &ActiveMenu) -> Option<ItemId> {
    let is_off = |id: &&ItemId| !menu.book.menu.item(id).is_some_and(|item| item.available);
    order.lines().iter().filter(|line| !line.out_of_stock).find_map(|line| {
        let parts = iter::once(&line.item).chain(line.components.iter().map(|part| &part.item));
        parts.into_iter().find(is_off).cloned()
    })
}
