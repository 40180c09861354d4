//! Keys: made, used, replaced and revoked while the service runs; and where it does not start without.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::live::client::{Events, Socket};
use crate::support::{Answer, Service, Ticket, awaited, call, call_with_key, carhop, fresh_id};

fn command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = carhop(&["keys"]);
    command.args(arguments).arg("--data").arg(data);
    command
}

fn run(data: &Path, arguments: &[&str]) -> Output {
    let output = command(data, arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap().trim_end().to_owned()
}

/// Makes a key. Gives it.
pub fn create(data: &Path, arguments: &[&str]) -> String {
    printed(&run(data, &[&["create"], arguments].concat()))
}

/// Revokes a key.
pub fn revoke(data: &Path, id: &str) {
    run(data, &["revoke", id]);
}

/// The id of the newest key.
pub fn newest(data: &Path) -> String {
    let keys: Value = serde_json::from_str(&fs::read_to_string(data.join("keys.json")).unwrap()).unwrap();
    keys["keys"].as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned()
}

fn lanes(service: &Service, key: &str) -> Answer {
    call(
        service.address,
        "GET",
        "/v1/drive-thrus/d1/lanes",
        &[("authorization", &format!("Bearer {key}"))],
        b"",
    )
}

#[track_caller]
fn awaited_status(service: &Service, key: &str, status: u16) {
    awaited("the status", || Some(lanes(service, key)).filter(|answer| answer.status == status));
}

#[test]
fn a_key_is_shown_once_and_kept_as_its_hash_alone() {
    let folder = TempDir::new().unwrap();
    let output =
        run(folder.path(), &["create", "Lane 1", "--scope", "lane", "--drive-thru", "d1", "--lane", "1"]);
    let key = printed(&output);
    assert!(key.starts_with("carhop_key_") && key.len() == 75, "{key}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("\"Lane 1\"") && said.contains("d1 lane 1") && !said.contains(&key), "{said}");
    let file = folder.path().join("keys.json");
    let text = fs::read_to_string(&file).unwrap();
    assert!(!text.contains(key.strip_prefix("carhop_key_").unwrap()), "{text}");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let list = printed(&run(folder.path(), &["list"]));
    for word in [newest(folder.path()).as_str(), "Lane 1", "lane", "d1 lane 1", "valid"] {
        assert!(list.contains(word), "{word} is not in\n{list}");
    }
}

#[test]
fn a_key_that_makes_no_sense_is_refused() {
    let folder = TempDir::new().unwrap();
    for (arguments, code, word) in [
        (&["create", "x"][..], 2, "--scope"),
        (&["create", "x", "--scope", "chef"], 2, "manager"),
        (&["create", "", "--scope", "lane"], 3, "name"),
        (&["create", "x", "--scope", "lane", "--lane", "1"], 2, "--drive-thru"),
        (&["create", "x", "--scope", "lane", "--drive-thru", "*"], 3, "an id is"),
        (&["create", "x", "--scope", "admin", "--drive-thru", "d1", "--lane", "1"], 3, "whole drive-thru"),
        (&["create", "x", "--scope", "lane", "--days", "0"], 2, "--days"),
        (&["revoke", "00000000"], 3, "carhop keys list"),
        (&["rotate", "00000000"], 3, "carhop keys list"),
    ] {
        let output = command(folder.path(), arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && said.contains(word), "{arguments:?}: {said}");
    }
    assert!(!folder.path().join("keys.json").exists());
}

#[test]
fn keys_that_are_made_at_the_same_time_are_all_kept() {
    let folder = TempDir::new().unwrap();
    let made: Vec<_> = (0..8)
        .map(|_| command(folder.path(), &["create", "x", "--scope", "lane"]).spawn().unwrap())
        .collect();
    made.into_iter().for_each(|mut process| assert!(process.wait().unwrap().success()));
    assert_eq!(printed(&run(folder.path(), &["list"])).lines().count(), 9);
}

