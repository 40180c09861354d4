//! What rules can be made of: the points with their outcomes, and the facts that conditions can ask.

use fsm::house_rules::{FlagFact, NumberFact, Point, TextFact};
use serde::Serialize;
use strum::{Display, VariantArray as _};
use utoipa::ToSchema;

use crate::limits::{CONDITION_CHARS_MAX, RULES_MAX};
use crate::outcome::{self, PointEntry};

/// A fact by the name that conditions have for it.
pub(crate) struct Named {
    pub name: &'static str,
    pub fact: AnyFact,
    pub kind: Kind,
    pub about: &'static str,
}

/// A fact of any type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnyFact {
    Number(NumberFact),
    Text(TextFact),
    Flag(FlagFact),
    Tags,
}

/// What a fact is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    /// A whole number.
    Number,
    /// Hundredths: `1500` is 15.00.
    Money,
    /// `"10:30"`
    Time,
    /// `"2026-12-24"`
    Date,
    /// A text in quotes.
    Text,
    /// It stands alone.
    Flag,
    /// It has a text in it, or has not: `"staff" in tags`.
    List,
}

const fn number(name: &'static str, fact: NumberFact, kind: Kind, about: &'static str) -> Named {
    Named { name, fact: AnyFact::Number(fact), kind, about }
}

const fn text(name: &'static str, fact: TextFact, about: &'static str) -> Named {
    Named { name, fact: AnyFact::Text(fact), kind: Kind::Text, about }
}

const fn flag(name: &'static str, fact: FlagFact, about: &'static str) -> Named {
    Named { name, fact: AnyFact::Flag(fact), kind: Kind::Flag, about }
}

/// Every fact. Those of `item.` are of the item that `available` is asked about, those of `line.` of the line that
/// `lines.exists` or `lines.all` looks at, whatever it is called there.
#[rustfmt::skip]
pub(crate) const FACTS: &[Named] = &[
    number("time", NumberFact::Time, Kind::Time, "the time on the clock of the house"),
    text("weekday", TextFact::Weekday, "the day of the week there"),
    number("date", NumberFact::Date, Kind::Date, "the date there"),
    text("lane", TextFact::Lane, "the lane's id"),
    text("state", TextFact::State, "the state that the lane is in"),
    number("turn", NumberFact::Turn, Kind::Number, "the number of the turn"),
    number("unclear", NumberFact::Unclear, Kind::Number, "how many sentences in a row were not understood"),
    number("nudges", NumberFact::Nudges, Kind::Number, "how many nudges the customer got in a row"),
    number("subtotal", NumberFact::Subtotal, Kind::Money, "the sum of the lines"),
    number("total", NumberFact::Total, Kind::Money, "what the customer pays"),
    number("items", NumberFact::Items, Kind::Number, "how many items are on the order"),
    number("size(lines)", NumberFact::Lines, Kind::Number, "how many lines the order has"),
    number("cars_waiting", NumberFact::CarsWaiting, Kind::Number, "how many cars wait, as the frontend said last; 0 before it does"),
    flag("offered", FlagFact::Offered, "whether the order's one upsell was made"),
    flag("declined", FlagFact::Declined, "whether the customer said no to it"),
    flag("payment_problem", FlagFact::PaymentProblem, "whether there was a payment problem"),
    Named { name: "tags", fact: AnyFact::Tags, kind: Kind::List, about: "what answers to the house have said of the session" },
    text("words", TextFact::Words, "what was said, in lower case"),
    text("listener", TextFact::Listener, "who listens"),
    text("item.id", TextFact::ItemId, "the item"),
    text("item.category", TextFact::ItemCategory, "its category"),
    text("line.item", TextFact::LineItem, "the item of the line"),
    text("line.category", TextFact::LineCategory, "its category"),
    text("line.combo", TextFact::LineCombo, "the combo that the line is; empty if it is none"),
    text("line.size", TextFact::LineSize, "its size; empty if it has none"),
    number("line.quantity", NumberFact::LineQuantity, Kind::Number, "how many"),
    number("line.price", NumberFact::LinePrice, Kind::Money, "what the line costs"),
];

/// Whether a fact is of the moment only, so that no price may depend on it: the same order would cost something else with
/// each sentence. Nor may it depend on what it decides.
fn is_fleeting(fact: AnyFact) -> bool {
    matches!(
        fact,
        AnyFact::Number(NumberFact::Turn | NumberFact::Unclear | NumberFact::Nudges | NumberFact::Total)
            | AnyFact::Text(TextFact::State | TextFact::Words | TextFact::Listener)
            | AnyFact::Flag(FlagFact::Offered | FlagFact::Declined | FlagFact::PaymentProblem)
    )
}

/// Whether a fact can be asked at a point: one of an item where there is one, one of the moment not where a price is, and what
/// was said not before that is understood.
pub(crate) fn is_asked_at(fact: AnyFact, point: Point) -> bool {
    match fact {
        AnyFact::Text(TextFact::ItemId | TextFact::ItemCategory) => {
            matches!(point, Point::Available | Point::AfterAdd)
        }
        AnyFact::Text(TextFact::Words) if point == Point::Agent => false,
        fact => point != Point::Price || !is_fleeting(fact),
    }
}

