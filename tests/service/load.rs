//! `carhop load` on real services.

use std::fs;
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::keys::create;
use crate::support::{Service, carhop};

/// A second of cars that are in a hurry.
const FEW: [&str; 6] = ["--cars", "10", "--seconds", "1", "--think-seconds", "0.05"];

/// Loads a service.
fn load(url: &str, arguments: &[&str]) -> Output {
    carhop(&[&["load", "--url", url], arguments].concat()).output().unwrap()
}

fn url(service: &Service) -> String {
    format!("http://{}", service.address)
}

/// The one round of a load that went well.
#[track_caller]
fn round(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["rounds"].as_array().unwrap().len(), 1, "{report:#}");
    report["rounds"][0].clone()
}

#[track_caller]
fn refused(output: &Output, code: i32, named: &str) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert!(told.contains(named), "{told}");
}

#[test]
fn cars_are_answered_and_the_service_has_each_turn_and_ticket_once() {
    let service = Service::start();
    let file = service.data().join("report.json");
    let file = file.to_str().unwrap();
    let arguments = [&FEW[..], &["--repeated", "30", "--json", "--report", file]].concat();
    let output = load(&url(&service), &arguments);
    let round = round(&output);
    assert_eq!(fs::read(file).unwrap(), output.stdout);
    assert_eq!(round["errors"], json!({}), "{round:#}");
    assert_eq!(round["given_up"], 0, "{round:#}");
    assert!(round["repeated"].as_u64() > Some(0), "{round:#}");
    assert_eq!(round["repeated"], round["answered_alike"], "{round:#}");
    let checked = &round["checked"];
    for name in ["turns_lost", "turns_doubled", "tickets_lost", "tickets_doubled"] {
        assert_eq!(checked[name], 0, "{round:#}");
    }
    assert!(checked["turns"].as_u64() > Some(50), "{round:#}");
    // What it says of orders is what the service says of them.
    let drive_thrus = round["lanes"].as_u64().unwrap().div_ceil(2);
    let tickets = (1..=drive_thrus).flat_map(|number| {
        let list = service.get(&format!("/v1/drive-thrus/load-{number}/tickets?limit=200")).json(200);
        list["tickets"].as_array().unwrap().clone()
    });
    let standing = tickets.filter(|ticket| ticket["status"] != "voided").count();
    assert_eq!(checked["orders_completed"], standing, "{round:#}");
    assert!(standing > 0, "{round:#}");
}

#[test]
fn the_same_seed_sends_the_same_and_is_no_repetition_of_the_run_before() {
    let service = Service::start();
    let [first, second] = [0, 1].map(|_| {
        let arguments = [&FEW[..], &["--seed", "7", "--json"]].concat();
        let round = round(&load(&url(&service), &arguments));
        ["cars", "lanes", "turns_due_a_second", "repeated"].map(|name| round[name].clone())
    });
    assert_eq!(first, second);
    let arguments = [&FEW[..], &["--seed", "8", "--json"]].concat();
    let other = round(&load(&url(&service), &arguments));
    assert_ne!(first[2], other["turns_due_a_second"]);
}

#[test]
fn the_text_says_that_nothing_is_lost() {
    let service = Service::start();
    let output = load(&url(&service), &FEW);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("errors    none\n"), "{told}");
    assert_eq!(told.matches("looked for: 0 lost, 0 doubled\n").count(), 2, "{told}");
}

#[test]
fn a_service_that_asks_for_keys_gets_one() {
    let folder = TempDir::new().unwrap();
    let key = create(folder.path(), &["load", "--scope", "admin"]);
    let file = folder.path().join("key");
    fs::write(&file, &key).unwrap();
    let service = Service::start_on(folder.path(), &[]);
    refused(&load(&url(&service), &FEW), 3, "unauthenticated");
    let arguments = [&FEW[..], &["--json", "--key-file", file.to_str().unwrap()]].concat();
    assert_eq!(round(&load(&url(&service), &arguments))["errors"], json!({}));
}

#[test]
fn own_transcripts_are_for_own_menus() {
    let folder = TempDir::new().unwrap();
    fs::write(
        folder.path().join("two.txt"),
        "# Two\nmenu: other.json\n\n> car\n> \"a coke\"\n> car leaves\n",
    )
    .unwrap();
    fs::write(folder.path().join("other.json"), r#"{"id": "elsewhere", "items": []}"#).unwrap();
    let service = Service::start();
    let path = folder.path().to_str().unwrap();
    refused(&load(&url(&service), &["--transcripts", path]), 3, "elsewhere.json");

    let folder = TempDir::new().unwrap();
    let transcript = "# Two\nmenu: larkspur-burgers.json\n\n> car\n> \"a coke and that's it\"\n> \"yes\"\n";
    fs::write(folder.path().join("two.txt"), transcript).unwrap();
    let path = folder.path().to_str().unwrap();
    let round = round(&load(&url(&service), &[&FEW[..], &["--json", "--transcripts", path]].concat()));
    assert_eq!(round["checked"]["orders_completed"], round["cars"], "{round:#}");
    fs::write(folder.path().join("two.txt"), "# Nobody\nmenu: burger.json\n\n> \"a coke\"\n").unwrap();
    refused(&load(&url(&service), &["--transcripts", path]), 3, "no car comes");
}

#[test]
fn a_search_ends_where_the_answers_come_too_late() {
    let service = Service::start();
    let arguments = [&FEW[..], &["--find-max", "--p99-ms", "1", "--json"]].concat();
    let output = load(&url(&service), &arguments);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let is_within = |round: &Value| round["from_due_ms"]["p99"].as_f64() <= Some(1.0);
    let rounds = report["rounds"].as_array().unwrap();
    assert!(rounds.iter().any(|round| !is_within(round)), "{report:#}");
    let best =
        rounds.iter().filter(|round| is_within(round)).map(|round| &round["cars_a_second"]).next_back();
    assert_eq!(report["cars_a_second_max"], best.cloned().unwrap_or_default(), "{report:#}");
    assert_eq!(output.status.code(), Some(i32::from(best.is_none())), "{report:#}");
}

#[test]
fn what_cannot_be_loaded_is_named() {
    for (url, arguments, code, named) in [
        ("http://10.0.0.1:8080", &[][..], 3, "--i-own-this"),
        ("https://carhop.example", &[], 3, "--i-own-this"),
        ("http://127.0.0.1:1", &[], 3, "no connection"),
        ("http://[::1]:1", &[], 3, "no connection"),
        ("http://127.0.0.1:1", &["--i-own-this"], 3, "no connection"),
        ("127.0.0.1:1", &[], 2, "http://HOST:PORT"),
        ("http://127.0.0.1:1", &["--cars", "0"], 2, "from 0.01 to 10000"),
        ("http://127.0.0.1:1", &["--seconds", "0"], 2, "from 0.1"),
        ("http://127.0.0.1:1", &["--think-seconds", "NaN"], 2, "from 0 to 60"),
        ("http://127.0.0.1:1", &["--lanes", "0"], 2, "from 1 to 100"),
        ("http://127.0.0.1:1", &["--repeated", "101"], 2, "0..=100"),
        ("http://127.0.0.1:1", &["--drive-thru", "a/b"], 2, "--drive-thru"),
        ("http://127.0.0.1:1", &["--p99-ms", "9"], 2, "--find-max"),
        ("http://127.0.0.1:1", &["--transcripts", "/nowhere.txt"], 3, "/nowhere.txt"),
        ("http://127.0.0.1:1", &["--key-file", "/nowhere"], 3, "/nowhere"),
    ] {
        refused(&load(url, arguments), code, named);
    }
}
