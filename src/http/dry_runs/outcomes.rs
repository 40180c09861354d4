//! Recorded sessions, replayed under other rules: several at once, and no more of them read than are replayed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fsm::house::House;
use futures_util::stream::{self, Stream, StreamExt as _};
use lanes::keeper::Active;
use lanes::menus::ActiveMenu;
use lanes::service::SessionQuery;
use rules::RuleBook;
use transcript::session::{self, Instead, Log, Outcome};
use uuid::Uuid;

use crate::http::app::App;
use crate::http::gives_way::{REPLAYS_MAX, replayed};
use crate::http::lanes::{audit_of, with_documents};
use crate::http::problem::Problem;

/// How many sessions are looked for in one go.
const PAGE: usize = 200;

/// What came of a session in a dry run.
pub(super) enum Came {
    /// It was replayed.
    Out(Box<Outcome>),
    /// It cannot be replayed, or was forgotten meanwhile.
    NotReplayed,
    /// The time was up.
    LeftOut,
}

/// The ids of the newest sessions, `limit` at most.
///
/// # Errors
/// If they cannot be read.
pub(super) async fn sessions(
    app: &App,
    drive_thru: &str,
    mut query: SessionQuery,
    limit: usize,
) -> Result<Vec<Uuid>, Problem> {
    let mut found = Vec::new();
    loop {
        let page = PAGE.min(limit - found.len());
        let (sessions, next) = app.lanes.sessions(drive_thru, &query, page).await?;
        found.extend(sessions.iter().map(|session| session.session_id));
        match next.filter(|_| found.len() < limit) {
            Some(next) => query.before = Some(next),
            None => return Ok(found),
        }
    }
}

/// What comes of sessions of a drive-thru under other rules, in their order. No other one is begun once the time is up, or nobody asks
/// for the next any more.
///
/// # Errors
/// If the menu cannot be read.
pub(super) async fn outcomes(
    app: &Arc<App>,
    drive_thru: &str,
    rules: Arc<Active<RuleBook>>,
    sessions: Vec<Uuid>,
    time_max: Duration,
) -> Result<impl Stream<Item = Result<(Uuid, Came), Problem>> + Send + use<>, Problem> {
    let until = Instant::now() + time_max;
    let trial = Arc::new(Trial {
        app: app.clone(),
        menu: app.lanes.menu_to_replay(drive_thru).await?,
        house: app.lanes.house(drive_thru).await?,
        instead: Instead { parser: None, rules: Some(rules) },
    });
    let outcome = move |session_id| {
        let trial = trial.clone();
        async move {
            let is_over = Instant::now() > until;
            let came = if is_over { Came::LeftOut } else { trial.replay(session_id).await? };
            Ok((session_id, came))
        }
    };
    Ok(stream::iter(sessions).map(outcome).buffered(*REPLAYS_MAX))
}

/// What all sessions are replayed with. Those of the menu and the house of today share what was read of them once.
struct Trial {
    app: Arc<App>,
    menu: Arc<ActiveMenu>,
    house: Option<Arc<Active<House>>>,
    instead: Instead,
}

impl Trial {
    async fn replay(self: Arc<Self>, session_id: Uuid) -> Result<Came, Problem> {
        let Ok(audit) = audit_of(&self.app, session_id).await else { return Ok(Came::NotReplayed) };
        let audit = with_documents(&self.app, audit).await?;
        let outcome = replayed(async move || {
            let Self { app, menu, house, instead } = &*self;
            let log = Log::of(audit).ok()?;
            session::replay(&log, menu, house.as_deref(), &app.settings, &app.languages, instead).await.ok()
        });
        Ok(outcome.await?.map_or(Came::NotReplayed, |outcome| Came::Out(Box::new(outcome))))
    }
}
