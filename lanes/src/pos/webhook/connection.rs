//! One request on one connection, to an address that was looked at: no second look-up, no proxy, no redirect.

use std::error::Error;
use std::sync::Arc;

use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::{HeaderMap, Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use super::target::Target;

/// The longest head of an answer, in bytes.
const ANSWER_HEAD_BYTES_MAX: usize = 16 * 1024;
/// The longest body of an answer that is read, in bytes.
const ANSWER_BODY_BYTES_MAX: usize = 16 * 1024;

/// A connection, with TLS or without.
pub(super) trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

/// What broke a connection.
pub(super) type Fault = Box<dyn Error + Send + Sync>;

/// What was answered.
pub(super) struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// Empty where nothing of it matters: where it is no success, or too long to be read.
    pub body: Bytes,
}

/// What a connection is encrypted with: the machine's own certificates, or those that `SSL_CERT_FILE` names.
///
/// # Errors
/// That there are none.
pub(super) fn tls() -> Result<TlsConnector, String> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        let faults: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
        return Err(format!("this machine has no certificates to trust; {}", faults.join("; ")));
    }
    tls_with(roots)
}

pub(super) fn tls_with(roots: RootCertStore) -> Result<TlsConnector, String> {
    let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

/// Connects to the first of the target's addresses that answers.
///
/// # Errors
/// Why not. Nothing was sent then.
pub(super) async fn connect(target: &Target, tls: Option<&TlsConnector>) -> Result<Box<dyn Wire>, String> {
    let addresses = target.addresses().await?;
    let stream = TcpStream::connect(&*addresses).await;
    let stream = stream.map_err(|error| format!("{} cannot be reached: {error}", target.authority))?;
    // The whole request is written at once.
    let _ = stream.set_nodelay(true);
    let Some(tls) = tls else { return Ok(Box::new(stream)) };
    let name = ServerName::try_from(target.host.clone()).map_err(|error| error.to_string())?;
    let stream = tls.connect(name, stream).await;
    Ok(Box::new(stream.map_err(|error| format!("{} cannot be trusted: {error}", target.authority))?))
}

/// Sends the request and reads the answer.
///
/// # Errors
/// What went wrong after the request may have been sent.
pub(super) async fn exchange(wire: Box<dyn Wire>, request: Request<Full<Bytes>>) -> Result<Answer, Fault> {
    let (mut sender, connection) =
        http1::Builder::new().max_buf_size(ANSWER_HEAD_BYTES_MAX).handshake(TokioIo::new(wire)).await?;
    let answer = async {
        let (head, body) = sender.send_request(request).await?.into_parts();
        let body = if head.status.is_success() { read(body).await? } else { Bytes::new() };
        Ok(Answer { status: head.status, headers: head.headers, body })
    };
    // The connection does its work beside the answer, and ends with it.
    tokio::select! {
        answer = answer => answer,
        never = async { let _ = connection.await; std::future::pending().await } => never,
    }
}

/// Reads a body that is short. One that is too long says nothing.
async fn read(body: Incoming) -> Result<Bytes, Fault> {
    match Limited::new(body, ANSWER_BODY_BYTES_MAX).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Ok(Bytes::new()),
        Err(error) => Err(error),
    }
}
