//! Sessions of the real service, replayed from their audit logs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command_line::check;
use crate::support::{Lane, Service, Ticket};

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
    service.set_available("d1", "brownie", false);
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

    let logs = folder(&[("1.json", &service.audit(&first)), ("2.json", &service.audit(&second))]);
    assert_eq!(replay(logs.path(), &[], 0), "2 sessions hold, 0 do not\n");
    let same = "2 sessions hold, 0 do not\n\
                sessions: 2, utterances: 8, heard otherwise: 0, orders that end otherwise: 0\n";
    assert_eq!(replay(logs.path(), &["--reparse", "grammar"], 0), same);
}

#[test]
fn turns_that_went_wrong_are_sorted_by_their_cause() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("north");
    let first = lane.car();
    lane.say("a cheeseburger");
    lane.say("no, take the cheeseburger off");
    for _ in 0..3 {
        lane.say("frumpel wibble zonk");
    }
    let logs = folder(&[("1.json", &service.audit(&first))]);
    let log = logs.path().join("1.json");
    let (out, _) = check(&["eval", "--suggest", "--show", "1", "--audit", log.to_str().unwrap()], 0);
    assert!(out.starts_with("4 of 6 turns of 1 sessions went wrong, by cause"), "{out}");
    let mut lines = out.lines().map(str::trim);
    for line in [
        "2  not understood",
        "2  frumpel",
        "1  corrected or undone in the next turn",
        "want   (said next) no, take the cheeseburger off",
        "1  handed over to the crew",
        "1  not_understood",
    ] {
        assert!(lines.any(|shown| shown == line), "{line:?} does not come next in\n{out}");
    }
    std::fs::write(&log, "{}").unwrap();
    let (_, err) = check(&["eval", "--suggest", "--audit", log.to_str().unwrap()], 3);
    assert!(err.contains("1.json is no audit log"), "{err}");
}

#[test]
fn a_log_with_its_documents_replays_without_a_menu() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let menu = |version: &str, price: &str| {
        let coffee = std::fs::read_to_string(fixture("menus/coffee.json")).unwrap();
        let mut coffee: Value = serde_json::from_str(&coffee).unwrap();
        coffee["version"] = json!(version);
        coffee["items"][0]["price"] = json!(price);
        coffee["items"][0]
            .as_object_mut()
            .unwrap()
            .retain(|name, _| name != "sizes" && name != "default_size");
        coffee
    };
    let item = menu("1", "1.00")["items"][0].clone();
    let (id, name) = (item["id"].as_str().unwrap().to_owned(), item["name"].as_str().unwrap().to_owned());
    service.put("/v1/drive-thrus/d1/menu", &[], &menu("1", "1.00")).json(201);
    service.set_available("d1", &id, false);
    let lane = service.lane("1");
    let first = lane.car();
    assert_eq!(lane.say(&name)["question"]["kind"], "replacement");
    // Neither is an event of the lane.
    service.set_available("d1", &id, true);
    lane.say(&name);
    service.put("/v1/drive-thrus/d1/menu", &[], &menu("2", "2.00")).json(200);
    lane.say(&format!("and another {name}"));
    let last = lane.take(json!({ "type": "car_left" }));
    service.put("/v1/drive-thrus/d1/menu", &[], &menu("3", "3.00")).json(200);

    let named = first["documents"].as_object().unwrap();
    assert_eq!(named.keys().collect::<Vec<_>>(), ["languages", "menu", "off"]);
    let path = format!("/v1/sessions/{}/audit", last["session_id"].as_str().unwrap());
    let alone = service.get(&path).json(200);
    assert_eq!(alone.get("documents"), None);
    let log = service.get(&format!("{path}?with=documents")).json(200);
    let off = &log["documents"][named["off"].as_str().unwrap()]["items"];
    assert!(off.as_array().unwrap().contains(&json!(id)), "{off}");
    assert_eq!(log["documents"][named["menu"].as_str().unwrap()], menu("1", "1.00"));
    assert_eq!(log["entries"], alone["entries"]);
    let logs = folder(&[("1.json", &log)]);
    assert_eq!(replay(logs.path(), &[], 0), "1 sessions hold, 0 do not\n");
    assert_eq!(service.get(&format!("{path}?with=pictures")).faulty_field(), "with");

    let without = replay(folder(&[("1.json", &alone)]).path(), &[], 1);
    assert!(without.contains("get the log with its documents (?with=documents)"), "{without}");
}

