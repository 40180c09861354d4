//! What customers ask, with the facts that answer it: so many answers are exactly those facts, and so few questions
//! change an order.

use std::fs;
use std::path::Path;

use evaluation::QuestionSheet;
use fsm::house::House;

use super::scene::book;

/// Of each menu, how many are answered exactly at least, and how many change an order at most.
const KEPT: [(&str, &str, usize, usize); 4] = [
    ("burger", "menus/burger.json", 216, 11),
    ("coffee", "menus/coffee.json", 175, 11),
    ("ramen", "questions/ramen.menu.json", 178, 11),
    ("bbq", "questions/bbq.menu.json", 172, 10),
];

fn fixture(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn questions_are_answered_with_their_facts_and_do_not_get_worse() {
    let mut worse = String::new();
    for (name, menu, exact_min, changing_max) in KEPT {
        let house = serde_json::from_str(&fixture(&format!("questions/{name}.house.json"))).expect("JSON");
        let house = House::check(&house).expect("a house without faults");
        let sheet = QuestionSheet::read(&fixture(&format!("questions/{name}.txt"))).expect("a sheet");
        let report = sheet.ask(&book(&fixture(menu)), Some(&house));
        if report.exact < exact_min || report.changing.len() > changing_max {
            worse.push_str(&format!("{name}, {exact_min} exact and {changing_max} changing before:\n"));
            worse.push_str(&report.text(usize::MAX));
        }
    }
    assert!(worse.is_empty(), "{worse}");
}
