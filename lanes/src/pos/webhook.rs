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
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, RETRY_AFTER, USER_AGENT};
use hyper::{Request, StatusCode};
use jiff::Timestamp;
use serde::Deserialize;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use self::connection::Answer;
pub use self::signature::Secret;
pub use self::target::Allowed;
use self::target::Target;
use super::emitter::{EmitError, Emitter, Receipt, Semantics};

/// How long looking the host up, connecting and TLS may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the answer may take. An attempt takes 15 s at most.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// However long a POS asks to be left alone, it is no longer than this: a slip of it must not cost a house its evening.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(600);
/// The longest reason or reference that is kept of an answer, in characters.
const WORDS_CHARS_MAX: usize = 500;

/// Calls a POS. The `webhook-id` of a message is its ticket's id and its type, the same with every attempt.
pub struct WebhookEmitter {
    target: Target,
    secrets: Vec<Secret>,
    /// None where the target is called without.
    tls: Option<TlsConnector>,
    answer_timeout: Duration,
    /// It has answered that it takes no more.
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
        let tls = if target.is_tls { Some(connection::tls()?) } else { None };
        metrics::gauge!("carhop_pos_disabled").set(0.0);
        Ok(Self { target, secrets, tls, answer_timeout: ANSWER_TIMEOUT, is_disabled: AtomicBool::new(false) })
    }

    fn request(&self, message: &Message) -> Result<Request<Full<Bytes>>, EmitError> {
        let body = serde_json::to_vec(message).map_err(EmitError::refused)?;
        let id = format!("{}:{}", message.body.ticket_id(), message.body.kind());
        let timestamp = Timestamp::now().as_second().to_string();
        let signatures = signature::signatures(&self.secrets, &id, &timestamp, &body);
        Request::post(&self.target.path)
            .header(HOST, &self.target.authority)
            .header(USER_AGENT, concat!("carhop/", env!("CARGO_PKG_VERSION")))
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signatures)
            .body(Full::from(body))
            .map_err(EmitError::refused)
    }

    /// Connects and asks. Up to the connection, the POS cannot have got anything.
    async fn answer(&self, request: Request<Full<Bytes>>) -> Result<Answer, EmitError> {
        let wire = timeout(CONNECT_TIMEOUT, connection::connect(&self.target, self.tls.as_ref())).await;
        let wire = wire.map_err(|_| EmitError::refused("the POS cannot be reached in time"))?;
        let wire = wire.map_err(EmitError::refused)?;
        let answer = timeout(self.answer_timeout, connection::exchange(wire, request)).await;
        let answer = answer.map_err(|_| EmitError::unknown("the POS did not answer in time"))?;
        answer.map_err(|error| EmitError::unknown(format!("the answer of the POS was cut off: {error}")))
    }

    fn disable(&self) -> EmitError {
        if !self.is_disabled.swap(true, Ordering::Relaxed) {
            tracing::error!(
                url.host = self.target.host,
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

    async fn emit(&self, _: &LaneKey, _: i64, message: &Message) -> Result<Receipt, EmitError> {
        if self.is_disabled.load(Ordering::Relaxed) {
            return Err(self.disable());
        }
        let answer = self.answer(self.request(message)?).await?;
        match answer.status {
            status if status.is_success() => Ok(receipt(&message.body, &answer.body)),
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

/// What an answer says of a message: without a word on the ticket, only that it has come.
fn receipt(message: &MessageBody, answer: &[u8]) -> Receipt {
    let word = match message {
        MessageBody::Created(_) => serde_json::from_slice(answer).ok(),
        MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => None,
    };
    match word {
        Some(Word::Accepted { pos_reference }) => {
            Receipt::Acknowledged { pos_reference: pos_reference.map(|words| cut(&words)) }
        }
        Some(Word::Rejected { reason, item }) => {
            let reason = reason.map_or_else(|| "the POS gave no reason".to_owned(), |words| cut(&words));
            Receipt::Rejected { reason, item }
        }
        None => Receipt::Delivered,
    }
}

fn cut(words: &str) -> String {
    words.chars().take(WORDS_CHARS_MAX).collect()
}

/// How long a POS that has too much to do asks to be left alone: in seconds, or until a date.
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
