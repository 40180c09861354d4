//! A service of lanes, with all its parts: what the doors of a process are given.

mod asides;
mod documents;
mod forget;
mod rules;
mod sessions;

use std::collections::HashMap;
use std::sync::Arc;

use agents::{GrammarParser, PhraseBook, ResponseGenerator, UtteranceParser};
use fsm::dialogue::Say;
use fsm::house::House;
use fsm::house_rules::Witness;
use fsm::ids::LaneKey;
use fsm::machine::Deadline;
use jiff::Timestamp;
use parse::Languages;
use tokio::time::timeout;
use uuid::Uuid;

use crate::alarm::Alarm;
use crate::answer::Answer;
use crate::audit;
use crate::clock::Clock;
use crate::error::{Cursor, LaneError};
use crate::event::ReceivedEvent;
use crate::feed::Feeds;
use crate::health::Health;
use crate::house_rules::RuleVersions;
use crate::keeper::{self, Active, Keeper};
use crate::menus::{self, ActiveMenu, Menus};
use crate::pos::emitter::Emitter;
use crate::pos::outbox::Outbox;
use crate::pos::wakeups::Wakeups;
use crate::registry::Registry;
use crate::settings::Settings;
use crate::store::{AuditLog, LaneRecord, Store, StoreError};
use crate::tasks::Tasks;
use crate::tickets::Tickets;
use crate::turn::{Decider, DocumentsNow, LaneTask, Loader, Turns, Waking};

pub use self::rules::{InUse, VersionSummary};
pub use self::sessions::{SessionQuery, SessionSummary};

/// What a service's lanes are made of.
pub struct Parts {
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// Who understands.
    pub parser: Arc<dyn UtteranceParser>,
    /// Who words.
    pub generator: Arc<dyn ResponseGenerator>,
    /// The rules of the drive-thrus.
    pub settings: Settings,
    /// The languages that menus are read in.
    pub languages: Languages,
    /// The menu of every drive-thru that has none of its own.
    pub menu: Arc<ActiveMenu>,
    /// What the house of that menu says of itself, if it says anything.
    pub house: Option<Active<House>>,
    /// The time.
    pub clock: Clock,
    /// Who is told how the rules of houses were asked, as it is when a turn is explained.
    pub witness: Option<Arc<dyn Witness>>,
}

impl Parts {
    /// A menu's lanes without a model, with the rules and languages that come with the service, and the system's clock.
    pub fn new(store: Arc<dyn Store>, menu: impl Into<Arc<ActiveMenu>>) -> Self {
        Self {
            store,
            parser: Arc::new(GrammarParser),
            generator: Arc::new(PhraseBook),
            settings: Settings::default(),
            languages: Languages::default(),
            menu: menu.into(),
            house: None,
            clock: Arc::new(Timestamp::now),
            witness: None,
        }
    }
}

/// All lanes of a service. Clones share them.
#[derive(Clone)]
pub struct Lanes {
    store: Arc<dyn Store>,
    parser: Arc<dyn UtteranceParser>,
    generator: Arc<dyn ResponseGenerator>,
    settings: Arc<Settings>,
    menus: Arc<Menus>,
    houses: Arc<Keeper<House>>,
    rules: Arc<RuleVersions>,
    clock: Clock,
    registry: Registry,
    tickets: Tickets,
    feeds: Feeds,
    outbox: Arc<Wakeups>,
    tasks: Tasks,
    health: Health,
    /// They stop first: they need the lanes to the end.
    deliveries: Tasks,
}

