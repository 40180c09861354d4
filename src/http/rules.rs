//! The rules of houses.

use std::fmt::Display;
use std::sync::Arc;

use axum::Json as JsonResponse;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fsm::ids::ItemId;
use rules::Vocabulary;
use serde::Deserialize;
use transcript::session::{self, Log, TurnExplained, Wanted};
use utoipa::IntoParams;

use super::access::Caller;
use super::app::App;
use super::body::{Document, InDriveThru, OfTurn, Query, RULES_BYTES_MAX};
use super::lanes::{audit_of, with_documents};
use super::problem::Problem;
use super::replays::replayed;

/// What rules can be made of: points with their outcomes, and the facts that conditions can ask.
#[utoipa::path(
    get, path = "/v1/rules/vocabulary", tag = "rules",
    responses((status = 200, body = Vocabulary))
)]
pub async fn vocabulary() -> JsonResponse<Vocabulary> {
    JsonResponse(rules::vocabulary())
}

/// The rules of a house.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/rules", tag = "rules",
    params(("drive_thru" = String, Path)),
    responses(
        (status = 200, body = Value, headers(("ETag" = String, description = "Their version"))),
        (status = 404, description = "`not-found`: there are none"),
    )
)]
pub async fn get_rules(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
) -> Result<Response, Problem> {
    let rules = app.lanes.rules(&drive_thru).ok_or_else(Problem::no_rules)?;
    Ok(([(header::ETAG, rules.etag.clone())], JsonResponse(rules.document.clone())).into_response())
}

/// Which item is asked about.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Explained {
    /// Also tell whether that item can be had, where no rule holds for it.
    #[param(value_type = Option<String>)]
    item: Option<ItemId>,
}

/// Why the rules of the house decided as they did in a turn.
///
/// The session is replayed up to its end with what was recorded, under the rules of then. Of whether items can be had, it
/// tells those for which a rule holds.
#[utoipa::path(
    get, path = "/v1/sessions/{session_id}/turns/{turn}/rules", tag = "rules",
    params(("session_id" = uuid::Uuid, Path), ("turn" = u32, Path), Explained),
    responses(
        (status = 200, body = TurnExplained),
        (status = 404, description = "`not-found`: there is no such session, or it has no such turn"),
        (status = 422, description = "`replay-impossible`: why the session cannot be replayed"),
    )
)]
pub async fn explain(
    State(app): State<Arc<App>>,
    OfTurn(session_id, turn): OfTurn,
    Query(Explained { item }): Query<Explained>,
) -> Result<JsonResponse<TurnExplained>, Problem> {
    let audit = with_documents(&app, audit_of(&app, session_id).await?).await?;
    let drive_thru = audit.drive_thru.clone();
    let impossible = |error: &dyn Display| Problem::new(422, "replay-impossible", error.to_string());
    let log = Log::of(audit).map_err(|error| impossible(&error))?;
    let explained = replayed(async move || {
        let (menu, house) = (app.lanes.menu(&drive_thru), app.lanes.house(&drive_thru));
        let wanted = Wanted { turn: Some(turn), item };
        session::explain(&log, &menu, house.as_deref(), &app.settings, &app.languages, wanted).await
    });
    let mut turns = explained.await?.map_err(|error| impossible(&error))?;
    turns.pop().map(JsonResponse).ok_or_else(|| Problem::no_turn(turn))
}

/// Put rules in use.
#[utoipa::path(
    put, path = "/v1/drive-thrus/{drive_thru}/rules", tag = "rules",
    params(("drive_thru" = String, Path), ("If-Match" = Option<String>, Header)),
    request_body = Value,
    responses(
        (status = 200, description = "Replaced", body = Value, headers(("ETag" = String, description = "Their version"))),
        (status = 201, description = "New", body = Value, headers(("ETag" = String, description = "Their version"))),
        (status = 412, description = "`rules-conflict`", headers(("ETag" = String, description = "The version in use"))),
        (status = 422, description = "`invalid-rules`, with every fault"),
    )
)]
pub async fn put_rules(
    State(app): State<Arc<App>>,
    caller: Caller,
    InDriveThru(drive_thru): InDriveThru,
    headers: HeaderMap,
    Document(document): Document<RULES_BYTES_MAX>,
) -> Result<Response, Problem> {
    let if_match = headers.get(header::IF_MATCH).map(|value| value.to_str().unwrap_or_default());
    let status = if app.lanes.rules(&drive_thru).is_some() { StatusCode::OK } else { StatusCode::CREATED };
    let rules = app.lanes.put_rules(&drive_thru, document, if_match).await?;
    caller.log("rules", &drive_thru);
    let taken = JsonResponse(rules.document.clone());
    Ok((status, [(header::ETAG, rules.etag.clone())], taken).into_response())
}
