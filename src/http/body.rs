//! What a call carries: bodies, bounded in size and time, paths, and what stands after `?`.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use fsm::ids::{LaneKey, check_id};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::Body as _;
use lanes::event::values::within;
use lanes::event::{self, InvalidEvent};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use tokio::time::timeout;
use utoipa::ToSchema;
use uuid::Uuid;

use super::problem::Problem;

/// The largest body but for menus, houses and rules, in bytes.
pub const BODY_BYTES_MAX: usize = 64 * 1024;
/// The largest menu, in bytes.
pub const MENU_BYTES_MAX: usize = 4 * 1024 * 1024;
/// The largest house, in bytes.
pub const HOUSE_BYTES_MAX: usize = 1024 * 1024;
/// The largest rules, in bytes.
pub const RULES_BYTES_MAX: usize = 1024 * 1024;
/// What is said of a field that has to be there.
const REQUIRED: &str = "is required";
/// A body must be here within this time.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The body of a call that is refused must be here within this time.
const DISCARD_TIMEOUT: Duration = Duration::from_secs(1);

/// Reads the body of a call that is refused, and keeps nothing of it. A connection whose request is not read to its end is
/// closed, and its caller may never learn why. A large body, or one that waits to be asked for, is not read.
pub async fn discard(headers: &HeaderMap, body: Body) {
    if headers.contains_key(header::EXPECT) || body.size_hint().lower() > BODY_BYTES_MAX as u64 {
        return;
    }
    let mut body = Limited::new(body, BODY_BYTES_MAX);
    let read = async { while let Some(Ok(_)) = body.frame().await {} };
    let _ = timeout(DISCARD_TIMEOUT, read).await;
}

/// A JSON body, read as a type.
pub struct Json<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match Document::from_request(request, state).await? {
            Document::<BODY_BYTES_MAX>(Value::Object(fields)) => Ok(Self(event::read(&fields, REQUIRED)?)),
            Document(_) => Err(InvalidEvent::new("$", "send a JSON object").into()),
        }
    }
}

/// A menu, a house or rules, as the interface describes their bodies: JSON objects that have pages of their own.
#[derive(ToSchema)]
#[expect(dead_code, reason = "names the schema of what is read and answered as it is")]
pub struct JsonDocument(BTreeMap<String, Value>);

/// A JSON body of at most `MAX` bytes, as it is.
pub struct Document<const MAX: usize = BODY_BYTES_MAX>(pub Value);

impl<S: Sync, const MAX: usize> FromRequest<S> for Document<MAX> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        json(&read(request, MAX).await?).map(Self)
    }
}

/// What a body says.
pub fn json(bytes: &[u8]) -> Result<Value, Problem> {
    // An empty body is an empty object: every field may be missing, and is then named.
    if bytes.is_empty() {
        return Ok(Value::Object(Map::new()));
    }
    serde_json::from_slice(bytes)
        .map_err(|error| Problem::new(400, "invalid-json", format!("send JSON in UTF-8: {error}")))
}

/// Reads a body of at most so many bytes.
pub async fn read(request: Request, max: usize) -> Result<axum::body::Bytes, Problem> {
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

/// The drive-thru and the version of a path.
pub struct OfVersion(pub String, pub Uuid);

impl<S: Sync + Send> FromRequestParts<S> for OfVersion {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let (drive_thru, version): (String, Uuid) = path(parts, state).await?;
        check_id(&drive_thru)?;
        Ok(Self(drive_thru, version))
    }
}

/// The session and the turn of a path.
pub struct OfTurn(pub Uuid, pub u32);

impl<S: Sync + Send> FromRequestParts<S> for OfTurn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let (session_id, turn): (Uuid, u32) = path(parts, state).await?;
        Ok(Self(session_id, turn))
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

/// The parameters after `?`, read as a type that denies those that it does not know.
pub struct Query<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let mut parameters = Map::new();
        for (name, value) in form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()) {
            if parameters.insert(name.to_string(), value.into_owned().into()).is_some() {
                return Err(InvalidEvent::new(&name, "say it once").into());
            }
        }
        Ok(Self(event::read(&parameters, REQUIRED)?))
    }
}

/// Reads a number, which is text in a query.
///
/// # Errors
/// What to use instead, if it is none or not in the range.
pub fn number<'de, T, D>(range: RangeInclusive<T>, from: D) -> Result<Option<T>, D::Error>
where
    T: FromStr + PartialOrd + Display,
    D: Deserializer<'de>,
{
    within(range, String::deserialize(from)?.parse().ok(), "number").map(Some).map_err(D::Error::custom)
}

/// Reads a yes or no, which is text in a query.
///
/// # Errors
/// What to use instead, if it is neither.
pub fn flag<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    String::deserialize(from)?.parse().map_err(|_| D::Error::custom("use true or false"))
}

/// Reads the number of a turn in a query.
///
/// # Errors
/// As [`number`] has them.
pub fn turn_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    number(0..=u32::MAX, from)
}
