//! The span of a call. A caller that is traced itself says so in the header `traceparent`, and has the call among its own.

use axum::extract::{MatchedPath, Request};
use axum::http::StatusCode;
use tracing::field::Empty;
use tracing::{Span, debug_span};

/// The span of a call that is not answered yet.
pub fn of(request: &Request) -> Span {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let span = debug_span!(
        "call",
        otel.name = Empty,
        otel.kind = "server",
        http.request.method = request.method().as_str(),
        http.route = route,
        http.response.status_code = Empty,
        otel.status_code = Empty,
    );
    if !span.is_disabled() {
        span.record("otel.name", format!("{} {}", request.method(), route.unwrap_or_default()).trim_end());
        #[cfg(feature = "otlp")]
        in_that_of_its_caller(&span, request);
    }
    span
}

/// Says how it was answered.
pub fn answered(span: &Span, status: StatusCode) {
    if !span.is_disabled() {
        span.record("http.response.status_code", status.as_u16());
        if status.is_server_error() {
            span.record("otel.status_code", "ERROR");
        }
    }
}

#[cfg(feature = "otlp")]
fn in_that_of_its_caller(span: &Span, request: &Request) {
    use opentelemetry_http::HeaderExtractor;
    use tracing_opentelemetry::OpenTelemetrySpanExt as _;

    let caller = opentelemetry::global::get_text_map_propagator(|propagator| {
        propagator.extract(&HeaderExtractor(request.headers()))
    });
    // Fails where no spans are sent.
    let _ = span.set_parent(caller);
}
