//! Whether two conditions can never hold together, as far as that is seen at once: one fact would have to be two things.

use fsm::house_rules::{Comparison, Condition, Number, NumberFact, Test, TextFact};

/// The numbers that a fact may be.
type Range = (i64, i64);

const ANY: Range = (i64::MIN, i64::MAX);

/// Whether two conditions exclude each other by what all of their parts say of one fact.
pub(crate) fn are_apart(one: &Condition, other: &Condition) -> bool {
    let (one, other) = (parts(one), parts(other));
    let texts_differ = texts(&one).any(|(fact, these)| {
        texts(&other).any(|(known, those)| fact == known && !these.iter().any(|text| those.contains(text)))
    });
    texts_differ
        || numbers(&one).any(|fact| {
            let ((low, high), (lower, higher)) = (range(fact, &one), range(fact, &other));
            high < lower || higher < low
        })
        || one.iter().any(|part| other.iter().any(|known| is_negation(part, known)))
}

/// What must hold, all of it.
fn parts(condition: &Condition) -> Vec<&Condition> {
    match condition {
        Condition::All(parts) => parts.iter().flat_map(self::parts).collect(),
        _ => vec![condition],
    }
}

fn texts<'c>(parts: &[&'c Condition]) -> impl Iterator<Item = (TextFact, &'c Vec<String>)> {
    parts.iter().filter_map(|part| match part {
        Condition::Test(Test::OneOf(fact, texts), _) => Some((*fact, texts)),
        _ => None,
    })
}

fn numbers(parts: &[&Condition]) -> impl Iterator<Item = NumberFact> {
    parts.iter().filter_map(|part| match part {
        Condition::Test(Test::Compare(Number::Fact(fact), _, Number::Is(_)), _) => Some(*fact),
        _ => None,
    })
}

fn range(fact: NumberFact, parts: &[&Condition]) -> Range {
    parts.iter().fold(ANY, |(low, high), part| match part {
        Condition::Test(Test::Compare(Number::Fact(known), how, Number::Is(number)), _) if *known == fact => {
            let (least, most) = match how {
                Comparison::Equal => (*number, *number),
                Comparison::NotEqual => ANY,
                Comparison::Less => (i64::MIN, number.saturating_sub(1)),
                Comparison::LessOrEqual => (i64::MIN, *number),
                Comparison::Greater => (number.saturating_add(1), i64::MAX),
                Comparison::GreaterOrEqual => (*number, i64::MAX),
            };
            (low.max(least), high.min(most))
        }
        _ => (low, high),
    })
}

fn is_negation(one: &Condition, other: &Condition) -> bool {
    matches!(one, Condition::Not(inner) if **inner == *other)
        || matches!(other, Condition::Not(inner) if **inner == *one)
}
