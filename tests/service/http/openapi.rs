//! The document of the calls, held against what they really answer.

use std::collections::BTreeSet;
use std::thread;

use serde_json::{Value, json};

use super::schemas::Schemas;
use crate::support::{Answer, Service, Ticket, awaited, call, fresh_id, with_a_silent_model};

/// A service whose answers are held against its own document.
struct Documented {
    service: Service,
    document: Schemas,
}

impl Documented {
    fn new(service: Service) -> Self {
        let document = Schemas(service.get("/openapi.json").json(200));
        Self { service, document }
    }

    /// The same as `call` with no headers and a body of JSON.
    #[track_caller]
    fn call(&self, method: &str, path: &str, names: &str, body: &Value) -> Answer {
        self.raw(method, path, names, &[], &body.to_string())
    }

    /// Calls a path of the document, its parameters filled in. The status, the kind of body, and the body itself must
    /// be as it is there.
    #[track_caller]
    fn raw(&self, method: &str, path: &str, names: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut full = path.to_owned();
        let (names, query) =
            names.split_once('?').map_or((names, None), |(names, query)| (names, Some(query)));
        for name in names.split_whitespace() {
            let (open, close) = (full.find('{').unwrap(), full.find('}').unwrap());
            full.replace_range(open..=close, name);
        }
        full.extend(query.map(|query| format!("?{query}")));
        let answer = call(self.service.address, method, &full, headers, body.as_bytes());

        let operation = &self.document.0["paths"][path][method.to_lowercase()];
        let declared = &operation["responses"][answer.status.to_string()];
        assert!(declared.is_object(), "{method} {path} says nothing of {answer:#?}");
        for header in ["etag", "idempotent-replayed", "retry-after", "upgrade"] {
            let names = declared["headers"].as_object().into_iter().flatten();
            let is_declared = names.into_iter().any(|(name, _)| name.eq_ignore_ascii_case(header));
            assert!(is_declared || answer.header(header).is_none(), "{method} {path}: {header}");
        }
        let kind = answer.header("content-type").and_then(|kind| kind.split(';').next()).unwrap();
        let content = &declared["content"][kind];
        assert!(content.is_object(), "{method} {path} says nothing of {kind} for {}", answer.status);
        if kind.ends_with("json") {
            let body = serde_json::from_str(&answer.body).unwrap();
            if let Err(fault) = self.document.fits(&content["schema"], &body, "$") {
                panic!("{method} {path}: {fault}\n{body:#}");
            }
        }
        answer
    }
}

const EVENTS: &str = "/v1/drive-thrus/{drive_thru}/lanes/{lane}/events";
const LANE: &str = "/v1/drive-thrus/{drive_thru}/lanes/{lane}";
const SOCKET: &str = "/v1/drive-thrus/{drive_thru}/lanes/{lane}/ws";
const LANES: &str = "/v1/drive-thrus/{drive_thru}/lanes";
const PARSE: &str = "/v1/drive-thrus/{drive_thru}/parse";
const AUDIT: &str = "/v1/sessions/{session_id}/audit";
const TICKET: &str = "/v1/tickets/{ticket_id}";
const RULES: &str = "/v1/drive-thrus/{drive_thru}/rules";
const VERSIONS: &str = "/v1/drive-thrus/{drive_thru}/rules/versions";
const VERSION: &str = "/v1/drive-thrus/{drive_thru}/rules/versions/{version}";
const CHECK: &str = "/v1/drive-thrus/{drive_thru}/rules/check";
const ACTIVATE: &str = "/v1/drive-thrus/{drive_thru}/rules/activate";
const HOUSE: &str = "/v1/drive-thrus/{drive_thru}/house";
const MENU: &str = "/v1/drive-thrus/{drive_thru}/menu";
const AVAILABILITY: &str = "/v1/drive-thrus/{drive_thru}/items/{item}/availability";
const HINTS: &str = "/v1/drive-thrus/{drive_thru}/speech-hints";
const EXPLAINED: &str = "/v1/sessions/{session_id}/turns/{turn}/rules";
const NO_ID: &str = "00000000-0000-0000-0000-000000000007";

