//! A dry run as server-sent events: how far it is, each session that would be otherwise, and the end.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;

use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, BoxStream, Stream, StreamExt as _};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::outcomes::Came;
use super::report::DryRunEnd;
use crate::http::live::ReaderPermit;
use crate::http::problem::Problem;

/// How often it is told how far a dry run is, from its begin to its end.
const TIMES_TOLD: usize = 100;

/// How far a dry run is.
#[derive(Serialize, ToSchema)]
pub struct DryRunProgress {
    /// How many sessions were looked at.
    replayed: usize,
    /// How many there are to look at.
    of: usize,
    /// How many of them would be otherwise.
    otherwise: usize,
}

/// Tells of so many sessions what came of them, as long as there is somebody who may be told.
pub(super) fn told(
    outcomes: BoxStream<'static, Result<(Uuid, Came), Problem>>,
    of: usize,
    ended: Pin<Box<dyn Future<Output = ()> + Send>>,
    permit: ReaderPermit,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut telling = Telling {
        outcomes,
        ended,
        of,
        end: DryRunEnd::default(),
        events: VecDeque::new(),
        is_over: false,
        _permit: permit,
    };
    telling.tell_progress();
    let events = stream::unfold(telling, async |mut telling| {
        let event = telling.next().await?;
        Some((Ok(event), telling))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// A dry run that is told.
struct Telling {
    outcomes: BoxStream<'static, Result<(Uuid, Came), Problem>>,
    /// Whoever is told may be told no more.
    ended: Pin<Box<dyn Future<Output = ()> + Send>>,
    of: usize,
    end: DryRunEnd,
    /// What is told next.
    events: VecDeque<Event>,
    is_over: bool,
    _permit: ReaderPermit,
}

impl Telling {
    /// The next event; none once all is told, the service stops, or the key is good for nothing any more.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            if self.is_over {
                return None;
            }
            tokio::select! {
                came = self.outcomes.next() => self.tell(came),
                () = self.ended.as_mut() => return None,
            }
        }
    }

    fn tell(&mut self, came: Option<Result<(Uuid, Came), Problem>>) {
        match came {
            Some(Ok(came)) => {
                let otherwise = self.end.add(came);
                self.events.extend(otherwise.map(|session| event("session", &session)));
                if self.end.sessions().is_multiple_of(self.of.div_ceil(TIMES_TOLD)) {
                    self.tell_progress();
                }
            }
            Some(Err(problem)) => {
                self.events.push_back(event("failed", &problem));
                self.is_over = true;
            }
            None => {
                self.events.push_back(event("done", &self.end));
                self.is_over = true;
            }
        }
    }

    fn tell_progress(&mut self) {
        let progress = DryRunProgress {
            replayed: self.end.sessions(),
            of: self.of,
            otherwise: self.end.total.otherwise,
        };
        self.events.push_back(event("progress", &progress));
    }
}

fn event(name: &str, data: &impl Serialize) -> Event {
    Event::default().event(name).data(serde_json::to_string(data).unwrap_or_default())
}
