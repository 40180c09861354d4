//! What the house asks, and what each answer does.

use super::inquiry::Inquiry;
use super::{Goods, HouseRules, Outcome, Point, RuleFacts};
use crate::ids::{LineId, RuleId, SizeId};
use crate::machine::{HouseAsked, HouseChoice, Question, QuestionKind};
use crate::menu::{Item, Menu};
use crate::order::{Line, Modification, ModifierPick, NewLine, Op, Order, Target};

/// A question of the house, with all that can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseQuestion {
    /// The point at which it is asked.
    pub at: Point,
    /// The question, as it is spoken.
    pub text: String,
    /// The answers, in the order in which they are named.
    pub answers: Vec<HouseAnswer>,
}

/// An answer to a question of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseAnswer {
    /// Its id, once in a question.
    pub id: String,
    /// What it is called.
    pub text: String,
    /// Other words for it.
    pub said: Vec<String>,
    /// What it does.
    pub does: AnswerDoes,
}

/// What an answer does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerDoes {
    /// Nothing: the conversation goes on.
    Nothing,
    /// Adds this.
    Add(NewLine),
    /// Changes lines.
    Modify {
        /// Their new size.
        size: Option<SizeId>,
        /// What is different on them.
        modifiers: Vec<ModifierPick>,
        /// Which lines; without it, the one that was just added.
        on: Option<Goods>,
    },
    /// Remembers this of the session.
    Tag(String),
    /// Writes this on the ticket.
    Note(String),
    /// The crew takes over, and is told this.
    HandOver(String),
}

impl HouseQuestion {
    /// The answer with that id.
    pub fn answer(&self, id: &str) -> Option<&HouseAnswer> {
        self.answers.iter().find(|answer| answer.id == id)
    }

    /// What a no means: the first answer that does nothing.
    pub fn no(&self) -> Option<&HouseAnswer> {
        self.answers.iter().find(|answer| answer.does == AnswerDoes::Nothing)
    }

    /// What a yes means: the other one of two answers of which one does nothing.
    pub fn yes(&self) -> Option<&HouseAnswer> {
        let mut others = self.answers.iter().filter(|answer| answer.does != AnswerDoes::Nothing);
        let only = others.next().filter(|_| others.next().is_none());
        only.filter(|_| self.answers.len() == 2)
    }

    /// Whether all that its answers add can be had.
    fn can_be_asked(&self, menu: &Menu) -> bool {
        self.answers.iter().all(|answer| match &answer.does {
            AnswerDoes::Add(line) => menu.item(&line.item).is_some_and(Item::is_had),
            AnswerDoes::Nothing
            | AnswerDoes::Modify { .. }
            | AnswerDoes::Tag(_)
            | AnswerDoes::Note(_)
            | AnswerDoes::HandOver(_) => true,
        })
    }

    /// As a session asks it, of a line if it is about one.
    fn asked(&self, rule: &RuleId, line_id: Option<LineId>) -> Question {
        let choice = |answer: &HouseAnswer| HouseChoice { id: answer.id.clone(), text: answer.text.clone() };
        Question {
            kind: QuestionKind::House,
            line_id,
            candidates: self.answers.iter().map(|answer| answer.id.clone()).collect(),
            house: Some(Box::new(HouseAsked {
                rule: rule.clone(),
                text: self.text.clone(),
                answers: self.answers.iter().map(choice).collect(),
            })),
        }
    }
}

impl HouseAnswer {
    /// The edits that it is, of an order in which the question was about a line.
    pub(crate) fn edits(&self, asked: &Question, order: &Order, menu: &Menu) -> Vec<Op> {
        match &self.does {
            AnswerDoes::Add(line) => vec![Op::Add(line.clone())],
            AnswerDoes::Modify { size, modifiers, on } => {
                let is_meant = |line: &&Line| match on {
                    Some(goods) => goods.are(line, menu),
                    None => asked.line_id == Some(line.line_id),
                };
                let change = |line: &Line| {
                    let target = Target::Line { line_id: line.line_id };
                    let (size, modifiers) = (size.clone(), modifiers.clone());
                    Op::Modify(Modification { size, modifiers, ..Modification::of(target) })
                };
                order.lines().iter().filter(is_meant).map(change).collect()
            }
            AnswerDoes::Nothing | AnswerDoes::Tag(_) | AnswerDoes::Note(_) | AnswerDoes::HandOver(_) => {
                Vec::new()
            }
        }
    }

    /// Whether edits do what it does, and perhaps more: "iced and large", after "hot or iced?".
    pub(crate) fn is_done_by(&self, ops: &[Op]) -> bool {
        ops.iter().any(|op| match (&self.does, op) {
            (AnswerDoes::Add(wanted), Op::Add(line)) => wanted.item == line.item,
            (AnswerDoes::Modify { size, modifiers, .. }, Op::Modify(change)) => {
                (size.is_none() || *size == change.size)
                    && modifiers.iter().all(|pick| change.modifiers.contains(pick))
            }
            _ => false,
        })
    }
}

impl HouseRules {
    /// The question of a rule.
    pub fn question(&self, rule: &RuleId) -> Option<&HouseQuestion> {
        self.rules.iter().find(|known| known.id == *rule).and_then(|rule| question_of(&rule.then))
    }

    /// What the house asks at a point: of the rules that may still ask, the first that holds. After something was added, of
    /// the first line for which it does.
    pub(crate) fn asks(
        &self,
        point: Point,
        facts: &RuleFacts<'_>,
        added: &[&Line],
        may_ask: impl Fn(&RuleId) -> bool,
    ) -> Option<(RuleId, Question)> {
        // After something was added, a rule is asked of each line, and else once.
        let of_line = |line: &&Line| {
            let item = facts.menu.item(&line.item)?;
            Some((facts.of_item(item), Some(line.line_id)))
        };
        let about: Vec<(RuleFacts<'_>, Option<LineId>)> = match point {
            Point::AfterAdd => added.iter().filter_map(of_line).collect(),
            _ => vec![(*facts, None)],
        };
        let mut inquiry = Inquiry::at(point, facts);
        let asked = self.at(point).find_map(|rule| {
            if !may_ask(&rule.id) {
                inquiry.leave_out(&rule.id);
                return None;
            }
            let when = rule.when_on(facts.at.date());
            let (_, line) = inquiry.holds_for(&rule.id, when, &about)?;
            let question = question_of(&rule.then).filter(|question| question.can_be_asked(facts.menu))?;
            Some((rule.id.clone(), question.asked(&rule.id, *line)))
        });
        inquiry.end(self.ids_at(point), |rule| asked.as_ref().is_some_and(|(asking, _)| asking == rule));
        asked
    }
}

fn question_of(then: &Outcome) -> Option<&HouseQuestion> {
    if let Outcome::Ask(question) = then { Some(question) } else { None }
}
