//! Errors as a transcript shows them: the name of the problem, and what to do about it.

use lanes::error::LaneError;
use lanes::menus::MenuError;

use crate::show::Names;

/// An event that was refused.
pub(crate) fn of_lane(error: &LaneError, names: &Names) -> String {
    format!("error {}: {}", word(error), names.without_ids(&error.to_string()))
}

/// A menu or an availability that was refused, with every fault.
pub(crate) fn of_menu(error: &MenuError) -> String {
    match error {
        MenuError::Invalid(faults) => {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            format!("error invalid-menu: {}", faults.join("; "))
        }
        MenuError::Conflict { .. } | MenuError::UnknownPart(_) | MenuError::Store(_) => {
            format!("error: {error}")
        }
    }
}

/// The name of a problem.
fn word(error: &LaneError) -> &'static str {
    match error {
        LaneError::Invalid(..) => "invalid-event",
        LaneError::EventConflict(_) => "event-conflict",
        LaneError::EventForgotten { .. } => "event-forgotten",
        LaneError::Idle { .. } => "lane-idle",
        LaneError::SessionOn { .. } => "session-on",
        LaneError::SessionFull { .. } => "session-full",
        LaneError::StaleSession { .. } => "stale-session",
        LaneError::TurnAhead { .. } => "turn-ahead",
        LaneError::Busy { .. } => "lane-busy",
        LaneError::Unavailable { .. } => "unavailable",
        LaneError::TicketState { .. } | LaneError::TicketInUse { .. } => "ticket-state",
        LaneError::Unknown(_) => "not-found",
    }
}
