//! A menu's words for a speech recognizer: nothing of the menu is left out, and what takes them can read them.

use std::collections::{BTreeMap, BTreeSet};

use agents::speech_hints::{KEYTERMS_MAX, PROMPT_WORDS_MAX, jsgf, keyterms, prompt};
use fsm::menu::Menu;
use parse::{Languages, MenuBook};
use serde_json::{Value, json};

const MENUS: &[&str] = &[
    include_str!("../../fixtures/menus/burger.json"),
    include_str!("../../fixtures/menus/coffee.json"),
    include_str!("../../evaluation/tests/parser/menus/chicken.json"),
    include_str!("../../evaluation/tests/parser/menus/diner.json"),
    include_str!("../../evaluation/tests/parser/menus/icecream.json"),
    include_str!("../../evaluation/tests/parser/menus/sub.json"),
    include_str!("../../evaluation/tests/parser/menus/taqueria.json"),
    include_str!("../../evaluation/tests/parser/menus/wok.json"),
];

fn books() -> Vec<MenuBook> {
    MENUS.iter().map(|text| book(&serde_json::from_str(text).unwrap())).collect()
}

fn book(document: &Value) -> MenuBook {
    MenuBook::compile(Menu::check(document).unwrap(), &Languages::default())
}

/// A grammar's rules, each with its alternatives; what is not well-formed panics.
fn rules(grammar: &str) -> BTreeMap<String, Vec<String>> {
    let mut lines = grammar.lines();
    assert_eq!(lines.next(), Some("#JSGF V1.0;"));
    assert_eq!(lines.next(), Some("grammar menu;"));
    let mut rules = BTreeMap::new();
    for line in lines {
        let line = line.strip_suffix(" ;").unwrap_or_else(|| panic!("a rule ends with `;`: {line}"));
        let (name, expansion) = line.split_once(" = ").unwrap();
        let alternatives = match name.strip_prefix("public ") {
            Some(_) => expansion.strip_prefix("( ").and_then(|rest| rest.strip_suffix(" )+")).unwrap(),
            None => expansion,
        };
        let alternatives: Vec<String> = alternatives.split(" | ").map(str::to_owned).collect();
        assert!(rules.insert(name.to_owned(), alternatives).is_none(), "{name} stands twice");
    }
    let parts = rules.remove("public <order>").expect("there is a public rule");
    assert_eq!(
        parts.iter().collect::<BTreeSet<_>>(),
        rules.keys().collect(),
        "rules that are used are there"
    );
    for (name, alternatives) in &rules {
        assert_eq!(alternatives.iter().collect::<BTreeSet<_>>().len(), alternatives.len(), "{name}");
        for phrase in alternatives {
            for word in phrase.split(' ') {
                let plain = word.strip_prefix('"').and_then(|word| word.strip_suffix('"')).unwrap_or(word);
                let letters = plain.chars().all(|char| char.is_ascii_lowercase() || char == '\'');
                let is_word =
                    letters && plain.starts_with(|char: char| char != '\'') && !plain.ends_with('\'');
                assert!(is_word, "{name}: {phrase:?}");
            }
        }
    }
    rules
}

#[test]
fn a_grammar_is_well_formed_and_has_every_item_in_one_and_in_several() {
    for book in books() {
        let rules = rules(&jsgf(&book));
        let items = &rules["<item>"];
        let names = book.menu.items.iter().map(|item| &item.name);
        for name in names.chain(book.menu.combos.iter().map(|combo| &combo.name)) {
            // A name without digits and signs is itself in lower case.
            if name.chars().all(|char| char.is_ascii_alphabetic() || char == ' ') {
                assert!(items.contains(&name.to_lowercase()), "{name} is not in {items:?}");
            }
        }
        assert!(items.len() > book.menu.items.len(), "{}", book.menu.name);
        assert_eq!(rules["<number>"].len(), 20);
        for (rule, words) in [
            ("<command>", &["yes", "no", "that's it", "that's all"][..]),
            ("<amount>", &["no", "extra", "light", "on the side"]),
            ("<number>", &["one", "twelve", "twenty"]),
            ("<filler>", &["please", "a", "the", "and", "with"]),
        ] {
            for word in words {
                assert!(
                    rules[rule].iter().any(|phrase| phrase == word),
                    "{word} is not in {rule}: {:?}",
                    rules[rule]
                );
            }
        }
    }
}

#[test]
fn every_name_of_the_sample_menus_is_in_the_grammar_as_it_is_said() {
    let burger = rules(&jsgf(&books()[0]));
    for name in ["cheeseburger", "cheeseburgers", "onion rings", "coke", "cokes"] {
        assert!(burger["<item>"].iter().any(|item| item == name), "{name}");
    }
    let diner = rules(&jsgf(&books()[3]));
    for name in ["seven up", "v eight", "five alive", "steak and eggs"] {
        assert!(diner["<item>"].iter().any(|item| item == name), "{name}");
    }
}

#[test]
fn key_terms_are_bounded_and_each_is_there_once_names_first() {
    for book in books() {
        let terms = keyterms(&book.menu);
        assert!(terms.len() <= KEYTERMS_MAX);
        let once: BTreeSet<String> = terms.iter().map(|term| term.to_lowercase()).collect();
        assert_eq!(once.len(), terms.len(), "{}", book.menu.name);
        for item in &book.menu.items {
            assert!(once.contains(&item.name.to_lowercase()), "{}", item.name);
        }
        assert_eq!(terms[0], book.menu.items[0].name);
    }
}

#[test]
fn a_prompt_is_one_line_of_names_that_has_room_for_every_item_of_a_usual_menu() {
    for book in books() {
        let prompt = prompt(&book.menu);
        assert!(!prompt.contains('\n') && prompt.split_whitespace().count() <= PROMPT_WORDS_MAX, "{prompt}");
        assert!(
            prompt.starts_with(&format!("{}: {}, ", book.menu.name, book.menu.items[0].name)),
            "{prompt}"
        );
        let words = |name: &str| name.split_whitespace().count();
        let all: usize = book.menu.items.iter().map(|item| words(&item.name)).sum();
        if words(&book.menu.name) + all <= PROMPT_WORDS_MAX {
            for item in &book.menu.items {
                assert!(prompt.contains(&item.name), "{} is not in {prompt}", item.name);
            }
        }
    }
}

#[test]
fn what_stands_for_something_else_in_a_grammar_is_written_out_or_quoted() {
    let menu = json!({
        "id": "odd", "name": "The \"Odd\" | House", "version": 1, "currency": "EUR", "tax_rate": "0", "locale": "en-US",
        "categories": [{ "id": "all", "name": "Everything" }],
        "items": [
            { "id": "a", "name": "Public <house> | burger; // {x}", "category": "all", "price": "2.00" },
            { "id": "b", "name": "🍔", "category": "all", "price": "2.00" },
            { "id": "c", "name": "Crème brûlée", "aliases": ["creme brulee", "import"], "category": "all", "price": "2.00" },
        ],
    });
    let book = book(&menu);
    let rules = rules(&jsgf(&book));
    assert_eq!(
        rules["<item>"],
        [
            "\"public\" house burger x",
            "\"public\" house burger xes",
            "creme brulee",
            "creme brulees",
            "\"import\"",
            "imports"
        ]
    );
    assert!(!rules.contains_key("<size>") && !rules.contains_key("<modifier>"), "what is empty is no rule");
    assert_eq!(keyterms(&book.menu).last().map(String::as_str), Some("import"));
    assert!(!prompt(&book.menu).contains('\n'));
}
