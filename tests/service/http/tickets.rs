//! What a POS asks and says, with `CARHOP_POS_EMITTER=none`: it speaks for itself.

use serde_json::{Value, json};

use crate::support::{Answer, Lane, Service, Ticket, fresh_id, rows, shown};

/// A lane whose order is confirmed, and its ticket.
struct Confirmed {
    service: Service,
    lane: Lane,
    turn: Value,
    ticket: Ticket,
}

impl Confirmed {
    fn new(order: &str) -> Self {
        let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
        let lane = service.lane("1");
        let turn = lane.confirmed(order);
        let ticket = Ticket::of(&service, &turn);
        Self { service, lane, turn, ticket }
    }

    fn says(&self, word: &str, body: &Value) -> Answer {
        self.ticket.post(word, body)
    }
}

/// The ticket without notes of its delivery: when messages go out is the outbox's affair, and no answer waits for it.
fn said_of(mut ticket: Value) -> Value {
    ticket["history"].as_array_mut().unwrap().retain(|note| note["what"] != "delivered");
    ticket
}

#[test]
fn a_ticket_waits_until_the_pos_takes_it() {
    let it = Confirmed::new("a cookie");
    assert_eq!(it.ticket.now()["status"], "pending");
    assert_eq!(it.lane.now(), it.turn);
    let taken = it.says("ack", &json!({ "pos_reference": "POS-7" })).json(200);
    assert_eq!((&taken["status"], &taken["pos_reference"]), (&json!("acknowledged"), &json!("POS-7")));
    assert_eq!(it.lane.now()["ticket"]["status"], "acknowledged");
    assert!(!it.service.data().join("tickets.jsonl").exists());
    let audit = it.service.audit(&it.turn);
    assert_eq!(rows(&audit["entries"][4]["turn"]), "D54");
    assert_eq!(audit["entries"][4]["event"]["pos_reference"], "POS-7");
}

#[test]
fn a_ticket_is_shown_with_its_history() {
    let it = Confirmed::new("a cookie");
    it.says("payment-problem", &json!({ "reason": "card declined" })).json(200);
    it.lane.say("yes");
    let mut ticket = said_of(it.says("ack", &json!({})).json(200));
    let history = ticket.as_object_mut().unwrap().remove("history").unwrap();
    let seen: Vec<&Value> = history.as_array().unwrap().iter().map(|note| &note["what"]).collect();
    assert_eq!(seen, ["payment_problem", "acknowledged"]);
    insta::assert_snapshot!(shown(&ticket));
}

#[test]
fn what_the_pos_has_said_can_be_said_again_and_the_contrary_cannot() {
    let it = Confirmed::new("a cookie");
    let first = said_of(it.says("ack", &json!({ "pos_reference": "POS-7" })).json(200));
    assert_eq!(said_of(it.says("ack", &json!({ "pos_reference": "POS-8" })).json(200)), first);
    it.says("reject", &json!({ "reason": "too late" })).problem(409, "ticket-state");
    it.says("payment-problem", &json!({})).problem(409, "ticket-state");
    assert_eq!(said_of(it.ticket.now()), first);
    assert_eq!(rows(&it.lane.now()), "D54");
}

#[test]
fn a_ticket_that_the_pos_refuses_opens_the_order_again() {
    let it = Confirmed::new("a cookie");
    let refused = it.says("reject", &json!({ "reason": "printer on fire" })).json(200);
    assert_eq!(refused["status"], "rejected");
    let asked = it.lane.now();
    assert_eq!((rows(&asked).as_str(), &asked["question"]["kind"]), ("D24", &json!("what_is_wrong")));
    assert_eq!(asked["order"]["status"], "open");
    let again = it.says("reject", &json!({ "reason": "printer on fire" })).json(200);
    assert_eq!(said_of(again), said_of(refused.clone()));
    let problem = it.says("ack", &json!({})).problem(409, "ticket-state");
    assert_eq!(problem["cursor"], json!({ "session_id": asked["session_id"], "turn": asked["turn"] }));
    assert_eq!(it.lane.now(), asked);

    it.lane.say("that's all");
    let second = it.lane.say("yes");
    assert_eq!(
        (&second["ticket"]["revision"], &second["order"]["order_id"]),
        (&json!(2), &it.turn["order"]["order_id"])
    );
    assert_ne!(second["ticket"]["ticket_id"], it.turn["ticket"]["ticket_id"]);
    let replacing = Ticket::of(&it.service, &second).now();
    assert_eq!(replacing["replaces"], it.turn["ticket"]["ticket_id"]);
    assert_eq!(replacing["order_number"], refused["order_number"]);
}

