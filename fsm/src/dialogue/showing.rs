//! Finishes a turn: what can be undone, what is offered, what is shown.

use super::take::{Decided, Taking};
use super::turn::{By, HandoffView, Input, Turn};
use super::{offer, speech};
use crate::house_rules::Point;
use crate::machine::{Effect, EventKind, Session, Speech, StateKind, Transition};
use crate::order::{self, Diff, DiffOp, LineView, Order, OrderStatus, Undo};
use crate::query::Fact;

impl Session {
    /// Whether somebody in the car has said or touched something.
    pub fn was_heard(&self) -> bool {
        self.visit.as_ref().is_some_and(|visit| visit.heard)
    }

    /// Whether the customer interrupted what was said last, and nothing was said since.
    pub fn is_interrupted(&self) -> bool {
        self.visit.as_ref().is_some_and(|visit| visit.interrupted)
    }
}

impl Taking<'_> {
    /// Adds the finished turn to the lists.
    pub(super) fn finish(
        mut self,
        input: &Input,
        turns: &mut Vec<Decided>,
        effects: &mut Vec<Effect>,
    ) -> Session {
        self.ask_whether_to_call();
        let order = self.ended.as_ref().map(|ended| &ended.order).or(self.session.order());
        let Some(order) = order.cloned() else {
            // Only a car can begin a session: there is no turn to show.
            return self.session;
        };
        let diffs = self.before.as_ref().map(|before| order::diffs(before, &order)).unwrap_or_default();
        self.note_discounts(&order);
        self.count_try(!diffs.is_empty());
        if self.is_customers(input) {
            self.settle_patience();
            self.remember_undo(&diffs);
            self.make_offer(&diffs);
        }
        let number = self.number;
        if self.transitions.iter().any(Transition::asks) {
            self.mark_active();
        }
        self.set_deadlines(input);
        let interrupted = self.interrupted();
        if let Some(visit) = &mut self.session.visit {
            if let Some(before) = &self.before {
                visit.recent.remember(before, &order);
            }
            visit.turn = number;
            visit.interrupted = interrupted.unwrap_or(visit.interrupted);
            if !matches!(self.session.state.kind(), StateKind::Ordering | StateKind::Thinking) {
                visit.offer = None;
            }
        }
        if self.effects.iter().any(|effect| effect.speech() == Some(&Speech::Summarize)) {
            self.session.state.mark_read();
        }
        let mut speech: Vec<Speech> = self.effects.iter().filter_map(Effect::speech).cloned().collect();
        if self.is_handed_off {
            speech.clear();
            self.effects.retain(|effect| effect.speech().is_none());
        }
        let turn = self.show(&order, diffs);
        effects.append(&mut self.effects);
        let lines = self.before.iter().flat_map(Order::lines);
        let removed = lines.filter(|line| order.line(line.line_id).is_none()).map(LineView::of).collect();
        turns.push(Decided { turn, speech: speech::settle(speech), order, removed, ended: self.ended });
        self.session
    }

    fn is_customers(&self, input: &Input) -> bool {
        match input {
            Input::Utterance { by, .. } => *by == By::Customer && !self.is_handed_off,
            Input::Tap { by, .. } => *by == By::Customer,
            Input::CarDetected { .. }
            | Input::BargeIn
            | Input::Silence { .. }
            | Input::OutOfStock { .. }
            | Input::CarLeft
            | Input::Crew(_)
            | Input::Acknowledged
            | Input::Rejected { .. }
            | Input::PaymentProblem
            | Input::Deadline(_) => false,
        }
    }

    /// Whether our speech was interrupted and nothing said since; none if the turn changes nothing about that.
    fn interrupted(&self) -> Option<bool> {
        let says_nothing = |row: &Transition| matches!(row.event, EventKind::BargeIn | EventKind::SmallTalk);
        let is_silent = self.transitions.iter().all(says_nothing)
            && self.refused.is_empty()
            && self.effects.iter().all(|effect| effect.speech().is_none());
        let was_cut = self.effects.contains(&Effect::CancelSpeech);
        if is_silent { was_cut.then_some(true) } else { Some(false) }
    }

    fn remember_undo(&mut self, diffs: &[Diff]) {
        let took_back = self.took_back();
        let (Some(before), Some(visit)) = (&self.before, &mut self.session.visit) else { return };
        visit.undo = (!diffs.is_empty() && !took_back).then(|| Undo {
            lines: diffs.iter().filter_map(|diff| before.line(diff.line_id)).cloned().collect(),
            added: diffs.iter().filter(|diff| diff.op == DiffOp::Add).map(|diff| diff.line_id).collect(),
            referent: before.referent(),
        });
    }

    /// Whether the turn was a "never mind", which cannot be undone and gets no offer.
    fn took_back(&self) -> bool {
        self.transitions.iter().any(|row| row.event == EventKind::UserSaysNeverMind)
    }

    fn make_offer(&mut self, diffs: &[Diff]) {
        let is_ordering = self.session.kind() == StateKind::Ordering;
        let (Some(order), true) = (self.session.order(), is_ordering && !self.is_handed_off) else { return };
        let has_offered = self.session.visit.as_ref().is_none_or(|visit| visit.offered);
        if has_offered || !self.policy.rules.offers || self.session.handoff().is_some() || self.took_back() {
            return;
        }
        let by_rule = self.offer_by_rule(order, diffs);
        let offer = match &by_rule {
            Some((_, offer)) => offer.clone(),
            None => offer::best(order, diffs, self.policy.menu),
        };
        if let Some((rule, _)) = by_rule {
            self.fire(Point::Offer, rule);
        }
        if let (Some(offer), Some(visit)) = (offer, &mut self.session.visit) {
            visit.offer = Some(offer);
            visit.offered = true;
        }
    }

    /// What the answers of the turn say.
    fn facts(&self) -> Vec<Fact> {
        let facts = self.effects.iter().filter_map(Effect::speech).filter_map(|speech| match speech {
            Speech::Answer(facts) => Some(facts),
            _ => None,
        });
        facts.flatten().cloned().collect()
    }

    fn show(&self, order: &Order, diffs: Vec<Diff>) -> Turn {
        let status = match (&self.ended, self.session.state.submitted()) {
            (Some(ended), _) => ended.status,
            (None, Some(_)) => OrderStatus::Frozen,
            (None, None) => OrderStatus::Open,
        };
        let state = self.session.kind();
        let ticket =
            self.ended.as_ref().map_or_else(|| self.session.ticket().cloned(), |ended| ended.ticket.clone());
        Turn {
            turn: self.number,
            event_id: self.event_id,
            drive_thru: self.lane.drive_thru().to_owned(),
            lane: self.lane.lane().to_owned(),
            session_id: self.session_id,
            at: self.now.at,
            state,
            expectation: state.expectation(),
            transitions: self.transitions.clone(),
            refused: self.refused.clone(),
            say: None,
            cancel_tts: self.effects.contains(&Effect::CancelSpeech),
            question: self.session.question().cloned(),
            open: self.session.open(),
            acts: self.acts.clone(),
            parser: self.parser.clone(),
            facts: self.facts(),
            diffs,
            order: order.view(status),
            offer: self.session.offer().cloned(),
            proposal: self.session.proposal().map(|change| change.after().view(OrderStatus::Open)),
            ticket,
            superseding: self.session.is_superseding(),
            handoff: self.session.handoff().map(|reason| HandoffView { reason }),
            handoff_near: self.session.handoff_near().map(|reason| HandoffView { reason }),
            allergies: self.session.allergies().to_vec(),
            tags: self.session.tags().to_vec(),
            crew_alerts: self.effects.iter().filter_map(Effect::alert).cloned().collect(),
            fired: self.fired.clone(),
            documents: None,
        }
    }
}
