//! Which deadlines a turn sets, and which it meets.

use super::take::Taking;
use crate::machine::{Deadline, Event, Said};

impl Taking<'_> {
    /// Something has not come in time. A deadline passes once.
    pub(super) fn pass(&mut self, deadline: Deadline) {
        if let Some(visit) = &mut self.session.visit {
            visit.deadlines.clear(deadline);
        }
        match deadline {
            Deadline::TicketUnanswered if self.session.unanswered_ticket().is_none() => {
                self.refuse("TICKET_UNANSWERED", "no_ticket_pending");
            }
            Deadline::TicketUnanswered => self.step(&Event::TicketUnanswered(Said)),
        }
    }

    /// Ends the turn: what is waited for from here on.
    pub(super) fn set_deadlines(&mut self) {
        let (now, waits) = (self.now.taken_at, self.policy.rules.waits);
        let unanswered = self.session.unanswered_ticket();
        let is_new = unanswered.is_some() && unanswered != self.unanswered_before;
        let Some(visit) = &mut self.session.visit else { return };
        if is_new {
            visit.deadlines.set(Deadline::TicketUnanswered, now, waits.ticket_unanswered_seconds);
        } else if unanswered.is_none() {
            visit.deadlines.clear(Deadline::TicketUnanswered);
        }
    }
}
