//! Events in, turns out: once each, however often they are sent.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Service, fresh_id, rows, shown};

#[test]
fn an_order_becomes_a_ticket_on_disk_and_is_complete_when_the_car_leaves() {
    let (service, lane) = Service::with_lane();
    assert_eq!(lane.now(), json!({ "state": "idle" }));
    let car = lane.car();
    assert_eq!((rows(&car).as_str(), &car["say"]["kind"]), ("D01", &json!("greet")));
    let order = lane.say("two cheeseburgers, no pickles");
    assert_eq!((rows(&order).as_str(), &order["order"]["total"]), ("S01", &json!("10.37")));
    assert_eq!(rows(&lane.say("that's all")), "S03");
    assert_eq!(lane.now()["state"], "confirming");
    let closing = lane.say("yes");
    assert_eq!((rows(&closing).as_str(), &closing["order"]["status"]), ("S15", &json!("frozen")));
    lane.until_acknowledged();
    lane.take(json!({ "type": "car_left" }));
    assert_eq!(lane.now(), json!({ "state": "idle" }));

    let [ticket] = &service.tickets()[..] else { panic!("{:#?}", service.tickets()) };
    insta::assert_snapshot!(shown(ticket));
    assert_eq!(ticket["data"]["ticket_id"], closing["ticket"]["ticket_id"]);
    assert_eq!(ticket["data"]["order_id"], closing["order"]["order_id"]);
    assert_eq!(ticket["data"]["session_id"], closing["session_id"]);

    let audit = service.audit(&closing);
    assert_eq!((&audit["end"], &audit["lane"]), (&json!("completed"), &json!("1")));
    let entries = audit["entries"].as_array().unwrap();
    let taken: Vec<String> = entries.iter().map(|entry| rows(&entry["turn"])).collect();
    assert_eq!(taken, ["D01", "S01", "S03", "S15", "D54", "S19"]);
    assert_eq!(entries[3]["turn"], closing);
    assert_eq!(entries[1]["event"]["text"], "two cheeseburgers, no pickles");
    assert_eq!(entries[5]["turn"]["order"]["status"], "placed");
}

