//! The interface over HTTP: routes, limits, errors; and the web pages.

mod access;
mod app;
mod asyncapi;
mod body;
mod changes;
mod drive_thrus;
mod dry_runs;
mod gives_way;
mod houses;
mod lanes;
mod large_document;
pub mod limit;
pub mod limits;
pub mod live;
mod menus;
mod openapi;
mod ops;
mod origin;
mod pages;
pub mod problem;
mod rules;
pub mod server;
pub mod sessions;
mod sign_in;
pub mod sign_in_codes;
mod socket;
mod span;
mod stream;
pub mod tickets;
pub mod tls;
mod transcripts;
mod webhook;
mod whole_log;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use tracing::Instrument as _;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::problem::Problem;
use self::socket::Notice;
use crate::config::Hosts;

pub use self::app::App;
pub use self::drive_thrus::DriveThrus;

/// The document that describes the interface; its paths and schemas come from the handlers.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Carhop",
        description = "Takes drive-thru orders. Every status from 400 on is a `Problem`."
    ),
    components(schemas(Problem, Notice))
)]
struct Document;

/// Every route, behind the layer that judges who may call it.
pub fn router(app: Arc<App>) -> Router {
    let (router, document) = calls();
    let document = openapi::complete(document);
    let asyncapi = asyncapi::document(&serde_json::json!(document));
    router
        .merge(pages::router())
        .route("/openapi.json", get(async move || Json(document)))
        .route("/asyncapi.json", get(async move || Json(asyncapi)))
        .fallback(async |uri: Uri| Problem::no_such_path(&uri))
        .method_not_allowed_fallback(async |method: Method, uri: Uri| Problem::no_such_method(&method, &uri))
        .layer(middleware::from_fn_with_state(app.clone(), admit))
        .with_state(app)
}

/// Lets a call in that is meant for this service, if its caller may make it. One layer: each costs a call several
/// allocations and copies of the request.
async fn admit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let span = span::of(&request);
    let mut response = match origin::check(&app.hosts, &request) {
        Ok(()) => access::authorize(&app, request, next).instrument(span.clone()).await,
        Err(problem) => problem.into_response(),
    };
    span::answered(&span, response.status());
    // Once the service is about to stop, callers open their next connection elsewhere: one that they still use when it stops
    // could break just as they send something.
    if app.live.draining.is_cancelled() && response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// What operators ask, at a door of their own: it tells of no drive-thru, and whoever gets there needs no key.
pub fn health_router(app: Arc<App>, hosts: Hosts) -> Router {
    Router::new()
        .route("/healthz", get(ops::healthz))
        .route("/readyz", get(ops::readyz))
        .route("/metrics", get(ops::metrics))
        .fallback(async |uri: Uri| Problem::no_such_path(&uri))
        .method_not_allowed_fallback(async |method: Method, uri: Uri| Problem::no_such_method(&method, &uri))
        .layer(middleware::from_fn_with_state(hosts, origin::guard))
        .with_state(app)
}

/// The calls of the interface, and the document of them.
fn calls() -> (Router<Arc<App>>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(lanes::take_event))
        .routes(routes!(lanes::lane))
        .routes(routes!(lanes::lanes))
        .routes(routes!(lanes::audit))
        .routes(routes!(sessions::sessions))
        .routes(routes!(sessions::forget))
        .routes(routes!(transcripts::session))
        .routes(routes!(lanes::parse))
        .routes(routes!(lanes::ask))
        .routes(routes!(socket::socket))
        .routes(routes!(stream::events))
        .routes(routes!(menus::get_menu, menus::put_menu))
        .routes(routes!(menus::menu_schema))
        .routes(routes!(menus::put_availability))
        .routes(routes!(menus::put_modifier_availability))
        .routes(routes!(menus::put_size_availability))
        .routes(routes!(houses::get_house, houses::put_house))
        .routes(routes!(rules::get_rules, rules::put_rules))
        .routes(routes!(rules::versions, rules::keep_version))
        .routes(routes!(rules::version))
        .routes(routes!(rules::check))
        .routes(routes!(rules::activate))
        .routes(routes!(dry_runs::dry_run))
        .routes(routes!(rules::vocabulary))
        .routes(routes!(rules::explain))
        .routes(routes!(changes::changes))
        .routes(routes!(tickets::tickets))
        .routes(routes!(tickets::ticket))
        .routes(routes!(tickets::message))
        .routes(routes!(tickets::resend))
        .routes(routes!(tickets::void))
        .routes(routes!(tickets::ack))
        .routes(routes!(tickets::reject))
        .routes(routes!(tickets::payment_problem))
        .routes(routes!(webhook::test))
        .routes(routes!(menus::speech_hints))
        .routes(routes!(sign_in::sign_in))
        .routes(routes!(sign_in::sign_out))
        .routes(routes!(sign_in_codes::make))
        .routes(routes!(sign_in::socket_ticket))
        .routes(routes!(ops::machine))
        .routes(routes!(ops::healthz))
        .routes(routes!(ops::readyz))
        .routes(routes!(ops::metrics))
        .split_for_parts()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What the router has besides the calls. A page that is not in the table is closed, which the tests of the pages find.
    fn is_of_a_page(path: &str) -> bool {
        ["/", "/docs", "/sim", "/sign-in", "/openapi.json", "/asyncapi.json"].contains(&path)
            || ["/board/", "/lane/", "/crew/", "/rules/", "/sessions/", "/assets/"]
                .iter()
                .any(|start| path.starts_with(start))
    }

    #[test]
    fn every_call_is_in_the_table_and_no_other() {
        let document = serde_json::json!(calls().1);
        let paths = document["paths"].as_object().unwrap();
        let routes: BTreeSet<String> = paths
            .iter()
            .flat_map(|(path, item)| {
                item.as_object()
                    .unwrap()
                    .keys()
                    .map(move |method| format!("{} {path}", method.to_uppercase()))
            })
            .collect();
        let table = access::routes().filter(|(_, path)| !is_of_a_page(path));
        let table: BTreeSet<String> = table.map(|(method, path)| format!("{method} {path}")).collect();
        assert_eq!(routes, table);
    }
}
