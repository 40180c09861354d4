//! All lanes of a service: what the interface calls.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agents::{ResponseGenerator, UtteranceParser};
use fsm::dialogue::{Acts, Say};
use fsm::ids::{ItemId, LaneKey};
use fsm::machine::Expectation;
use fsm::ticket::{Message, MessageBody, TicketData, TicketStatus, VoidData};
use jiff::Timestamp;
use parse::{Languages, Utterance};
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::error::{Cursor, LaneError};
use crate::event::{self, Envelope};
use crate::feed::Feeds;
use crate::house::Houses;
use crate::lane::{self, CheckStock, Job, Lane, Late, TakeEvent, TakeWord};
use crate::menus::{Carte, MenuError, Menus};
use crate::pos::PosWord;
use crate::pos::emitter::Emitter;
use crate::pos::outbox;
use crate::pos::wakeups::Wakeups;
use crate::store::{AuditLog, LaneRecord, Sending, Store, StoreError, TicketNote, TicketRecord};

/// How soon a menu that another process put in use is used here.
const MENUS_LOOKED_AT_EVERY: Duration = Duration::from_secs(1);

/// The time, as the service reads it; tests and replays bring their own.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// What a service's lanes are made of.
pub struct Parts {
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// Who understands.
    pub parser: Arc<dyn UtteranceParser>,
    /// Who words.
    pub generator: Arc<dyn ResponseGenerator>,
    /// The rules of the houses.
    pub houses: Houses,
    /// The languages that menus are read in.
    pub languages: Languages,
    /// The menu of every drive-thru that has none of its own.
    pub menu: Carte,
    /// The time.
    pub clock: Clock,
}

/// All lanes of a service. Clones share them.
#[derive(Clone)]
pub struct Lanes(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub store: Arc<dyn Store>,
    pub parser: Arc<dyn UtteranceParser>,
    pub generator: Arc<dyn ResponseGenerator>,
    pub houses: Houses,
    pub menus: Menus,
    pub clock: Clock,
    pub wakeups: Wakeups,
    pub feeds: Feeds,
    /// Stops deliveries, which need the lanes to the end.
    pub stop_outbox: CancellationToken,
    pub deliveries: TaskTracker,
    pub stop: CancellationToken,
    pub tasks: TaskTracker,
    lanes_here: Mutex<BTreeMap<LaneKey, Arc<Lane>>>,
}

/// A turn as it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The turn's JSON.
    pub turn: String,
    /// The turns that the frontend has missed, where it said which it has seen.
    pub missed: Vec<String>,
    /// Whether the event had been taken before.
    pub replayed: bool,
}

impl Answer {
    /// The turn's JSON, with the turns that were missed if there are any.
    pub fn body(&self) -> String {
        match self.turn.strip_suffix('}') {
            Some(open) if !self.missed.is_empty() => {
                format!("{open},\"missed\":[{}]}}", self.missed.join(","))
            }
            Some(_) | None => self.turn.clone(),
        }
    }
}

impl Lanes {
    /// Opens the lanes on what the store knows.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`] if the store cannot be read.
    pub async fn open(parts: Parts) -> Result<Self, LaneError> {
        let menus = Menus::load(parts.languages, parts.menu, &*parts.store).await?;
        let lanes = Self(Arc::new(Inner {
            store: parts.store,
            parser: parts.parser,
            generator: parts.generator,
            houses: parts.houses,
            menus,
            clock: parts.clock,
            wakeups: Wakeups::default(),
            feeds: Feeds::default(),
            stop_outbox: CancellationToken::new(),
            deliveries: TaskTracker::new(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            lanes_here: Mutex::default(),
        }));
        if lanes.0.store.is_shared() {
            lanes.0.tasks.spawn(watch_menus(lanes.clone()));
        }
        // A crash may have come between taking an item off and telling the lanes.
        for lane in lanes.0.store.active_lanes().await? {
            if let Err(error) = lanes.check_stock(&lane).await {
                tracing::warn!(drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), %error, "a lane could not be told what is off");
            }
        }
        Ok(lanes)
    }

