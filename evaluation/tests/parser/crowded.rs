//! Menus on which many things share their words: reading a text takes so many steps at most, and the same text reads the same.

use std::cell::Cell;
use std::time::{Duration, Instant};

use fsm::menu::Menu;
use parse::{Languages, MenuBook, explain, read};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::scene::Scene;

/// How many menus are tried, and how many texts on each.
const TRIED: (u32, usize) = (24, 8);
const TRIED_NIGHTLY: (u32, usize) = (2_000, 50);
/// What a lane takes of one utterance at most, in characters.
const TEXT_CHARS_MAX: usize = 2000;
/// How many steps the search for the best reading takes at most for each word.
const STEPS_A_WORD_MAX: usize = 100;
/// How many things a word and those behind it can mean at most.
const MEANINGS_A_WORD_MAX: usize = 1000;
/// What things are called.
const NAMES: [&str; 12] = [
    "burger",
    "cheese",
    "cheese burger",
    "double burger",
    "large",
    "large burger",
    "two burger",
    "chicken",
    "chicken cheese burger",
    "cheesy",
    "burgers and cheese",
    "no cheese burger",
];
/// What is said besides.
const WORDS: [&str; 26] = [
    "if not",
    "if you have it",
    "a",
    "two",
    "no",
    "with",
    "and",
    "the",
    "without",
    "extra",
    "is there",
    "what",
    "how much is",
    "instead of",
    "make it",
    "that",
    "one",
    "of",
    "them",
    "on",
    "take off",
    "which",
    "have",
    "cheap",
    "for her",
    "sorry",
];

fn name() -> impl Strategy<Value = String> {
    (select(&NAMES[..]), 0..4_u8, 0..400_u16).prop_map(|(name, how, number)| match how {
        0 => format!("{name} w{number}"),
        1 => format!("w{number} {name}"),
        _ => name.to_owned(),
    })
}

fn items(groups: usize) -> impl Strategy<Value = Vec<Value>> {
    let item = (name(), proptest::collection::vec(name(), 0..3), 0..groups.max(1), any::<bool>());
    proptest::collection::vec(item, 1..1500).prop_map(move |items| {
        let items = items.into_iter().enumerate();
        let item = |(at, (name, aliases, group, sized)): (usize, (String, Vec<String>, usize, bool))| {
            let mut item =
                json!({ "id": format!("i{at}"), "name": name, "aliases": aliases, "category": "all" });
            match sized {
                true => item["sizes"] = json!([{ "id": format!("s{at}"), "name": "large", "price": "1.00" }]),
                false => item["price"] = json!("1.00"),
            }
            let groups = (group..groups).take(5).map(|group| format!("g{group}"));
            item["modifier_groups"] = json!(groups.collect::<Vec<_>>());
            item
        };
        items.map(item).collect()
    })
}

fn book() -> impl Strategy<Value = MenuBook> {
    (0..60_usize, proptest::collection::vec(name(), 1..30)).prop_flat_map(|(groups, names)| {
        let modifiers = names.into_iter().enumerate();
        let modifiers: Vec<Value> = modifiers
            .map(|(at, name)| json!({ "id": format!("m{at}"), "name": name, "price": "0.50" }))
            .collect();
        let groups: Vec<Value> = (0..groups)
            .map(|at| json!({ "id": format!("g{at}"), "name": format!("group{at}"), "modifiers": modifiers }))
            .collect();
        items(groups.len()).prop_map(move |items| {
            let document = json!({
                "id": "crowded", "format": 1, "name": "Crowded", "version": 1, "currency": "USD", "tax_rate": "0.08",
                "locale": "en-US", "categories": [{ "id": "all", "name": "Food" }], "modifier_groups": groups, "items": items,
            });
            MenuBook::compile(Menu::check(&document).expect("a menu without faults"), &Languages::default())
        })
    })
}

fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![select(&NAMES[..]), select(&WORDS[..])];
    let end = select(&[" ", " ", " ", ", ", ". "][..]);
    (proptest::collection::vec((word, end), 1..8), any::<bool>()).prop_map(|(words, again)| {
        let text: String = words.iter().flat_map(|(word, end)| [*word, *end]).collect();
        let times = if again { TEXT_CHARS_MAX / text.len() } else { 1 };
        text.repeat(times)
    })
}

/// How long it takes to read a text once.
fn reads_in_bounds(book: &MenuBook, text: &str) -> Result<Duration, TestCaseError> {
    let scene = Scene::default();
    let began = Instant::now();
    let acts = read(scene.utterance(book, text));
    let took = began.elapsed();
    let heard = explain(scene.utterance(book, text));
    let (steps, meanings) = (heard.steps(), heard.meanings());
    let (words, items) = (text.split_whitespace().count(), book.menu.items.len());
    prop_assert!(steps <= STEPS_A_WORD_MAX * words, "{steps} steps on {items} items: {text}");
    prop_assert!(meanings <= MEANINGS_A_WORD_MAX * words, "{meanings} meanings on {items} items: {text}");
    prop_assert_eq!(&acts, heard.acts());
    Ok(took)
}

#[test]
fn any_text_is_read_in_bounds_on_a_menu_whose_names_collide() {
    let (menus, texts) = if testbed::is_nightly() { TRIED_NIGHTLY } else { TRIED };
    let source_file = Some(file!());
    let config =
        ProptestConfig { cases: menus, max_shrink_iters: 0, source_file, ..ProptestConfig::default() };
    let longest = Cell::new(Duration::ZERO);
    let tried = (book(), proptest::collection::vec(text(), texts));
    let outcome = TestRunner::new(config).run(&tried, |(book, texts)| {
        for text in texts {
            longest.set(longest.get().max(reads_in_bounds(&book, &text)?));
        }
        Ok(())
    });
    println!("{menus} menus with {texts} texts each: the longest was read in {:.1?}", longest.get());
    outcome.unwrap();
}

#[test]
fn five_thousand_things_of_one_name_are_read_in_bounds() {
    let item =
        |at: usize| json!({ "id": format!("i{at}"), "name": "burger", "category": "all", "price": "1.00" });
    let document = json!({
        "id": "crowded", "format": 1, "name": "Crowded", "version": 1, "currency": "USD", "tax_rate": "0.08",
        "locale": "en-US", "categories": [{ "id": "all", "name": "Food" }],
        "items": (0..5000).map(item).collect::<Vec<_>>(),
    });
    let book = MenuBook::compile(Menu::check(&document).unwrap(), &Languages::default());
    reads_in_bounds(&book, &"a burger ".repeat(222)).unwrap();
}