#[test]
fn a_running_service_follows_its_keys() {
    let service = Service::start();
    let data = service.data();
    assert_eq!(lanes(&service, "").status, 200);
    let key = create(data, &["crew", "--scope", "crew", "--drive-thru", "d1"]);
    awaited_status(&service, "", 401);
    assert_eq!(lanes(&service, &key).status, 200);
    // What cannot be read, or is gone, lets nobody in and nobody out.
    let file = data.join("keys.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let other = create(data, &["other", "--scope", "crew", "--drive-thru", "d1"]);
    awaited_status(&service, &other, 200);
    assert_eq!(lanes(&service, &key).status, 401);
    fs::write(&file, &text).unwrap();
    awaited_status(&service, &key, 200);
    let id = newest(data);
    let successor = printed(&run(data, &["rotate", &id, "--hours", "1"]));
    awaited_status(&service, &successor, 200);
    assert_eq!(lanes(&service, &key).status, 200);
    revoke(data, &id);
    awaited_status(&service, &key, 401);
    assert_eq!(lanes(&service, &successor).status, 200);
    let restarted = service.restarted();
    assert_eq!([lanes(&restarted, "").status, lanes(&restarted, &successor).status], [401, 200]);
}

#[test]
fn a_service_does_not_start_where_others_could_do_as_they_like() {
    let folder = TempDir::new().unwrap();
    let start = |options: &[&str]| {
        let output = carhop(&["serve", "--listen", "0.0.0.0:0", "--data"])
            .arg(folder.path())
            .args(options)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for options in [&[][..], &["--behind-proxy"]] {
        let (code, said) = start(options);
        assert!(code == Some(3) && said.contains("carhop keys create"), "{said}");
    }
    assert!(!folder.path().join("carhop.db").exists(), "nothing is opened before");
    create(folder.path(), &["first", "--scope", "admin"]);
    let (code, said) = start(&[]);
    assert!(code == Some(3) && said.contains("--behind-proxy"), "{said}");
    fs::write(folder.path().join("keys.json"), "{").unwrap();
    let (code, said) = start(&["--behind-proxy"]);
    assert!(code == Some(3) && said.contains("keys.json"), "{said}");
}

#[test]
fn the_commands_that_call_a_service_have_a_key() {
    let folder = TempDir::new().unwrap();
    let key = create(folder.path(), &["first", "--scope", "crew", "--drive-thru", "demo"]);
    let service = Service::start_on(folder.path(), &[]);
    let url = format!("http://{}", service.address);
    let list = ["tickets", "list", "--url", &url];
    let refused = carhop(&list).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(3) && said.contains("valid key"), "{said}");
    assert!(carhop(&list).env("CARHOP_KEY", &key).output().unwrap().status.success());
    let file = folder.path().join("my-key");
    fs::write(&file, format!("{key}\n")).unwrap();
    assert!(carhop(&list).arg("--key-file").arg(&file).output().unwrap().status.success());
    assert!(carhop(&["health", "--url", &url]).output().unwrap().status.success());
}

#[test]
fn what_was_opened_with_a_key_ends_with_it() {
    let folder = TempDir::new().unwrap();
    let key = create(folder.path(), &["crew", "--scope", "crew", "--drive-thru", "d1"]);
    let id = newest(folder.path());
    let other = create(folder.path(), &["other", "--scope", "crew"]);
    let service = Service::start_on(folder.path(), &[]);
    let lane = service.lane("1");
    assert!(Socket::try_open(&lane, "").is_err(), "no key, no socket");
    call_with_key(service.address, &other);
    let (mut others_socket, mut others_events) = (Socket::open(&lane, ""), Events::of(service.address, None));
    call_with_key(service.address, &key);
    let (mut socket, mut events) = (Socket::open(&lane, ""), Events::of(service.address, None));
    revoke(folder.path(), &id);
    assert_eq!(socket.closed(), (1008, "use a valid key".to_owned()));
    assert_eq!(events.next(), None);
    call_with_key(service.address, &other);
    let turn = lane.car();
    assert_eq!(others_socket.next()["event_id"], turn["event_id"]);
    assert_eq!(others_events.next_of("turn").data["event_id"], turn["event_id"]);
}

#[test]
fn a_service_that_gets_its_first_key_lets_nobody_stay_without() {
    let service = Service::start();
    let mut socket = Socket::open(&service.lane("1"), "");
    create(service.data(), &["crew", "--scope", "crew"]);
    assert_eq!(socket.closed().0, 1008);
}

#[test]
fn what_is_done_is_kept_with_whose_key_it_came_with() {
    let folder = TempDir::new().unwrap();
    let lane_key = create(folder.path(), &["Lane 1", "--scope", "lane", "--drive-thru", "d1"]);
    let by_lane = json!({ "key": newest(folder.path()), "name": "Lane 1" });
    let manager_key = create(folder.path(), &["Ada", "--scope", "manager"]);
    let by_manager = json!({ "key": newest(folder.path()), "name": "Ada" });
    let service = Service::start_on(folder.path(), &[("CARHOP_POS_EMITTER", "none")]);
    let as_lane = || call_with_key(service.address, &lane_key);
    let as_manager = || call_with_key(service.address, &manager_key);
    let lane = service.lane("1");
    as_lane();
    let car = json!({ "id": fresh_id(), "type": "car_detected" });
    let first = lane.take(car.clone());
    // The same event by somebody else is the same event.
    as_manager();
    assert_eq!(lane.event(car).json(200), first);
    lane.say("a cookie");
    as_lane();
    let mut socket = Socket::open(&lane, "");
    socket.event(json!({ "type": "utterance", "text": "that's all" }));
    socket.next();
    let turn = lane.say("yes");
    let ticket = Ticket::of(&service, &turn);
    lane.take(json!({ "type": "car_left" }));
    as_manager();
    assert_eq!(ticket.post("void", &json!({ "reason": "drove off" })).json(200)["status"], "voided");
    let voided =
        ticket.now()["history"].as_array().unwrap().iter().find(|note| note["what"] == "voided").cloned();
    assert_eq!(voided.unwrap()["actor"], by_manager);
    let audit = service.audit(&turn);
    let actors: Vec<&Value> =
        audit["entries"].as_array().unwrap().iter().map(|entry| &entry["actor"]).collect();
    assert_eq!(actors, [&by_lane, &by_manager, &by_lane, &by_lane, &by_lane]);
    assert!(!audit.to_string().contains("carhop_key_"));
    // A log with actors is replayed as one without.
    let path = format!("/v1/sessions/{}/audit?with=documents", turn["session_id"].as_str().unwrap());
    let file = folder.path().join("session.json");
    fs::write(&file, service.get(&path).body).unwrap();
    let replayed = carhop(&["replay"]).arg(&file).output().unwrap();
    assert!(replayed.status.success(), "{replayed:?}");
}

#[test]
fn without_keys_nobody_is_named() {
    let (service, lane) = Service::with_lane();
    let audit = service.audit(&lane.car());
    assert!(audit["entries"][0].get("actor").is_none(), "{audit:#}");
}

#[test]
fn the_log_says_whose_key_changed_a_menu() {
    let folder = TempDir::new().unwrap();
    let key = create(folder.path(), &["Ada", "--scope", "manager", "--drive-thru", "d1"]);
    let log = folder.path().join("log");
    let variables = [("CARHOP_LOG", "info")];
    let service = Service::start_logging(folder.path(), File::create(&log).unwrap(), &[], &variables);
    call_with_key(service.address, &key);
    let menu = service.get("/v1/drive-thrus/d1/menu").json(200);
    assert_eq!(service.put("/v1/drive-thrus/d1/menu", &[], &menu).status, 201);
    let id = newest(folder.path());
    awaited("the line", || {
        let text = fs::read_to_string(&log).unwrap();
        text.lines()
            .find(|line| line.contains(&id) && line.contains("Ada") && line.contains("menu"))
            .map(|_| ())
    });
    assert!(!fs::read_to_string(&log).unwrap().contains(&key));
}
