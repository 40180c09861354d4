//! Takes a turn: from the input to the rows that are taken.

use std::mem;

use uuid::Uuid;

use super::acts::{Act, Acts, lower};
use super::touch;
use super::turn::{By, CrewAct, Input, Parser, Turn};
use super::whose::{Whose, is_grace_over, whose};
use crate::house_rules::{Fired, HouseRules, Point};
use crate::ids::{ItemId, LaneKey};
use crate::machine::{
    self, Arrival, Effect, Ended, Event, EventKind, Handoff, Kept, Moment, OutOfStock, Policy, QuestionKind,
    Refusal, Rejected, Said, Session, Speech, StateKind, Submitted, Transition,
};
use crate::order::{LineView, Order};
use crate::ticket::TicketStatus;

/// The result of an event: the next session, one turn (more if it ended a session and began another), and the effects.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The session after it.
    pub session: Session,
    /// The turns, the one to answer with last.
    pub turns: Vec<Decided>,
    /// What to carry out once everything is stored.
    pub effects: Vec<Effect>,
}

/// A turn that is decided and not yet worded.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The turn; its `say` is for the response generator to fill in.
    pub turn: Turn,
    /// What to say; empty while the lane is handed off.
    pub speech: Vec<Speech>,
    /// The order after the turn.
    pub order: Order,
    /// The lines that went, as they were.
    pub removed: Vec<LineView>,
    /// How the session ended, if it did.
    pub ended: Option<Ended>,
}

/// Takes the turn that an event asks for. The same session, event and acts give the same turns. An idle session takes
/// only `CarDetected`; any other input makes no turn.
pub fn take_turn(
    policy: &Policy<'_>,
    now: &Moment,
    lane: &LaneKey,
    event_id: Uuid,
    session: Session,
    input: &Input,
) -> Taken {
    let (mut turns, mut effects) = (Vec::new(), Vec::new());
    let by_rule = session.agents_by_rule(policy, now.at, lane.lane());
    let agents = by_rule.map(|(rule, _)| Fired { at: Point::Agent, rule: rule.clone() });
    let mut session = session;
    let mut take = |session: &mut Session, event_id, input: &Input, only_ends| {
        let before = mem::take(session);
        let mut taking = Taking::begin(policy, now, lane, event_id, before, input);
        taking.fired.extend(agents.clone());
        if only_ends {
            taking.end_by(input);
        } else {
            taking.route(input);
            taking.warn_of_allergens();
        }
        *session = taking.finish(input, &mut turns, &mut effects);
    };
    let whose = whose(input, policy, now, &session);
    if whose != Whose::ThisCars {
        take(&mut session, event_id, input, true);
    }
    if whose == Whose::NextCars && !matches!(input, Input::CarDetected { .. }) {
        // Nothing has said that a car came, but somebody orders: the log says so before it says what.
        let arrival = Uuid::new_v5(&event_id, b"car_detected");
        take(&mut session, arrival, &Input::CarDetected { vehicle_id: None }, false);
    }
    if whose != Whose::Nobodys {
        take(&mut session, event_id, input, false);
    }
    effects.extend(session.wake().map(Effect::Wake));
    Taken { session, turns, effects }
}

/// A turn being taken.
pub(super) struct Taking<'a> {
    pub policy: &'a Policy<'a>,
    pub now: &'a Moment,
    pub lane: &'a LaneKey,
    pub event_id: Uuid,
    pub session: Session,
    /// The order before the turn.
    pub before: Option<Order>,
    /// The ticket that the POS had not answered before the turn.
    pub unanswered_before: Option<Uuid>,
    /// Whether the crew speaks instead of the lane.
    pub is_handed_off: bool,
    /// Who spoke or touched.
    pub by: By,
    /// Whether a sentence of the turn was not understood.
    pub missed: bool,
    pub transitions: Vec<Transition>,
    pub refused: Vec<Refusal>,
    pub effects: Vec<Effect>,
    pub ended: Option<Ended>,
    pub session_id: Uuid,
    pub number: u32,
    pub acts: Vec<Act>,
    pub parser: Option<Parser>,
    /// The house rules with which the session began.
    pub house_rules: Option<&'a HouseRules>,
    /// Those that have decided something.
    pub fired: Vec<Fired>,
}

