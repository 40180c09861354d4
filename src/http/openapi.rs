//! What the document says of every call alike: the problems that calls have in common, and how problems are told.

use axum::http::StatusCode;
use utoipa::openapi::header::Header;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::schema::{Object, Type};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Response, Schema};

use super::access;

/// The calls that are answered without the store.
const WITHOUT_STORE: [&str; 5] = ["get_menu", "speech_hints", "machine", "healthz", "metrics"];
/// The ids in paths that are no UUIDs, each with one that the sample menu has.
const IDS: [(&str, &str); 6] = [
    ("drive_thru", "demo"),
    ("lane", "1"),
    ("item", "cheeseburger"),
    ("size", "large"),
    ("group", "toppings"),
    ("modifier", "pickle"),
];
/// Schemas that are a part of another one, which has more members.
const PARTS: [&str; 3] = ["NewLine", "Modification", "Correction"];

/// The document, with what no handler says of itself.
pub fn complete(mut document: OpenApi) -> OpenApi {
    access::describe(&mut document);
    for (path, item) in &mut document.paths.paths {
        let methods = [
            ("GET", &mut item.get),
            ("PUT", &mut item.put),
            ("POST", &mut item.post),
            ("DELETE", &mut item.delete),
        ];
        for (method, operation) in methods {
            let Some(operation) = operation else { continue };
            access::secure(operation, method, path);
            operation.parameters.iter_mut().flatten().for_each(describe_parameter);
            add_problems(operation);
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(response) = response {
                    describe(status, response);
                }
            }
        }
    }
    for (name, schema) in document.components.iter_mut().flat_map(|components| &mut components.schemas) {
        if let RefOr::T(Schema::Object(schema)) = schema
            && PARTS.contains(&name.as_str())
        {
            // Every part is held against the whole: one that forbids other members forbids those of its neighbour.
            schema.additional_properties = None;
        }
    }
    document
}

/// Says what an id in a path looks like.
fn describe_parameter(parameter: &mut RefOr<Parameter>) {
    let RefOr::T(parameter) = parameter else { return };
    let Some((_, example)) = IDS.iter().find(|(name, _)| *name == parameter.name) else { return };
    let mut schema = Object::with_type(Type::String);
    if ["drive_thru", "lane"].contains(&parameter.name.as_str()) {
        schema.pattern = Some("^[A-Za-z0-9_-]{1,64}$".to_owned());
    }
    schema.examples = vec![(*example).into()];
    parameter.schema = Some(schema.into());
}

/// Adds the problems that come of what a call is made of. What its handler says of one is left.
fn add_problems(operation: &mut Operation) {
    let has = |place: ParameterIn| {
        let mut parameters = operation.parameters.iter().flatten();
        parameters.any(|it| matches!(it, RefOr::T(parameter) if parameter.parameter_in == place))
    };
    let has_body = operation.request_body.is_some();
    let asks_store = !WITHOUT_STORE.iter().any(|name| operation.operation_id.as_deref() == Some(name));
    let common = [
        (has_body, "400", "`invalid-host`, `invalid-id`, `invalid-json`, `incomplete-body`"),
        (has(ParameterIn::Path), "400", "`invalid-host`, `invalid-id`"),
        (true, "400", "`invalid-host`"),
        (true, "403", "`foreign-origin`"),
        (has_body, "408", "`body-timeout`"),
        (has_body, "413", "`body-too-large`"),
        (true, "421", "`unknown-host`"),
        (has_body || has(ParameterIn::Query), "422", "`invalid-event`"),
        (
            true,
            "429",
            "`too-many-connections` of one address, `too-many-calls` with one key, `too-many-wrong-keys`, `too-many-wrong-codes`: come again",
        ),
        (asks_store, "503", "`store-unavailable`, `too-many-connections`: ask again"),
        (true, "503", "`too-many-connections`: ask again"),
        (asks_store, "500", "What should not happen, such as a record that cannot be read"),
    ];
    for (_, status, description) in common.into_iter().filter(|(comes, ..)| *comes) {
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(|| Response::new(description).into());
    }
}

/// Says what every response has to say.
fn describe(status: &str, response: &mut Response) {
    let code: Option<StatusCode> = status.parse().ok();
    if response.description.is_empty() {
        let words = code.and_then(|code| code.canonical_reason());
        response.description = words.unwrap_or("Anything else").to_owned();
    }
    if code.is_none_or(|code| code.is_client_error() || code.is_server_error()) {
        let problem = Content::new(Some(Ref::from_schema_name("Problem")));
        response.content = [("application/problem+json".to_owned(), problem.into())].into();
    }
    if matches!(code, Some(StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS)) {
        let mut seconds = Header::new(Object::with_type(Type::Integer));
        seconds.description = Some("How soon to come again, in seconds".to_owned());
        response.headers.insert("Retry-After".to_owned(), seconds.into());
    }
}
