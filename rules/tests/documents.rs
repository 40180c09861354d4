//! Documents of rules, sound and faulty.

use std::fmt::Write as _;

use fsm::menu::Menu;
use rules::{KnownAgents, RuleBook};
use serde_json::{Value, json};

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn menu() -> Menu {
    Menu::check(&read(include_str!("../../fixtures/menus/burger.json"))).unwrap()
}

#[test]
fn the_samples_are_sound_and_name_only_what_is_on_their_menu() {
    for text in [
        include_str!("../../fixtures/rules/burger.json"),
        include_str!("../../fixtures/rules/default.json"),
        include_str!("../../fixtures/rules/night.json"),
        include_str!("../../fixtures/rules/prices.json"),
        include_str!("../../fixtures/rules/questions.json"),
        include_str!("../../fixtures/rules/visits.json"),
    ] {
        let book = RuleBook::read(&read(text)).unwrap();
        assert_eq!(book.unknown_on(&menu()), []);
    }
}

#[test]
fn rules_count_by_priority_then_in_their_order_and_inactive_ones_not_at_all() {
    let rule = |id: &str, priority: i32| json!({ "id": id, "at": "crew", "then": { "reason": id }, "priority": priority });
    let mut off = rule("off", 1000);
    off["active"] = json!(false);
    let document = json!({ "id": "d", "rules": [rule("a", 0), off, rule("b", 5), rule("c", 5)] });
    let book = RuleBook::read(&document).unwrap();
    let ids: Vec<&str> = book.rules.rules().iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(ids, ["b", "c", "a"]);
}

