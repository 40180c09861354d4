//! Lowers what was parsed to a tree of facts, with types. What CEL has and the tree has not is refused by name.

mod compare;
mod refused;

use cel::IdedExpr;
use cel::common::ast::{CallExpr, ComprehensionExpr, Expr, LiteralValue, SelectExpr, operators};
use fsm::house_rules::{Comparison, Condition, Number, NumberFact, Place, Point, Quantifier, Test, TextFact};
use fsm::reader::quoted;

use self::refused::{of_call, of_literal};
use super::place::Places;
use super::problem::{Problem, too_deep};
use crate::limits::DEPTH_MAX;
use crate::named::{OutsideName, OutsidePart};
use crate::vocabulary::{AnyFact, Kind, Named, fact, is_asked_at, names};

/// What of CEL becomes part of a condition.
pub(super) enum Operand {
    Condition(Condition),
    Number(Number, Option<Kind>),
    Text(TextFact),
    Word(String),
    Words(Vec<String>),
    Tags,
    Lines,
}

/// A condition being lowered.
pub(super) struct Lowering<'t> {
    point: Point,
    places: Places<'t>,
    /// What the line is called that is looked at, if one is.
    line: Option<String>,
    depth: u16,
    names: Vec<OutsideName>,
    problems: Vec<Problem>,
}

impl<'t> Lowering<'t> {
    pub fn new(point: Point, places: Places<'t>) -> Self {
        Self { point, places, line: None, depth: 0, names: Vec::new(), problems: Vec::new() }
    }

    pub fn finish(self) -> (Vec<OutsideName>, Vec<Problem>) {
        (self.names, self.problems)
    }

    /// An expression that is true or false.
    pub fn condition(&mut self, expression: &IdedExpr) -> Option<Condition> {
        match self.operand(expression)? {
            Operand::Condition(condition) => Some(condition),
            operand => {
                let what = operand.what();
                self.fault(expression, format!("{what} is not true or false: compare it with something"))
            }
        }
    }

    fn operand(&mut self, expression: &IdedExpr) -> Option<Operand> {
        if self.depth >= DEPTH_MAX {
            return self.fault(expression, too_deep());
        }
        self.depth += 1;
        let operand = self.operand_here(expression);
        self.depth -= 1;
        operand
    }

    fn operand_here(&mut self, expression: &IdedExpr) -> Option<Operand> {
        match &expression.expr {
            Expr::Literal(literal) => self.literal(expression, literal),
            Expr::Ident(name) => self.name(expression, name),
            Expr::Select(select) => self.field(expression, select),
            Expr::Call(call) => self.call(expression, call),
            Expr::Comprehension(loop_) => self.quantifier(expression, loop_),
            Expr::List(list) if list.optional_indices.is_empty() => {
                let words = list.elements.iter().map(|element| self.word(element)).collect::<Option<_>>()?;
                Some(Operand::Words(words))
            }
            Expr::List(_) => self.fault(expression, "a list with optional entries is not known to rules"),
            Expr::Map(_) => self.fault(expression, "a map is not known to rules"),
            Expr::Struct(_) => self.fault(expression, "a message is not known to rules"),
            Expr::Unspecified => self.fault(expression, "cannot be read as CEL"),
        }
    }

    fn literal(&mut self, at: &IdedExpr, literal: &LiteralValue) -> Option<Operand> {
        match literal {
            LiteralValue::Boolean(flag) => Some(Operand::Condition(Condition::Is(*flag.inner()))),
            LiteralValue::Int(number) => Some(Operand::Number(Number::Is(*number.inner()), None)),
            LiteralValue::String(text) => Some(Operand::Word(text.inner().to_owned())),
            LiteralValue::Double(_) | LiteralValue::UInt(_) | LiteralValue::Bytes(_) | LiteralValue::Null => {
                self.fault(at, of_literal(literal))
            }
        }
    }

    fn name(&mut self, at: &IdedExpr, name: &str) -> Option<Operand> {
        if name == "lines" {
            return Some(Operand::Lines);
        }
        if name == "item" || self.line.as_deref() == Some(name) {
            let of = if name == "item" { "item." } else { "line." };
            return self.fault(at, format!("{name} is compared by a field: {}", names(of)));
        }
        match fact(name) {
            Some(known) if !is_asked_at(known.fact, self.point) => {
                let why = match self.point {
                    Point::Agent => format!("{name} cannot be asked here: nothing has been understood yet"),
                    _ => format!(
                        "a price cannot depend on {name}: it would change from one sentence to the next"
                    ),
                };
                self.fault(at, why)
            }
            Some(known) => Some(self.fact(at, known)),
            None => self.fault(at, format!("{} is no fact: {}, lines and item are", quoted(name), names(""))),
        }
    }

