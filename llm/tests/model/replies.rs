//! What a model may say: what the book of phrases says, in other words.

use agents::ResponseGenerator as _;
use fsm::dialogue::{Say, SayKind, Taken, Why};
use speak::Wording;
use wiremock::ResponseTemplate;

use crate::support::{MENU, Stand, answer, asked, chain, heard, rules, server, settings};

/// Has a turn worded by a model that answers so.
async fn worded(stand: &Stand, taken: &Taken, template: ResponseTemplate) -> (Say, usize) {
    let server = server(template).await;
    let (rules, decided) = (rules(), taken.turns.last().unwrap());
    let wording = Wording::of(decided, &stand.book.menu);
    let say =
        chain(&settings(&server.uri())).word(wording, &stand.book.index, stand.brief(&rules)).await.unwrap();
    (say, asked(&server).await)
}

fn said(stand: &Stand, text: &str) -> Taken {
    stand.taken(&heard(parse::read(stand.utterance(text))))
}

/// What the book of phrases says to an order of two cheeseburgers, and what a model would rather say.
async fn replies_to(order: &str, right: &str, texts: &[&str], expected: Why) {
    let mut stand = Stand::new(MENU);
    stand.rules.offers = false;
    let taken = said(&stand, order);
    for text in texts {
        let (say, _) = worded(&stand, &taken, answer(text)).await;
        let choice = say.choice.unwrap();
        assert_eq!(choice.why, expected, "{text}");
        assert_eq!(say.text == right, expected != Why::Taken, "{}", say.text);
    }
}

const ORDER: &str = "two cheeseburgers, no pickles";
const RIGHT: &str = "Two cheeseburgers, no pickles. Anything else?";

#[tokio::test]
async fn other_words_for_the_same_are_spoken() {
    let texts = [
        "Sure thing, two cheeseburgers with no pickles. Anything else?",
        "You got it! That's two cheeseburgers, no pickles, anything else for you?",
        "\"Okay, two cheeseburgers without pickles. Anything else today?\"",
        "Alright, two cheeseburgers and no pickles. Would you like anything else?",
    ];
    replies_to(ORDER, RIGHT, &texts, Why::Taken).await;
}

#[tokio::test]
async fn words_that_say_something_else_are_not_spoken() {
    let long = format!("Two cheeseburgers with no pickles{}. Anything else?", " of course".repeat(1000));
    let texts = [
        "Three cheeseburgers with no pickles. Anything else?",
        "One cheeseburger with no pickles. Anything else?",
        "Two hamburgers with no pickles. Anything else?",
        "Two cheeseburgers with pickles. Anything else?",
        "Two cheeseburgers with extra pickles. Anything else?",
        "Two cheeseburgers with no onions. Anything else?",
        "Two cheeseburgers with no pickles and a Coke. Anything else?",
        "Two large cheeseburgers with no pickles. Anything else?",
        "Two cheeseburgers with no pickles for $1.00. Anything else?",
        "Two cheeseburgers with no pickles, five dollars. Anything else?",
        "No cheeseburgers with two pickles. Anything else?",
        "Two cheeseburgers with no pickles. Fries? Anything else?",
        "Two cheeseburgers with no pickles? Anything else?",
        "Two cheeseburgers with no pickles. That is it.",
        "Two cheeseburgers. With no pickles. Anything else?",
        "**Two cheeseburgers** with no pickles. Anything else?",
        "<speak>Two cheeseburgers with no pickles. Anything else?</speak>",
        "Two cheeseburgers with no pickles. Anything else at https://example.com?",
        "Two cheeseburgers with no pickles. Anything else at www.example.com?",
        "Two cheeseburgers with no pickles.\n\nAnything else?",
        "Two cheeseburgers with no pickles. Anything\u{202e} else?",
        "{\"say\": \"Two cheeseburgers with no pickles. Anything else?\"}",
        "Anything else?",
        &long,
    ];
    replies_to(ORDER, RIGHT, &texts, Why::NotSaid).await;
}

#[tokio::test]
async fn a_total_is_said_as_it_is() {
    let stand = Stand::new(MENU).after(&["two cheeseburgers"]);
    let taken = said(&stand, "that's all");
    let right = taken.turns[0].clone();
    assert_eq!(right.turn.state.as_str(), "confirming");
    let (say, _) = worded(&stand, &taken, answer("nothing")).await;
    assert_eq!(say.kind, SayKind::Summarize);
    let total = right.turn.order.total.to_string();
    for (from, to) in
        [(total.as_str(), "1.00"), (total.as_str(), "0"), ("two", "three"), ("Is that right?", "It is done.")]
    {
        assert!(say.text.contains(from) || say.text.to_lowercase().contains(from), "{}", say.text);
        let other = say.text.replace(from, to);
        let (spoken, _) = worded(&stand, &taken, answer(&other)).await;
        assert_eq!(spoken.text, say.text, "{other}");
    }
    let same = say.text.replace("So that's", "Okay, I have").replace(". Your total", ", and your total");
    assert_eq!(worded(&stand, &taken, answer(&same)).await.0.text, same);
}

#[tokio::test]
async fn a_model_that_fails_leaves_the_book_of_phrases() {
    let stand = Stand::new(MENU);
    let taken = said(&stand, "a cookie");
    let (right, _) = worded(&stand, &taken, answer("?")).await;
    for (template, expected) in [
        (ResponseTemplate::new(500), Why::Failed),
        (ResponseTemplate::new(429), Why::Limited),
        (ResponseTemplate::new(200), Why::Broken),
        (answer(" "), Why::Broken),
    ] {
        let (say, _) = worded(&stand, &taken, template).await;
        assert_eq!((say.text, say.choice.unwrap().why), (right.text.clone(), expected));
    }
}

#[tokio::test]
async fn what_is_in_the_food_and_that_a_person_comes_is_said_by_nobody_else() {
    let stand = Stand::new(MENU).after(&["a coke"]);
    for text in ["does the cheeseburger have nuts", "let me talk to a person", "what was that?"] {
        let taken = said(&stand, text);
        let (say, times) = worded(&stand, &taken, answer("No nuts at all!")).await;
        assert_eq!((say.choice, times), (None, 0), "{text}");
    }
}
