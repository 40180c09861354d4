//! The socket of a lane: its events in, every turn of it out.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use fsm::dialogue::Say;
use fsm::ids::LaneKey;
use futures_util::{SinkExt as _, StreamExt as _};
use lanes::answer::{Answer, with_member};
use lanes::error::{Cursor, LaneError};
use lanes::event::values::uuid;
use lanes::event::{InvalidEvent, ReceivedEvent};
use lanes::feed::{StartAt, Subscription, UpdateKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::task::{JoinError, JoinHandle};
use tokio::time::{Instant, interval, sleep, timeout};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::access::Caller;
use super::app::App;
use super::body::{BODY_BYTES_MAX, InLane, Query, turn_number};
use super::limits::Address;
use super::live::{LAST_WORD_MAX, ReaderPermit, With, reason, turn_text};
use super::problem::Problem;

/// How much is read from a socket in one go, in bytes: events are small, and each socket keeps as much.
const READ_BUFFER_BYTES: usize = 4 * 1024;
/// The longest message that is read whole, in bytes. One that is longer than an event may be is refused in words, which
/// reach only those who are read to the end: the system ends a connection with unread data at once.
const MESSAGE_BYTES_READ_MAX: usize = 4 * BODY_BYTES_MAX;
/// How much may wait to be written to a socket, in bytes.
const WRITE_BUFFER_BYTES_MAX: usize = 256 * 1024;
/// How often a socket is asked whether it is still there.
const PING_EVERY: Duration = Duration::from_secs(20);
/// A socket that has given no sign of life for so long when the next ping is due is not there any more: 60 s after the last.
const SILENT_MAX: Duration = Duration::from_secs(50);

/// What is sent besides turns and problems.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Notice {
    /// The answer to a `ping`.
    Pong,
    /// A reply is late: what the customer is told meanwhile.
    Holding {
        /// The words.
        say: Say,
    },
    /// Turns are left out: the lane is to be read again.
    Resync {
        /// `too_old` or `lost`.
        reason: &'static str,
    },
}

/// From where a lane is followed, and how.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Follow {
    /// With `turn`: the last turn seen; what came after it is sent first.
    #[serde(default, deserialize_with = "uuid")]
    session_id: Option<Uuid>,
    /// Without `session_id` only 0: nothing seen, the turns of the session that is on are sent first.
    #[serde(default, deserialize_with = "turn_number")]
    turn: Option<u32>,
    /// `events`: turns come with the events that they answer.
    #[param(inline)]
    with: Option<With>,
    /// A ticket, for who can send no header.
    #[expect(dead_code, reason = "it was judged before")]
    ticket: Option<String>,
}

/// Open the socket of a lane.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/lanes/{lane}/ws", tag = "lanes",
    params(
        ("drive_thru" = String, Path), ("lane" = String, Path),
        Follow,
    ),
    responses(
        (status = 101, description = "A WebSocket: lane events in, turns out; see `/asyncapi.json`"),
        (status = 400, description = "`invalid-id`"),
        (status = 422, description = "`invalid-event`"),
        (status = 426, description = "`upgrade-required`", headers(("Upgrade" = String, description = "`websocket`"))),
        (status = 429, description = "`too-many-readers`: the caller has too many open"),
        (status = 503, description = "`store-unavailable`, `too-many-readers`"),
    )
)]
pub async fn socket(
    State(app): State<Arc<App>>,
    caller: Caller,
    Extension(address): Extension<Address>,
    InLane(lane): InLane,
    Query(follow): Query<Follow>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let begin = follow.begin()?;
    let with_events = follow.with == Some(With::Events);
    let upgrade = upgrade.map_err(|error| Problem::new(426, "upgrade-required", error.body_text()))?;
    let place = ReaderPermit::of(app.limits.reader(caller.key_id(), address)?);
    let reader = app.lanes.feeds().follow_lane(&lane, begin).await?;
    let upgrade = upgrade.max_message_size(MESSAGE_BYTES_READ_MAX).max_frame_size(MESSAGE_BYTES_READ_MAX);
    let upgrade = upgrade.read_buffer_size(READ_BUFFER_BYTES).max_write_buffer_size(WRITE_BUFFER_BYTES_MAX);
    let token = app.live.sockets.token();
    Ok(upgrade.on_upgrade(async move |socket| {
        Conversation { app, caller, lane, with_events, _place: place }.hold(socket, reader).await;
        drop(token);
    }))
}

impl Follow {
    fn begin(&self) -> Result<StartAt, InvalidEvent> {
        match (self.session_id, self.turn) {
            (None, None) => Ok(StartAt::Now),
            (None, Some(0)) => Ok(StartAt::Session),
            (Some(session_id), Some(turn)) => Ok(StartAt::Turn(session_id, turn)),
            (None, Some(_)) => Err(InvalidEvent::new("session_id", "say whose turn it was")),
            (Some(_), None) => Err(InvalidEvent::new("turn", "say which turn was the last one seen")),
        }
    }
}

/// An open socket.
struct Conversation {
    app: Arc<App>,
    caller: Caller,
    lane: LaneKey,
    with_events: bool,
    _place: ReaderPermit,
}

/// The answer to an event that came by the socket.
type Answering = JoinHandle<Result<Answer, Problem>>;

