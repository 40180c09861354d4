use parse::Languages;
use serde_json::json;

use super::*;

fn menu() -> Menu {
    let document = serde_json::from_str(include_str!("../../../parse/tests/tables/burger.json")).unwrap();
    Menu::check(&document).unwrap()
}

fn faults(lines: &str) -> Vec<String> {
    let faults = Sheet::read("stand", lines, &menu()).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn fault(op: &Value, fault: &str) {
    let label = json!({ "text": "so", "acts": [{ "act": "order", "ops": [op] }] });
    assert_eq!(faults(&label.to_string()), [format!("1: $.acts[0].{fault}")]);
}

#[test]
fn fields_with_defaults_may_be_left_out_or_be_null() {
    let lines = [
        r#"{"text": "a coke", "acts": [{"act": "order", "ops": [{"op": "add", "item": "coke"}]}]}"#,
        "",
        r#"{"text": "yes", "expectation": "yes_no_or_changes", "acts": [{"act": "yes"}]}"#,
        r#"{"text": "what is there", "acts": [{"act": "menu_question", "topic": "availability"}]}"#,
        r#"{"text": "a hot dog", "acts": [{"act": "order", "unresolved": [{"text": "hot dog", "reason": "not_on_menu"}]}]}"#,
        r#"{"text": "no ice in it", "expectation": null, "acts": [{"act": "order", "ops": [{"op": "modify",
            "target": {"referent": true}, "size": null, "modifiers": [{"group": "ice", "modifier": "ice", "amount": "no"}]}]}]}"#,
    ];
    let lines = lines.map(|line| line.replace('\n', " ")).join("\r\n");
    let sheet = Sheet::read("stand", &format!("\u{feff}{lines}\n\n"), &menu()).unwrap();
    let places: Vec<usize> = sheet.sentences.iter().map(|sentence| sentence.line).collect();
    assert_eq!(places, [1, 3, 4, 5, 6]);
    assert_eq!(
        sheet.sentences[0].acts,
        serde_json::from_value::<Vec<Act>>(json!([
            { "act": "order", "ops": [{ "op": "add", "item": "coke", "quantity": 1 }] }
        ]))
        .unwrap()
    );
    assert_eq!(sheet.sentences[0].expectation, Expectation::FreeFormOrdering);
    assert_eq!(sheet.sentences[1].expectation, Expectation::YesNoOrChanges);
}

#[test]
fn a_back_channel_may_assent() {
    let labels = r#"{"text": "mm-hm", "acts": [{"act": "back_channel", "assents": true}]}
{"text": "hmm", "acts": [{"act": "back_channel"}]}"#;
    let sheet = Sheet::read("stand", labels, &menu()).unwrap();
    let acts: Vec<&[Act]> = sheet.sentences.iter().map(|sentence| &sentence.acts[..]).collect();
    assert_eq!(acts, [[Act::BackChannel { assents: true }], [Act::BackChannel { assents: false }]]);
    let wrong = r#"{"text": "mm-hm", "acts": [{"act": "back_channel", "assents": "yes"}]}"#;
    assert_eq!(faults(wrong), ["1: $.acts[0]: invalid type: string \"yes\", expected a boolean"]);
}

#[test]
fn every_target_and_op_is_read_as_it_is_written() {
    let acts = json!([{ "act": "order", "ops": [
        { "op": "add", "item": "cheeseburger", "combo": "cheeseburger_combo", "size": "large", "quantity": 2,
          "modifiers": [{ "group": "toppings", "modifier": "pickle", "amount": "no", "quantity": 1 }],
          "components": [{ "slot": "drink", "item": "coke", "size": "xl",
                           "modifiers": [{ "group": "ice", "modifier": "ice", "amount": "light", "quantity": 1 }] }] },
        { "op": "remove", "target": { "item": "coke", "ordinal": 2 }, "quantity": 1 },
        { "op": "modify", "target": { "line_id": "L1" }, "size": "large", "combo": "chicken_combo", "quantity": 0,
          "modifiers": [], "components": [{ "slot": "side", "item": "fries", "size": null }], "split": 1 },
        { "op": "replace", "target": { "all": true, "except": [{ "referent": true }] },
          "with": { "item": "water", "combo": null, "size": null, "quantity": 1, "modifiers": [], "components": [] } },
        { "op": "clear" }
    ], "unresolved": [{ "text": "burger", "reason": "ambiguous", "candidates": ["hamburger", "cheeseburger"] }] }]);
    let label = json!({ "text": "a lot", "acts": acts }).to_string();
    let sheet = Sheet::read("stand", &label, &menu()).unwrap();
    assert_eq!(sheet.sentences[0].acts, serde_json::from_value::<Vec<Act>>(acts).unwrap());
}

