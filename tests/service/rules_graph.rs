//! `carhop graph` with house rules: where they bite.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command_line::check;
use crate::support::Service;

fn rules() -> Value {
    json!({ "id": "house", "rules": [
        { "id": "later", "at": "offer", "then": { "item": "cookie" } },
        { "id": "first", "at": "offer", "when": "cars_waiting >= 5", "priority": 5, "then": { "none": true } },
        { "id": "off", "at": "arrival", "active": false, "then": { "greeting": "Hi!" } }
    ] })
}

/// What stands in the line of a point.
fn line(text: &str, point: &str) -> String {
    let line = text.lines().find(|line| line.split_whitespace().next() == Some(point)).unwrap();
    line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
}

#[test]
fn rules_of_a_file_and_those_in_use_stand_at_the_rows_where_they_bite() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("rules.json");
    std::fs::write(&file, rules().to_string()).unwrap();
    let (of_file, _) = check(&["graph", "--rules", file.to_str().unwrap()], 0);
    assert_eq!(line(&of_file, "offer"), "S01 D36 S10 S16: first, later");
    assert_eq!(line(&of_file, "arrival"), "D01", "a rule that does not count bites nowhere");
    let (without, _) = check(&["graph"], 0);
    assert_eq!(line(&without, "offer"), "S01 D36 S10 S16");

    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let url = format!("http://{}", service.address);
    let of_drive_thru = ["graph", "--drive-thru", "d1", "--url", &url];
    let (_, err) = check(&of_drive_thru, 3);
    assert!(err.contains("there are no rules here"), "{err}");
    service.put("/v1/drive-thrus/d1/rules", &[], &rules()).json(201);
    assert_eq!(check(&of_drive_thru, 0).0, of_file);

    let format = |format: &str| check(&["graph", "--rules", file.to_str().unwrap(), "--format", format], 0).0;
    let row = "S01,ordering,UTTERANCE_OK,,ordering,apply+set_referent,";
    assert!(format("csv").lines().any(|line| line.starts_with(row) && line.ends_with(",first+later")));
    assert!(format("mermaid").contains("S01 (first, later)"));
    assert!(format("dot").contains("S01 (first, later)"));
}