impl Conversation {
    /// Holds it until either side ends it. One event is taken at a time: the next is not read before, so that events are
    /// taken in the order in which they are sent.
    async fn hold(self, socket: WebSocket, mut reader: Subscription) {
        let (mut out, mut into) = socket.split();
        let mut ended = std::pin::pin!(self.caller.clone().ended(self.app.clone()));
        let mut answering: Option<Answering> = None;
        let mut pings = interval(PING_EVERY);
        let mut heard = Instant::now();
        loop {
            let message = tokio::select! {
                told = reader.next() => self.tell(told.kind),
                answer = answer_of(&mut answering) => {
                    answering = None;
                    answered(answer)
                }
                frame = into.next(), if answering.is_none() => {
                    heard = Instant::now();
                    match frame {
                        Some(Ok(Message::Text(text))) if text.len() > BODY_BYTES_MAX => {
                            Some(close(close_code::SIZE, "send events of at most 64 KiB"))
                        }
                        Some(Ok(Message::Text(text))) => match self.read(&text) {
                            Ok(Received::Event(answer)) => {
                                answering = Some(answer);
                                None
                            }
                            Ok(Received::Ping) => notice(&Notice::Pong),
                            Err(problem) => Some(text_of(&problem)),
                        },
                        Some(Ok(Message::Binary(_))) => Some(close(close_code::UNSUPPORTED, "send JSON as text")),
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                        Some(Err(_)) => Some(close(close_code::POLICY, "send JSON as texts in UTF-8, of at most 64 KiB")),
                        // It is answered by the library, once what is to be sent is sent.
                        Some(Ok(Message::Close(_))) => break,
                        None => return,
                    }
                }
                _ = pings.tick() => match heard.elapsed() {
                    silent if silent > SILENT_MAX && answering.is_none() => return,
                    _ => Some(Message::Ping(axum::body::Bytes::new())),
                },
                () = self.app.live.stop.cancelled() => Some(close(close_code::RESTART, "the service stops")),
                () = ended.as_mut() => Some(close(close_code::POLICY, "use a valid key")),
            };
            let Some(message) = message else { continue };
            let is_last = matches!(message, Message::Close(_));
            // One that takes nothing for too long is cut off by its connection, or sooner if the service stops.
            let sent = tokio::select! {
                sent = out.send(message) => sent.is_ok(),
                () = self.has_stopped() => false,
            };
            if !sent {
                return;
            }
            if is_last {
                // What is still on its way here is read, up to the other side's own close, so that this one arrives.
                let parted = async { while let Some(Ok(_)) = into.next().await {} };
                return timeout(LAST_WORD_MAX, parted).await.unwrap_or_default();
            }
        }
        tokio::select! {
            _ = out.close() => {}
            () = self.has_stopped() => {}
        }
    }

    /// Waits until the service stops, and a little longer.
    async fn has_stopped(&self) {
        self.app.live.stop.cancelled().await;
        sleep(LAST_WORD_MAX).await;
    }

    fn tell(&self, update: UpdateKind) -> Option<Message> {
        match update {
            UpdateKind::Turn(record) => Some(Message::Text(turn_text(&record, self.with_events).into())),
            UpdateKind::Holding(say) => notice(&Notice::Holding { say }),
            UpdateKind::Resync(missing) => notice(&Notice::Resync { reason: reason(missing) }),
            UpdateKind::Ticket(_) => None,
        }
    }

    fn read(&self, text: &str) -> Result<Received, Problem> {
        let body: Value = serde_json::from_str(text)
            .map_err(|error| Problem::new(400, "invalid-json", format!("send JSON: {error}")))?;
        if body["type"] == "ping" {
            return Ok(Received::Ping);
        }
        let event_id = body["id"].as_str().and_then(|id| Uuid::try_parse(id).ok());
        let event = ReceivedEvent::read(&body).map_err(|fault| Problem::from(fault).about(event_id))?;
        self.app.limits.event(&self.lane).map_err(|problem| problem.about(event_id))?;
        let event = ReceivedEvent { actor: self.caller.actor(), ..event };
        let (app, lane) = (self.app.clone(), self.lane.clone());
        // In a task of its own: the lane does not wait until what is being sent has left.
        Ok(Received::Event(tokio::spawn(async move {
            let started = Instant::now();
            let answer = app.lanes.take_live(&lane, event).await;
            let answer = answer.map_err(|error| Problem::from(error).about(event_id))?;
            metrics::histogram!("carhop_turn_seconds").record(started.elapsed());
            Ok(answer)
        })))
    }
}

/// What a frontend sent.
enum Received {
    Event(Answering),
    Ping,
}

async fn answer_of(answering: &mut Option<Answering>) -> Result<Answer, Problem> {
    match answering {
        Some(answering) => answering.await.unwrap_or_else(|error| Err(lost(&error))),
        None => std::future::pending().await,
    }
}

fn lost(error: &JoinError) -> Problem {
    let detail = error.to_string();
    LaneError::Unavailable { detail, cursor: Cursor::default() }.into()
}

/// A new turn comes as one of the lane's. One that was taken before may have been sent long ago, and is sent again.
fn answered(answer: Result<Answer, Problem>) -> Option<Message> {
    match answer {
        Ok(Answer { replayed: false, .. }) => None,
        // What was missed comes by the socket, behind the place that it was opened at.
        Ok(Answer { turn, .. }) => Some(Message::Text(with_member(&turn, "replayed", "true").into())),
        Err(problem) => Some(text_of(&problem)),
    }
}

fn notice(notice: &Notice) -> Option<Message> {
    Some(text_of(notice))
}

fn text_of(what: &impl Serialize) -> Message {
    Message::Text(serde_json::to_string(what).unwrap_or_default().into())
}

fn close(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: reason.into() }))
}
