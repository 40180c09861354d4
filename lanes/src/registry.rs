//! The lanes of this process: the tasks of each wait in line and are done one at a time, each by whoever waits for it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fsm::ids::LaneKey;
use fsm::machine::Session;
use futures_util::{StreamExt as _, stream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tracing::field::Empty;
use tracing::{Instrument as _, debug_span};

use crate::answer::Answer;
use crate::error::{Cursor, LaneError, TurnError};
use crate::health::Health;
use crate::pos::wakeups::Wakeups;
use crate::settings::Settings;
use crate::step::{Step, around};
use crate::store::{LaneRecord, StoreError, TurnStore};
use crate::tasks::Tasks;
use crate::turn::{LaneNow, LaneTask, Turns};

/// How many tasks a lane has at most, with the running one. Further callers are told that the lane is busy.
const TASKS_MAX: usize = 32;
/// How many lanes look at once at what is off.
const LOOKING_MAX: usize = 64;

/// Where tasks for lanes are handed in. Clones share the lanes.
#[derive(Clone)]
pub(crate) struct Registry(Arc<Inner>);

struct Inner {
    store: Arc<dyn TurnStore>,
    settings: Arc<Settings>,
    turns: Turns,
    tasks: Tasks,
    health: Health,
    mailboxes: Mutex<BTreeMap<LaneKey, Arc<Mailbox>>>,
}

type Outcome = Result<Option<Answer>, LaneError>;

impl Registry {
    pub fn new(
        store: Arc<dyn TurnStore>,
        settings: Arc<Settings>,
        turns: Turns,
        tasks: Tasks,
        health: Health,
    ) -> Self {
        Self(Arc::new(Inner { store, settings, turns, tasks, health, mailboxes: Mutex::default() }))
    }

    /// Lets a lane do a task, and waits for what comes of it. The task is done even if the caller stops waiting.
    ///
    /// # Errors
    /// [`LaneError`].
    pub async fn ask(&self, lane: &LaneKey, task: LaneTask) -> Outcome {
        let tasks = &self.0.tasks;
        // From here on, a service that stops waits for the task.
        let _hold = tasks.hold();
        if tasks.are_stopping() {
            let cursor = self.cursor(lane).await;
            return Err(LaneError::Unavailable { detail: "the service is stopping".to_owned(), cursor });
        }
        let mailbox = self.mailbox(lane);
        let Some(place) = mailbox.place() else {
            return Err(LaneError::Busy { cursor: self.cursor(lane).await });
        };
        // A part of what asks for it, such as a call that is traced.
        let span = debug_span!(
            "turn",
            task = task.name(),
            drive_thru.id = lane.drive_thru(),
            lane.id = lane.lane(),
            session.id = Empty,
            turn.number = Empty,
            turn.state = Empty,
            turn.rows = Empty,
        );
        match tasks.see_through(Box::pin(self.clone().work(mailbox, place, task).instrument(span))).await {
            Ok(outcome) => outcome,
            // The turn panicked. Whether it had committed, the same event id tells.
            Err(_) => {
                tracing::error!(drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), "a turn panicked");
                let cursor = self.cursor(lane).await;
                Err(LaneError::Unavailable { detail: "the turn was lost".to_owned(), cursor })
            }
        }
    }

    /// Lets the lanes of a drive-thru look at what is off, except one. A lane that cannot be told finds out when the POS
    /// refuses the ticket.
    pub async fn check_stock(&self, drive_thru: &str, except: Option<&LaneKey>) {
        self.may_look(|lane| lane.drive_thru() == drive_thru && Some(lane) != except).await;
    }

    /// Lets all lanes look at what is off.
    pub async fn check_all_stock(&self) {
        self.may_look(|_| true).await;
    }

    /// Lets lanes look at what is off, many at a time.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read which lanes there are; none has looked then.
    pub async fn have_look(&self, looks: impl FnMut(&LaneKey) -> bool) -> Result<(), StoreError> {
        let mut looks = looks;
        let active = self.0.store.active_lanes().await?;
        let lanes = stream::iter(active.iter().filter(|lane| looks(lane)));
        let look = async |lane: &LaneKey| {
            if let Err(error) = self.ask(lane, LaneTask::StockCheck).await {
                tracing::warn!(drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), %error, "a lane was not told what is off");
            }
        };
        lanes.for_each_concurrent(LOOKING_MAX, look).await;
        Ok(())
    }

    /// The same, where a lane that has not looked finds out otherwise.
    async fn may_look(&self, looks: impl FnMut(&LaneKey) -> bool) {
        if let Err(error) = self.have_look(looks).await {
            tracing::warn!(%error, "the lanes were not told what is off");
        }
    }

    /// Lets the other lanes look when one finds that an item is off, until the service stops. They look in tasks of
    /// their own: two lanes that wait for each other would wait for ever.
    pub async fn watch_stock(self, off: Arc<Wakeups>) {
        loop {
            let lanes = tokio::select! {
                lanes = off.take() => lanes,
                () = self.0.tasks.stopping() => return,
            };
            for lane in lanes {
                let registry = self.clone();
                self.0.tasks.spawn(async move { registry.check_stock(lane.drive_thru(), Some(&lane)).await });
            }
        }
    }

    /// Marks a lane as late until the mark is dropped.
    pub fn mark_late(&self, lane: &LaneKey) -> LateMark {
        let mailbox = self.mailbox(lane);
        mailbox.late.fetch_add(1, Ordering::Relaxed);
        LateMark(mailbox)
    }

    /// Whether an event of the lane waits so long for its reply that the customer is told to wait.
    pub fn is_late(&self, lane: &LaneKey) -> bool {
        self.mailboxes().get(lane).is_some_and(|mailbox| mailbox.late.load(Ordering::Relaxed) > 0)
    }

    /// How far a lane has come, as far as is known.
    pub async fn cursor(&self, lane: &LaneKey) -> Cursor {
        self.session(lane).await.map(|session| Cursor::of(&session)).unwrap_or_default()
    }

    /// The session of a lane as it is stored.
    pub async fn session(&self, lane: &LaneKey) -> Result<Arc<Session>, StoreError> {
        Ok(self.0.store.lane(lane).await?.session)
    }

    /// Runs a task when its turn comes, also if the caller has hung up by then. A task that panics stops nothing else;
    /// the lane continues from what is stored.
    async fn work(self, mailbox: Arc<Mailbox>, _place: OwnedSemaphorePermit, task: LaneTask) -> Outcome {
        let came = Instant::now();
        let mut memory = mailbox.memory.lock().await;
        let failure = memory.failure.as_ref().filter(|(at, _)| *at > came).map(|(_, error)| error.clone());
        let outcome = match failure {
            // The store failed while this task waited, so it does not wait for the store again.
            Some(error) => Err(error),
            None => self.run(&mailbox.lane, &mut memory, &task).await,
        };
        if memory.record.as_ref().is_none_or(|record| record.version == 0) {
            self.forget(&mailbox);
        }
        around(Step::Reply, async { outcome }).await
    }

    async fn run(&self, key: &LaneKey, memory: &mut Memory, task: &LaneTask) -> Outcome {
        let Inner { store, settings, turns, .. } = &*self.0;
        let may_be_old = task.needs_a_fresh_lane() && store.is_shared();
        let record = memory.record.take().filter(|_| !may_be_old);
        let agents_patience = settings.of(key.drive_thru()).agents.deadline;
        let (done, cursor) = match LaneNow::open(key, record, &**store, agents_patience).await {
            Ok(mut lane) => {
                let done = turns.run(&mut lane, task).await;
                let cursor = lane.cursor();
                memory.record = lane.into_memory();
                (done, cursor)
            }
            Err(error) => (Err(TurnError::StoreFailed(error)), Cursor::default()),
        };
        let store_failed = matches!(done, Err(TurnError::StoreFailed(_)));
        if let Err(TurnError::StoreFailed(error)) = &done {
            self.0.health.store_failed(error);
        }
        let outcome = done.map_err(|error| error.at(cursor));
        let failure = outcome.as_ref().err().filter(|_| store_failed);
        memory.failure = failure.map(|error| (Instant::now(), error.clone()));
        outcome
    }

    fn mailbox(&self, lane: &LaneKey) -> Arc<Mailbox> {
        let mut mailboxes = self.mailboxes();
        if let Some(mailbox) = mailboxes.get(lane) {
            return mailbox.clone();
        }
        let mailbox = Arc::new(Mailbox::new(lane.clone()));
        mailboxes.insert(lane.clone(), mailbox.clone());
        mailbox
    }

    /// Forgets a lane of which nothing is known, unless another task waits for it.
    fn forget(&self, mailbox: &Arc<Mailbox>) {
        let mut mailboxes = self.mailboxes();
        // Clones are made under this lock only: this one and the map's are the last.
        if Arc::strong_count(mailbox) <= 2 {
            mailboxes.remove(&mailbox.lane);
        }
    }

    fn mailboxes(&self) -> MutexGuard<'_, BTreeMap<LaneKey, Arc<Mailbox>>> {
        self.0.mailboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A lane's line of tasks.
struct Mailbox {
    lane: LaneKey,
    places: Arc<Semaphore>,
    /// Held by the task that is done.
    memory: tokio::sync::Mutex<Memory>,
    /// How many events wait so long for their reply that the customer is told to wait.
    late: AtomicUsize,
}

/// What a lane's tasks leave to the next.
#[derive(Default)]
struct Memory {
    /// The lane as the last task left it; nothing if that is uncertain.
    record: Option<LaneRecord>,
    /// When the store last failed a task, and how.
    failure: Option<(Instant, LaneError)>,
}

impl Mailbox {
    fn new(lane: LaneKey) -> Self {
        Self {
            lane,
            places: Arc::new(Semaphore::new(TASKS_MAX)),
            memory: tokio::sync::Mutex::default(),
            late: AtomicUsize::new(0),
        }
    }

    /// A place in the line; none if it is full.
    fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.places.clone().try_acquire_owned().ok()
    }
}

/// Marks a lane as late until it is dropped.
pub(crate) struct LateMark(Arc<Mailbox>);

impl Drop for LateMark {
    fn drop(&mut self) {
        self.0.late.fetch_sub(1, Ordering::Relaxed);
    }
}