#[test]
fn an_order_is_answered_as_the_document_has_it() {
    let it = Documented::new(Service::start_with(&[("CARHOP_POS_EMITTER", "none")]));
    let take = |event: Value| it.call("POST", EVENTS, "d1 1", &event);
    assert_eq!(it.call("GET", LANE, "d1 1", &Value::Null).json(200), json!({ "state": "idle" }));
    assert_eq!(take(json!({ "id": fresh_id(), "type": "barge_in" })).status, 409);
    let car = json!({ "id": fresh_id(), "type": "car_detected" });
    let session = take(car.clone()).json(200)["session_id"].as_str().unwrap().to_owned();
    assert!(take(car.clone()).is_replayed());
    let mut heard = BTreeSet::new();
    for text in [
        "two cheeseburgers, no pickles, and a large coke",
        "make the coke a small",
        "make it large",
        "make that a sprite",
        "a hamburger instead of the sprite",
        "remove the hamburger",
        "how much is the brownie",
        "a lobster",
        "a brownie",
        "that's all",
    ] {
        let turn = take(json!({ "id": fresh_id(), "type": "utterance", "text": text })).json(200);
        let ops = turn["acts"].as_array().unwrap().iter().filter_map(|act| act["ops"].as_array()).flatten();
        heard.extend(ops.map(|op| op["op"].as_str().unwrap().to_owned()));
        let acts = it.call("POST", PARSE, "d1", &json!({ "text": text, "lane": "1" }));
        assert_eq!(acts.status, 200, "{acts:#?}");
    }
    assert_eq!(Vec::from_iter(heard), ["add", "correct", "modify", "remove", "replace"]);
    let behind = json!({ "id": fresh_id(), "type": "utterance", "text": "yes", "turn": 1 });
    let closing = take(behind).json(200);
    assert_eq!(closing["state"], "closing", "{closing:#}");
    assert!(closing["missed"].as_array().is_some_and(|missed| missed.len() > 1), "{closing:#}");
    assert_eq!(it.call("GET", LANE, "d1 1", &Value::Null).json(200)["state"], "closing");
    assert_eq!(it.call("GET", LANES, "d1", &Value::Null).status, 200);
    let ticket = Ticket::of(&it.service, &closing).id;
    for (method, word, status) in
        [("GET", "", 200), ("POST", "/payment-problem", 200), ("POST", "/ack", 200), ("POST", "/resend", 409)]
    {
        assert_eq!(it.call(method, &format!("{TICKET}{word}"), &ticket, &json!({})).status, status, "{word}");
    }
    let list = it.call("GET", "/v1/drive-thrus/{drive_thru}/tickets", "d1", &Value::Null);
    assert_eq!(list.json(200)["tickets"].as_array().unwrap().len(), 1);
    for what in ["audit", "transcript"] {
        let path = format!("/v1/sessions/{{session_id}}/{what}");
        assert_eq!(it.call("GET", &path, &session, &Value::Null).status, 200, "{what}");
    }
    assert_eq!(it.call("GET", EXPLAINED, &format!("{session} 2"), &Value::Null).status, 200);
}

#[test]
fn a_late_reply_is_held_as_the_document_has_it() {
    let (service, _model) = with_a_silent_model();
    let it = Documented::new(service);
    let lane = it.service.lane("1");
    lane.car();
    thread::scope(|scope| {
        scope.spawn(|| lane.say("a cookie"));
        awaited("what to say meanwhile", || {
            let now = it.call("GET", LANE, "d1 1", &Value::Null).json(200);
            now.get("holding").map(|_| ())
        });
    });
}