#[test]
fn a_ticket_refused_for_an_item_takes_the_item_off() {
    let it = Confirmed::new("a milk and a cookie");
    it.says("reject", &json!({ "reason": "no such thing", "item": "lobster" })).problem(422, "invalid-event");
    assert_eq!((it.lane.now(), &it.ticket.now()["status"]), (it.turn.clone(), &json!("pending")));
    it.says("reject", &json!({ "reason": "out of it", "item": "milk" })).json(200);
    let asked = it.lane.now();
    assert_eq!((rows(&asked).as_str(), &asked["question"]["kind"]), ("G08", &json!("replacement")));
    assert_eq!(asked["order"]["lines"][0]["out_of_stock"], true);
    let menu = it.service.get("/v1/drive-thrus/d1/menu").json(200);
    let milk = menu["items"].as_array().unwrap().iter().find(|item| item["id"] == "milk").unwrap();
    assert_eq!(milk["available"], false);
}

#[test]
fn money_that_cannot_be_taken_is_tried_once_more_and_then_paid_at_the_window() {
    let it = Confirmed::new("a cookie");
    it.says("payment-problem", &json!({ "reason": "card declined" })).json(200);
    let asked = it.lane.now();
    assert_eq!((rows(&asked).as_str(), &asked["question"]["kind"]), ("S21", &json!("payment_retry")));
    let retried = it.lane.say("yes");
    assert_eq!((rows(&retried).as_str(), &retried["ticket"]["payment"]), ("D15", &json!("retry")));
    assert_eq!(it.ticket.now()["payment"], "retry");
    it.says("payment-problem", &json!({})).json(200);
    let window = it.lane.now();
    assert_eq!((rows(&window).as_str(), &window["ticket"]["payment"]), ("S22", &json!("window")));
    assert_eq!(
        (&it.ticket.now()["payment"], &it.ticket.now()["status"]),
        (&json!("window"), &json!("pending"))
    );
}

#[test]
fn a_payment_problem_that_is_named_and_said_again_is_the_same_one() {
    let it = Confirmed::new("a cookie");
    let first = json!({ "id": fresh_id(), "reason": "card declined" });
    let told = said_of(it.says("payment-problem", &first).json(200));
    assert_eq!((&told["payment"], &told["history"][0]["id"]), (&json!("none"), &first["id"]));
    let asked = it.lane.now();
    assert_eq!(rows(&asked), "S21");
    assert_eq!(said_of(it.says("payment-problem", &first).json(200)), told);
    it.says("payment-problem", &json!({ "id": first["id"], "reason": "said otherwise" })).json(200);
    assert_eq!(it.lane.now(), asked);

    it.lane.say("yes");
    assert_eq!(it.says("payment-problem", &first).json(200)["payment"], "retry");
    let second = json!({ "id": fresh_id() });
    for _ in 0..2 {
        it.says("payment-problem", &second).json(200);
        assert_eq!(rows(&it.lane.now()), "S22");
    }
    let taken = said_of(it.says("ack", &json!({})).json(200));
    for problem in [&first, &second] {
        assert_eq!(said_of(it.says("payment-problem", problem).json(200)), taken);
    }
    it.says("payment-problem", &json!({ "id": fresh_id() })).problem(409, "ticket-state");
    assert_eq!(taken["history"].as_array().unwrap().len(), 3, "{taken:#}");
}

#[test]
fn a_payment_problem_of_a_car_that_has_left_is_noted_once_if_it_is_named() {
    let it = Confirmed::new("a cookie");
    it.lane.take(json!({ "type": "car_left" }));
    let named = json!({ "id": fresh_id() });
    for _ in 0..2 {
        let told = said_of(it.says("payment-problem", &named).json(200));
        assert_eq!((&told["payment"], told["history"].as_array().unwrap().len()), (&json!("window"), 1));
    }
    let told = said_of(it.says("payment-problem", &json!({})).json(200));
    assert_eq!(told["history"].as_array().unwrap().len(), 2);
}

