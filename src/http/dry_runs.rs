//! Dry runs: what would have been otherwise under another version of the rules.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json as JsonResponse;
use axum::extract::State;
use fsm::money::Money;
use jiff::Timestamp;
use lanes::event::InvalidEvent;
use lanes::keeper::Active;
use lanes::service::SessionQuery;
use rules::RuleBook;
use serde::{Deserialize, Serialize};
use transcript::session::{self, DryRunTotal, Instead, Log, Outcome, Side};
use utoipa::ToSchema;
use uuid::Uuid;

use super::app::App;
use super::body::{InDriveThru, Json};
use super::lanes::{audit_of, with_documents};
use super::problem::Problem;
use super::replays::replayed;

/// How many sessions are replayed where it is not said.
const SESSIONS: usize = 50;
/// The most sessions that are replayed in one go.
const SESSIONS_MAX: usize = 200;
/// No other session is begun after this time by rules that are put in use.
const JUDGED_MAX: Duration = Duration::from_secs(8);
/// No other session is begun after this time.
const TIME_MAX: Duration = Duration::from_secs(20);

/// What is tried, and on which sessions.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DryRun {
    /// The version of the rules, as `GET .../rules/versions` names it.
    version: Uuid,
    /// Of how many sessions, the newest first; 50 where it is not said.
    #[schema(minimum = 1, maximum = 200)]
    sessions: Option<usize>,
    /// Those that began at that time or later.
    #[schema(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// Those that began before that time.
    #[schema(value_type = Option<String>, format = DateTime)]
    to: Option<Timestamp>,
}

/// What would have been otherwise.
#[derive(Serialize, ToSchema)]
pub struct DryRunReport {
    /// All sessions together.
    total: DryRunTotal,
    /// The sessions that would be otherwise, the newest first.
    otherwise: Vec<SessionOtherwise>,
    /// How many sessions were left out, because the time was up.
    left_out: usize,
}

/// A session that would be otherwise.
#[derive(Serialize, ToSchema)]
pub struct SessionOtherwise {
    /// The session.
    session_id: Uuid,
    /// Its turns that would be.
    turns: Vec<TurnOtherwise>,
    /// As it was.
    then: SessionEnd,
    /// As it would be.
    now: SessionEnd,
}

/// A turn that would be otherwise.
#[derive(Serialize, ToSchema)]
pub struct TurnOtherwise {
    /// The turn.
    turn: u32,
    /// Where it is told why rules decided as they did then.
    rules: String,
}

/// What came of a session.
#[derive(Serialize, ToSchema)]
pub struct SessionEnd {
    /// What its order cost as it was confirmed last; null if it was not.
    #[schema(required)]
    confirmed: Option<Money>,
    /// Whether the crew took over.
    handed_over: bool,
}

/// Replay recorded sessions under another version of the rules, and tell what would have been otherwise. Nothing is changed.
#[utoipa::path(
    post, path = "/v1/drive-thrus/{drive_thru}/rules/dry-runs", tag = "rules",
    params(("drive_thru" = String, Path)),
    request_body = DryRun,
    responses(
        (status = 200, body = DryRunReport),
        (status = 404, description = "`not-found`: the version is not kept"),
    )
)]
pub async fn dry_run(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
    Json(DryRun { version, sessions, from, to }): Json<DryRun>,
) -> Result<JsonResponse<DryRunReport>, Problem> {
    let limit = sessions.unwrap_or(SESSIONS);
    if !(1..=SESSIONS_MAX).contains(&limit) {
        return Err(InvalidEvent::new("sessions", format!("from 1 to {SESSIONS_MAX}")).into());
    }
    let rules = app.lanes.rule_version(&drive_thru, version).ok_or_else(|| Problem::no_version(version))?;
    let query = SessionQuery { from, to, ..SessionQuery::default() };
    tried(&app, &drive_thru, rules, &query, limit, TIME_MAX).await.map(JsonResponse)
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
    let all = SessionQuery::default();
    let report = tried(app, drive_thru, rules, &all, SESSIONS, JUDGED_MAX).await?;
    report.total.too_many_handed_over().map_or(Ok(()), |found| Err(Problem::too_many_handed_over(found)))
}

/// Replays the newest sessions under other rules, until the time is up.
async fn tried(
    app: &Arc<App>,
    drive_thru: &str,
    rules: Arc<Active<RuleBook>>,
    query: &SessionQuery,
    limit: usize,
    time_max: Duration,
) -> Result<DryRunReport, Problem> {
    let (found, _) = app.lanes.sessions(drive_thru, query, limit).await?;
    let instead = Instead { parser: None, rules: Some(rules) };
    let mut report = DryRunReport { total: DryRunTotal::default(), otherwise: Vec::new(), left_out: 0 };
    let until = Instant::now() + time_max;
    for (at, session) in found.iter().enumerate() {
        if Instant::now() > until {
            report.left_out = found.len() - at;
            break;
        }
        let session_id = session.session_id;
        match replay(app, session_id, instead.clone()).await? {
            Some(outcome) => {
                report.total.add(&outcome);
                report.otherwise.extend(SessionOtherwise::of(session_id, &outcome));
            }
            None => report.total.not_replayed += 1,
        }
    }
    Ok(report)
}

/// What comes of a session; none if it cannot be replayed, or was forgotten meanwhile.
async fn replay(app: &Arc<App>, session_id: Uuid, instead: Instead) -> Result<Option<Outcome>, Problem> {
    let Ok(audit) = audit_of(app, session_id).await else { return Ok(None) };
    let audit = with_documents(app, audit).await?;
    let drive_thru = audit.drive_thru.clone();
    let Ok(log) = Log::of(audit) else { return Ok(None) };
    let app = app.clone();
    let outcome = replayed(async move || {
        let (menu, house) = (app.lanes.menu(&drive_thru), app.lanes.house(&drive_thru));
        session::replay(&log, &menu, house.as_deref(), &app.settings, &app.languages, &instead).await
    });
    Ok(outcome.await?.ok())
}

impl SessionOtherwise {
    fn of(session_id: Uuid, outcome: &Outcome) -> Option<Self> {
        let turn = |turn: u32| TurnOtherwise {
            turn,
            rules: format!("/v1/sessions/{session_id}/turns/{turn}/rules"),
        };
        let turns: Vec<TurnOtherwise> = outcome.turns().map(turn).collect();
        let (then, now) = (SessionEnd::of(&outcome.then), SessionEnd::of(&outcome.now));
        (!turns.is_empty()).then_some(Self { session_id, turns, then, now })
    }
}

impl SessionEnd {
    fn of(side: &Side) -> Self {
        Self { confirmed: side.confirmed, handed_over: side.is_handed_over }
    }
}
