//! What takes long and gives way to turns, beside the threads that answer: replays of recorded sessions, and what is told of a
//! new menu.

use std::num::NonZero;
use std::sync::LazyLock;
use std::thread::{self, available_parallelism};

use metrics::NoopRecorder;
use tokio::runtime::Builder;
use tokio::sync::{Semaphore, oneshot};
use tracing::subscriber::NoSubscriber;

use super::problem::Problem;

/// How much of it is under way at once: one piece for each processor.
pub static REPLAYS_MAX: LazyLock<usize> = LazyLock::new(|| available_parallelism().map_or(1, NonZero::get));
/// Who came first goes first, so that many sessions of one drive-thru keep nobody else waiting for long.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(*REPLAYS_MAX));
/// How much it gives way to turns, as `nice` has it.
const NICENESS: i32 = 5;

/// Waits for a replay. It goes on where nobody waits for it any more.
///
/// # Errors
/// `replay-failed` if it could not be begun, or broke off.
pub async fn replayed<F>(replay: impl FnOnce() -> F + Send + 'static) -> Result<F::Output, Problem>
where
    F: Future<Output: Send> + 'static,
{
    gives_way(replay).await.map_err(|error| {
        tracing::error!(%error, "a session could not be replayed");
        Problem::new(500, "replay-failed", "the session could not be replayed; the log says why")
    })
}

/// Waits for work that gives way to turns. What is only replayed or looked at is neither counted nor logged.
///
/// # Errors
/// If it could not be begun, or broke off.
pub async fn gives_way<F>(work: impl FnOnce() -> F + Send + 'static) -> anyhow::Result<F::Output>
where
    F: Future<Output: Send> + 'static,
{
    // The semaphore is never closed.
    let place = PLACES.acquire().await.ok();
    let (tell, done) = oneshot::channel();
    // A thread of its own: one that has given way once cannot be made to go first again.
    thread::Builder::new().name("gives-way".to_owned()).spawn(move || {
        let _place = place;
        give_way();
        let run = || anyhow::Ok(Builder::new_current_thread().enable_all().build()?.block_on(work()));
        let came = metrics::with_local_recorder(&NoopRecorder, || {
            tracing::subscriber::with_default(NoSubscriber::new(), run)
        });
        // Nobody may wait for it any more.
        let _ = tell.send(came);
    })?;
    done.await?
}

/// Lets the threads that answer go first, where this can be said of one thread.
fn give_way() {
    if cfg!(target_os = "linux")
        && let Err(error) = rustix::process::nice(NICENESS)
    {
        tracing::debug!(%error, "a thread could not give way");
    }
}