/// The fact of that name.
pub(crate) fn fact(name: &str) -> Option<&'static Named> {
    FACTS.iter().find(|fact| fact.name == name)
}

/// What a fact is called; each has a name.
pub(crate) fn name_of(fact: AnyFact) -> &'static str {
    FACTS.iter().find(|known| known.fact == fact).map_or("", |known| known.name)
}

/// What a number is.
pub(crate) fn kind_of(fact: NumberFact) -> Kind {
    let known = FACTS.iter().find(|known| known.fact == AnyFact::Number(fact));
    known.map_or(Kind::Number, |known| known.kind)
}

/// The names of the facts that begin so, without that: `id, category`.
pub(crate) fn names(prefix: &str) -> String {
    let fits = |name: &'static str| {
        let rest = name.strip_prefix(prefix)?;
        (!rest.contains(['.', '('])).then_some(rest)
    };
    FACTS.iter().filter_map(|fact| fits(fact.name)).collect::<Vec<_>>().join(", ")
}

/// The texts that a fact can be; none if there are others.
pub(crate) fn values(fact: TextFact) -> Option<Vec<&'static str>> {
    match fact {
        TextFact::Weekday => Some(vec!["mon", "tue", "wed", "thu", "fri", "sat", "sun"]),
        TextFact::State => Some(fsm::machine::StateKind::ALL.iter().map(|state| state.as_str()).collect()),
        TextFact::Listener => Some(vec!["lane", "crew"]),
        TextFact::Lane
        | TextFact::Words
        | TextFact::ItemId
        | TextFact::ItemCategory
        | TextFact::LineItem
        | TextFact::LineCategory
        | TextFact::LineCombo
        | TextFact::LineSize => None,
    }
}

/// What rules can be made of.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Vocabulary {
    /// Where rules hang.
    pub points: Vec<PointEntry>,
    /// What conditions can ask.
    pub facts: Vec<FactEntry>,
    /// How conditions combine facts.
    pub operators: Vec<&'static str>,
    /// The most rules of a document.
    pub rules_max: usize,
    /// The longest condition, in characters.
    pub condition_chars_max: usize,
}

/// A fact that conditions can ask.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FactEntry {
    /// Its name in conditions.
    pub name: &'static str,
    /// What it is compared with.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// What it says.
    pub about: &'static str,
    /// What it can be; none if there are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<&'static str>>,
    /// The points at which it can be asked; none if it is all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec<Point>>,
}

/// The points at which a fact can be asked; none if it is all of them.
fn points_of(fact: AnyFact) -> Option<Vec<Point>> {
    let at: Vec<Point> = Point::VARIANTS.iter().copied().filter(|point| is_asked_at(fact, *point)).collect();
    (at.len() < Point::VARIANTS.len()).then_some(at)
}

/// What rules can be made of.
pub fn vocabulary() -> Vocabulary {
    let facts = FACTS.iter().map(|fact| FactEntry {
        name: fact.name,
        kind: fact.kind,
        about: fact.about,
        values: if let AnyFact::Text(text) = fact.fact { values(text) } else { None },
        at: points_of(fact.fact),
    });
    Vocabulary {
        points: outcome::points(),
        facts: facts.collect(),
        operators: vec![
            "&&", "||", "!", "==", "!=", "<", "<=", ">", ">=", "in", "contains", "size", "exists", "all",
        ],
        rules_max: RULES_MAX,
        condition_chars_max: CONDITION_CHARS_MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_has_a_name_and_every_name_leads_to_its_fact() {
        let numbers = NumberFact::VARIANTS.iter().map(|fact| AnyFact::Number(*fact));
        let texts = TextFact::VARIANTS.iter().map(|fact| AnyFact::Text(*fact));
        let flags = FlagFact::VARIANTS.iter().map(|fact| AnyFact::Flag(*fact));
        for wanted in numbers.chain(texts).chain(flags) {
            let named: Vec<_> = FACTS.iter().filter(|known| known.fact == wanted).collect();
            assert_eq!(named.len(), 1, "{wanted:?}");
            assert_eq!(fact(named[0].name).map(|fact| fact.fact), Some(wanted));
        }
    }

    #[test]
    fn every_point_tells_an_outcome_that_can_be_read() {
        for point in Point::VARIANTS {
            let entry = vocabulary().points.into_iter().find(|entry| entry.at == *point).unwrap();
            assert!(!entry.outcomes.is_empty(), "{point}");
            for then in entry.outcomes {
                let rule = serde_json::json!({ "id": "r", "at": point, "then": then });
                let document = serde_json::json!({ "id": "d", "rules": [rule] });
                assert!(crate::RuleBook::read(&document).is_ok(), "{then}");
            }
        }
    }
}