    fn field(&mut self, at: &IdedExpr, select: &SelectExpr) -> Option<Operand> {
        if select.test {
            return self.fault(at, "has() is not known to rules: every fact is always there");
        }
        let Expr::Ident(of) = &select.operand.expr else {
            return self.fault(at, format!(".{} is a field of item or of a line", select.field));
        };
        let prefix = if self.line.as_ref() == Some(of) {
            "line."
        } else if of == "item" && is_asked_at(AnyFact::Text(TextFact::ItemId), self.point) {
            "item."
        } else if of == "item" {
            return self.fault(
                at,
                format!("item is a fact at available and after_add, and this rule is at {}", self.point),
            );
        } else if of == "lines" {
            return self
                .fault(at, "lines are asked with lines.exists(l, ...), lines.all(l, ...) or size(lines)");
        } else {
            return self.fault(at, format!("{} has no fields", quoted(of)));
        };
        match fact(&format!("{prefix}{}", select.field)) {
            Some(known) => Some(self.fact(at, known)),
            None => {
                let (field, known) = (quoted(&select.field), names(prefix));
                self.fault(at, format!("{field} is no field of {of}: {known} are"))
            }
        }
    }

    fn call(&mut self, at: &IdedExpr, call: &CallExpr) -> Option<Operand> {
        let args = call.args.as_slice();
        match (call.func_name.as_str(), call.target.as_deref(), args) {
            (operators::LOGICAL_AND, None, _) => self.all_of(args),
            (operators::LOGICAL_OR, None, _) => self.any_of(args),
            (operators::LOGICAL_NOT, None, [inner]) => {
                Some(Operand::Condition(Condition::Not(Box::new(self.condition(inner)?))))
            }
            (operators::NEGATE, None, [inner]) => match self.operand(inner)? {
                Operand::Number(Number::Is(number), kind) => {
                    Some(Operand::Number(Number::Is(number.saturating_neg()), kind))
                }
                _ => self.fault(at, "- is known to rules only before a number"),
            },
            (operators::EQUALS, None, [left, right]) => self.compare(at, left, Comparison::Equal, right),
            (operators::NOT_EQUALS, None, [left, right]) => {
                self.compare(at, left, Comparison::NotEqual, right)
            }
            (operators::LESS, None, [left, right]) => self.compare(at, left, Comparison::Less, right),
            (operators::LESS_EQUALS, None, [left, right]) => {
                self.compare(at, left, Comparison::LessOrEqual, right)
            }
            (operators::GREATER, None, [left, right]) => self.compare(at, left, Comparison::Greater, right),
            (operators::GREATER_EQUALS, None, [left, right]) => {
                self.compare(at, left, Comparison::GreaterOrEqual, right)
            }
            (operators::IN, None, [text, list]) => self.one_of(at, text, list),
            ("size", None, [of]) | ("size", Some(of), []) => match self.operand(of)? {
                Operand::Lines => Some(Operand::Number(Number::Fact(NumberFact::Lines), Some(Kind::Number))),
                _ => self.fault(at, "size() is known to rules only of lines"),
            },
            ("contains", Some(text), [part]) => self.contains(at, text, part),
            (name, target, _) => self.fault(at, of_call(name, target.is_some())),
        }
    }

    /// `a && b && c` is one list, however it was bracketed.
    fn all_of(&mut self, args: &[IdedExpr]) -> Option<Operand> {
        let parts = self.conditions(args)?.into_iter();
        let flat = parts.flat_map(|part| match part {
            Condition::All(parts) => parts,
            part => vec![part],
        });
        Some(Operand::Condition(Condition::All(flat.collect())))
    }

    /// The same of `||`.
    fn any_of(&mut self, args: &[IdedExpr]) -> Option<Operand> {
        let parts = self.conditions(args)?.into_iter();
        let flat = parts.flat_map(|part| match part {
            Condition::Any(parts) => parts,
            part => vec![part],
        });
        Some(Operand::Condition(Condition::Any(flat.collect())))
    }

