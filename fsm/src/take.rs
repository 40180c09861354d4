//! Takes a turn: from what came in to the rows that it takes.

mod offer;
mod speech;

use std::mem;

use uuid::Uuid;

use crate::acts::{Act, NewLine, Op, Target, Unresolved};
use crate::answer;
use crate::asks;
use crate::effect::{Effect, Speech};
use crate::event::{Arrival, Asked, Asking, Chat, Event, EventKind, Handoff, Kept, OutOfStock, Rejected, Said, Unclear};
use crate::hear::{self, Heard, Waiting};
use crate::ids::{ItemId, LaneKey};
use crate::kind::StateKind;
use crate::machine::{self, Refusal, Transition};
use crate::order::edit::{self, Change, DiffOp};
use crate::order::{Order, OrderStatus};
use crate::policy::{Moment, NUDGES_MAX, OVER_CAPS_MAX, Policy};
use crate::question::QuestionKind;
use crate::session::{Ended, Offer, Session, Undo};
use crate::turn::{By, CrewAct, HandoffView, Input, Parser, Tap, Turn};

/// How many questions about the menu one utterance gets answered.
const MENU_QUESTIONS_MAX: usize = 3;

/// What came of an event: the session after it, one turn (two if a new car ended an old session), and the effects.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The session after it.
    pub session: Session,
    /// The turns, the one to answer with last.
    pub turns: Vec<Decided>,
    /// What must now happen, once all of it is stored.
    pub effects: Vec<Effect>,
}

/// A turn that is decided and not yet worded.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The turn; its `say` is for the response generator to fill in.
    pub turn: Turn,
    /// What is to be said; nothing on a lane that is handed off.
    pub speech: Vec<Speech>,
    /// The order as it is after the turn.
    pub order: Order,
    /// How the session ended, if it did.
    pub ended: Option<Ended>,
}

/// Takes the turn that an event asks for. The same session, event and acts give the same turns.
///
/// A session that is idle takes a `CarDetected` only; for anything else there is no turn.
pub fn take_turn(
    policy: &Policy<'_>,
    now: &Moment,
    lane: &LaneKey,
    event_id: Uuid,
    session: Session,
    input: &Input,
) -> Taken {
    let mut turns = Vec::new();
    let mut effects = Vec::new();
    let mut session = session;
    let next_car = matches!(input, Input::CarDetected { .. })
        && session.visit.as_ref().is_some_and(|visit| visit.heard);
    if next_car {
        let mut taking = Taking::begin(policy, now, lane, event_id, session);
        taking.step(Event::SessionEnd(Said));
        session = taking.finish(input, &mut turns, &mut effects);
    }
    let mut taking = Taking::begin(policy, now, lane, event_id, session);
    taking.route(input);
    session = taking.finish(input, &mut turns, &mut effects);
    Taken { session, turns, effects }
}

/// A turn being taken.
struct Taking<'a> {
    policy: &'a Policy<'a>,
    now: &'a Moment,
    lane: &'a LaneKey,
    event_id: Uuid,
    session: Session,
    /// The order as the turn found it.
    before: Option<Order>,
    /// Whether the crew speaks: the lane does not.
    is_handed_off: bool,
    transitions: Vec<Transition>,
    refused: Vec<Refusal>,
    effects: Vec<Effect>,
    ended: Option<Ended>,
    session_id: Uuid,
    number: u32,
    acts: Vec<Act>,
    parser: Option<Parser>,
}

impl<'a> Taking<'a> {
    fn begin(
        policy: &'a Policy<'a>,
        now: &'a Moment,
        lane: &'a LaneKey,
        event_id: Uuid,
        mut session: Session,
    ) -> Self {
        if let Some(order) = session.state.open_order_mut() {
            order.refresh_stock(policy.menu);
        }
        Self {
            policy,
            now,
            lane,
            event_id,
            before: session.order().cloned(),
            is_handed_off: session.handoff().is_some(),
            session_id: session.session_id().unwrap_or_default(),
            number: session.turn() + 1,
            session,
            transitions: Vec::new(),
            refused: Vec::new(),
            effects: Vec::new(),
            ended: None,
            acts: Vec::new(),
            parser: None,
        }
    }

