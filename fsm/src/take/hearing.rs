//! Takes what was heard: which events it is, in the order in which they count.

use super::{Taking, offer};
use crate::acts::{Act, NewLine, Op, Reason, Unresolved};
use crate::effect::{Effect, Speech};
use crate::event::{Asked, Asking, Chat, Event, EventKind, Handoff, Kept, OutOfStock, Said, Unclear};
use crate::hear::{self, Heard, Waiting};
use crate::ids::ItemId;
use crate::kind::StateKind;
use crate::order::Order;
use crate::order::edit::{self, Change};
use crate::policy::{OVER_CAPS_MAX, Policy};
use crate::question::QuestionKind;
use crate::session::Offer;
use crate::{answer, asks};

/// How many questions about the menu one utterance gets answered.
const MENU_QUESTIONS_MAX: usize = 3;

impl Taking<'_> {
    /// Takes what was heard, in the order in which it counts.
    pub(super) fn hear(&mut self, acts: &[Act], confidence: f64) {
        if confidence < self.policy.rules.confidence_min {
            return self.unclear(&Unclear::Confidence(confidence));
        }
        if acts.contains(&Act::Human) {
            return self.step(&Event::UserAsksHuman(Handoff::Customer));
        }
        let offer = self.take_offer(acts);
        let transitions = self.transitions.len();
        let (ops, unresolved) = operations_of(acts);
        let ordered = !ops.is_empty() || !unresolved.is_empty();
        if ordered {
            self.operations(ops, &unresolved);
        }
        for question in menu_questions_of(acts) {
            if self.is_over() {
                return;
            }
            self.step(&Event::MenuQuestion(question));
        }
        if self.is_over() {
            return;
        }
        if acts.contains(&Act::Repeat) {
            self.step(&Event::UserAsksRepeat(Said));
        }
        if let Some(heard) = reply_of(acts, ordered) {
            self.reply(heard, offer.as_ref());
        } else if self.transitions.len() == transitions && self.refused.is_empty() {
            self.small_talk(acts);
        }
    }

    fn small_talk(&mut self, acts: &[Act]) {
        if acts.contains(&Act::SmallTalk) {
            self.step(&Event::SmallTalk(Chat::SmallTalk));
        } else if acts.contains(&Act::BackChannel) {
            self.step(&Event::SmallTalk(Chat::BackChannel));
        } else {
            self.unclear(&Unclear::Nothing);
        }
    }

    fn unclear(&mut self, why: &Unclear) {
        for kind in hear::events(Heard::Unclear, self.session.kind(), Waiting::Nothing) {
            self.step_heard(*kind, None, why);
        }
    }

    /// Takes a word that is no operation.
    fn reply(&mut self, heard: Heard, offer: Option<&Offer>) {
        let asked = self.session.state.asked().cloned();
        let question = asked.as_ref().map(|asked| (asked.question.kind, asked.question.candidates.len()));
        let waiting = Waiting::of(offer.is_some(), question);
        match hear::events(heard, self.session.kind(), waiting) {
            [EventKind::UserConfirms] => self.confirm(),
            [EventKind::UserClarifiesOk] => self.accept(asked.as_ref()),
            [.., EventKind::UtteranceOk] => self.accept_offer(offer),
            events => {
                for kind in events {
                    self.step_heard(*kind, None, &Unclear::Nothing);
                }
            }
        }
    }

    /// Gives the machine an event that something heard is, with what it carries.
    fn step_heard(&mut self, kind: EventKind, change: Option<&Change>, unclear: &Unclear) {
        let change = change.cloned().or_else(|| self.session.order().map(Change::none));
        let event = match (kind, change) {
            (EventKind::UtteranceOk, Some(change)) => Event::UtteranceOk(change),
            (EventKind::UserClarifiesOk, Some(change)) => Event::UserClarifiesOk(change),
            (EventKind::UserWantsChanges, Some(change)) => Event::UserWantsChanges(change),
            (EventKind::BigChange, Some(change)) => Event::BigChange(change),
            (EventKind::UtteranceUnclear, _) => Event::UtteranceUnclear(unclear.clone()),
            (EventKind::StillUnclear, _) => Event::StillUnclear(Said),
            (EventKind::UserStartsOrder, _) => Event::UserStartsOrder(Said),
            (EventKind::AddMore, _) => Event::AddMore(Said),
            (EventKind::UserConfirms, _) => Event::UserConfirms(Said),
            (EventKind::UserSaysDone, _) => Event::UserSaysDone(Said),
            (EventKind::UserNeedsTime, _) => Event::UserNeedsTime(Said),
            (EventKind::UserSaysNeverMind, _) => Event::UserSaysNeverMind(Said),
            (EventKind::UserSaysNotRight, _) => Event::UserSaysNotRight(Said),
            (EventKind::PaymentRetry, _) => Event::PaymentRetry(Said),
            (EventKind::SmallTalk, _) => Event::SmallTalk(Chat::Aside),
            (EventKind::UserAsksRepeat, _) => Event::UserAsksRepeat(Said),
            (EventKind::UserAsksHuman, _) => Event::UserAsksHuman(Handoff::Customer),
            // These come from elsewhere, or there is nobody on the lane to be heard.
            (
                EventKind::UtteranceOk
                | EventKind::UserClarifiesOk
                | EventKind::UserWantsChanges
                | EventKind::BigChange
                | EventKind::CarDetected
                | EventKind::MenuQuestion
                | EventKind::Oos
                | EventKind::Silence
                | EventKind::BargeIn
                | EventKind::SessionEnd
                | EventKind::OrderComplete
                | EventKind::TicketRejected
                | EventKind::PaymentProblem,
                _,
            ) => return,
        };
        self.step(&event);
    }

    /// Yes to a summary. A proposal that still misses a choice is taken as the change that it is, so that the choice
    /// is asked for before anything is confirmed; and what has gone from the menu meanwhile is out of stock.
    fn confirm(&mut self) {
        let is_open = |order: &Order| order.oldest_incomplete().is_some();
        match self.session.proposal().cloned() {
            Some(change) if is_open(change.after()) => {
                self.step(&Event::UserWantsChanges(change));
                self.ask_what_is_open();
            }
            Some(_) => self.step(&Event::UserConfirms(Said)),
            None => match self.item_that_went_off() {
                Some(item) => self.step(&Event::Oos(OutOfStock { item, kept: None, rejected: false })),
                None => self.step(&Event::UserConfirms(Said)),
            },
        }
    }

    fn item_that_went_off(&self) -> Option<ItemId> {
        let line = self.session.order()?.lines().iter().find(|line| line.out_of_stock)?;
        Some(asks::item_that_is_off(line, self.policy.menu))
    }

    /// Yes to a question that a yes answers.
    fn accept(&mut self, asked: Option<&Asked>) {
        let Some(asked) = asked else { return };
        match (&asked.kept, asked.question.candidates.first()) {
            (Kept::Change(change), _) => {
                self.step(&Event::UserClarifiesOk((**change).clone()));
                self.ask_what_is_open();
            }
            (_, Some(only)) if asked.question.kind != QuestionKind::ConfirmChange => {
                let line = NewLine::of(ItemId::from(only.as_str()));
                self.operations(vec![Op::Add(line)], &[]);
            }
            _ => self.step(&Event::StillUnclear(Said)),
        }
    }

    fn accept_offer(&mut self, offer: Option<&Offer>) {
        let op = offer.and_then(|offer| {
            self.session.order().and_then(|order| offer::accepted(offer, order, self.policy.menu))
        });
        match op {
            Some(op) => self.operations(vec![op], &[]),
            None => self.step(&Event::SmallTalk(Chat::Aside)),
        }
    }

    /// Tries operations and takes what can be applied; then asks about what is left.
    fn operations(&mut self, ops: Vec<Op>, unresolved: &[Unresolved]) {
        let Policy { rules, menu } = *self.policy;
        let Some(order) = self.session.order() else { return };
        let ops = answer::settle(ops, self.session.state.asked(), order, menu);
        let plan = edit::plan(order, &ops, unresolved, menu, &rules.caps);
        let state = self.session.kind();
        self.effects.extend(plan.not_allowed.iter().map(|part| Effect::Speak(Speech::Refuse(part.clone()))));
        let is_over_cap = self.count_over_caps(&plan.asks);

        let is_unsafe = plan.change.as_ref().is_some_and(Change::is_unsafe);
        // A good ticket is not voided for nothing.
        let is_submitted = self.session.pending_ticket().is_some();
        let can_apply = match &plan.change {
            Some(change) => !is_submitted || !change.diffs().is_empty(),
            None => !is_submitted && plan.asks.is_empty() && plan.off.is_empty(),
        };
        if is_over_cap && (is_unsafe || !can_apply) {
            return self.step(&Event::UserAsksHuman(Handoff::OverCap));
        }
        if let Some(change) = plan.change.as_ref().filter(|_| is_unsafe) {
            return self.step(&Event::BigChange(change.clone()));
        }
        let heard = if can_apply { Heard::Operations } else { Heard::NoOperations };
        let off = plan.off.into_iter().next();
        if let (false, Some(off)) = (can_apply || is_submitted, &off) {
            return self.step(&Event::Oos(OutOfStock {
                item: off.item.clone(),
                kept: Some(off.kept.clone()),
                rejected: false,
            }));
        }
        let part = plan.asks.first().map(|part| asks::about_part(part, menu));
        let unclear = || part.clone().map_or(Unclear::Nothing, |asked| Unclear::Part(Box::new(asked)));
        for kind in hear::events(heard, state, Waiting::Nothing) {
            self.step_heard(*kind, plan.change.as_ref(), &unclear());
        }
        if !can_apply {
            return;
        }
        if is_over_cap {
            self.step(&Event::UserAsksHuman(Handoff::OverCap));
        } else if let Some(off) = off {
            self.step(&Event::Oos(OutOfStock { item: off.item, kept: Some(off.kept), rejected: false }));
        } else if part.is_some() {
            self.step(&Event::UtteranceUnclear(unclear()));
        } else {
            self.ask_what_is_open();
        }
    }

    /// Asks about the oldest choice that is still to be made, in the ordering that operations led to.
    fn ask_what_is_open(&mut self) {
        let open = self.session.order().and_then(|order| asks::oldest_open_choice(order, self.policy.menu));
        if let (Some(asked), StateKind::Ordering) = (open, self.session.kind()) {
            self.step(&Event::UtteranceUnclear(Unclear::Part(Box::new(asked))));
        }
    }

    /// Whether the customer has gone over a cap too often.
    fn count_over_caps(&mut self, asks: &[edit::Asks]) -> bool {
        let is_over = asks.iter().any(|part| part.unresolved.reason == Reason::OverCap);
        let Some(visit) = self.session.visit.as_mut().filter(|_| is_over) else { return false };
        visit.over_caps = visit.over_caps.saturating_add(1);
        visit.over_caps >= OVER_CAPS_MAX
    }

    /// Takes the open offer, if what was heard settles it or moves on from it.
    fn take_offer(&mut self, acts: &[Act]) -> Option<Offer> {
        let leaves_open = |act: &Act| match act {
            Act::NeedsTime
            | Act::MenuQuestion { .. }
            | Act::Repeat
            | Act::SmallTalk
            | Act::BackChannel
            | Act::Unclear => true,
            Act::Order { .. }
            | Act::Done
            | Act::Yes
            | Act::No
            | Act::NeverMind
            | Act::NotRight
            | Act::Human => false,
        };
        let offer = &mut self.session.visit.as_mut()?.offer;
        if acts.iter().all(leaves_open) { offer.clone() } else { offer.take() }
    }
}

