//! The HTTP client of a webhook: a connection for each request, to an address that was checked; no proxy, no redirect.

use std::error::Error;
use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Client, ClientBuilder, Request, Response, StatusCode, redirect};

use super::target::Target;

/// How long looking the host up, connecting and TLS may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest body of an answer that is read, in bytes.
const ANSWER_BODY_BYTES_MAX: usize = 16 * 1024;

/// What was answered.
pub(super) struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// Empty where it is too long to be read, or was cut off though nothing depends on it.
    pub body: Vec<u8>,
}

/// A client for one target. It trusts the machine's own certificates, or those that `SSL_CERT_FILE` names.
///
/// # Errors
/// That there are none.
pub(super) fn client(target: &Target) -> reqwest::Result<Client> {
    let builder = builder(target);
    // Without TLS, a machine that has no certificates can call as well.
    if target.rule.is_tls { builder.build() } else { builder.tls_certs_only([]).build() }
}

/// The same client before it is told which certificates it trusts.
pub(super) fn builder(target: &Target) -> ClientBuilder {
    // Fails if a provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .dns_resolver(target.rule)
        .connect_timeout(CONNECT_TIMEOUT)
        // The host is looked up again for each request.
        .pool_max_idle_per_host(0)
        .redirect(redirect::Policy::none())
        .no_proxy()
}

/// Sends the request and reads the answer.
pub(super) async fn exchange(client: &Client, request: Request) -> reqwest::Result<Answer> {
    let response = client.execute(request).await?;
    let (status, headers) = (response.status(), response.headers().clone());
    let read = read(response).await;
    // What a refusal says besides is only shown.
    let body = if status.is_success() { read? } else { read.unwrap_or_default() };
    Ok(Answer { status, headers, body })
}

/// Reads a body. One that is too long counts as empty.
async fn read(mut response: Response) -> reqwest::Result<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await? {
        if body.len() + piece.len() > ANSWER_BODY_BYTES_MAX {
            return Ok(Vec::new());
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// What went wrong at the bottom, without the URL, which may hold a key.
pub(super) fn root_cause(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut cause: &dyn Error = &error;
    while let Some(below) = cause.source() {
        cause = below;
    }
    cause.to_string()
}