    fn route(&mut self, input: &Input) {
        match input {
            Input::CarDetected { vehicle_id } => {
                let lane = self.lane.clone();
                self.step(Event::CarDetected(Arrival {
                    lane,
                    event_id: self.event_id,
                    vehicle_id: vehicle_id.clone(),
                }));
                self.session_id = self.session.session_id().unwrap_or_default();
            }
            Input::Utterance { acts, recognizer_confidence, barge_in, by } => {
                self.acts.clone_from(&acts.acts);
                self.parser =
                    (!acts.agent.is_empty()).then(|| Parser { agent: acts.agent.clone(), confidence: acts.confidence });
                self.attend(*by);
                if self.is_handed_off && *by == By::Customer {
                    return;
                }
                if *barge_in {
                    self.step(Event::BargeIn(Said));
                }
                let sure = recognizer_confidence.map_or(acts.confidence, |words| words.min(acts.confidence));
                self.hear(&acts.acts, sure);
            }
            Input::Tap { tap, by } => {
                self.acts = acts_of(tap);
                self.attend(*by);
                let acts = self.acts.clone();
                self.hear(&acts, 1.0);
            }
            Input::BargeIn | Input::Silence if self.is_handed_off => {}
            Input::BargeIn => self.step(Event::BargeIn(Said)),
            Input::Silence => self.silence(),
            Input::OutOfStock { item } => self.out_of_stock(item, false),
            Input::Rejected { item: Some(item) } => self.out_of_stock(item, true),
            Input::CarLeft => self.step(Event::SessionEnd(Said)),
            Input::Crew(CrewAct::TakeOver) => self.step(Event::UserAsksHuman(Handoff::Crew)),
            Input::Crew(CrewAct::GiveBack) => self.give_back(),
            Input::Acknowledged => self.step(Event::OrderComplete(Said)),
            Input::Rejected { item: None } => self.step(Event::TicketRejected(Rejected)),
            Input::PaymentProblem => self.step(Event::PaymentProblem(Said)),
        }
    }

    /// Somebody spoke or touched something.
    fn attend(&mut self, by: By) {
        let Some(visit) = &mut self.session.visit else { return };
        visit.nudges = 0;
        visit.heard |= by == By::Customer;
    }

    fn silence(&mut self) {
        let nudges = self.session.visit.as_ref().map_or(0, |visit| visit.nudges);
        if nudges < NUDGES_MAX {
            self.step(Event::Silence(Said));
        } else {
            self.step(Event::UserAsksHuman(Handoff::Silence));
        }
    }

    fn out_of_stock(&mut self, item: &ItemId, rejected: bool) {
        if self.session.order().is_some_and(|order| order.lines().iter().any(|line| line.holds(item))) {
            self.step(Event::Oos(OutOfStock { item: item.clone(), kept: None, rejected }));
        } else {
            self.refuse("OOS", "not_on_order");
        }
    }

    fn give_back(&mut self) {
        match &mut self.session.visit {
            Some(visit) if visit.handoff.is_some() => {
                visit.handoff = None;
                self.is_handed_off = false;
                self.effects.push(Effect::Speak(Speech::RepeatQuestion));
            }
            _ => self.refuse("GIVE_BACK", "not_handed_off"),
        }
    }

    fn refuse(&mut self, event: &'static str, reason: &'static str) {
        self.refused.push(Refusal { state: self.session.kind(), event, reason });
    }

    /// Gives the machine one event.
    fn step(&mut self, event: Event) {
        let session = mem::take(&mut self.session);
        let step = machine::step(self.policy, self.now, self.lane, session, &event);
        self.session = step.session;
        self.effects.extend(step.effects);
        self.ended = step.ended.or(self.ended.take());
        match step.taken {
            Ok(transition) => self.transitions.push(transition),
            Err(refusal) => self.refused.push(refusal),
        }
    }

    /// Whether the last row put a question: it ends the turn.
    fn has_asked(&self) -> bool {
        self.transitions.last().is_some_and(Transition::asks)
    }

