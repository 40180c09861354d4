//! `carhop house check`, and houses from files.

use std::path::Path;

use serde_json::json;

use crate::command_line::check;
use crate::support::Service;

#[test]
fn a_house_is_checked_and_every_fault_is_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.json");
    let written = |house: &serde_json::Value| {
        std::fs::write(&file, house.to_string()).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let barn = json!({ "id": "barn", "holidays": [{ "date": "2026-12-25" }] });
    let (out, _) = check(&["house", "check", &written(&barn)], 0);
    assert!(out.ends_with("house.json: 1 holidays, 0 deals, 0 answers\n"), "{out}");
    let faulty = json!({ "id": "barn", "phone": 5, "hours": { "mon": [["6", "23:00"]] }, "pets": "cows" });
    let (out, err) = check(&["house", "check", &written(&faulty)], 1);
    let places: Vec<&str> =
        out.lines().filter_map(|line| line.split_once(": ")).map(|(place, _)| place).collect();
    assert_eq!(places, ["$.hours.mon[0][0]", "$.phone", "$.pets"]);
    assert!(err.contains("3 faults"), "{err}");
    let (_, err) = check(&["serve", "--house-file", &written(&faulty)], 3);
    assert!(err.contains("$.phone: must be a text, not 5"), "{err}");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/houses/burger.json");
    check(&["house", "check", sample.to_str().unwrap()], 0);
    assert!(check(&["--help"], 0).0.contains("\n  house "));
    check(&["house", "check", "nowhere.json"], 3);
    check(&["house", "check"], 2);
}

#[test]
fn a_house_from_a_file_goes_with_the_menu_of_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.json");
    std::fs::write(&file, json!({ "id": "barn", "phone": "5" }).to_string()).unwrap();
    let menu = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/menus/coffee.json");
    let menu = menu.to_str().unwrap();
    let service =
        Service::start_with(&[("CARHOP_MENU", menu), ("CARHOP_HOUSE_FILE", file.to_str().unwrap())]);
    assert_eq!(service.get("/v1/drive-thrus/d1/house").json(200)["phone"], "5");
    let service = Service::start_with(&[("CARHOP_MENU", menu)]);
    service.get("/v1/drive-thrus/d1/house").problem(404, "not-found");
    assert_eq!(service.lane("1").car()["documents"].get("house"), None);
}
