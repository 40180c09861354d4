//! Why rules decided as they did in a turn: `carhop rules explain` and `GET /v1/sessions/{id}/turns/{n}/rules`.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command_line::check;
use crate::support::Service;

fn rules() -> Value {
    let large = "size(lines) > 0 &&\n  lines.exists(l, l.size == \"large\" || l.quantity >= 5)";
    json!({ "id": "house", "rules": [
        { "id": "rush", "at": "offer", "when": "cars_waiting >= 5", "priority": 2, "then": { "none": true } },
        { "id": "lobster_friday", "at": "offer", "until": "2020-12-31", "priority": 1, "then": { "none": true } },
        { "id": "with_large", "at": "offer", "when": large, "then": { "item": "cookie" } },
        { "id": "last", "at": "offer", "priority": -1, "then": { "none": true } },
        { "id": "no_sprite", "at": "available", "when": "item.category == \"drinks\" && !(item.id != \"sprite\")",
          "then": { "available": false, "reason": "The machine is being cleaned." } },
    ] })
}

#[test]
fn a_turn_is_explained_by_what_was_seen_when_it_is_taken_again() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    service.put("/v1/drive-thrus/d1/rules", &[], &rules()).json(201);
    let lane = service.lane("1");
    lane.car();
    let said = json!({ "type": "utterance", "text": "a hamburger and a large coke", "cars_waiting": 2 });
    let turn = lane.take(said);
    assert_eq!(turn["fired"], json!([{ "at": "offer", "rule": "with_large" }]), "{turn:#}");
    let session = turn["session_id"].as_str().unwrap();
    // Other rules by now: those of then are explained.
    service.put("/v1/drive-thrus/d1/rules", &[], &json!({ "id": "none", "rules": [] })).json(200);

    let path = |turn: &str| format!("/v1/sessions/{session}/turns/{turn}/rules");
    let explained = service.get(&path("2")).json(200);
    assert_eq!((&explained["turn"], &explained["as_recorded"]), (&json!(2), &json!(true)));
    assert_eq!(explained["fired"], turn["fired"]);
    let points = explained["points"].as_array().unwrap();
    let places: Vec<(&Value, &Value)> = points.iter().map(|point| (&point["at"], &point["item"])).collect();
    assert_eq!(places, [(&json!("available"), &json!("sprite")), (&json!("offer"), &Value::Null)]);
    let [rush, other_day, with_large, last] = points[1]["rules"].as_array().unwrap().as_slice() else {
        panic!("{points:#?}");
    };
    assert_eq!(
        *rush,
        json!({ "rule": "rush", "verdict": "does_not_hold", "because": [{
            "fact": "cars_waiting", "was": 2, "how": ">=", "with": 5, "is_so": false, "line": 1, "column": 14
        }] })
    );
    assert_eq!(*other_day, json!({ "rule": "lobster_friday", "verdict": "other_day" }));
    // Of the lines, only the one that decided is told.
    assert_eq!(
        *with_large,
        json!({ "rule": "with_large", "verdict": "decided", "because": [
            { "fact": "size(lines)", "was": 2, "how": ">", "with": 0, "is_so": true, "line": 1, "column": 13 },
            { "fact": "line.size", "was": "large", "how": "==", "with": "large", "is_so": true, "line_id": "L2",
              "line": 2, "column": 26 },
        ] })
    );
    assert_eq!(*last, json!({ "rule": "last", "verdict": "not_asked" }));

    // An item that can be had is told of where somebody asks.
    let asked = service.get(&format!("{}?item=coke", path("2"))).json(200);
    let coke = &asked["points"].as_array().unwrap().iter().find(|point| point["item"] == "coke").unwrap()["rules"]
        [0];
    assert_eq!((&coke["verdict"], &coke["because"][0]["was"]), (&json!("does_not_hold"), &json!("coke")));
    assert_eq!(coke["because"].as_array().unwrap().len(), 1, "its category does not matter: {coke:#}");

    service.get(&path("7")).problem(404, "not-found");
    service.get(&path("two")).problem(400, "invalid-id");
    service.get(&format!("{}?thing=coke", path("2"))).problem(422, "invalid-event");
    let nobody = "00000000-0000-0000-0000-000000000007";
    service.get(&format!("/v1/sessions/{nobody}/turns/1/rules")).problem(404, "not-found");

    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log.json");
    let audit = service.get(&format!("/v1/sessions/{session}/audit?with=documents")).body;
    std::fs::write(&log, audit).unwrap();
    let log = log.to_str().unwrap();
    let (out, err) = check(&["rules", "explain", log], 0);
    assert_eq!(err, "");
    assert_eq!(
        out,
        "turn 2
  available of sprite
    no_sprite: decided
      item.category is \"drinks\", == \"drinks\" (1:15)
      item.id is \"sprite\", == \"sprite\" (1:40)
  offer
    rush: does not hold
      cars_waiting is 2, not >= 5 (1:14)
    lobster_friday: other day
    with_large: decided
      size(lines) is 2, > 0 (1:13)
      line.size is \"large\", == \"large\", of line L2 (2:26)
    last: not asked
"
    );
    let (out, _) = check(&["rules", "explain", log, "--turn", "1"], 0);
    assert!(out.starts_with("turn 1\n  available of sprite\n"), "{out}");
    let (_, err) = check(&["rules", "explain", log, "--turn", "7"], 1);
    assert!(err.contains("there is no turn 7"), "{err}");
    check(&["rules", "explain", "nowhere.json"], 3);
}