#[test]
fn every_fault_of_a_file_is_named_with_its_line() {
    let lines = r#"{"text": "a coke", "acts": [{"act": "done", "item": "coke"}, {"act": "fly"}], "act": 1}
not json

{"text": " ", "expectation": "world_peace", "acts": []}
{"text": "a coke", "acts": [{"act": "order", "ops": [{"op": "add", "item": "cola", "qty": 2}, {"op": "grow"}]}]}
[]
{"acts": [{"act": "done"}]}"#;
    let faults = faults(lines);
    let starts = [
        "1: $.act: is no field here",
        "1: $.acts[0].item: is no field here: act are",
        "1: $.acts[1].act: unknown variant `fly`",
        "2: is not JSON: expected ident at column 2",
        "4: $.text: is empty",
        "4: $.expectation: unknown variant `world_peace`",
        "4: $.acts: is empty",
        "5: $.acts[0].ops[0].qty: is no field here",
        "5: $.acts[0].ops[0].item: \"cola\" is no item on the menu",
        "5: $.acts[0].ops[1].op: \"grow\" is none of add",
        "6: $: must be an object, not a list",
        "7: $.text: is missing",
    ];
    assert_eq!(faults.len(), starts.len(), "{faults:#?}");
    for (fault, start) in faults.iter().zip(starts) {
        assert!(fault.starts_with(start), "{fault}, not {start}");
    }
}

#[test]
fn what_is_not_on_the_menu_is_named() {
    let add = |field: &str, value: Value| {
        let mut op = json!({ "op": "add", "item": "cheeseburger", "combo": "cheeseburger_combo" });
        op[field] = value;
        op
    };
    let in_op = |text: &str| format!("ops[0].{text}");
    fault(&add("combo", json!("meal")), &in_op("combo: \"meal\" is no combo on the menu"));
    fault(&add("size", json!("xl")), &in_op("size: \"xl\" is no size of this item or combo"));
    fault(&add("item", json!("coke")), &in_op("item: is not the main of cheeseburger_combo, cheeseburger"));
    let pick = |group: &str, id: &str| json!([{ "group": group, "modifier": id }]);
    fault(
        &add("modifiers", pick("toppings", "ranch")),
        &in_op("modifiers[0].modifier: \"ranch\" is no modifier of this group"),
    );
    fault(
        &add("modifiers", pick("dips", "ranch")),
        &in_op("modifiers[0].group: \"dips\" is no modifier group of this item"),
    );
    fault(
        &add("components", json!([{ "slot": "toy", "item": "coke" }])),
        &in_op("components[0].slot: \"toy\" is no slot of this combo"),
    );
    fault(
        &add("components", json!([{ "slot": "drink", "item": "coke", "size": "huge" }])),
        &in_op("components[0].size: \"huge\" is no size of this item"),
    );
    let change = |field: &str, value: Value| {
        let mut op = json!({ "op": "modify", "target": { "referent": true } });
        op[field] = value;
        op
    };
    fault(
        &change("target", json!({ "item": "cola" })),
        &in_op("target.item: \"cola\" is no item on the menu"),
    );
    fault(&change("size", json!("huge")), &in_op("size: \"huge\" is no size on the menu"));
    fault(
        &change("modifiers", pick("herbs", "basil")),
        &in_op("modifiers[0].group: \"herbs\" is no modifier group on the menu"),
    );
}

