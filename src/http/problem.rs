//! Errors as RFC 9457 has them.

use std::time::Duration;

use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use fsm::ids::InvalidId;
use fsm::reader::Fault;
use lanes::error::{Cursor, LaneError};
use lanes::event::InvalidEvent;
use lanes::feed::FollowError;
use lanes::house_rules::ActivateError;
use lanes::keeper::PutError;
use lanes::menus::MenuError;
use lanes::store::DocumentKind;
use serde::Serialize;
use transcript::session::TooManyHandedOver;
use utoipa::ToSchema;
use uuid::Uuid;

use super::limit::Limit;
use crate::keys::Scope;

/// How soon a frontend should send the same event again where nothing else is known, in seconds.
const RETRY_AFTER_SECONDS: u64 = 1;
/// How somebody without a key is asked for one.
const CHALLENGE: HeaderValue = HeaderValue::from_static(r#"Bearer realm="carhop""#);

/// Why a call was not answered as it was meant, as `application/problem+json`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// Ends in the problem's name, which is stable.
    #[serde(rename = "type")]
    #[schema(example = "urn:carhop:problem:lane-idle")]
    kind: String,
    /// The status in words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What to do.
    detail: String,
    /// What only some problems tell.
    #[serde(flatten)]
    extensions: Box<Extensions>,
    #[serde(skip)]
    etag: Option<String>,
    #[serde(skip)]
    retry_after_seconds: u64,
}

/// What only some problems tell.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
struct Extensions {
    /// The field that is faulty.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// Every fault of a menu, a house or rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<Vec<Fault>>,
    /// The session that the event named, where it is not the lane's.
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<Uuid>,
    /// How far the lane has come.
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<Cursor>,
    /// What rules would hand to the crew.
    #[serde(skip_serializing_if = "Option::is_none")]
    too_many_handed_over: Option<TooManyHandedOver>,
    /// On a socket: the event that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    event_id: Option<Uuid>,
}

impl Problem {
    /// Nobody else can read now. How far a lane is is not looked for.
    pub fn too_many_readers(detail: String) -> Self {
        Self::new(503, "too-many-readers", detail).at(Cursor::default())
    }

    /// The service is about to stop, and goes on for a while.
    pub fn draining() -> Self {
        let detail =
            "draining: it was told to stop, and answers for a while longer; send what comes next elsewhere";
        Self::new(503, "draining", detail).at(Cursor::default())
    }

    /// There is no webhook to send a test event to. No lane has anything to do with it.
    pub fn no_webhook() -> Self {
        let detail = "tickets go to no webhook here: see --pos-emitter";
        Self::new(409, "no-webhook", detail).at(Cursor::default())
    }

    /// A test event is on its way already.
    pub fn test_running() -> Self {
        let detail = "another test event is on its way: wait for its answer, and ask again";
        Self::new(409, "test-running", detail).at(Cursor::default())
    }

    /// No more large bodies can be read now.
    pub fn too_many_large_bodies(detail: String) -> Self {
        Self::new(503, "too-many-large-bodies", detail).at(Cursor::default())
    }

    /// No more connections can be held now.
    pub fn too_many_connections(detail: String) -> Self {
        Self::new(503, "too-many-connections", detail).at(Cursor::default())
    }

    /// The drive-thru has no house.
    pub fn no_house() -> Self {
        Self::new(404, "not-found", "there is no house here; put one")
    }

    /// The drive-thru has no rules.
    pub fn no_rules() -> Self {
        Self::new(404, "not-found", "there are no rules here; put some")
    }

    /// There is no such version of the rules.
    pub fn no_version(version: Uuid) -> Self {
        ActivateError::Unknown(version).into()
    }

    /// The rules would hand more sessions to the crew than can be meant.
    pub fn too_many_handed_over(found: TooManyHandedOver) -> Self {
        let detail = format!("{found}; if that is meant, send `even_if: true`");
        let mut problem = Self::new(422, "too-many-handed-over", detail);
        problem.extensions.too_many_handed_over = Some(found);
        problem
    }

    /// The session has no such turn.
    pub fn no_turn(turn: u32) -> Self {
        Self::new(404, "not-found", format!("the session has no turn {turn}"))
    }

    /// There is nothing at that path.
    pub fn no_such_path(uri: &Uri) -> Self {
        Self::new(404, "not-found", format!("there is no {}; see /openapi.json", uri.path()))
    }

    /// The path takes no such method.
    pub fn no_such_method(method: &Method, uri: &Uri) -> Self {
        Self::new(405, "method-not-allowed", format!("{} does not take {method}", uri.path()))
    }

    /// Without a valid key nothing is told.
    pub fn no_key() -> Self {
        let detail =
            "send a valid key as `Authorization: Bearer carhop_key_...`; `carhop keys create` makes one";
        Self::new(401, "unauthenticated", detail)
    }

    /// The system has no random bits to make a secret of.
    pub fn no_secret(error: &anyhow::Error) -> Self {
        tracing::error!(error = format!("{error:#}"), "no secret could be made");
        Self::new(500, "no-secret", "the system has no random bits; the log says why")
    }

    /// The key is for something else.
    pub fn no_scope(scopes: impl Iterator<Item = Scope>) -> Self {
        let scopes: Vec<String> = scopes.map(|scope| format!("`{scope}`")).collect();
        Self::new(
            403,
            "forbidden",
            format!("the key is for something else: this takes {}", scopes.join(", ")),
        )
    }