    /// Takes what was heard, in the order in which it counts.
    fn hear(&mut self, acts: &[Act], confidence: f64) {
        // A confidence that is not a number is none.
        let sure = confidence >= self.policy.rules.confidence_min;
        if !sure {
            return self.unclear(Unclear::Confidence(if confidence.is_finite() { confidence } else { 0.0 }));
        }
        if acts.contains(&Act::Human) {
            return self.step(Event::UserAsksHuman(Handoff::Customer));
        }
        let offer = self.take_offer(acts);
        let transitions = self.transitions.len();
        let (ops, unresolved) = operations_of(acts);
        let ordered = !ops.is_empty() || !unresolved.is_empty();
        if ordered {
            self.operations(ops, &unresolved);
        }
        for question in menu_questions_of(acts) {
            if self.has_asked() || self.session.handoff().is_some() && !self.is_handed_off {
                return;
            }
            self.step(Event::MenuQuestion(question));
        }
        if self.has_asked() && self.transitions.len() > transitions {
            return;
        }
        if acts.contains(&Act::Repeat) {
            self.step(Event::UserAsksRepeat(Said));
        }
        if let Some(heard) = reply_of(acts, ordered) {
            self.reply(heard, offer.as_ref());
        } else if self.transitions.len() == transitions && self.refused.is_empty() {
            self.small_talk(acts);
        }
    }

    fn small_talk(&mut self, acts: &[Act]) {
        if acts.contains(&Act::SmallTalk) {
            self.step(Event::SmallTalk(Chat::SmallTalk));
        } else if acts.contains(&Act::BackChannel) {
            self.step(Event::SmallTalk(Chat::BackChannel));
        } else {
            self.unclear(Unclear::Nothing);
        }
    }

    fn unclear(&mut self, why: Unclear) {
        for kind in hear::events(Heard::Unclear, self.session.kind(), Waiting::Nothing) {
            match kind {
                EventKind::StillUnclear => self.step(Event::StillUnclear(Said)),
                _ => self.step(Event::UtteranceUnclear(why.clone())),
            }
        }
    }

    /// Takes a word that is no operation.
    fn reply(&mut self, heard: Heard, offer: Option<&Offer>) {
        let asked = self.session.state.asked().cloned();
        let question = asked.as_ref().map(|asked| (asked.question.kind, asked.question.candidates.len()));
        let waiting = Waiting::of(offer.is_some(), question);
        for kind in hear::events(heard, self.session.kind(), waiting) {
            match kind {
                EventKind::UserSaysDone => self.step(Event::UserSaysDone(Said)),
                EventKind::UserNeedsTime => self.step(Event::UserNeedsTime(Said)),
                EventKind::UserSaysNeverMind => self.step(Event::UserSaysNeverMind(Said)),
                EventKind::UserSaysNotRight => self.step(Event::UserSaysNotRight(Said)),
                EventKind::StillUnclear => self.step(Event::StillUnclear(Said)),
                EventKind::PaymentRetry => self.step(Event::PaymentRetry(Said)),
                EventKind::SmallTalk => self.step(Event::SmallTalk(Chat::Aside)),
                EventKind::UserConfirms => self.confirm(),
                EventKind::UserClarifiesOk => return self.accept(asked.as_ref()),
                _ => return self.accept_offer(offer),
            }
        }
    }

    /// Yes to a summary. A proposal that still misses a choice is taken as the change that it is, so that the choice
    /// is asked for before anything is confirmed.
    fn confirm(&mut self) {
        let incomplete =
            self.session.proposal().filter(|change| change.after().oldest_incomplete().is_some()).cloned();
        match incomplete {
            Some(change) => {
                self.step(Event::UserWantsChanges(change));
                self.ask_what_is_open();
            }
            None => self.step(Event::UserConfirms(Said)),
        }
    }

    /// Yes to a question that a yes answers.
    fn accept(&mut self, asked: Option<&Asked>) {
        let Some(asked) = asked else { return };
        match (&asked.kept, asked.question.candidates.first()) {
            (Kept::Change(change), _) => {
                self.step(Event::UserClarifiesOk((**change).clone()));
                self.ask_what_is_open();
            }
            (_, Some(only)) if asked.question.kind != QuestionKind::ConfirmChange => {
                let line = NewLine::of(ItemId::from(only.as_str()));
                self.operations(vec![Op::Add(line)], &[]);
            }
            _ => self.step(Event::StillUnclear(Said)),
        }
    }

    fn accept_offer(&mut self, offer: Option<&Offer>) {
        let op = offer.and_then(|offer| self.session.order().and_then(|order| offer::accepted(offer, order, self.policy.menu)));
        match op {
            Some(op) => self.operations(vec![op], &[]),
            None => self.step(Event::SmallTalk(Chat::Aside)),
        }
    }

