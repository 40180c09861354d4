//! Trying the webhook out: whether the POS is there, and takes what is signed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use lanes::pos::emitter::{TestMessage, Tested, shown};
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use super::access::Caller;
use super::app::App;
use super::body::InDriveThru;
use super::problem::Problem;

/// Whoever wants to know whether the POS is there asks one after the other: each may take until the timeout of an attempt.
static PLACE: Semaphore = Semaphore::const_new(1);

/// What came of a test event.
#[derive(Serialize, ToSchema)]
pub struct WebhookTest {
    /// The `webhook-id` that it was sent with.
    webhook_id: String,
    /// The body that was sent.
    sent: TestMessage,
    /// How long the answer took, or until there was none, in milliseconds.
    took_ms: u64,
    /// The status of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    status: Option<u16>,
    /// The first 500 characters of its body on one line, without the numbers of cards and phones. A body of more than 16 KiB is not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    said: Option<String>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    failed: Option<String>,
}

/// Sends an event about no ticket to the webhook, signed as messages are. Its `type` is `webhook.test`, which no POS may make an order of.
#[utoipa::path(
    post, path = "/v1/drive-thrus/{drive_thru}/webhook/test", operation_id = "test_webhook", tag = "tickets",
    params(("drive_thru" = String, Path)),
    responses((status = 200, body = WebhookTest), (status = 409, description = "`no-webhook`, `test-running`"))
)]
pub async fn test(
    State(app): State<Arc<App>>,
    caller: Caller,
    InDriveThru(drive_thru): InDriveThru,
) -> Result<Json<WebhookTest>, Problem> {
    let _place = PLACE.try_acquire().map_err(|_| Problem::test_running())?;
    caller.log("webhook tested", &drive_thru);
    let sent = TestMessage::of(drive_thru, Timestamp::now());
    let Tested { webhook_id, took, came } =
        app.emitter.try_out(&sent).await.ok_or_else(Problem::no_webhook)?;
    let took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let (status, said, failed) = match came {
        Ok((status, said)) => (Some(status), said.map(|said| shown(&said, &app.languages)), None),
        Err(failed) => (None, None, Some(failed)),
    };
    Ok(Json(WebhookTest { webhook_id, sent, took_ms, status, said, failed }))
}
