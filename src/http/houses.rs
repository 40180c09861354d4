//! What houses say of themselves.

use std::sync::Arc;

use axum::Json as JsonResponse;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::access::Caller;
use super::app::App;
use super::body::{HOUSE_BYTES_MAX, InDriveThru, JsonDocument};
use super::large_document::LargeDocument;
use super::problem::Problem;

/// What the house of a drive-thru says of itself.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/house", tag = "houses",
    params(("drive_thru" = String, Path)),
    responses(
        (status = 200, body = JsonDocument, headers(("ETag" = String, description = "Its version"))),
        (status = 404, description = "`not-found`: it says nothing"),
    )
)]
pub async fn get_house(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
) -> Result<Response, Problem> {
    let house = app.lanes.house(&drive_thru).await?.ok_or_else(Problem::no_house)?;
    Ok(([(header::ETAG, house.etag.clone())], JsonResponse(house.document.clone())).into_response())
}

/// Put a house in use.
#[utoipa::path(
    put, path = "/v1/drive-thrus/{drive_thru}/house", tag = "houses",
    params(("drive_thru" = String, Path), ("If-Match" = Option<String>, Header)),
    request_body = JsonDocument,
    responses(
        (status = 200, description = "Replaced", body = JsonDocument, headers(("ETag" = String, description = "Its version"))),
        (status = 201, description = "New", body = JsonDocument, headers(("ETag" = String, description = "Its version"))),
        (status = 412, description = "`house-conflict`", headers(("ETag" = String, description = "The version in use"))),
        (status = 422, description = "`invalid-house`, with every fault"),
    )
)]
pub async fn put_house(
    State(app): State<Arc<App>>,
    caller: Caller,
    InDriveThru(drive_thru): InDriveThru,
    headers: HeaderMap,
    LargeDocument(document, _body): LargeDocument<HOUSE_BYTES_MAX>,
) -> Result<Response, Problem> {
    let if_match = headers.get(header::IF_MATCH).map(|value| value.to_str().unwrap_or_default());
    let status = if app.lanes.has_own_house(&drive_thru) { StatusCode::OK } else { StatusCode::CREATED };
    let house = app.lanes.put_house(&drive_thru, document, if_match, caller.actor()).await?;
    caller.log("house", &drive_thru);
    let taken = JsonResponse(house.document.clone());
    Ok((status, [(header::ETAG, house.etag.clone())], taken).into_response())
}