impl<'a> Taking<'a> {
    fn begin(
        policy: &'a Policy<'a>,
        now: &'a Moment,
        lane: &'a LaneKey,
        event_id: Uuid,
        mut session: Session,
        input: &Input,
    ) -> Self {
        // The rows of these events mark the stock themselves.
        if !matches!(input, Input::OutOfStock { .. } | Input::Rejected { .. }) {
            session.state.refresh_stock(policy.menu);
        }
        session.refresh_open(policy.menu);
        let house_rules = policy.house_rules.of(&session);
        if let Some(visit) = &mut session.visit {
            visit.cars_waiting = policy.cars_waiting.or(visit.cars_waiting);
        }
        let mut taking = Self {
            policy,
            now,
            lane,
            event_id,
            before: session.order().cloned(),
            unanswered_before: session.unanswered_ticket(),
            is_handed_off: session.handoff().is_some(),
            session_id: session.session_id().unwrap_or_default(),
            number: session.turn() + 1,
            session,
            by: By::default(),
            missed: false,
            transitions: Vec::new(),
            refused: Vec::new(),
            effects: Vec::new(),
            ended: None,
            acts: Vec::new(),
            parser: None,
            house_rules,
            fired: Vec::new(),
        };
        taking.reprice();
        taking
    }

    fn route(&mut self, input: &Input) {
        match input {
            Input::CarDetected { vehicle_id } => {
                let (lane, welcome) = (self.lane.clone(), self.welcome());
                self.step(&Event::CarDetected(Arrival {
                    lane,
                    event_id: self.event_id,
                    vehicle_id: vehicle_id.clone(),
                    welcome,
                }));
                self.session_id = self.session.session_id().unwrap_or_default();
            }
            Input::Utterance { acts, recognizer_confidence, barge_in, by } => {
                self.note(acts);
                self.attend(*by);
                if self.is_handed_off && *by == By::Customer {
                    return;
                }
                let confidence = lower(acts.confidence, *recognizer_confidence);
                if *barge_in && acts.only_listens() {
                    // Our speech goes on: who says "mm-hm" while we speak says that they listen.
                    return self.hear(&acts.acts, confidence);
                }
                if *barge_in {
                    self.step(&Event::BargeIn(Said));
                }
                let acts = self.with_assent(self.with_hums_as_yes(acts), *by == By::Customer && !*barge_in);
                self.hear(&acts, confidence);
            }
            Input::Tap { tap, by } => {
                self.attend(*by);
                let Some(acts) = touch::acts_of(tap, &self.session, self.policy.menu) else {
                    return self.choose_in_vain();
                };
                self.acts.clone_from(&acts);
                self.hear(&acts, 1.0);
            }
            Input::BargeIn | Input::Silence { .. } if self.is_handed_off => {}
            Input::BargeIn => self.step(&Event::BargeIn(Said)),
            Input::Silence { .. } => self.silence(),
            Input::OutOfStock { item } => self.out_of_stock(item),
            Input::CarLeft => self.end(),
            Input::Crew(CrewAct::TakeOver) => self.step(&Event::UserAsksHuman(Handoff::Crew)),
            Input::Crew(CrewAct::GiveBack) => self.give_back(),
            Input::Acknowledged if self.session.live_ticket().is_none() => {
                self.refuse("TICKET_ACKNOWLEDGED", "no_ticket_pending");
            }
            Input::Acknowledged => {
                let is_over = is_grace_over(self.policy, self.now, &self.session);
                self.step(&Event::TicketAcknowledged(Said));
                if is_over {
                    self.end();
                }
            }
            Input::Rejected { item } => self.rejected(item.as_ref()),
            Input::PaymentProblem if self.session.live_ticket().is_none() => {
                self.refuse("PAYMENT_PROBLEM", "no_ticket_pending");
            }
            Input::PaymentProblem => self.step(&Event::PaymentProblem(Said)),
            Input::Deadline(deadline) => self.pass(*deadline),
        }
    }

    /// Keeps what was heard for the log.
    fn note(&mut self, heard: &Acts) {
        self.acts.clone_from(&heard.acts);
        self.parser = (!heard.agent.is_empty()).then(|| Parser {
            agent: heard.agent.clone(),
            confidence: heard.confidence,
            choice: heard.choice.clone(),
            heard: heard.heard,
        });
    }

    /// The session ends before an input that is of nobody or of the next car. Its log has the words all the same.
    fn end_by(&mut self, input: &Input) {
        if let Input::Utterance { acts, .. } = input {
            self.note(acts);
        }
        self.end();
    }

    /// The car is gone, or was silent for the grace. With a ticket that the POS has taken, that completes the order.
    pub(super) fn end(&mut self) {
        let is_taken = |submitted: &Submitted| submitted.ticket.status == TicketStatus::Acknowledged;
        let completes = self.session.state.submitted().is_some_and(is_taken);
        let watch = self.session.watch();
        self.step(&if completes { Event::OrderComplete(Said) } else { Event::SessionEnd(Said) });
        self.effects.extend(watch.map(Effect::Watch));
    }

