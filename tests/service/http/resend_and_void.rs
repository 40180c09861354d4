//! What operators do about tickets that the POS did not take.

use serde_json::{Value, json};

use crate::support::{Service, Ticket};

/// What the notes of a ticket say, without what only tells of deliveries.
fn notes(ticket: &Value) -> Vec<(&str, Option<&str>)> {
    let notes = ticket["history"].as_array().unwrap().iter();
    let told = notes.map(|note| (note["what"].as_str().unwrap(), note["detail"].as_str()));
    told.filter(|(what, _)| *what != "delivered").collect()
}

#[test]
fn the_tickets_of_a_drive_thru_are_listed_newest_first() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let list = |query: &str| {
        let answer = service.get(&format!("/v1/drive-thrus/d1/tickets{query}")).json(200);
        answer["tickets"].as_array().unwrap().clone()
    };
    assert_eq!(list(""), [] as [Value; 0]);
    let tickets = ["1", "2", "3"].map(|lane| Ticket::of(&service, &service.lane(lane).confirmed("a cookie")));
    let [first, second, third] = &tickets;
    tickets.iter().for_each(Ticket::delivered);
    second.post("ack", &json!({})).json(200);
    assert_eq!(list(""), [third.now(), second.now(), first.now()]);
    assert_eq!(list("?status=pending"), [third.now(), first.now()]);
    assert_eq!(list("?limit=1&status=pending"), [third.now()]);
    assert_eq!(list("?status=%61cknowledged"), [second.now()]);
    assert_eq!(list("?status=dead"), [] as [Value; 0]);
    assert_eq!(service.get("/v1/drive-thrus/d2/tickets").json(200), json!({ "tickets": [] }));
}

#[test]
fn what_a_list_is_asked_for_in_vain_is_named() {
    let service = Service::start();
    for (query, field) in [
        ("status=lost", "status"),
        ("status=Dead", "status"),
        ("status=", "status"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=-1", "limit"),
        ("limit=many", "limit"),
        ("limit=", "limit"),
        ("limit=1&limit=2", "limit"),
        ("state=dead", "state"),
        ("status=dead&%FF", "\u{fffd}"),
    ] {
        let answer = service.get(&format!("/v1/drive-thrus/d1/tickets?{query}"));
        assert_eq!(answer.faulty_field(), field, "{query}");
    }
    service.get("/v1/drive-thrus/d%201/tickets").problem(400, "invalid-id");
}

#[test]
fn a_dead_ticket_is_sent_again_and_the_lane_goes_on() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("1");
    let turn = lane.confirmed("a cookie");
    let ticket = Ticket::of(&service, &turn);
    ticket.delivered();
    service.give_up(&ticket);
    let sent = ticket.post("resend", &json!({})).json(200);
    assert_eq!((&sent["status"], notes(&sent)), (&json!("pending"), vec![("resent", None)]));
    ticket.delivered();
    assert_eq!(lane.now(), turn);
    ticket.post("ack", &json!({})).json(200);
    assert_eq!(lane.now()["ticket"]["status"], "acknowledged");
}

#[test]
fn a_ticket_is_not_sent_again_while_it_is_on_its_way() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let ticket = Ticket::of(&service, &service.lane("1").confirmed("a cookie"));
    ticket.delivered();
    service.hold_up(&ticket);
    let before = ticket.now();
    let problem = ticket.post("resend", &json!({})).problem(409, "ticket-state");
    assert!(problem["detail"].as_str().unwrap().contains("on its way"), "{problem:#}");
    assert_eq!(ticket.now(), before);
}

#[test]
fn a_ticket_that_is_settled_is_neither_sent_again_nor_voided() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    for (lane, word, status) in [("1", "ack", "acknowledged"), ("2", "reject", "rejected")] {
        let ticket = Ticket::of(&service, &service.lane(lane).confirmed("a cookie"));
        ticket.delivered();
        let settled = ticket.post(word, &json!({ "reason": "a test" })).json(200);
        assert_eq!(settled["status"], status);
        for word in ["resend", "void"] {
            let problem = ticket.post(word, &json!({ "reason": "a test" })).problem(409, "ticket-state");
            assert_eq!(problem["detail"], format!("the ticket is {status}"));
        }
        assert_eq!(ticket.now(), settled);
    }
}

