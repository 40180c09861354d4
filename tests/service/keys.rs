//! Keys: made, used, replaced and revoked while the service runs; and where it does not start without.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::live::client::{Events, Socket};
use crate::support::{Answer, Service, awaited, call, call_with_key, carhop};

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

/// The id of the newest key.
fn newest(data: &Path) -> String {
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
    let key = create(data, &["crew", "--scope", "crew"]);
    awaited_status(&service, "", 401);
    assert_eq!(lanes(&service, &key).status, 200);
    // What cannot be read, or is gone, lets nobody in and nobody out.
    let file = data.join("keys.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let other = create(data, &["other", "--scope", "crew"]);
    awaited_status(&service, &other, 200);
    assert_eq!(lanes(&service, &key).status, 401);
    fs::write(&file, &text).unwrap();
    awaited_status(&service, &key, 200);
    let id = newest(data);
    let successor = printed(&run(data, &["rotate", &id, "--hours", "1"]));
    awaited_status(&service, &successor, 200);
    assert_eq!(lanes(&service, &key).status, 200);
    run(data, &["revoke", &id]);
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
    let key = create(folder.path(), &["first", "--scope", "crew"]);
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
    let key = create(folder.path(), &["crew", "--scope", "crew"]);
    let id = newest(folder.path());
    let other = create(folder.path(), &["other", "--scope", "crew"]);
    let service = Service::start_on(folder.path(), &[]);
    let lane = service.lane("1");
    assert!(Socket::try_open(&lane, "").is_err(), "no key, no socket");
    call_with_key(service.address, &other);
    let (mut others_socket, mut others_events) = (Socket::open(&lane, ""), Events::of(service.address, None));
    call_with_key(service.address, &key);
    let (mut socket, mut events) = (Socket::open(&lane, ""), Events::of(service.address, None));
    run(folder.path(), &["revoke", &id]);
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
