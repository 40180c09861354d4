//! Connections: HTTP/1.1, bounded in number, and in time at every stage.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::live::{LAST_WORD_MAX, Live, Purpose};
use super::tls::Tls;

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

/// Serves until `shutdown`, then lets the readers go and finishes the requests under way.
pub async fn serve(
    listener: TcpListener,
    tls: Option<Tls>,
    router: Router,
    live: Live,
    shutdown: impl Future<Output = ()>,
) {
    let connections = TaskTracker::new();
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
        let stream = Box::pin(stream);
        let (router, stop) = (router.clone(), live.stop.clone());
        let acceptor = tls.as_ref().map(Tls::acceptor);
        connections.spawn(async move {
            match acceptor {
                None => hold(stream, router, stop).await,
                // Who does not know TLS, or is too slow for it, is hung up on.
                Some(acceptor) => {
                    if let Ok(Ok(stream)) = timeout(HEAD_TIMEOUT, acceptor.accept(stream)).await {
                        hold(stream, router, stop).await;
                    }
                }
            }
            drop(slot);
        });
    }
    drop(listener);
    live.stop.cancel();
    connections.close();
    let closed = async { tokio::join!(connections.wait(), live.close()) };
    if timeout(DRAIN_TIMEOUT, closed).await.is_err() {
        tracing::warn!("connections were still open after {} s", DRAIN_TIMEOUT.as_secs());
    }
}

/// Answers what comes on a connection, until either side ends it.
async fn hold(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    router: Router,
    stop: CancellationToken,
) {
    let purpose = Purpose::default();
    let (service, of_requests) = (TowerToHyperService::new(router), purpose.clone());
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(of_requests.clone());
        service.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        // A frontend that hangs up behind its request cancels nothing, not even a turn that has not begun.
        .half_close(true)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    // A connection that breaks is the frontend's to open again.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            // Events that are not read would hold up the end.
            let patience = if purpose.carries_events() { LAST_WORD_MAX } else { DRAIN_TIMEOUT };
            let _ = timeout(patience, connection).await;
        }
    }
}