#[test]
fn what_is_refused_is_refused_as_the_document_has_it() {
    let it = Documented::new(Service::start());
    let lanes = [(EVENTS, "POST", "d1 1"), (PARSE, "POST", "d1"), (AVAILABILITY, "PUT", "d1 cookie")];
    let tickets = ["/ack", "/reject", "/payment-problem", "/void"].map(|word| format!("{TICKET}{word}"));
    let tickets = tickets.iter().map(|path| (path.as_str(), "POST", NO_ID));
    let long = " ".repeat(64 * 1024 + 1);
    for (path, method, names) in lanes.into_iter().chain(tickets) {
        for (body, status) in [("{", 400), ("[]", 422), (long.as_str(), 413)] {
            let answer = it.raw(method, path, names, &[], body);
            assert_eq!(answer.status, status, "{method} {path}: {answer:#?}");
        }
    }
    let foreign = it.raw("POST", EVENTS, "d1 1", &[("origin", "http://elsewhere")], "{}");
    assert_eq!(foreign.status, 403, "{foreign:#?}");
    let plain = it.call("GET", SOCKET, "d1 1", &Value::Null);
    assert_eq!((plain.status, plain.header("upgrade")), (426, Some("websocket")));
    let no_turn = format!("{NO_ID} 1");
    for (path, method, names, status) in [
        (LANE, "GET", "d1 *", 400),
        (LANES, "GET", "*", 400),
        (HOUSE, "GET", "*", 400),
        (HOUSE, "PUT", "*", 400),
        (RULES, "GET", "*", 400),
        (RULES, "GET", "d1", 404),
        (RULES, "PUT", "*", 400),
        (MENU, "GET", "*", 400),
        (MENU, "PUT", "*", 400),
        (HINTS, "GET", "*", 400),
        (HINTS, "GET", "d1?format=song", 422),
        ("/v1/drive-thrus/{drive_thru}/tickets", "GET", "*", 400),
        ("/v1/drive-thrus/{drive_thru}/tickets", "GET", "d1?limit=0", 422),
        ("/v1/drive-thrus/{drive_thru}/events", "GET", "*", 400),
        ("/v1/drive-thrus/{drive_thru}/events", "GET", "d1?with=love", 422),
        (SOCKET, "GET", "d1 *", 400),
        (SOCKET, "GET", "d1 1?turn=7", 422),
        (AVAILABILITY, "PUT", "d1 lobster", 404),
        (AUDIT, "GET", "7", 400),
        (AUDIT, "GET", NO_ID, 404),
        ("/v1/sessions/{session_id}/transcript", "GET", "7", 400),
        ("/v1/sessions/{session_id}/transcript", "GET", NO_ID, 404),
        (EXPLAINED, "GET", "7 1", 400),
        (EXPLAINED, "GET", &no_turn, 404),
        (TICKET, "GET", "7", 400),
        (TICKET, "GET", NO_ID, 404),
        ("/v1/tickets/{ticket_id}/resend", "POST", "7", 400),
        ("/v1/tickets/{ticket_id}/resend", "POST", NO_ID, 404),
        ("/v1/tickets/{ticket_id}/ack", "POST", "7", 400),
        ("/v1/tickets/{ticket_id}/ack", "POST", NO_ID, 404),
        ("/v1/tickets/{ticket_id}/payment-problem", "POST", NO_ID, 404),
    ] {
        let answer = it.call(method, path, names, &json!({ "available": true }));
        assert_eq!(answer.status, status, "{method} {path} {names}: {answer:#?}");
    }
}

