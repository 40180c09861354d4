//! The web pages of `board/`: embedded in a release, read from the disk by a debug build, so that an edit shows at a reload.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::Embed;

use super::app::App;
use super::body::{InDriveThru, InLane, OfId};
use super::problem::Problem;

#[derive(Embed)]
#[folder = "board"]
#[exclude = "tests/*"]
struct Files;

/// Everything comes from this service, nothing stands inside of the html, and no other page may frame these.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; \
     script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const HTML: &str = "text/html; charset=utf-8";

/// The pages and what they load.
pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(async |sent: HeaderMap| page("index.html", &sent)))
        .route("/sign-in", get(async |sent: HeaderMap| page("sign-in.html", &sent)))
        .route("/docs", get(async |sent: HeaderMap| page("docs.html", &sent)))
        .route("/sim", get(async |sent: HeaderMap| page("sim.html", &sent)))
        .route(
            "/board/{drive_thru}/{lane}",
            get(async |_: InLane, sent: HeaderMap| page("board.html", &sent)),
        )
        .route("/lane/{drive_thru}/{lane}", get(async |_: InLane, sent: HeaderMap| page("lane.html", &sent)))
        .route("/crew/{drive_thru}", get(async |_: InDriveThru, sent: HeaderMap| page("crew.html", &sent)))
        .route("/rules/{drive_thru}", get(async |_: InDriveThru, sent: HeaderMap| page("rules.html", &sent)))
        .route("/sessions/{session_id}", get(async |_: OfId, sent: HeaderMap| page("session.html", &sent)))
        .route("/assets/{*path}", get(asset))
}

/// A page is the same for every lane: it reads from its own address which one it shows.
fn page(name: &str, sent: &HeaderMap) -> Result<Response, Problem> {
    file(name, HTML, sent).ok_or_else(|| Problem::new(404, "not-found", format!("there is no page {name}")))
}

async fn asset(Path(path): Path<String>, uri: Uri, sent: HeaderMap) -> Result<Response, Problem> {
    // A name that is hidden, or leads up, is none of an asset.
    let is_plain = path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    let found = media_type(&path).filter(|_| is_plain).and_then(|kind| file(&path, kind, &sent));
    match found {
        Some(response) => Ok(response),
        None => Err(Problem::no_such_path(&uri)),
    }
}

/// What an asset is, by its name; none of what is no asset.
fn media_type(path: &str) -> Option<&'static str> {
    let name = path.rsplit('/').next()?;
    if name.starts_with("LICENSE") {
        return Some("text/plain; charset=utf-8");
    }
    match name.rsplit_once('.')?.1 {
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "svg" => Some("image/svg+xml; charset=utf-8"),
        "png" => Some("image/png"),
        _ => None,
    }
}

fn file(path: &str, media_type: &'static str, sent: &HeaderMap) -> Option<Response> {
    let file = Files::get(path)?;
    // The first half of the hash tells any two contents apart.
    let hash: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let etag = format!("\"{hash}\"");
    let (status, body) = match is_among(sent, &etag) {
        true => (StatusCode::NOT_MODIFIED, Cow::default()),
        false => (StatusCode::OK, file.data),
    };
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::ETAG, &etag),
        // It may be kept, and is asked for again: a new version shows at once.
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
    ];
    Some((status, headers, body).into_response())
}

/// Whether the browser says that it has this version.
fn is_among(sent: &HeaderMap, etag: &str) -> bool {
    let values = sent.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = values.flat_map(|value| value.split(',')).map(str::trim);
    tags.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}
