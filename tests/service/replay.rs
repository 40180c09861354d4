//! Sessions of the real service, replayed from their audit logs.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command_line::check;
use crate::support::{Lane, Service, Ticket};

/// The audit log of the session of a turn.
fn log_of(service: &Service, turn: &Value) -> Value {
    let path = format!("/v1/sessions/{}/audit", turn["session_id"].as_str().unwrap());
    service.get(&path).json(200)
}

/// A folder with logs, by the name of their files.
fn folder(logs: &[(&str, &Value)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, log) in logs {
        std::fs::write(folder.path().join(name), log.to_string()).unwrap();
    }
    folder
}

#[track_caller]
fn replay(path: &Path, arguments: &[&str], code: i32) -> String {
    let path = path.to_str().unwrap();
    let (out, err) = check(&[&["replay", path], arguments].concat(), code);
    assert_eq!(err, "");
    out.replace(path, "PATH")
}

fn fixture(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(file)
}

/// A car that orders a cheeseburger and drives off.
fn short_visit(lane: &Lane) -> Value {
    lane.car();
    lane.say("a cheeseburger please");
    lane.take(json!({ "type": "car_left" }))
}

#[test]
fn a_replay_of_what_happened_gives_the_same_turns() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("north");
    let first = lane.take(json!({ "type": "car_detected", "vehicle_id": "first" }));
    lane.take(json!({ "type": "utterance", "text": "two cheeseburgers, no pickles", "barge_in": true }));
    lane.take(json!({ "type": "tap", "act": "add_item", "item": "coke", "size": "large", "turn": 2 }));
    lane.say("and a brownie");
    let path = "/v1/drive-thrus/d1/items/brownie/availability";
    assert_eq!(service.put(path, &[], &json!({ "available": false })).status, 200);
    lane.say("no thanks");
    lane.take(json!({ "type": "crew", "act": "take_over" }));
    lane.say("is anybody there");
    lane.take(json!({ "type": "crew", "act": "give_back" }));
    lane.take(json!({ "type": "silence", "seconds": 12.5 }));
    lane.say("that's all");
    let ticket = Ticket::of(&service, &lane.say("yes"));
    let problem = json!({ "id": "0198c0de-0000-7000-8000-00000000000a", "reason": "card declined" });
    assert_eq!(ticket.post("payment-problem", &problem).status, 200);
    lane.say("yes, try again");
    assert_eq!(ticket.post("reject", &json!({ "reason": "no ice", "item": "coke" })).status, 200);
    // The next car ends the session of one that was heard.
    let second = lane.take(json!({ "type": "car_detected", "session_id": first["session_id"] }));
    lane.say("a coffee");

    let logs = folder(&[("1.json", &log_of(&service, &first)), ("2.json", &log_of(&service, &second))]);
    assert_eq!(replay(logs.path(), &[], 0), "2 sessions hold, 0 do not\n");
    let same = "2 sessions hold, 0 do not\n\
                sessions: 2, utterances: 8, heard otherwise: 0, orders that end otherwise: 0\n";
    assert_eq!(replay(logs.path(), &["--reparse", "grammar"], 0), same);
}

#[test]
fn what_comes_out_otherwise_is_shown_and_fails() {
    let service = Service::start();
    let mut log = log_of(&service, &short_visit(&service.lane("1")));
    log["entries"][1]["turn"]["acts"][0]["ops"][0]["item"] = json!("hot_dog");
    let logs = folder(&[("session.json", &log), ("empty.json", &json!({ "entries": [] }))]);
    let junit = logs.path().join("junit.xml");
    insta::assert_snapshot!("what_comes_out", replay(logs.path(), &["--junit", junit.to_str().unwrap()], 1));
    insta::assert_snapshot!("what_is_reparsed", replay(logs.path(), &["--reparse", "grammar"], 1));
    assert!(std::fs::read_to_string(junit).unwrap().contains(r#"name="sessions" tests="2""#));
}

#[test]
fn a_session_is_replayed_with_its_menu_and_the_rules_of_its_house() {
    let coffee = fixture("menus/coffee.json");
    let variables = [("CARHOP_MENU", coffee.to_str().unwrap()), ("CARHOP_GREETING", "Good morning!")];
    let service = Service::start_with(&variables);
    let lane = service.lane("1");
    let turn = lane.car();
    lane.say("a large latte");
    let logs = folder(&[("session.json", &log_of(&service, &turn))]);
    let menu = ["--menu", variables[0].1];
    let rules = [&menu[..], &["--greeting", variables[1].1]].concat();
    assert_eq!(replay(logs.path(), &rules, 0), "1 sessions hold, 0 do not\n");
    insta::assert_snapshot!("another_greeting", replay(logs.path(), &menu, 1));
    insta::assert_snapshot!("another_menu", replay(logs.path(), &[], 1));
}

#[test]
fn transcripts_and_logs_of_one_folder_are_replayed_and_the_menus_beside_them_are_not() {
    let service = Service::start();
    let log = log_of(&service, &short_visit(&service.lane("1")));
    let menu = serde_json::from_slice(&std::fs::read(fixture("menus/burger.json")).unwrap()).unwrap();
    let folder = folder(&[("session.json", &log), ("burger.json", &menu)]);
    let transcript = "# A coke\nmenu: burger.json\n\n> car\n> \"a coke\"\n    no row\n";
    std::fs::write(folder.path().join("coke.txt"), transcript).unwrap();
    let held = "1 transcripts are blessed, 0 do not\n1 sessions hold, 0 do not\n";
    assert_eq!(replay(folder.path(), &["--bless"], 0), held);
    let held = "1 transcripts hold, 0 do not\n1 sessions hold, 0 do not\n\
                sessions: 1, utterances: 1, heard otherwise: 0, orders that end otherwise: 0\n";
    assert_eq!(replay(folder.path(), &["--reparse", "grammar"], 0), held);
}
