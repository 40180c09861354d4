//! The tasks of a service: what is waited for when it stops.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
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

    /// Does work that must not end halfway, where it is waited for. If the caller stops waiting, a task of its own does the
    /// rest: so the work is handed to another thread only then. It stands still while it is waited for and not polled.
    ///
    /// # Errors
    /// What it panicked with.
    pub async fn see_through<T: Send + 'static>(&self, work: BoxFuture<'static, T>) -> thread::Result<T> {
        let work = SeenThrough { work: Some(work), tasks: self };
        AssertUnwindSafe(work).catch_unwind().await
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

/// Work that a task of its own goes on with if this is dropped before it is done.
struct SeenThrough<'t, T: Send + 'static> {
    /// None once it is done, or has panicked.
    work: Option<BoxFuture<'static, T>>,
    tasks: &'t Tasks,
}

impl<T: Send + 'static> Future for SeenThrough<'_, T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let Some(mut work) = self.work.take() else { return Poll::Pending };
        let polled = work.as_mut().poll(context);
        if polled.is_pending() {
            self.work = Some(work);
        }
        polled
    }
}

impl<T: Send + 'static> Drop for SeenThrough<'_, T> {
    fn drop(&mut self) {
        if let Some(work) = self.work.take() {
            self.tasks.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn work_goes_on_when_nobody_waits_for_it_any_more() {
        let tasks = Tasks::default();
        let (begin, begun) = oneshot::channel::<()>();
        let (done, is_done) = oneshot::channel();
        let work = async move {
            let _ = begun.await;
            let _ = done.send("done");
        };
        let mut work = Box::pin(tasks.see_through(work.boxed()));
        assert!(work.as_mut().now_or_never().is_none());
        drop(work);
        begin.send(()).unwrap();
        assert_eq!(is_done.await, Ok("done"));
        tasks.close().await;
    }

    #[tokio::test]
    async fn work_that_panics_is_an_error_and_not_done_again() {
        let tasks = Tasks::default();
        let work = tasks.see_through::<()>(async { panic!("the work is faulty") }.boxed());
        assert!(work.await.is_err_and(|why| why.is::<&str>()));
        tasks.close().await;
    }
}
