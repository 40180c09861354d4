//! Who may ask: requests that call this service by a name of its own, and pages that come from it.
//!
//! A browser lets every page send here and open sockets, in the name of whoever looks at it. And whoever owns a name can
//! have it point here, so that a page of theirs seems to be of this service.

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Method, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::problem::Problem;
use crate::config::Hosts;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const FETCH_DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Refuses what is not meant for this service, and what a page of another host asks. A link to here may stand anywhere.
pub async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    match check(&hosts, &request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Whether a call is meant for this service, and does not come from a page of another host.
///
/// # Errors
/// Why it is refused.
pub fn check(hosts: &Hosts, request: &Request) -> Result<(), Problem> {
    let host = host_header(request)?;
    let mut called = host.iter().chain(request.uri().authority());
    if let Some(other) = called.find(|name| !hosts.have(name.host())) {
        let detail =
            format!("this service is not called {}; use its address, or configure `hosts`", other.host());
        return Err(Problem::new(421, "unknown-host", detail));
    }
    if is_link(request) || is_own(hosts, host.as_ref(), request.headers()) {
        return Ok(());
    }
    Err(Problem::new(403, "foreign-origin", "open the page at this service's own address"))
}

/// What the request calls this service. Only HTTP/1.0 may leave it out.
fn host_header(request: &Request) -> Result<Option<Authority>, Problem> {
    let mut named = request.headers().get_all(header::HOST).iter();
    let authority = |value| Authority::try_from(value).ok().filter(|name| !name.as_str().contains('@'));
    match (named.next(), named.next()) {
        (None, _) if request.version() < Version::HTTP_11 => return Ok(None),
        (Some(one), None) => authority(one.as_bytes()),
        (None | Some(_), _) => None,
    }
    .map(Some)
    .ok_or_else(|| Problem::new(400, "invalid-host", "send one header Host, with the name of this service"))
}

/// Whether somebody follows a link to here: a browser shows the answer, and gives it to no other page.
fn is_link(request: &Request) -> bool {
    let says = |name, word: &str| values(request.headers(), &name).eq([word]);
    request.method() == Method::GET
        && says(FETCH_MODE, "navigate")
        && says(FETCH_DESTINATION, "document")
        && !request.headers().contains_key(header::ORIGIN)
}

/// Whether the page that asks is of this service. Whoever is no browser says nothing of a page.
fn is_own(hosts: &Hosts, host: Option<&Authority>, headers: &HeaderMap) -> bool {
    let of_browser = headers.contains_key(FETCH_SITE);
    values(headers, &FETCH_SITE).all(|site| matches!(site, "same-origin" | "none"))
        && values(headers, &header::ORIGIN).all(|origin| {
            let Some((_, page)) = origin.split_once("://") else { return false };
            let is_called_so = host.is_some_and(|host| page.eq_ignore_ascii_case(host.as_str()));
            // A proxy in between may call the service by another name than the browser does.
            is_called_so || of_browser && page.parse().is_ok_and(|page: Authority| hosts.have(page.host()))
        })
}

fn values<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'h str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default())
}