#[test]
fn a_ticket_that_its_lane_waits_for_is_not_voided() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("1");
    let turn = lane.confirmed("a cookie");
    let ticket = Ticket::of(&service, &turn);
    ticket.delivered();
    let void = || ticket.post("void", &json!({ "reason": "a test" })).problem(409, "ticket-state");
    let problem = void();
    assert!(problem["detail"].as_str().unwrap().contains("reject it"), "{problem:#}");
    assert_eq!(problem["cursor"], json!({ "session_id": turn["session_id"], "turn": turn["turn"] }));
    service.give_up(&ticket);
    void();
    assert_eq!((lane.now(), &ticket.now()["status"]), (turn, &json!("dead")));
    // What the detail says to do.
    ticket.post("reject", &json!({ "reason": "a test" })).json(200);
    assert_eq!(lane.now()["state"], "clarifying");
}

/// A dead ticket that no lane waits for: the file took it at once, as if the POS had not.
fn given_up_without_lane(service: &Service) -> Ticket {
    let lane = service.lane("1");
    let ticket = Ticket::of(service, &lane.confirmed("a cookie"));
    lane.until_acknowledged();
    lane.take(json!({ "type": "car_left" }));
    ticket.delivered();
    service.give_up(&ticket);
    ticket
}

#[test]
fn a_ticket_that_no_lane_waits_for_is_voided_once() {
    let service = Service::start();
    let ticket = given_up_without_lane(&service);
    let voided = ticket.post("void", &json!({ "reason": "the car drove off" })).json(200);
    assert_eq!(voided["status"], "voided");
    assert!(notes(&voided).contains(&("voided", Some("the car drove off"))), "{voided:#}");
    ticket.post("void", &json!({ "reason": "twice" })).problem(409, "ticket-state");
    ticket.post("resend", &json!({})).problem(409, "ticket-state");
    ticket.delivered();
    let [created, void] = &service.tickets()[..] else { panic!("{:#?}", service.tickets()) };
    let data = &created["data"];
    assert_eq!(void["type"], "ticket.voided");
    assert_eq!(
        void["data"],
        json!({ "ticket_id": data["ticket_id"], "order_id": data["order_id"], "revision": 1, "reason": "the car drove off" })
    );
}

#[test]
fn that_a_ticket_is_void_is_sent_again_if_it_was_given_up() {
    let service = Service::start();
    let ticket = given_up_without_lane(&service);
    ticket.post("void", &json!({ "reason": "the car drove off" })).json(200);
    ticket.delivered();
    let dead = || service.get("/v1/drive-thrus/d1/tickets?status=dead").json(200)["tickets"].clone();
    assert_eq!(dead(), json!([]));
    service.give_up_void(&ticket);
    assert_eq!(dead(), json!([ticket.now()]));
    let sent = ticket.post("resend", &json!({})).json(200);
    assert_eq!(sent["status"], "voided");
    assert!(notes(&sent).contains(&("resent", Some("ticket.voided"))), "{sent:#}");
    ticket.post("resend", &json!({})).problem(409, "ticket-state");
    ticket.delivered();
}

#[test]
fn a_void_without_a_reason_changes_nothing() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("1");
    let ticket = Ticket::of(&service, &lane.confirmed("a cookie"));
    ticket.delivered();
    lane.take(json!({ "type": "car_left" }));
    let before = ticket.now();
    for body in [
        json!({}),
        json!({ "reason": null }),
        json!({ "reason": " " }),
        json!({ "reason": 7 }),
        json!({ "reason": "a".repeat(501) }),
    ] {
        assert_eq!(ticket.post("void", &body).faulty_field(), "reason", "{body}");
    }
    ticket.post("void", &json!([])).problem(422, "invalid-event");
    assert_eq!(ticket.now(), before);
    let unknown = "/v1/tickets/00000000-0000-0000-0000-000000000007";
    service.post(&format!("{unknown}/resend"), &json!({})).problem(404, "not-found");
    service.post(&format!("{unknown}/void"), &json!({ "reason": "a test" })).problem(404, "not-found");
    service.post("/v1/tickets/seven/resend", &json!({})).problem(400, "invalid-id");
    service.post("/v1/tickets/seven/void", &json!({ "reason": "a test" })).problem(400, "invalid-id");
}
