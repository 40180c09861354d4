//! A lane in this process: its jobs wait in line and are done one at a time, each in a task of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fsm::ids::LaneKey;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::Instant;
use uuid::Uuid;

use crate::error::{Cursor, LaneError};
use crate::event::Envelope;
use crate::fail_point::{Step, around};
use crate::pos::PosWord;
use crate::service::{Answer, Lanes};
use crate::store::LaneRecord;
use crate::turn::Turning;

/// How many jobs a lane has at most, with the one that it does. The next is told to come again.
const JOBS_MAX: usize = 32;

/// Something for a lane to do.
pub(crate) trait Job: Send + 'static {
    /// What comes of it.
    type Done: Send + 'static;
    /// Whether it is decided on what other processes may have changed, and no commit that fails would tell.
    const READS_AGAIN: bool;

    fn run(self, turning: &mut Turning<'_>) -> impl Future<Output = Result<Self::Done, LaneError>> + Send;
}

/// Take an event.
pub(crate) struct TakeEvent(pub Envelope);

impl Job for TakeEvent {
    type Done = Answer;
    const READS_AGAIN: bool = false;

    async fn run(self, turning: &mut Turning<'_>) -> Result<Answer, LaneError> {
        turning.event(self.0).await
    }
}

/// Take what the POS says of a ticket.
pub(crate) struct TakeWord {
    pub ticket_id: Uuid,
    pub word: PosWord,
}

impl Job for TakeWord {
    type Done = ();
    const READS_AGAIN: bool = true;

    async fn run(self, turning: &mut Turning<'_>) -> Result<(), LaneError> {
        turning.pos(self.ticket_id, &self.word).await
    }
}

/// Look whether something on the order is off.
pub(crate) struct CheckStock;

impl Job for CheckStock {
    type Done = ();
    const READS_AGAIN: bool = true;

    async fn run(self, turning: &mut Turning<'_>) -> Result<(), LaneError> {
        turning.check_stock().await
    }
}

/// A lane as this process knows it.
pub(crate) struct Lane {
    pub key: LaneKey,
    places: Arc<Semaphore>,
    /// Held by the job that is done.
    known: Mutex<Known>,
    /// How many events wait so long for their reply that the customer is told to wait.
    late: AtomicUsize,
}

/// That an event waits so long for its reply, until it has it.
pub(crate) struct Late(Arc<Lane>);

impl Late {
    pub fn on(lane: Arc<Lane>) -> Self {
        lane.late.fetch_add(1, Ordering::Relaxed);
        Self(lane)
    }
}

impl Drop for Late {
    fn drop(&mut self) {
        self.0.late.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Default)]
struct Known {
    /// What the last job left; nothing where that is uncertain.
    record: Option<LaneRecord>,
    /// When the store last failed a job, and how.
    failure: Option<(Instant, LaneError)>,
}

impl Lane {
    pub fn new(key: LaneKey) -> Self {
        Self {
            key,
            places: Arc::new(Semaphore::new(JOBS_MAX)),
            known: Mutex::default(),
            late: AtomicUsize::new(0),
        }
    }

    pub fn is_late(&self) -> bool {
        self.late.load(Ordering::Relaxed) > 0
    }

    /// A place in the line; none if it is full.
    pub fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.places.clone().try_acquire_owned().ok()
    }
}

/// Does a job when it is its turn. Nobody may wait for it any more: a frontend that hangs up cancels nothing. A job that
/// panics takes nothing down but itself; the lane goes on from what is stored.
pub(crate) async fn work<J: Job>(
    lanes: Lanes,
    lane: Arc<Lane>,
    _place: OwnedSemaphorePermit,
    job: J,
    reply: oneshot::Sender<Result<J::Done, LaneError>>,
) {
    let came = Instant::now();
    let mut known = lane.known.lock().await;
    let failure = known.failure.as_ref().filter(|(at, _)| *at > came).map(|(_, error)| error.clone());
    let outcome = match failure {
        // The store failed while this one waited: it is not kept waiting for it once more.
        Some(error) => Err(error),
        None => attempt(&lanes, &lane.key, &mut known, job).await,
    };
    // The turn stands, whether somebody still wants to know of it or not.
    let _ = around(Step::Reply, async { reply.send(outcome) }).await;
    if known.record.as_ref().is_none_or(|record| record.version == 0) {
        lanes.let_go(&lane);
    }
}

async fn attempt<J: Job>(
    lanes: &Lanes,
    lane: &LaneKey,
    known: &mut Known,
    job: J,
) -> Result<J::Done, LaneError> {
    let may_be_old = J::READS_AGAIN && lanes.0.store.is_shared();
    let record = known.record.take().filter(|_| !may_be_old);
    let (outcome, store_failed) = match Turning::on(lanes, lane, record).await {
        Ok(mut turning) => {
            let outcome = job.run(&mut turning).await;
            let (cursor, store_failed) = (turning.cursor(), turning.store_failed);
            known.record = turning.into_record();
            (outcome.map_err(|error| error.at(cursor)), store_failed)
        }
        Err(error) => (Err(LaneError::from(error).at(Cursor::default())), true),
    };
    let failure = outcome.as_ref().err().filter(|_| store_failed);
    known.failure = failure.map(|error| (Instant::now(), error.clone()));
    outcome
}
