//! Lanes side by side, and what is asked about them.

use serde_json::json;

use crate::support::{Service, at_once, rows, shown};

#[test]
fn two_lanes_at_once_do_not_mix() {
    let service = Service::start();
    let orders = [("north", "three cookies", "4.77"), ("south", "two brownies", "4.38")];
    at_once(orders, |(name, order, subtotal)| {
        let lane = service.lane(name);
        for _ in 0..5 {
            lane.car();
            let said = lane.say(order);
            assert_eq!(said["order"]["lines"].as_array().map(Vec::len), Some(1), "{said:#}");
            assert_eq!((&said["order"]["subtotal"], &said["lane"]), (&json!(subtotal), &json!(name)));
            lane.say("that's all");
            assert_eq!(lane.say("yes")["order"]["subtotal"], subtotal);
            lane.until_acknowledged();
        }
    });
    let tickets = service.tickets();
    assert_eq!(tickets.len(), 10);
    // The orders of both lanes are counted together.
    let mut numbers: Vec<_> =
        tickets.iter().filter_map(|ticket| ticket["data"]["order_number"].as_u64()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, Vec::from_iter(1..=10));
    for (name, _, subtotal) in orders {
        let of_lane: Vec<_> = tickets.iter().filter(|ticket| ticket["data"]["lane"] == name).collect();
        assert!(of_lane.iter().all(|ticket| ticket["data"]["subtotal"] == subtotal));
        assert_eq!(of_lane.len(), 5);
    }
}

#[test]
fn events_sent_at_once_to_one_lane_are_taken_one_at_a_time() {
    let (_service, lane) = Service::with_car();
    let mut turns = at_once(0..16, |_| lane.say("a cookie")["turn"].as_u64().unwrap());
    turns.sort_unstable();
    assert_eq!(turns, Vec::from_iter(2..=17));
    assert_eq!(lane.now()["order"]["lines"][0]["quantity"], 16);
}

#[test]
fn one_event_sent_many_times_at_once_is_taken_once() {
    let (_service, lane) = Service::with_car();
    let event =
        json!({ "id": "00000000-0000-0000-0000-000000000007", "type": "utterance", "text": "a cookie" });
    let answers = at_once(0..16, |_| lane.event(event.clone()));
    assert_eq!(answers.iter().filter(|answer| !answer.is_replayed()).count(), 1);
    assert!(answers.iter().all(|answer| answer.body == answers[0].body));
    assert_eq!(lane.now()["turn"], 2);
}

#[test]
fn the_lanes_of_a_drive_thru_are_listed_a_line_each() {
    let service = Service::start();
    assert_eq!(service.get("/v1/drive-thrus/d1/lanes").json(200), json!({ "lanes": [] }));
    service.lane("2").car();
    service.lane("2").say("a cookie");
    service.lane("1").car();
    service.lane("1").take(json!({ "type": "car_left" }));
    service.lane_of("d2", "1").car();
    insta::assert_snapshot!(shown(&service.get("/v1/drive-thrus/d1/lanes").json(200)));
}

#[test]
fn an_idle_lane_takes_nothing_but_a_car() {
    let (service, lane) = Service::with_lane();
    for event in [
        json!({ "type": "utterance", "text": "a cookie" }),
        json!({ "type": "barge_in" }),
        json!({ "type": "silence", "seconds": 5 }),
        json!({ "type": "out_of_stock", "item": "cookie" }),
        json!({ "type": "car_left" }),
        json!({ "type": "tap", "act": "confirm" }),
        json!({ "type": "crew", "act": "take_over" }),
    ] {
        let idle = lane.event(event).problem(409, "lane-idle");
        assert_eq!(idle["cursor"], json!({ "session_id": null, "turn": 0 }));
    }
    assert_eq!(lane.now(), json!({ "state": "idle" }));
    let menu = service.get("/v1/drive-thrus/d1/menu").json(200);
    let cookie = menu["items"].as_array().unwrap().iter().find(|item| item["id"] == "cookie").unwrap();
    assert_ne!(cookie["available"], json!(false), "an event that was refused took an item off");
}

#[test]
fn parsing_changes_nothing() {
    let (service, lane) = Service::with_car();
    let before = lane.say("a cookie");
    let parse = |body| service.post("/v1/drive-thrus/d1/parse", &body);
    let acts = parse(json!({ "text": "two cheeseburgers no pickles and that's it" })).json(200);
    insta::assert_snapshot!(shown(&acts));
    let on_lane = parse(json!({ "text": "make that three", "lane": "1" })).json(200);
    assert_eq!(on_lane["acts"][0]["act"], "order", "{on_lane:#}");
    let expected = parse(json!({ "text": "yes", "expectation": "yes_no_or_changes" })).json(200);
    assert_eq!(expected["acts"][0]["act"], "yes");
    assert_eq!(lane.now(), before);
    for body in [
        json!({}),
        json!({ "text": "" }),
        json!({ "text": "  " }),
        json!({ "text": "🍔" }),
        json!({ "text": "a".repeat(2001) }),
        json!({ "text": 7 }),
        json!({ "text": "a coke", "expectation": "world_peace" }),
        json!(["a coke"]),
    ] {
        parse(body).problem(422, "invalid-event");
    }
    parse(json!({ "text": "a coke", "lane": "*" })).problem(400, "invalid-id");
}

#[test]
fn the_audit_log_of_a_session_grows_and_is_kept() {
    let (service, lane) = Service::with_lane();
    let car = lane.car();
    assert_eq!(service.audit(&car)["end"], json!(null));
    lane.say("a cookie");
    let left = lane.take(json!({ "type": "car_left" }));
    assert_eq!((left["state"].as_str(), rows(&left).as_str()), (Some("idle"), "G10"));
    let service = service.restarted();
    let audit = service.audit(&car);
    assert_eq!(audit["end"], "abandoned");
    insta::assert_snapshot!(shown(&audit["entries"][1]));
    service.get("/v1/sessions/00000000-0000-0000-0000-000000000000/audit").problem(404, "not-found");
    service.get("/v1/sessions/7/audit").problem(400, "invalid-id");
}