#[test]
fn an_event_sent_again_gets_the_same_bytes() {
    let (_service, lane) = Service::with_car();
    let event = json!({ "id": fresh_id(), "type": "utterance", "text": "a cookie" }).to_string();
    let first = lane.send(&event);
    assert_eq!((first.status, first.header("idempotent-replayed")), (200, None));
    lane.say("a brownie");
    for _ in 0..3 {
        lane.send(&event).repeats(&first.body);
    }
    assert_eq!(lane.now()["turn"], 3);
    assert_eq!(lane.now()["order"]["lines"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_guess_that_is_taken_is_told_and_is_part_of_the_event() {
    let (service, lane) = Service::with_car();
    let id = fresh_id();
    let event = |other: &str| {
        let others = json!([{ "text": other, "confidence": 0.7 }, { "text": "a large code" }]);
        json!({ "id": id, "type": "utterance", "text": "a large coat", "alternatives": others, "question": false })
    };
    let sent = event("a large coke");
    let first = lane.send(&sent.to_string());
    let turn = first.json(200);
    assert_eq!((&turn["parser"]["heard"], &turn["order"]["lines"][0]["item"]), (&json!(1), &json!("coke")));
    assert_eq!(service.audit(&turn)["entries"][1]["event"], sent);
    lane.send(&sent.to_string()).repeats(&first.body);
    lane.send(&event("a large cake").to_string()).problem(422, "event-conflict");

    let stays = json!({ "id": fresh_id(), "type": "utterance", "text": "a cookie", "alternatives": [{ "text": "a book" }] });
    assert_eq!(lane.take(stays)["parser"]["heard"], 0);
    assert!(lane.say("a brownie")["parser"].get("heard").is_none());
}

#[test]
fn an_event_sent_again_after_a_crash_or_on_a_lane_that_is_idle_by_then_gets_the_same_bytes() {
    let (service, lane) = Service::with_lane();
    let car = json!({ "id": fresh_id(), "type": "car_detected" }).to_string();
    let left = json!({ "id": fresh_id(), "type": "car_left" }).to_string();
    let (came, went) = (lane.send(&car), lane.send(&left));
    assert_eq!([went.json(200), lane.now()].map(|turn| turn["state"].clone()), ["idle", "idle"]);
    assert_eq!(lane.send(&car).body, came.body);
    let service = service.restarted();
    let lane = service.lane("1");
    for (event, first) in [(&car, &came), (&left, &went)] {
        lane.send(event).repeats(&first.body);
    }
}

#[test]
fn a_session_goes_on_after_a_crash() {
    let service = Service::start();
    service.lane("1").car();
    let before = service.lane("1").say("a cookie");
    let service = service.restarted();
    let lane = service.lane("1");
    assert_eq!(lane.now(), before);
    lane.say("that's all");
    let closing = lane.say("yes");
    assert_eq!(closing["session_id"], before["session_id"]);
    assert_eq!(closing["turn"], 4);
    lane.until_acknowledged();
    assert_eq!(service.tickets().len(), 1);
}

#[test]
fn an_id_with_another_body_is_a_conflict_whatever_the_order_of_the_fields() {
    let (_service, lane) = Service::with_lane();
    let id = fresh_id();
    lane.take(json!({ "id": id, "type": "car_detected", "vehicle_id": "A" }));
    let before = lane.now();
    lane.event(json!({ "id": id, "type": "car_detected", "vehicle_id": "B" })).problem(422, "event-conflict");
    lane.event(json!({ "id": id, "type": "honk" })).problem(422, "event-conflict");
    assert_eq!(lane.now(), before);
    let turned = format!(r#"{{ "vehicle_id": "A", "type": "car_detected", "id": "{id}" }}"#);
    assert!(lane.send(&turned).is_replayed());
}

#[test]
fn a_frontend_that_is_behind_gets_the_turns_that_it_missed() {
    let (_service, lane) = Service::with_car();
    let second = lane.say("a cookie");
    let third = lane.say("a brownie");
    let event = json!({ "id": fresh_id(), "type": "barge_in", "turn": 1 });
    let first_time = lane.event(event.clone());
    assert_eq!(first_time.json(200)["missed"], json!([second, third]));
    assert_eq!(lane.event(event).body, first_time.body);
    assert_eq!(lane.take(json!({ "type": "barge_in", "turn": 4 })).get("missed"), None);
}

#[test]
fn what_was_missed_comes_with_the_turn_that_ends_the_session_too() {
    let (_service, lane) = Service::with_car();
    let missed = lane.say("a cookie");
    let event = json!({ "id": fresh_id(), "type": "car_left", "turn": 1 });
    let first_time = lane.event(event.clone());
    assert_eq!(first_time.json(200)["missed"], json!([missed]));
    assert_eq!(lane.event(event).body, first_time.body);
}

#[test]
fn a_frontend_that_is_ahead_is_told_where_the_lane_is() {
    let (_service, lane) = Service::with_lane();
    let car = lane.car();
    let ahead = lane.event(json!({ "type": "barge_in", "turn": 2 })).problem(409, "turn-ahead");
    assert_eq!(ahead["cursor"], json!({ "session_id": car["session_id"], "turn": 1 }));
    assert_eq!(lane.now(), car);
}

#[test]
fn what_a_frontend_has_seen_of_an_earlier_session_does_not_keep_a_car_away() {
    let (_service, lane) = Service::with_lane();
    let car = json!({ "id": fresh_id(), "type": "car_detected", "turn": u32::MAX });
    let first = lane.event(car.clone());
    assert_eq!(first.json(200)["turn"], 1);
    lane.event(car).repeats(&first.body);
}

#[test]
fn an_event_of_another_session_is_refused_with_both_ids() {
    let (_service, lane) = Service::with_lane();
    let old = lane.car()["session_id"].clone();
    lane.take(json!({ "type": "car_left" }));
    let late = json!({ "type": "utterance", "text": "a cookie", "session_id": old });
    let idle = lane.event(late.clone()).problem(409, "stale-session");
    assert_eq!((&idle["session_id"], &idle["cursor"]), (&old, &json!({ "session_id": null, "turn": 0 })));
    let new = lane.car();
    let stale = lane.event(late).problem(409, "stale-session");
    assert_eq!((&stale["session_id"], &stale["cursor"]["session_id"]), (&old, &new["session_id"]));
    let detail = word(&stale["detail"]);
    assert!(detail.contains(word(&old)) && detail.contains(word(&new["session_id"])), "{detail}");
    assert_eq!(lane.now(), new);
    assert_eq!(lane.take(json!({ "type": "barge_in", "session_id": new["session_id"] }))["turn"], 2);
}

#[test]
fn a_second_detection_before_a_word_is_the_same_car() {
    let (_service, lane) = Service::with_lane();
    let first = lane.car();
    let second = lane.car();
    assert_eq!(second["session_id"], first["session_id"]);
    assert_eq!(second["refused"][0]["reason"], "same_car");
    assert_eq!((&second["turn"], rows(&second).as_str()), (&json!(2), ""));
}

#[test]
fn a_detection_after_a_word_ends_the_old_session_and_opens_one_with_an_empty_order() {
    let (service, lane) = Service::with_car();
    let old = lane.say("a cookie");
    let event = json!({ "id": fresh_id(), "type": "car_detected" });
    let new = lane.event(event.clone());
    let turn = new.json(200);
    assert_ne!(turn["session_id"], old["session_id"]);
    assert_eq!((rows(&turn).as_str(), &turn["turn"]), ("D01", &json!(1)));
    assert_eq!(turn["order"]["lines"], json!([]));
    assert_eq!(lane.event(event).body, new.body);
    let audit = service.audit(&old);
    assert_eq!(audit["end"], "abandoned");
    assert_eq!(rows(&audit["entries"][2]["turn"]), "G10");
}

#[test]
fn taps_take_the_rows_that_the_words_would_take() {
    let (_service, lane) = Service::with_car();
    let tap = |fields: Value| {
        let mut event = json!({ "type": "tap" });
        event.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        lane.take(event)
    };
    let added = tap(json!({ "act": "add_item", "item": "fries", "size": "large", "quantity": 2 }));
    assert_eq!((rows(&added).as_str(), &added["order"]["subtotal"]), ("S01", &json!("6.98")));
    let fewer = tap(json!({ "act": "set_quantity", "line_id": "L1", "quantity": 1 }));
    assert_eq!(fewer["order"]["subtotal"], "3.49");
    tap(json!({ "act": "add_item", "item": "cookie" }));
    let removed = tap(json!({ "act": "remove_line", "line_id": "L2" }));
    assert_eq!(removed["order"]["lines"].as_array().map(Vec::len), Some(1));
    assert_eq!(rows(&tap(json!({ "act": "done" }))), "S03");
    assert_eq!(rows(&tap(json!({ "act": "deny" }))), "S17");
    assert_eq!(rows(&tap(json!({ "act": "done" }))), "D13");
    assert_eq!(rows(&tap(json!({ "act": "confirm" }))), "S15");
}

#[test]
fn a_handed_off_lane_listens_to_the_crew_and_keeps_quiet_until_it_is_given_back() {
    let (_service, lane) = Service::with_car();
    let asked = lane.say("can I talk to a real person");
    assert_eq!((rows(&asked).as_str(), &asked["handoff"]), ("D27", &json!({ "reason": "customer" })));
    let customer = lane.say("two cookies");
    assert_eq!((rows(&customer).as_str(), &customer["say"]), ("", &Value::Null));
    assert_eq!(customer["order"]["lines"], json!([]));
    let said = lane.take(json!({ "type": "utterance", "text": "two cookies", "by": "crew" }));
    assert_eq!((rows(&said).as_str(), &said["say"]), ("S01", &Value::Null));
    assert_eq!(said["order"]["subtotal"], "3.18");
    let tapped = lane.take(json!({ "type": "tap", "act": "add_item", "item": "brownie", "by": "crew" }));
    assert_eq!((rows(&tapped).as_str(), &tapped["say"]), ("S01", &Value::Null));
    let back = lane.take(json!({ "type": "crew", "act": "give_back" }));
    assert_eq!((rows(&back).as_str(), &back["handoff"]), ("", &Value::Null));
    assert_eq!(back["say"]["kind"], "repeat");
    assert_eq!(rows(&lane.say("that's all")), "S03");
}

#[test]
fn the_crew_takes_a_lane_over() {
    let (service, lane) = Service::with_car();
    let taken = lane.take(json!({ "type": "crew", "act": "take_over" }));
    assert_eq!((rows(&taken).as_str(), &taken["handoff"]), ("D27", &json!({ "reason": "crew" })));
    assert_eq!(service.get("/v1/drive-thrus/d1/lanes").json(200)["lanes"][0]["handoff"], json!("crew"));
}

#[test]
fn the_same_event_id_on_two_lanes_is_two_events() {
    let service = Service::start();
    let event = json!({ "id": Uuid::from_u128(7), "type": "car_detected" });
    let [one, two] = ["1", "2"].map(|lane| service.lane(lane).event(event.clone()));
    assert!(!one.is_replayed() && !two.is_replayed());
    assert_ne!(one.json(200)["session_id"], two.json(200)["session_id"]);
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}
