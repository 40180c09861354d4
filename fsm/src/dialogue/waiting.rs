//! What waits for an answer, as the words of a turn add to it and take from it.

use super::take::Taking;
use crate::machine::{Asked, Effect, Question, Speech};
use crate::order::Op;

impl Taking<'_> {
    /// Drops what waits and is taken off by its name; the operations that are left.
    pub(super) fn drop_named(&mut self, ops: Vec<Op>) -> Vec<Op> {
        let (Some(order), Some(visit)) = (self.session.state.order(), &mut self.session.visit) else {
            return ops;
        };
        let mut dropped = Vec::new();
        let mut left = ops;
        left.retain(|op| {
            let about = visit.open.drop_named(op, order);
            let is_left = about.is_none();
            dropped.extend(about);
            is_left
        });
        self.effects.extend(dropped.into_iter().map(|about| Effect::Speak(Speech::LeftOut(about))));
        left
    }

    /// Takes out of what waits what the words settle: the question that they answer, and what they name.
    pub(super) fn settle_open(&mut self, answered: Option<Question>, ops: &[Op]) {
        let Some(visit) = &mut self.session.visit else { return };
        if let Some(question) = answered {
            visit.open.remove(&question);
        }
        if let Some(order) = self.session.state.order() {
            visit.open.settle(ops, order, self.policy.menu);
        }
    }

    /// Lets parts of the utterance wait for their answers.
    pub(super) fn keep_open(&mut self, parts: impl IntoIterator<Item = Asked>) {
        let Some(visit) = &mut self.session.visit else { return };
        for part in parts {
            visit.open.add(part);
        }
    }

    pub(super) fn waits_for_answer(&self) -> bool {
        self.session.visit.as_ref().is_some_and(|visit| !visit.open.is_empty())
    }
}