impl Lanes {
    /// Opens the lanes on what the store knows.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`] if the store cannot be read.
    pub async fn open(parts: Parts) -> Result<Self, LaneError> {
        let Parts { store, parser, generator, settings, languages, menu, house, clock, witness } = parts;
        let houses = Arc::new(Keeper::load(house, &menu, &*store).await?);
        let rules = Arc::new(RuleVersions::load(&menu, settings.known_agents.clone(), &*store).await?);
        let menus = Arc::new(Menus::load(languages, menu, &*store, settings.menu_bytes_max).await?);
        let settings = Arc::new(settings);
        let health = Health::default();
        let (tasks, deliveries) = (Tasks::default(), Tasks::default());
        let (outbox, stock) = (Arc::<Wakeups>::default(), Arc::<Wakeups>::default());

        let loader = Loader {
            turns: store.clone(),
            tickets: store.clone(),
            menus: menus.clone(),
            documents: DocumentsNow {
                menus: menus.clone(),
                houses: houses.clone(),
                rules: rules.clone(),
                settings: settings.clone(),
                store: store.clone(),
                stock: store.clone(),
                witness: witness.clone(),
            },
            stock: store.clone(),
            clock: clock.clone(),
            tasks: tasks.clone(),
        };
        let decider = Decider {
            parser: parser.clone(),
            generator: generator.clone(),
            settings: settings.clone(),
            clock: clock.clone(),
            witness,
        };
        let turns = Turns::new(loader, decider, outbox.clone(), stock.clone());
        let registry = Registry::new(store.clone(), settings.clone(), turns, tasks.clone(), health.clone());
        let tickets = Tickets {
            store: store.clone(),
            outbox: store.clone(),
            registry: registry.clone(),
            clock: clock.clone(),
            wakeups: outbox.clone(),
            menus: menus.clone(),
        };
        let feeds = Feeds::new(store.clone(), store.clone(), store.clone(), tasks.clone());

        tasks.spawn(registry.clone().watch_stock(stock));
        if store.is_shared() {
            tasks.spawn(menus::watch(menus.clone(), store.clone(), tasks.clone()));
            tasks.spawn(keeper::watch(houses.clone(), store.clone(), tasks.clone()));
            tasks.spawn(keeper::watch(rules.histories().clone(), store.clone(), tasks.clone()));
        }
        // A crash may have come between taking an item off and telling the lanes.
        let may_lack = |drive_thru: &str| menus.may_lack(drive_thru) || rules.history(drive_thru).is_some();
        let mut known = HashMap::new();
        let looks = |lane: &LaneKey| {
            let drive_thru = lane.drive_thru();
            *known.entry(drive_thru.to_owned()).or_insert_with(|| may_lack(drive_thru))
        };
        registry.have_look(looks).await?;
        Ok(Self {
            store,
            parser,
            generator,
            settings,
            menus,
            houses,
            rules,
            clock,
            registry,
            tickets,
            feeds,
            outbox,
            tasks,
            health,
            deliveries,
        })
    }

    /// Delivers what turns leave in the outbox, until the service stops.
    pub fn start_outbox(&self, emitter: Arc<dyn Emitter>) {
        let (store, tickets, clock) = (self.store.clone(), self.tickets.clone(), self.clock.clone());
        let outbox =
            Outbox::new(store, tickets, emitter, clock, self.outbox.clone(), self.deliveries.clone());
        self.deliveries.spawn(outbox.deliver());
    }

    /// Sees to deadlines that have passed, until the service stops.
    pub fn start_alarm(&self) {
        self.deliveries.spawn(self.alarm().ring());
    }

    /// Sees to deadlines that have passed, once.
    pub async fn wake_due(&self) {
        self.alarm().see_to_due().await;
    }

    fn alarm(&self) -> Alarm {
        let (store, registry, tickets) = (self.store.clone(), self.registry.clone(), self.tickets.clone());
        Alarm { store, registry, tickets, clock: self.clock.clone(), tasks: self.deliveries.clone() }
    }

    /// The tickets of all drive-thrus.
    pub fn tickets(&self) -> &Tickets {
        &self.tickets
    }

    /// Where lanes and drive-thrus are followed.
    pub fn feeds(&self) -> &Feeds {
        &self.feeds
    }

    /// Takes an event that just came from a lane's frontend: one that happened lately.
    ///
    /// # Errors
    /// As [`Lanes::take`] has them.
    pub async fn take_live(&self, lane: &LaneKey, event: ReceivedEvent) -> Result<Answer, LaneError> {
        let event = event.without_long_numbers(self.menus.languages());
        self.answer(lane, event.lately((self.clock)())).await
    }

    /// Takes an event on a lane, whenever it happened. Its turn goes on when the caller hangs up.
    ///
    /// # Errors
    /// [`LaneError`]; nothing has changed then, except that after [`LaneError::Unavailable`] only the same event id
    /// tells.
    pub async fn take(&self, lane: &LaneKey, event: ReceivedEvent) -> Result<Answer, LaneError> {
        self.answer(lane, event.without_long_numbers(self.menus.languages())).await
    }

