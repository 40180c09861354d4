//! Dry runs: what would have been otherwise under another version of the rules.

mod outcomes;
mod progress;
mod report;

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use jiff::Timestamp;
use lanes::event::InvalidEvent;
use lanes::keeper::Active;
use lanes::service::SessionQuery;
use rules::RuleBook;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use self::outcomes::{outcomes, sessions};
use self::progress::told;
use self::report::DryRunReport;
use super::access::Caller;
use super::app::App;
use super::body::{InDriveThru, Json};
use super::limits::Address;
use super::live::{Purpose, ReaderPermit};
use super::problem::Problem;

/// How many sessions are replayed where it is not said.
const SESSIONS: usize = 50;
/// The most sessions that are replayed for one answer.
const SESSIONS_MAX: usize = 200;
/// The most sessions that are replayed where it is told how far that is.
const SESSIONS_TOLD_MAX: usize = 10_000;
/// No other session is begun after this time by rules that are put in use.
const JUDGED_MAX: Duration = Duration::from_secs(8);
/// No other session is begun after this time for one answer.
const TIME_MAX: Duration = Duration::from_secs(20);
/// No other session is begun after this time where it is told how far that is.
const TOLD_TIME_MAX: Duration = Duration::from_mins(10);

/// What is tried, and on which sessions.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DryRun {
    /// The version of the rules, as `GET .../rules/versions` names it.
    version: Uuid,
    /// Of how many sessions, the newest first; 50 where it is not said. 200 at most, and 10,000 where the answer is events.
    #[schema(minimum = 1, maximum = 10_000)]
    sessions: Option<usize>,
    /// Those that began at that time or later.
    #[schema(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// Those that began before that time.
    #[schema(value_type = Option<String>, format = DateTime)]
    to: Option<Timestamp>,
}

/// Replay recorded sessions under another version of the rules, and tell what would have been otherwise. Nothing is changed.
#[utoipa::path(
    post, path = "/v1/drive-thrus/{drive_thru}/rules/dry-runs", operation_id = "dry_run_rules", tag = "rules",
    params(
        ("drive_thru" = String, Path),
        ("Accept" = Option<String>, Header, description = "`text/event-stream` to be told how far it is, and each session as it is found"),
    ),
    request_body = DryRun,
    responses(
        (
            status = 200,
            description = "What would be otherwise; or the events `progress` (`DryRunProgress`), `session` (`SessionOtherwise`), and in the end `done` (`DryRunEnd`) or `failed` (`Problem`)",
            content((DryRunReport = "application/json"), (String = "text/event-stream")),
        ),
        (status = 404, description = "`not-found`: the version is not kept"),
        (status = 429, description = "`too-many-readers`: the caller has too many streams open"),
    )
)]
pub async fn dry_run(
    State(app): State<Arc<App>>,
    caller: Caller,
    Extension(connection): Extension<Purpose>,
    Extension(address): Extension<Address>,
    InDriveThru(drive_thru): InDriveThru,
    headers: HeaderMap,
    Json(DryRun { version, sessions: limit, from, to }): Json<DryRun>,
) -> Result<Response, Problem> {
    let is_told = wants_events(&headers);
    let (limit, max) = (limit.unwrap_or(SESSIONS), if is_told { SESSIONS_TOLD_MAX } else { SESSIONS_MAX });
    if !(1..=max).contains(&limit) {
        return Err(InvalidEvent::new("sessions", format!("from 1 to {max}")).into());
    }
    let rules = app.lanes.rule_version(&drive_thru, version).ok_or_else(|| Problem::no_version(version))?;
    let query = SessionQuery { from, to, ..SessionQuery::default() };
    if !is_told {
        let report = tried(&app, &drive_thru, rules, query, limit, TIME_MAX).await?;
        return Ok(axum::Json(report).into_response());
    }
    let permit = ReaderPermit::of(app.limits.reader(caller.key_id(), address)?);
    let sessions = sessions(&app, &drive_thru, query, limit).await?;
    connection.carry_events();
    let of = sessions.len();
    let outcomes = outcomes(&app, &drive_thru, rules, sessions, TOLD_TIME_MAX).await?;
    let stop = app.live.stop.clone();
    let ended = async move {
        tokio::select! {
            () = caller.ended(app) => {}
            () = stop.cancelled() => {}
        }
    };
    Ok(told(outcomes.boxed(), of, Box::pin(ended), permit).into_response())
}

/// Whether whoever calls takes events.
fn wants_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut kinds = accepted.flat_map(|value| value.split(',')).filter_map(|kind| kind.split(';').next());
    kinds.any(|kind| kind.trim().eq_ignore_ascii_case("text/event-stream"))
}

/// Refuses rules that would hand more of the newest recorded sessions to the crew than can be meant. Those that call nobody
/// are not tried.
///
/// # Errors
/// `too-many-handed-over`, with the share and the rule.
pub async fn refuse_too_many_handed_over(
    app: &Arc<App>,
    drive_thru: &str,
    rules: Arc<Active<RuleBook>>,
) -> Result<(), Problem> {
    if !rules.content.rules.rules().iter().any(|rule| rule.then.may_hand_over()) {
        return Ok(());
    }
    let report = tried(app, drive_thru, rules, SessionQuery::default(), SESSIONS, JUDGED_MAX).await?;
    report.end.total.too_many_handed_over().map_or(Ok(()), |found| Err(Problem::too_many_handed_over(found)))
}

/// Replays the newest sessions under other rules, until the time is up.
async fn tried(
    app: &Arc<App>,
    drive_thru: &str,
    rules: Arc<Active<RuleBook>>,
    query: SessionQuery,
    limit: usize,
    time_max: Duration,
) -> Result<DryRunReport, Problem> {
    let sessions = sessions(app, drive_thru, query, limit).await?;
    let mut report = DryRunReport::default();
    let mut outcomes = std::pin::pin!(outcomes(app, drive_thru, rules, sessions, time_max).await?);
    while let Some(came) = outcomes.next().await {
        report.otherwise.extend(report.end.add(came?));
    }
    Ok(report)
}