    /// Tries operations and takes what can be applied; then asks about what is left.
    fn operations(&mut self, ops: Vec<Op>, unresolved: &[Unresolved]) {
        let Policy { rules, menu } = *self.policy;
        let Some(order) = self.session.order() else { return };
        let ops = answer::settle(ops, self.session.state.asked(), order, menu);
        let plan = edit::plan(order, &ops, unresolved, menu, &rules.caps);
        let nothing = Change::none(order);
        let state = self.session.kind();
        self.effects.extend(plan.not_allowed.iter().map(|part| Effect::Speak(Speech::Refuse(part.clone()))));
        let is_over_cap = self.count_over_caps(&plan.asks);

        if let Some(change) = plan.change.as_ref().filter(|change| change.is_unsafe()) {
            return self.step(Event::BigChange(change.clone()));
        }
        let can_apply = match &plan.change {
            Some(change) => state != StateKind::Closing || !change.diffs().is_empty(),
            None => plan.asks.is_empty() && plan.off.is_empty() && state != StateKind::Closing,
        };
        let heard = if can_apply { Heard::Operations } else { Heard::NoOperations };
        let off = plan.off.into_iter().next();
        if !can_apply && is_over_cap {
            return self.step(Event::UserAsksHuman(Handoff::OverCap));
        }
        if let (false, Some(off)) = (can_apply || state == StateKind::Closing, &off) {
            return self.step(Event::Oos(OutOfStock {
                item: off.item.clone(),
                kept: Some(off.kept.clone()),
                rejected: false,
            }));
        }
        let part = plan.asks.first().map(|part| asks::about_part(part, menu));
        let unclear = || part.clone().map_or(Unclear::Nothing, |asked| Unclear::Part(Box::new(asked)));
        let change = plan.change.unwrap_or(nothing);
        for kind in hear::events(heard, state, Waiting::Nothing) {
            match kind {
                EventKind::UserStartsOrder => self.step(Event::UserStartsOrder(Said)),
                EventKind::AddMore => self.step(Event::AddMore(Said)),
                EventKind::UserClarifiesOk => self.step(Event::UserClarifiesOk(change.clone())),
                EventKind::UserWantsChanges => self.step(Event::UserWantsChanges(change.clone())),
                EventKind::StillUnclear => self.step(Event::StillUnclear(Said)),
                EventKind::UtteranceUnclear => self.step(Event::UtteranceUnclear(unclear())),
                _ => self.step(Event::UtteranceOk(change.clone())),
            }
        }
        if !can_apply {
            return;
        }
        if is_over_cap {
            self.step(Event::UserAsksHuman(Handoff::OverCap));
        } else if let Some(off) = off {
            self.step(Event::Oos(OutOfStock { item: off.item, kept: Some(off.kept), rejected: false }));
        } else if part.is_some() {
            self.step(Event::UtteranceUnclear(unclear()));
        } else {
            self.ask_what_is_open();
        }
    }

    /// Asks about the oldest choice that is still to be made, in the ordering that operations led to.
    fn ask_what_is_open(&mut self) {
        let open = self.session.order().and_then(|order| asks::oldest_open_choice(order, self.policy.menu));
        if let (Some(asked), StateKind::Ordering) = (open, self.session.kind()) {
            self.step(Event::UtteranceUnclear(Unclear::Part(Box::new(asked))));
        }
    }

