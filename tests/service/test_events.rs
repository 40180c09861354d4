//! Test events for the webhook: what a POS gets, what is shown of its answer, and that no order comes of one.

use std::thread;

use serde_json::{Value, json};

use crate::emitters::{Call, answer, calling, is_left_alone, listener};
use crate::support::{Answer, Service, Ticket};

fn test(service: &Service) -> Answer {
    service.post("/v1/drive-thrus/d1/webhook/test", &Value::Null)
}

#[test]
fn a_test_event_is_signed_as_tickets_are_and_shows_what_came_back() {
    let (pos, address) = listener();
    let service = calling(address);
    let long = "x".repeat(600);
    for (status, body, code, said) in [
        ("200 OK", json!({ "status": "accepted" }), 200, "{\"status\":\"accepted\"}".to_owned()),
        ("500 Broken", json!(["call 212-555-0173"]), 500, "[\"call •••\"]".to_owned()),
        ("404 Not Found", json!(long), 404, format!("\"{}", &long[..499])),
        // A POS that wants no more is not heard: nothing of this is about a ticket.
        ("410 Gone", json!("no more"), 410, "\"no more\"".to_owned()),
    ] {
        let came = thread::scope(|scope| {
            let came = scope.spawn(|| test(&service));
            let (call, stream) = Call::next(&pos);
            call.verify();
            let message = call.message();
            assert_eq!(
                (&message["type"], &message["data"]),
                (&json!("webhook.test"), &json!({ "drive_thru": "d1" }))
            );
            assert!(call.id().ends_with(":webhook.test"), "{}", call.id());
            answer(stream, status, &body);
            let came = came.join().unwrap().json(200);
            assert_eq!((&came["sent"], came["webhook_id"].as_str()), (&message, Some(call.id())));
            came
        });
        assert_eq!((&came["status"], came["said"].as_str()), (&json!(code), Some(said.as_str())), "{came}");
        assert!(came["took_ms"].is_u64() && came.get("failed").is_none(), "{came}");
    }
    // Nothing is kept of it, nor sent again, and tickets go on.
    is_left_alone(&pos);
    pos.set_nonblocking(false).unwrap();
    assert!(service.get("/metrics").body.contains("\ncarhop_pos_disabled 0\n"));
    assert_eq!(service.get("/v1/drive-thrus/d1/tickets").json(200)["tickets"], json!([]));
    let ticket = Ticket::of(&service, &service.lane("1").confirmed("a cookie"));
    let (call, stream) = Call::next(&pos);
    answer(stream, "200 OK", &json!({ "status": "accepted" }));
    ticket.until("acknowledged");
    let sent = service.get(&format!("/v1/tickets/{}/message", ticket.id)).json(200);
    assert_eq!((&sent, &sent["type"]), (&call.message(), &json!("ticket.created")));
}

#[test]
fn a_test_event_says_why_there_is_no_answer_and_one_is_on_its_way_at_a_time() {
    let (pos, address) = listener();
    let service = calling(address);
    thread::scope(|scope| {
        let first = scope.spawn(|| test(&service));
        let (_, stream) = Call::next(&pos);
        test(&service).problem(409, "test-running");
        drop(stream);
        let came = first.join().unwrap().json(200);
        assert!(came["failed"].as_str().is_some_and(|why| why.contains("cut off")), "{came}");
        assert!(came.get("status").is_none(), "{came}");
    });
    drop(pos);
    let came = test(&service).json(200);
    assert!(came["failed"].as_str().is_some_and(|why| why.contains("cannot be reached")), "{came}");
}

#[test]
fn without_a_webhook_there_is_nothing_to_test() {
    test(&Service::start()).problem(409, "no-webhook");
}
