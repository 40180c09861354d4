//! Calls a service that runs, over HTTP without TLS.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use http_body_util::{BodyExt as _, Limited};
use hyper::Uri;
use hyper::http::uri::Authority;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Body, Client, Method, redirect};
use serde_json::Value;
use tokio::time::timeout;

/// A call that takes longer is given up.
const CALL_TIMEOUT: Duration = Duration::from_secs(30);
/// The largest answer, in bytes.
const ANSWER_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Where a service is.
#[derive(Clone, Debug)]
pub struct Service(Authority);

impl Service {
    /// Where `carhop serve` listens if it is not told otherwise.
    pub const DEFAULT: &str = "http://127.0.0.1:8080";

    /// Asks for something.
    ///
    /// # Errors
    /// That the service cannot be reached, or what it says is wrong.
    pub fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.call(Method::GET, path, &Value::Null)
    }

    /// Has something done.
    ///
    /// # Errors
    /// That the service cannot be reached, or what it says is wrong.
    pub fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.call(Method::POST, path, body)
    }

    /// Has something removed.
    ///
    /// # Errors
    /// That the service cannot be reached, or what it says is wrong.
    pub fn delete(&self, path: &str) -> anyhow::Result<Value> {
        self.call(Method::DELETE, path, &Value::Null)
    }

    fn call(&self, method: Method, path: &str, body: &Value) -> anyhow::Result<Value> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let exchange = async { timeout(CALL_TIMEOUT, self.exchange(method, path, body)).await };
        let answer = runtime.block_on(exchange);
        answer.map_err(|_| anyhow!("{self} did not answer within {} s", CALL_TIMEOUT.as_secs()))?
    }

    async fn exchange(&self, method: Method, path: &str, body: &Value) -> anyhow::Result<Value> {
        let cut_off = || format!("{self} does not answer as a service does");
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = client()?.request(method, format!("{self}{path}"));
        let request = request.header(CONTENT_TYPE, "application/json").body(body);
        let response = request.send().await.map_err(|error| {
            let what = if error.is_connect() { format!("no service answers on {self}") } else { cut_off() };
            anyhow!("{what}: {}", anyhow!(error).root_cause())
        })?;
        let status = response.status();
        let body = Limited::new(Body::from(response), ANSWER_BYTES_MAX).collect().await;
        let body =
            body.map_err(|error| anyhow!("{}: {}", cut_off(), anyhow!(error).root_cause()))?.to_bytes();
        let json = serde_json::from_slice::<Value>(&body);
        if !status.is_success() {
            let detail = json.ok().and_then(|problem| Some(problem["detail"].as_str()?.to_owned()));
            bail!(detail.unwrap_or_else(|| format!("{self} answers {status}")));
        }
        json.with_context(cut_off)
    }
}

/// Calls without TLS, so that no certificates are read.
fn client() -> reqwest::Result<Client> {
    // There may be one already, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().tls_certs_only([]).no_proxy().redirect(redirect::Policy::none()).build()
}

impl FromStr for Service {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let uri: Uri = text.parse().map_err(|error| format!("it is no URL: {error}"))?;
        if uri.scheme_str() == Some("https") {
            return Err("https:// is not in this version; use the service's own http://".to_owned());
        }
        let is_bare = uri.path() == "/" && uri.query().is_none();
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'));
        match authority {
            Some(authority) if uri.scheme_str() == Some("http") && is_bare => Ok(Self(authority.clone())),
            Some(_) | None => Err("use http://HOST:PORT".to_owned()),
        }
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.0)
    }
}