/// The lower of how sure agent and recognizer were. A confidence that is not a number is none.
pub(super) fn lower(agent: f64, recognizer: Option<f64>) -> f64 {
    let sure = |confidence: f64| if confidence.is_finite() { confidence } else { 0.0 };
    sure(agent).min(recognizer.map_or(f64::INFINITY, sure))
}

fn operations_of(acts: &[Act]) -> (Vec<Op>, Vec<Unresolved>) {
    let mut all = (Vec::new(), Vec::new());
    for act in acts {
        if let Act::Order { ops, unresolved } = act {
            all.0.extend(ops.iter().cloned());
            all.1.extend(unresolved.iter().cloned());
        }
    }
    all
}

fn menu_questions_of(acts: &[Act]) -> impl Iterator<Item = Asking> {
    let questions = acts.iter().filter_map(|act| match act {
        Act::MenuQuestion { topic, items } => Some(Asking { topic: *topic, items: items.clone() }),
        _ => None,
    });
    questions.take(MENU_QUESTIONS_MAX)
}

/// The one word that counts beside operations: never mind > not right > no > needs time > yes > done. An operation
/// wins over all of them but "needs time" and "done", which come after it.
fn reply_of(acts: &[Act], ordered: bool) -> Option<Heard> {
    let ranked = [
        (Act::NeverMind, Heard::NeverMind, false),
        (Act::NotRight, Heard::NotRight, false),
        (Act::No, Heard::No, false),
        (Act::NeedsTime, Heard::NeedsTime, true),
        (Act::Yes, Heard::Yes, false),
        (Act::Done, Heard::Done, true),
    ];
    let counts = |(act, _, with_operations): &&(Act, Heard, bool)| {
        acts.contains(act) && (*with_operations || !ordered)
    };
    ranked.iter().find(counts).map(|(_, heard, _)| *heard)
}
