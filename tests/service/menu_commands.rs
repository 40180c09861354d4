//! `carhop menu`: to begin a menu, to check it, and to see what changes.

use std::path::Path;

use serde_json::{Value, json};

use crate::command_line::check;

/// A menu without a fault.
fn stall() -> Value {
    json!({
        "id": "stall", "name": "Tea Stall", "version": 1, "currency": "USD", "tax_rate": "0.10",
        "categories": [{ "id": "all", "name": "Everything" }],
        "items": [{ "id": "tea", "name": "Tea", "category": "all", "price": "2.00" }],
    })
}

#[test]
fn a_menu_is_checked_and_every_fault_is_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("menu.json");
    let mut menu = stall();
    std::fs::write(&file, menu.to_string()).unwrap();
    let (out, _) = check(&["menu", "check", file.to_str().unwrap()], 0);
    assert!(out.contains("1 items, 0 combos, 0 modifier groups"), "{out}");
    menu["currency"] = json!("dollars");
    menu["items"][0]["price"] = json!(2);
    menu["items"][0]["category"] = json!("drinks");
    std::fs::write(&file, menu.to_string()).unwrap();
    let (out, err) = check(&["menu", "check", file.to_str().unwrap()], 1);
    let places: Vec<&str> =
        out.lines().filter_map(|line| line.split_once(": ")).map(|(place, _)| place).collect();
    assert_eq!(places, ["$.currency", "$.items[0].category", "$.items[0].price"]);
    assert!(err.contains("3 faults"), "{err}");
    for sample in ["fixtures/menus/burger.json", "fixtures/menus/coffee.json"] {
        check(&["menu", "check", Path::new(env!("CARGO_MANIFEST_DIR")).join(sample).to_str().unwrap()], 0);
    }
}

#[test]
fn a_menu_is_begun_changed_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let [begun, changed] = ["begun.json", "changed.json"].map(|name| folder.path().join(name));
    let [one, other] = [&begun, &changed].map(|file| file.to_str().unwrap());
    check(&["menu", "init", one], 0);
    check(&["menu", "check", one], 0);
    let (_, err) = check(&["menu", "init", one], 3);
    assert!(err.contains("begun.json"), "it is there already: {err}");
    let written = std::fs::read_to_string(&begun).unwrap();
    assert!(written.contains("5.80"));
    std::fs::write(&changed, written.replace("5.80", "5.90")).unwrap();
    let (out, _) = check(&["menu", "diff", one, other], 1);
    assert_eq!(out, "~ items[pancakes].price \"5.80\" -> \"5.90\"\n");
    assert_eq!(check(&["menu", "diff", one, one], 0).0, "");
}

#[test]
fn what_customers_will_stumble_over_is_told_with_what_to_write() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("menu.json");
    let mut menu = stall();
    std::fs::write(&file, menu.to_string()).unwrap();
    let file = file.to_str().unwrap();
    let (out, _) = check(&["menu", "check", file, "--suggest"], 0);
    assert!(out.ends_with("\nnothing in its words will make customers stumble\n"), "{out}");
    menu["items"][0]["aliases"] = json!(["never mind"]);
    std::fs::write(file, menu.to_string()).unwrap();
    let (out, _) = check(&["menu", "check", file, "--suggest"], 0);
    let lines: Vec<&str> = out.lines().skip(1).collect();
    assert!(lines[0].starts_with("$.items[0].aliases[0]: \"never mind\" does something else"), "{out}");
    assert!(lines.len() == 2 && lines[1].starts_with("  take \"never mind\" out"), "{out}");
    assert_eq!(check(&["menu", "check", file], 0).0.lines().count(), 1, "only where it is asked for");
}
