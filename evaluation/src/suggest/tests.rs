use std::collections::BTreeMap;

use agents::UtteranceParser;
use agents::rules::Brief;
use async_trait::async_trait;
use fsm::dialogue::Acts;
use fsm::menu::Menu;
use parse::{Languages, MenuBook, Utterance};
use serde_json::{Value, json};

use super::*;
use crate::{Sheet, evaluate};

fn stand() -> MenuBook {
    let document = serde_json::from_str(include_str!("../../../parse/tests/tables/burger.json")).unwrap();
    MenuBook::compile(Menu::check(&document).unwrap(), &Languages::default())
}

/// Hears each text as it is told.
struct Told(BTreeMap<String, (f64, Value)>);

#[async_trait]
impl UtteranceParser for Told {
    async fn parse(&self, utterance: Utterance<'_>, _: Brief<'_>) -> Acts {
        let (confidence, acts) = self.0[utterance.text].clone();
        Acts::by("told", confidence, serde_json::from_value(acts).unwrap())
    }
}

fn order(ops: &Value, unresolved: &Value) -> Value {
    json!([{ "act": "order", "ops": ops, "unresolved": unresolved }])
}

fn adds(lines: &[Value]) -> Value {
    let mut ops = lines.to_vec();
    ops.iter_mut().for_each(|op| op["op"] = json!("add"));
    order(&json!(ops), &json!([]))
}

/// What is found where this was said, meant, and heard so surely.
fn found(sentences: &[(&str, Value, f64, Value)]) -> Findings {
    let book = stand();
    let lines = sentences.iter().map(|(text, meant, ..)| json!({ "text": text, "acts": meant }).to_string());
    let sheet = Sheet::read("stand", &lines.collect::<Vec<_>>().join("\n"), &book.menu).unwrap();
    let told =
        |(text, _, sure, heard): &(&str, Value, f64, Value)| ((*text).to_owned(), (*sure, heard.clone()));
    let told = Told(sentences.iter().map(told).collect());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(evaluate("told", &told, &book, &[sheet], 0.6)).findings
}

/// The cause and the subject of one miss.
#[track_caller]
fn check(text: &str, meant: &Value, heard: &Value, cause: &str, subject: &str) {
    let findings = found(&[(text, meant.clone(), 0.9, heard.clone())]);
    let [group] = &findings.groups[..] else { panic!("{findings:#?}") };
    assert_eq!((group.cause, group.subjects[0].0.as_str()), (cause, subject), "{text}");
}

#[test]
fn each_miss_has_one_cause() {
    let line = |item: &str| json!({ "item": item });
    let coke = |size: &str| adds(&[json!({ "item": "coke", "size": size })]);
    let burger = |quantity: u32, modifiers: Value| {
        adds(&[json!({ "item": "hamburger", "quantity": quantity, "modifiers": modifiers })])
    };
    let pickle = json!([{ "group": "toppings", "modifier": "pickle", "amount": "no" }]);
    let open = |text: &str, reason: &str| json!([{ "text": text, "reason": reason, "candidates": [] }]);
    for (text, meant, heard, cause, subject) in [
        (
            "a frumpel",
            adds(&[line("hamburger")]),
            order(&json!([]), &open("frumpel", "not_on_menu")),
            "words that the menu does not know",
            "frumpel",
        ),
        (
            "a cheeseburger",
            adds(&[line("cheeseburger")]),
            adds(&[line("hamburger")]),
            "something heard as something else",
            "cheeseburger heard as hamburger",
        ),
        ("a large coke", coke("large"), coke("small"), "another size, or none", "coke: large heard as small"),
        (
            "a hamburger no pickles",
            burger(1, pickle.clone()),
            burger(1, json!([])),
            "a modifier dropped, or on the wrong line",
            "hamburger: no pickle",
        ),
        (
            "two hamburgers",
            burger(2, json!([])),
            burger(1, json!([])),
            "a number moved",
            "hamburger: 2 heard as 1",
        ),
        (
            "a hamburger",
            burger(1, json!([])),
            adds(&[line("hamburger"), line("coke")]),
            "something added that nobody said",
            "coke",
        ),
        (
            "a hamburger and a coke",
            adds(&[line("hamburger"), line("coke")]),
            burger(1, json!([])),
            "something said that is lost",
            "coke",
        ),
        (
            "a hamburger",
            burger(1, json!([])),
            order(&json!([{ "op": "add", "item": "hamburger" }]), &open("burger", "ambiguous")),
            "asked or told though plain",
            "burger",
        ),
        (
            "clear it",
            order(&json!([{ "op": "clear" }]), &json!([])),
            order(&json!([{ "op": "remove", "target": { "referent": true } }]), &json!([])),
            "a change of the order heard wrong",
            "order.clear heard as order.remove",
        ),
        ("done", json!([{ "act": "done" }]), json!([{ "act": "yes" }]), "another act", "done heard as yes"),
    ] {
        check(text, &meant, &heard, cause, subject);
    }
}