#[test]
fn what_the_menu_lacks_is_told_with_its_place() {
    let document = json!({ "id": "d", "rules": [
        { "id": "a", "at": "available", "when": "time > \"10:30\" &&\n item.category == \"brekfast\"",
          "then": { "available": false, "reason": "Over.", "substitutes": ["hamburger", "hamburgr"] } },
        { "id": "b", "at": "offer", "when": "lines.exists(l, l.item == \"cok\")", "then": { "item": "fry" } },
        { "id": "c", "at": "offer", "priority": 1, "then": { "combo": "kombo" } },
        { "id": "d", "at": "offer", "priority": 2, "active": false, "then": { "combo": "gone" } },
        { "id": "e", "at": "after_add", "when": "item.id == \"hotdog\"", "then": { "ask": "Which?", "answers": [
            { "id": "a", "text": "A", "add": { "item": "cookies", "size": "huge" } },
            { "id": "b", "text": "B", "modify": { "modifiers": [{ "group": "toppings", "modifier": "ketchup" }] } },
            { "id": "c", "text": "C", "modify": { "size": "large", "on": { "categories": ["soups"] } } },
        ] } },
    ] });
    let faults = RuleBook::read(&document).unwrap().unknown_on(&menu());
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn whom_the_configuration_lacks_is_told_with_its_rule() {
    let document = json!({ "id": "d", "rules": [
        { "id": "night", "at": "agent", "when": "time >= \"22:00\"",
          "then": { "parser": "grammar_then_llm", "responder": "template", "profiles": { "menu": "warm", "order": "cold" } } },
    ] });
    let book = RuleBook::read(&document).unwrap();
    let told = |known: &KnownAgents| {
        book.unknown_among(known).iter().map(|fault| format!("{fault}\n")).collect::<String>()
    };
    insta::assert_snapshot!(told(&KnownAgents { profiles: ["warm".to_owned()].into(), have_model: false }));
    let profiles = ["warm".to_owned(), "cold".to_owned()].into();
    assert_eq!(told(&KnownAgents { profiles, have_model: true }), "");
    assert_eq!(book.unknown_on(&menu()), []);
}

/// A document with one rule that is `crew` with a reason, and these fields.
fn with(fields: &Value) -> Value {
    let mut rule = json!({ "id": "r", "at": "crew", "then": { "reason": "Because." } });
    for (name, value) in fields.as_object().unwrap() {
        if value == "GONE" {
            rule.as_object_mut().unwrap().remove(name);
        } else {
            rule[name] = value.clone();
        }
    }
    json!({ "id": "d", "rules": [rule] })
}

/// A question that is asked before the summary, with these fields and answers.
fn asking(fields: &Value, answers: &Value) -> Value {
    let mut then = json!({ "ask": "Hot or iced?", "answers": answers });
    for (name, value) in fields.as_object().unwrap() {
        then[name] = value.clone();
    }
    with(&json!({ "at": "before_summary", "then": then }))
}

/// Two answers, the second with these fields.
fn two_answers(fields: &Value) -> Value {
    let mut iced = json!({ "id": "iced", "text": "Iced" });
    for (name, value) in fields.as_object().unwrap() {
        iced[name] = value.clone();
    }
    json!([{ "id": "hot", "text": "Hot" }, iced])
}

fn two(one: &Value, other: &Value) -> Value {
    let (mut one, mut other) = (one.clone(), other.clone());
    (one["id"], other["id"]) = (json!("one"), json!("other"));
    json!({ "id": "d", "rules": [one, other] })
}

#[test]
fn every_fault_of_a_document_is_named_by_its_path() {
    let offer = |when: &str, item: &str| json!({ "at": "offer", "when": when, "then": { "item": item } });
    let mut told = String::new();
    for document in [
        json!([]),
        json!({}),
        json!({ "id": "", "rules": [] }),
        json!({ "id": "d", "rules": {} }),
        json!({ "id": "d", "rules": [], "rule": [] }),
        json!({ "id": "d", "rules": ["r"] }),
        with(&json!({ "id": "GONE" })),
        with(&json!({ "at": "GONE" })),
        with(&json!({ "at": "summary" })),
        with(&json!({ "then": "GONE" })),
        with(&json!({ "then": "call" })),
        with(&json!({ "then": {} })),
        with(&json!({ "then": { "reason": "" } })),
        with(&json!({ "then": { "reason": "Why.", "who": "me" } })),
        with(&json!({ "when": 3 })),
        with(&json!({ "when": "total > 150.5" })),
        with(&json!({ "when": "item.id == \"coke\"" })),
        with(&json!({ "priority": "high" })),
        with(&json!({ "priority": 1001 })),
        with(&json!({ "active": 1 })),
        with(&json!({ "from": "2026-13-01" })),
        with(&json!({ "from": "2026-12-02", "until": "2026-12-01" })),
        with(&json!({ "note": 3 })),
        with(&json!({ "prio": 3 })),
        with(&json!({ "at": "available", "then": { "available": false } })),
        with(&json!({ "at": "available", "then": { "available": "no" } })),
        with(&json!({ "at": "available", "then": { "available": true, "reason": "Yes." } })),
        with(
            &json!({ "at": "available", "then": { "available": false, "reason": "No.", "substitutes": "coke" } }),
        ),
        with(&json!({ "at": "offer", "then": {} })),
        with(&json!({ "at": "offer", "then": { "item": "fries", "combo": "c" } })),
        with(&json!({ "at": "offer", "then": { "none": false } })),
        with(&json!({ "at": "offer", "then": { "item": 3 } })),
        with(&json!({ "at": "agent", "then": {} })),
        with(&json!({ "at": "agent", "then": { "profile": "warm" } })),
        with(&json!({ "at": "agent", "then": { "parser": "model", "responder": 1 } })),
        with(&json!({ "at": "agent", "then": { "profiles": { "menu": "a b", "waiter": "warm" } } })),
        with(&json!({ "at": "agent", "then": { "profiles": "warm" } })),
        with(&json!({ "at": "agent", "when": "words.contains(\"help\")", "then": { "parser": "grammar" } })),
        with(&json!({ "at": "unsafe", "then": {} })),
        with(&json!({ "at": "unsafe", "then": { "lines": 0 } })),
        with(&json!({ "at": "unsafe", "then": { "share": 101 } })),
        with(&json!({ "at": "unsafe", "then": { "items": -1 } })),
        with(&json!({ "at": "unsafe", "then": { "always": [3] } })),
        with(&json!({ "at": "arrival", "then": {} })),
        with(&json!({ "at": "arrival", "then": { "greeting": "", "tags": ["a", 3] } })),
        with(&json!({ "at": "arrival", "then": { "limits": {} } })),
        with(
            &json!({ "at": "arrival", "then": { "limits": { "items": 0, "line": 1001, "subtotal": "ten", "lines": 3 } } }),
        ),
        with(&json!({ "at": "patience", "then": {} })),
        with(&json!({ "at": "patience", "then": { "nudges": 6, "tries": 1, "upsets": 4, "yells": 1 } })),
        with(
            &json!({ "at": "patience", "then": { "ticket_unanswered_seconds": 9, "handoff_unanswered_seconds": 601, "question_open_seconds": 4, "visit_idle_seconds": 7201 } }),
        ),
        two(
            &json!({ "at": "patience", "then": { "nudges": 1 } }),
            &json!({ "at": "patience", "then": { "nudges": 2 } }),
        ),
        asking(&json!({}), &json!([])),
        asking(&json!({}), &json!([{ "id": "a", "text": "A" }])),
        asking(
            &json!({}),
            &json!(
                (0..7)
                    .map(|n| json!({ "id": format!("a{n}"), "text": format!("A {n}") }))
                    .collect::<Vec<_>>()
            ),
        ),
        asking(&json!({ "ask": "Hot or iced." }), &two_answers(&json!({}))),
        asking(&json!({ "ask": format!("{}?", "why ".repeat(60)) }), &two_answers(&json!({}))),
        asking(&json!({}), &two_answers(&json!({ "text": "hot!" }))),
        asking(&json!({}), &two_answers(&json!({ "said": ["Cold", "HOTS"] }))),
        asking(&json!({}), &two_answers(&json!({ "id": "hot" }))),
        asking(&json!({}), &two_answers(&json!({ "text": "" }))),
        asking(&json!({}), &two_answers(&json!({ "tag": "a", "note": "b" }))),
        asking(&json!({}), &two_answers(&json!({ "say": "b" }))),
        asking(&json!({}), &two_answers(&json!({ "add": {} }))),
        asking(&json!({}), &two_answers(&json!({ "add": { "item": "coke", "quantity": 11 } }))),
        asking(&json!({}), &two_answers(&json!({ "modify": {} }))),
        asking(&json!({}), &two_answers(&json!({ "modify": { "size": "large" } }))),
        asking(
            &json!({}),
            &two_answers(
                &json!({ "modify": { "modifiers": [{ "group": "ice", "amount": "much" }], "on": { "items": ["coke"] } } }),
            ),
        ),
        asking(&json!({}), &two_answers(&json!({ "hand_over": true }))),
        with(&json!({ "when": "\"staff\" in listener" })),
        with(&json!({ "when": "tags == \"staff\"" })),
        with(&json!({ "at": "price", "then": { "percent": 10 } })),
        with(&json!({ "at": "price", "then": { "name": "Sale", "percent": 0 } })),
        with(&json!({ "at": "price", "then": { "name": "Sale", "percent": 12.5 } })),
        with(&json!({ "at": "price", "then": { "name": "Sale", "percent": 10, "amount": "1.00" } })),
        with(&json!({ "at": "price", "then": { "name": "Sale", "amount": "0.00" } })),
        with(&json!({ "at": "price", "then": { "name": "Sale", "amount": "-1.00" } })),
        with(&json!({ "at": "price", "then": { "name": "Sale", "amount": "1.00", "quantity": 2 } })),
        with(&json!({ "at": "price", "then": { "name": "Sale", "price": "5.00" } })),
        with(
            &json!({ "at": "price", "then": { "name": "Sale", "price": "5.00", "quantity": 99, "on": {} } }),
        ),
        with(&json!({ "at": "price", "then": { "name": "Sale", "percent": 10, "on": ["coke"] } })),
        with(
            &json!({ "at": "price", "when": "words.contains(\"coupon\")", "then": { "name": "Sale", "percent": 10 } }),
        ),
        with(&json!({ "at": "price", "when": "total > 1000", "then": { "name": "Sale", "percent": 10 } })),
        two(
            &json!({ "at": "price", "then": { "name": "A", "percent": 10 } }),
            &json!({ "at": "price", "then": { "name": "B", "amount": "1.00" } }),
        ),
        two(
            &json!({ "at": "price", "then": { "name": "A", "percent": 10, "on": { "items": ["coke"] } } }),
            &json!({ "at": "price", "then": { "name": "B", "percent": 20, "on": { "items": ["fries", "coke"] } } }),
        ),
        json!({ "id": "d", "rules": [with(&json!({}))["rules"][0], with(&json!({}))["rules"][0]] }),
        two(&offer("items > 1", "fries"), &offer("items > 2", "coke")),
        two(
            &json!({ "at": "unsafe", "then": { "lines": 2 } }),
            &json!({ "at": "unsafe", "then": { "lines": 4 } }),
        ),
        two(
            &json!({ "at": "available", "when": "item.id == \"coke\"", "then": { "available": true } }),
            &json!({ "at": "available", "when": "time > \"10:00\"", "then": { "available": false, "reason": "No." } }),
        ),
        json!({ "id": "d", "rules": vec![json!({}); 501] }),
    ] {
        let faults = RuleBook::read(&document).expect_err(&document.to_string());
        let shown = document.to_string();
        let _ = writeln!(told, "{}", shown.chars().take(160).collect::<String>());
        for fault in faults.iter().take(3) {
            let _ = writeln!(told, "    {fault}");
        }
    }
    insta::assert_snapshot!(told);
}

#[test]
fn rules_that_cannot_hold_together_or_agree_need_no_order() {
    let offer = |when: &str, item: &str| json!({ "at": "offer", "when": when, "then": { "item": item } });
    let mut later = offer("true", "coke");
    later["from"] = json!("2026-12-02");
    let mut earlier = offer("true", "fries");
    earlier["until"] = json!("2026-12-01");
    for (one, other) in [
        (offer("items > 1", "fries"), offer("items > 2", "fries")),
        (offer("items > 2", "fries"), offer("items <= 2", "coke")),
        (offer("offered || weekday == \"sat\"", "fries"), offer("!(offered || weekday == \"sat\")", "coke")),
        (offer("weekday in [\"sat\", \"sun\"]", "fries"), offer("weekday == \"mon\" && items > 1", "coke")),
        (offer("time >= \"10:30\" && time < \"14:00\"", "fries"), offer("time >= \"14:00\"", "coke")),
        (earlier, later),
    ] {
        assert!(RuleBook::read(&two(&one, &other)).is_ok(), "{one} {other}");
    }
}
