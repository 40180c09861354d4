//! The events of a drive-thru.

use serde_json::{Value, json};

use super::client::{Events, Socket};
use crate::support::{Service, Ticket, call, fresh_id};

#[test]
fn every_turn_and_ticket_of_a_drive_thru_is_told_in_order() {
    let service = Service::start();
    let mut events = Events::of(service.address, None);
    let mut with_events = Events::open(service.address, "/v1/drive-thrus/d1/events?with=events", None);
    service.lane_of("d2", "1").car();
    service.lane("2").car();
    let closing = service.lane("1").confirmed("a coke");
    let ticket = Ticket::of(&service, &closing);
    let turns: Vec<Value> = (0..6).map(|_| events.next_of("turn").data).collect();
    let told: Vec<_> =
        turns.iter().map(|turn| (turn["lane"].as_str().unwrap(), turn["turn"].as_u64().unwrap())).collect();
    assert_eq!(told, [("2", 1), ("1", 1), ("1", 2), ("1", 3), ("1", 4), ("1", 5)]);
    assert_eq!(turns[4], closing);
    assert_eq!(turns[5]["ticket"]["status"], "acknowledged");
    let mut last = with_events.next_of("turn");
    assert_eq!(last.data["event"]["type"], "car_detected");
    // The ticket comes as it is, until it is acknowledged and delivered.
    loop {
        let told = with_events.next_of("ticket");
        assert!(told.id != last.id, "{told:?}");
        if told.data == ticket.now() && told.data["history"].as_array().unwrap().len() == 2 {
            break;
        }
        last = told;
    }
}

#[test]
fn a_reader_goes_on_behind_the_last_event_that_it_saw() {
    let (service, lane) = Service::with_lane();
    let mut events = Events::of(service.address, None);
    let start = events.start.clone();
    lane.car();
    let first = events.next().unwrap();
    lane.say("a coke");
    lane.say("and fries");
    let seen = [first, events.next().unwrap(), events.next().unwrap()];
    for (number, last) in [&start, &seen[0].id, &seen[1].id, &seen[2].id].into_iter().enumerate() {
        let mut again = Events::of(service.address, Some(last));
        for expected in &seen[number..] {
            assert_eq!(again.next().as_ref(), Some(expected));
        }
        if number == 3 {
            let turn = lane.say("that's it");
            assert_eq!(again.next().unwrap().data, turn);
        }
    }
    // Also when the service was killed meanwhile.
    let service = service.restarted();
    let mut again = Events::of(service.address, Some(&seen[0].id));
    assert_eq!(again.next().as_ref(), Some(&seen[1]));
}

#[test]
fn a_place_that_is_forgotten_is_told_instead_of_a_silent_gap() {
    let (service, lane) = Service::with_car();
    let mut events = Events::of(service.address, Some("7777777-0"));
    let resync = events.next().unwrap();
    assert_eq!((resync.kind.as_str(), &resync.data), ("resync", &json!({ "reason": "too_old" })));
    let turn = lane.say("a coke");
    let next = events.next().unwrap();
    assert_eq!(next.data, turn);
    // Behind the resync nothing is missing.
    let mut again = Events::of(service.address, Some(&resync.id));
    assert_eq!(again.next(), Some(next));
}

#[test]
fn a_place_that_is_none_is_refused() {
    let service = Service::start();
    let path = "/v1/drive-thrus/d1/events";
    for last in ["abc", "1", "-1-0", "1-2-3", &fresh_id().to_string()] {
        let answer = call(service.address, "GET", path, &[("last-event-id", last)], b"");
        assert_eq!(answer.faulty_field(), "Last-Event-ID", "{last}");
    }
    service.get("/v1/drive-thrus/d:1/events").problem(400, "invalid-id");
    assert_eq!(service.get(&format!("{path}?since=1")).faulty_field(), "since");
}

#[test]
fn not_every_name_that_is_made_up_can_be_followed() {
    let service = Service::start();
    let path = |drive_thru: usize| format!("/v1/drive-thrus/d{drive_thru}/events");
    let _followed: Vec<Events> =
        (0..256).map(|drive_thru| Events::open(service.address, &path(drive_thru), None)).collect();
    service.get(&path(256)).problem(503, "too-many-readers");
    let mut another = Events::open(service.address, &path(7), None);
    let turn = service.lane_of("d7", "1").car();
    assert_eq!(another.next_of("turn").data, turn);
}

#[test]
fn what_is_no_turn_of_a_lane_does_not_come_by_its_socket() {
    let (service, lane) = Service::with_lane();
    let mut socket = Socket::open(&lane, "");
    let closing = lane.confirmed("a coke");
    let turns = socket.turns(5);
    assert_eq!(turns[3], closing);
    Ticket::of(&service, &closing).delivered();
    socket.is_quiet();
}
