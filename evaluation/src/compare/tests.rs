use serde_json::{Value, json};

use super::*;

fn acts(acts: Value) -> Vec<Act> {
    serde_json::from_value(acts).unwrap()
}

#[track_caller]
fn compared(wanted: Value, heard: Value) -> Comparison {
    Comparison::of(&acts(wanted), &acts(heard))
}

#[track_caller]
fn same(wanted: Value, heard: Value) {
    let compared = compared(wanted, heard);
    assert!(compared.is_exact(), "{compared:?}");
}

#[track_caller]
fn other(wanted: Value, heard: Value) {
    let compared = compared(wanted, heard);
    assert!(!compared.is_exact(), "{compared:?}");
}

fn ops(ops: &Value) -> Value {
    json!([{ "act": "order", "ops": ops }])
}

fn open(text: &str, reason: &str, candidates: &Value) -> Value {
    json!([{ "act": "order", "unresolved": [{ "text": text, "reason": reason, "candidates": candidates }] }])
}

fn burger(modifiers: &Value) -> Value {
    ops(&json!([{ "op": "add", "item": "hamburger", "modifiers": modifiers }]))
}

#[test]
fn the_order_in_which_things_were_said_makes_no_difference() {
    let [pickle, onion] =
        ["pickle", "onion"].map(|id| json!({ "group": "toppings", "modifier": id, "amount": "no" }));
    same(burger(&json!([pickle, onion])), burger(&json!([onion, pickle])));
    let [coke, fries] = ["coke", "fries"].map(|item| json!({ "op": "add", "item": item }));
    same(ops(&json!([coke, fries])), ops(&json!([fries, coke])));
    let combo = |components: Value| {
        ops(&json!([{ "op": "add", "item": "hamburger", "combo": "meal", "components": components }]))
    };
    let [side, drink] =
        [("side", "fries"), ("drink", "coke")].map(|(slot, item)| json!({ "slot": slot, "item": item }));
    same(combo(json!([side, drink])), combo(json!([drink, side])));
    same(
        json!([{ "act": "done" }, { "act": "order", "ops": [coke] }]),
        json!([{ "act": "order", "ops": [coke] }, { "act": "done" }]),
    );
    let question = |items: Value| json!([{ "act": "menu_question", "topic": "price", "items": items }]);
    same(question(json!(["coke", "fries"])), question(json!(["fries", "coke"])));
}

#[test]
fn what_is_left_out_is_what_is_given_by_default() {
    same(
        ops(&json!([{ "op": "add", "item": "coke" }])),
        ops(&json!([{ "op": "add", "item": "coke", "quantity": 1, "size": null, "modifiers": [] }])),
    );
    same(
        burger(&json!([{ "group": "toppings", "modifier": "bacon" }])),
        burger(&json!([{ "group": "toppings", "modifier": "bacon", "amount": "regular", "quantity": 1 }])),
    );
}

#[test]
fn every_difference_counts() {
    let add = |item: &str, quantity: u32| json!({ "op": "add", "item": item, "quantity": quantity });
    other(ops(&json!([add("coke", 2)])), ops(&json!([add("coke", 3)])));
    other(ops(&json!([add("coke", 2)])), ops(&json!([add("coke", 1), add("coke", 1)])));
    other(ops(&json!([add("coke", 1)])), ops(&json!([add("coke", 1), add("coke", 1)])));
    other(
        ops(&json!([add("coke", 1)])),
        json!([{ "act": "order", "ops": [add("coke", 1)] }, { "act": "done" }]),
    );
    let bacon = |amount: &str, quantity: u32| {
        burger(&json!([{ "group": "toppings", "modifier": "bacon", "amount": amount, "quantity": quantity }]))
    };
    other(bacon("extra", 1), bacon("regular", 2));
    let remove = |target: Value| ops(&json!([{ "op": "remove", "target": target }]));
    other(remove(json!({ "referent": true })), remove(json!({ "item": "coke" })));
    other(remove(json!({ "item": "coke" })), remove(json!({ "item": "coke", "ordinal": 2 })));
}

#[test]
fn what_is_open_may_be_labelled_with_fewer_words_and_no_candidates() {
    let heard = || open("two large burgers, no pickles", "ambiguous", &json!(["hamburger", "cheeseburger"]));
    same(open("Burgers!", "ambiguous", &json!([])), heard());
    same(open("large burgers", "ambiguous", &json!(["cheeseburger", "hamburger"])), heard());
    other(open("burgers", "ambiguous", &json!(["cheeseburger"])), heard());
    other(open("burgers", "not_on_menu", &json!([])), heard());
    other(open("three burgers", "ambiguous", &json!([])), heard());
    same(
        open("Jalapeño poppers", "not_on_menu", &json!([])),
        open("jalapeno poppers", "not_on_menu", &json!([])),
    );
}

#[test]
fn a_label_of_few_words_leaves_the_part_that_another_one_needs() {
    let all = |texts: [&str; 2]| {
        let part = |text: &str| json!({ "text": text, "reason": "not_on_menu" });
        json!([{ "act": "order", "unresolved": [part(texts[0]), part(texts[1])] }])
    };
    same(all(["rings", "onion rings"]), all(["onion rings", "cheese rings"]));
    other(all(["onion rings", "onion rings"]), all(["onion rings", "cheese rings"]));
}

#[test]
fn each_part_is_right_by_itself() {
    let coke = json!({ "op": "add", "item": "coke" });
    let compared = compared(
        json!([{ "act": "order", "ops": [coke, { "op": "clear" }] }, { "act": "done" }]),
        json!([{ "act": "order", "ops": [coke, coke] }, { "act": "yes" }]),
    );
    assert_eq!(compared.wanted, [Kind::Add, Kind::Clear, Kind::Act(ActKind::Done)]);
    assert_eq!(compared.heard, [Kind::Add, Kind::Add, Kind::Act(ActKind::Yes)]);
    assert_eq!(compared.right, [Kind::Add]);
}

#[test]
fn a_kind_is_called_as_its_act_is_written() {
    for act in ActKind::ALL.iter().filter(|act| **act != ActKind::Order) {
        let compared = compared(json!([{ "act": act.wire(), "topic": "price", "answer": "a" }]), json!([]));
        assert_eq!(compared.wanted.iter().map(|kind| kind.as_str()).collect::<Vec<_>>(), [act.wire()]);
    }
}
