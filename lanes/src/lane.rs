//! One lane's task: a bounded mailbox, one turn at a time, each turn in a task of its own.

use std::time::Duration;

use fsm::ids::LaneKey;
use fsm::session::Session;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use uuid::Uuid;

use crate::error::{Cursor, LaneError};
use crate::event::Envelope;
use crate::fail_point::{Step, around};
use crate::pos::PosWord;
use crate::service::{Answer, Lanes};
use crate::store::LaneRecord;
use crate::turn::Turning;

/// How many jobs wait in front of a lane. The next is told to come again.
pub const MAILBOX_JOBS_MAX: usize = 32;
/// How long a lane without a job keeps its task.
const LINGER: Duration = Duration::from_secs(60);

/// Something for a lane to do.
pub(crate) enum Job {
    /// Take an event.
    Event { envelope: Box<Envelope>, reply: Reply<Answer> },
    /// Take what the POS says of a ticket.
    Pos { ticket_id: Uuid, word: PosWord, reply: Reply<()> },
    /// Look whether something on the order is off.
    CheckStock { reply: Reply<()> },
}

/// Where the outcome of a job goes. Nobody may be waiting any more: a frontend that hangs up cancels nothing.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, LaneError>>;

/// Does a lane's jobs, one at a time.
pub(crate) async fn run(lanes: Lanes, lane: LaneKey, mut jobs: mpsc::Receiver<Job>) {
    let mut known = None;
    loop {
        let job = match timeout(LINGER, jobs.recv()).await {
            Ok(Some(job)) => job,
            // The service stops, and every job that was posted is done.
            Ok(None) => return,
            Err(_) if may_end(&lanes, known.as_ref()) && lanes.let_go(&lane, &jobs) => return,
            Err(_) => continue,
        };
        // A turn that panics takes nothing down but itself; the lane goes on from what is stored.
        let turn = tokio::spawn(work(lanes.clone(), lane.clone(), known.take(), job));
        known = match turn.await {
            Ok(record) => record,
            Err(error) => {
                tracing::error!(drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), %error, "a turn panicked");
                None
            }
        };
    }
}

/// An idle lane, and any where other processes are: its car may be at home with them by now.
fn may_end(lanes: &Lanes, known: Option<&LaneRecord>) -> bool {
    lanes.0.store.is_shared() || known.is_none_or(|record| record.session == Session::idle())
}

/// Does one job. Gives back what is known of the lane after it; nothing where that is uncertain.
async fn work(lanes: Lanes, lane: LaneKey, known: Option<LaneRecord>, job: Job) -> Option<LaneRecord> {
    // Whether a ticket is the lane's pending one, or an item on its order, is not found out by a commit that fails.
    let known = known.filter(|_| matches!(job, Job::Event { .. }) || !lanes.0.store.is_shared());
    let is_fresh = known.is_none();
    let loaded = match known {
        Some(record) => Ok(record),
        None => lanes.0.store.lane(&lane).await,
    };
    let record = match loaded {
        Ok(record) => record,
        Err(error) => {
            fail(job, &error.into());
            return None;
        }
    };
    let mut turning = Turning::new(&lanes, &lane, record, is_fresh);
    match job {
        Job::Event { envelope, reply } => {
            let outcome = turning.event(*envelope).await;
            settle(&turning, reply, outcome).await;
        }
        Job::Pos { ticket_id, word, reply } => {
            let outcome = turning.pos(ticket_id, &word).await;
            settle(&turning, reply, outcome).await;
        }
        Job::CheckStock { reply } => {
            let outcome = turning.check_stock().await;
            settle(&turning, reply, outcome).await;
        }
    }
    turning.into_record()
}

async fn settle<T>(turning: &Turning<'_>, reply: Reply<T>, outcome: Result<T, LaneError>) {
    let outcome = outcome.map_err(|error| error.at(turning.cursor()));
    // The caller may have hung up; the turn stands all the same.
    let _ = around(Step::Reply, async { reply.send(outcome) }).await;
}

fn fail(job: Job, error: &LaneError) {
    let error = error.clone().at(Cursor::default());
    match job {
        Job::Event { reply, .. } => drop(reply.send(Err(error))),
        Job::Pos { reply, .. } | Job::CheckStock { reply } => drop(reply.send(Err(error))),
    }
}
