//! Sessions: looking for one, and forgetting one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fsm::machine::End;
use fsm::money::Money;
use jiff::Timestamp;
use lanes::event::InvalidEvent;
use lanes::service::{SessionQuery, SessionSummary};
use lanes::store::SessionPlace;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::access::Caller;
use super::app::App;
use super::body::{InDriveThru, OfId, Query, number};
use super::problem::Problem;

/// The most sessions that are listed in one go.
const LISTED_MAX: usize = 200;
/// How many sessions are listed where it is not said.
const LISTED: usize = 50;

/// Sessions of a drive-thru.
#[derive(Serialize, ToSchema)]
pub struct SessionList {
    /// The newest first.
    sessions: Vec<SessionSummary>,
    /// The `cursor` to go on with, if there may be more. A page can have fewer sessions than were asked for, or none, where
    /// many had to be looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// Which sessions are listed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Listed {
    /// Those that began at that time or later.
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// Those that began before that time.
    #[param(value_type = Option<String>, format = DateTime)]
    to: Option<Timestamp>,
    /// Those that ended so.
    #[param(inline)]
    end: Option<End>,
    /// Those whose order costs that, with tax, such as `13.39`.
    #[param(value_type = Option<String>)]
    total: Option<Money>,
    /// How many at most; 50 where it is not said.
    #[serde(default, deserialize_with = "limit")]
    #[param(minimum = 1, maximum = 200)]
    limit: Option<usize>,
    /// The `next` of the page before.
    #[serde(default, deserialize_with = "place")]
    #[param(value_type = Option<String>)]
    cursor: Option<SessionPlace>,
}

fn limit<'de, D: Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
    number(1..=LISTED_MAX, from)
}

fn place<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SessionPlace>, D::Error> {
    String::deserialize(from)?.parse().map(Some).map_err(D::Error::custom)
}

/// The sessions of a drive-thru, the newest first.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/sessions", tag = "lanes",
    params(("drive_thru" = String, Path), Listed),
    responses((status = 200, body = SessionList))
)]
pub async fn sessions(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
    Query(listed): Query<Listed>,
) -> Result<Json<SessionList>, Problem> {
    let Listed { from, to, end, total, limit, cursor } = listed;
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        return Err(InvalidEvent::new("to", "it is before `from`").into());
    }
    let query = SessionQuery { from, to, end, total, before: cursor };
    let (sessions, next) = app.lanes.sessions(&drive_thru, &query, limit.unwrap_or(LISTED)).await?;
    Ok(Json(SessionList { sessions, next: next.map(|place| place.to_string()) }))
}

/// A session that was forgotten.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct ForgottenSession {
    /// The session.
    pub session_id: Uuid,
    /// Its tickets that stay, because the POS is not done with them.
    pub tickets_kept: Vec<Uuid>,
}

/// Forget a session that is over: its audit log, its events, and its tickets that the POS is done with.
#[utoipa::path(
    delete, path = "/v1/sessions/{session_id}", operation_id = "forget_session", tag = "lanes",
    params(("session_id" = Uuid, Path)),
    responses(
        (status = 200, body = ForgottenSession),
        (status = 404, description = "`not-found`"),
        (status = 409, description = "`session-on`"),
    )
)]
pub async fn forget(
    State(app): State<Arc<App>>,
    caller: Caller,
    OfId(session_id): OfId,
) -> Result<Json<ForgottenSession>, Problem> {
    let tickets_kept = app.lanes.forget(session_id).await?;
    caller.log("session forgotten", &session_id);
    Ok(Json(ForgottenSession { session_id, tickets_kept }))
}
