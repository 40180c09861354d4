//! What operators ask, and what the machine is.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use fsm::machine::graph::{self, Machine};
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;

use super::app::App;
use super::problem::Problem;

/// A commit that takes longer is no service.
const READY_TIMEOUT: Duration = Duration::from_secs(2);

/// How the service is.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`; anything else is a problem.
    status: &'static str,
}

/// Alive.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, body = Health)))]
pub async fn healthz() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Able to commit a turn: it makes a commit to show it.
#[utoipa::path(
    get, path = "/readyz", tag = "operations",
    responses((status = 200, body = Health), (status = 503, description = "`store-unavailable`, `draining`"))
)]
pub async fn readyz(State(app): State<Arc<App>>) -> Result<Json<Health>, Problem> {
    if app.live.draining.is_cancelled() {
        return Err(Problem::draining());
    }
    match timeout(READY_TIMEOUT, app.lanes.probe()).await {
        Ok(result) => result?,
        Err(_) => {
            let detail = format!("no commit within {} s", READY_TIMEOUT.as_secs());
            return Err(lanes::error::LaneError::Unavailable {
                detail,
                cursor: lanes::error::Cursor::default(),
            }
            .into());
        }
    }
    Ok(Json(Health { status: "ok" }))
}

/// The state machine: its states, and its table row by row.
#[utoipa::path(get, path = "/v1/machine", tag = "operations", responses((status = 200, body = Machine)))]
pub async fn machine() -> Json<Machine> {
    Json(graph::machine())
}

/// Prometheus text.
#[utoipa::path(get, path = "/metrics", tag = "operations", responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.render())
}
