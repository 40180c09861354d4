//! The document of what is no call: the socket of a lane, and the events of a drive-thru, as AsyncAPI 3.0 has them. Its
//! schemas are those of the OpenAPI document.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// Where the schemas are, in both documents.
const SCHEMAS: &str = "/components/schemas";

/// The document, given the OpenAPI document.
pub fn document(openapi: &Value) -> Value {
    let messages = messages();
    let schemas = referred(&messages, openapi);
    let of = |channel: &str, names: &[&str]| -> Vec<Value> {
        let names =
            names.iter().map(|name| json!({ "$ref": format!("#/channels/{channel}/messages/{name}") }));
        names.collect()
    };
    let known = |names: &[&str]| -> Map<String, Value> {
        let messages = names.iter().map(|name| json!({ "$ref": format!("#/components/messages/{name}") }));
        names.iter().map(|name| (*name).to_owned()).zip(messages).collect()
    };
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": openapi["info"]["title"],
            "version": openapi["info"]["version"],
            "license": { "name": openapi["info"]["license"]["name"] },
            "description": "What Carhop tells without being asked; the calls are in `/openapi.json`.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "lane": {
                "address": "/v1/drive-thrus/{drive_thru}/lanes/{lane}/ws",
                "title": "The socket of a lane",
                "description": "A WebSocket. Every turn of the lane comes once, in order, whoever caused it; the answer to an event that was sent here is its turn. One event is taken at a time. It closes with 1012 when the service stops: open it again, from the last turn seen.",
                "parameters": { "drive_thru": { "description": "Its id." }, "lane": { "description": "Its id." } },
                "messages": known(&["event", "ping", "turn", "problem", "pong", "holding", "resync"]),
                "bindings": { "ws": { "method": "GET", "query": {
                    "type": "object",
                    "properties": {
                        "session_id": { "type": "string", "format": "uuid", "description": "With `turn`: the last turn seen; what came after it is sent first." },
                        "turn": { "type": "integer", "minimum": 0, "description": "Without `session_id` only 0: nothing seen, the turns of the session that is on are sent first." },
                        "with": { "type": "string", "enum": ["events"], "description": "Turns come with the events that they answer." },
                        "ticket": { "type": "string", "description": "A ticket of `POST /v1/socket-tickets`, for who can send no `Authorization`." },
                    },
                } } },
            },
            "drive_thru": {
                "address": "/v1/drive-thrus/{drive_thru}/events",
                "title": "The events of a drive-thru",
                "description": "Server-sent events: `event` is the message's name, `data` its payload, `id` its place, which `Last-Event-ID` goes on from. `with=events` gives turns the events that they answer.",
                "parameters": { "drive_thru": { "description": "Its id." } },
                "messages": known(&["turn", "ticket", "left_out", "alive"]),
            },
        },
        "operations": {
            "take_event": {
                "action": "receive",
                "channel": { "$ref": "#/channels/lane" },
                "summary": "Takes what happens on a lane.",
                "messages": of("lane", &["event", "ping"]),
            },
            "tell_lane": {
                "action": "send",
                "channel": { "$ref": "#/channels/lane" },
                "summary": "Tells every turn of a lane.",
                "messages": of("lane", &["turn", "problem", "pong", "holding", "resync"]),
            },
            "tell_drive_thru": {
                "action": "send",
                "channel": { "$ref": "#/channels/drive_thru" },
                "summary": "Tells every turn and every ticket of a drive-thru.",
                "messages": of("drive_thru", &["turn", "ticket", "left_out", "alive"]),
            },
        },
        "components": { "messages": messages, "schemas": schemas },
    })
}

fn messages() -> Value {
    let schema = |name: &str| json!({ "$ref": format!("#{SCHEMAS}/{name}") });
    let notice = |kind: &str| {
        let this_one = json!({ "type": "object", "properties": { "type": { "enum": [kind] } } });
        json!({ "allOf": [schema("Notice"), this_one] })
    };
    let ping =
        json!({ "type": "object", "required": ["type"], "properties": { "type": { "enum": ["ping"] } } });
    let turn = json!({ "allOf": [schema("Turn"), { "type": "object", "properties": {
        "event": { "type": "object", "description": "The event that it answers, as it came; with `with=events` only." },
        "replayed": { "type": "boolean", "description": "On a socket: the event had been taken before." },
    } }] });
    let left_out = json!({ "type": "object", "required": ["reason"], "properties": {
        "reason": { "type": "string", "description": "`too_old` or `lost`." },
    } });
    let message = |name: &str, summary: &str, payload: Value| json!({ "name": name, "summary": summary, "payload": payload });
    json!({
        "event": message("event", "Something happens on the lane.", schema("EventRequest")),
        "ping": message("ping", "Are you there?", ping),
        "turn": message("turn", "What an event was answered with.", turn),
        "problem": message("problem", "Why an event was not taken.", schema("Problem")),
        "pong": message("pong", "The answer to a ping.", notice("pong")),
        "holding": message("holding", "A reply is late: what the customer is told meanwhile.", notice("holding")),
        "resync": message("resync", "Turns are left out: read the lane, and go on from there.", notice("resync")),
        "ticket": message("ticket", "A ticket as it is now.", schema("TicketView")),
        "alive": message("alive", "Nothing has happened for a while.", json!({ "type": "object" })),
        "left_out": message("resync", "Something is left out: read everything again.", left_out),
    })
}

/// The schemas that something refers to, with those that they refer to.
fn referred(from: &Value, openapi: &Value) -> Map<String, Value> {
    let schemas = &openapi["components"]["schemas"];
    let mut names = BTreeSet::new();
    let mut open = vec![from];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                let name = members.get("$ref").and_then(Value::as_str);
                let name =
                    name.and_then(|name| name.strip_prefix('#')?.strip_prefix(SCHEMAS)?.strip_prefix('/'));
                if let Some(name) = name.filter(|name| names.insert(*name)) {
                    open.push(&schemas[name]);
                }
                open.extend(members.values());
            }
            Value::Array(entries) => open.extend(entries),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    names.into_iter().map(|name| (name.to_owned(), schemas[name].clone())).collect()
}
