//! What the OpenAPI document says of who may call what: the table, route by route.

use utoipa::openapi::OpenApi;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{Components, Response};

use super::table::{Of, rule_for};

/// What the document calls a key.
const KEY: &str = "key";
/// What the document calls the cookie of a browser that is signed in.
const SIGN_IN: &str = "sign_in";
/// What the document calls a ticket.
const TICKET: &str = "ticket";
/// What the document calls the column of what a route tells of.
const TELLS_OF: &str = "x-tells-of";

/// Describes what a key is.
pub fn describe(document: &mut OpenApi) {
    let key = "A key that `carhop keys create` made. Asked for as soon as there is one. A requirement names the scope that \
               it needs; `x-tells-of` what has to be visible from the key's place, else it is 404.";
    let key = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("carhop_key_...")
        .description(Some(key));
    let components = document.components.get_or_insert_with(Components::default);
    let sign_in = ApiKeyValue::with_description(
        super::COOKIE,
        "The cookie that `POST /v1/sign-in` gives a browser for a key or a code.",
    );
    let ticket = "What `POST /v1/socket-tickets` gives for a key, for one socket or stream.";
    let ticket = ApiKeyValue::with_description(TICKET, ticket);
    let schemes = [
        (KEY, SecurityScheme::Http(key.build())),
        (SIGN_IN, SecurityScheme::ApiKey(ApiKey::Cookie(sign_in))),
        (TICKET, SecurityScheme::ApiKey(ApiKey::Query(ticket))),
    ];
    let schemes = schemes.map(|(name, scheme)| (name.to_owned(), scheme.into()));
    components.security_schemes.extend(schemes);
}

/// Says who may call an operation, and what the others are answered.
pub fn secure(operation: &mut Operation, method: &str, path: &str) {
    let Some(rule) = rule_for(method, path) else { return };
    let of: &str = rule.of.into();
    let extensions = operation.extensions.get_or_insert_with(Extensions::default);
    extensions.insert(TELLS_OF.to_owned(), of.into());
    let scopes = rule.scopes().filter(|_| !rule.is_open());
    let ways: &[&str] = if rule.takes_tickets() { &[KEY, SIGN_IN, TICKET] } else { &[KEY, SIGN_IN] };
    let requirements = scopes
        .flat_map(|scope| ways.iter().map(move |way| SecurityRequirement::new(*way, [scope.to_string()])));
    operation.security = Some(requirements.collect());
    if rule.is_open() {
        return;
    }
    let mut answers = vec![("401", "`unauthenticated`"), ("403", "`forbidden`, `foreign-origin`")];
    if rule.of != Of::Nothing {
        answers.push(("404", "`not-found`"));
    }
    for (status, description) in answers {
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(|| Response::new(description).into());
    }
}
