//! Whatever is wrong with a call: a problem that says what, and nothing has changed.

use std::io::Write as _;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::{Answer, Lane, Service, answer, call, connected, fresh_id};

/// The largest body of an event, in bytes.
const BODY_BYTES_MAX: usize = 64 * 1024;

/// A lane on which a car has ordered a cookie.
struct Scene {
    service: Service,
    lane: Lane,
    before: Value,
}

impl Scene {
    fn new() -> Self {
        let (service, lane) = Service::with_car();
        let before = lane.say("a cookie");
        Self { service, lane, before }
    }

    /// The lane is as it was, and nothing was written into its audit log.
    #[track_caller]
    fn is_unchanged(&self) {
        assert_eq!(self.lane.now(), self.before);
        assert_eq!(self.service.audit(&self.before)["entries"].as_array().map(Vec::len), Some(2));
    }

    fn post(&self, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        call(self.service.address, "POST", &format!("{}/events", self.lane.path), headers, body)
    }
}

#[test]
fn what_is_no_json_is_refused() {
    let scene = Scene::new();
    let id = fresh_id();
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    for body in [
        format!(r#"{{ "id": "{id}", "type": "car_left""#),
        format!(r#"{{ "id": "{id}", "type": "car_left", }}"#),
        format!(r#"{{ 'id': '{id}', 'type': 'car_left' }}"#),
        format!(r#"{{ "id": "{id}", "type": "car_left" }} and more"#),
        format!(r#"{{ "id": "{id}", "type": "silence", "seconds": 1e999 }}"#),
        format!(r#"{{ "id": "{id}", "type": "silence", "seconds": NaN }}"#),
        format!(r#"{{ "id": "{id}", "type": "utterance", "text": "\ud800" }}"#),
        format!("{{ \"id\": \"{id}\", \"type\": \"utterance\", \"text\": \"a\ncoke\" }}"),
        format!(r#"{{ "id": "{id}", "type": "car_left", "at": {} }}"#, nested(1000)),
        nested(30_000),
        "car_left".to_owned(),
        " ".to_owned(),
        "\u{feff}{}".to_owned(),
        "id=7&type=car_left".to_owned(),
    ] {
        scene.lane.send(&body).problem(400, "invalid-json");
    }
    scene.is_unchanged();
}

#[test]
fn bytes_that_are_no_utf_8_are_refused() {
    let scene = Scene::new();
    for bytes in [&b"\xff"[..], b"\xc3\x28", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xc0\xaf"] {
        let start = format!(r#"{{ "id": "{}", "type": "utterance", "text": "a coke "#, fresh_id());
        scene.post(&[], &[start.as_bytes(), bytes, br#"" }"#].concat()).problem(400, "invalid-json");
    }
    scene.is_unchanged();
}

#[test]
fn an_event_is_an_object_with_a_uuid() {
    let scene = Scene::new();
    for body in ["[]", "7", "null", "true", r#""car_left""#, r#"[{ "type": "car_left" }]"#] {
        assert_eq!(scene.lane.send(body).faulty_field(), "$", "{body}");
    }
    for body in [
        json!({ "type": "car_left" }),
        json!({ "type": "car_left", "id": null }),
        json!({ "type": "car_left", "id": "" }),
        json!({ "type": "car_left", "id": "seven" }),
        json!({ "type": "car_left", "id": 7 }),
        json!({ "type": "car_left", "id": ["0198c0de-0000-7000-8000-000000000001"] }),
        json!({ "type": "car_left", "id": "0198c0de-0000-7000-8000-00000000000g" }),
        json!({ "type": "car_left", "id": "0198c0de-0000-7000-8000-000000000001 " }),
    ] {
        assert_eq!(scene.lane.send(&body.to_string()).faulty_field(), "id", "{body}");
    }
    // An empty body is an event that lacks everything.
    assert_eq!(scene.lane.send("").faulty_field(), "id");
    scene.is_unchanged();
}

#[test]
fn a_faulty_field_is_named() {
    let scene = Scene::new();
    for (fields, field) in [
        (json!({}), "type"),
        (json!({ "type": "honk" }), "type"),
        (json!({ "type": "Car_Left" }), "type"),
        (json!({ "type": 7 }), "type"),
        (json!({ "type": "car_left", "typ": "x" }), "typ"),
        (json!({ "type": "car_left", "at": "noon" }), "at"),
        (json!({ "type": "car_left", "at": 1_700_000_000 }), "at"),
        (json!({ "type": "car_left", "at": "2026-02-30T00:00:00Z" }), "at"),
        (json!({ "type": "car_left", "at": "1970-01-01T00:00:00Z" }), "at"),
        (json!({ "type": "car_left", "at": Timestamp::now() + SignedDuration::from_mins(5) }), "at"),
        (json!({ "type": "car_left", "at": Timestamp::now() - SignedDuration::from_hours(25) }), "at"),
        (json!({ "type": "car_left", "turn": -1 }), "turn"),
        (json!({ "type": "car_left", "turn": 1.5 }), "turn"),
        (json!({ "type": "car_left", "turn": "2" }), "turn"),
        (json!({ "type": "car_left", "turn": 18_446_744_073_709_551_615_u64 }), "turn"),
        (json!({ "type": "car_left", "session_id": "mine" }), "session_id"),
        (json!({ "type": "car_left", "session_id": {} }), "session_id"),
        (json!({ "type": "car_detected", "vehicle_id": "a".repeat(65) }), "vehicle_id"),
        (json!({ "type": "utterance" }), "text"),
        (json!({ "type": "utterance", "text": null }), "text"),
        (json!({ "type": "utterance", "text": 7 }), "text"),
        (json!({ "type": "utterance", "text": ["a", "coke"] }), "text"),
        (json!({ "type": "utterance", "text": "a coke", "confidence": 1.01 }), "confidence"),
        (json!({ "type": "utterance", "text": "a coke", "question": "yes" }), "question"),
        (json!({ "type": "utterance", "text": "a coke", "alternatives": ["a coat"] }), "alternatives"),
        (json!({ "type": "utterance", "text": "a coke", "alternatives": [{ "text": "" }] }), "alternatives"),
        (
            json!({ "type": "utterance", "text": "a coke", "alternatives": [{ "text": "a coat", "by": "crew" }] }),
            "alternatives",
        ),
        (
            json!({ "type": "utterance", "text": "a coke", "alternatives": vec![json!({ "text": "a coat" }); 6] }),
            "alternatives",
        ),
        (json!({ "type": "utterance", "text": "a coke", "words": { "a": 0.9 } }), "words"),
        (json!({ "type": "utterance", "text": "a coke", "words": [{ "confidence": 0.9 }] }), "words"),
        (
            json!({ "type": "utterance", "text": "a coke", "words": [{ "text": "a", "confidence": 1.1 }] }),
            "words",
        ),
        (json!({ "type": "utterance", "text": "a coke", "confidence": -0.1 }), "confidence"),
        (json!({ "type": "utterance", "text": "a coke", "confidence": 1e300 }), "confidence"),
        (json!({ "type": "utterance", "text": "a coke", "confidence": "high" }), "confidence"),
        (json!({ "type": "utterance", "text": "a coke", "barge_in": 1 }), "barge_in"),
        (json!({ "type": "utterance", "text": "a coke", "by": "robot" }), "by"),
        (json!({ "type": "silence" }), "seconds"),
        (json!({ "type": "silence", "seconds": -1 }), "seconds"),
        (json!({ "type": "silence", "seconds": 1e9 }), "seconds"),
        (json!({ "type": "silence", "seconds": "5" }), "seconds"),
        (json!({ "type": "out_of_stock" }), "item"),
        (json!({ "type": "out_of_stock", "item": 7 }), "item"),
        (json!({ "type": "out_of_stock", "item": "lobster" }), "item"),
        (json!({ "type": "out_of_stock", "item": "*" }), "item"),
        (json!({ "type": "tap" }), "act"),
        (json!({ "type": "tap", "act": "take_over" }), "act"),
        (json!({ "type": "tap", "act": "add_item" }), "item"),
        (json!({ "type": "tap", "act": "add_item", "item": "lobster" }), "item"),
        (json!({ "type": "tap", "act": "add_item", "item": "coke", "size": "huge" }), "size"),
        (json!({ "type": "tap", "act": "add_item", "item": "cookie", "size": "small" }), "size"),
        (json!({ "type": "tap", "act": "remove_line" }), "line_id"),
        (json!({ "type": "tap", "act": "remove_line", "line_id": 1 }), "line_id"),
        (json!({ "type": "tap", "act": "remove_line", "line_id": "L" }), "line_id"),
        (json!({ "type": "tap", "act": "set_quantity", "line_id": "L1" }), "quantity"),
        (json!({ "type": "crew" }), "act"),
        (json!({ "type": "crew", "act": "confirm" }), "act"),
    ] {
        assert_eq!(scene.lane.event(fields.clone()).faulty_field(), field, "{fields}");
    }
    scene.is_unchanged();
}

#[test]
fn quantities_that_nobody_means_are_refused() {
    let scene = Scene::new();
    for quantity in json!([0, -1, 1_000_000_000, 1000, 1.5, "two", [2], 1e30]).as_array().unwrap() {
        for tap in [
            json!({ "type": "tap", "act": "add_item", "item": "cookie", "quantity": quantity }),
            json!({ "type": "tap", "act": "set_quantity", "line_id": "L1", "quantity": quantity }),
        ] {
            assert_eq!(scene.lane.event(tap).faulty_field(), "quantity", "{quantity}");
        }
    }
    scene.is_unchanged();
}

#[test]
fn words_that_are_none_or_too_many_are_refused() {
    let scene = Scene::new();
    let long = "a".repeat(2001);
    let long_in_more_bytes = "é".repeat(2001);
    for text in [
        "",
        " ",
        " \t\r\n ",
        "\u{3000}\u{a0}",
        "🍔",
        "🍔 🍟 🥤",
        "👩‍👩‍👧‍👦",
        "...",
        "?!",
        "\0",
        &long,
        &long_in_more_bytes,
    ] {
        let utterance = json!({ "type": "utterance", "text": text });
        assert_eq!(scene.lane.event(utterance).faulty_field(), "text", "{text:?}");
    }
    scene.is_unchanged();
}

#[test]
fn the_longest_words_and_the_largest_body_are_taken() {
    let scene = Scene::new();
    let turn = scene.lane.say(&format!("a brownie{}", " ".repeat(2000 - "a brownie".len())));
    assert_eq!(turn["order"]["lines"].as_array().map(Vec::len), Some(2));
    let body = json!({ "id": fresh_id(), "type": "barge_in" }).to_string();
    let body = format!("{body}{}", " ".repeat(BODY_BYTES_MAX - body.len()));
    assert_eq!(scene.lane.send(&body).status, 200);
}

#[test]
fn a_body_that_is_too_large_is_refused_by_its_length_and_by_its_bytes() {
    let scene = Scene::new();
    let body = json!({ "id": fresh_id(), "type": "car_left" }).to_string();
    let body = format!("{body}{}", " ".repeat(BODY_BYTES_MAX + 1 - body.len()));
    scene.lane.send(&body).problem(413, "body-too-large");

    let path = format!("{}/events", scene.lane.path);
    let head = |more: &str| {
        format!("POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{more}\r\n\r\n")
    };
    // Told beforehand, not one byte of it is wanted.
    let mut stream = connected(scene.service.address).unwrap();
    stream.write_all(head("expect: 100-continue\r\ncontent-length: 65537").as_bytes()).unwrap();
    answer(&mut stream).unwrap().problem(413, "body-too-large");
    // Sent in pieces without a length, it is counted.
    let mut stream = connected(scene.service.address).unwrap();
    stream.write_all(head("transfer-encoding: chunked").as_bytes()).unwrap();
    for piece in body.as_bytes().chunks(8192) {
        let _ = stream.write_all(&[format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat());
    }
    let _ = stream.write_all(b"0\r\n\r\n");
    answer(&mut stream).unwrap().problem(413, "body-too-large");
    scene.is_unchanged();
}

#[test]
fn a_body_that_is_cut_off_is_not_taken() {
    let scene = Scene::new();
    let body = json!({ "id": fresh_id(), "type": "car_left" }).to_string();
    let head = format!(
        "POST {}/events HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n",
        scene.lane.path
    );
    let mut stream = connected(scene.service.address).unwrap();
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    // The service may say so or just hang up.
    if let Ok(answer) = answer(&mut stream) {
        answer.problem(400, "incomplete-body");
    }
    scene.is_unchanged();
}

#[test]
fn an_id_in_a_path_is_64_plain_letters_at_most() {
    let scene = Scene::new();
    let car = json!({ "id": fresh_id(), "type": "car_detected" });
    let long = "a".repeat(65);
    for id in [
        "a:b",
        "%3A",
        "*",
        "%2A",
        "%7B",
        "%7Blane%7D",
        "a%2Fb",
        "..%2F..",
        "%2e%2e",
        "%C3%A9",
        "é",
        "%F0%9F%8D%94",
        "%FF",
        "%00",
        "a%20b",
        "a%0d%0ab",
        "a.b",
        "a%25b",
        "%EF%BC%91",
        "~",
        "'",
        "%22",
        &long,
    ] {
        let lanes = format!("/v1/drive-thrus/{id}/lanes");
        let (here, there) = (format!("{lanes}/1"), format!("/v1/drive-thrus/d1/lanes/{id}"));
        for path in [&here, &there] {
            scene.service.get(path).problem(400, "invalid-id");
            scene.service.post(&format!("{path}/events"), &car).problem(400, "invalid-id");
        }
        scene.service.get(&lanes).problem(400, "invalid-id");
        let menu = format!("/v1/drive-thrus/{id}/menu");
        scene.service.get(&menu).problem(400, "invalid-id");
        scene.service.put(&menu, &[], &json!({})).problem(400, "invalid-id");
        let parse = format!("/v1/drive-thrus/{id}/parse");
        scene.service.post(&parse, &json!({ "text": "a coke" })).problem(400, "invalid-id");
        let off = json!({ "available": false });
        let availability = format!("/v1/drive-thrus/{id}/items/coke/availability");
        scene.service.put(&availability, &[], &off).problem(400, "invalid-id");
    }
    let lanes = scene.service.get("/v1/drive-thrus/d1/lanes").json(200);
    assert_eq!(lanes["lanes"].as_array().map(Vec::len), Some(1));
    scene.is_unchanged();
}

#[test]
fn an_item_in_a_path_is_looked_for_and_nothing_else() {
    let scene = Scene::new();
    let off = json!({ "available": false });
    for item in ["*", "%2A", "co:ke", "%7B%7D", "a%2Fb", "%F0%9F%8D%94", "Cookie", "%25", "%00"] {
        let path = format!("/v1/drive-thrus/d1/items/{item}/availability");
        scene.service.put(&path, &[], &off).problem(404, "not-found");
    }
    scene.service.put("/v1/drive-thrus/d1/items/%FF/availability", &[], &off).problem(400, "invalid-id");
    scene.is_unchanged();
}

#[test]
fn a_path_or_method_that_there_is_not_is_a_problem_too() {
    let scene = Scene::new();
    for path in [
        "/board",
        "/v1",
        "/v2/drive-thrus/d1/lanes",
        "/v1/drive-thrus/d1/lanes/",
        "/events",
        "/v1/drive-thrus/d1/lanes/1/events/",
        "/v1/drive-thrus/d1/lanes/1/2",
        "/%2e%2e/etc/passwd",
        "/admin",
    ] {
        scene.service.get(path).problem(404, "not-found");
    }
    let events = format!("{}/events", scene.lane.path);
    for (method, path) in [
        ("GET", events.as_str()),
        ("PUT", &events),
        ("DELETE", &scene.lane.path),
        ("PATCH", &scene.lane.path),
        ("POST", "/v1/drive-thrus/d1/menu"),
        ("DELETE", "/v1/drive-thrus/d1/menu"),
        ("POST", "/healthz"),
        ("TRACE", "/healthz"),
        ("BREW", "/metrics"),
    ] {
        let refused = call(scene.service.address, method, path, &[], b"{}");
        refused.problem(405, "method-not-allowed");
        assert!(refused.header("allow").is_some(), "{method} {path}: {refused:#?}");
    }
    scene.is_unchanged();
}

#[test]
fn what_is_not_http_is_hung_up_on_and_the_service_goes_on() {
    let scene = Scene::new();
    for bytes in [
        &b"GARBAGE\r\n\r\n"[..],
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
    ] {
        let mut stream = connected(scene.service.address).unwrap();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        if let Ok(answer) = answer(&mut stream) {
            assert!((400..500).contains(&answer.status), "{answer:#?}");
        }
    }
    scene.is_unchanged();
}

#[test]
fn an_event_that_was_refused_can_be_mended_under_its_id() {
    let scene = Scene::new();
    let id = fresh_id();
    scene.lane.event(json!({ "id": id, "type": "utterance", "text": "" })).problem(422, "invalid-event");
    let stale = json!({ "id": id, "type": "utterance", "text": "a brownie", "session_id": fresh_id() });
    scene.lane.event(stale).problem(409, "stale-session");
    scene.is_unchanged();
    let mended = scene.lane.event(json!({ "id": id, "type": "utterance", "text": "a brownie" }));
    assert_eq!((mended.json(200)["turn"].as_u64(), mended.is_replayed()), (Some(3), false));
}
