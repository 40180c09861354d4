//! How long the lane goes on by itself with a customer whom it does not understand, or who is upset.

use super::take::Taking;
use super::turn::By;
use crate::machine::{EventKind, Handoff, QuestionKind, StateKind, Unclear};

impl Taking<'_> {
    /// Counts a sentence that was not understood; `true` once the crew takes over instead of one more "sorry". What is
    /// said after the yes is for nobody in particular.
    pub(super) fn gives_up(&mut self, events: &[EventKind], unclear: &Unclear) -> bool {
        let is_unclear =
            |event: &EventKind| matches!(event, EventKind::UtteranceUnclear | EventKind::StillUnclear);
        if self.by == By::Customer && self.asks_too_often(events) {
            return true;
        }
        let is_doubted = matches!(unclear, Unclear::Confidence(_));
        let is_missed = (is_doubted || events.iter().any(is_unclear)) && is_missed(unclear);
        let is_missed = is_missed && !self.has_understood();
        if !is_missed || self.by == By::Crew || self.session.kind() == StateKind::Closing {
            return false;
        }
        self.missed = true;
        let misses_max = self.deciding_patience().tries_max(self.policy.rules);
        let Some(visit) = &mut self.session.visit else { return false };
        visit.misses = visit.misses.saturating_add(1);
        visit.misses >= misses_max
    }

    /// Whether these events would ask a question once more that was asked often enough.
    fn asks_too_often(&self, events: &[EventKind]) -> bool {
        let asks_again =
            |event: &EventKind| matches!(event, EventKind::StillUnclear | EventKind::UserSaysDone);
        let tries = self.session.visit.as_ref().and_then(|visit| Some(visit.open.first()?.tries));
        let tries_max = self.patience().tries_max(self.policy.rules);
        events.iter().any(asks_again) && tries.is_some_and(|tries| tries.saturating_add(1) >= tries_max)
    }

    /// Counts that the question was asked, unless it waits because the customer ordered on.
    pub(super) fn count_try(&mut self, is_changed: bool) {
        let asks = |event: EventKind| {
            matches!(
                event,
                EventKind::UtteranceUnclear
                    | EventKind::StillUnclear
                    | EventKind::UserSaysDone
                    | EventKind::Oos
            )
        };
        let has_asked = self.transitions.last().is_some_and(|row| row.asks() && asks(row.event));
        let Some(question) = self.session.question().filter(|_| has_asked).cloned() else { return };
        let Some(visit) = &mut self.session.visit else { return };
        if let Some(item) = visit.open.find_mut(&question)
            && (item.tries == 0 || !is_changed)
        {
            item.tries = item.tries.saturating_add(1);
        }
    }

    /// Counts an angry sentence; `true` once the crew takes over.
    pub(super) fn has_enough(&mut self) -> bool {
        let upsets_max = self.deciding_patience().upsets_max(self.policy.rules);
        let Some(visit) = self.session.visit.as_mut().filter(|_| self.by == By::Customer) else {
            return false;
        };
        visit.upsets = visit.upsets.saturating_add(1);
        visit.upsets >= upsets_max
    }

    /// Ends the turn: who is understood again has a clean slate, and so has who got a person.
    pub(super) fn settle_patience(&mut self) {
        let is_understood = self.by == By::Customer && !self.missed && self.has_understood();
        let (patience, rules) = (self.patience(), self.policy.rules);
        let (misses_max, upsets_max) = (patience.tries_max(rules), patience.upsets_max(rules));
        let Some(visit) = &mut self.session.visit else { return };
        let tries = visit.open.first().map_or(0, |item| item.tries);
        if visit.handoff.is_some() {
            (visit.misses, visit.upsets) = (0, 0);
            visit.open.begin_anew();
        } else if is_understood {
            visit.misses = 0;
        }
        let is_next = |count: u32, max: u32| count > 0 && count.saturating_add(1) == max;
        visit.handoff_near = if is_next(visit.upsets, upsets_max) {
            Some(Handoff::Upset)
        } else {
            let is_near = is_next(visit.misses, misses_max) || is_next(tries, misses_max);
            is_near.then_some(Handoff::NotUnderstood)
        };
    }

    /// Whether a row was taken that shows that something was understood. Talk and "what was that?" show nothing.
    fn has_understood(&self) -> bool {
        let shows_nothing = |event: EventKind| {
            matches!(
                event,
                EventKind::BargeIn
                    | EventKind::SmallTalk
                    | EventKind::UserAsksRepeat
                    | EventKind::UserStartsOrder
                    | EventKind::AddMore
                    | EventKind::UserHasCode
            )
        };
        self.transitions.iter().any(|row| !shows_nothing(row.event))
    }
}

/// Whether nothing was understood, or nothing that is had here. A question about a part of it is none.
fn is_missed(unclear: &Unclear) -> bool {
    match unclear {
        Unclear::Confidence(_) | Unclear::Yes | Unclear::Nothing => true,
        Unclear::Part(asked) => asked.question.kind == QuestionKind::WhatElse,
    }
}
