//! Calls a service that runs.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use http_body_util::{BodyExt as _, Limited};
use hyper::Uri;
use hyper::body::Bytes;
use hyper::http::uri::Authority;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Body, Client, Method, RequestBuilder, StatusCode, redirect};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

/// A call that takes longer is given up.
const CALL_TIMEOUT: Duration = Duration::from_secs(30);
/// What may have the key to call with. No command line has it: those can be seen.
const KEY_VARIABLE: &str = "CARHOP_KEY";
/// A connection that is silent for longer is not used again. The service closes it a little later.
const SILENT_MAX: Duration = Duration::from_secs(4);
/// The largest answer, in bytes.
const ANSWER_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Which service is called, and with which key.
#[derive(Args, Clone, Debug)]
pub struct Called {
    /// Where the service is.
    #[arg(long, env = "CARHOP_URL", value_name = "URL", default_value = Service::DEFAULT, global = true)]
    url: Service,
    /// A file with the key to call it with, if it asks for one; the variable `CARHOP_KEY` wins.
    #[arg(long, env = "CARHOP_KEY_FILE", value_name = "FILE", global = true)]
    key_file: Option<PathBuf>,
}

impl Called {
    /// The service.
    ///
    /// # Errors
    /// A key that cannot be read.
    pub fn service(&self) -> anyhow::Result<Service> {
        let key = match (std::env::var(KEY_VARIABLE), &self.key_file) {
            (Ok(key), _) => Some(key),
            (Err(_), Some(file)) => {
                let text = std::fs::read_to_string(file);
                Some(text.with_context(|| format!("cannot read {}", file.display()))?.trim().to_owned())
            }
            (Err(_), None) => None,
        };
        Ok(Service { key, ..self.url.clone() })
    }
}

/// Where a service is.
#[derive(Clone, Debug)]
pub struct Service {
    speaks_tls: bool,
    authority: Authority,
    key: Option<String>,
}

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

    /// It trusts the machine's own certificates, or those that `SSL_CERT_FILE` names. Without TLS none are read.
    fn client(&self) -> reqwest::Result<Client> {
        // There may be one already, which serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().no_proxy().redirect(redirect::Policy::none());
        let client = client.pool_idle_timeout(SILENT_MAX);
        if self.speaks_tls { client.build() } else { client.tls_certs_only([]).build() }
    }

    /// Who calls it again and again.
    ///
    /// # Errors
    /// If the machine's certificates cannot be read.
    pub fn caller(&self) -> anyhow::Result<Caller> {
        Ok(Caller { client: self.client()?, service: self.clone() })
    }

    /// Whether it is on this machine, so that nobody else's service is meant.
    pub fn is_on_loopback(&self) -> bool {
        let host = self.authority.host().trim_matches(['[', ']']);
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    fn request(&self, client: &Client, method: Method, path: &str, body: String) -> RequestBuilder {
        let request = client.request(method, format!("{self}{path}"));
        let request = request.header(CONTENT_TYPE, "application/json").body(body);
        match &self.key {
            Some(key) => request.bearer_auth(key),
            None => request,
        }
    }

    async fn exchange(&self, method: Method, path: &str, body: &Value) -> anyhow::Result<Value> {
        let cut_off = || format!("{self} does not answer as a service does");
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = self.request(&self.client()?, method, path, body);
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

impl FromStr for Service {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let uri: Uri = text.parse().map_err(|error| format!("it is no URL: {error}"))?;
        let is_bare = uri.path() == "/" && uri.query().is_none();
        let speaks_tls = uri.scheme_str() == Some("https");
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'));
        match authority {
            Some(authority) if (speaks_tls || uri.scheme_str() == Some("http")) && is_bare => {
                Ok(Self { speaks_tls, authority: authority.clone(), key: None })
            }
            Some(_) | None => Err("use http://HOST:PORT or https://HOST:PORT".to_owned()),
        }
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.speaks_tls { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority)
    }
}

/// Calls a service again and again, on connections that are kept.
#[derive(Clone)]
pub struct Caller {
    client: Client,
    service: Service,
}

/// What a service answers.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Its status.
    pub status: StatusCode,
    /// Whether it is what was answered before.
    pub is_replayed: bool,
    /// The body.
    pub body: Bytes,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallFault {
    /// Nobody listens.
    #[error("no connection")]
    NoConnection,
    /// It takes too long.
    #[error("no answer in {} s", CALL_TIMEOUT.as_secs())]
    Late,
    /// The connection broke.
    #[error("connection lost")]
    Lost,
}

impl Caller {
    /// Asks for something, or has it done.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn send(&self, method: Method, path: &str, body: String) -> Result<Reply, CallFault> {
        let exchange = async {
            let response = self.service.request(&self.client, method, path, body).send().await?;
            let status = response.status();
            let is_replayed = response.headers().get("idempotent-replayed").is_some();
            Ok(Reply { status, is_replayed, body: response.bytes().await? })
        };
        match timeout(CALL_TIMEOUT, exchange).await {
            Ok(answer) => {
                answer.map_err(
                    |error: reqwest::Error| {
                        if error.is_connect() { CallFault::NoConnection } else { CallFault::Lost }
                    },
                )
            }
            Err(_) => Err(CallFault::Late),
        }
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.service.fmt(f)
    }
}

impl Reply {
    /// The body, read.
    ///
    /// # Errors
    /// If it is something else.
    pub fn json<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_slice(&self.body)
    }

    /// The name of the problem that it is, such as `lane-busy`; else its status.
    pub fn problem(&self) -> String {
        let name = self.json::<Value>().ok();
        let name = name.as_ref().and_then(|problem| problem["type"].as_str()?.rsplit(':').next());
        name.map_or_else(|| self.status.to_string(), str::to_owned)
    }
}