    /// Lowers all of them, so that every fault is told.
    fn conditions(&mut self, all: &[IdedExpr]) -> Option<Vec<Condition>> {
        let lowered: Vec<Option<Condition>> = all.iter().map(|one| self.condition(one)).collect();
        lowered.into_iter().collect()
    }

    /// `lines.exists(l, ...)` and `lines.all(l, ...)`, which the parser has expanded.
    fn quantifier(&mut self, at: &IdedExpr, loop_: &ComprehensionExpr) -> Option<Operand> {
        let step = match &loop_.loop_step.expr {
            Expr::Call(call) => Some(call),
            _ => None,
        };
        let starts_with = match &loop_.accu_init.expr {
            Expr::Literal(LiteralValue::Boolean(flag)) => Some(*flag.inner()),
            _ => None,
        };
        let found = match (starts_with, step) {
            (Some(false), Some(call)) if call.func_name == operators::LOGICAL_OR => {
                Some((Quantifier::Exists, call))
            }
            (Some(true), Some(call)) if call.func_name == operators::LOGICAL_AND => {
                Some((Quantifier::All, call))
            }
            _ => None,
        };
        let Some((quantifier, [_, condition])) =
            found.map(|(quantifier, call)| (quantifier, call.args.as_slice()))
        else {
            return self.fault(at, "map, filter and exists_one are not known to rules: use exists or all");
        };
        if !matches!(&loop_.iter_range.expr, Expr::Ident(name) if name == "lines") {
            return self.fault(at, "exists and all are known to rules only of lines");
        }
        if self.line.is_some() {
            return self.fault(at, "a line is looked at within another: one at a time");
        }
        if loop_.iter_var2.is_some() {
            return self.fault(at, "exists and all take one name for the line");
        }
        if loop_.iter_var == "item" || loop_.iter_var == "lines" || fact(&loop_.iter_var).is_some() {
            return self
                .fault(at, format!("{} is a fact: give the line another name", quoted(&loop_.iter_var)));
        }
        self.line = Some(loop_.iter_var.clone());
        let condition = self.condition(condition);
        self.line = None;
        Some(Operand::Condition(Condition::Lines(quantifier, Box::new(condition?))))
    }

    fn word(&mut self, expression: &IdedExpr) -> Option<String> {
        match self.operand(expression)? {
            Operand::Word(word) => Some(word),
            operand => {
                let what = operand.what();
                self.fault(expression, format!("{what} is no text in quotes"))
            }
        }
    }

    fn fact(&self, at: &IdedExpr, known: &Named) -> Operand {
        match known.fact {
            AnyFact::Number(fact) => Operand::Number(Number::Fact(fact), Some(known.kind)),
            AnyFact::Text(fact) => Operand::Text(fact),
            AnyFact::Flag(fact) => Operand::Condition(self.test(at, Test::Flag(fact))),
            AnyFact::Tags => Operand::Tags,
        }
    }

    fn test(&self, at: &IdedExpr, test: Test) -> Condition {
        Condition::Test(test, Place(self.places.of(at.id)))
    }

    /// Remembers what of a menu is named.
    fn note_name(&mut self, at: &IdedExpr, fact: TextFact, id: &str) {
        let part = match fact {
            TextFact::ItemId | TextFact::LineItem => OutsidePart::Item,
            TextFact::ItemCategory | TextFact::LineCategory => OutsidePart::Category,
            TextFact::LineCombo if !id.is_empty() => OutsidePart::Combo,
            TextFact::LineCombo
            | TextFact::LineSize
            | TextFact::Weekday
            | TextFact::Lane
            | TextFact::State
            | TextFact::Words
            | TextFact::Listener => return,
        };
        let place = self.places.of(at.id);
        self.names.push(OutsideName { path: String::new(), place, part, id: id.to_owned() });
    }

    /// Records what is wrong. Always none, to end with.
    fn fault<T>(&mut self, at: &IdedExpr, detail: impl Into<String>) -> Option<T> {
        self.problems.push(Problem { place: self.places.of(at.id), detail: detail.into() });
        None
    }
}

impl Operand {
    /// What a fault calls it.
    fn what(&self) -> &'static str {
        match self {
            Self::Condition(_) => "a condition",
            Self::Number(..) => "a number",
            Self::Text(_) => "a text fact",
            Self::Word(_) => "a text",
            Self::Words(_) => "a list",
            Self::Tags => "the list of tags",
            Self::Lines => "the list of lines",
        }
    }
}
