//! Sessions as transcripts, to be kept with those that every version must hold.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use lanes::limits::ANSWER_BYTES_MAX;
use tokio::sync::Semaphore;
use transcript::session::{Impossible, Log, transcript};

use super::app::App;
use super::body::OfId;
use super::gives_way::replayed;
use super::lanes::{audit_of, with_documents};
use super::problem::Problem;

/// The longest transcript that is answered, in bytes: no other answer of one piece is longer.
const TRANSCRIPT_BYTES_MAX: usize = ANSWER_BYTES_MAX;
/// How many whole logs are read and replayed for a transcript at once: such a log is in memory as a whole.
static WHOLE_LOGS: Semaphore = Semaphore::const_new(2);

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
    // The semaphore is never closed.
    let _reader = WHOLE_LOGS.acquire().await.ok();
    let audit = with_documents(&app, audit_of(&app, session_id).await?).await?;
    let drive_thru = audit.drive_thru.clone();
    let menu = app.lanes.menu_to_replay(&drive_thru).await?;
    let house = app.lanes.house(&drive_thru).await?;
    let write = async move || -> Result<String, Impossible> {
        let settings = app.settings.of(&drive_thru);
        transcript(&Log::of(audit)?, &menu, house.as_deref(), settings, &app.languages).await
    };
    let written = replayed(write).await?;
    let text = written.map_err(|error| impossible(error.to_string()))?;
    let text = bounded(text)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

fn impossible(why: String) -> Problem {
    Problem::new(422, "transcript-impossible", why)
}

/// A transcript that is short enough to be answered.
fn bounded(text: String) -> Result<String, Problem> {
    if text.len() > TRANSCRIPT_BYTES_MAX {
        let (has, max) = (text.len() >> 20, TRANSCRIPT_BYTES_MAX >> 20);
        return Err(impossible(format!(
            "the transcript has more than {has} MiB, and an answer {max} at most: take the audit log with its documents"
        )));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transcript_that_is_too_long_for_an_answer_is_refused() {
        let most = "x".repeat(TRANSCRIPT_BYTES_MAX);
        assert_eq!(bounded(most.clone()).map(|text| text.len()).ok(), Some(TRANSCRIPT_BYTES_MAX));
        let refused = bounded(most + "x").err().map(|problem| problem.detail().to_owned());
        assert!(refused.is_some_and(|detail| detail.contains("take the audit log with its documents")));
    }
}