    /// Delivers what turns leave in the outbox, until the service stops.
    pub fn start_outbox(&self, emitter: Box<dyn Emitter>) {
        self.0.deliveries.spawn(outbox::deliver(self.clone(), emitter));
    }

    /// Takes an event on a lane. Its turn goes on when the caller hangs up.
    ///
    /// # Errors
    /// [`LaneError`]; nothing has changed then, except that after [`LaneError::Unavailable`] only the same event id
    /// tells.
    pub async fn take(&self, lane: &LaneKey, envelope: Envelope) -> Result<Answer, LaneError> {
        let answer = self.ask(lane, TakeEvent(envelope));
        tokio::pin!(answer);
        let hold_after = self.0.houses.of(lane.drive_thru()).agents.hold_after;
        if let Ok(answer) = timeout(hold_after, &mut answer).await {
            return answer;
        }
        metrics::counter!("carhop_late_replies_total").increment(1);
        tracing::warn!(drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), "a reply is late");
        let _late = Late::on(self.here(lane));
        if let Some(say) = self.holding(lane) {
            self.0.feeds.hold(lane, say);
        }
        answer.await
    }

    /// What the customer is told while a reply is late, by the process that takes the event. The frontend says it once.
    pub fn holding(&self, lane: &LaneKey) -> Option<Say> {
        let is_late = self.lanes_here().get(lane).is_some_and(|lane| lane.is_late());
        is_late.then(|| speak::holding(&self.menu(lane.drive_thru()).book.menu.locale))
    }

    /// The lane's last turn; none on an idle lane.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn last_turn(&self, lane: &LaneKey) -> Result<Option<String>, LaneError> {
        Ok(self.0.store.lane(lane).await?.last_turn)
    }

    /// Every lane of a drive-thru that was ever used.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn of_drive_thru(&self, drive_thru: &str) -> Result<Vec<(LaneKey, LaneRecord)>, LaneError> {
        Ok(self.0.store.lanes(drive_thru).await?)
    }

    /// A session's audit log.
    ///
    /// # Errors
    /// [`LaneError::Unknown`] or [`LaneError::Unavailable`].
    pub async fn audit(&self, session_id: Uuid) -> Result<AuditLog, LaneError> {
        self.0.store.audit(session_id).await?.ok_or(LaneError::Unknown("session"))
    }

    /// The menu of a drive-thru.
    pub fn menu(&self, drive_thru: &str) -> Arc<Carte> {
        self.0.menus.of(drive_thru)
    }

    /// Whether a drive-thru has a menu of its own.
    pub fn has_own_menu(&self, drive_thru: &str) -> bool {
        self.0.menus.has_own(drive_thru)
    }

    /// Puts a menu in use. Open orders that hold what is gone get their out-of-stock turns.
    ///
    /// # Errors
    /// [`MenuError`]; the menu in use stays in use then.
    pub async fn put_menu(
        &self,
        drive_thru: &str,
        document: Value,
        if_match: Option<&str>,
    ) -> Result<Arc<Carte>, MenuError> {
        let (lanes, drive_thru, if_match) =
            (self.clone(), drive_thru.to_owned(), if_match.map(str::to_owned));
        self.finish(async move {
            let store = &*lanes.0.store;
            let carte = lanes.0.menus.put(store, &drive_thru, document, if_match.as_deref()).await?;
            lanes.tell_lanes(&drive_thru, None).await;
            Ok(carte)
        })
        .await
    }

    /// Takes an item off or puts it back on. Each open order that holds it gets its out-of-stock turn.
    ///
    /// # Errors
    /// [`MenuError::UnknownItem`] or [`MenuError::Store`].
    pub async fn set_available(
        &self,
        drive_thru: &str,
        item: &ItemId,
        available: bool,
    ) -> Result<(), MenuError> {
        let (lanes, drive_thru, item) = (self.clone(), drive_thru.to_owned(), item.clone());
        self.finish(async move {
            lanes.0.menus.set_available(&*lanes.0.store, &drive_thru, &item, available).await?;
            if !available {
                lanes.tell_lanes(&drive_thru, None).await;
            }
            Ok(())
        })
        .await
    }

    /// Takes an item off for a turn, which tells the lanes once it is stored.
    pub(crate) async fn take_off(&self, drive_thru: &str, item: &ItemId) -> Result<(), MenuError> {
        let (lanes, drive_thru, item) = (self.clone(), drive_thru.to_owned(), item.clone());
        self.finish(
            async move { lanes.0.menus.set_available(&*lanes.0.store, &drive_thru, &item, false).await },
        )
        .await
    }

    /// Makes a change of menus, also when the caller hangs up meanwhile: what is stored is in use.
    async fn finish<T: Send + 'static>(
        &self,
        change: impl Future<Output = Result<T, MenuError>> + Send + 'static,
    ) -> Result<T, MenuError> {
        let lost = |_| Err(StoreError::Unavailable("the change was lost".to_owned()).into());
        self.0.tasks.spawn(change).await.unwrap_or_else(lost)
    }

    /// Lets the lanes of a drive-thru look at what is off. A lane that cannot be told finds out when the
    /// POS refuses the ticket.
    pub(crate) async fn tell_lanes(&self, drive_thru: &str, but: Option<&LaneKey>) {
        let Ok(active) = self.0.store.active_lanes().await else { return };
        for lane in active.iter().filter(|lane| lane.drive_thru() == drive_thru && Some(*lane) != but) {
            if let Err(error) = self.check_stock(lane).await {
                tracing::warn!(drive_thru.id = drive_thru, lane.id = lane.lane(), %error, "a lane was not told what is off");
            }
        }
    }

    async fn check_stock(&self, lane: &LaneKey) -> Result<(), LaneError> {
        self.ask(lane, CheckStock).await
    }

    /// Understands a text as a lane would, and changes nothing.
    ///
    /// # Errors
    /// [`LaneError::Invalid`] for a text that is none, or [`LaneError::Unavailable`].
    pub async fn parse(
        &self,
        drive_thru: &str,
        text: &str,
        expectation: Option<Expectation>,
        lane: Option<&LaneKey>,
    ) -> Result<Acts, LaneError> {
        event::check_text(text).map_err(|fault| LaneError::Invalid(fault, None))?;
        let carte = self.0.menus.of(drive_thru);
        let record = match lane {
            Some(lane) => self.0.store.lane(lane).await?,
            None => LaneRecord::default(),
        };
        let state = record.session.kind();
        let by_default = if lane.is_some() { state.expectation() } else { Expectation::FreeFormOrdering };
        let utterance = Utterance {
            text,
            state,
            expectation: expectation.unwrap_or(by_default),
            question: record.session.question(),
            about: record.session.asked_about(),
            order: record.session.order(),
            book: &carte.book,
        };
        let brief = self.0.houses.of(drive_thru).brief(drive_thru, &record.session);
        Ok(self.0.parser.parse(utterance, brief).await)
    }

    /// A ticket with its history.
    ///
    /// # Errors
    /// [`LaneError::Unknown`] or [`LaneError::Unavailable`].
    pub async fn ticket(&self, ticket_id: Uuid) -> Result<TicketRecord, LaneError> {
        self.0.store.ticket(ticket_id).await?.ok_or(LaneError::Unknown("ticket"))
    }

    /// What the POS says of a ticket. If it is its lane's pending one, the lane takes a turn.
    ///
    /// # Errors
    /// [`LaneError::TicketState`] if it contradicts what the POS said before.
    pub async fn word_from_pos(&self, ticket_id: Uuid, word: PosWord) -> Result<TicketRecord, LaneError> {
        let ticket = self.ticket(ticket_id).await?;
        self.ask(&ticket.lane, TakeWord { ticket_id, word }).await?;
        self.ticket(ticket_id).await
    }

    /// The newest tickets of a drive-thru, of one status or of any.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn tickets(
        &self,
        drive_thru: &str,
        status: Option<TicketStatus>,
        limit: usize,
    ) -> Result<Vec<TicketRecord>, LaneError> {
        Ok(self.0.store.tickets(drive_thru, status, limit).await?)
    }

    /// Sends a ticket to the POS again, by the word of an operator; a dead one is pending then. Of a void one, that it is
    /// void is sent again if that was given up.
    ///
    /// # Errors
    /// [`LaneError::TicketState`] if it is neither of that, [`LaneError::TicketInUse`] if a message about it still waits.
    pub async fn resend(&self, ticket_id: Uuid) -> Result<TicketRecord, LaneError> {
        let ticket = self.ticket(ticket_id).await?;
        if ticket.has_given_up_void() {
            let message = self.void_message(&ticket, "sent again".to_owned())?;
            let kind = message.body.kind().to_owned();
            return self.send(message, ticket.status, ticket.status, "resent", Some(kind)).await;
        }
        let ticket = self.unsettled_ticket(ticket_id).await?;
        self.send(ticket.message, ticket.status, TicketStatus::Pending, "resent", None).await
    }

    /// Voids a ticket, by the word of an operator, and tells the POS so.
    ///
    /// # Errors
    /// [`LaneError::TicketState`] if it is neither pending nor dead, [`LaneError::TicketInUse`] if its lane waits for
    /// what the POS says of it: the lane would wait for ever.
    pub async fn void(&self, ticket_id: Uuid, reason: String) -> Result<TicketRecord, LaneError> {
        let ticket = self.unsettled_ticket(ticket_id).await?;
        // A lane that does not wait for a ticket never does again, so this may be looked at outside of its turns.
        let session = self.0.store.lane(&ticket.lane).await?.session;
        if session.pending_ticket().is_some_and(|pending| pending.ticket_id == ticket_id) {
            return Err(LaneError::TicketInUse {
                detail: "the lane waits for this ticket: reject it, or void it once the car has left",
                cursor: Cursor::of(&session),
            });
        }
        let message = self.void_message(&ticket, reason.clone())?;
        self.send(message, ticket.status, TicketStatus::Voided, "voided", Some(reason)).await
    }

    fn void_message(&self, ticket: &TicketRecord, reason: String) -> Result<Message, LaneError> {
        let MessageBody::Created(data) = &ticket.message.body else {
            return Err(LaneError::Unknown("ticket"));
        };
        let TicketData { ticket_id, order_id, revision, .. } = **data;
        let void = VoidData { ticket_id, order_id, revision, reason };
        Ok(Message { timestamp: (self.0.clock)(), body: MessageBody::Voided(void) })
    }

    /// A ticket that the POS has neither taken nor refused, and that is not void.
    async fn unsettled_ticket(&self, ticket_id: Uuid) -> Result<TicketRecord, LaneError> {
        let ticket = self.ticket(ticket_id).await?;
        match ticket.status {
            TicketStatus::Pending | TicketStatus::Dead => Ok(ticket),
            status @ (TicketStatus::Acknowledged | TicketStatus::Rejected | TicketStatus::Voided) => {
                Err(LaneError::TicketState { status, cursor: self.cursor(&ticket.lane).await })
            }
        }
    }

    async fn send(
        &self,
        message: Message,
        status_before: TicketStatus,
        status: TicketStatus,
        what: &str,
        detail: Option<String>,
    ) -> Result<TicketRecord, LaneError> {
        let (ticket_id, kind) = (message.body.ticket_id(), message.body.kind());
        let note = TicketNote { at: (self.0.clock)(), what: what.to_owned(), detail, id: None };
        if !self.0.store.send(Sending { status_before, status, note, message }).await? {
            let ticket = self.unsettled_ticket(ticket_id).await?;
            return Err(LaneError::TicketInUse {
                detail: "a message about the ticket is on its way: look again once it is delivered or given up",
                cursor: self.cursor(&ticket.lane).await,
            });
        }
        tracing::info!(ticket.id = %ticket_id, message = kind, "an operator sends a message");
        let ticket = self.ticket(ticket_id).await?;
        self.0.wakeups.add(ticket.lane.clone());
        Ok(ticket)
    }

    /// Proves that a commit works.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn probe(&self) -> Result<(), LaneError> {
        Ok(self.0.store.probe().await?)
    }

    /// Takes no more events and finishes what is under way: first the deliveries, then the turns.
    pub async fn close(&self) {
        self.0.stop_outbox.cancel();
        self.0.deliveries.close();
        self.0.deliveries.wait().await;
        self.0.stop.cancel();
        self.0.tasks.close();
        self.0.tasks.wait().await;
        self.0.store.finish().await;
    }

    /// Lets a lane do a job, and waits for what comes of it.
    async fn ask<J: Job>(&self, lane: &LaneKey, job: J) -> Result<J::Done, LaneError> {
        // From here on a service that stops waits for the job.
        let _token = self.0.tasks.token();
        if self.0.stop.is_cancelled() {
            let cursor = self.cursor(lane).await;
            return Err(LaneError::Unavailable { detail: "the service is stopping".to_owned(), cursor });
        }
        let here = self.here(lane);
        let Some(place) = here.place() else {
            return Err(LaneError::Busy { cursor: self.cursor(lane).await });
        };
        let (reply, answer) = oneshot::channel();
        self.0.tasks.spawn(lane::work(self.clone(), here, place, job, reply));
        match answer.await {
            Ok(outcome) => outcome,
            // The turn panicked. Whether it had committed, the same event id tells.
            Err(_) => {
                tracing::error!(drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), "a turn panicked");
                let cursor = self.cursor(lane).await;
                Err(LaneError::Unavailable { detail: "the turn was lost".to_owned(), cursor })
            }
        }
    }

    /// A lane, as this process knows it.
    fn here(&self, key: &LaneKey) -> Arc<Lane> {
        let mut lanes = self.lanes_here();
        if let Some(lane) = lanes.get(key) {
            return lane.clone();
        }
        let lane = Arc::new(Lane::new(key.clone()));
        lanes.insert(key.clone(), lane.clone());
        lane
    }

    /// Forgets a lane of which nothing is known, unless another job waits for it.
    pub(crate) fn let_go(&self, lane: &Arc<Lane>) {
        let mut lanes = self.lanes_here();
        // Clones are made under this lock only: this one and the map's are the last.
        if Arc::strong_count(lane) <= 2 {
            lanes.remove(&lane.key);
        }
    }

    async fn cursor(&self, lane: &LaneKey) -> Cursor {
        self.0.store.lane(lane).await.map(|record| Cursor::of(&record.session)).unwrap_or_default()
    }

    fn lanes_here(&self) -> MutexGuard<'_, BTreeMap<LaneKey, Arc<Lane>>> {
        self.0.lanes_here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes over the menus that other processes put in use, until the service stops.
async fn watch_menus(lanes: Lanes) {
    let mut known = None;
    loop {
        tokio::select! {
            () = tokio::time::sleep(MENUS_LOOKED_AT_EVERY) => {}
            () = lanes.0.stop.cancelled() => return,
        }
        let store = &*lanes.0.store;
        // A store that cannot be read now is asked again, and those who need it are told by then.
        let Ok(stamp) = store.menu_stamp().await else { continue };
        if known == Some(stamp) {
            continue;
        }
        match lanes.0.menus.reload(store).await {
            Ok(()) => known = Some(stamp),
            Err(error) => tracing::warn!(%error, "the menus could not be read again"),
        }
    }
}