    /// A problem of that status and name.
    pub fn new(status: u16, name: &str, detail: impl Into<String>) -> Self {
        let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self {
            kind: format!("urn:carhop:problem:{name}"),
            title: code.canonical_reason().unwrap_or("Error"),
            status: code.as_u16(),
            detail: detail.into(),
            extensions: Box::default(),
            etag: None,
            retry_after_seconds: RETRY_AFTER_SECONDS,
        }
    }

    /// What is wrong, in words.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// Says how soon to come again.
    #[must_use]
    pub fn come_again_after(mut self, wait: Duration) -> Self {
        self.retry_after_seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        self
    }

    fn at(mut self, cursor: impl Into<Option<Cursor>>) -> Self {
        self.extensions.cursor = cursor.into();
        self
    }

    fn field(mut self, field: String) -> Self {
        self.extensions.field = Some(field);
        self
    }

    fn session(mut self, named: Uuid) -> Self {
        self.extensions.session_id = Some(named);
        self
    }

    fn faults(mut self, faults: Vec<Fault>) -> Self {
        self.extensions.faults = Some(faults);
        self
    }

    /// Says which event it is about, where several are under way.
    #[must_use]
    pub fn about(mut self, event_id: Option<Uuid>) -> Self {
        self.extensions.event_id = event_id;
        self
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response =
            (status, [(header::CONTENT_TYPE, "application/problem+json")], body).into_response();
        if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(header::RETRY_AFTER, self.retry_after_seconds.into());
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, CHALLENGE);
        }
        if status == StatusCode::UPGRADE_REQUIRED {
            response.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        }
        if let Some(etag) = self.etag.and_then(|etag| HeaderValue::try_from(etag).ok()) {
            response.headers_mut().insert(header::ETAG, etag);
        }
        response
    }
}

impl From<InvalidId> for Problem {
    fn from(error: InvalidId) -> Self {
        Self::new(400, "invalid-id", error.to_string())
    }
}

impl From<InvalidEvent> for Problem {
    fn from(error: InvalidEvent) -> Self {
        let detail = error.to_string();
        Self::new(422, "invalid-event", detail).field(error.field)
    }
}

impl From<LaneError> for Problem {
    fn from(error: LaneError) -> Self {
        let detail = error.to_string();
        match error {
            LaneError::Invalid(fault, cursor) => Self::from(fault).at(cursor),
            LaneError::EventConflict(_) => Self::new(422, "event-conflict", detail),
            LaneError::EventForgotten { cursor, .. } => Self::new(409, "event-forgotten", detail).at(cursor),
            LaneError::Idle { cursor } => Self::new(409, "lane-idle", detail).at(cursor),
            LaneError::SessionOn { cursor } => Self::new(409, "session-on", detail).at(cursor),
            LaneError::SessionFull { cursor } => {
                Limit::SessionTurns.hit();
                Self::new(409, "session-full", detail).at(cursor)
            }
            LaneError::StaleSession { named, cursor } => {
                Self::new(409, "stale-session", detail).at(cursor).session(named)
            }
            LaneError::TurnAhead { cursor, .. } => Self::new(409, "turn-ahead", detail).at(cursor),
            LaneError::TicketState { cursor, .. } | LaneError::TicketInUse { cursor, .. } => {
                Self::new(409, "ticket-state", detail).at(cursor)
            }
            LaneError::Busy { cursor } => {
                Limit::LaneBusy.hit();
                Self::new(503, "lane-busy", detail).at(cursor)
            }
            LaneError::Unavailable { cursor, .. } => {
                tracing::error!(detail, "a call could not be answered");
                Self::new(503, "store-unavailable", detail).at(cursor)
            }
            LaneError::Unknown(what) => Self::new(404, "not-found", format!("there is no such {what}")),
        }
    }
}

impl From<FollowError> for Problem {
    fn from(error: FollowError) -> Self {
        match error {
            FollowError::TooMany => {
                Limit::Readers.hit();
                Self::too_many_readers(error.to_string())
            }
            FollowError::Store(error) => LaneError::from(error).into(),
        }
    }
}

impl From<MenuError> for Problem {
    fn from(error: MenuError) -> Self {
        let detail = error.to_string();
        match error {
            MenuError::Invalid(faults) => Self::new(422, "invalid-menu", detail).faults(faults),
            MenuError::Conflict { etag } => {
                Self { etag: Some(etag), ..Self::new(412, "menu-conflict", detail) }
            }
            MenuError::UnknownPart(_) => Self::new(404, "not-found", detail),
            MenuError::Store(error) => LaneError::from(error).into(),
        }
    }
}

impl From<ActivateError> for Problem {
    fn from(error: ActivateError) -> Self {
        let detail = error.to_string();
        match error {
            ActivateError::Unknown(_) => Self::new(404, "not-found", detail),
            ActivateError::TooManyPlanned => Self::new(409, "too-many-planned", detail),
            ActivateError::Put(error) => error.into(),
        }
    }
}

impl From<PutError> for Problem {
    fn from(error: PutError) -> Self {
        let detail = error.to_string();
        match error {
            PutError::Invalid(kind, faults) => {
                let name = match kind {
                    DocumentKind::House => "invalid-house",
                    DocumentKind::Rules => "invalid-rules",
                };
                Self::new(422, name, detail).faults(faults)
            }
            PutError::Conflict { kind, etag } => {
                let name = match kind {
                    DocumentKind::House => "house-conflict",
                    DocumentKind::Rules => "rules-conflict",
                };
                Self { etag, ..Self::new(412, name, detail) }
            }
            PutError::Store(error) => LaneError::from(error).into(),
        }
    }
}
