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

/// How many replays are under way at once: one for each processor.
pub static REPLAYS_MAX: LazyLock<usize> = LazyLock::new(|| available_parallelism().map_or(1, NonZero::get));
/// Who came first is replayed first, so that many sessions of one drive-thru keep nobody else waiting for long.
static REPLAYS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(*REPLAYS_MAX));
/// How much a replay gives way to turns, as `nice` has it.
const NICENESS: i32 = 5;

/// Waits for a replay. It goes on where nobody waits for it any more. What is only replayed is neither counted nor logged.
///
/// # Errors
/// `replay-failed` if it could not be begun, or broke off.
pub async fn replayed<F>(replay: impl FnOnce() -> F + Send + 'static) -> Result<F::Output, Problem>
where
    F: Future<Output: Send> + 'static,
{
    // The semaphore is never closed.
    let place = REPLAYS.acquire().await.ok();
    let (tell, replayed) = oneshot::channel();
    // A thread of its own: one that has given way once cannot be made to go first again.
    let begun = thread::Builder::new().name("replay".to_owned()).spawn(move || {
        let _place = place;
        give_way();
        let run = || anyhow::Ok(Builder::new_current_thread().enable_all().build()?.block_on(replay()));
        let came = metrics::with_local_recorder(&NoopRecorder, || {
            tracing::subscriber::with_default(NoSubscriber::new(), run)
        });
        // Nobody may wait for it any more.
        let _ = tell.send(came);
    });
    let came = match begun {
        Ok(_) => replayed.await.map_err(anyhow::Error::from).flatten(),
        Err(error) => Err(error.into()),
    };
    came.map_err(|error| {
        tracing::error!(%error, "a session could not be replayed");
        Problem::new(500, "replay-failed", "the session could not be replayed; the log says why")
    })
}

/// Lets the threads that answer go first, where this can be said of one thread.
fn give_way() {
    if cfg!(target_os = "linux")
        && let Err(error) = rustix::process::nice(NICENESS)
    {
        tracing::debug!(%error, "a replay could not give way");
    }
}
