//! Which deadlines a turn sets, and what comes of those that pass.

use super::take::Taking;
use super::turn::{By, Input};
use crate::house_rules::Point;
use crate::machine::{Deadline, Event, Handoff, Said, StateKind};

impl Taking<'_> {
    /// Something has not come in time. A deadline passes once.
    pub(super) fn pass(&mut self, deadline: Deadline) {
        if let Some(visit) = &mut self.session.visit {
            visit.deadlines.clear(deadline);
        }
        let by_rule =
            self.patience_by_rule().filter(|(_, patience)| patience.waits.seconds(deadline).is_some());
        let rule = by_rule.map(|(rule, _)| rule.clone());
        match deadline {
            Deadline::TicketUnanswered if self.session.unanswered_ticket().is_none() => {
                self.refuse("TICKET_UNANSWERED", "no_ticket_pending");
            }
            Deadline::TicketUnanswered => self.step(&Event::TicketUnanswered(Said)),
            Deadline::HandoffUnanswered if !self.is_handed_off => {
                self.refuse("HANDOFF_UNANSWERED", "not_handed_off");
            }
            Deadline::HandoffUnanswered => self.step(&Event::HandoffUnanswered(Said)),
            Deadline::QuestionOpen if self.is_handed_off => {}
            Deadline::QuestionOpen => self.silence(),
            Deadline::VisitIdle => self.end(),
        }
        // Who has said how long that is waited for is named where something came of it.
        if let Some(rule) = rule.filter(|_| !self.transitions.is_empty()) {
            self.fire(Point::Patience, rule);
        }
    }

    /// Ends the turn: what is waited for from here on.
    pub(super) fn set_deadlines(&mut self, input: &Input) {
        let Some(mut deadlines) = self.session.visit.as_ref().map(|visit| visit.deadlines) else { return };
        let (patience, usual, now) = (self.patience(), self.policy.rules.waits, self.now.taken_at);
        let seconds = |what| patience.waits.seconds(what).or(usual.seconds(what));

        let what = Deadline::TicketUnanswered;
        let unanswered = self.session.unanswered_ticket();
        if unanswered.is_none() {
            deadlines.clear(what);
        } else if unanswered != self.unanswered_before {
            deadlines.set(what, now, seconds(what));
        }

        let what = Deadline::HandoffUnanswered;
        let handoff = self.session.handoff();
        if !self.is_handed_off && handoff.is_some_and(|reason| reason != Handoff::Crew) {
            deadlines.set(what, now, seconds(what));
        } else if handoff.is_none() || is_of_crew(input) {
            deadlines.clear(what);
        }

        let what = Deadline::QuestionOpen;
        if handoff.is_none() && self.session.kind() != StateKind::Closing {
            deadlines.set(what, now, seconds(what));
        } else {
            deadlines.clear(what);
        }

        let what = Deadline::VisitIdle;
        // A session of an earlier version has none yet.
        if shows_somebody(input) || !deadlines.has(what) {
            deadlines.set(what, now, seconds(what));
        }

        if let Some(visit) = &mut self.session.visit {
            visit.deadlines = deadlines;
        }
    }
}

fn is_of_crew(input: &Input) -> bool {
    matches!(input, Input::Crew(_) | Input::Utterance { by: By::Crew, .. } | Input::Tap { by: By::Crew, .. })
}

/// Whether an input shows that somebody is there, which what a timer or the POS says does not.
fn shows_somebody(input: &Input) -> bool {
    match input {
        Input::CarDetected { .. }
        | Input::Utterance { .. }
        | Input::BargeIn
        | Input::CarLeft
        | Input::Tap { .. }
        | Input::Crew(_) => true,
        Input::Silence { .. }
        | Input::OutOfStock { .. }
        | Input::Acknowledged
        | Input::Rejected { .. }
        | Input::PaymentProblem
        | Input::Deadline(_) => false,
    }
}
