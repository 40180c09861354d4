//! Connections: HTTP/1.1, bounded in number, and in time at every stage.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

/// How many connections are open at once. More wait in the listener's own queue.
const CONNECTIONS_MAX: usize = 4096;
/// A request's head must be here within this time; a silent connection is closed after it too.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// A frontend that takes nothing of an answer for so long is not listening.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long requests under way may take once the service stops.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
/// The wait after an accept that failed, such as for want of file descriptors.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// Serves until `shutdown`, then finishes the requests under way.
pub async fn serve(listener: TcpListener, router: Router, shutdown: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let slots = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let accept = async {
            // The semaphore is never closed.
            let slot = slots.clone().acquire_owned().await.ok();
            (listener.accept().await, slot)
        };
        let (accepted, slot) = tokio::select! {
            accepted = accept => accepted,
            () = &mut shutdown => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_RETRY).await;
                continue;
            }
        };
        // Turns are small and wait for nothing: do not hold them back to fill a packet.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIMEOUT));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            // A frontend that hangs up behind its request cancels nothing, not even a turn that has not begun.
            .half_close(true)
            .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A connection that breaks is the frontend's to open again.
            let _ = connection.await;
            drop(slot);
        });
    }
    drop(listener);
    if timeout(DRAIN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!("connections were still open after {} s", DRAIN_TIMEOUT.as_secs());
    }
}
