//! Orders by touch: what is tapped takes the rows that the words would take.

use serde_json::{Value, json};

use crate::support::{Lane, Service, rows};

fn tap(lane: &Lane, act: &str, mut fields: Value) -> Value {
    fields["type"] = json!("tap");
    fields["act"] = json!(act);
    lane.take(fields)
}

fn choose(lane: &Lane, candidate: &str) -> Value {
    tap(lane, "choose", json!({ "candidate": candidate }))
}

#[test]
fn a_customer_who_is_never_understood_orders_a_shake_and_a_combo_by_touch_alone() {
    let (_service, lane) = Service::with_car();
    assert_eq!(lane.say("brzlfk grmpf")["question"]["kind"], "what_else");
    let shake = tap(&lane, "add_item", json!({ "item": "shake", "size": "large" }));
    assert_eq!(shake["question"]["candidates"][2], "strawberry");
    assert_eq!(rows(&choose(&lane, "strawberry")), "S10");
    let pickle = json!({ "group": "toppings", "modifier": "pickle", "amount": "no" });
    let combo = json!({ "combo": "cheeseburger_combo", "size": "large", "modifiers": [pickle],
        "components": [{ "slot": "side", "item": "onion_rings" }] });
    assert_eq!(tap(&lane, "add_combo", combo)["question"]["kind"], "which_option");
    choose(&lane, "lemonade");
    let sprinkles =
        json!({ "line_id": "L1", "group": "sweet_toppings", "modifier": "sprinkles", "amount": "extra" });
    tap(&lane, "set_modifier", sprinkles);
    tap(&lane, "set_size", json!({ "line_id": "L1", "size": "small" }));
    assert_eq!(tap(&lane, "done", json!({}))["state"], "confirming");
    let closing = tap(&lane, "confirm", json!({}));

    assert_eq!((&closing["order"]["status"], &closing["ticket"]["revision"]), (&json!("frozen"), &json!(1)));
    let lines = closing["order"]["lines"].as_array().unwrap();
    let picked = |line: &Value| {
        let picks = line["modifiers"].as_array().unwrap().iter();
        picks.map(|pick| format!("{} {}", pick["amount"], pick["modifier"])).collect::<Vec<_>>().join(", ")
    };
    let parts = |line: &Value| {
        let parts = line["components"].as_array().unwrap().iter();
        parts.map(|part| format!("{} {}", part["size"], part["item"])).collect::<Vec<_>>().join(", ")
    };
    let shown: Vec<_> =
        lines.iter().map(|it| (it["size"].clone(), it["item"].clone(), picked(it), parts(it))).collect();
    let row = |size: &str, item: &str, picks: &str, parts: &str| {
        (json!(size), json!(item), picks.to_owned(), parts.to_owned())
    };
    assert_eq!(
        shown,
        [
            row("small", "shake", r#""regular" "strawberry", "extra" "sprinkles""#, ""),
            row("large", "cheeseburger", r#""no" "pickle""#, r#""large" "onion_rings", "large" "lemonade""#),
        ]
    );
}

#[test]
fn a_touch_takes_the_rows_and_operations_of_the_words() {
    let service = Service::start();
    let (touched, spoken) = (service.lane("1"), service.lane("2"));
    touched.car();
    spoken.car();
    for (touch, words) in [
        (json!({ "act": "add_item", "item": "sprite" }), "a sprite"),
        (json!({ "act": "choose", "candidate": "large" }), "large"),
        (json!({ "act": "set_size", "line_id": "L1", "size": "small" }), "make that a small"),
    ] {
        let by_touch = tap(&touched, touch["act"].as_str().unwrap(), touch.clone());
        let by_words = spoken.say(words);
        for field in ["transitions", "say", "diffs", "question"] {
            assert_eq!(by_touch[field], by_words[field], "{field} of {touch}");
        }
        assert_eq!(by_touch["order"]["lines"], by_words["order"]["lines"], "{touch}");
    }
}

#[test]
fn a_choice_that_is_no_longer_asked_is_answered_with_what_is_asked_now() {
    let (_service, lane) = Service::with_car();
    lane.say("a sprite");
    choose(&lane, "large");
    let stale = choose(&lane, "small");
    assert_eq!(
        stale["refused"],
        json!([{ "state": "ordering", "event": "CHOOSE", "reason": "no_longer_asked" }])
    );
    assert_eq!(stale["say"]["text"], "Anything else?");
    assert_eq!(stale["order"]["lines"][0]["size"], "large");
}

#[test]
fn a_faulty_touch_is_named_by_its_field() {
    let (_service, lane) = Service::with_car();
    let before = lane.say("a cookie");
    for (act, mut fields, field) in [
        ("add_item", json!({ "item": "cookie", "modifiers": "salt" }), "modifiers"),
        ("add_item", json!({ "item": "cookie", "modifiers": [{ "modifier": "salt" }] }), "modifiers"),
        ("add_item", json!({ "item": "cookie", "modifiers": [pick("toppings", "onion")] }), "modifiers"),
        ("add_item", json!({ "item": "shake", "modifiers": [pick("flavors", "onion")] }), "modifiers"),
        ("add_combo", json!({}), "combo"),
        ("add_combo", json!({ "combo": "cheeseburger" }), "combo"),
        ("add_combo", json!({ "combo": "fish_combo", "size": "small" }), "size"),
        ("add_combo", json!({ "combo": "fish_combo", "components": [{ "slot": "drink" }] }), "components"),
        ("add_combo", json!({ "combo": "fish_combo", "components": [part("soup", "chili")] }), "components"),
        ("add_combo", json!({ "combo": "fish_combo", "components": [part("side", "coke")] }), "components"),
        ("add_combo", json!({ "combo": "fish_combo", "modifiers": [pick("ice", "ice")] }), "modifiers"),
        ("choose", json!({}), "candidate"),
        ("choose", json!({ "candidate": 1 }), "candidate"),
        ("choose", json!({ "candidate": "a".repeat(65) }), "candidate"),
        ("set_size", json!({ "line_id": "L1" }), "size"),
        ("set_size", json!({ "line_id": "L1", "size": "large" }), "size"),
        ("set_modifier", json!({ "line_id": "L1", "group": "ice", "modifier": "ice" }), "amount"),
        ("set_modifier", amount_of("ice", "ice_cubes", "lots"), "amount"),
        ("set_modifier", amount_of("ice", "ice_cubes", "no"), "group"),
    ] {
        fields["type"] = json!("tap");
        fields["act"] = json!(act);
        assert_eq!(lane.event(fields.clone()).faulty_field(), field, "{fields}");
    }
    assert_eq!(lane.now(), before);
}

fn pick(group: &str, modifier: &str) -> Value {
    json!({ "group": group, "modifier": modifier })
}

fn part(slot: &str, item: &str) -> Value {
    json!({ "slot": slot, "item": item })
}

fn amount_of(group: &str, modifier: &str, amount: &str) -> Value {
    json!({ "line_id": "L1", "group": group, "modifier": modifier, "amount": amount })
}
