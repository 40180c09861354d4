//! Questions without a lane.

use serde_json::{Value, json};

use crate::support::Service;

const ASK: &str = "/v1/drive-thrus/d1/ask";

#[test]
fn a_question_is_answered_with_its_facts_and_goes_on_by_what_the_client_keeps() {
    let service = Service::start();
    let first = service.post(ASK, &json!({ "input": "what shakes do you have" })).json(200);
    assert_eq!(first["facts"][0]["fact"], "list");
    assert_eq!((&first["agent"], &first["handoff"]), (&json!("menu"), &json!(false)));

    let refs = json!([{ "kind": "item", "item": "unicorn" }, { "kind": "item", "item": "shake" }]);
    let history = json!([
        { "role": "customer", "text": "what shakes do you have" },
        { "role": "agent", "text": "The shake costs nothing and is safe for everybody.", "refs": refs },
    ]);
    let asked = json!({ "input": "does it have milk", "history": history });
    let second = service.post(ASK, &asked).json(200);
    assert_eq!(second["answer"].as_str().map(|text| text.starts_with("The shake contains milk")), Some(true));
    assert_eq!(second["refs"], json!([{ "kind": "item", "item": "shake" }]), "what we do not have is no ref");
}

#[test]
fn what_no_data_says_is_for_a_person_and_an_order_is_no_question() {
    let service = Service::start();
    let asked = |input: &str| service.post(ASK, &json!({ "input": input })).json(200);
    let unsure = asked("does the veggie burger have egg");
    assert!(
        unsure["answer"].as_str().is_some_and(|text| text.contains("a team member can tell you")),
        "{unsure}"
    );
    assert_eq!(unsure["handoff"], true);
    let order = asked("two cheeseburgers please");
    assert_eq!((&order["facts"], &order["refs"]), (&json!([]), &json!([])));
    assert_eq!(service.get("/v1/drive-thrus/d1/lanes").json(200)["lanes"], json!([]), "nothing is stored");
}

#[test]
fn the_house_is_asked_for_the_time_that_the_client_names() {
    let service = Service::start();
    let asked = |at: &str| {
        let body = json!({ "input": "are you open now", "at": at, "locale": "en-US" });
        service.post(ASK, &body).json(200)["facts"][0].clone()
    };
    let [day, night] = ["2026-11-25T12:00:00Z", "2026-11-25T03:00:00Z"].map(asked);
    assert_eq!((&day["fact"], &day["about"]), (&json!("house"), &json!("hours")), "{day}");
    assert_ne!(day["now"], night["now"], "{day} {night}");
}

#[test]
fn what_is_no_question_at_all_is_refused_by_its_field() {
    let service = Service::start();
    let fields = [
        (json!({}), "input"),
        (json!({ "input": " " }), "input"),
        (json!({ "input": "hi", "stream": true }), "stream"),
        (json!({ "input": "hi", "at": "yesterday" }), "at"),
        (json!({ "input": "hi", "locale": "en US" }), "locale"),
        (
            json!({ "input": "hi", "history": vec![json!({ "role": "customer", "text": "hi" }); 13] }),
            "history",
        ),
    ];
    for (body, field) in fields {
        let problem: Value = service.post(ASK, &body).problem(422, "invalid-event");
        assert_eq!(problem["field"], field, "{body}");
    }
}
