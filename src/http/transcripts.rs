//! Sessions as transcripts, to be kept with those that every version must hold.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use golden::session::{Impossible, Log, transcript};
use metrics::NoopRecorder;
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tracing::subscriber::NoSubscriber;

use super::App;
use super::body::OfId;
use super::lanes::{Audit, audit_of};
use super::problem::Problem;

/// How many are written at once: each plays its session twice.
const WRITERS_MAX: usize = 2;
static WRITERS: Semaphore = Semaphore::const_new(WRITERS_MAX);

/// A session as a transcript that `carhop replay` holds it to.
#[utoipa::path(
    get, path = "/v1/sessions/{session_id}/transcript", tag = "lanes",
    params(("session_id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = 400, body = Problem),
        (status = 404, body = Problem),
        (status = 422, description = "`transcript-impossible`: what cannot be said in a transcript, or comes out otherwise", body = Problem),
    )
)]
pub async fn session(State(app): State<App>, OfId(session_id): OfId) -> Result<Response, Problem> {
    let audit = audit_of(&app, session_id).await?;
    let broken = |detail: String| Problem::new(500, "transcript-failed", detail);
    // The semaphore is never closed.
    let _writer = WRITERS.acquire().await.ok();
    let written = spawn_blocking(move || write(&app, &audit)).await;
    let written =
        written.map_err(|error| broken(error.to_string()))?.map_err(|error| broken(error.to_string()))?;
    let text = written.map_err(|error| Problem::new(422, "transcript-impossible", error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

fn write(app: &App, audit: &Audit) -> anyhow::Result<Result<String, Impossible>> {
    let log = match Log::read(&serde_json::to_vec(audit)?) {
        Ok(log) => log,
        Err(error) => return Ok(Err(error.into())),
    };
    let menu = app.lanes.menu(audit.drive_thru());
    let house = app.houses.of(audit.drive_thru());
    let runtime = Builder::new_current_thread().enable_all().build()?;
    // What is only played again is neither counted nor logged.
    let write = || runtime.block_on(transcript(&log, &menu, house, &app.languages));
    Ok(metrics::with_local_recorder(&NoopRecorder, || {
        tracing::subscriber::with_default(NoSubscriber::new(), write)
    }))
}
