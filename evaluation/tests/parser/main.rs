//! How well the deterministic parser understands. Labelled sentences: so many percent of them must be heard exactly, and so many of the sure answers must be right.

mod allergens;
mod crowded;
#[path = "../../../parse/tests/tables/menus.rs"]
mod menus;
mod plain;
mod properties;
mod questions;
#[path = "../../../parse/tests/tables/scene.rs"]
mod scene;
mod strangers;

use std::collections::BTreeMap;

use agents::GrammarParser;
use evaluation::Sheet;
use fsm::dialogue::Acts;
use fsm::machine::Expectation;
use parse::Utterance;
use serde::Deserialize;

use self::scene::book;

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
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let sheets = [sheet];
    let evaluated = evaluation::evaluate("grammar", &GrammarParser, &book, &sheets, CONFIDENCE_MIN);
    let report = runtime.block_on(evaluated);
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
    holds(
        include_str!("../../../parse/tests/tables/burger.json"),
        include_str!("burger.jsonl"),
        100.0,
        100.0,
    );
}

/// What the sample menus' sentences say, with those that are not understood yet.
#[test]
fn sentences_of_the_sample_menus_are_heard() {
    for (menu, held, open, exact_min_percent) in [
        (
            include_str!("../../../fixtures/menus/burger.json"),
            include_str!("../../../fixtures/sentences/burger.jsonl"),
            include_str!("../../../fixtures/sentences/burger.open.jsonl"),
            88.0,
        ),
        (
            include_str!("../../../fixtures/menus/coffee.json"),
            include_str!("../../../fixtures/sentences/coffee.jsonl"),
            include_str!("../../../fixtures/sentences/coffee.open.jsonl"),
            87.0,
        ),
    ] {
        holds(menu, held, 96.0, 98.0);
        holds(menu, &format!("{held}{open}"), exact_min_percent, 91.0);
    }
}

/// Menus and sentences by people who did not know the parser.
#[test]
fn sentences_of_other_restaurants_are_heard() {
    for (menu, sentences, exact_min_percent) in [
        (include_str!("menus/sub.json"), include_str!("sentences/sub.jsonl"), 86.0),
        (include_str!("menus/taqueria.json"), include_str!("sentences/taqueria.jsonl"), 86.0),
        (include_str!("menus/icecream.json"), include_str!("sentences/icecream.jsonl"), 88.0),
        (include_str!("menus/diner.json"), include_str!("sentences/diner.jsonl"), 89.0),
        (include_str!("menus/wok.json"), include_str!("sentences/wok.jsonl"), 94.0),
        (include_str!("menus/chicken.json"), include_str!("sentences/chicken.jsonl"), 95.0),
    ] {
        holds(menu, sentences, exact_min_percent, 89.0);
    }
}

/// A sentence that is no order: of `accept` something must be heard, of `forbid` nothing.
#[derive(Deserialize)]
struct Besides {
    text: String,
    expectation: Expectation,
    label: String,
    accept: Vec<String>,
    forbid: Vec<String>,
}

#[test]
fn sentences_that_are_no_orders_are_heard() {
    let book = book(include_str!("../../../parse/tests/tables/burger.json"));
    let mut labels: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    let mut missed = String::new();
    for line in include_str!("sentences/acts.jsonl").lines() {
        let besides: Besides = serde_json::from_str(line).expect("a sentence");
        let acts = parse::read(Utterance::alone(&besides.text, besides.expectation, &book));
        let heard = names(&acts);
        let has = |names: &[String]| names.iter().any(|name| heard.contains(name));
        let right = (besides.accept.is_empty() || has(&besides.accept)) && !has(&besides.forbid);
        let (rights, all) = labels.entry(besides.label.clone()).or_default();
        *all += 1.0;
        if right {
            *rights += 1.0;
        } else {
            missed += &format!("{}: {} => {heard:?}\n", besides.label, besides.text);
        }
    }
    let shares: Vec<f64> = labels.values().map(|(right, all)| right / all).collect();
    let macro_average = shares.iter().sum::<f64>() / f64::from(u32::try_from(shares.len()).expect("few"));
    assert!(macro_average >= 0.97, "{macro_average:.3}\n{missed}");
}

/// The names of the acts and of the operations in them.
fn names(acts: &Acts) -> Vec<String> {
    let document = serde_json::to_value(acts).expect("a document");
    let acts = document["acts"].as_array().into_iter().flatten();
    let named = acts.flat_map(|act| {
        let ops = act["ops"].as_array().into_iter().flatten().map(|op| op["op"].clone());
        std::iter::once(act["act"].clone()).chain(ops)
    });
    named.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

#[test]
#[should_panic(expected = "1 of 1 misses")]
fn a_failure_shows_the_report() {
    let sentence =
        r#"{"text": "a coke", "acts": [{"act": "order", "ops": [{"op": "add", "item": "water"}]}]}"#;
    holds(include_str!("../../../parse/tests/tables/burger.json"), sentence, 100.0, 0.0);
}
