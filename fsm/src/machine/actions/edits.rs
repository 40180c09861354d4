//! Actions that change the order or what waits to change it.

use crate::machine::crew_alert::CrewAlert;
use crate::machine::cx::Cx;
use crate::machine::effect::Speech;
use crate::machine::event::Said;
use crate::machine::state::{Clarifying, Confirming, Ordering};
use crate::order::{Change, OpenOrder};

impl Ordering {
    pub(crate) fn apply(mut self, cx: &mut Cx<'_>, change: &Change) -> Self {
        self.order.apply(change);
        cx.speak(Speech::Changes);
        self
    }

    pub(crate) fn set_referent(mut self, _: &mut Cx<'_>, change: &Change) -> Self {
        self.order.refer_as(change);
        self
    }

    pub(crate) fn undo_last_change(mut self, cx: &mut Cx<'_>, _: &Said) -> Self {
        if let Some(undo) = cx.visit.undo.take() {
            self.order.undo(&undo);
            self.order.refresh_stock(cx.policy.menu, None);
        }
        cx.speak(Speech::Undone);
        self
    }

    /// After a void: the order was reopened for the change.
    pub(crate) fn apply_if_actionable(self, cx: &mut Cx<'_>, change: &Change) -> Self {
        self.apply(cx, change).set_referent(cx, change)
    }
}

impl Clarifying<OpenOrder> {
    pub(crate) fn apply_if_actionable(self, cx: &mut Cx<'_>, change: &Change) -> Ordering {
        Ordering { order: self.on }.apply_if_actionable(cx, change)
    }

    /// "Never mind" drops the line that the question is about, unless it is complete without an answer.
    pub(crate) fn drop_questioned_line(mut self, cx: &mut Cx<'_>, _: &Said) -> Self {
        cx.visit.open.remove(&self.asked.question);
        if let Some(line_id) = self.questioned_line() {
            self.on.drop_line(line_id);
        }
        // The kitchen makes what was confirmed until somebody stops it, and there is nothing left to confirm instead.
        if let Some(alert) = CrewAlert::nothing_left(self.on.order(), &cx.visit) {
            cx.tell_crew(alert);
        }
        self
    }
}

impl Confirming {
    pub(crate) fn apply(self, cx: &mut Cx<'_>, change: &Change) -> Ordering {
        Ordering { order: self.order }.apply(cx, change).set_referent(cx, change)
    }

    pub(crate) fn apply_proposal(mut self, _: &mut Cx<'_>, _: &Said) -> Self {
        if let Some(proposal) = self.proposal.take() {
            self.order.apply(&proposal.change);
            self.order.refer_as(&proposal.change);
        }
        self
    }

    pub(crate) fn drop_proposal(mut self, cx: &mut Cx<'_>, _: &Said) -> Self {
        self.proposal = None;
        cx.speak(Speech::Kept);
        self
    }
}