    /// The lane is in conversation: the grace counts anew.
    pub(super) fn mark_active(&mut self) {
        if let Some(visit) = &mut self.session.visit {
            visit.active_at = Some(self.now.at);
        }
    }

    /// Somebody spoke or tapped: resets the nudges. After the grace that may be anybody, until the lane has asked.
    fn attend(&mut self, by: By) {
        self.by = by;
        if by == By::Crew || !is_grace_over(self.policy, self.now, &self.session) {
            self.mark_active();
        }
        let Some(visit) = &mut self.session.visit else { return };
        visit.nudges = 0;
        visit.heard |= by == By::Customer;
    }

    /// The question was answered or dropped meanwhile: what is asked now is said.
    fn choose_in_vain(&mut self) {
        self.refuse("CHOOSE", "no_longer_asked");
        self.effects.push(Effect::Speak(Speech::RepeatQuestion));
    }

    /// Who says nothing for too long is left to the crew, unless nothing waits for an answer.
    pub(super) fn silence(&mut self) {
        let nudges = self.session.visit.as_ref().map_or(0, |visit| visit.nudges);
        if nudges < self.deciding_patience().nudges_max() {
            self.step(&Event::Silence(Said));
        } else if self.session.kind() != StateKind::Closing {
            self.step(&Event::UserAsksHuman(Handoff::Silence));
        }
    }

    fn out_of_stock(&mut self, item: &ItemId) {
        if self.has_ordered(item) {
            self.step(&Event::Oos(OutOfStock { item: item.clone(), kept: None, rejected: false }));
        } else if let Some(off) = self.offered_in_place_of(item) {
            self.step(&Event::Oos(off));
        } else {
            self.refuse("OOS", "not_on_order");
        }
    }

    /// What is off and has this item, which goes off too, for a substitute.
    fn offered_in_place_of(&self, item: &ItemId) -> Option<OutOfStock> {
        let asked = self.session.state.asked()?;
        let is_offered = asked.question.kind == QuestionKind::Replacement
            && asked.question.candidates.iter().any(|candidate| candidate == item.as_str());
        let kept = if let Kept::Operation(op) = &asked.kept { Some(op.clone()) } else { None };
        is_offered.then_some(OutOfStock { item: asked.item_that_is_off()?, kept, rejected: false })
    }

    /// A ticket refused for an item that is not on it counts as refused as a whole.
    fn rejected(&mut self, item: Option<&ItemId>) {
        if self.session.live_ticket().is_none() {
            return self.refuse("TICKET_REJECTED", "no_ticket_pending");
        }
        let is_superseding = self.session.is_superseding();
        let item = item.filter(|item| self.has_ordered(item));
        if is_superseding || item.is_none() {
            self.step(&Event::TicketRejected(Rejected));
        }
        if let Some(item) = item {
            let rejected = !is_superseding;
            self.step(&Event::Oos(OutOfStock { item: item.clone(), kept: None, rejected }));
        }
    }

    fn has_ordered(&self, item: &ItemId) -> bool {
        self.session.order().is_some_and(|order| order.holds(item))
    }

    fn give_back(&mut self) {
        match &mut self.session.visit {
            Some(visit) if visit.handoff.is_some() => {
                visit.handoff = None;
                visit.nudges = 0;
                visit.active_at = Some(self.now.at);
                self.is_handed_off = false;
                self.effects.push(Effect::Speak(Speech::RepeatQuestion));
            }
            _ => self.refuse("GIVE_BACK", "not_handed_off"),
        }
    }

    pub(super) fn refuse(&mut self, event: &'static str, reason: &'static str) {
        self.refused.push(Refusal { state: self.session.kind(), event, reason });
    }

    /// Gives the machine one event.
    pub(super) fn step(&mut self, event: &Event) {
        let session = mem::take(&mut self.session);
        let step = machine::step(self.policy, self.now, self.lane, session, event);
        self.session = step.session;
        self.session.refresh_open(self.policy.menu);
        self.reprice();
        self.effects.extend(step.effects);
        self.ended = step.ended.or(self.ended.take());
        match step.taken {
            Ok(transition) => self.transitions.push(transition),
            Err(refusal) => self.refused.push(refusal),
        }
    }

    /// Whether the last row asked a question or called the crew: either ends the turn.
    pub(super) fn is_over(&self) -> bool {
        let ends = |row: &Transition| row.asks() || row.event == EventKind::UserAsksHuman;
        self.transitions.last().is_some_and(ends)
    }
}
