//! The rules of houses.

use std::fmt::Display;
use std::sync::Arc;

use axum::Json as JsonResponse;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fsm::ids::ItemId;
use fsm::reader::Fault;
use jiff::{SignedDuration, Timestamp};
use lanes::event::InvalidEvent;
use lanes::keeper::PutError;
use lanes::service::VersionSummary;
use rules::Vocabulary;
use serde::{Deserialize, Serialize};
use transcript::session::{self, Log, TurnExplained, Wanted};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::access::Caller;
use super::app::App;
use super::body::{InDriveThru, Json, JsonDocument, OfTurn, OfVersion, Query, RULES_BYTES_MAX, flag};
use super::dry_runs::refuse_too_many_handed_over;
use super::gives_way::replayed;
use super::lanes::{audit_of, with_documents};
use super::large_document::{LargeBody, LargeDocument};
use super::problem::Problem;

/// How far ahead an activation can be planned.
const PLANNED_AHEAD_MAX: SignedDuration = SignedDuration::from_hours(366 * 24);

/// What rules can be made of: points with their outcomes, and the facts that conditions can ask.
#[utoipa::path(
    get, path = "/v1/rules/vocabulary", operation_id = "rules_vocabulary", tag = "rules",
    responses((status = 200, body = Vocabulary))
)]
pub async fn vocabulary() -> JsonResponse<Vocabulary> {
    JsonResponse(rules::vocabulary())
}

/// The rules of a house.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/rules", tag = "rules",
    params(("drive_thru" = String, Path)),
    responses(
        (status = 200, body = JsonDocument, headers(("ETag" = String, description = "Their version"))),
        (status = 404, description = "`not-found`: there are none"),
    )
)]
pub async fn get_rules(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
) -> Result<Response, Problem> {
    let rules = app.lanes.rules(&drive_thru).ok_or_else(Problem::no_rules)?;
    Ok(([(header::ETAG, rules.etag.clone())], JsonResponse(rules.document.clone())).into_response())
}

/// The versions of a drive-thru's rules.
#[derive(Serialize, ToSchema)]
pub struct VersionList {
    /// The one that was put last first.
    versions: Vec<VersionSummary>,
    /// The one that was in use before the one that is, to go back to; none if none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Uuid>,
}

impl VersionList {
    fn of(app: &App, drive_thru: &str) -> JsonResponse<Self> {
        let (versions, before) = (app.lanes.rule_versions(drive_thru), app.lanes.rules_before(drive_thru));
        JsonResponse(Self { versions, before })
    }
}

/// The versions of the rules that are kept: which is in use, which are planned, and who decided that.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/rules/versions", operation_id = "rules_versions", tag = "rules",
    params(("drive_thru" = String, Path)),
    responses((status = 200, body = VersionList))
)]
pub async fn versions(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
) -> JsonResponse<VersionList> {
    VersionList::of(&app, &drive_thru)
}

/// Keep a version of the rules, which is not in use before it is activated.
#[utoipa::path(
    post, path = "/v1/drive-thrus/{drive_thru}/rules/versions", operation_id = "keep_rules_version", tag = "rules",
    params(("drive_thru" = String, Path)),
    request_body = JsonDocument,
    responses(
        (status = 201, description = "Kept", body = VersionList),
        (status = 422, description = "`invalid-rules`, with every fault"),
    )
)]
pub async fn keep_version(
    State(app): State<Arc<App>>,
    caller: Caller,
    InDriveThru(drive_thru): InDriveThru,
    LargeDocument(document, _body): LargeDocument<RULES_BYTES_MAX>,
) -> Result<(StatusCode, JsonResponse<VersionList>), Problem> {
    app.lanes.keep_rules(&drive_thru, document, caller.actor()).await?;
    caller.log("version of rules", &drive_thru);
    Ok((StatusCode::CREATED, VersionList::of(&app, &drive_thru)))
}

