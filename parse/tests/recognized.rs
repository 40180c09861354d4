//! What is made of a recognizer's other guesses, of its words and of a question that it heard.

use fsm::dialogue::{Act, Acts};
use fsm::machine::Expectation::{self, FreeFormOrdering, YesNoOrChanges};
use fsm::menu::Menu;
use fsm::order::Op;
use parse::{HeardWord, Languages, MenuBook, Recognized, Utterance, read};

/// Below it, an order is asked about.
const CONFIDENCE_MIN: f64 = 0.6;

fn burger() -> MenuBook {
    let document = serde_json::from_str(include_str!("../../fixtures/menus/burger.json")).unwrap();
    MenuBook::compile(Menu::check(&document).unwrap(), &Languages::default())
}

fn hear(book: &MenuBook, expectation: Expectation, text: &str, recognized: Recognized<'_>) -> Acts {
    read(Utterance { recognized, ..Utterance::alone(text, expectation, book) })
}

fn guess(book: &MenuBook, expectation: Expectation, guesses: &[&str]) -> Option<u8> {
    let recognized = Recognized { alternatives: &guesses[1..], ..Recognized::default() };
    hear(book, expectation, guesses[0], recognized).heard
}

#[test]
fn the_guess_that_explains_most_on_this_menu_is_taken() {
    let book = burger();
    for (expected, guesses) in [
        (1, &["a large coat", "a large coke", "a large code"][..]),
        (2, &["a knee in rings", "a name in rings", "onion rings"]),
        (1, &["a cheeseburger and a brown knee", "a cheeseburger and a brownie"]),
        (3, &["ham bird her", "ham bird", "hand burger please", "a hamburger please"]),
    ] {
        assert_eq!(guess(&book, FreeFormOrdering, guesses), Some(expected), "{guesses:?}");
    }
    assert_eq!(guess(&book, YesNoOrChanges, &["know", "no"]), Some(1));
}

#[test]
fn the_first_guess_stays_where_another_says_no_more() {
    let book = burger();
    for guesses in [
        // The same, or as good.
        &["a large coke", "a large coke"][..],
        &["two cokes", "to cokes", "too cokes"],
        &["two chess burghers no pickles", "two cheeseburgers no pickles"],
        &["fries", "pies"],
        &["a coke", "a diet coke"],
        // More words alone are no reason, nor are fewer: what is left out may have been said.
        &["a cheeseburger", "a cheeseburger and a coke"],
        &["a cheeseburger and a blorp", "a cheeseburger"],
        &["a cheeseburger and a coke with lobster", "a cheeseburger and a coke"],
        &["a hamburger", "the hand brake"],
    ] {
        assert_eq!(guess(&book, FreeFormOrdering, guesses), Some(0), "{guesses:?}");
    }
    assert_eq!(guess(&book, YesNoOrChanges, &["yes", "yes and a coke"]), Some(0));
    assert_eq!(guess(&book, FreeFormOrdering, &["a coke"]), None);
}

#[test]
fn a_guess_that_is_taken_is_heard_as_if_it_were_the_only_one() {
    let book = burger();
    let recognized = Recognized { alternatives: &["a large coke"], ..Recognized::default() };
    let taken = hear(&book, FreeFormOrdering, "a large coat", recognized);
    let alone = hear(&book, FreeFormOrdering, "a large coke", Recognized::default());
    assert_eq!(taken, Acts { heard: Some(1), ..alone });
}

#[test]
fn an_order_is_doubted_where_a_word_that_it_depends_on_was_badly_heard() {
    let book = burger();
    let sure = |bad: &str, confidence: f64| {
        let text = "can i get two cheeseburgers without onions please";
        let words: Vec<HeardWord<'_>> = text
            .split(' ')
            .map(|text| HeardWord { text, confidence: if text == bad { confidence } else { 0.9 } })
            .collect();
        let recognized = Recognized { words: &words, ..Recognized::default() };
        hear(&book, FreeFormOrdering, text, recognized).confidence
    };
    for word in ["two", "cheeseburgers", "without", "onions"] {
        assert!((sure(word, 0.3) - 0.3).abs() < 1e-9, "{word}: {}", sure(word, 0.3));
        assert!(sure(word, 0.5) > CONFIDENCE_MIN, "{word}");
    }
    for word in ["can", "please"] {
        assert!(sure(word, 0.1) > CONFIDENCE_MIN, "{word}");
    }
}

#[test]
fn a_yes_is_doubted_if_it_was_badly_heard() {
    let words = [HeardWord { text: "Yes.", confidence: 0.2 }];
    let recognized = Recognized { words: &words, ..Recognized::default() };
    let heard = hear(&burger(), YesNoOrChanges, "yes", recognized);
    assert_eq!((heard.acts, heard.confidence), (vec![Act::Yes], 0.2));
}

#[test]
fn what_sounds_like_a_question_is_ordered_only_where_something_is_asked_for() {
    let book = burger();
    let asked = Recognized { question: true, ..Recognized::default() };
    for (text, is_sure) in
        [("a large coke", false), ("can i get a large coke", true), ("how much is the coke", true)]
    {
        let heard = hear(&book, FreeFormOrdering, text, asked);
        assert_eq!(heard.confidence >= CONFIDENCE_MIN, is_sure, "{text}: {heard:?}");
        assert!(hear(&book, FreeFormOrdering, text, Recognized::default()).confidence >= CONFIDENCE_MIN);
    }
    // What is understood is the same.
    let heard = hear(&book, FreeFormOrdering, "a large coke", asked);
    assert!(matches!(&heard.acts[..], [Act::Order { ops, .. }] if matches!(ops[..], [Op::Add(_)])));
}
