//! A POS that is called: a POST for each message, signed as Standard Webhooks 1.0.

pub mod answer;
mod connection;
mod signature;
mod target;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, MessageBody};
use jiff::Timestamp;
use reqwest::header::{CONTENT_TYPE, USER_AGENT};
use reqwest::{Client, Request, StatusCode};
use serde::Serialize;
use uuid::Uuid;

use self::connection::{Answer, root_cause};
pub use self::signature::Secret;
pub use self::target::Allowed;
use self::target::Target;
use super::PosReport;
use super::emitter::{EmitError, Emitter, Semantics, TestMessage, Tested};

/// How long an attempt may take, from looking the host up to the end of the answer.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(15);

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

    /// A signed call. The id is the same with every attempt.
    fn request(&self, id: &str, message: &impl Serialize) -> Result<Request, EmitError> {
        let body = serde_json::to_vec(message).map_err(EmitError::refused)?;
        let timestamp = Timestamp::now().as_second().to_string();
        let signatures = signature::signatures(&self.secrets, id, &timestamp, &body);
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

    async fn exchange(&self, id: &str, message: &impl Serialize) -> Result<Answer, EmitError> {
        let request = self.request(id, message)?;
        connection::exchange(&self.client, request).await.map_err(|error| self.failed(error))
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
        let id = format!("{}:{}", message.body.ticket_id(), message.body.kind());
        let answer = self.exchange(&id, message).await?;
        match answer.status {
            status if status.is_success() => Ok(match &message.body {
                MessageBody::Created(_) => answer::report(&answer.body),
                MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => None,
            }),
            StatusCode::GONE => Err(self.disable()),
            status => {
                let reason = if status.is_redirection() {
                    format!("the POS answered {status}, and redirects are not followed")
                } else {
                    format!("the POS answered {status}")
                };
                let retry_after = answer::retry_after(status, &answer.headers);
                Err(EmitError::Refused { reason, said: answer::words(&answer.body), retry_after })
            }
        }
    }

    async fn try_out(&self, test: &TestMessage) -> Option<Tested> {
        let webhook_id = format!("{}:{}", Uuid::new_v4(), test.kind);
        let began = Instant::now();
        let came = self.exchange(&webhook_id, test).await;
        let came = came.map(|answer| (answer.status.as_u16(), answer::words(&answer.body)));
        Some(Tested { webhook_id, took: began.elapsed(), came: came.map_err(|error| error.to_string()) })
    }
}
