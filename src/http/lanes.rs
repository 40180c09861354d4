//! Lanes: events in, turns out.

use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fsm::dialogue::{Say, Turn};
use fsm::ids::LaneKey;
use fsm::machine::{End, Expectation, Handoff, StateKind};
use fsm::money::Money;
use lanes::event::{Envelope, InvalidEvent, TEXT_CHARS_MAX};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use super::App;
use super::body::{InDriveThru, InLane, Json, OfId, text};
use super::problem::Problem;

const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// A lane event. Which fields it has depends on its type.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what `Envelope::read` reads field by field")]
pub struct EventBody {
    /// Makes delivery at-least-once safe: the same id gets the same turn again.
    id: Uuid,
    /// `car_detected`, `utterance`, `barge_in`, `silence`, `out_of_stock`, `car_left`, `tap` or `crew`.
    #[schema(rename = "type", example = "utterance")]
    kind: String,
    /// RFC 3339, UTC; the service's clock stands in.
    at: Option<String>,
    /// If it is not the lane's session, the event is refused.
    session_id: Option<Uuid>,
    /// The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: Option<u32>,
    /// `car_detected`: the detector's name for the car.
    vehicle_id: Option<String>,
    /// `utterance`: 1 to 2000 characters, with a letter or digit among them. Where nothing was understood, send `silence`.
    text: Option<String>,
    /// `utterance`: of the recognizer, 0 to 1.
    confidence: Option<f64>,
    /// `utterance`: whether it interrupted our speech.
    barge_in: Option<bool>,
    /// `silence`: how long nothing was heard.
    seconds: Option<f64>,
    /// `out_of_stock`, `tap` `add_item`: a menu item's id.
    item: Option<String>,
    /// `tap` `add_item`: a size's id.
    size: Option<String>,
    /// `tap` `add_item`, `set_quantity`: 1 to 999.
    quantity: Option<u32>,
    /// `tap` `remove_line`, `set_quantity`.
    line_id: Option<String>,
    /// `tap`: `confirm`, `deny`, `done`, `add_item`, `remove_line`, `set_quantity`; `crew`: `take_over`, `give_back`.
    act: Option<String>,
    /// `utterance`, `tap`: `customer` or `crew`.
    by: Option<String>,
}

/// The turn that an event is answered with.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what `Answer::body` puts together")]
pub struct TurnAnswer {
    #[serde(flatten)]
    turn: Turn,
    /// The turns in between, if the frontend was behind.
    #[schema(nullable = false)]
    missed: Option<Vec<Turn>>,
}

/// Take an event on a lane.
#[utoipa::path(
    post, path = "/v1/drive-thrus/{drive_thru}/lanes/{lane}/events", tag = "lanes",
    params(("drive_thru" = String, Path), ("lane" = String, Path)),
    request_body = EventBody,
    responses(
        (
            status = 200, description = "The turn", body = TurnAnswer,
            headers(("Idempotent-Replayed" = bool, description = "`true` if the event was taken before")),
        ),
        (status = 409, description = "`lane-idle`, `stale-session`, `turn-ahead`"),
        (status = 422, description = "`invalid-event`, `event-conflict`"),
        (status = 503, description = "`lane-busy`, `store-unavailable`: send the same id again"),
    )
)]
pub async fn take_event(
    State(app): State<App>,
    InLane(lane): InLane,
    Json(body): Json,
) -> Result<Response, Problem> {
    let started = Instant::now();
    let envelope = Envelope::read(&body)?;
    let answer = app.lanes.take(&lane, envelope).await?;
    metrics::histogram!("carhop_turn_seconds").record(started.elapsed());
    let mut response = json(answer.body());
    if answer.replayed {
        response.headers_mut().insert(IDEMPOTENT_REPLAYED, header::HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// A lane now.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes what `lane` puts together")]
pub enum LaneNow {
    /// With a car: its last turn.
    Turn(Box<LastTurn>),
    /// Without one.
    Idle(NoCar),
}

/// The last turn of a lane.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what `lane` puts together")]
pub struct LastTurn {
    #[serde(flatten)]
    turn: Turn,
    /// What to say meanwhile, once, while the reply to an event is late.
    #[schema(nullable = false)]
    holding: Option<Say>,
}

/// That no car is on a lane.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it describes what `lane` puts together")]
pub struct NoCar {
    #[schema(inline)]
    state: Idle,
    /// What to say meanwhile, once, while the reply to an event is late.
    #[schema(nullable = false)]
    holding: Option<Say>,
}

#[derive(ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "it describes what `lane` puts together")]
enum Idle {
    Idle,
}

/// The lane now: its last turn, or `{"state":"idle"}`; with `holding`, what to say meanwhile, once, while the reply to an
/// event is late.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/lanes/{lane}", tag = "lanes",
    params(("drive_thru" = String, Path), ("lane" = String, Path)),
    responses((status = 200, body = LaneNow))
)]
pub async fn lane(State(app): State<App>, InLane(lane): InLane) -> Result<Response, Problem> {
    let holding = app.lanes.holding(&lane);
    let turn = app.lanes.last_turn(&lane).await?;
    let turn = turn.unwrap_or_else(|| r#"{"state":"idle"}"#.to_owned());
    Ok(json(match (turn.strip_suffix('}'), holding) {
        (Some(open), Some(say)) => {
            let say = serde_json::to_string(&say).unwrap_or_default();
            format!("{open},\"holding\":{say}}}")
        }
        _ => turn,
    }))
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
}

/// Every lane of a drive-thru that was ever used, a line each.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/lanes", tag = "lanes",
    params(("drive_thru" = String, Path)),
    responses((status = 200, body = LaneList))
)]
pub async fn lanes(
    State(app): State<App>,
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
        }
    });
    Ok(axum::Json(LaneList { lanes: lanes.collect() }))
}