/// Whether rules can be put in use.
#[derive(Serialize, ToSchema)]
pub struct RulesChecked {
    /// The version that they would be; null if there is a fault.
    #[schema(required)]
    version: Option<Uuid>,
    /// Everything that is wrong with them: in a condition also with its line and column.
    faults: Vec<Fault>,
}

/// Whether rules could be put in use as they are, and everything that is wrong with them. Nothing is stored.
#[utoipa::path(
    post, path = "/v1/drive-thrus/{drive_thru}/rules/check", operation_id = "check_rules", tag = "rules",
    params(("drive_thru" = String, Path)),
    request_body = JsonDocument,
    responses((status = 200, body = RulesChecked))
)]
pub async fn check(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
    LargeDocument(document, _body): LargeDocument<RULES_BYTES_MAX>,
) -> Result<JsonResponse<RulesChecked>, Problem> {
    match app.lanes.check_rules(&drive_thru, document).await {
        Ok(rules) => {
            let version = Some(rules.as_put.hash);
            Ok(JsonResponse(RulesChecked { version, faults: Vec::new() }))
        }
        Err(PutError::Invalid(_, faults)) => Ok(JsonResponse(RulesChecked { version: None, faults })),
        Err(error) => Err(error.into()),
    }
}

/// A version of the rules.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/rules/versions/{version}", operation_id = "rules_version", tag = "rules",
    params(("drive_thru" = String, Path), ("version" = Uuid, Path)),
    responses(
        (status = 200, body = JsonDocument, headers(("ETag" = String, description = "The version"))),
        (status = 404, description = "`not-found`: it is not kept"),
    )
)]
pub async fn version(
    State(app): State<Arc<App>>,
    OfVersion(drive_thru, version): OfVersion,
) -> Result<Response, Problem> {
    let rules = app.lanes.rule_version(&drive_thru, version).ok_or_else(|| Problem::no_version(version))?;
    Ok(([(header::ETAG, rules.etag.clone())], JsonResponse(rules.document.clone())).into_response())
}

/// Which version is put in use.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Activate {
    /// The version, as `GET .../rules/versions` names it.
    version: Uuid,
    /// From when on, within a year; from now on where it is left out.
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<Timestamp>,
    /// Also where the rules would hand more than a fifth of the recorded sessions to the crew.
    #[serde(default)]
    even_if: bool,
}

/// Put a version of the rules in use, now or at a later time. What was planned for that very time is replaced.
#[utoipa::path(
    post, path = "/v1/drive-thrus/{drive_thru}/rules/activate", operation_id = "activate_rules", tag = "rules",
    params(("drive_thru" = String, Path)),
    request_body = Activate,
    responses(
        (status = 200, body = VersionList),
        (status = 404, description = "`not-found`: it is not kept"),
        (status = 409, description = "`too-many-planned`"),
        (status = 422, description = "`invalid-rules`: what of it is not on the menu; `too-many-handed-over`: without `even_if`, with the share and the rule; `invalid-event`: a `field` is faulty"),
    )
)]
pub async fn activate(
    State(app): State<Arc<App>>,
    caller: Caller,
    InDriveThru(drive_thru): InDriveThru,
    Json(Activate { version, at, even_if }): Json<Activate>,
) -> Result<JsonResponse<VersionList>, Problem> {
    let now = Timestamp::now();
    if at.is_some_and(|at| at <= now || at > now + PLANNED_AHEAD_MAX) {
        return Err(InvalidEvent::new("at", "a time within a year from now; leave it out for now").into());
    }
    if !even_if {
        let rules = app.lanes.rule_version(&drive_thru, version);
        let rules = rules.ok_or_else(|| Problem::no_version(version))?;
        refuse_too_many_handed_over(&app, &drive_thru, rules).await?;
    }
    app.lanes.activate_rules(&drive_thru, version, at, caller.actor()).await?;
    caller.log("activation of rules", &drive_thru);
    Ok(VersionList::of(&app, &drive_thru))
}

