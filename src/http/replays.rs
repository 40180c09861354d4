//! Replays of recorded sessions, beside the threads that answer.

use metrics::NoopRecorder;
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tracing::subscriber::NoSubscriber;

use super::problem::Problem;

/// How many replays are under way at once.
const REPLAYS_MAX: usize = 2;
static REPLAYS: Semaphore = Semaphore::const_new(REPLAYS_MAX);

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
    let replayed = spawn_blocking(move || {
        let _place = place;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let run = || runtime.block_on(replay());
        anyhow::Ok(metrics::with_local_recorder(&NoopRecorder, || {
            tracing::subscriber::with_default(NoSubscriber::new(), run)
        }))
    });
    replayed.await.map_err(anyhow::Error::from).flatten().map_err(|error| {
        tracing::error!(%error, "a session could not be replayed");
        Problem::new(500, "replay-failed", "the session could not be replayed; the log says why")
    })
}
