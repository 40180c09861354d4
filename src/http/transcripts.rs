//! Sessions as transcripts, to be kept with those that every version must hold.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use lanes::audit::Audit;
use metrics::NoopRecorder;
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tracing::subscriber::NoSubscriber;
use transcript::session::{Impossible, Log, transcript};

use super::app::App;
use super::body::OfId;
use super::lanes::{audit_of, with_documents};
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
        (status = 404, description = "`not-found`"),
        (status = 422, description = "`transcript-impossible`: what cannot be said in a transcript, or comes out otherwise"),
    )
)]
pub async fn session(State(app): State<Arc<App>>, OfId(session_id): OfId) -> Result<Response, Problem> {
    // The semaphore is never closed.
    let writer = WRITERS.acquire().await.ok();
    let audit = with_documents(&app, audit_of(&app, session_id).await?).await?;
    let write = move || {
        // It is under way until it is written, also where nobody waits for it any more.
        let _writer = writer;
        write(&app, audit)
    };
    let written = spawn_blocking(write).await.map_err(anyhow::Error::from).flatten();
    let written = written.map_err(|error| {
        tracing::error!(session.id = %session_id, %error, "a transcript could not be written");
        Problem::new(500, "transcript-failed", "the session could not be played again; the log says why")
    })?;
    let text = written.map_err(|error| Problem::new(422, "transcript-impossible", error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

fn write(app: &App, audit: Audit) -> anyhow::Result<Result<String, Impossible>> {
    let (menu, settings) = (app.lanes.menu(&audit.drive_thru), app.settings.of(&audit.drive_thru));
    let house = app.lanes.house(&audit.drive_thru);
    let log = match Log::of(audit) {
        Ok(log) => log,
        Err(error) => return Ok(Err(error.into())),
    };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    // What is only played again is neither counted nor logged.
    let write = || runtime.block_on(transcript(&log, &menu, house.as_deref(), settings, &app.languages));
    Ok(metrics::with_local_recorder(&NoopRecorder, || {
        tracing::subscriber::with_default(NoSubscriber::new(), write)
    }))
}
