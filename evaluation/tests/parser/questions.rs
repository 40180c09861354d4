//! What customers ask, with the facts that answer it: so many answers are exactly those facts, and so few questions
//! change an order.

use std::fs;
use std::path::Path;

use evaluation::{Counter, QuestionSheet};
use fsm::house::House;

use super::scene::book;

/// Of each menu, how many are answered exactly at least, and how many change an order at most.
const KEPT: [(&str, &str, usize, usize); 4] = [
    ("burger", "menus/burger.json", 355, 0),
    ("coffee", "menus/coffee.json", 293, 0),
    ("ramen", "questions/ramen.menu.json", 307, 0),
    ("bbq", "questions/bbq.menu.json", 324, 0),
];

/// Of dialogues that go on from answers on the same menus: the questions and the dialogues that are answered exactly.
const KEPT_FOLLOW_UPS: [(&str, &str, usize, usize); 4] = [
    ("burger", "menus/burger.json", 108, 38),
    ("coffee", "menus/coffee.json", 98, 34),
    ("ramen", "questions/ramen.menu.json", 90, 32),
    ("bbq", "questions/bbq.menu.json", 89, 33),
];

pub fn fixture(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn sheet(name: &str) -> QuestionSheet {
    QuestionSheet::read(&fixture(&format!("questions/{name}.txt"))).expect("a sheet")
}

fn house(name: &str) -> House {
    let house = serde_json::from_str(&fixture(&format!("questions/{name}.house.json"))).expect("JSON");
    House::check(&house).expect("a house without faults")
}

/// What has been ordered when they are asked again: nothing that they are about.
const ORDERED: [&str; 4] = ["bottled_water", "still_water", "water", "water"];
/// How many of them are ordered then, which ask where nothing is: "just the large shoyu" after its price, "a ramune and a
/// taiyaki, what are those each".
const BESIDES_MAX: usize = 2;

#[tokio::test]
async fn questions_add_nothing_to_what_has_been_ordered() {
    let mut changing = Vec::new();
    for (ordered, (name, menu, ..)) in ORDERED.into_iter().zip(KEPT) {
        let (sheet, house) = (sheet(name), house(name));
        let book = book(&fixture(menu));
        let of = Counter::of_grammar(&book, Some(&house));
        changing.extend(sheet.ask_beside(of, ordered).await.changing);
    }
    assert!(changing.len() <= BESIDES_MAX, "{}", changing.join("\n"));
}

#[tokio::test]
async fn questions_are_answered_with_their_facts_and_do_not_get_worse() {
    let mut worse = String::new();
    for (name, menu, exact_min, changing_max) in KEPT {
        let (sheet, house) = (sheet(name), house(name));
        let report = sheet.ask(Counter::of_grammar(&book(&fixture(menu)), Some(&house))).await;
        if report.exact < exact_min || report.changing.len() > changing_max {
            worse.push_str(&format!("{name}, {exact_min} exact and {changing_max} changing before:\n"));
            worse.push_str(&report.text(usize::MAX));
        }
    }
    assert!(worse.is_empty(), "{worse}");
}

#[tokio::test]
async fn dialogues_that_go_on_from_an_answer_do_not_get_worse() {
    let mut worse = String::new();
    for (name, menu, exact_min, dialogues_min) in KEPT_FOLLOW_UPS {
        let (sheet, house) = (sheet(&format!("follow-ups/{name}")), house(name));
        let report = sheet.ask(Counter::of_grammar(&book(&fixture(menu)), Some(&house))).await;
        if report.exact < exact_min || report.dialogues_exact < dialogues_min || !report.changing.is_empty() {
            worse.push_str(&format!("{name}, {exact_min} questions and {dialogues_min} dialogues before:\n"));
            worse.push_str(&report.text(usize::MAX));
        }
    }
    assert!(worse.is_empty(), "{worse}");
}
