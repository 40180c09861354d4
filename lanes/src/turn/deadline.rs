//! Deadlines of a lane, as events that it takes.

use fsm::dialogue::Input;
use fsm::machine::Deadline;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::documents::Scene;
use super::lane_now::LaneNow;
use super::load::{Cause, Load, Loaded, Loader};
use super::task::Waking;
use crate::error::TurnError;

/// A deadline that has passed, as it stands in the audit log.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum DeadlineEvent {
    Deadline { id: Uuid, what: Deadline },
}

/// Reads an event of an audit log: the deadline that has passed. None if it is another event.
pub fn deadline_of(event: &Value) -> Option<serde_json::Result<Deadline>> {
    let is_deadline = event.get("type").and_then(Value::as_str) == Some("deadline");
    is_deadline.then(|| DeadlineEvent::deserialize(event).map(|DeadlineEvent::Deadline { what, .. }| what))
}

impl Loader {
    /// A turn, if the lane still waits for what has not come in time.
    pub(super) async fn deadline<'t>(
        &self,
        lane: &LaneNow<'_>,
        waking: Waking,
    ) -> Result<Load<'t>, TurnError> {
        let at = (self.clock)();
        let Some(what) = passed(lane, waking, at) else { return Ok(Load::Settled(None)) };
        let (menu, house, rules) = self.documents.of(lane, Scene::silent(at)).await?;
        // Whoever wakes the lane as it is now, in whatever process, gives it the same event.
        let cursor = lane.cursor();
        let name = format!("{what}:{}", cursor.turn);
        let id = Uuid::new_v5(&cursor.session_id.unwrap_or_default(), name.as_bytes());
        let json = json!(DeadlineEvent::Deadline { id, what }).to_string();
        Ok(Load::Turn(Loaded {
            event_id: id,
            fingerprint: Uuid::new_v5(&id, json.as_bytes()),
            json: json.into(),
            actor: None,
            at,
            seen: None,
            cause: Cause::Input(Input::Deadline(what)),
            menu,
            house,
            rules,
            cars_waiting: None,
            ticket_change: None,
            ticket_age: None,
            item_off: None,
        }))
    }
}

fn passed(lane: &LaneNow<'_>, waking: Waking, now: Timestamp) -> Option<Deadline> {
    let session = lane.session();
    match waking {
        Waking::IfDue => session.wake().filter(|wake| wake.at <= now).map(|wake| wake.what),
        Waking::For(what) => session.waits_for(what).then_some(what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_read_back_from_the_audit_log() {
        let event =
            json!(DeadlineEvent::Deadline { id: Uuid::from_u128(7), what: Deadline::TicketUnanswered });
        assert_eq!(event["type"], "deadline");
        assert_eq!(deadline_of(&event).unwrap().unwrap(), Deadline::TicketUnanswered);
        assert!(deadline_of(&json!({ "type": "deadline", "what": "lunch" })).unwrap().is_err());
        assert!(deadline_of(&json!({ "type": "car_left" })).is_none());
    }
}
