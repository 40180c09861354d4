//! The document of the socket and of the events, held against what they really send.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::support::{PATIENCE, Service, connected, fresh_id};

/// The part of JSON Schema that the documents use. Gives the first place where a value is not as the schema has it.
struct Schemas(Value);

impl Schemas {
    #[track_caller]
    fn check(&self, message: &str, value: &Value) {
        let schema = &self.0["components"]["messages"][message]["payload"];
        assert!(schema.is_object(), "there is no message {message}");
        if let Err(fault) = self.fits(schema, value, "$") {
            panic!("{message}: {fault}\n{value:#}");
        }
    }

    fn fits(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        if let Some(pointer) = schema["$ref"].as_str() {
            let target =
                self.0.pointer(pointer.trim_start_matches('#')).ok_or(format!("{pointer} is nowhere"))?;
            self.fits(target, value, at)?;
        }
        for schema in schema["allOf"].as_array().into_iter().flatten() {
            self.fits(schema, value, at)?;
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            let faults: Vec<String> =
                choices.iter().filter_map(|it| self.fits(it, value, at).err()).collect();
            if faults.len() + 1 != choices.len() {
                return Err(format!(
                    "{at}: {} of {} fit: {faults:?}",
                    choices.len() - faults.len(),
                    choices.len()
                ));
            }
        }
        if let Some(allowed) = schema["enum"].as_array().filter(|allowed| !allowed.contains(value)) {
            return Err(format!("{at}: {value} is none of {allowed:?}"));
        }
        let kinds = match &schema["type"] {
            Value::String(kind) => vec![kind.as_str()],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !kinds.is_empty() && !kinds.iter().any(|kind| is_a(kind, value)) {
            return Err(format!("{at}: {value} is no {kinds:?}"));
        }
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            value.get(name).ok_or(format!("{at}: {name} is missing"))?;
        }
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            if let Some(member) = value.get(name) {
                self.fits(schema, member, &format!("{at}.{name}"))?;
            }
        }
        if schema["items"].is_object() {
            for (number, entry) in value.as_array().into_iter().flatten().enumerate() {
                self.fits(&schema["items"], entry, &format!("{at}[{number}]"))?;
            }
        }
        Ok(())
    }
}

fn is_a(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => false,
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
    assert_eq!(used.iter().map(|it| it["messages"].as_array().unwrap().len()).sum::<usize>(), 10);
}

/// What a socket sends until it has sent as many frames as are wanted.
async fn frames(service: &Service, query: &str, sent: &[Value], wanted: usize) -> Vec<Value> {
    let url = format!("ws://{}/v1/drive-thrus/d1/lanes/1/ws{query}", service.address);
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    for event in sent {
        socket.send(Message::text(event.to_string())).await.unwrap();
    }
    let mut frames = Vec::new();
    while frames.len() < wanted {
        let frame = tokio::time::timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap();
        if let Message::Text(text) = frame {
            frames.push(serde_json::from_str(text.as_str()).unwrap());
        }
    }
    frames
}

/// Which message a frame is.
fn kind(frame: &Value) -> &str {
    match frame["type"].as_str() {
        Some(problem) if problem.starts_with("urn:") => "problem",
        Some(notice) => notice,
        None => "turn",
    }
}

fn blocking<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
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
    let sent = [car, order.clone(), ping, fault, order];
    let frames_of = |query: &str, sent: &[Value], wanted| blocking(frames(&service, query, sent, wanted));
    let came = frames_of("?turn=0&with=events", &sent, 5);
    let mut kinds: Vec<&str> = came.iter().map(kind).collect();
    for (frame, kind) in came.iter().zip(&kinds) {
        schemas.check(kind, frame);
    }
    // A turn comes with the lane's, the answers to the rest at once.
    kinds.sort_unstable();
    assert_eq!(kinds, ["pong", "problem", "turn", "turn", "turn"]);
    assert!(came.iter().any(|frame| frame["event"]["type"] == "utterance"));
    assert!(came.iter().any(|frame| frame["replayed"] == true));
    let unknown = format!("?session_id={}&turn=3", Uuid::from_u128(7));
    let came = frames_of(&unknown, &[], 1);
    assert_eq!(came[0]["type"], "resync");
    schemas.check("resync", &came[0]);
    for other in ["pong", "holding", "turn"] {
        let schema = &schemas.0["components"]["messages"][other]["payload"];
        assert!(schemas.fits(schema, &came[0], "$").is_err(), "a resync is no {other}");
    }
}

#[test]
fn a_late_reply_is_told_as_the_document_has_it() {
    // It takes connections and never answers.
    let model = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", model.local_addr().unwrap());
    let service = Service::start_with(&[
        ("CARHOP_LLM_URL", &url),
        ("CARHOP_LLM_MODEL", "none"),
        ("CARHOP_PARSER", "llm_then_grammar"),
        ("CARHOP_AGENTS_DEADLINE_MS", "3000"),
        ("CARHOP_HOLD_AFTER_MS", "100"),
    ]);
    service.lane("1").car();
    let order = json!({ "id": fresh_id(), "type": "utterance", "text": "two cheeseburgers" });
    let came = blocking(frames(&service, "", &[order], 2));
    let schemas = document(&service);
    schemas.check("holding", &came[0]);
    schemas.check("turn", &came[1]);
}

#[test]
fn what_a_drive_thru_tells_is_as_the_document_has_it() {
    let service = Service::start();
    let schemas = document(&service);
    let mut stream = connected(service.address).unwrap();
    stream.write_all(b"GET /v1/drive-thrus/d1/events?with=events HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    // The first event only says where it begins.
    lines.by_ref().find(|line| line.starts_with("id: ") || line.starts_with("id:")).unwrap();
    service.lane("1").confirmed("a cookie");
    let (mut kind, mut turns, mut tickets) = (String::new(), 0, 0);
    while turns < 5 || tickets < 1 {
        let line = lines.next().unwrap();
        if let Some(name) = line.strip_prefix("event: ") {
            kind = name.to_owned();
        } else if let Some(data) = line.strip_prefix("data: ") {
            schemas.check(&kind, &serde_json::from_str(data).unwrap());
            turns += usize::from(kind == "turn");
            tickets += usize::from(kind == "ticket");
        }
    }
    schemas.check("left_out", &json!({ "reason": "too_old" }));
}