#[test]
fn a_session_is_replayed_under_the_rules_of_then() {
    const RULES: &str = "/v1/drive-thrus/d1/rules";
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let rules = |offered: &str, barred: &str| {
        let not_now = json!({ "available": false, "reason": "Not now.", "substitutes": ["water"] });
        json!({ "id": "house", "rules": [
            { "id": "offer", "at": "offer", "then": { "item": offered } },
            { "id": "not_now", "at": "available", "when": format!("item.id == \"{barred}\""), "then": not_now },
        ] })
    };
    service.put(RULES, &[], &rules("cookie", "fries")).json(201);
    let lane = service.lane("1");
    let named = lane.car()["documents"]["rules"].clone();
    service.put(RULES, &[], &rules("brownie", "coke")).json(200);
    assert_eq!(lane.say("a hamburger")["offer"]["item"], "cookie");
    assert_eq!(lane.say("large fries")["order"]["lines"][1]["item"], "fries");
    assert_eq!(lane.say("a large coke")["fired"][0]["rule"], "not_now");
    let last = lane.take(json!({ "type": "car_left" }));
    service.put(RULES, &[], &json!({ "id": "house", "rules": [] })).json(200);

    let path = format!("/v1/sessions/{}/audit?with=documents", last["session_id"].as_str().unwrap());
    let mut log = service.get(&path).json(200);
    assert_eq!(replay(folder(&[("1.json", &log)]).path(), &[], 0), "1 sessions hold, 0 do not\n");
    log["documents"].as_object_mut().unwrap().remove(named.as_str().unwrap());
    replay(folder(&[("1.json", &log)]).path(), &[], 1);
}

/// The transcript of the session of a turn.
#[track_caller]
fn transcript_of(service: &Service, turn: &Value) -> String {
    let path = format!("/v1/sessions/{}/transcript", turn["session_id"].as_str().unwrap());
    let answer = service.get(&path);
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
    answer.body
}

/// A folder with transcripts, a file each.
fn transcripts(texts: &[String]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (at, text) in texts.iter().enumerate() {
        std::fs::write(folder.path().join(format!("{at}.txt")), text).unwrap();
    }
    folder
}

#[test]
fn a_session_that_is_saved_as_a_transcript_holds() {
    let rules = [
        ("CARHOP_POS_EMITTER", "none"),
        ("CARHOP_GREETING", "Hello: what would you like?"),
        ("CARHOP_OFFERS", "false"),
        ("CARHOP_SUBTOTAL_MAX", "90.00"),
        ("CARHOP_TIME_ZONE", "America/Chicago"),
        ("CARHOP_DAY_STARTS_AT", "04:00"),
    ];
    let service = Service::start_with(&rules);
    service.set_available("d1", "milk", false);
    let lane = service.lane("north");
    let first = lane.take(json!({ "type": "car_detected", "vehicle_id": "the \"red\" one, leaves" }));
    lane.take(json!({ "type": "utterance", "text": "two cheeseburgers,\nno pickles \\ \"please\"", "barge_in": true }));
    lane.say("a milk");
    lane.say("no thanks");
    lane.take(json!({ "type": "tap", "act": "add_item", "item": "coke", "size": "large", "quantity": 2 }));
    lane.take(json!({ "type": "tap", "act": "add_item", "item": "brownie" }));
    lane.take(json!({ "type": "tap", "act": "set_quantity", "line_id": "L2", "quantity": 3, "by": "crew" }));
    lane.take(json!({ "type": "tap", "act": "remove_line", "line_id": "L9" }));
    service.set_available("d1", "brownie", false);
    lane.say("no thanks");
    lane.take(json!({ "type": "out_of_stock", "item": "sundae" }));
    lane.take(json!({ "type": "crew", "act": "take_over" }));
    lane.say("is anybody there");
    lane.take(json!({ "type": "utterance", "text": "a hot dog", "by": "crew" }));
    lane.take(json!({ "type": "crew", "act": "give_back" }));
    lane.take(json!({ "type": "barge_in" }));
    lane.take(json!({ "type": "silence", "seconds": 12.5 }));
    lane.take(json!({ "type": "utterance", "text": "a shake", "confidence": 0.25 }));
    lane.say("never mind");
    lane.say("that's all");
    let ticket = Ticket::of(&service, &lane.take(json!({ "type": "tap", "act": "confirm" })));
    assert_eq!(ticket.post("payment-problem", &json!({ "reason": "card \"declined\"" })).status, 200);
    lane.say("yes, try again");
    assert_eq!(ticket.post("reject", &json!({ "reason": "no ice", "item": "coke" })).status, 200);
    lane.say("no thanks");
    lane.say("that's it");
    let ticket = Ticket::of(&service, &lane.say("yes"));
    assert_eq!(ticket.post("ack", &json!({ "pos_reference": "A 17" })).status, 200);
    // Another session, that goes on.
    let second = lane.car();
    lane.say("a coffee");

    let texts = [transcript_of(&service, &first), transcript_of(&service, &second)];
    for line in [
        "menu: larkspur-burgers.json",
        "greeting: Hello: what would you like?",
        "upsell: off",
        "subtotal max: 90.00",
        "time zone: America/Chicago",
        "> out of stock milk",
        "> back in stock brownie",
        "> lane north: car \"the \\\"red\\\" one, leaves\"",
        "> lane north: \"a hot dog\", by crew",
        "> lane north: silence 12.5",
        "> lane north: pos acknowledges as \"A 17\"",
    ] {
        assert!(texts[0].lines().any(|found| found == line), "{line} is not in\n{}", texts[0]);
    }
    let folder = transcripts(&texts);
    assert_eq!(replay(folder.path(), &[], 0), "2 transcripts hold, 0 do not\n");
    // As well beside the menu as it is now.
    let menu = service.get("/v1/drive-thrus/d1/menu").body;
    std::fs::write(folder.path().join("larkspur-burgers.json"), menu).unwrap();
    assert_eq!(replay(folder.path(), &[], 0), "2 transcripts hold, 0 do not\n");
    let changed = texts[0].replacen("cheeseburgers", "hamburgers", 1);
    let folder = transcripts(&[changed]);
    replay(folder.path(), &[], 1);
}

