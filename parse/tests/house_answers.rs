//! What answers a question of the house, by the words of its rule.

use fsm::dialogue::{Act, Acts};
use fsm::house_rules::{AnswerDoes, HouseAnswer, HouseQuestion, Point};
use fsm::machine::{Expectation, Question, QuestionKind};
use fsm::menu::Menu;
use parse::{Languages, MenuBook, Recognized, Utterance, read};

fn burger() -> MenuBook {
    let document = serde_json::from_str(include_str!("../../fixtures/menus/burger.json")).unwrap();
    MenuBook::compile(Menu::check(&document).unwrap(), &Languages::default())
}

fn question(answers: &[&[&str]]) -> HouseQuestion {
    let answers = answers.iter().map(|names| HouseAnswer {
        id: names[0].to_lowercase().replace(' ', "_"),
        text: names[0].to_owned(),
        said: names[1..].iter().map(|name| (*name).to_owned()).collect(),
        does: AnswerDoes::Nothing,
    });
    HouseQuestion { at: Point::AfterAdd, text: "Which?".to_owned(), answers: answers.collect() }
}

fn hear(house_question: &HouseQuestion, guesses: &[&str], kind: QuestionKind) -> Acts {
    let book = burger();
    let asked = Question::of(kind, None, Vec::new());
    let recognized = Recognized { alternatives: &guesses[1..], ..Recognized::default() };
    let alone = Utterance::alone(guesses[0], Expectation::SingleAnswer, &book);
    read(Utterance { question: Some(&asked), house_question: Some(house_question), recognized, ..alone })
}

/// The answer that is heard, and in which guess; none if the words are read otherwise.
fn answer(question: &HouseQuestion, guesses: &[&str]) -> Option<(String, Option<u8>)> {
    let acts = hear(question, guesses, QuestionKind::House);
    match acts.acts.as_slice() {
        [Act::Answer { answer }] => Some((answer.clone(), acts.heard)),
        _ => None,
    }
}

#[test]
fn an_answer_is_named_by_its_words_or_its_place_and_by_nothing_else() {
    let sauces =
        question(&[&["Ketchup", "the red one"], &["Mustard"], &["Both"], &["No, thanks", "neither"]]);
    for (text, expected) in [
        ("ketchup", Some("ketchup")),
        ("Ketchup, please!", Some("ketchup")),
        ("um I'll take the mustard", Some("mustard")),
        ("the red one", Some("ketchup")),
        ("both, please", Some("both")),
        ("no", Some("no,_thanks")),
        ("neither", Some("no,_thanks")),
        ("the second one", Some("mustard")),
        ("number two", Some("mustard")),
        ("the last one", Some("no,_thanks")),
        ("number seven", None),
        ("the first or the second", None),
        ("ketchup and mustard", None),
        ("no ketchup", None),
        ("ketchup and a large coke", None),
        ("a large coke", None),
        ("wait a second", None),
        ("second", Some("mustard")),
        ("yes", None),
        ("", None),
    ] {
        let heard = answer(&sauces, &[text]).map(|(answer, _)| answer);
        assert_eq!(heard.as_deref(), expected, "{text}");
    }
}

#[test]
fn the_first_guess_that_is_an_answer_counts() {
    let sauces = question(&[&["Ketchup"], &["Mustard"]]);
    assert_eq!(answer(&sauces, &["mustered", "mustard"]), Some(("mustard".to_owned(), Some(1))));
    assert_eq!(answer(&sauces, &["ketchup", "mustard"]), Some(("ketchup".to_owned(), Some(0))));
}

#[test]
fn nothing_is_answered_that_is_not_asked() {
    let sauces = question(&[&["Ketchup"], &["Mustard"]]);
    let heard = hear(&sauces, &["mustard"], QuestionKind::WhatElse);
    assert!(!matches!(heard.acts.as_slice(), [Act::Answer { .. }]), "{:?}", heard.acts);
}
