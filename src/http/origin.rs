//! Pages of other hosts. A browser lets them send here and open sockets, in the name of whoever looks at them.

use axum::extract::Request;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::problem::Problem;

/// Refuses what a page of another host would change.
pub async fn guard(request: Request, next: Next) -> Response {
    if !request.method().is_safe()
        && let Err(problem) = check(request.headers())
    {
        return problem.into_response();
    }
    next.run(request).await
}

/// Refuses a page of another host. Whoever is no browser says nothing of a page.
///
/// # Errors
/// If the page that asks is not of this host.
pub fn check(headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    // Where the browser says it, a proxy in between may have another name.
    if let Some("same-origin" | "none") = text(header::HeaderName::from_static("sec-fetch-site")) {
        return Ok(());
    }
    let Some(origin) = text(header::ORIGIN) else { return Ok(()) };
    match (origin.split_once("://"), text(header::HOST)) {
        (Some((_, origin)), Some(host)) if origin.eq_ignore_ascii_case(host) => Ok(()),
        _ => Err(Problem::new(403, "foreign-origin", "open the page at this service's own address")),
    }
}
