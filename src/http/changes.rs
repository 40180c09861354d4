//! Who changed what.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use lanes::store::{CHANGES_KEPT, DocumentChange};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::app::App;
use super::body::{InDriveThru, Query, number};
use super::problem::Problem;

/// How many changes are listed where it is not said.
const LISTED: usize = 50;

/// Who changed what of a drive-thru.
#[derive(Serialize, ToSchema)]
pub struct ChangeList {
    /// The newest first.
    changes: Vec<DocumentChange>,
}

/// Which changes are listed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Listed {
    /// How many at most; 50 where it is not said.
    #[serde(default, deserialize_with = "limit")]
    #[param(minimum = 1, maximum = 500)]
    limit: Option<usize>,
}

fn limit<'de, D: Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
    number(1..=CHANGES_KEPT, from)
}

/// Who put the menu, the house and the rules of a drive-thru, and took what off the menu or put it back on, and when.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/changes", tag = "operations",
    params(("drive_thru" = String, Path), Listed),
    responses((status = 200, body = ChangeList))
)]
pub async fn changes(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
    Query(listed): Query<Listed>,
) -> Result<Json<ChangeList>, Problem> {
    let changes = app.lanes.changes(&drive_thru, listed.limit.unwrap_or(LISTED)).await?;
    Ok(Json(ChangeList { changes }))
}
