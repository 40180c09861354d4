//! Lanes: events in, turns out.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fsm::dialogue::{Say, Turn};
use fsm::ids::LaneKey;
use fsm::machine::{Expectation, Handoff, StateKind};
use fsm::money::Money;
use lanes::answer::{Answer, with_member};
use lanes::ask::{AskAnswer, AskBody};
use lanes::audit::Audit;
use lanes::error::LaneError;
use lanes::event::{EventRequest, InvalidEvent, Name, ReceivedEvent, SpokenText};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::access::Caller;
use super::app::App;
use super::body::{Document, InDriveThru, InLane, Json, OfId, Query, number, turn_number};
use super::problem::Problem;
use super::whole_log::{self, unreadable};

const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Take an event on a lane.
#[utoipa::path(
    post, path = "/v1/drive-thrus/{drive_thru}/lanes/{lane}/events", tag = "lanes",
    params(("drive_thru" = String, Path), ("lane" = String, Path)),
    request_body = EventRequest,
    responses(
        (
            status = 200, description = "The turn", body = Answer,
            headers(("Idempotent-Replayed" = bool, description = "`true` if the event was taken before")),
        ),
        (status = 409, description = "`event-forgotten`, `lane-idle`, `session-full`, `stale-session`, `turn-ahead`"),
        (status = 422, description = "`invalid-event`, `event-conflict`"),
        (status = 429, description = "`too-many-events`: send the same id again"),
        (status = 503, description = "`lane-busy`, `store-unavailable`: send the same id again"),
    )
)]
pub async fn take_event(
    State(app): State<Arc<App>>,
    caller: Caller,
    InLane(lane): InLane,
    Document(body): Document,
) -> Result<Response, Problem> {
    let started = Instant::now();
    let event = ReceivedEvent { actor: caller.actor(), ..ReceivedEvent::read(&body)? };
    app.limits.event(&lane)?;
    let answer = app.lanes.take_live(&lane, event).await?;
    metrics::histogram!("carhop_turn_seconds").record(started.elapsed());
    let mut response = json(&answer.body());
    if answer.replayed {
        response.headers_mut().insert(IDEMPOTENT_REPLAYED, header::HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// A lane now.
#[derive(ToSchema)]
#[serde(untagged)]
pub enum LaneNow {
    /// With a car: its last turn.
    Turn(LastTurn),
    /// Without one.
    Idle(NoCar),
}

/// The last turn of a lane.
#[derive(ToSchema)]
pub struct LastTurn {
    #[serde(flatten)]
    #[schema(value_type = Turn)]
    turn: Arc<str>,
    /// What to say meanwhile, once, while the reply to an event is late.
    #[schema(nullable = false)]
    holding: Option<Say>,
}

/// That no car is on a lane.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoCar {
    #[schema(inline)]
    state: Idle,
    /// What to say meanwhile, once, while the reply to an event is late.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    holding: Option<Say>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Idle {
    Idle,
}

impl IntoResponse for LaneNow {
    fn into_response(self) -> Response {
        match self {
            Self::Idle(no_car) => axum::Json(no_car).into_response(),
            // The turn is sent as it was answered.
            Self::Turn(LastTurn { turn, holding: None }) => json(&turn),
            Self::Turn(LastTurn { turn, holding: Some(say) }) => {
                json(&with_member(&turn, "holding", &serde_json::json!(say).to_string()))
            }
        }
    }
}

/// The lane now: its last turn, or `{"state":"idle"}`; with `holding`, what to say meanwhile, once, while the reply to an
/// event is late.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/lanes/{lane}", tag = "lanes",
    params(("drive_thru" = String, Path), ("lane" = String, Path)),
    responses((status = 200, body = LaneNow))
)]
pub async fn lane(State(app): State<Arc<App>>, InLane(lane): InLane) -> Result<LaneNow, Problem> {
    let holding = app.lanes.holding(&lane);
    Ok(match app.lanes.last_turn(&lane).await? {
        Some(turn) => LaneNow::Turn(LastTurn { turn, holding }),
        None => LaneNow::Idle(NoCar { state: Idle::Idle, holding }),
    })
}

/// Every lane of a drive-thru.
#[derive(Serialize, ToSchema)]
pub struct LaneList {
    /// By lane id.
    lanes: Vec<LaneLine>,
}

/// A lane in one line.
#[derive(Serialize, ToSchema)]
pub struct LaneLine {
    /// The lane's id.
    lane: String,
    /// Its state.
    state: StateKind,
    /// What it expects to hear.
    expectation: Expectation,
    /// Its session.
    session_id: Option<Uuid>,
    /// The session's last turn.
    turn: u32,
    /// The order's total.
    total: Option<Money>,
    /// Why the crew has taken over, while it has.
    handoff: Option<Handoff>,
    /// Why the crew is about to be called.
    #[serde(skip_serializing_if = "Option::is_none")]
    handoff_near: Option<Handoff>,
}

