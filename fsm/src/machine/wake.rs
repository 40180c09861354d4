//! When a lane is to be woken: the first deadline of its session. And the one deadline that outlives a session.

use jiff::Timestamp;
use uuid::Uuid;

use super::deadline::Deadline;
use super::session::Session;
use crate::ticket::{Ticket, TicketStatus};

/// When a lane is to be woken, and for what, unless something happens on it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wake {
    /// When.
    pub at: Timestamp,
    /// For what.
    pub what: Deadline,
}

/// A ticket that the POS had not answered when its car left, and when the crew is told if it still has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The ticket.
    pub ticket_id: Uuid,
    /// When.
    pub at: Timestamp,
}

impl Session {
    /// The first deadline that will pass; none on a lane that waits for nothing.
    pub fn wake(&self) -> Option<Wake> {
        let all = self.visit.as_ref()?.deadlines.all();
        let set = all.into_iter().filter_map(|(what, at)| Some(Wake { at: at?, what }));
        set.min_by_key(|wake| wake.at)
    }

    /// Whether something is waited for.
    pub fn waits_for(&self, what: Deadline) -> bool {
        self.visit.as_ref().is_some_and(|visit| visit.deadlines.has(what))
    }

    /// What is still waited for if the session ends now.
    pub(crate) fn watch(&self) -> Option<Watch> {
        let at = self.visit.as_ref()?.deadlines.at(Deadline::TicketUnanswered)?;
        Some(Watch { ticket_id: self.unanswered_ticket()?, at })
    }

    /// The live ticket, as long as the POS has not answered it.
    pub(crate) fn unanswered_ticket(&self) -> Option<Uuid> {
        let is_pending = |ticket: &&Ticket| ticket.status == TicketStatus::Pending;
        self.live_ticket().filter(is_pending).map(|ticket| ticket.ticket_id)
    }
}
