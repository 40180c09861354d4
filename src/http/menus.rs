//! Menus, what is off them, and their words for one who listens.

use std::sync::Arc;

use agents::speech_hints;
use axum::Json as JsonResponse;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use evaluation::doctor::{self, Warning};
use fsm::ids::check_id;
use fsm::menu::MenuPart;
use jiff::Timestamp;
use lanes::event::{self, InvalidEvent};
use lanes::store;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::access::Caller;
use super::app::App;
use super::body::{Document, InDriveThru, JsonDocument, MENU_BYTES_MAX, Query, path};
use super::gives_way::gives_way;
use super::large_document::LargeDocument;
use super::problem::Problem;

/// The menu of a drive-thru, with what is off now.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/menu", tag = "menus",
    params(("drive_thru" = String, Path)),
    responses((status = 200, body = JsonDocument, headers(("ETag" = String, description = "Its version"))))
)]
pub async fn get_menu(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
) -> Result<Response, Problem> {
    let menu = app.lanes.menu(&drive_thru).await?;
    Ok(([(header::ETAG, menu.etag.clone())], JsonResponse(menu.document.clone())).into_response())
}

/// The JSON Schema of menus.
#[utoipa::path(
    get, path = "/v1/schemas/menu", tag = "menus",
    responses((status = 200, description = "In the draft of 2020-12", content_type = "application/schema+json", body = JsonDocument))
)]
pub async fn menu_schema() -> Response {
    let schema = format!("{:#}\n", fsm::menu::schema());
    ([(header::CONTENT_TYPE, "application/schema+json")], schema).into_response()
}

/// Put a menu in use.
#[utoipa::path(
    put, path = "/v1/drive-thrus/{drive_thru}/menu", tag = "menus",
    params(("drive_thru" = String, Path), ("If-Match" = Option<String>, Header)),
    request_body = JsonDocument,
    responses(
        (status = 200, description = "Replaced", body = TakenMenu, headers(("ETag" = String, description = "Its version"))),
        (status = 201, description = "New", body = TakenMenu, headers(("ETag" = String, description = "Its version"))),
        (status = 412, description = "`menu-conflict`", headers(("ETag" = String, description = "The version in use"))),
        (status = 422, description = "`invalid-menu`, with every fault"),
    )
)]
pub async fn put_menu(
    State(app): State<Arc<App>>,
    caller: Caller,
    InDriveThru(drive_thru): InDriveThru,
    headers: HeaderMap,
    LargeDocument(document, body): LargeDocument<MENU_BYTES_MAX>,
) -> Result<Response, Problem> {
    let if_match = headers.get(header::IF_MATCH).map(|value| value.to_str().unwrap_or_default());
    let status = if app.lanes.has_own_menu(&drive_thru) { StatusCode::OK } else { StatusCode::CREATED };
    let menu = app.lanes.put_menu(&drive_thru, document, if_match, caller.actor()).await?;
    drop(body);
    caller.log("menu", &drive_thru);
    let book = menu.book.clone();
    // It says every name to the parser, which takes seconds for a long menu: turns go first. What panics there costs the
    // warnings alone.
    let warnings = gives_way(async move || doctor::examine(&book)).await.unwrap_or_default();
    let document = menu.document.as_object().cloned().unwrap_or_default();
    let document = document.into_iter().filter(|(name, _)| name != "warnings").collect();
    let taken = JsonResponse(TakenMenu { document, warnings });
    Ok((status, [(header::ETAG, menu.etag.clone())], taken).into_response())
}

/// A menu that was taken: the document, and what its author may want to mend.
#[derive(Serialize, ToSchema)]
pub struct TakenMenu {
    #[serde(flatten)]
    #[schema(value_type = BTreeMap<String, Value>)]
    document: serde_json::Map<String, Value>,
    /// What customers will stumble over in its words, the worst first.
    warnings: Vec<Warning>,
}

/// Whether something can be had.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Availability {
    /// `false` takes it off in the whole drive-thru.
    available: bool,
    /// When what is taken off can be had again by itself.
    #[serde(default, deserialize_with = "event::values::time", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    until: Option<Timestamp>,
}

impl Availability {
    fn read(body: &Value) -> Result<Self, Problem> {
        // A body of another kind lacks the field too.
        let fields = body.as_object().cloned().unwrap_or_default();
        let read: Self = event::read(&fields, "use true or false")?;
        let refused = match read.until {
            Some(_) if read.available => "only what is taken off has an end",
            Some(until) if until <= Timestamp::now() => "is over already",
            Some(_) | None => return Ok(read),
        };
        Err(InvalidEvent::new("until", refused).into())
    }
}

