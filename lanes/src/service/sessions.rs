//! Sessions of a drive-thru, for whoever looks for one.

use fsm::machine::End;
use fsm::money::Money;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Lanes;
use crate::error::LaneError;
use crate::store::{SessionPlace, SessionRecord};

/// How many sessions are read in one go, and how often for one page: who wants few of them goes on with the next page.
const READ_MAX: usize = 100;
const READS_MAX: usize = 10;

/// Which sessions are looked for.
#[derive(Clone, Debug, Default)]
pub struct SessionQuery {
    /// Those that began at that time or later.
    pub from: Option<Timestamp>,
    /// Those that began before that time.
    pub to: Option<Timestamp>,
    /// Those that ended so.
    pub end: Option<End>,
    /// Those whose order costs that.
    pub total: Option<Money>,
    /// Those before that place.
    pub before: Option<SessionPlace>,
}

/// A session in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SessionSummary {
    /// Its id.
    pub session_id: Uuid,
    /// The lane that it was on.
    lane: String,
    /// When its first turn was taken.
    #[schema(value_type = String, format = DateTime)]
    began_at: Timestamp,
    /// When its last turn was taken.
    #[schema(value_type = String, format = DateTime)]
    last_at: Timestamp,
    /// How it ended; null until then.
    #[schema(required)]
    end: Option<End>,
    /// How many turns it has.
    turns: u32,
    /// What its order costs, with tax.
    total: Money,
}

impl Lanes {
    /// Sessions of a drive-thru, the newest first, `limit` at most. And the place to go on from, if there may be more.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn sessions(
        &self,
        drive_thru: &str,
        query: &SessionQuery,
        limit: usize,
    ) -> Result<(Vec<SessionSummary>, Option<SessionPlace>), LaneError> {
        let mut place = query.start();
        let mut found = Vec::new();
        for _ in 0..READS_MAX {
            let read = self.store.sessions(drive_thru, place, READ_MAX).await?;
            let is_end = read.len() < READ_MAX;
            for session in read {
                if query.from.is_some_and(|from| session.began_at < from) {
                    return Ok((found, None));
                }
                if found.len() == limit {
                    return Ok((found, Some(place)));
                }
                place = session.place();
                found.extend(query.matching(session));
            }
            if is_end {
                return Ok((found, None));
            }
        }
        Ok((found, Some(place)))
    }
}

impl SessionQuery {
    fn start(&self) -> SessionPlace {
        let before = self.before.unwrap_or(SessionPlace::END);
        self.to.map_or(before, |to| before.min(SessionPlace::at(to)))
    }

    /// A session as it is listed, if it is looked for.
    fn matching(&self, session: SessionRecord) -> Option<SessionSummary> {
        let SessionRecord { lane, began_at, end, last } = session;
        let total = total(&last.turn);
        let is_wanted = self.end.is_none_or(|wanted| end == Some(wanted))
            && self.total.is_none_or(|wanted| total == wanted);
        is_wanted.then(|| SessionSummary {
            session_id: last.session_id,
            lane: lane.lane().to_owned(),
            began_at,
            last_at: last.at,
            end,
            turns: last.seq,
            total,
        })
    }
}

/// What the order of a turn costs. A turn that cannot be read has none.
fn total(turn: &str) -> Money {
    #[derive(Default, Deserialize)]
    struct Turn {
        order: Option<Order>,
    }

    #[derive(Deserialize)]
    struct Order {
        total: Money,
    }

    let turn: Turn = serde_json::from_str(turn).unwrap_or_default();
    turn.order.map(|order| order.total).unwrap_or_default()
}
