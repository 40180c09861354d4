//! Who may call what: every call is judged here before anything of it is read.

mod caller;
mod credential;
mod described;
mod table;

use axum::extract::{FromRequestParts as _, MatchedPath, RawPathParams, Request};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use fsm::ids::{LaneKey, check_id};
use lanes::error::LaneError;
use uuid::Uuid;

use self::table::{Of, Rule, rule_for};
use super::app::App;
use super::body::discard;
use super::problem::Problem;
use crate::keys::{Key, Place, Scope};

pub use self::caller::Caller;
pub use self::credential::{COOKIE, cookie};
pub use self::described::{describe, secure};
#[cfg(test)]
pub use self::table::routes;

/// Lets those in that may call this, and has the handler know who it is.
pub async fn authorize(app: &App, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    match judge(app, &mut parts).await {
        Ok(caller) => {
            parts.extensions.insert(caller);
            next.run(Request::from_parts(parts, body)).await
        }
        Err(problem) => {
            discard(&parts.headers, body).await;
            problem.into_response()
        }
    }
}

/// Who it is. First the key is judged, then whether it sees what is asked for, then whether it may.
async fn judge(app: &App, parts: &mut Parts) -> Result<Caller, Problem> {
    // Where there is no route, there is nothing to protect.
    let Some(path) = parts.extensions.get::<MatchedPath>().cloned() else { return Ok(Caller::Anyone) };
    if app.keys.is_open() {
        return Ok(Caller::Anyone);
    }
    // What can be read can be asked for its head.
    let method = if parts.method == Method::HEAD { Method::GET } else { parts.method.clone() };
    // A route that the table does not have is closed to everybody.
    let rule = rule_for(method.as_str(), path.as_str());
    let rule = rule.ok_or_else(|| Problem::no_such_method(&parts.method, &parts.uri))?;
    if rule.is_open() {
        return Ok(Caller::Anyone);
    }
    let tries_from = credential::tries_key(parts);
    tries_from.map_or(Ok(()), |address| app.limits.try_key(address))?;
    let is_refused = || tries_from.map_or_else(Problem::no_key, |address| app.limits.wrong_key(address));
    let caller = credential::caller(app, parts, rule).await?.ok_or_else(is_refused)?;
    let Caller::Key { key, .. } = &caller else { return Ok(caller) };
    app.limits.call(&key.id)?;
    if !sees(app, key, rule, parts).await? {
        return Err(Problem::no_such_path(&parts.uri));
    }
    if !key.may(rule.who) {
        return Err(Problem::no_scope(rule.scopes()));
    }
    Ok(caller)
}

/// Whether what a call is about is there, and can be seen from where a key is good.
async fn sees(app: &App, key: &Key, rule: &Rule, parts: &mut Parts) -> Result<bool, Problem> {
    let place = &key.place;
    let path = RawPathParams::from_request_parts(parts, &()).await;
    let path = path.map_err(|error| Problem::new(400, "invalid-id", error.body_text()))?;
    let of = |name: &str| {
        path.iter().find(|(known, _)| *known == name).map(|(_, value)| value).unwrap_or_default()
    };
    let drive_thru = of("drive_thru");
    if place.is_everywhere() {
        // An admin's use makes a drive-thru. Others could otherwise make up as many as they like. What is no id is told so.
        let is_free = key.may(&[Scope::Admin]) || check_id(drive_thru).is_err();
        return Ok(is_free || app.drive_thrus.have(drive_thru).await?);
    }
    Ok(match rule.of {
        Of::Nothing => true,
        Of::Installation => false,
        Of::DriveThru => place.has_drive_thru(drive_thru),
        Of::Lanes => place.is_at(drive_thru),
        Of::Lane => place.has_lane(drive_thru, of("lane")),
        Of::Session => {
            sees_one(place, of("session_id"), async |id| app.lanes.lane_of_session(id).await).await?
        }
        Of::Ticket => {
            sees_one(place, of("ticket_id"), async |id| Ok(app.lanes.tickets().ticket(id).await?.lane))
                .await?
        }
    })
}

/// Whether a place has the lane of what an id is of. What is no id, or of nothing, the handler tells.
async fn sees_one(
    place: &Place,
    id: &str,
    lane_of: impl AsyncFnOnce(Uuid) -> Result<LaneKey, LaneError>,
) -> Result<bool, Problem> {
    let Ok(id) = Uuid::try_parse(id) else { return Ok(true) };
    match lane_of(id).await {
        Ok(lane) => Ok(place.has_lane(lane.drive_thru(), lane.lane())),
        Err(LaneError::Unknown(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
