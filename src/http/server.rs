//! Connections: HTTP/1.1, bounded in number, and in time at every stage.

use std::convert::Infallible;
use std::future::{Future, ready};
use std::io::{self, ErrorKind, PipeReader};
use std::net::{self, TcpListener};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use axum::Router;
use axum::response::IntoResponse as _;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::limit::Limit;
use super::limits::{Address, Full, Places};
use super::live::{LAST_WORD_MAX, Live, Purpose};
use super::problem::Problem;
use super::tls::Tls;

/// How many connections operators have at once, at the door that is theirs.
const HEALTH_CONNECTIONS_MAX: usize = 64;
/// How many callers are told at once that there is no room for them. More are hung up on.
const TURNED_AWAY_MAX: usize = 256;
/// Whoever is turned away is told so if they ask within this time.
const TURN_AWAY_TIMEOUT: Duration = Duration::from_secs(1);
/// A request's head must be here within this time; a silent connection is closed after it too.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// A frontend that takes nothing of an answer for so long is not listening.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long requests under way may take once the service stops.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
/// The wait after an accept that failed, such as for want of file descriptors.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// Where connections come in without waiting for one, what answers them, and how many there may be.
pub struct Door {
    listener: TcpListener,
    tls: Option<Tls>,
    router: Router,
    places: Arc<Places<Address>>,
    turning_away: Arc<Semaphore>,
}

impl Door {
    /// The door for everybody, with so many places.
    pub fn main(
        listener: TcpListener,
        tls: Option<Tls>,
        router: Router,
        places: Arc<Places<Address>>,
    ) -> Self {
        let turning_away = Arc::new(Semaphore::new(TURNED_AWAY_MAX));
        Self { listener, tls, router, places, turning_away }
    }

    /// The door for operators, whom no caller keeps out.
    pub fn health(listener: TcpListener, router: Router) -> Self {
        let turning_away = Arc::new(Semaphore::new(HEALTH_CONNECTIONS_MAX));
        let places = Places::new(HEALTH_CONNECTIONS_MAX);
        Self { listener, tls: None, router, places, turning_away }
    }

    /// Takes connections until the service stops, which `stopping` wakes it for. This blocks a thread: however many come at
    /// once wait for each other and not before those that are served, and the runtime hears only of those that it holds.
    fn receive(self, connections: &TaskTracker, stop: &CancellationToken, stopping: &PipeReader) {
        while !stop.is_cancelled() {
            let taken = match self.listener.accept() {
                Ok((stream, peer)) => self.admit(stream, peer.ip().into(), connections, stop),
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait(stopping),
                Err(error) => Err(error),
            };
            if let Err(error) = taken {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_RETRY);
            }
        }
    }

    /// Waits until somebody comes, or the service stops.
    fn wait(&self, stopping: &PipeReader) -> io::Result<()> {
        let (comes, stops) =
            (PollFd::new(&self.listener, PollFlags::IN), PollFd::new(stopping, PollFlags::IN));
        match poll(&mut [comes, stops], None) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Holds a connection in a task of its own, or turns it away.
    fn admit(
        &self,
        stream: net::TcpStream,
        address: Address,
        connections: &TaskTracker,
        stop: &CancellationToken,
    ) -> io::Result<()> {
        let place = match self.places.take(Some(address)) {
            Ok(place) => place,
            Err(full) => return self.turn_away(stream, full, connections),
        };
        let stream = registered(stream)?;
        // Turns are small and wait for nothing: do not hold them back to fill a packet.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIMEOUT));
        let stream = Box::pin(stream);
        let (router, stop) = (self.router.clone(), stop.clone());
        let acceptor = self.tls.as_ref().map(Tls::acceptor);
        connections.spawn(async move {
            match acceptor {
                None => hold(stream, address, router, stop).await,
                // Who does not know TLS, or is too slow for it, is hung up on.
                Some(acceptor) => {
                    if let Ok(Ok(stream)) = timeout(HEAD_TIMEOUT, acceptor.accept(stream)).await {
                        hold(stream, address, router, stop).await;
                    }
                }
            }
            drop(place);
        });
        Ok(())
    }

    /// Answers one request of somebody for whom there is no room. With TLS that would take more than holding the connection,
    /// so they are hung up on.
    fn turn_away(&self, stream: net::TcpStream, full: Full, connections: &TaskTracker) -> io::Result<()> {
        let problem = match full {
            Full::OfHolder => {
                Limit::AddressConnections.hit();
                let detail = "too many connections from one address: close those that are not needed";
                Problem::new(429, "too-many-connections", detail)
            }
            Full::OfAll => {
                Limit::Connections.hit();
                Problem::too_many_connections("too many connections; come again".to_owned())
            }
        };
        let Ok(turning_away) = self.turning_away.clone().try_acquire_owned() else { return Ok(()) };
        if self.tls.is_some() {
            return Ok(());
        }
        let stream = registered(stream)?;
        connections.spawn(async move {
            let answer = service_fn(move |_| ready(Ok::<_, Infallible>(problem.clone().into_response())));
            let connection =
                http1::Builder::new().keep_alive(false).serve_connection(TokioIo::new(stream), answer);
            // Who says nothing is told nothing.
            let _ = timeout(TURN_AWAY_TIMEOUT, connection).await;
            drop(turning_away);
        });
        Ok(())
    }
}

/// A connection that the runtime waits for.
fn registered(stream: net::TcpStream) -> io::Result<TcpStream> {
    stream.set_nonblocking(true)?;
    TcpStream::from_std(stream)
}

/// Serves until `shutdown`, then lets the readers go and finishes the requests under way.
///
/// # Errors
/// Where there can be no pipe to wake the doors with.
pub async fn serve(doors: Vec<Door>, live: Live, shutdown: impl Future<Output = ()>) -> io::Result<()> {
    let connections = TaskTracker::new();
    let (stopping, stopper) = io::pipe()?;
    let receive = |door: Door| {
        let (connections, stop, stopping) = (connections.clone(), live.stop.clone(), stopping.try_clone()?);
        Ok(spawn_blocking(move || door.receive(&connections, &stop, &stopping)))
    };
    let doors: Vec<JoinHandle<()>> = doors.into_iter().map(receive).collect::<io::Result<_>>()?;
    shutdown.await;
    live.stop.cancel();
    drop(stopper);
    for door in doors {
        if let Err(error) = door.await {
            tracing::error!(%error, "a door did not close by itself");
        }
    }
    connections.close();
    let closed = async { tokio::join!(connections.wait(), live.close()) };
    if timeout(DRAIN_TIMEOUT, closed).await.is_err() {
        tracing::warn!("connections were still open after {} s", DRAIN_TIMEOUT.as_secs());
    }
    Ok(())
}

/// Answers what comes on a connection, until either side ends it.
async fn hold(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    address: Address,
    router: Router,
    stop: CancellationToken,
) {
    let purpose = Purpose::default();
    let (service, of_requests) = (TowerToHyperService::new(router), purpose.clone());
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(of_requests.clone());
        request.extensions_mut().insert(address);
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
