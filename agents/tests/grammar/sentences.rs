//! Labelled sentences: so many percent of them must be heard exactly, and so many of the sure answers must be right.

use agents::eval::{self, Sheet};
use agents::grammar;

use super::scene::book;

/// The confidence below which a lane applies nothing.
const CONFIDENCE_MIN: f64 = 0.6;

/// Checks that the parser hears sentences well enough; shows the report and every miss if it does not.
#[track_caller]
pub fn holds(menu: &str, jsonl: &str, exact_min_percent: f64, sure_min_percent: f64) {
    let book = book(menu);
    let sheet = Sheet::read("line", jsonl, &book.menu).unwrap_or_else(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| format!("\nline {fault}")).collect();
        panic!("{}", lines.concat())
    });
    let report = eval::evaluate(grammar::read, &book, &[sheet], CONFIDENCE_MIN);
    let exact = report.exact.percent().unwrap_or_default();
    let sure = report.calibration.sure.percent().unwrap_or(100.0);
    assert!(
        exact >= exact_min_percent && sure >= sure_min_percent,
        "{exact:.2} % exact of at least {exact_min_percent}, {sure:.2} % of the sure right of at least \
         {sure_min_percent}\n\n{}",
        report.text(usize::MAX)
    );
}

#[test]
fn sentences_of_a_burger_stand_are_heard() {
    holds(include_str!("burger.json"), include_str!("burger.jsonl"), 100.0, 100.0);
}

#[test]
#[should_panic(expected = "1 of 1 misses")]
fn a_failure_shows_the_report() {
    let sentence =
        r#"{"text": "a coke", "acts": [{"act": "order", "ops": [{"op": "add", "item": "water"}]}]}"#;
    holds(include_str!("burger.json"), sentence, 100.0, 0.0);
}
