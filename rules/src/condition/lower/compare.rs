//! Lowers comparisons, with the types of both sides.

use cel::IdedExpr;
use fsm::house_rules::{Comparison, Condition, Number, Test, TextFact, date_number, minutes};
use fsm::reader::quoted;
use jiff::civil::{Date, Time};

use super::{Lowering, Operand};
use crate::vocabulary::{Kind, values};

impl Lowering<'_> {
    pub(super) fn compare(
        &mut self,
        at: &IdedExpr,
        left: &IdedExpr,
        how: Comparison,
        right: &IdedExpr,
    ) -> Option<Operand> {
        let (one, other) = (self.operand(left), self.operand(right));
        let condition = match (one?, other?) {
            (Operand::Number(one, kind), Operand::Number(other, of)) => {
                self.numbers(at, (one, kind), how, (other, of))
            }
            (Operand::Number(one, kind), Operand::Word(word)) => {
                let other = self.moment(right, kind, &word)?;
                Some(self.test(at, Test::Compare(one, how, Number::Is(other))))
            }
            (Operand::Word(word), Operand::Number(other, kind)) => {
                let one = self.moment(left, kind, &word)?;
                Some(self.test(at, Test::Compare(other, turned(how), Number::Is(one))))
            }
            (Operand::Text(fact), Operand::Word(word)) => self.text(at, right, fact, how, word),
            (Operand::Word(word), Operand::Text(fact)) => self.text(at, left, fact, how, word),
            (Operand::Condition(one), Operand::Condition(Condition::Is(flag)))
            | (Operand::Condition(Condition::Is(flag)), Operand::Condition(one)) => {
                self.flags(at, one, how, flag)
            }
            (one, other) => {
                let (one, other) = (one.what(), other.what());
                self.fault(at, format!("{one} cannot be compared with {other}"))
            }
        };
        condition.map(Operand::Condition)
    }

    fn numbers(
        &mut self,
        at: &IdedExpr,
        (one, kind): (Number, Option<Kind>),
        how: Comparison,
        (other, of): (Number, Option<Kind>),
    ) -> Option<Condition> {
        match (kind, of) {
            (Some(Kind::Time), None) | (None, Some(Kind::Time)) => {
                self.fault(at, "a time is compared with a text such as \"10:30\"")
            }
            (Some(Kind::Date), None) | (None, Some(Kind::Date)) => {
                self.fault(at, "a date is compared with a text such as \"2026-12-24\"")
            }
            (Some(kind), Some(of)) if kind != of => {
                self.fault(at, format!("{kind} cannot be compared with {of}"))
            }
            // A fact stands left of a number, whichever way it was written.
            (None, Some(_)) => Some(self.test(at, Test::Compare(other, turned(how), one))),
            _ => Some(self.test(at, Test::Compare(one, how, other))),
        }
    }

    /// A time or a date that a fact is compared with.
    fn moment(&mut self, at: &IdedExpr, kind: Option<Kind>, word: &str) -> Option<i64> {
        match kind {
            Some(Kind::Time) => {
                let is_plain = word.len() == "10:30".len();
                match word.parse::<Time>().ok().filter(|_| is_plain) {
                    Some(time) => Some(minutes(time)),
                    None => {
                        self.fault(at, format!("{} is no time from \"00:00\" to \"23:59\"", quoted(word)))
                    }
                }
            }
            Some(Kind::Date) => {
                let is_plain = word.len() == "2026-12-24".len();
                match word.parse::<Date>().ok().filter(|_| is_plain) {
                    Some(date) => Some(date_number(date)),
                    None => self.fault(at, format!("{} is no date, such as \"2026-12-24\"", quoted(word))),
                }
            }
            _ => self.fault(at, format!("a number cannot be compared with the text {}", quoted(word))),
        }
    }

    fn text(
        &mut self,
        at: &IdedExpr,
        named: &IdedExpr,
        fact: TextFact,
        how: Comparison,
        word: String,
    ) -> Option<Condition> {
        let is_one = match how {
            Comparison::Equal => true,
            Comparison::NotEqual => false,
            Comparison::Less | Comparison::LessOrEqual | Comparison::Greater | Comparison::GreaterOrEqual => {
                return self.fault(named, "texts are compared with == or !=");
            }
        };
        self.check_word(named, fact, &word)?;
        let condition = self.test(at, Test::OneOf(fact, vec![word]));
        Some(if is_one { condition } else { Condition::Not(Box::new(condition)) })
    }

    fn flags(&mut self, at: &IdedExpr, one: Condition, how: Comparison, flag: bool) -> Option<Condition> {
        match how {
            Comparison::Equal | Comparison::NotEqual => {
                let is_so = (how == Comparison::Equal) == flag;
                Some(if is_so { one } else { Condition::Not(Box::new(one)) })
            }
            Comparison::Less | Comparison::LessOrEqual | Comparison::Greater | Comparison::GreaterOrEqual => {
                self.fault(at, "what is true or false is compared with == or !=")
            }
        }
    }

    pub(super) fn one_of(&mut self, at: &IdedExpr, text: &IdedExpr, list: &IdedExpr) -> Option<Operand> {
        let (text, words) = (self.operand(text), self.operand(list));
        let (fact, words) = match (text?, words?) {
            (Operand::Text(fact), Operand::Words(words)) => (fact, words),
            (Operand::Word(tag), Operand::Tags) => {
                return Some(Operand::Condition(self.test(at, Test::Tagged(tag))));
            }
            _ => {
                let known = "with a text fact and a list of texts, or with a text and tags";
                return self.fault(at, format!("in is known to rules only {known}"));
            }
        };
        for word in &words {
            self.check_word(list, fact, word)?;
        }
        Some(Operand::Condition(self.test(at, Test::OneOf(fact, words))))
    }

    pub(super) fn contains(&mut self, at: &IdedExpr, text: &IdedExpr, part: &IdedExpr) -> Option<Operand> {
        let (text, part) = (self.operand(text), self.operand(part));
        let (Operand::Text(TextFact::Words), Operand::Word(part)) = (text?, part?) else {
            return self.fault(at, "contains() is known to rules only of words, with a text");
        };
        if part != part.to_lowercase() {
            return self.fault(at, format!("{} is never said: words are in lower case", quoted(&part)));
        }
        Some(Operand::Condition(self.test(at, Test::Contains(TextFact::Words, part))))
    }

    /// Whether a fact can ever be that.
    fn check_word(&mut self, at: &IdedExpr, fact: TextFact, word: &str) -> Option<()> {
        if let Some(known) = values(fact).filter(|known| !known.contains(&word)) {
            return self.fault(at, format!("{} is none of {}", quoted(word), known.join(", ")));
        }
        if fact == TextFact::Words && word != word.to_lowercase() {
            return self.fault(at, format!("{} is never said: words are in lower case", quoted(word)));
        }
        self.note_name(at, fact, word);
        Some(())
    }
}

/// The comparison with its sides exchanged.
fn turned(how: Comparison) -> Comparison {
    match how {
        Comparison::Equal | Comparison::NotEqual => how,
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
    }
}
