//! Takes a turn: from the input to the rows that are taken.

use std::mem;

use uuid::Uuid;

use super::acts::Act;
use super::touch;
use super::turn::{By, CrewAct, Input, Parser, Turn};
use crate::ids::{ItemId, LaneKey};
use crate::machine::{
    self, Arrival, Effect, Ended, Event, EventKind, Handoff, Moment, NUDGES_MAX, OutOfStock, Policy, Refusal,
    Rejected, Said, Session, Speech, Transition,
};
use crate::order::Order;

/// The result of an event: the next session, one turn (two if a new car ended an old session), and the effects.
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
    /// How the session ended, if it did.
    pub ended: Option<Ended>,
}

/// Takes the turn that an event asks for. The same session, event and acts give the same turns.
///
/// An idle session takes only `CarDetected`; any other input makes no turn.
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
    let next_car =
        matches!(input, Input::CarDetected { .. }) && session.visit.as_ref().is_some_and(|visit| visit.heard);
    if next_car {
        let mut taking = Taking::begin(policy, now, lane, event_id, session, input);
        taking.step(&Event::SessionEnd(Said));
        session = taking.finish(input, &mut turns, &mut effects);
    }
    let mut taking = Taking::begin(policy, now, lane, event_id, session, input);
    taking.route(input);
    session = taking.finish(input, &mut turns, &mut effects);
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
            by: By::default(),
            missed: false,
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
                self.step(&Event::CarDetected(Arrival {
                    lane,
                    event_id: self.event_id,
                    vehicle_id: vehicle_id.clone(),
                }));
                self.session_id = self.session.session_id().unwrap_or_default();
            }
            Input::Utterance { acts, recognizer_confidence, barge_in, by } => {
                self.acts.clone_from(&acts.acts);
                self.parser = (!acts.agent.is_empty()).then(|| Parser {
                    agent: acts.agent.clone(),
                    confidence: acts.confidence,
                    choice: acts.choice.clone(),
                });
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
                let acts = self.with_hums_as_yes(acts);
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
            Input::BargeIn | Input::Silence if self.is_handed_off => {}
            Input::BargeIn => self.step(&Event::BargeIn(Said)),
            Input::Silence => self.silence(),
            Input::OutOfStock { item } => self.out_of_stock(item),
            Input::CarLeft => self.step(&Event::SessionEnd(Said)),
            Input::Crew(CrewAct::TakeOver) => self.step(&Event::UserAsksHuman(Handoff::Crew)),
            Input::Crew(CrewAct::GiveBack) => self.give_back(),
            Input::Acknowledged => self.step(&Event::OrderComplete(Said)),
            Input::Rejected { item } => self.rejected(item.as_ref()),
            Input::PaymentProblem => self.step(&Event::PaymentProblem(Said)),
        }
    }

    /// Somebody spoke or tapped: resets the nudges.
    fn attend(&mut self, by: By) {
        self.by = by;
        let Some(visit) = &mut self.session.visit else { return };
        visit.nudges = 0;
        visit.heard |= by == By::Customer;
    }

    /// The question was answered or dropped meanwhile: what is asked now is said.
    fn choose_in_vain(&mut self) {
        self.refuse("CHOOSE", "no_longer_asked");
        self.effects.push(Effect::Speak(Speech::RepeatQuestion));
    }

    fn silence(&mut self) {
        let nudges = self.session.visit.as_ref().map_or(0, |visit| visit.nudges);
        if nudges < NUDGES_MAX {
            self.step(&Event::Silence(Said));
        } else {
            self.step(&Event::UserAsksHuman(Handoff::Silence));
        }
    }

    fn out_of_stock(&mut self, item: &ItemId) {
        if self.has_ordered(item) {
            self.step(&Event::Oos(OutOfStock { item: item.clone(), kept: None, rejected: false }));
        } else {
            self.refuse("OOS", "not_on_order");
        }
    }

    /// A ticket refused for an item that is not on it counts as refused as a whole.
    fn rejected(&mut self, item: Option<&ItemId>) {
        let is_pending = self.session.pending_ticket().is_some();
        match item.filter(|item| is_pending && self.has_ordered(item)) {
            Some(item) => {
                self.step(&Event::Oos(OutOfStock { item: item.clone(), kept: None, rejected: true }));
            }
            None => self.step(&Event::TicketRejected(Rejected)),
        }
    }

    fn has_ordered(&self, item: &ItemId) -> bool {
        self.session.order().is_some_and(|order| order.lines().iter().any(|line| line.holds(item)))
    }

    fn give_back(&mut self) {
        match &mut self.session.visit {
            Some(visit) if visit.handoff.is_some() => {
                visit.handoff = None;
                visit.nudges = 0;
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

/// The lower confidence of agent and recognizer, 0 to 1. One that is not finite counts as 0.
fn lower(agent: f64, recognizer: Option<f64>) -> f64 {
    let sure = |confidence: f64| if confidence.is_finite() { confidence } else { 0.0 };
    sure(agent).min(recognizer.map_or(f64::INFINITY, sure))
}
