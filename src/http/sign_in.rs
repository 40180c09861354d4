//! Browsers: a key or a code is exchanged for a cookie that no script reads, and for tickets that open one socket each.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json as JsonResponse};
use jiff::{SignedDuration, Timestamp};
use lanes::error::LaneError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{COOKIE, Caller, cookie};
use super::app::App;
use super::body::Json;
use super::limits::Address;
use super::problem::Problem;
use crate::keys::{Code, Digest, Key, Scope, Secret, SecretKind};

/// How long a browser is signed in.
const SIGNED_IN_HOURS: i64 = 12;
/// How long a screen is that stays where it is, such as an order board.
const STAYS_HOURS: i64 = 365 * 24;
/// How long a ticket is good, in seconds.
const TICKET_SECONDS: i64 = 30;

/// What to sign in with.
#[derive(Deserialize, ToSchema)]
pub struct SignIn {
    /// A key, or a code that `POST /v1/sign-in-codes` gave: in any case, with or without its dash.
    #[schema(example = "7KQX-M2PD")]
    key: String,
    /// Whether the browser is a screen that stays where it is: signed in for a year, and not for 12 hours.
    #[serde(default)]
    stays: bool,
}

/// That a browser is signed in.
#[derive(Serialize, ToSchema)]
pub struct SignedIn {
    /// What the key is called; with a code, the one that it was made with.
    name: String,
    /// What it may do.
    scopes: Vec<Scope>,
    /// Where: everywhere without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    drive_thru: Option<String>,
    /// On which lane of it: on all without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    lane: Option<String>,
    /// Until when.
    #[schema(value_type = String, format = DateTime)]
    expires: Timestamp,
}

/// Sign a browser in: it is given a cookie, which comes with its calls from then on.
#[utoipa::path(
    post, path = "/v1/sign-in", tag = "keys",
    request_body = SignIn,
    responses(
        (status = 200, body = SignedIn, headers(("Set-Cookie" = String, description = "The cookie"))),
        (status = 401, description = "`unauthenticated`"),
    )
)]
pub async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    Json(SignIn { key, stays }): Json<SignIn>,
) -> Result<Response, Problem> {
    let key = match Code::read(&key) {
        Some(code) => key_of_code(&app, address, &code).await?,
        None => key_of(&app, address, key.trim())?,
    };
    let hours = if stays { STAYS_HOURS } else { SIGNED_IN_HOURS };
    let (secret, expires) = pass(&app, SecretKind::SignIn, &key, SignedDuration::from_hours(hours)).await?;
    let seconds = expires.duration_since(Timestamp::now()).as_secs();
    let cookie = set_cookie(&app, secret.reveal(), seconds);
    let (drive_thru, lane) = key.place.ids();
    let (name, scopes) = (key.name.clone(), key.scopes.clone());
    let signed_in = SignedIn { name, scopes, drive_thru, lane, expires };
    Ok(([(header::SET_COOKIE, cookie)], JsonResponse(signed_in)).into_response())
}

/// The key that somebody signs in with.
fn key_of(app: &App, address: Address, key: &str) -> Result<Arc<Key>, Problem> {
    app.limits.try_key(address)?;
    app.keys.find(key).ok_or_else(|| app.limits.wrong_key(address))
}

/// What of a key somebody is given by a code, which is good no more after that.
async fn key_of_code(app: &App, address: Address, code: &Code) -> Result<Arc<Key>, Problem> {
    app.limits.try_code(address)?;
    let pass = app.passes.take_pass(&code.digest().to_string()).await.map_err(LaneError::from)?;
    let key = pass.and_then(|pass| app.keys.of_pass(&pass));
    let key = key.ok_or_else(|| app.limits.wrong_code(address))?;
    app.limits.right_code(address);
    tracing::info!(key.id, key.name, %address, "a browser was signed in with a code");
    Ok(key)
}

/// That a browser is not signed in any more.
#[derive(Serialize, ToSchema)]
pub struct SignedOut {
    /// Always `signed_out`; anything else is a problem.
    status: &'static str,
}

/// Sign a browser out.
#[utoipa::path(
    post, path = "/v1/sign-out", tag = "keys",
    responses((status = 200, body = SignedOut, headers(("Set-Cookie" = String, description = "None any more"))))
)]
pub async fn sign_out(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Problem> {
    if let Some(pass) = cookie(&headers) {
        app.passes.take_pass(&Digest::of(pass).to_string()).await.map_err(LaneError::from)?;
    }
    let signed_out = JsonResponse(SignedOut { status: "signed_out" });
    Ok(([(header::SET_COOKIE, set_cookie(&app, "", 0))], signed_out).into_response())
}

/// A ticket for one socket or stream.
#[derive(Serialize, ToSchema)]
pub struct SocketTicket {
    /// What to open it with: `?ticket=...`.
    ticket: String,
    /// Until when it is good, which is half a minute.
    #[schema(value_type = String, format = DateTime)]
    expires: Timestamp,
}

/// Make a ticket: it opens one socket of a lane, or one stream of a drive-thru, for the key that it was made with. A
/// browser can send no header with these, and a key stands in no URL.
#[utoipa::path(
    post, path = "/v1/socket-tickets", tag = "keys",
    responses((status = 201, body = SocketTicket))
)]
pub async fn socket_ticket(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<(StatusCode, JsonResponse<SocketTicket>), Problem> {
    let lasts = SignedDuration::from_secs(TICKET_SECONDS);
    let (secret, expires) = match caller {
        Caller::Key { key, .. } => pass(&app, SecretKind::Ticket, &key, lasts).await?,
        // Where nobody is asked for a key, nobody is for a ticket.
        Caller::Anyone => (fresh(SecretKind::Ticket)?, Timestamp::now() + lasts),
    };
    let ticket = SocketTicket { ticket: secret.reveal().to_owned(), expires };
    Ok((StatusCode::CREATED, JsonResponse(ticket)))
}

/// A new pass, which ends with its key at the latest.
async fn pass(
    app: &App,
    kind: SecretKind,
    key: &Key,
    lasts: SignedDuration,
) -> Result<(Secret, Timestamp), Problem> {
    let secret = fresh(kind)?;
    let pass = key.pass(Timestamp::now() + lasts);
    let expires = pass.expires;
    app.passes.put_pass(&secret.digest().to_string(), pass).await.map_err(LaneError::from)?;
    Ok((secret, expires))
}

fn fresh(kind: SecretKind) -> Result<Secret, Problem> {
    Secret::new(kind).map_err(|error| Problem::no_secret(&error))
}

/// No script reads it, and no other site has it sent.
fn set_cookie(app: &App, pass: &str, seconds: i64) -> String {
    let secure = if app.speaks_tls { "; Secure" } else { "" };
    format!("{COOKIE}={pass}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}")
}
