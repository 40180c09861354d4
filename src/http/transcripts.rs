//! Sessions as transcripts, to be kept with those that every version must hold.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use lanes::audit::Audit;
use transcript::session::{Impossible, Log, transcript};

use super::app::App;
use super::body::OfId;
use super::gives_way::replayed;
use super::lanes::{audit_of, with_documents};
use super::problem::Problem;

/// A session as a transcript that `carhop replay` holds it to.
#[utoipa::path(
    get, path = "/v1/sessions/{session_id}/transcript", operation_id = "transcript", tag = "lanes",
    params(("session_id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = 404, description = "`not-found`"),
        (status = 422, description = "`transcript-impossible`: what cannot be said in a transcript, or comes out otherwise"),
    )
)]
pub async fn session(State(app): State<Arc<App>>, OfId(session_id): OfId) -> Result<Response, Problem> {
    let audit = with_documents(&app, audit_of(&app, session_id).await?).await?;
    let written = replayed(move || write(app, audit)).await?;
    let text = written.map_err(|error| Problem::new(422, "transcript-impossible", error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

async fn write(app: Arc<App>, audit: Audit) -> Result<String, Impossible> {
    let (menu, settings) = (app.lanes.menu_to_replay(&audit.drive_thru), app.settings.of(&audit.drive_thru));
    let house = app.lanes.house(&audit.drive_thru);
    let log = Log::of(audit)?;
    transcript(&log, &menu, house.as_deref(), settings, &app.languages).await
}
