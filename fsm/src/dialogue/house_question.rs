//! What the house asks by its rules: when, and what an answer does.
//!
//! A question waits among all that only the customer can settle, and is asked by the rows that ask what waits. An answer is
//! an act of its own; what it does to the order are edits, as if they were said.

use super::acts::ActKind;
use super::hearing::Found;
use super::meaning::Case;
use super::take::Taking;
use super::turn::By;
use crate::house_rules::{AnswerDoes, HouseAnswer, HouseQuestion, Point};
use crate::ids::RuleId;
use crate::machine::{Asked, CrewAlert, Effect, Event, EventKind, Handoff, Question, State, StateKind};
use crate::order::{Line, Op, Order};

/// How many questions the house asks in a session.
const HOUSE_QUESTIONS_MAX: usize = 3;
/// How many tags a session has.
const TAGS_MAX: usize = 20;

impl Taking<'_> {
    /// Lets the house ask, where these events would go on without: before the order is read back, and before it is placed.
    pub(super) fn let_house_ask_before(&mut self, events: &[EventKind]) {
        let is_settled = self.session.order().is_some_and(|order| {
            !order.lines().is_empty() && order.oldest_incomplete().is_none() && !self.waits_for_answer()
        });
        if !is_settled || self.session.state.submitted().is_some() {
            return;
        }
        if events.contains(&EventKind::UserSaysDone) {
            self.let_house_ask(Point::BeforeSummary);
        } else if events.contains(&EventKind::UserConfirms) && self.would_place() {
            self.let_house_ask(Point::BeforeClose);
        }
    }

    /// Lets a question wait that the house asks at a point, if it has one.
    pub(super) fn let_house_ask(&mut self, point: Point) {
        let (Some(rules), Some(visit)) = (self.house_rules, &self.session.visit) else { return };
        if self.by == By::Crew || visit.handoff.is_some() || visit.asked_by.len() >= HOUSE_QUESTIONS_MAX {
            return;
        }
        let added = self.completed();
        let may_ask = |rule: &RuleId| !visit.asked_by.contains(rule);
        let facts = self.rule_facts();
        let Some((rule, question)) = rules.asks(point, &facts, &added, may_ask) else { return };
        let Some(visit) = &mut self.session.visit else { return };
        if visit.open.add(Asked::plain(question)) {
            visit.asked_by.push(rule.clone());
            self.fire(point, rule);
        }
    }

    /// The lines that the turn has added, or has made complete.
    fn completed(&self) -> Vec<&Line> {
        let was_complete = |line: &&Line| {
            let before = self.before.as_ref().and_then(|before| before.line(line.line_id));
            before.is_some_and(Line::is_complete)
        };
        let lines = self.session.order().map(Order::lines).unwrap_or_default();
        lines.iter().filter(|line| line.is_complete() && !was_complete(line)).collect()
    }

    /// Whether a yes would place the order as it was read back.
    fn would_place(&self) -> bool {
        let State::Confirming(state) = &self.session.state else { return false };
        let order = state.order.order();
        let confirmed = self.session.visit.as_ref().and_then(|visit| visit.confirmed.as_deref());
        let is_unchanged =
            confirmed.is_some_and(|confirmed| confirmed.order.order().lines() == order.lines());
        state.proposal.is_none() && state.read_total == Some(order.total()) && !is_unchanged
    }

    /// The question of the house that is open, with all that its rule says.
    fn house_asks(&self) -> Option<(&HouseQuestion, &Question)> {
        let question = self.session.question()?;
        let asked = question.house.as_ref()?;
        Some((self.house_rules?.question(&asked.rule)?, question))
    }

    /// Whether a yes answers what the house asks.
    pub(super) fn takes_yes(&self) -> bool {
        self.house_asks().is_some_and(|(question, _)| question.yes().is_some())
    }

    /// Takes a yes, a no or a "that's it" as the answer to what the house asks, if it is one.
    pub(super) fn reply_to_house(&mut self, reply: ActKind) -> bool {
        let Some((question, _)) = self.house_asks() else { return false };
        let answer = match reply {
            ActKind::Yes => question.yes(),
            ActKind::No | ActKind::NeverMind | ActKind::Done => question.no(),
            _ => None,
        };
        let answer = answer.map(|answer| answer.id.clone());
        let is_dropped = matches!(reply, ActKind::No | ActKind::NeverMind);
        if answer.is_none() && !is_dropped {
            return false;
        }
        self.answer_house(answer.as_deref(), reply == ActKind::Done);
        true
    }

    /// Takes an answer to what the house asks; none drops the question. Then the conversation goes on where it was
    /// interrupted.
    pub(super) fn answer_house(&mut self, answer: Option<&str>, is_done: bool) {
        let Some((question, asked)) = self.house_asks() else {
            return self.take_plain(ActKind::Unclear);
        };
        let (point, asked) = (question.at, asked.clone());
        let answer = answer.and_then(|id| question.answer(id)).cloned();
        if let Some(visit) = &mut self.session.visit {
            visit.open.remove(&asked);
        }
        if let (Some(_), Some(house)) = (&answer, &asked.house) {
            self.fire(point, house.rule.clone());
        }
        match answer {
            Some(answer) => self.do_as_answered(&answer, &asked),
            None => self.take_plain(ActKind::Answer),
        }
        let goes_on = is_done || point != Point::AfterAdd;
        if goes_on && self.session.kind() == StateKind::Ordering && !self.is_over() {
            self.take_plain(ActKind::Done);
        }
    }

    fn do_as_answered(&mut self, answer: &HouseAnswer, asked: &Question) {
        let edits = self.session.order().map(|order| answer.edits(asked, order, self.policy.menu));
        let edits: Vec<Op> = edits.unwrap_or_default();
        if !edits.is_empty() {
            return self.edit(edits, &[], false);
        }
        if let Some(visit) = &mut self.session.visit {
            match &answer.does {
                AnswerDoes::Tag(tag) if visit.tags.len() < TAGS_MAX && !visit.tags.contains(tag) => {
                    visit.tags.push(tag.clone());
                }
                AnswerDoes::Note(note) => {
                    visit.notes.take(std::iter::once(note.as_str()));
                }
                AnswerDoes::Nothing
                | AnswerDoes::Add(_)
                | AnswerDoes::Modify { .. }
                | AnswerDoes::Tag(_)
                | AnswerDoes::HandOver(_) => {}
            }
        }
        // Who pays less by a tag, hears the new price before the order is placed.
        self.reprice();
        if let (AnswerDoes::HandOver(_), State::Clarifying(state)) = (&answer.does, &mut self.session.state) {
            // Nothing is placed before a person has seen to it.
            state.agreed = None;
        }
        self.take(ActKind::Answer, Case::Plain, &Found::default());
        if let (AnswerDoes::HandOver(reason), Some(house)) = (&answer.does, &asked.house) {
            self.hand_over(house.rule.clone(), reason.clone());
        }
    }

    /// Hands over to the crew for a rule of the house.
    pub(super) fn hand_over(&mut self, rule: RuleId, reason: String) {
        let session_id = self.session_id;
        let alert = CrewAlert::HouseRule { rule, reason };
        self.effects.push(Effect::TellCrew { session_id, alert });
        self.step(&Event::UserAsksHuman(Handoff::HouseRule));
    }

    /// What the house asks, if edits do what one of its answers does.
    pub(super) fn house_question_done_by(&self, ops: &[Op]) -> Option<Question> {
        let (question, asked) = self.house_asks()?;
        question.answers.iter().any(|answer| answer.is_done_by(ops)).then(|| asked.clone())
    }
}