#[test]
fn a_transcript_names_the_drive_thrus_own_menu_and_takes_it_from_the_command_line() {
    let service = Service::start();
    let coffee = std::fs::read_to_string(fixture("menus/coffee.json")).unwrap();
    service.put("/v1/drive-thrus/d1/menu", &[], &serde_json::from_str(&coffee).unwrap()).json(201);
    let lane = service.lane("1");
    let turn = lane.car();
    lane.say("a large latte");
    lane.take(json!({ "type": "car_left" }));
    let folder = transcripts(&[transcript_of(&service, &turn)]);
    let file = fixture("menus/coffee.json");
    let menu = ["--menu", file.to_str().unwrap()];
    assert_eq!(replay(folder.path(), &menu, 0), "1 transcripts hold, 0 do not\n");
    assert!(replay(folder.path(), &[], 1).contains("0 transcripts hold, 1 do not"));

    // With other prices the session would be another.
    let other = coffee.replace(r#""5.30""#, r#""6.30""#);
    assert_ne!(other, coffee);
    let other: Value = serde_json::from_str(&other).unwrap();
    service.put("/v1/drive-thrus/d1/menu", &[], &other).json(200);
    let path = format!("/v1/sessions/{}/transcript", turn["session_id"].as_str().unwrap());
    let problem = service.get(&path).problem(422, "transcript-impossible");
    assert!(problem["detail"].as_str().unwrap().contains("6.30"), "{problem:#}");
}

#[test]
fn a_transcript_counts_no_turn_and_of_no_session_there_is_none() {
    let service = Service::start();
    let turn = short_visit(&service.lane("1"));
    let counted = || -> BTreeSet<String> {
        let metrics = service.get("/metrics").body;
        metrics.lines().filter(|line| line.starts_with("carhop_turns_total")).map(str::to_owned).collect()
    };
    let before = counted();
    let text = transcript_of(&service, &turn);
    let session = turn["session_id"].as_str().unwrap();
    assert!(text.starts_with(&format!("# Session {session}\n# Lane 1 of d1; menu ")), "{text}");
    assert_eq!(counted(), before);
    service.get("/v1/sessions/580d1d8e-5b90-5738-8072-36ddbc45e0ed/transcript").problem(404, "not-found");
    service.get("/v1/sessions/x/transcript").problem(400, "invalid-id");
}

#[test]
fn what_comes_out_otherwise_is_shown_and_fails() {
    let service = Service::start();
    let mut log = service.audit(&short_visit(&service.lane("1")));
    log["entries"][1]["turn"]["acts"][0]["ops"][0]["item"] = json!("hot_dog");
    let logs = folder(&[("session.json", &log), ("empty.json", &json!({ "entries": [] }))]);
    let junit = logs.path().join("junit.xml");
    insta::assert_snapshot!("what_comes_out", replay(logs.path(), &["--junit", junit.to_str().unwrap()], 1));
    insta::assert_snapshot!("what_is_reparsed", replay(logs.path(), &["--reparse", "grammar"], 1));
    assert!(std::fs::read_to_string(junit).unwrap().contains(r#"name="sessions" tests="2""#));
}

#[test]
fn a_session_is_replayed_with_its_menu_and_the_rules_of_its_drive_thru() {
    let coffee = fixture("menus/coffee.json");
    let variables = [("CARHOP_MENU", coffee.to_str().unwrap()), ("CARHOP_GREETING", "Good morning!")];
    let service = Service::start_with(&variables);
    let lane = service.lane("1");
    let turn = lane.car();
    lane.say("a large latte");
    let logs = folder(&[("session.json", &service.audit(&turn))]);
    let menu = ["--menu", variables[0].1];
    let rules = [&menu[..], &["--greeting", variables[1].1]].concat();
    assert_eq!(replay(logs.path(), &rules, 0), "1 sessions hold, 0 do not\n");
    insta::assert_snapshot!("another_greeting", replay(logs.path(), &menu, 1));
    insta::assert_snapshot!("another_menu", replay(logs.path(), &[], 1));
}

#[test]
fn transcripts_and_logs_of_one_folder_are_replayed_and_the_menus_beside_them_are_not() {
    let service = Service::start();
    let log = service.audit(&short_visit(&service.lane("1")));
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
