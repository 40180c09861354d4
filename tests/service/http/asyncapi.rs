//! The document of the socket and of the events, held against what they really send.

use serde_json::{Value, json};

use super::schemas::Schemas;
use crate::live::client::{Events, Socket};
use crate::support::{Service, fresh_id, with_a_silent_model};

impl Schemas {
    #[track_caller]
    fn check(&self, message: &str, value: &Value) {
        let schema = &self.0["components"]["messages"][message]["payload"];
        assert!(schema.is_object(), "there is no message {message}");
        if let Err(fault) = self.fits(schema, value, "$") {
            panic!("{message}: {fault}\n{value:#}");
        }
    }
}

fn document(service: &Service) -> Schemas {
    Schemas(service.get("/asyncapi.json").json(200))
}

#[test]
fn the_document_is_whole_and_has_the_schemas_of_the_other_one() {
    let service = Service::start();
    let text = service.get("/asyncapi.json").body;
    let Schemas(document) = document(&service);
    assert_eq!(document["asyncapi"], "3.0.0");
    let references = text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next());
    let lost: Vec<&str> = references.filter(|pointer| document.pointer(pointer).is_none()).collect();
    assert_eq!(lost, Vec::<&str>::new());

    let openapi = service.get("/openapi.json").json(200);
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert_eq!(schema, &openapi["components"]["schemas"][name], "{name}");
    }
    for channel in document["channels"].as_object().unwrap().values() {
        let path = channel["address"].as_str().unwrap();
        assert!(openapi["paths"][path]["get"].is_object(), "{path} is no path of the other document");
    }
    let used: Vec<&Value> = document["operations"].as_object().unwrap().values().collect();
    assert_eq!(used.iter().map(|it| it["messages"].as_array().unwrap().len()).sum::<usize>(), 11);
}

/// Which message a frame is.
fn kind(frame: &Value) -> &str {
    match frame["type"].as_str() {
        Some(problem) if problem.starts_with("urn:") => "problem",
        Some(notice) => notice,
        None => "turn",
    }
}

#[test]
fn what_a_socket_sends_is_as_the_document_has_it() {
    let service = Service::start();
    let schemas = document(&service);
    let car = json!({ "id": fresh_id(), "type": "car_detected" });
    let order = json!({ "id": fresh_id(), "type": "utterance", "text": "two cheeseburgers, no pickles, and a large coke" });
    let fault = json!({ "id": fresh_id(), "type": "honk" });
    for event in [&car, &order] {
        schemas.check("event", event);
    }
    let ping = json!({ "type": "ping" });
    schemas.check("ping", &ping);
    let lane = service.lane("1");
    let mut socket = Socket::open(&lane, "?turn=0&with=events");
    for sent in [&car, &order, &ping, &fault, &order] {
        socket.send(&sent.to_string());
    }
    let came: Vec<Value> = (0..5).map(|_| socket.next()).collect();
    let mut kinds: Vec<&str> = came.iter().map(kind).collect();
    for (frame, kind) in came.iter().zip(&kinds) {
        schemas.check(kind, frame);
    }
    // A turn comes with the lane's, the answers to the rest at once.
    kinds.sort_unstable();
    assert_eq!(kinds, ["pong", "problem", "turn", "turn", "turn"]);
    assert!(came.iter().any(|frame| frame["event"]["type"] == "utterance"));
    assert!(came.iter().any(|frame| frame["replayed"] == true));
    let resync = Socket::open(&lane, &format!("?session_id={}&turn=3", fresh_id())).next();
    assert_eq!(resync["type"], "resync");
    schemas.check("resync", &resync);
    for other in ["pong", "holding", "turn"] {
        let schema = &schemas.0["components"]["messages"][other]["payload"];
        assert!(schemas.fits(schema, &resync, "$").is_err(), "a resync is no {other}");
    }
}

#[test]
fn a_late_reply_is_told_as_the_document_has_it() {
    let (service, _model) = with_a_silent_model();
    service.lane("1").car();
    let mut socket = Socket::open(&service.lane("1"), "");
    socket.event(json!({ "type": "utterance", "text": "two cheeseburgers" }));
    let schemas = document(&service);
    schemas.check("holding", &socket.next());
    schemas.check("turn", &socket.next());
}

#[test]
fn what_a_drive_thru_tells_is_as_the_document_has_it() {
    let service = Service::start();
    let schemas = document(&service);
    let mut events = Events::open(service.address, "/v1/drive-thrus/d1/events?with=events", None);
    service.lane("1").confirmed("a cookie");
    for kind in ["turn", "turn", "turn", "turn", "turn", "ticket"] {
        schemas.check(kind, &events.next_of(kind).data);
    }
    schemas.check("left_out", &json!({ "reason": "too_old" }));
}
