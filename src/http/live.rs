//! What the socket of a lane and the events of a drive-thru have in common: who may read, how many, until when, and how a
//! turn is written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lanes::answer::with_member;
use lanes::feed::Missing;
use lanes::store::AuditRecord;
use serde::Deserialize;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use utoipa::ToSchema;

use super::limits::{Holder, Place};

/// How long a reader has to take its last message when the service stops, and a socket to answer its close.
pub const LAST_WORD_MAX: Duration = Duration::from_secs(1);

/// The readers of this process.
#[derive(Clone, Default)]
pub struct Live {
    /// Cancelled when the service is told to stop: it says that it is not ready, and goes on until it stops.
    pub draining: CancellationToken,
    /// Cancelled when the service stops: readers are told, and let go.
    pub stop: CancellationToken,
    /// The sockets, which no connection of HTTP knows of any more.
    pub sockets: TaskTracker,
}

impl Live {
    /// Waits until no socket is open.
    pub async fn close(&self) {
        self.sockets.close();
        self.sockets.wait().await;
    }
}

/// A place among the readers, until it is dropped.
pub struct ReaderPermit {
    _place: Place<Holder>,
}

impl ReaderPermit {
    /// The permit that a place is.
    pub fn of(place: Place<Holder>) -> Self {
        metrics::gauge!("carhop_readers").increment(1.0);
        Self { _place: place }
    }
}

impl Drop for ReaderPermit {
    fn drop(&mut self) {
        metrics::gauge!("carhop_readers").decrement(1.0);
    }
}

/// What a connection is used for, as far as it matters when the service stops.
#[derive(Clone, Default)]
pub struct Purpose(Arc<AtomicBool>);

impl Purpose {
    /// It carries a stream of events, which has no end of its own.
    pub fn carry_events(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it carries one.
    pub fn carries_events(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What turns can come with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum With {
    /// The events that they answer.
    Events,
}

/// A turn as it is sent: as it was answered, with its event where that was asked for.
pub fn turn_text(record: &AuditRecord, with_events: bool) -> String {
    if with_events { with_member(&record.turn, "event", &record.event) } else { record.turn.to_string() }
}

/// Why something is left out, in the words of the interface.
pub fn reason(missing: Missing) -> &'static str {
    match missing {
        Missing::TooOld => "too_old",
        Missing::Lost => "lost",
    }
}
