//! A POS that is called: a POST for each message, signed as Standard Webhooks 1.0.

mod connection;
mod signature;
mod target;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use fsm::ids::{ItemId, LaneKey};
use fsm::ticket::{Message, MessageBody};
use jiff::Timestamp;
use reqwest::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER, USER_AGENT};
use reqwest::{Client, Request, StatusCode};
use serde::Deserialize;

use self::connection::root_cause;
pub use self::signature::Secret;
pub use self::target::Allowed;
use self::target::Target;
use super::PosReport;
use super::emitter::{EmitError, Emitter, Semantics};

/// How long an attempt may take, from looking the host up to the end of the answer.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(15);
/// The longest `Retry-After` that is obeyed: a mistake in it must not stop a drive-thru for an evening.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(600);
/// The longest reason or reference that is kept of an answer, in characters.
const WORDS_CHARS_MAX: usize = 500;

/// Calls a POS. The `webhook-id` of a message is its ticket's id and its type, the same with every attempt.
pub struct WebhookEmitter {
    target: Target,
    secrets: Vec<Secret>,
    client: Client,
    attempt_timeout: Duration,
    /// Whether the POS has answered that it takes no more.
    is_disabled: AtomicBool,
}

impl WebhookEmitter {
    /// A POS at a URL; every secret signs, so that one can be replaced while the other is still in use.
    ///
    /// # Errors
    /// Why the URL may not be called, that there is no secret, or that this machine trusts no certificates.
    pub fn new(url: &str, secrets: Vec<Secret>, allowed: Allowed) -> Result<Self, String> {
        let target = Target::parse(url, allowed)?;
        if secrets.is_empty() {
            return Err("it has no secret to sign with".to_owned());
        }
        let client = connection::client(&target).map_err(root_cause)?;
        metrics::gauge!("carhop_pos_disabled").set(0.0);
        let attempt_timeout = ATTEMPT_TIMEOUT;
        Ok(Self { target, secrets, client, attempt_timeout, is_disabled: AtomicBool::new(false) })
    }

    fn request(&self, message: &Message) -> Result<Request, EmitError> {
        let body = serde_json::to_vec(message).map_err(EmitError::refused)?;
        let id = format!("{}:{}", message.body.ticket_id(), message.body.kind());
        let timestamp = Timestamp::now().as_second().to_string();
        let signatures = signature::signatures(&self.secrets, &id, &timestamp, &body);
        let request = self.client.post(self.target.url.clone());
        let request = request
            .timeout(self.attempt_timeout)
            .header(USER_AGENT, concat!("carhop/", env!("CARGO_PKG_VERSION")))
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signatures)
            .body(body);
        request.build().map_err(|error| EmitError::refused(root_cause(error)))
    }

    /// Whether the POS may have the message: without a connection it cannot have received anything.
    fn failed(&self, error: reqwest::Error) -> EmitError {
        match (error.is_connect(), error.is_timeout()) {
            (true, true) => EmitError::refused("the POS cannot be reached in time"),
            (true, false) => {
                let host = self.target.url.authority();
                EmitError::refused(format!("{host} cannot be reached: {}", root_cause(error)))
            }
            (false, true) => EmitError::unknown("the POS did not answer in time"),
            (false, false) => {
                EmitError::unknown(format!("the answer of the POS was cut off: {}", root_cause(error)))
            }
        }
    }

    fn disable(&self) -> EmitError {
        if !self.is_disabled.swap(true, Ordering::Relaxed) {
            tracing::error!(
                url.host = self.target.url.host_str(),
                "the POS answered 410: it gets no more until the service is started again"
            );
            metrics::gauge!("carhop_pos_disabled").set(1.0);
        }
        EmitError::Disabled { reason: "the POS answered 410: it takes no more".to_owned() }
    }
}

impl fmt::Debug for WebhookEmitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookEmitter").field("target", &self.target).finish_non_exhaustive()
    }
}

#[async_trait]
impl Emitter for WebhookEmitter {
    fn semantics(&self) -> Semantics {
        Semantics::Idempotent
    }

    async fn emit(&self, _: &LaneKey, _: i64, message: &Message) -> Result<Option<PosReport>, EmitError> {
        if self.is_disabled.load(Ordering::Relaxed) {
            return Err(self.disable());
        }
        let request = self.request(message)?;
        let answer = connection::exchange(&self.client, request).await.map_err(|error| self.failed(error))?;
        match answer.status {
            status if status.is_success() => Ok(report(&message.body, &answer.body)),
            StatusCode::GONE => Err(self.disable()),
            status => {
                let reason = if status.is_redirection() {
                    format!("the POS answered {status}, and redirects are not followed")
                } else {
                    format!("the POS answered {status}")
                };
                Err(EmitError::Refused { reason, retry_after: retry_after(status, &answer.headers) })
            }
        }
    }
}

/// What a POS may say of a ticket in its answer.
#[derive(Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
enum Word {
    Accepted { pos_reference: Option<String> },
    Rejected { reason: Option<String>, item: Option<ItemId> },
}

/// What an answer reports. Without a status of the ticket it only means that the message was delivered.
fn report(message: &MessageBody, answer: &[u8]) -> Option<PosReport> {
    let word = match message {
        MessageBody::Created(_) => serde_json::from_slice(answer).ok()?,
        MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => return None,
    };
    Some(match word {
        Word::Accepted { pos_reference } => {
            PosReport::Acknowledged { pos_reference: pos_reference.map(|words| cut(&words)) }
        }
        Word::Rejected { reason, item } => {
            let reason = reason.map_or_else(|| "the POS gave no reason".to_owned(), |words| cut(&words));
            PosReport::Rejected { reason, item }
        }
    })
}

fn cut(words: &str) -> String {
    words.chars().take(WORDS_CHARS_MAX).collect()
}

/// How long a busy POS asks to wait, in seconds or until a date.
fn retry_after(status: StatusCode, headers: &HeaderMap) -> Option<Duration> {
    if !matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
        return None;
    }
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let wait = match text.parse() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => {
            let until = httpdate::parse_http_date(text).ok()?;
            until.duration_since(SystemTime::now()).unwrap_or_default()
        }
    };
    Some(wait.min(RETRY_AFTER_MAX))
}
