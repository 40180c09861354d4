use std::fmt::Write as _;

use fsm::house_rules::{Comparison, NumberFact, Quantifier, Test, TextFact};

use super::*;

fn lowered(text: &str) -> Condition {
    super::lower(text, Point::Available).unwrap_or_else(|problems| panic!("{text}: {problems:?}")).condition
}

fn number(fact: NumberFact, how: Comparison, than: i64) -> Condition {
    use fsm::house_rules::Number;
    Test::Compare(Number::Fact(fact), how, Number::Is(than)).into()
}

#[test]
fn times_dates_and_amounts_become_numbers() {
    for (text, condition) in [
        ("time >= \"10:30\"", number(NumberFact::Time, Comparison::GreaterOrEqual, 630)),
        ("\"10:30\" <= time", number(NumberFact::Time, Comparison::GreaterOrEqual, 630)),
        ("date == \"2026-12-24\"", number(NumberFact::Date, Comparison::Equal, 20_261_224)),
        ("total > 15000", number(NumberFact::Total, Comparison::Greater, 15_000)),
        ("15000 < total", number(NumberFact::Total, Comparison::Greater, 15_000)),
        ("size(lines) == 0", number(NumberFact::Lines, Comparison::Equal, 0)),
        ("lines.size() != 0", number(NumberFact::Lines, Comparison::NotEqual, 0)),
    ] {
        assert_eq!(lowered(text), condition, "{text}");
    }
}

#[test]
fn what_is_said_twice_is_one_list_and_lines_keep_no_name() {
    let of_burgers = Condition::from(Test::OneOf(TextFact::LineCategory, vec!["burgers".to_owned()]));
    let large = Test::OneOf(TextFact::LineSize, vec!["large".to_owned()]).into();
    let both = Condition::All(vec![of_burgers.clone(), large]);
    for name in ["l", "line", "x"] {
        let text =
            format!("lines.exists({name}, {name}.category == \"burgers\" && {name}.size == \"large\")");
        assert_eq!(lowered(&text), Condition::Lines(Quantifier::Exists, Box::new(both.clone())), "{text}");
    }
    let all = Condition::Lines(Quantifier::All, Box::new(of_burgers));
    assert_eq!(lowered("lines.all(l, l.category in [\"burgers\"])"), all);
    assert_eq!(lowered("\"staff\" in tags"), Test::Tagged("staff".to_owned()).into());
    let three = Condition::All(vec![
        Test::Flag(fsm::house_rules::FlagFact::Offered).into(),
        number(NumberFact::Items, Comparison::Greater, 1),
        Condition::Not(Box::new(Test::OneOf(TextFact::Weekday, vec!["sun".to_owned()]).into())),
    ]);
    assert_eq!(lowered("offered == true && items > 1 && weekday != \"sun\""), three);
    assert_eq!(lowered("offered && (items > 1 && !(weekday == \"sun\"))"), three);
}

#[test]
fn what_is_wrong_with_a_condition_is_said_with_line_and_column() {
    let mut told = String::new();
    for text in [
        "",
        "time >",
        "time >= \"10:30",
        "time >= 1030",
        "time >= \"25:00\"",
        "time >= \"9:30\"",
        "date == \"24.12.2026\"",
        "date < 20261224",
        "total > 150.00",
        "total > 150u",
        "total > \"150\"",
        "total > items",
        "total",
        "lines",
        "\"total\"",
        "weekday == \"monday\"",
        "weekday < \"mon\"",
        "state == \"paying\"",
        "listener in [\"crew\", \"nobody\"]",
        "items in [1, 2]",
        "item == \"coke\"",
        "item.name == \"Coke\"",
        "item.id == item.category",
        "burger.id == \"hamburger\"",
        "catgory == \"burgers\"",
        "lines.category == \"burgers\"",
        "lines.exists(l, l == \"coke\")",
        "lines.exists(l, l.colour == \"red\")",
        "lines.exists(time, true)",
        "lines.exists(a, lines.exists(b, true))",
        "lines.filter(l, l.quantity > 1).size() > 0",
        "lines.map(l, l.quantity) == [1]",
        "lines.exists_one(l, l.quantity > 1)",
        "[1, 2].exists(n, n > 1)",
        "subtotal + 100 > 500",
        "subtotal * 2 > 500",
        "lines[0].quantity > 1",
        "items > 1 ? offered : true",
        "has(item.id)",
        "words.startsWith(\"hi\")",
        "words.contains(\"Coupon\")",
        "words.matches(\"a+\")",
        "lane.contains(\"1\")",
        "size(words) > 3",
        "now() > 3",
        "null == offered",
        "{\"a\": 1} == offered",
        "offered > true",
        "b\"x\" == words",
        "offered &&\n  wekday == \"mon\" &&\n  total > 1.5",
        "words == \"é\" && ttal > 3",
    ] {
        let problems = super::lower(text, Point::Available).expect_err(text);
        let _ = writeln!(told, "{}", text.replace('\n', "\\n"));
        for problem in problems {
            let _ = writeln!(told, "    {}", crate::named::placed(problem.place, &problem.detail));
        }
    }
    insta::assert_snapshot!(told);
}

#[test]
fn an_item_is_a_fact_only_where_one_is_asked_about() {
    let text = "item.category == \"breakfast\"";
    assert!(super::lower(text, Point::Available).is_ok());
    for point in [Point::Offer, Point::Unsafe, Point::Crew] {
        let problems = super::lower(text, point).unwrap_err();
        assert!(problems[0].detail.contains("item is a fact at available"), "{problems:?}");
    }
}

#[test]
fn what_is_too_long_or_nested_too_deep_is_refused() {
    let long = format!("items > 1{}", " ".repeat(CONDITION_CHARS_MAX));
    assert!(super::lower(&long, Point::Crew).unwrap_err()[0].detail.contains("longer than"));
    for deep in [
        format!("{}offered{}", "(".repeat(400), ")".repeat(400)),
        format!("{}offered", "!(".repeat(200)) + &")".repeat(200),
        "[".repeat(900),
        format!("offered{}", " == true".repeat(120)),
    ] {
        let problems = super::lower(&deep, Point::Crew).expect_err(&deep);
        let is_told =
            problems.iter().any(|problem| problem.detail.starts_with("is nested more than 32 deep"));
        assert!(is_told, "{deep:.40}: {problems:?}");
    }
}