#[test]
fn what_is_added_after_the_yes_voids_the_ticket_once_it_is_confirmed() {
    let it = Confirmed::new("a cookie");
    let added = it.lane.say("add a brownie");
    assert_eq!((rows(&added).as_str(), &added["superseding"]), ("S20 S01", &json!(true)));
    it.lane.say("that's all");
    assert_eq!(it.ticket.now()["status"], "pending");
    let second = it.lane.say("yes");
    assert_eq!((&second["ticket"]["revision"], &second["superseding"]), (&json!(2), &Value::Null));
    assert_eq!(it.ticket.now()["status"], "voided");
    // The acknowledgement crossed with the void on its way: it is taken, and the lane goes on.
    assert_eq!(it.says("ack", &json!({})).json(200)["status"], "voided");
    assert_eq!(it.lane.now(), second);
    Ticket::of(&it.service, &second).post("ack", &json!({})).json(200);
    assert_eq!(rows(&it.lane.now()), "D54");
}

#[test]
fn what_was_not_confirmed_is_told_to_the_crew_and_the_ticket_stands() {
    let it = Confirmed::new("a cookie");
    it.says("ack", &json!({})).json(200);
    it.lane.say("add a brownie");
    let left = it.lane.take(json!({ "type": "car_left" }));
    assert_eq!((&left["state"], &left["order"]["status"]), (&json!("idle"), &json!("placed")));
    let [told] = left["crew_alerts"].as_array().unwrap().as_slice() else { panic!("{left:#}") };
    assert_eq!((&told["kind"], &told["ticket_id"]), (&json!("unconfirmed"), &it.turn["ticket"]["ticket_id"]));
    assert_eq!(
        (&told["changes"][0]["op"], &told["changes"][0]["line"]["item"]),
        (&json!("add"), &json!("brownie"))
    );
    assert_eq!(it.ticket.now()["status"], "acknowledged");
}

#[test]
fn after_the_grace_an_addition_opens_the_next_session_by_itself() {
    let it = Confirmed::new("a cookie");
    it.says("ack", &json!({})).json(200);
    let later = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(60);
    let event = json!({ "type": "utterance", "text": "a brownie", "at": later.to_string() });
    let next = it.lane.take(event);
    assert_eq!((&next["turn"], rows(&next).as_str()), (&json!(2), "S01"));
    assert_ne!(next["session_id"], it.turn["session_id"]);
    let ended = it.service.audit(&it.turn);
    assert_eq!(ended["end"], "completed");
    let opened = it.service.audit(&next);
    assert_eq!(opened["entries"][0]["event"]["type"], "car_detected");
    assert_eq!(opened["entries"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_ticket_of_a_car_that_has_left_is_still_the_pos_s() {
    let it = Confirmed::new("a cookie");
    assert_eq!(it.lane.take(json!({ "type": "car_left" }))["state"], "idle");
    let next = it.lane.car();
    assert_eq!(it.says("ack", &json!({ "pos_reference": "POS-7" })).json(200)["status"], "acknowledged");
    assert_eq!(it.lane.now(), next, "the word of the car before reached the next one");
}

#[test]
fn a_ticket_that_there_is_not_is_not_found() {
    let service = Service::start();
    let unknown = "/v1/tickets/00000000-0000-0000-0000-000000000007";
    service.get(unknown).problem(404, "not-found");
    service.post(&format!("{unknown}/ack"), &json!({})).problem(404, "not-found");
    service.post(&format!("{unknown}/reject"), &json!({ "reason": "x" })).problem(404, "not-found");
    service.post(&format!("{unknown}/payment-problem"), &json!({})).problem(404, "not-found");
    service.get("/v1/tickets/seven").problem(400, "invalid-id");
    service.post("/v1/tickets/seven/ack", &json!({})).problem(400, "invalid-id");
}

#[test]
fn a_word_of_the_pos_that_makes_no_sense_changes_nothing() {
    let it = Confirmed::new("a cookie");
    let before = it.ticket.now();
    let long = "a".repeat(501);
    for (word, body) in [
        ("ack", json!([])),
        ("ack", json!("POS-7")),
        ("ack", json!({ "pos_reference": 7 })),
        ("ack", json!({ "pos_reference": long })),
        ("reject", json!({})),
        ("reject", json!({ "reason": null })),
        ("reject", json!({ "reason": ["x"] })),
        ("reject", json!({ "reason": "x", "item": 7 })),
        ("payment-problem", json!(null)),
        ("payment-problem", json!({ "reason": {} })),
        ("payment-problem", json!({ "id": 7 })),
        ("payment-problem", json!({ "id": "the same" })),
    ] {
        it.says(word, &body).problem(422, "invalid-event");
    }
    assert_eq!(it.lane.now(), it.turn);
    let delivered = |ticket: &Value| ticket["status"].clone();
    assert_eq!(delivered(&it.ticket.now()), delivered(&before));
}
