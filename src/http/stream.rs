//! The events of a drive-thru, as server-sent events: every turn and ticket of its lanes.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use lanes::event::InvalidEvent;
use lanes::feed::{FeedUpdate, StartAt, Subscription, UpdateKind};
use serde::Deserialize;
use serde_json::json;
use tokio_util::sync::CancellationToken;
use utoipa::{IntoParams, ToSchema};

use super::access::Caller;
use super::app::App;
use super::body::{InDriveThru, Query};
use super::limits::Address;
use super::live::{Purpose, ReaderPermit, With, reason, turn_text};
use super::problem::Problem;
use super::tickets::TicketView;

/// How often a stream without updates shows that it is alive.
const ALIVE_EVERY: Duration = Duration::from_secs(15);
/// How soon a browser comes again.
const COME_AGAIN: Duration = Duration::from_secs(1);

/// How a drive-thru is followed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Watch {
    /// `events`: turns come with the lane events that they answer.
    #[param(inline)]
    with: Option<With>,
    /// A ticket, for who can send no header.
    #[expect(dead_code, reason = "it was judged before")]
    ticket: Option<String>,
}

/// One event of the stream.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is only described: what is sent is text")]
struct StreamEvent {
    /// What it tells of.
    #[schema(inline)]
    event: StreamEventKind,
    /// JSON, as `/asyncapi.json` describes it.
    data: String,
    /// Where to go on after it; an event that only shows that the stream is alive has none.
    #[schema(nullable = false)]
    id: Option<String>,
}

/// What an event of the stream tells of.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[expect(dead_code, reason = "it is only described: what is sent is text")]
enum StreamEventKind {
    Turn,
    Ticket,
    Resync,
    Alive,
}

/// Follow a drive-thru.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/events", tag = "lanes",
    params(
        ("drive_thru" = String, Path),
        ("Last-Event-ID" = Option<String>, Header, description = "the last event seen; what came after it is sent first"),
        Watch,
    ),
    responses(
        (status = 200, description = "`turn`, `ticket`, `resync` and `alive` events without end; see `/asyncapi.json`", content_type = "text/event-stream", body = StreamEvent),
        (status = 400, description = "`invalid-id`"),
        (status = 422, description = "`invalid-event`"),
        (status = 429, description = "`too-many-readers`: the caller has too many open"),
        (status = 503, description = "`store-unavailable`, `too-many-readers`"),
    )
)]
pub async fn events(
    State(app): State<Arc<App>>,
    caller: Caller,
    Extension(connection): Extension<Purpose>,
    Extension(address): Extension<Address>,
    InDriveThru(drive_thru): InDriveThru,
    Query(Watch { with, .. }): Query<Watch>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let with_events = with == Some(With::Events);
    let begin = begin(&headers)?;
    let place = ReaderPermit::of(app.limits.reader(caller.key_id(), address)?);
    let reader = app.lanes.feeds().follow_drive_thru(&drive_thru, begin).await?;
    connection.carry_events();
    // Where it begins, so that a reader who is cut off before the first event misses nothing either.
    let start = Event::default().id(reader.place().to_string()).retry(COME_AGAIN);
    let (stop, ended) = (app.live.stop.clone(), Box::pin(caller.ended(app.clone())));
    let following = Following { reader, ended, stop, with_events, _place: place };
    let events = stream::unfold((Some(start), following), async |(start, mut following)| {
        let event = match start {
            Some(start) => start,
            None => following.next().await?,
        };
        Some((Ok(event), (None, following)))
    });
    // An event and no comment, which a page would not see.
    let alive = KeepAlive::new().interval(ALIVE_EVERY).event(Event::default().event("alive").data("{}"));
    Ok(Sse::new(events).keep_alive(alive))
}

fn begin(headers: &HeaderMap) -> Result<StartAt, Problem> {
    let Some(last) = headers.get("last-event-id").filter(|last| !last.is_empty()) else {
        return Ok(StartAt::Now);
    };
    let last = last.to_str().ok().and_then(|last| last.parse().ok());
    let last =
        last.ok_or_else(|| InvalidEvent::new("Last-Event-ID", "use the id of an event of this stream"))?;
    Ok(StartAt::Entry(last))
}

/// A stream that is open.
struct Following {
    reader: Subscription,
    /// Whoever follows may do so no more.
    ended: Pin<Box<dyn Future<Output = ()> + Send>>,
    stop: CancellationToken,
    with_events: bool,
    _place: ReaderPermit,
}

impl Following {
    /// The next event; none once the service stops, or the key is good for nothing any more.
    async fn next(&mut self) -> Option<Event> {
        loop {
            let told = tokio::select! {
                told = self.reader.next() => told,
                () = self.stop.cancelled() => return None,
                () = self.ended.as_mut() => return None,
            };
            if let Some(event) = self.event(told) {
                return Some(event);
            }
        }
    }

    fn event(&self, told: FeedUpdate) -> Option<Event> {
        let (kind, data) = match told.kind {
            UpdateKind::Turn(record) => ("turn", turn_text(&record, self.with_events)),
            UpdateKind::Ticket(ticket) => {
                let ticket = TicketView::of((*ticket).clone()).ok()?;
                ("ticket", serde_json::to_string(&ticket).unwrap_or_default())
            }
            UpdateKind::Resync(missing) => ("resync", json!({ "reason": reason(missing) }).to_string()),
            // It is for whoever speaks to the customer of that lane.
            UpdateKind::Holding(_) => return None,
        };
        let event = Event::default().event(kind).data(data);
        Some(match told.id {
            Some(id) => event.id(id.to_string()),
            None => event,
        })
    }
}
