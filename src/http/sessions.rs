//! Sessions that are to be forgotten.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::access::Caller;
use super::app::App;
use super::body::OfId;
use super::problem::Problem;

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
    delete, path = "/v1/sessions/{session_id}", tag = "lanes",
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