/// Every lane of a drive-thru that was ever used, a line each.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/lanes", tag = "lanes",
    params(("drive_thru" = String, Path)),
    responses((status = 200, body = LaneList))
)]
pub async fn lanes(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
) -> Result<axum::Json<LaneList>, Problem> {
    let known = app.lanes.of_drive_thru(&drive_thru).await?;
    let lanes = known.into_iter().map(|(lane, record)| {
        let session = &record.session;
        LaneLine {
            lane: lane.lane().to_owned(),
            state: session.kind(),
            expectation: session.kind().expectation(),
            session_id: session.session_id(),
            turn: session.turn(),
            total: session.order().map(fsm::order::Order::total),
            handoff: session.handoff(),
            handoff_near: session.handoff_near(),
        }
    });
    Ok(axum::Json(LaneList { lanes: lanes.collect() }))
}

/// A session's audit log, also after it ended. Of a long one as many turns as fit into 4 MiB, and `next` to go on `after`; with
/// documents all of it, however long, in chunks of at most a document or 4 MiB.
#[utoipa::path(
    get, path = "/v1/sessions/{session_id}/audit", tag = "lanes",
    params(("session_id" = Uuid, Path), AuditPart),
    responses((status = 200, body = Audit), (status = 404, description = "`not-found`"), (status = 422, description = "`invalid-event`"))
)]
pub async fn audit(
    State(app): State<Arc<App>>,
    OfId(session_id): OfId,
    Query(part): Query<AuditPart>,
) -> Result<Response, Problem> {
    let AuditPart { with, after, limit } = part;
    if with == Some(With::Documents) {
        if after.is_some() || limit.is_some() {
            return Err(InvalidEvent::new(
                "with",
                "documents come with the whole log: leave out after and limit",
            )
            .into());
        }
        return whole_log::answer(app, session_id).await;
    }
    let (log, has_more) =
        app.lanes.audit_page(session_id, after.unwrap_or_default(), limit.unwrap_or(usize::MAX)).await?;
    let mut page = Audit::of(session_id, log).map_err(unreadable)?;
    page.next = page.entries.last().map(|last| last.seq).filter(|_| has_more);
    Ok(axum::Json(page).into_response())
}

/// Which turns, and what comes beside them.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct AuditPart {
    /// `documents` for all that a replay needs: the menus, and what of them was off. They come with the whole log.
    #[param(inline)]
    with: Option<With>,
    /// The turns after this one.
    #[serde(default, deserialize_with = "turn_number")]
    after: Option<u32>,
    /// How many turns at most.
    #[serde(default, deserialize_with = "page_length")]
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
}

fn page_length<'de, D: Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
    number(1..=1000, from)
}

/// Something that an audit log can come with.
#[derive(Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "snake_case")]
enum With {
    Documents,
}

/// The audit log of a session.
///
/// # Errors
/// If there is no such session, or it cannot be read.
pub async fn audit_of(app: &App, session_id: Uuid) -> Result<Audit, Problem> {
    let log = app.lanes.audit(session_id).await?;
    Audit::of(session_id, log).map_err(unreadable)
}

/// The audit log with the documents that its turns name, as far as they are kept.
///
/// # Errors
/// If they cannot be read.
pub async fn with_documents(app: &App, mut audit: Audit) -> Result<Audit, Problem> {
    for hash in audit.named_documents() {
        if let Some(text) = app.lanes.document(hash).await? {
            audit.documents.insert(hash, RawValue::from_string(text).map_err(unreadable)?);
        }
    }
    Ok(audit)
}

/// What is to be understood.
#[derive(Deserialize, ToSchema)]
pub struct ParseBody {
    /// The words.
    text: SpokenText,
    /// What the lane expects to hear; that of the lane, or `free_form_ordering`.
    expectation: Option<Expectation>,
    /// The lane whose order and question are meant.
    #[schema(value_type = Option<String>, max_length = 64)]
    lane: Option<Name<String>>,
}

/// Understand a text, and change nothing.
#[utoipa::path(
    post, path = "/v1/drive-thrus/{drive_thru}/parse", tag = "lanes",
    params(("drive_thru" = String, Path)),
    request_body = ParseBody,
    responses((status = 200, body = fsm::dialogue::Acts), (status = 404, description = "`not-found`: the lane is not one of the key's"))
)]
pub async fn parse(
    State(app): State<Arc<App>>,
    caller: Caller,
    InDriveThru(drive_thru): InDriveThru,
    Json(ParseBody { text, expectation, lane }): Json<ParseBody>,
) -> Result<axum::Json<fsm::dialogue::Acts>, Problem> {
    let lane = lane.map(|lane| LaneKey::new(&drive_thru, &lane.0)).transpose()?;
    if lane.as_ref().is_some_and(|lane| !caller.sees(lane)) {
        return Err(LaneError::Unknown("lane").into());
    }
    Ok(axum::Json(app.lanes.parse(&drive_thru, &text, expectation, lane.as_ref()).await?))
}

/// Answer a question without a lane, and store nothing.
#[utoipa::path(
    post, path = "/v1/drive-thrus/{drive_thru}/ask", tag = "menus",
    params(("drive_thru" = String, Path)),
    request_body = AskBody,
    responses((status = 200, body = AskAnswer))
)]
pub async fn ask(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
    Json(asked): Json<AskBody>,
) -> Result<axum::Json<AskAnswer>, Problem> {
    Ok(axum::Json(app.lanes.ask(&drive_thru, &asked).await?))
}

fn json(body: &str) -> Response {
    (StatusCode::OK, [(header::CONTENT_TYPE, "application/json")], body.to_owned()).into_response()
}
