//! Bodies, bounded in size and time.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{Uri, header};
use fsm::ids::{LaneKey, check_id};
use http_body_util::LengthLimitError;
use lanes::event::InvalidEvent;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;
use uuid::Uuid;

use super::problem::Problem;

/// The largest body but for menus, in bytes.
pub const BODY_BYTES_MAX: usize = 64 * 1024;
/// The largest menu, in bytes.
pub const MENU_BYTES_MAX: usize = 4 * 1024 * 1024;
/// A body must be here within this time.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A JSON body of at most `MAX` bytes.
pub struct Json<const MAX: usize = BODY_BYTES_MAX>(pub Value);

impl<S: Sync, const MAX: usize> FromRequest<S> for Json<MAX> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let bytes = read(request, MAX).await?;
        // An empty body is an empty object: every field may be missing, and is then named.
        if bytes.is_empty() {
            return Ok(Self(Value::Object(serde_json::Map::new())));
        }
        let value = serde_json::from_slice(&bytes);
        value
            .map(Self)
            .map_err(|error| Problem::new(400, "invalid-json", format!("send JSON in UTF-8: {error}")))
    }
}

async fn read(request: Request, max: usize) -> Result<axum::body::Bytes, Problem> {
    let too_large = || Problem::new(413, "body-too-large", format!("send at most {max} bytes"));
    let told =
        request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if told.is_some_and(|length: usize| length > max) {
        return Err(too_large());
    }
    let body: Body = request.into_body();
    match timeout(BODY_TIMEOUT, to_bytes(body, max)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_too_long(&error) => Err(too_large()),
        Ok(Err(_)) => Err(Problem::new(400, "incomplete-body", "the body was cut off; send it again")),
        Err(_) => Err(Problem::new(
            408,
            "body-timeout",
            format!("send the body within {} s", BODY_TIMEOUT.as_secs()),
        )),
    }
}

fn is_too_long(error: &axum::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        if error.is::<LengthLimitError>() {
            return true;
        }
        source = error.source();
    }
    false
}

/// The lane of a path.
pub struct InLane(pub LaneKey);

impl<S: Sync + Send> FromRequestParts<S> for InLane {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let (drive_thru, lane): (String, String) = path(parts, state).await?;
        Ok(Self(LaneKey::new(&drive_thru, &lane)?))
    }
}

/// The drive-thru of a path.
pub struct InDriveThru(pub String);

impl<S: Sync + Send> FromRequestParts<S> for InDriveThru {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let drive_thru: String = path(parts, state).await?;
        check_id(&drive_thru)?;
        Ok(Self(drive_thru))
    }
}

/// The session or ticket of a path.
pub struct OfId(pub Uuid);

impl<S: Sync + Send> FromRequestParts<S> for OfId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let id: String = path(parts, state).await?;
        Uuid::try_parse(&id).map(Self).map_err(|_| Problem::new(400, "invalid-id", "the id is a UUID"))
    }
}

/// The parameters of a path, however many it has.
pub async fn path<T: DeserializeOwned + Send, S: Sync + Send>(
    parts: &mut Parts,
    state: &S,
) -> Result<T, Problem> {
    let path = Path::<T>::from_request_parts(parts, state).await;
    path.map(|Path(parameters)| parameters)
        .map_err(|error| Problem::new(400, "invalid-id", error.body_text()))
}

/// The parameters after `?`.
///
/// # Errors
/// If one of them is unknown or there twice; it is named.
pub fn query(uri: &Uri, known: &[&str]) -> Result<BTreeMap<String, String>, Problem> {
    let mut parameters = BTreeMap::new();
    for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
        if !known.contains(&&*name) {
            return Err(InvalidEvent::new(&name, format!("use one of: {}", known.join(", "))).into());
        }
        if parameters.insert(name.to_string(), value.into_owned()).is_some() {
            return Err(InvalidEvent::new(&name, "say it once").into());
        }
    }
    Ok(parameters)
}

/// A text field of a body; none if it is missing or `null`.
///
/// # Errors
/// If it is no text, or too long, or if the body is no object.
pub fn text(body: &Value, field: &str, chars_max: usize) -> Result<Option<String>, Problem> {
    let Value::Object(fields) = body else {
        return Err(InvalidEvent::new("$", "send a JSON object").into());
    };
    match fields.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.chars().count() <= chars_max => Ok(Some(text.clone())),
        Some(Value::String(_)) => {
            Err(InvalidEvent::new(field, format!("at most {chars_max} characters")).into())
        }
        Some(_) => Err(InvalidEvent::new(field, "use a string").into()),
    }
}