#[test]
fn wrong_types_and_numbers_are_named() {
    let add = |field: &str, value: Value| {
        let mut op = json!({ "op": "add", "item": "hamburger" });
        op[field] = value;
        op
    };
    fault(
        &add("quantity", json!("two")),
        "ops[0].quantity: must be a whole number from 0 to 4294967295, not a text",
    );
    fault(&add("quantity", json!(0)), "ops[0].quantity: must be at least 1");
    fault(&add("item", json!(1)), "ops[0].item: must be a text, not 1");
    fault(&add("modifiers", json!("none")), "ops[0].modifiers: must be a list, not a text");
    fault(
        &add("components", json!([{ "slot": "drink", "item": "coke" }])),
        "ops[0].components: stand without a combo",
    );
    let remove = |target: Value| json!({ "op": "remove", "target": target });
    fault(&remove(json!({ "referent": false })), "ops[0].target.referent: must be true");
    fault(&remove(json!("it")), "ops[0].target: must be an object, not a text");
    fault(&remove(json!({})), "ops[0].target.referent: is missing");
    fault(&remove(json!({ "line_id": "first" })), "ops[0].target.line_id: a line id is L1, L2, ...");
    assert_eq!(
        faults(r#"{"text": "so", "acts": [{"act": "order"}]}"#),
        ["1: $.acts[0]: is an order of nothing: give ops or unresolved"]
    );
}

#[test]
fn a_file_without_sentences_is_refused() {
    assert_eq!(Sheet::read("stand", "\n \n", &menu()), Err(vec![LabelError::Empty]));
}

fn outcome(label: &Value, heard: &Value) -> Outcome {
    let sheet = Sheet::read("stand", &label.to_string(), &menu()).unwrap();
    let acts: Vec<Act> = serde_json::from_value(heard.clone()).unwrap();
    sheet.sentences[0].outcome(&acts, &MenuBook::compile(menu(), &Languages::default()))
}

#[test]
fn any_of_several_readings_is_right() {
    let order = |op: Value| json!([{ "act": "order", "ops": [op] }]);
    let coke = || json!({ "op": "add", "item": "coke", "size": "large" });
    let label = json!({ "text": "a large one and a lobster roll", "readings": [
        { "acts": order(coke()), "must_tell": ["lobster roll"], "may_tell": ["large"] },
        { "question": ["hamburger", "cheeseburger"] },
        { "question": [], "acts": [{ "act": "yes" }] },
    ] });
    let asks = |reason: &str, text: &str| json!({ "text": text, "reason": reason });
    let and = |open: &[Value]| json!([{ "act": "order", "ops": [coke()], "unresolved": open }]);
    for (heard, expected) in [
        (and(&[asks("not_on_menu", "lobster")]), Outcome::Exact),
        (and(&[asks("not_allowed", "lobster roll"), asks("ambiguous", "large")]), Outcome::Exact),
        (and(&[asks("not_on_menu", "lobster"), asks("ambiguous", "burger")]), Outcome::Asked),
        (and(&[]), Outcome::Silent),
        (order(json!({ "op": "add", "item": "sprite" })), Outcome::Silent),
        (json!([{ "act": "unclear" }]), Outcome::Asked),
        (json!([{ "act": "menu_question", "topic": "price", "items": ["hamburger"] }]), Outcome::Exact),
        (json!([{ "act": "menu_question", "topic": "price", "items": ["coke"] }]), Outcome::Silent),
        (
            json!([{ "act": "menu_question", "topic": "sizes", "items": ["coke"] }, { "act": "yes" }]),
            Outcome::Exact,
        ),
    ] {
        assert_eq!(outcome(&label, &heard), expected, "{heard}");
    }
}

#[test]
fn what_a_menu_gives_by_itself_is_said_in_a_reading() {
    let acts = |ops: Value| json!([{ "act": "order", "ops": ops }]);
    let add = |item: &str, more: Value| {
        let mut op = json!({ "op": "add", "item": item });
        op.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        op
    };
    let label = json!({ "text": "so", "readings": [{ "acts": acts(json!([add("coke", json!({ "quantity": 2 }))])) }] });
    let size = menu().item(&"coke".into()).and_then(|item| item.default_size()).map(|size| size.id.clone());
    let coke = || add("coke", json!({ "size": size }));
    assert_eq!(outcome(&label, &acts(json!([coke(), coke()]))), Outcome::Exact);
    assert_eq!(
        outcome(&label, &acts(json!([coke(), add("coke", json!({ "size": "large" }))]))),
        Outcome::Silent
    );
    let to_the_letter = json!({ "text": "so", "acts": acts(json!([add("coke", json!({}))])) });
    assert_eq!(outcome(&to_the_letter, &acts(json!([coke()]))), Outcome::Asked);
}

#[test]
fn faults_of_readings_are_named() {
    let label = json!({ "text": "so", "acts": [], "readings": [{ "may_tell": ["ice"] }, { "must_tell": [" "], "ask": [] }] });
    assert_eq!(
        faults(&label.to_string()),
        [
            "1: $.acts: stand beside readings: give one of the two",
            "1: $.readings[0]: is a reading of nothing: give acts, question or must_tell",
            "1: $.readings[1].ask: is no field here: acts, question, must_tell, may_tell are",
            "1: $.readings[1].must_tell[0]: is empty",
        ]
    );
    assert_eq!(
        faults(r#"{"text": "so", "readings": []}"#),
        ["1: $.readings: is empty: what means nothing is {\"act\": \"unclear\"}"]
    );
}