    async fn answer(&self, lane: &LaneKey, event: ReceivedEvent) -> Result<Answer, LaneError> {
        let answer = async {
            // An idle lane takes no turn.
            let idle = LaneError::Idle { cursor: Cursor::default() };
            self.registry.ask(lane, LaneTask::Event(event)).await?.ok_or(idle)
        };
        tokio::pin!(answer);
        let hold_after = self.settings.of(lane.drive_thru()).agents.hold_after;
        if let Ok(answer) = timeout(hold_after, &mut answer).await {
            return answer;
        }
        metrics::counter!("carhop_late_replies_total").increment(1);
        tracing::warn!(drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), "a reply is late");
        let _late = self.registry.mark_late(lane);
        if let Some(say) = self.holding(lane) {
            self.feeds.hold(lane, say);
        }
        answer.await
    }

    /// What the customer is told while a reply is late, by the process that takes the event. The frontend says it once.
    pub fn holding(&self, lane: &LaneKey) -> Option<Say> {
        let is_late = self.registry.is_late(lane);
        is_late.then(|| speak::holding(&self.menus.at_hand(lane.drive_thru()).book.menu.locale))
    }

    /// The lane's last turn; none on an idle lane.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn last_turn(&self, lane: &LaneKey) -> Result<Option<Arc<str>>, LaneError> {
        Ok(self.store.lane(lane).await?.last_turn)
    }

    /// Every lane of a drive-thru that was ever used.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn of_drive_thru(&self, drive_thru: &str) -> Result<Vec<(LaneKey, LaneRecord)>, LaneError> {
        Ok(self.store.lanes(drive_thru).await?)
    }

    /// A session's audit log.
    ///
    /// # Errors
    /// [`LaneError::Unknown`] or [`LaneError::Unavailable`].
    pub async fn audit(&self, session_id: Uuid) -> Result<AuditLog, LaneError> {
        self.store.audit(session_id).await?.ok_or(LaneError::Unknown("session"))
    }

    /// The lane that a session is or was on.
    ///
    /// # Errors
    /// [`LaneError::Unknown`] or [`LaneError::Unavailable`].
    pub async fn lane_of_session(&self, session_id: Uuid) -> Result<LaneKey, LaneError> {
        let log = self.store.audit_after(session_id, 0, 0).await?;
        log.map(|log| log.lane).ok_or(LaneError::Unknown("session"))
    }

    /// A page of a session's audit log: the turns after one, `limit` at most and as many as fit into an answer. And whether
    /// there are more.
    ///
    /// # Errors
    /// [`LaneError::Unknown`] or [`LaneError::Unavailable`].
    pub async fn audit_page(
        &self,
        session_id: Uuid,
        after: u32,
        limit: usize,
    ) -> Result<(AuditLog, bool), LaneError> {
        audit::page(&*self.store, session_id, after, limit).await?.ok_or(LaneError::Unknown("session"))
    }

    /// The text of a document that a turn names; none if it is not kept any more.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn document(&self, hash: Uuid) -> Result<Option<String>, LaneError> {
        Ok(self.store.document(hash).await?)
    }

    /// Tells a lane what of its order is off by now, as after a change of the menu.
    ///
    /// # Errors
    /// [`LaneError`], as [`Lanes::take`] has it.
    pub async fn check_stock(&self, lane: &LaneKey) -> Result<(), LaneError> {
        self.registry.ask(lane, LaneTask::StockCheck).await.map(drop)
    }

    /// Has a deadline of a lane pass, whatever the time is, as when a session is replayed. Nothing happens on a lane that does not
    /// wait for it.
    ///
    /// # Errors
    /// [`LaneError`], as [`Lanes::take`] has it.
    pub async fn pass(&self, lane: &LaneKey, deadline: Deadline) -> Result<(), LaneError> {
        self.registry.ask(lane, LaneTask::Wake(Waking::For(deadline))).await.map(drop)
    }

    /// Proves that a commit works, and that turns were stored lately.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`], which says which part is not well.
    pub async fn probe(&self) -> Result<(), LaneError> {
        self.store.probe().await?;
        let red = self.health.red();
        red.map_or(Ok(()), |detail| Err(StoreError::Unavailable(detail).into()))
    }

    /// Looks whether what is stored can be read, and has [`Lanes::probe`] tell what cannot.
    pub async fn check_store(&self) {
        let damage = self.store.check().await.err();
        self.health.found(damage.map(|error| error.to_string()));
    }

    /// Takes no more events and finishes what is under way: first the deliveries, then the turns.
    pub async fn close(&self) {
        self.deliveries.close().await;
        self.tasks.close().await;
    }
}
