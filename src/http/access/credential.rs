//! What a call comes with: a key, the cookie of a browser that is signed in, or a ticket for one socket.

use std::sync::Arc;

use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use lanes::error::LaneError;
use lanes::store::Pass;

use super::caller::Caller;
use super::table::Rule;
use crate::http::app::App;
use crate::http::limits::Address;
use crate::http::problem::Problem;
use crate::keys::{Digest, Key, SecretKind};

/// The cookie of a browser that is signed in.
pub const COOKIE: &str = "carhop";
/// The parameter with a ticket.
const TICKET: &str = "ticket";

/// Who calls with a valid key, or with a pass for one.
pub async fn caller(app: &App, parts: &Parts, rule: &Rule) -> Result<Option<Caller>, Problem> {
    let with = |key: Arc<Key>| Caller::Key { key, pass: None };
    if parts.headers.contains_key(header::AUTHORIZATION) {
        return Ok(bearer(&parts.headers).and_then(|key| app.keys.find(key)).map(with));
    }
    let key_of = |pass: Option<Pass>| pass.and_then(|pass| app.keys.of_pass(&pass));
    if let Some(ticket) = ticket(parts).filter(|_| rule.takes_tickets()) {
        let taken = match ticket.starts_with(SecretKind::Ticket.prefix()) {
            true => app.passes.take_pass(&hash(&ticket)).await.map_err(LaneError::from)?,
            false => None,
        };
        return Ok(key_of(taken).map(with));
    }
    let Some(pass) = cookie(&parts.headers).map(hash) else { return Ok(None) };
    let found = app.passes.pass(&pass).await.map_err(LaneError::from)?;
    Ok(key_of(found).map(|key| Caller::Key { key, pass: Some(pass) }))
}

/// Where somebody is who comes with a key, right or wrong.
pub fn tries_key(parts: &Parts) -> Option<Address> {
    parts.extensions.get().copied().filter(|_| parts.headers.contains_key(header::AUTHORIZATION))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut given = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(one), None) = (given.next(), given.next()) else { return None };
    let (scheme, key) = one.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(key)
}

fn ticket(parts: &Parts) -> Option<String> {
    let parameters = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
    parameters.into_owned().find(|(name, _)| name == TICKET).map(|(_, ticket)| ticket)
}

/// The pass of a browser that is signed in.
pub fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, pass) = pairs.find(|(name, _)| *name == COOKIE)?;
    pass.starts_with(SecretKind::SignIn.prefix()).then_some(pass)
}

/// What is kept of a pass.
fn hash(pass: &str) -> String {
    Digest::of(pass).to_string()
}