/// Take an item off or put it back on.
#[utoipa::path(
    put, path = "/v1/drive-thrus/{drive_thru}/items/{item}/availability", tag = "menus",
    params(("drive_thru" = String, Path), ("item" = String, Path)),
    request_body = Availability,
    responses((status = 200, body = Availability), (status = 404, description = "`not-found`"))
)]
pub async fn put_availability(
    State(app): State<Arc<App>>,
    caller: Caller,
    OfDriveThru([drive_thru, item]): OfDriveThru<2>,
    Document(body): Document,
) -> Result<JsonResponse<Availability>, Problem> {
    put_part(&app, &caller, &drive_thru, MenuPart::Item(item.as_str().into()), &body).await
}

/// Take a modifier off or put it back on, wherever it is had. What was ordered with it stays.
#[utoipa::path(
    put, path = "/v1/drive-thrus/{drive_thru}/modifiers/{group}/{modifier}/availability", tag = "menus",
    params(("drive_thru" = String, Path), ("group" = String, Path), ("modifier" = String, Path)),
    request_body = Availability,
    responses((status = 200, body = Availability), (status = 404, description = "`not-found`"))
)]
pub async fn put_modifier_availability(
    State(app): State<Arc<App>>,
    caller: Caller,
    OfDriveThru([drive_thru, group, modifier]): OfDriveThru<3>,
    Document(body): Document,
) -> Result<JsonResponse<Availability>, Problem> {
    let part = MenuPart::Modifier { group: group.as_str().into(), modifier: modifier.as_str().into() };
    put_part(&app, &caller, &drive_thru, part, &body).await
}

/// Take a size of an item off or put it back on. What was ordered in it stays.
#[utoipa::path(
    put, path = "/v1/drive-thrus/{drive_thru}/items/{item}/sizes/{size}/availability", tag = "menus",
    params(("drive_thru" = String, Path), ("item" = String, Path), ("size" = String, Path)),
    request_body = Availability,
    responses((status = 200, body = Availability), (status = 404, description = "`not-found`"))
)]
pub async fn put_size_availability(
    State(app): State<Arc<App>>,
    caller: Caller,
    OfDriveThru([drive_thru, item, size]): OfDriveThru<3>,
    Document(body): Document,
) -> Result<JsonResponse<Availability>, Problem> {
    let part = MenuPart::Size { item: item.as_str().into(), size: size.as_str().into() };
    put_part(&app, &caller, &drive_thru, part, &body).await
}

async fn put_part(
    app: &App,
    caller: &Caller,
    drive_thru: &str,
    part: MenuPart,
    body: &Value,
) -> Result<JsonResponse<Availability>, Problem> {
    let read = Availability::read(body)?;
    let Availability { available, until } = read;
    let availability = store::Availability { available, until };
    app.lanes.set_available(drive_thru, &part, availability, caller.actor()).await?;
    caller.log("availability", &drive_thru);
    Ok(JsonResponse(read))
}

/// How the words are written.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Hints {
    /// `keyterms`, a list, without it; `prompt`, one line for a Whisper model; `jsgf`, a JSGF 1.0 grammar.
    #[param(inline)]
    format: Option<Format>,
}

/// What reads the words.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Format {
    #[default]
    Keyterms,
    Prompt,
    Jsgf,
}

/// What a speech recognizer should expect to hear.
#[derive(Serialize, ToSchema)]
pub struct KeyTerms {
    /// Always `keyterms`.
    format: &'static str,
    /// The menu's language, such as `en-US`.
    locale: String,
    /// The most telling first, each once; 500 at most.
    keyterms: Vec<String>,
}

/// The menu's words for a speech recognizer, also of what is off.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/speech-hints", tag = "menus",
    params(("drive_thru" = String, Path), Hints),
    responses((
        status = 200, description = "The list; `text/plain` for `prompt` and `jsgf`",
        content((KeyTerms = "application/json"), (String = "text/plain")),
    ))
)]
pub async fn speech_hints(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
    Query(Hints { format }): Query<Hints>,
) -> Result<Response, Problem> {
    let active = app.lanes.menu(&drive_thru).await?;
    let menu = &active.book.menu;
    let text = match format.unwrap_or_default() {
        Format::Keyterms => {
            let (locale, keyterms) = (menu.locale.clone(), speech_hints::keyterms(menu));
            return Ok(JsonResponse(KeyTerms { format: "keyterms", locale, keyterms }).into_response());
        }
        Format::Prompt => speech_hints::prompt(menu),
        Format::Jsgf => speech_hints::jsgf(&active.book),
    };
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The parts of a path that begins with a drive-thru.
pub struct OfDriveThru<const N: usize>([String; N]);

impl<S: Sync + Send, const N: usize> FromRequestParts<S> for OfDriveThru<N>
where
    [String; N]: DeserializeOwned,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let all: [String; N] = path(parts, state).await?;
        if let Some(drive_thru) = all.first() {
            check_id(drive_thru)?;
        }
        Ok(Self(all))
    }
}
