//! The rules of houses.

use std::sync::Arc;

use axum::Json as JsonResponse;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::Vocabulary;

use super::access::Caller;
use super::app::App;
use super::body::{Document, InDriveThru, RULES_BYTES_MAX};
use super::problem::Problem;

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
