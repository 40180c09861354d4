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
    show_memory(&app);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.render())
}

/// Shows how much memory the process takes, as far as the machine tells, and how much of it the menus do.
#[expect(clippy::cast_precision_loss, reason = "no machine has 2^52 bytes")]
fn show_memory(app: &App) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    let kibibytes: u64 = resident.and_then(|number| number.parse().ok()).unwrap_or_default();
    metrics::gauge!("carhop_memory_bytes", "part" => "resident").set((kibibytes * 1024) as f64);
    metrics::gauge!("carhop_memory_bytes", "part" => "menus").set(app.lanes.menu_bytes() as f64);
}
