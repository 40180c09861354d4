//! Who calls.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use fsm::ids::LaneKey;
use lanes::Actor;
use lanes::store::PassStore;
use tokio::time::sleep;

use crate::http::app::App;
use crate::http::problem::Problem;
use crate::keys::Key;

/// Who calls, as it was judged.
#[derive(Clone, Debug)]
pub enum Caller {
    /// Nobody is asked for a key here.
    Anyone,
    /// Somebody with a key.
    Key {
        /// The key.
        key: Arc<Key>,
        /// Of a browser that is signed in: the hash of its pass.
        pass: Option<String>,
    },
}

/// How often it is looked whether a browser that follows something is still signed in.
const LOOK_EVERY: Duration = Duration::from_secs(5);

impl Caller {
    /// Whether it may be told of a lane.
    pub fn sees(&self, lane: &LaneKey) -> bool {
        match self {
            Self::Anyone => true,
            Self::Key { key, .. } => key.place.has_lane(lane.drive_thru(), lane.lane()),
        }
    }

    /// Which key they have, if any.
    pub fn key_id(&self) -> Option<&str> {
        match self {
            Self::Anyone => None,
            Self::Key { key, .. } => Some(&key.id),
        }
    }

    /// What is kept of them beside what they do.
    pub fn actor(&self) -> Option<Actor> {
        match self {
            Self::Anyone => None,
            Self::Key { key, .. } => {
                let (name, by_code) = (key.name.clone(), key.grant.is_some());
                Some(Actor { key: key.id.clone(), name, by_code })
            }
        }
    }

    /// Has the log say who changed something of a drive-thru, or of a session.
    pub fn log(&self, what: &'static str, of: &dyn Display) {
        if let Self::Key { key, .. } = self {
            let by_code = key.grant.is_some();
            tracing::info!(key.id, key.name, by_code, what, %of, "somebody changed something");
        }
    }

    /// Waits until it may call no more.
    pub async fn ended(self, app: Arc<App>) {
        match self {
            Self::Anyone => app.keys.ended(None).await,
            Self::Key { key, pass: None } => app.keys.ended(Some(&key.id)).await,
            Self::Key { key, pass: Some(pass) } => tokio::select! {
                () = app.keys.ended(Some(&key.id)) => {}
                () = signed_out(&*app.passes, &pass) => {}
            },
        }
    }
}

/// Waits until a browser is not signed in any more.
async fn signed_out(passes: &dyn PassStore, pass: &str) {
    loop {
        sleep(LOOK_EVERY).await;
        // A store that is away signs nobody out.
        if matches!(passes.pass(pass).await, Ok(None)) {
            return;
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get().cloned().ok_or_else(Problem::no_key)
    }
}
