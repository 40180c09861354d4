//! The tasks of a service: what is waited for when it stops.

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::store::StoreError;

/// Tasks that stop together. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tasks {
    tracker: TaskTracker,
    stop: CancellationToken,
}

impl Tasks {
    /// Starts a task.
    pub fn spawn<T: Send + 'static>(&self, task: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
        self.tracker.spawn(task)
    }

    /// Makes a change whole, even if the caller stops waiting for it.
    pub async fn finish<T, E>(
        &self,
        change: impl Future<Output = Result<T, E>> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let lost = |_| Err(StoreError::Unavailable("the change was lost".to_owned()).into());
        self.spawn(change).await.unwrap_or_else(lost)
    }

    /// While it is held, closing waits.
    pub fn hold(&self) -> TaskTrackerToken {
        self.tracker.token()
    }

    /// Whether the tasks are to stop.
    pub fn are_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Waits until the tasks are to stop.
    pub async fn stopping(&self) {
        self.stop.cancelled().await;
    }

    /// Tells the tasks to stop, and waits for them.
    pub async fn close(&self) {
        self.stop.cancel();
        self.tracker.close();
        self.tracker.wait().await;
    }
}