#[test]
fn menus_and_operations_are_answered_as_the_document_has_them() {
    let it = Documented::new(Service::start());
    let menu = it.call("GET", MENU, "d1", &Value::Null);
    assert_eq!(menu.status, 200);
    let put = |headers: &[(&str, &str)], body: &str| it.raw("PUT", MENU, "d2", headers, body).status;
    assert_eq!([put(&[], "{"), put(&[], "[]")], [400, 422]);
    assert_eq!([put(&[], &menu.body), put(&[], &menu.body)], [201, 200]);
    assert_eq!(put(&[("if-match", "\"old\"")], &menu.body), 412);
    let (house, others) = (it.call("GET", HOUSE, "d1", &Value::Null), menu.body.replace("Larkspur", "Other"));
    assert_eq!([house.status, put(&[], &others)], [200, 200]);
    assert_eq!(it.call("GET", HOUSE, "d2", &Value::Null).status, 404);
    let put = |headers: &[(&str, &str)], body: &str| it.raw("PUT", HOUSE, "d2", headers, body).status;
    assert_eq!([put(&[], "{"), put(&[], "[]"), put(&[("if-match", "*")], &house.body)], [400, 422, 412]);
    assert_eq!([put(&[], &house.body), put(&[], &house.body)], [201, 200]);
    assert_eq!(put(&[("if-match", "\"old\"")], &house.body), 412);
    let rules = json!({ "id": "d", "rules": [] }).to_string();
    let put = |headers: &[(&str, &str)], body: &str| it.raw("PUT", RULES, "d2", headers, body).status;
    assert_eq!([put(&[], "{"), put(&[], "[]"), put(&[("if-match", "*")], &rules)], [400, 422, 412]);
    assert_eq!([put(&[], &rules), put(&[], &rules)], [201, 200]);
    assert_eq!(it.call("GET", RULES, "d2", &Value::Null).status, 200);
    let versions = it.call("GET", VERSIONS, "d2", &Value::Null).json(200);
    let version = json!({ "version": versions["versions"][0]["version"] });
    let name = format!("d2 {}", version["version"].as_str().unwrap());
    assert_eq!(it.raw("POST", VERSIONS, "d2", &[], &rules).status, 201);
    assert_eq!(it.call("GET", VERSION, &name, &Value::Null).status, 200);
    assert_eq!(it.call("GET", VERSION, &format!("d2 {NO_ID}"), &Value::Null).status, 404);
    assert_eq!(it.call("POST", ACTIVATE, "d2", &version).status, 200);
    assert_eq!(it.call("POST", ACTIVATE, "d2", &json!({ "version": NO_ID })).status, 404);
    assert_eq!(it.call("POST", ACTIVATE, "d2", &json!({})).status, 422);
    let check = |body: &str| it.raw("POST", CHECK, "d2", &[], body).status;
    assert_eq!([check("{"), check("[]"), check(&rules)], [400, 200, 200]);
    let dry_run =
        |body: &Value| it.call("POST", "/v1/drive-thrus/{drive_thru}/rules/dry-runs", "d2", body).status;
    assert_eq!(
        [dry_run(&version), dry_run(&json!({ "version": NO_ID })), dry_run(&json!({}))],
        [200, 404, 422]
    );
    assert_eq!(it.call("PUT", AVAILABILITY, "d1 cookie", &json!({ "available": false })).status, 200);
    for format in ["keyterms", "prompt", "jsgf"] {
        assert_eq!(it.call("GET", HINTS, &format!("d1?format={format}"), &Value::Null).status, 200);
    }
    for path in ["/healthz", "/readyz", "/metrics", "/v1/machine", "/v1/rules/vocabulary"] {
        assert_eq!(it.call("GET", path, "", &Value::Null).status, 200);
    }
}

#[test]
fn every_response_says_what_it_is_and_every_problem_is_problem_json() {
    let Documented { document: Schemas(document), .. } = Documented::new(Service::start());
    for (method, path, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let place = format!("{method} {path} {status}");
            let description = response["description"].as_str();
            assert!(description.is_some_and(|text| !text.is_empty()), "{place} has no description");
            if status.starts_with(['1', '2']) {
                assert!(!response.to_string().contains("schemas/Problem"), "{place} is no problem");
                continue;
            }
            let problem = json!({ "schema": { "$ref": "#/components/schemas/Problem" } });
            assert_eq!(response["content"], json!({ "application/problem+json": problem }), "{place}");
        }
    }
}

