//! Turns what was heard into events, by priority.

use super::acts::{Act, ActClass, ActKind};
use super::meaning::{self, Case};
use super::take::Taking;
use super::{answer, offer};
use crate::house_rules::Point;
use crate::ids::ItemId;
use crate::machine::{
    Allergies, Asked, Chat, Code, Effect, Event, EventKind, Handoff, Kept, OVER_CAPS_MAX, Offer, OutOfStock,
    Policy, Question, QuestionKind, Speech, StateKind, Unclear, ask,
};
use crate::menu::Allergen;
use crate::order::{self, Bounds, Change, NewLine, Op, Reason, Recent, Unresolved};
use crate::query::Asking;

/// How many menu questions of one utterance are answered.
const MENU_QUESTIONS_MAX: usize = 3;
/// How many items, combos and groups of one question count.
const ITEMS_ASKED_MAX: usize = 32;

/// The replies by priority, and whether each also counts together with edits, after them.
const REPLIES: [(ActKind, bool); 6] = [
    (ActKind::NeverMind, false),
    (ActKind::NotRight, false),
    (ActKind::No, false),
    (ActKind::NeedsTime, true),
    (ActKind::Yes, false),
    (ActKind::Done, true),
];

/// What is known about an act: the data of its events.
#[derive(Default)]
pub(super) struct Found {
    pub change: Option<Change>,
    pub off: Option<OutOfStock>,
    pub unclear: Unclear,
    pub question: Option<Asking>,
    /// What somebody must not eat.
    pub allergies: Vec<Allergen>,
    pub handoff: Option<Handoff>,
}