/// A session's audit log.
#[derive(Serialize, ToSchema)]
pub struct Audit {
    /// The session.
    session_id: Uuid,
    /// Its drive-thru.
    drive_thru: String,
    /// Its lane.
    lane: String,
    /// How it ended; none while it is on.
    end: Option<End>,
    /// A turn each, from 1.
    entries: Vec<AuditEntry>,
}

impl Audit {
    /// The drive-thru of its lane.
    pub fn drive_thru(&self) -> &str {
        &self.drive_thru
    }
}

/// A turn with the event that it answers.
#[derive(Serialize, ToSchema)]
pub struct AuditEntry {
    /// The turn's number.
    seq: u32,
    /// When it was taken, UTC.
    #[schema(value_type = String, format = DateTime)]
    at: jiff::Timestamp,
    /// The menu's own version.
    #[schema(value_type = Value)]
    menu_version: Box<RawValue>,
    /// The event as it came.
    #[schema(value_type = Value)]
    event: Box<RawValue>,
    /// The turn as it was answered.
    #[schema(value_type = Turn)]
    turn: Box<RawValue>,
}

/// A session's audit log, also after it ended.
#[utoipa::path(
    get, path = "/v1/sessions/{session_id}/audit", tag = "lanes",
    params(("session_id" = Uuid, Path)),
    responses((status = 200, body = Audit), (status = 404, description = "`not-found`"))
)]
pub async fn audit(State(app): State<App>, OfId(session_id): OfId) -> Result<axum::Json<Audit>, Problem> {
    audit_of(&app, session_id).await.map(axum::Json)
}

/// The audit log of a session.
///
/// # Errors
/// If there is no such session, or it cannot be read.
pub async fn audit_of(app: &App, session_id: Uuid) -> Result<Audit, Problem> {
    let log = app.lanes.audit(session_id).await?;
    let entries = log.entries.into_iter().map(|entry| {
        Ok(AuditEntry {
            seq: entry.seq,
            at: entry.at,
            menu_version: RawValue::from_string(entry.menu_version)?,
            event: RawValue::from_string(entry.event)?,
            turn: RawValue::from_string(entry.turn)?,
        })
    });
    let entries = entries.collect::<Result<Vec<_>, serde_json::Error>>();
    let entries = entries.map_err(|error| Problem::new(500, "audit-unreadable", error.to_string()))?;
    Ok(Audit {
        session_id,
        drive_thru: log.lane.drive_thru().to_owned(),
        lane: log.lane.lane().to_owned(),
        end: log.end,
        entries,
    })
}

/// What is to be understood.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what `parse` reads field by field")]
pub struct ParseBody {
    /// 1 to 2000 characters.
    text: String,
    /// What the lane expects to hear; that of the lane, or `free_form_ordering`.
    expectation: Option<Expectation>,
    /// The lane whose order and question are meant.
    lane: Option<String>,
}

/// Understand a text, and change nothing.
#[utoipa::path(
    post, path = "/v1/drive-thrus/{drive_thru}/parse", tag = "lanes",
    params(("drive_thru" = String, Path)),
    request_body = ParseBody,
    responses((status = 200, body = fsm::dialogue::Acts))
)]
pub async fn parse(
    State(app): State<App>,
    InDriveThru(drive_thru): InDriveThru,
    Json(body): Json,
) -> Result<axum::Json<fsm::dialogue::Acts>, Problem> {
    let said = text(&body, "text", TEXT_CHARS_MAX)?;
    let said = said.ok_or_else(|| InvalidEvent::new("text", "give the words that were said"))?;
    let expectation = match body.get("expectation") {
        None | Some(Value::Null) => None,
        Some(value) => {
            let known = serde_json::from_value::<Expectation>(value.clone());
            Some(known.map_err(|_| InvalidEvent::new("expectation", "use an expectation of a turn"))?)
        }
    };
    let lane = text(&body, "lane", 64)?.map(|lane| LaneKey::new(&drive_thru, &lane)).transpose()?;
    let acts = app.lanes.parse(&drive_thru, &said, expectation, lane.as_ref()).await?;
    Ok(axum::Json(acts))
}

fn json(body: String) -> Response {
    (StatusCode::OK, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}
