//! Codes: whoever runs a drive-thru has other browsers sign in without a key of their own.

use std::sync::Arc;

use axum::Json as JsonResponse;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use lanes::error::LaneError;
use lanes::event::InvalidEvent;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::Caller;
use super::app::App;
use super::body::Json;
use super::problem::Problem;
use crate::keys::{Code, Grant, Key, Place, Scope};

/// How long a code is good.
const CODE_MINUTES: i64 = 5;

/// What the browser may do that signs in with the code.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCode {
    /// What it may do: what the key may with which the code is made, and no more.
    pub scope: Scope,
    /// In which drive-thru.
    #[schema(min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9_-]+$", example = "demo")]
    pub drive_thru: String,
    /// On which lane of it; on all where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_length = 1, max_length = 64, pattern = "^[A-Za-z0-9_-]+$")]
    pub lane: Option<String>,
}

/// A code to sign a browser in with.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct SignInCode {
    /// The code, to be typed at `/sign-in`. It is good once.
    #[schema(example = "7KQX-M2PD")]
    pub code: String,
    /// Until when it is good: for five minutes.
    #[schema(value_type = String, format = DateTime)]
    pub expires: Timestamp,
    /// What the browser may do then.
    pub scope: Scope,
    /// In which drive-thru.
    pub drive_thru: String,
    /// On which lane of it; on all without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub lane: Option<String>,
}

/// Make a code: one browser signs in with it, within five minutes, and may do what it is for. What is done there comes with the
/// key that the code was made with, and ends with it.
#[utoipa::path(
    post, path = "/v1/sign-in-codes", operation_id = "make_sign_in_code", tag = "keys",
    request_body = NewCode,
    responses(
        (status = 201, body = SignInCode),
        (status = 403, description = "`forbidden`: also where the code would give more than the key may, for a browser that was itself \
                                      signed in with a code, and where nobody is asked for a key; `foreign-origin`"),
        (status = 404, description = "`not-found`: there is no such drive-thru, or the key does not see it"),
    )
)]
pub async fn make(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(gives): Json<NewCode>,
) -> Result<(StatusCode, JsonResponse<SignInCode>), Problem> {
    let place = place_of(&gives)?;
    let key = maker(&caller)?;
    if !key.place.includes(&place) || !app.drive_thrus.have(&gives.drive_thru).await? {
        return Err(Problem::new(404, "not-found", format!("there is no {place}")));
    }
    let Some(part) = key.granting(Grant { scope: gives.scope, place: place.clone() }) else {
        let detail = format!("a code gives no more than its key may, which is not `{}`", gives.scope);
        return Err(Problem::new(403, "forbidden", detail));
    };
    let code = Code::new().map_err(|error| Problem::no_secret(&error))?;
    let pass = part.pass(Timestamp::now() + SignedDuration::from_mins(CODE_MINUTES));
    let expires = pass.expires;
    app.passes.put_pass(&code.digest().to_string(), pass).await.map_err(LaneError::from)?;
    caller.log("sign-in code", &place);
    let NewCode { scope, drive_thru, lane } = gives;
    let made = SignInCode { code: code.to_string(), expires, scope, drive_thru, lane };
    Ok((StatusCode::CREATED, JsonResponse(made)))
}

/// Where the browser is to be signed in.
fn place_of(NewCode { scope, drive_thru, lane }: &NewCode) -> Result<Place, Problem> {
    let place = Place::new(Some(drive_thru), lane.as_deref());
    let place = place.map_err(|detail| Problem::new(400, "invalid-id", detail))?;
    place.fits(&[*scope]).map_err(|detail| InvalidEvent::new("lane", detail))?;
    Ok(place)
}

/// Whose key the code is made with. A code makes no codes: otherwise whoever had one once would never have to sign in again.
fn maker(caller: &Caller) -> Result<&Key, Problem> {
    let detail = match caller {
        Caller::Key { key, .. } if key.grant.is_none() => return Ok(key),
        Caller::Key { .. } => {
            "this browser was signed in with a code, and codes are made with a key: sign in with one"
        }
        Caller::Anyone => {
            "nobody is asked for a key here, so that no code is needed; `carhop keys create` makes one"
        }
    };
    Err(Problem::new(403, "forbidden", detail))
}
