//! What the OpenAPI document says of who may call what: the table, route by route.

use utoipa::openapi::OpenApi;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Components, Response};

use super::table::{Of, rule_for};

/// What the document calls a key.
const KEY: &str = "key";
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
    components.security_schemes.insert(KEY.to_owned(), SecurityScheme::Http(key.build()).into());
}

/// Says who may call an operation, and what the others are answered.
pub fn secure(operation: &mut Operation, method: &str, path: &str) {
    let Some(rule) = rule_for(method, path) else { return };
    let of: &str = rule.of.into();
    let extensions = operation.extensions.get_or_insert_with(Extensions::default);
    extensions.insert(TELLS_OF.to_owned(), of.into());
    let scopes = rule.scopes().filter(|_| !rule.is_open());
    let requirements = scopes.map(|scope| SecurityRequirement::new(KEY, [scope.to_string()]));
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