/// Every call of the document: its method, its path, and what is said of it.
fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    document["paths"].as_object().unwrap().iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (method.as_str(), path.as_str(), operation))
    })
}

#[test]
fn the_document_describes_every_route_and_no_other() {
    let service = Service::start();
    let document = service.get("/openapi.json").json(200);
    let version = document["openapi"].as_str().unwrap();
    assert!(version.starts_with("3.1."), "{version}");
    let routes: BTreeSet<String> =
        operations(&document).map(|(method, path, _)| format!("{method} {path}")).collect();
    let expected = [
        "delete /v1/sessions/{session_id}",
        "get /healthz",
        "get /metrics",
        "get /readyz",
        "get /v1/drive-thrus/{drive_thru}/changes",
        "get /v1/drive-thrus/{drive_thru}/events",
        "get /v1/drive-thrus/{drive_thru}/house",
        "get /v1/drive-thrus/{drive_thru}/lanes",
        "get /v1/drive-thrus/{drive_thru}/lanes/{lane}",
        "get /v1/drive-thrus/{drive_thru}/lanes/{lane}/ws",
        "get /v1/drive-thrus/{drive_thru}/menu",
        "get /v1/drive-thrus/{drive_thru}/rules",
        "get /v1/drive-thrus/{drive_thru}/rules/versions",
        "get /v1/drive-thrus/{drive_thru}/rules/versions/{version}",
        "get /v1/drive-thrus/{drive_thru}/sessions",
        "get /v1/drive-thrus/{drive_thru}/speech-hints",
        "get /v1/drive-thrus/{drive_thru}/tickets",
        "get /v1/machine",
        "get /v1/rules/vocabulary",
        "get /v1/schemas/menu",
        "get /v1/sessions/{session_id}/audit",
        "get /v1/sessions/{session_id}/transcript",
        "get /v1/sessions/{session_id}/turns/{turn}/rules",
        "get /v1/tickets/{ticket_id}",
        "post /v1/drive-thrus/{drive_thru}/lanes/{lane}/events",
        "post /v1/drive-thrus/{drive_thru}/ask",
        "post /v1/drive-thrus/{drive_thru}/parse",
        "post /v1/drive-thrus/{drive_thru}/rules/activate",
        "post /v1/drive-thrus/{drive_thru}/rules/check",
        "post /v1/drive-thrus/{drive_thru}/rules/dry-runs",
        "post /v1/drive-thrus/{drive_thru}/rules/versions",
        "post /v1/sign-in",
        "post /v1/sign-in-codes",
        "post /v1/sign-out",
        "post /v1/socket-tickets",
        "get /v1/tickets/{ticket_id}/message",
        "post /v1/drive-thrus/{drive_thru}/webhook/test",
        "post /v1/tickets/{ticket_id}/ack",
        "post /v1/tickets/{ticket_id}/payment-problem",
        "post /v1/tickets/{ticket_id}/reject",
        "post /v1/tickets/{ticket_id}/resend",
        "post /v1/tickets/{ticket_id}/void",
        "put /v1/drive-thrus/{drive_thru}/items/{item}/availability",
        "put /v1/drive-thrus/{drive_thru}/items/{item}/sizes/{size}/availability",
        "put /v1/drive-thrus/{drive_thru}/house",
        "put /v1/drive-thrus/{drive_thru}/menu",
        "put /v1/drive-thrus/{drive_thru}/rules",
        "put /v1/drive-thrus/{drive_thru}/modifiers/{group}/{modifier}/availability",
    ];
    assert_eq!(routes, BTreeSet::from(expected.map(str::to_owned)));
}

#[test]
fn every_reference_in_the_document_leads_somewhere() {
    let service = Service::start();
    let text = service.get("/openapi.json").body;
    let document: Value = serde_json::from_str(&text).unwrap();
    let references = text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next());
    let lost: BTreeSet<&str> = references.filter(|pointer| document.pointer(pointer).is_none()).collect();
    assert!(lost.is_empty(), "{lost:?}");
}
