//! `carhop rules check`.

use std::path::Path;

use serde_json::json;

use crate::command_line::check;

fn fixture(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name).to_str().unwrap().to_owned()
}

#[test]
fn rules_are_checked_and_every_fault_is_a_line() {
    let (rules, menu) = (fixture("rules/burger.json"), fixture("menus/burger.json"));
    let (out, _) = check(&["rules", "check", &rules], 0);
    assert!(out.ends_with("burger.json: 6 active rules\n"), "{out}");
    check(&["rules", "check", &rules, "--menu", &menu], 0);
    let (out, err) = check(&["rules", "check", &rules, "--menu", &fixture("menus/coffee.json")], 1);
    assert!(out.contains("$.rules[1].when: line 1, column 12: \"shake\" is no item of the menu\n"), "{out}");
    assert!(err.contains("faults"), "{err}");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rules.json");
    let faulty = json!({ "id": "d", "rules": [
        { "id": "a", "at": "crew", "when": "offered &&\n totl > 5", "then": { "reason": "Why." } },
        { "id": "a", "at": "lunch", "then": {} },
    ] });
    std::fs::write(&file, faulty.to_string()).unwrap();
    let (out, err) = check(&["rules", "check", file.to_str().unwrap()], 1);
    let places: Vec<&str> = out.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["$.rules[0].when", "$.rules[1].id", "$.rules[1].at"]);
    assert!(out.contains("line 2, column 2: \"totl\" is no fact"), "{out}");
    assert!(err.contains("3 faults"), "{err}");
    check(&["rules", "check", "nowhere.json"], 3);
    check(&["rules", "check", &rules, "--menu", "nowhere.json"], 3);
}
