//! What is understood of what is said. Text in, text out: `burger.txt`, `noodles.txt` and the others are tables of sentences and
//! the acts that they must give.

mod edits;
mod scene;

use std::sync::LazyLock;

use fsm::dialogue::{Act, Acts};
use fsm::house::House;
use fsm::machine::Expectation;
use parse::{MenuBook, Utterance, explain, notation, read};

use self::scene::{Scene, book};

/// The sample menus.
const BURGER: &str = include_str!("../../../fixtures/menus/burger.json");
const COFFEE: &str = include_str!("../../../fixtures/menus/coffee.json");

fn check(menu: &str, table: &str) {
    let book = book(menu);
    let mut scene = Scene::default();
    let mut wrong = String::new();
    for (at, line) in table.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    {
        if let Some(setting) = line.strip_prefix('@') {
            scene = Scene::read(setting);
            continue;
        }
        let (text, expected) = line.split_once(" => ").unwrap_or((line, ""));
        let acts = read(scene.utterance(&book, text.trim()));
        let got = written(&acts);
        if got != expected.trim() {
            wrong += &format!("line {}: {text}\n    want {expected}\n    got  {got}\n", at + 1);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A table of questions of both sample menus: `menu:` and the question that was answered before, `after:`, hold for the
/// lines below them.
fn each_question(table: &str, mut heard: impl FnMut(usize, &str, &Acts)) {
    let menus = [("burger", BURGER), ("coffee", COFFEE)].map(|(name, menu)| (name, book(menu)));
    let (mut book, mut answered) = (&menus[0].1, None);
    for (at, line) in table.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    {
        if let Some(name) = line.strip_prefix("menu: ") {
            book = &menus.iter().find(|(known, _)| *known == name).expect("a menu").1;
            answered = None;
        } else if let Some(before) = line.strip_prefix("after: ") {
            let acts = read(alone(before, book)).acts;
            answered = acts.into_iter().find_map(|act| match act {
                Act::MenuQuestion(asking) => Some(asking),
                _ => None,
            });
        } else {
            let text = line.split(" => ").next().unwrap_or_default();
            let utterance = Utterance { answered: answered.as_ref(), ..alone(text, book) };
            heard(at + 1, line, &read(utterance));
        }
    }
}

fn alone<'a>(text: &'a str, book: &'a MenuBook) -> Utterance<'a> {
    /// A house that says what it gives for nothing.
    static HOUSE: LazyLock<House> =
        LazyLock::new(|| House { extras: Some(vec!["napkins".to_owned()]), ..House::default() });
    Utterance { house: Some(&HOUSE), ..Utterance::alone(text, Expectation::FreeFormOrdering, book) }
}

#[test]
fn a_second_look_finds_what_the_first_does_not() {
    check(BURGER, include_str!("second_look.txt"));
}

#[test]
fn questions_are_read_as_queries() {
    let mut wrong = String::new();
    each_question(include_str!("questions.txt"), |at, line, acts| {
        let (text, expected) = line.split_once(" => ").unwrap_or((line, ""));
        let unsure = if acts.confidence < 0.6 { "unsure: " } else { "" };
        let got = format!("{unsure}{}", notation::with_queries(&acts.acts));
        if got != expected {
            wrong += &format!("line {at}: {text}\n    want {expected}\n    got  {got}\n");
        }
    });
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn a_question_changes_no_order() {
    let mut wrong = String::new();
    each_question(include_str!("quiet.txt"), |at, line, acts| {
        let changes = |act: &Act| matches!(act, Act::Order { ops, .. } if !ops.is_empty());
        if acts.acts.iter().any(changes) {
            wrong += &format!("line {at}: {line}\n    got  {}\n", notation::with_queries(&acts.acts));
        }
    });
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Acts, and whether they are below the threshold.
fn written(acts: &Acts) -> String {
    let unsure = if acts.confidence < 0.6 { "unsure: " } else { "" };
    format!("{unsure}{}", notation::acts(&acts.acts))
}

#[test]
fn a_burger_stand_is_understood() {
    check(include_str!("burger.json"), include_str!("burger.txt"));
}

#[test]
fn a_noodle_bar_is_understood() {
    check(include_str!("noodles.json"), include_str!("noodles.txt"));
}

#[test]
fn answers_beside_other_items_are_understood() {
    check(COFFEE, include_str!("coffee.txt"));
}

#[test]
fn sentences_in_one_breath_are_read_one_after_the_other() {
    check(BURGER, include_str!("sentences.txt"));
}

#[test]
fn some_of_what_is_there_becomes_something_else() {
    check(BURGER, include_str!("shares.txt"));
}

#[test]
fn which_of_several_is_meant_is_known_or_asked() {
    check(include_str!("../../../fixtures/strangers/deli.menu.json"), include_str!("several.txt"));
}

#[test]
fn a_name_that_has_a_pause_in_it_is_read_to_its_end() {
    let book = book(&include_str!("noodles.json").replace("Udon soup", "Udon Soup (3)"));
    let acts = read(Scene::default().utterance(&book, "Udon Soup (3)"));
    assert_eq!(written(&acts), "+1 udon");
}

#[test]
fn a_name_that_begins_with_a_number_counts_nothing() {
    let book = book(&include_str!("noodles.json").replace("\"Edamame\"", "\"Two Dumplings and Rice\""));
    for (text, wanted) in [("two dumplings", "+1 edamame"), ("three dumplings", "+3 edamame")] {
        assert_eq!(written(&read(Scene::default().utterance(&book, text))), wanted, "{text}");
    }
}

#[test]
fn talk_beside_an_order_is_none() {
    check(BURGER, include_str!("talk.txt"));
}

#[test]
fn every_act_that_is_no_order_is_heard() {
    check(include_str!("burger.json"), include_str!("acts.txt"));
}

#[test]
fn politeness_fillers_and_upper_case_change_nothing() {
    let book = book(include_str!("burger.json"));
    let scene = Scene::default();
    let orders = include_str!("burger.txt").lines().take_while(|line| !line.starts_with('@'));
    let sentences = orders
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" => "))
        .map(|(text, _)| text);
    let mut wrong = String::new();
    for text in sentences {
        let said = written(&read(scene.utterance(&book, text)));
        for other in [format!("um {text} please"), format!("uh hi, {text}, thank you"), text.to_uppercase()] {
            let got = written(&read(scene.utterance(&book, &other)));
            if got != said {
                wrong += &format!("{other}\n    want {said}\n    got  {got}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_parser_signs_with_its_name() {
    let book = book(include_str!("burger.json"));
    let acts = read(Scene::default().utterance(&book, "a coke"));
    assert_eq!((acts.agent.as_str(), written(&acts)), ("grammar", "+1 coke".to_owned()));
}

#[test]
fn an_explanation_shows_words_reading_and_runner_up() {
    let book = book(include_str!("burger.json"));
    let shown = explain(Scene::default().utterance(&book, "two cheesburgers no pickles")).to_string();
    for part in ["words", "cheesburgers", "reading", "runner-up", "margin", "confidence"] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
}

#[test]
fn a_misheard_name_is_still_confident_and_a_plain_one_more_so() {
    let book = book(include_str!("burger.json"));
    let sure = |text| read(Scene::default().utterance(&book, text)).confidence;
    assert!(sure("a cheeseburger with extra ketchup please") >= 0.9);
    assert!((0.7..0.97).contains(&sure("a cheeseburger with extra keychup")));
    assert!(sure("the weather is bad") < 0.6);
    assert!(sure("🍔 ... !!") < 0.1);
}