#[test]
fn the_most_frequent_cause_comes_first_with_examples_and_advice() {
    let coke = |size: &str| adds(&[json!({ "item": "coke", "size": size })]);
    let (yes, done) = (json!([{ "act": "yes" }]), json!([{ "act": "done" }]));
    let findings = found(&[
        ("done", done.clone(), 0.9, yes.clone()),
        ("a large coke", coke("large"), 0.9, coke("small")),
        ("one large coke", coke("large"), 0.9, coke("small")),
        ("yes", yes.clone(), 0.9, yes.clone()),
        ("okay then", yes.clone(), 0.5, yes),
    ]);
    insta::assert_snapshot!(findings.text("of 5 sentences are missed", 1), @r#"
    4 of 5 sentences are missed, by cause, the most frequent first

       2  another size, or none
             2  coke: large heard as small
          stand:2  a large coke
              want   +1 coke/large
              heard  +1 coke/small
          -> write what people call the size as its alias; the phases are "Lattice" and "Search"

       1  another act
             1  done heard as yes
          stand:1  done
              want   done
              heard  yes
          -> the phase is "Meant"; its words are the pack's acts.txt and questions

       1  asked though right: it was not sure enough
             1  at 0.5
          stand:5  okay then
              want   yes
              heard  unsure: yes
          -> see its doubts with `carhop parse --explain`; the phase is "Confidence" in docs/understanding.md
    "#);
    assert_eq!(Findings::default().text("of 5 sentences are missed", 1), "0 of 5 sentences are missed\n");
}

fn turn(at: u32, text: Option<&str>, acts: &Value, diffs: &Value, handoff: Option<&str>) -> AuditedTurn {
    let event = json!({ "id": "1", "type": "utterance", "text": text, "more": [1] });
    let turn = json!({
        "turn": at, "state": "ordering", "acts": acts, "diffs": diffs,
        "parser": text.map(|_| json!({ "agent": "grammar", "confidence": 0.9 })),
        "handoff": handoff.map(|reason| json!({ "reason": reason })),
    });
    AuditedTurn::read(format!("session:{at}"), &event.to_string(), &turn.to_string()).unwrap()
}

#[test]
fn turns_that_went_wrong_are_found_by_what_came_next() {
    let (unclear, none) = (json!([{ "act": "unclear" }]), json!([]));
    let coke = adds(&[json!({ "item": "coke" })]);
    let hamburger = adds(&[json!({ "item": "hamburger" })]);
    let removes = order(&json!([{ "op": "remove", "target": { "line_id": "L1" } }]), &json!([]));
    let diff = |op: &str, line: &str| json!([{ "op": op, "line_id": line, "quantity": 1 }]);
    let session = vec![
        turn(1, None, &none, &none, None),
        turn(2, Some("a coke"), &coke, &diff("add", "L1"), None),
        turn(3, Some("no a pepsi"), &removes, &diff("remove", "L1"), None),
        turn(4, Some("a hamburger"), &hamburger, &diff("add", "L2"), None),
        // Takes off what was ordered before.
        turn(5, Some("a coke"), &coke, &diff("add", "L3"), None),
        turn(6, Some("take off the burger"), &removes, &diff("remove", "L2"), None),
        turn(7, Some("a frumpel"), &unclear, &none, None),
        turn(8, Some("a frumpel!"), &unclear, &none, Some("not_understood")),
        turn(9, Some("hello"), &unclear, &none, Some("not_understood")),
    ];
    let findings = findings_of_turns(&[session], &stand(), 0.6);
    let told: Vec<(&str, usize, &str)> = findings
        .groups
        .iter()
        .map(|group| (group.cause, group.count, group.examples[0].place.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("corrected or undone in the next turn", 1, "session:2"),
            ("not understood", 1, "session:7"),
            ("handed over to the crew", 1, "session:8")
        ]
    );
    assert_eq!(findings.groups[1].subjects, [("frumpel".to_owned(), 1)]);
    assert_eq!(findings.groups[0].examples[0].wanted.as_deref(), Some("(said next) no a pepsi"));
}
