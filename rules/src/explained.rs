//! Why rules decided as they did, in the words of their conditions.

use std::fmt;

use fsm::house_rules::{Asked, Asking, Ground, Number, Point, Seen, Test, Verdict};
use fsm::ids::{ItemId, LineId, RuleId};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::vocabulary::{AnyFact, Kind, kind_of, name_of};

/// Why the rules of a point decided as they did, at one time that they were asked.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PointExplained {
    /// The point.
    pub at: Point,
    /// The item that they were asked about, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemId>,
    /// The rules of the point, in the order in which they are asked.
    pub rules: Vec<RuleExplained>,
}

/// What came of asking a rule, and why.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RuleExplained {
    /// The rule.
    pub rule: RuleId,
    /// What came of it.
    pub verdict: Verdict,
    /// What of its condition decided that; nothing for one that was not looked at, or has no condition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<TestExplained>,
}

/// A part of a condition that was decisive.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TestExplained {
    /// The fact, by its name in conditions.
    pub fact: &'static str,
    /// What it was.
    pub was: Value,
    /// How it was compared: `>=`, `in`, `contains` or `has`; `is` for one that stands alone.
    pub how: &'static str,
    /// What it was compared with.
    pub with: Value,
    /// The fact that this is, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_fact: Option<&'static str>,
    /// Whether it was so.
    pub is_so: bool,
    /// The line of the order that was looked at, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_id: Option<LineId>,
    /// Where in the condition it stands: the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// And the column of its sign, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl From<&Asking> for PointExplained {
    fn from(asking: &Asking) -> Self {
        let rules = asking.rules.iter().map(RuleExplained::from).collect();
        Self { at: asking.at, item: asking.item.clone(), rules }
    }
}

impl From<&Asked> for RuleExplained {
    fn from(asked: &Asked) -> Self {
        let because = asked.because.iter().map(TestExplained::from).collect();
        Self { rule: asked.rule.clone(), verdict: asked.verdict, because }
    }
}

impl From<&Ground> for TestExplained {
    fn from(ground: &Ground) -> Self {
        let Ground { test, place, is_so, was, with, line_id } = ground;
        let seen = seen(was);
        let (fact, was, how, with, with_fact) = match test {
            Test::Flag(fact) => (name_of(AnyFact::Flag(*fact)), seen, "is", json!(true), None),
            Test::OneOf(fact, texts) => {
                let (how, with) = match texts.as_slice() {
                    [text] => ("==", json!(text)),
                    texts => ("in", json!(texts)),
                };
                (name_of(AnyFact::Text(*fact)), seen, how, with, None)
            }
            Test::Contains(fact, part) => {
                (name_of(AnyFact::Text(*fact)), seen, "contains", json!(part), None)
            }
            Test::Tagged(tag) => (name_of(AnyFact::Tags), seen, "has", json!(tag), None),
            Test::Compare(left, how, right) => {
                let fact = |number: &Number| if let Number::Fact(fact) = number { Some(*fact) } else { None };
                let (one, other) = (fact(left), fact(right));
                let kind = one.or(other).map_or(Kind::Number, kind_of);
                let was = if let Seen::Number(was) = was { number(*was, kind) } else { seen };
                let with = with.map_or(Value::Null, |with| number(with, kind));
                let named = |fact| name_of(AnyFact::Number(fact));
                (one.map_or("", named), was, how.sign(), with, other.map(named))
            }
        };
        let (line, column) = place.0.unzip();
        Self { fact, was, how, with, with_fact, is_so: *is_so, line_id: *line_id, line, column }
    }
}

fn seen(was: &Seen) -> Value {
    match was {
        Seen::Number(number) => json!(number),
        Seen::Text(text) => json!(text),
        Seen::Flag(flag) => json!(flag),
        Seen::Tags(tags) => json!(tags),
    }
}

/// A number as conditions write it.
fn number(value: i64, kind: Kind) -> Value {
    match kind {
        Kind::Time => json!(format!("{:02}:{:02}", value / 60, value % 60)),
        Kind::Date => json!(format!("{:04}-{:02}-{:02}", value / 10_000, value / 100 % 100, value % 100)),
        Kind::Number | Kind::Money | Kind::Text | Kind::Flag | Kind::List => json!(value),
    }
}

impl fmt::Display for TestExplained {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fact, was, how, with, with_fact, is_so, line_id, line, column } = self;
        write!(out, "{fact} is {was}")?;
        if *how != "is" {
            let not = if *is_so { "" } else { "not " };
            let of = with_fact.map(|fact| format!("{fact}, ")).unwrap_or_default();
            write!(out, ", {not}{how} {of}{with}")?;
        }
        if let Some(line_id) = line_id {
            write!(out, ", of line {line_id}")?;
        }
        if let (Some(line), Some(column)) = (line, column) {
            write!(out, " ({line}:{column})")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use fsm::house_rules::{Comparison, NumberFact, Place};

    use super::*;

    #[test]
    fn a_test_is_told_in_the_words_of_its_condition() {
        let told = |test, was, with, is_so| {
            let place = Place(Some((1, 6)));
            TestExplained::from(&Ground { test, place, is_so, was, with, line_id: None }).to_string()
        };
        let number = |fact, how, than| Test::Compare(Number::Fact(fact), how, than);
        let since = number(NumberFact::Time, Comparison::GreaterOrEqual, Number::Is(630));
        let spent = number(NumberFact::Total, Comparison::Less, Number::Fact(NumberFact::Subtotal));
        let day = number(NumberFact::Date, Comparison::Equal, Number::Is(20_261_224));
        assert_eq!(told(since, Seen::Number(642), Some(630), true), "time is \"10:42\", >= \"10:30\" (1:6)");
        assert_eq!(
            told(spent, Seen::Number(900), Some(831), false),
            "total is 900, not < subtotal, 831 (1:6)"
        );
        assert_eq!(
            told(day, Seen::Number(20_260_107), Some(20_261_224), false),
            "date is \"2026-01-07\", not == \"2026-12-24\" (1:6)"
        );
        let tagged = Test::Tagged("staff".to_owned());
        assert_eq!(told(tagged, Seen::Tags(vec![]), None, false), "tags is [], not has \"staff\" (1:6)");
    }
}