impl Taking<'_> {
    /// Takes what was heard, by priority.
    pub(super) fn hear(&mut self, acts: &[Act], confidence: f64) {
        let transitions = self.transitions.len();
        self.note_allergies(acts);
        if confidence < self.policy.rules.confidence_min {
            return self.doubt(acts, confidence);
        }
        let said = |kind: &ActKind| acts.iter().any(|act| act.kind() == *kind);
        let said_of =
            |class| ActKind::ALL.iter().copied().filter(move |kind| kind.class() == class && said(kind));
        if said(&ActKind::Human) {
            return self.take_plain(ActKind::Human);
        }
        if let [Act::Answer { answer }] = acts {
            return self.answer_house(Some(answer), false);
        }
        let offer = self.take_offer(acts);
        said_of(ActClass::Notice).for_each(|notice| self.notice(notice));
        let (mut ops, unresolved) = edits_of(acts);
        // "Sure, make it large" takes the offer, and then changes it.
        if !ops.is_empty() && said(&ActKind::Yes) {
            ops.splice(..0, self.what_yes_offers(offer.as_ref()));
        }
        if said(&ActKind::Yes) && self.is_proposed(&ops) {
            return self.reply(ActKind::Yes, None);
        }
        let has_edits = !ops.is_empty() || !unresolved.is_empty();
        if has_edits {
            self.edit(ops, &unresolved, said(&ActKind::Yes));
        }
        for question in menu_questions_of(acts) {
            if self.is_over() {
                return;
            }
            let found = Found { question: Some(question), ..Found::default() };
            self.take(ActKind::MenuQuestion, Case::Plain, &found);
        }
        if self.is_over() {
            return;
        }
        for request in said_of(ActClass::Request) {
            self.take_plain(request);
        }
        let counts = |(reply, beside_edits): &&(ActKind, bool)| said(reply) && (*beside_edits || !has_edits);
        if let Some((reply, _)) = REPLIES.iter().find(counts) {
            self.reply(*reply, offer.as_ref());
        } else if self.transitions.len() == transitions && self.refused.is_empty() {
            self.take_plain(said_of(ActClass::Chat).next().unwrap_or(ActKind::Unclear));
        }
    }

    /// Gives the machine the events that an act means in this state. Who is not understood too often gets a person.
    pub(super) fn take(&mut self, act: ActKind, case: Case, found: &Found) {
        let events = meaning::events(act, self.session.kind(), case);
        if self.gives_up(events, &found.unclear) {
            return self.call_crew(Handoff::NotUnderstood);
        }
        self.let_house_ask_before(events);
        for kind in events {
            if let Some(event) = self.event(*kind, act, found) {
                self.step(&event);
            }
        }
    }

    fn notice(&mut self, notice: ActKind) {
        match notice {
            // It is noted before anything else.
            ActKind::HasAllergy => {}
            ActKind::Upset if self.has_enough() => self.call_crew(Handoff::Upset),
            _ => self.take_plain(notice),
        }
    }

    fn call_crew(&mut self, why: Handoff) {
        self.take(ActKind::Human, Case::Plain, &Found { handoff: Some(why), ..Found::default() });
    }

    pub(super) fn take_plain(&mut self, act: ActKind) {
        self.take(act, Case::Plain, &Found::default());
    }

    fn event(&self, kind: EventKind, act: ActKind, found: &Found) -> Option<Event> {
        let change = || found.change.clone().or_else(|| self.session.order().map(Change::none));
        Some(match kind {
            EventKind::UtteranceOk => Event::UtteranceOk(change()?),
            EventKind::UserClarifiesOk => Event::UserClarifiesOk(change()?),
            EventKind::UserWantsChanges => Event::UserWantsChanges(change()?),
            EventKind::BigChange => Event::BigChange(change()?),
            EventKind::Oos => Event::Oos(found.off.clone()?),
            EventKind::MenuQuestion => Event::MenuQuestion(found.question.clone()?),
            EventKind::UtteranceUnclear => Event::UtteranceUnclear(found.unclear.clone()),
            EventKind::SmallTalk => Event::SmallTalk(match act {
                ActKind::SmallTalk => Chat::SmallTalk,
                ActKind::BackChannel => Chat::BackChannel,
                ActKind::Upset => Chat::Upset,
                _ => Chat::Aside,
            }),
            EventKind::UserHasCode if act == ActKind::HasCode => Event::UserHasCode(Code::Had),
            EventKind::UserHasCode => Event::UserHasCode(Code::Only),
            EventKind::UserHasAllergy => Event::UserHasAllergy(Allergies(found.allergies.clone())),
            EventKind::UserAsksHuman => Event::UserAsksHuman(found.handoff.unwrap_or(Handoff::Customer)),
            plain => plain.said()?,
        })
    }

    /// Whether edits would do no more than what is proposed: "yes, cancel all of it".
    fn is_proposed(&self, ops: &[Op]) -> bool {
        let (Some(proposal), Some(order)) = (self.session.proposal(), self.session.order()) else {
            return false;
        };
        let menu = self.policy.menu;
        let recent = self.session.visit.as_ref().map(|visit| &visit.recent);
        let bounds = Bounds { caps: &self.caps(), safety: &self.safety() };
        let plan = order::plan_within(order, recent.unwrap_or(&Recent::default()), ops, &[], menu, bounds);
        let same = plan.change.is_some_and(|change| change.after() == proposal.after());
        same && plan.open.is_empty() && plan.off.is_empty()
    }

    /// Takes the reply that counts. A yes to an item orders it.
    fn reply(&mut self, reply: ActKind, offer: Option<&Offer>) {
        if let (ActKind::Yes, Some(op)) = (reply, self.what_yes_orders(offer)) {
            return self.edit(vec![op], &[], false);
        }
        if self.reply_to_house(reply) {
            return;
        }
        let (case, found) = self.what_waits(offer);
        if let (ActKind::Yes, Case::Change, Some(change)) = (reply, case, &found.change) {
            self.settle_by(change);
        }
        let was = self.session.kind();
        self.take(reply, case, &found);
        // What an undo opens again is asked before the summary, not at once.
        if was != StateKind::Ordering && !self.is_over() {
            if reply == ActKind::Yes {
                self.let_house_ask(Point::AfterAdd);
            }
            self.ask_what_is_open();
        }
    }

    /// The edit that a yes to the offer means.
    fn what_yes_offers(&self, offer: Option<&Offer>) -> Option<Op> {
        offer::accepted(offer?, self.session.order()?, self.policy.menu)
    }

    /// The edit that a yes means: the offer, or the only item that was asked about.
    fn what_yes_orders(&self, offer: Option<&Offer>) -> Option<Op> {
        let Some(asked) = self.session.state.asked() else {
            return self.what_yes_offers(offer);
        };
        match (asked.question.kind, asked.question.candidates.as_slice()) {
            (QuestionKind::Replacement | QuestionKind::WhichItem, [only]) => {
                Some(Op::Add(NewLine::of(ItemId::from(only.as_str()))))
            }
            _ => None,
        }
    }

    /// What waits for a yes. A proposal that misses a choice is applied as a change, so that the choice is asked for
    /// before anything is confirmed. An item that went off meanwhile is out of stock.
    fn what_waits(&self, offer: Option<&Offer>) -> (Case, Found) {
        let nothing = Found::default();
        if self.has_only_code() {
            return (Case::OnlyCode, nothing);
        }
        match (self.session.kind(), self.session.state.asked(), self.session.proposal()) {
            (_, Some(asked), _) => match &asked.kept {
                Kept::Change(change) => (Case::Change, Found { change: Some((**change).clone()), ..nothing }),
                _ if asked.question.kind == QuestionKind::PaymentRetry => (Case::Payment, nothing),
                _ if self.waits_for_answer() => (Case::Open, nothing),
                Kept::Nothing | Kept::Operation(_) => (Case::Plain, nothing),
            },
            (StateKind::Confirming, None, Some(change)) if change.after().oldest_incomplete().is_some() => {
                (Case::Incomplete, Found { change: Some(change.clone()), ..nothing })
            }
            (StateKind::Confirming, None, None) if let Some(item) = self.item_that_went_off() => {
                (Case::Off, Found { off: Some(OutOfStock { item, kept: None, rejected: false }), ..nothing })
            }
            _ if offer.is_some() => (Case::Offer, nothing),
            _ => (Case::Plain, nothing),
        }
    }

    /// Whether the customer has come for something else, and nothing is ordered or waits for an answer.
    fn has_only_code(&self) -> bool {
        let Some(visit) = self.session.visit.as_ref().filter(|visit| visit.has_code) else { return false };
        let is_empty = self.session.order().is_some_and(|order| order.lines().is_empty());
        let has_ticket = self.session.ticket().is_some() || visit.confirmed.is_some();
        is_empty && visit.open.is_empty() && !has_ticket
    }

    fn item_that_went_off(&self) -> Option<ItemId> {
        let line = self.session.order()?.lines().iter().find(|line| line.out_of_stock)?;
        Some(ask::item_that_is_off(line, self.policy.menu))
    }

    /// Tries edits and makes those that can be made; then asks about what is left.
    pub(super) fn edit(&mut self, ops: Vec<Op>, unresolved: &[Unresolved], is_yes: bool) {
        let Policy { menu, .. } = *self.policy;
        let ops = self.drop_named(ops);
        let Some(order) = self.session.order() else { return };
        let said = ops.clone();
        let ops = answer::settle(ops, self.session.asked_or_open(), order, menu);
        let answered =
            self.session.asked_or_open().filter(|_| said != ops).map(|asked| asked.question.clone());
        let Some(plan) = self.plan(&ops, unresolved, is_yes) else { return };
        self.note_rules(&plan);
        self.effects.extend(plan.not_allowed.iter().map(|part| Effect::Speak(Speech::Refuse(part.clone()))));
        let is_over_cap = self.count_over_caps(&plan.open);
        let answered = answered
            .or_else(|| self.question_of_lines(&said, plan.change.as_ref()))
            .or_else(|| self.house_question_done_by(&said));

        // Nothing that was confirmed is cancelled without a yes.
        let has_ticket = self.session.live_ticket().is_some();
        let cancels = |change: &Change| has_ticket && change.after().lines().is_empty();
        let is_unsafe = plan.change.as_ref().is_some_and(|change| change.is_unsafe() || cancels(change));
        // A confirmed order is reopened only for a real change.
        let is_submitted = self.session.state.submitted().is_some();
        let is_possible = match &plan.change {
            Some(change) => !is_submitted || !change.diffs().is_empty(),
            None => !is_submitted && plan.open.is_empty() && plan.off.is_empty(),
        };
        let off = plan.off.into_iter().next();
        let off = off.map(|off| OutOfStock { item: off.item, kept: Some(off.kept), rejected: false });
        let parts: Vec<Asked> = plan.open.iter().map(|part| ask::about_part(part, menu)).collect();
        let part = parts.first().map(|part| Unclear::Part(Box::new(part.clone())));
        let left = match (&off, &part) {
            _ if is_over_cap => Some(Case::OverCap),
            (Some(_), _) => Some(Case::Off),
            (None, Some(_)) => Some(Case::Impossible),
            (None, None) => None,
        };
        let found = Found { change: plan.change, off, unclear: part.unwrap_or_default(), ..Found::default() };
        let found = Found { handoff: is_over_cap.then_some(Handoff::OverCap), ..found };
        if is_possible && !is_unsafe {
            self.settle_open(answered, &said);
        }
        if !is_submitted {
            let order = self.session.order();
            let replaced =
                found.off.as_ref().zip(order).map(|(off, order)| ask::replacement(order, off, menu));
            self.keep_open(parts.into_iter().chain(replaced));
        }
        if is_unsafe && !is_over_cap {
            return self.take(ActKind::Order, Case::Unsafe, &found);
        }
        if is_unsafe || !is_possible {
            // An item that is off does not reopen a confirmed order.
            let left = left.filter(|left| *left != Case::Off || !is_submitted);
            return self.take(ActKind::Order, left.unwrap_or(Case::Impossible), &found);
        }
        self.take(ActKind::Order, Case::Plain, &found);
        self.let_house_ask(Point::AfterAdd);
        match left {
            Some(Case::Impossible) if self.waits_for_answer() => self.ask_what_is_open(),
            Some(left) => self.take(ActKind::Order, left, &found),
            None => self.ask_what_is_open(),
        }
    }

    /// The open question about which line is meant, if a correction has just changed one of them: "a Coke in the combo, not
    /// a Diet Coke".
    fn question_of_lines(&self, said: &[Op], change: Option<&Change>) -> Option<Question> {
        let question = &self.session.state.asked()?.question;
        let corrects = said.iter().any(|op| matches!(op, Op::Correct(_)));
        let is_of_lines = question.kind == QuestionKind::WhichItem;
        let changes =
            change?.diffs().iter().any(|diff| question.candidates.contains(&diff.line_id.to_string()));
        (is_of_lines && corrects && changes).then(|| question.clone())
    }

    /// Asks what waits longest, if the turn led to ordering.
    fn ask_what_is_open(&mut self) {
        let first = self.session.visit.as_ref().and_then(|visit| visit.open.first());
        let first = first.map(|item| item.asked.clone());
        if let (Some(asked), StateKind::Ordering) = (first, self.session.kind()) {
            let unclear = Unclear::Part(Box::new(asked));
            self.take(ActKind::Order, Case::Impossible, &Found { unclear, ..Found::default() });
        }
    }

    /// Counts an edit over a cap; `true` after too many.
    fn count_over_caps(&mut self, open: &[order::OpenPart]) -> bool {
        let is_over = open.iter().any(|part| part.about.reason() == Reason::OverCap);
        let Some(visit) = self.session.visit.as_mut().filter(|_| is_over) else { return false };
        visit.over_caps = visit.over_caps.saturating_add(1);
        visit.over_caps >= OVER_CAPS_MAX
    }

    /// The open offer; closes it if what was heard settles it or moves on.
    fn take_offer(&mut self, acts: &[Act]) -> Option<Offer> {
        let leaves_open = |act: &Act| match act.kind().class() {
            ActClass::Question | ActClass::Notice | ActClass::Chat | ActClass::Unclear => true,
            ActClass::Request => *act != Act::Human,
            ActClass::Reply => *act == Act::NeedsTime,
            ActClass::Order | ActClass::Answer => false,
        };
        let visit = self.session.visit.as_mut()?;
        visit.declined |= visit.offer.is_some() && acts.contains(&Act::No);
        if acts.iter().all(leaves_open) { visit.offer.clone() } else { visit.offer.take() }
    }
}

pub(super) fn edits_of(acts: &[Act]) -> (Vec<Op>, Vec<Unresolved>) {
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
        Act::MenuQuestion(asking) => Some(asking.clone().at_most(ITEMS_ASKED_MAX)),
        _ => None,
    });
    questions.take(MENU_QUESTIONS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reply_has_its_place_among_the_others() {
        let is_ranked = |kind: &ActKind| REPLIES.iter().any(|(reply, _)| reply == kind);
        for kind in ActKind::ALL {
            assert_eq!(kind.class() == ActClass::Reply, is_ranked(kind), "{kind:?}");
        }
    }
}