/// Which item is asked about.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Explained {
    /// Also tell whether that item can be had, where no rule holds for it.
    #[param(value_type = Option<String>)]
    item: Option<ItemId>,
}

/// Why the rules of the house decided as they did in a turn.
///
/// The session is replayed up to its end with what was recorded, under the rules of then. Of whether items can be had, it
/// tells those for which a rule holds.
#[utoipa::path(
    get, path = "/v1/sessions/{session_id}/turns/{turn}/rules", operation_id = "explain_turn", tag = "rules",
    params(("session_id" = uuid::Uuid, Path), ("turn" = u32, Path), Explained),
    responses(
        (status = 200, body = TurnExplained),
        (status = 404, description = "`not-found`: there is no such session, or it has no such turn"),
        (status = 422, description = "`replay-impossible`: why the session cannot be replayed"),
    )
)]
pub async fn explain(
    State(app): State<Arc<App>>,
    OfTurn(session_id, turn): OfTurn,
    Query(Explained { item }): Query<Explained>,
) -> Result<JsonResponse<TurnExplained>, Problem> {
    let audit = with_documents(&app, audit_of(&app, session_id).await?).await?;
    let drive_thru = audit.drive_thru.clone();
    let impossible = |error: &dyn Display| Problem::new(422, "replay-impossible", error.to_string());
    let log = Log::of(audit).map_err(|error| impossible(&error))?;
    let (menu, house) = (app.lanes.menu_to_replay(&drive_thru).await?, app.lanes.house(&drive_thru).await?);
    let explained = replayed(async move || {
        let wanted = Wanted { turn: Some(turn), item };
        session::explain(&log, &menu, house.as_deref(), &app.settings, &app.languages, wanted).await
    });
    let mut turns = explained.await?.map_err(|error| impossible(&error))?;
    turns.pop().map(JsonResponse).ok_or_else(|| Problem::no_turn(turn))
}

/// Under which circumstances rules are put in use.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EvenIf {
    /// Also where they would hand more than a fifth of the recorded sessions to the crew.
    #[serde(default, deserialize_with = "flag")]
    even_if: bool,
}

/// Put rules in use.
#[utoipa::path(
    put, path = "/v1/drive-thrus/{drive_thru}/rules", tag = "rules",
    params(("drive_thru" = String, Path), EvenIf, ("If-Match" = Option<String>, Header)),
    request_body = JsonDocument,
    responses(
        (status = 200, description = "Replaced", body = JsonDocument, headers(("ETag" = String, description = "Their version"))),
        (status = 201, description = "New", body = JsonDocument, headers(("ETag" = String, description = "Their version"))),
        (status = 412, description = "`rules-conflict`", headers(("ETag" = String, description = "The version in use"))),
        (status = 422, description = "`invalid-rules`, with every fault; `too-many-handed-over`: without `even_if`, with the share and the rule"),
    )
)]
pub async fn put_rules(
    State(app): State<Arc<App>>,
    caller: Caller,
    InDriveThru(drive_thru): InDriveThru,
    Query(EvenIf { even_if }): Query<EvenIf>,
    headers: HeaderMap,
    LargeDocument(document, mut body): LargeDocument<RULES_BYTES_MAX>,
) -> Result<Response, Problem> {
    if !even_if {
        let rules = app.lanes.check_rules(&drive_thru, document.clone()).await?;
        body.iter_mut().for_each(LargeBody::let_next_be_read);
        refuse_too_many_handed_over(&app, &drive_thru, rules).await?;
    }
    let if_match = headers.get(header::IF_MATCH).map(|value| value.to_str().unwrap_or_default());
    let status = if app.lanes.rules(&drive_thru).is_some() { StatusCode::OK } else { StatusCode::CREATED };
    let rules = app.lanes.put_rules(&drive_thru, document, if_match, caller.actor()).await?;
    caller.log("rules", &drive_thru);
    let taken = JsonResponse(rules.document.clone());
    Ok((status, [(header::ETAG, rules.etag.clone())], taken).into_response())
}
