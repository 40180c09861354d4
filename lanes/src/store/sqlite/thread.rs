//! A thread that has a connection to itself.

use std::thread::{self, JoinHandle};

use tokio::sync::mpsc;

use crate::store::{Result, StoreError};

/// How many requests wait for a thread before callers wait to queue theirs.
pub(super) const QUEUED_REQUESTS_MAX: usize = 256;

/// A thread that serves requests until nobody can send any more.
pub(super) struct Thread<R> {
    /// Empty only while it is dropped.
    requests: Option<mpsc::Sender<R>>,
    handle: Option<JoinHandle<()>>,
}

impl<R: Send + 'static> Thread<R> {
    pub(super) fn start(name: &str, serve: impl FnOnce(mpsc::Receiver<R>) + Send + 'static) -> Result<Self> {
        let (requests, receiver) = mpsc::channel(QUEUED_REQUESTS_MAX);
        let handle = thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || serve(receiver))
            .map_err(|error| StoreError::Unavailable(format!("no thread for the store: {error}")))?;
        Ok(Self { requests: Some(requests), handle: Some(handle) })
    }

    /// Queues a request; waits while the queue is full.
    pub(super) async fn request(&self, request: R) -> Result<()> {
        let Some(requests) = &self.requests else { return Err(stopped()) };
        requests.send(request).await.map_err(|_| stopped())
    }
}

impl<R> Drop for Thread<R> {
    fn drop(&mut self) {
        drop(self.requests.take());
        if let Some(handle) = self.handle.take() {
            // A thread that panicked has logged it, and its callers got an error.
            let _ = handle.join();
        }
    }
}

pub(super) fn stopped() -> StoreError {
    StoreError::Unavailable("its thread has stopped".to_owned())
}