    /// Whether the customer has gone over a cap too often.
    fn count_over_caps(&mut self, asks: &[edit::Asks]) -> bool {
        let is_over = asks.iter().any(|part| part.unresolved.reason == crate::acts::Reason::OverCap);
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
            Act::Order { .. } | Act::Done | Act::Yes | Act::No | Act::NeverMind | Act::NotRight | Act::Human => false,
        };
        let offer = &mut self.session.visit.as_mut()?.offer;
        if acts.iter().all(leaves_open) { offer.clone() } else { offer.take() }
    }

    /// Closes the turn and shows it.
    fn finish(mut self, input: &Input, turns: &mut Vec<Decided>, effects: &mut Vec<Effect>) -> Session {
        let order = self.ended.as_ref().map(|ended| &ended.order).or(self.session.order());
        let Some(order) = order.cloned() else {
            // Nothing but a car can begin a session: there is no turn to show.
            return self.session;
        };
        let diffs = self.before.as_ref().map(|before| edit::diffs(before, &order)).unwrap_or_default();
        if self.is_customers(input) {
            self.remember_undo(&diffs);
            self.make_offer(&diffs);
        }
        let number = self.number;
        if let Some(visit) = &mut self.session.visit {
            visit.turn = number;
            if !matches!(self.session.state.kind(), StateKind::Ordering | StateKind::Thinking) {
                visit.offer = None;
            }
        }
        let mut speech: Vec<Speech> = self.effects.iter().filter_map(Effect::speech).cloned().collect();
        if self.is_handed_off {
            speech.clear();
            self.effects.retain(|effect| effect.speech().is_none());
        }
        let turn = self.show(&order, diffs);
        effects.append(&mut self.effects);
        turns.push(Decided { turn, speech: speech::settle(speech), order, ended: self.ended });
        self.session
    }

    fn is_customers(&self, input: &Input) -> bool {
        match input {
            Input::Utterance { by, .. } => *by == By::Customer && !self.is_handed_off,
            Input::Tap { by, .. } => *by == By::Customer,
            Input::CarDetected { .. }
            | Input::BargeIn
            | Input::Silence
            | Input::OutOfStock { .. }
            | Input::CarLeft
            | Input::Crew(_)
            | Input::Acknowledged
            | Input::Rejected { .. }
            | Input::PaymentProblem => false,
        }
    }

    fn remember_undo(&mut self, diffs: &[edit::Diff]) {
        let was_undo = self.transitions.iter().any(|transition| transition.row == "D04");
        let (Some(before), Some(visit)) = (&self.before, &mut self.session.visit) else { return };
        visit.undo = (!diffs.is_empty() && !was_undo).then(|| Undo {
            lines: diffs.iter().filter_map(|diff| before.line(diff.line_id)).cloned().collect(),
            added: diffs.iter().filter(|diff| diff.op == DiffOp::Add).map(|diff| diff.line_id).collect(),
            referent: before.referent(),
        });
    }

    fn make_offer(&mut self, diffs: &[edit::Diff]) {
        let is_ordering = self.session.kind() == StateKind::Ordering;
        let (Some(order), true) = (self.session.order(), is_ordering && !self.is_handed_off) else { return };
        let has_offered = self.session.visit.as_ref().is_none_or(|visit| visit.offered);
        if has_offered || !self.policy.rules.offers || self.session.handoff().is_some() {
            return;
        }
        let offer = offer::best(order, diffs, self.policy.menu);
        if let (Some(offer), Some(visit)) = (offer, &mut self.session.visit) {
            visit.offer = Some(offer);
            visit.offered = true;
        }
    }

    fn show(&self, order: &Order, diffs: Vec<edit::Diff>) -> Turn {
        let status = match (&self.ended, self.session.pending_ticket()) {
            (Some(ended), _) => ended.status,
            (None, Some(_)) => OrderStatus::Frozen,
            (None, None) => OrderStatus::Open,
        };
        let state = self.session.kind();
        let ticket = self.ended.as_ref().map_or_else(|| self.session.ticket().cloned(), |ended| ended.ticket.clone());
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
            acts: self.acts.clone(),
            parser: self.parser.clone(),
            diffs,
            order: order.view(status),
            offer: self.session.offer().cloned(),
            proposal: self.session.proposal().map(|change| change.after().view(OrderStatus::Open)),
            ticket,
            handoff: self.session.handoff().map(|reason| HandoffView { reason }),
        }
    }
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

fn acts_of(tap: &Tap) -> Vec<Act> {
    let op = match tap {
        Tap::Confirm => return vec![Act::Yes],
        Tap::Deny => return vec![Act::No],
        Tap::Done => return vec![Act::Done],
        Tap::AddItem { item, size, quantity } => {
            Op::Add(NewLine { size: size.clone(), quantity: *quantity, ..NewLine::of(item.clone()) })
        }
        Tap::RemoveLine { line_id } => Op::Remove { target: Target::Line { line_id: *line_id }, quantity: None },
        Tap::SetQuantity { line_id, quantity } => {
            let target = Target::Line { line_id: *line_id };
            Op::Modify(crate::acts::Modification {
                quantity: Some(*quantity),
                ..crate::acts::Modification::of(target)
            })
        }
    };
    vec![Act::Order { ops: vec![op], unresolved: Vec::new() }]
}
