//! Conversations, text in and text out: what comes in, and below it what is said.
//!
//! `conversations.txt` has a section for each test. `@coffee` is a lane of the coffee bar.

mod honest;
mod lane;
mod manners;
#[allow(dead_code, reason = "the walks of the state machine use the rest")]
#[path = "../../fsm/tests/machine/support/random.rs"]
mod random;
mod walk;

use fsm::dialogue::Input;

use self::lane::Lane;

const CONVERSATIONS: &str = include_str!("tests/conversations.txt");

macro_rules! conversations {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        #[test]
        fn every_section_is_a_test() {
            let headings = CONVERSATIONS.lines().filter_map(|line| line.strip_prefix("# "));
            assert!(headings.eq([$(stringify!($name)),*]));
        }
    };
}

conversations! {
    an_order_is_read_back_and_closed_with_its_total
    a_car_that_is_not_ready_is_given_time_and_an_example
    every_missing_choice_is_asked_for_alone
    what_cannot_be_taken_is_named
    what_has_only_an_id_and_a_number_is_worded
    an_item_that_is_off_is_replaced
    only_what_would_go_is_named_before_a_big_change
    a_menu_question_is_answered_from_the_menu_alone
    a_combo_is_said_with_what_is_in_it
    a_long_order_is_read_back_in_parts
    the_crew_is_not_interrupted
    in_closing_the_car_is_sent_to_the_window
    an_undo_and_a_removal_are_told
    another_menu_is_worded_as_well
    what_a_combo_takes_in_is_not_taken_off
    sorry_is_said_once
}

/// Greets a car, plays the lines of a section that begin with `>`, and compares what is said.
#[track_caller]
fn check(name: &str) {
    let mut sections = CONVERSATIONS.split("# ").filter_map(|section| section.split_once('\n'));
    let (_, section) = sections.find(|(heading, _)| *heading == name).unwrap();
    let coffee = section.strip_prefix("@coffee\n");
    let mut lane = Lane::of(if coffee.is_some() { "coffee" } else { "burger" });
    assert!(lane.hear("car").starts_with("greet: Welcome to "));
    let conversation = coffee.unwrap_or(section).trim_end();
    let inputs = conversation.lines().filter_map(|line| line.strip_prefix("> "));
    let played: Vec<String> = inputs.map(|line| format!("> {line}\n  {}", lane.hear(line))).collect();
    let played = played.join("\n");
    assert!(played == conversation, "it went like this instead:\n{played}\n");
}

#[test]
fn a_greeting_is_the_one_configured_or_the_menus_or_none() {
    let mut said = Vec::new();
    for greeting in [None, Some(""), Some("Hi there! What'll it be?"), Some("Order when you are ready.")] {
        let mut lane = Lane::of("coffee");
        lane.rules.greeting = greeting.map(str::to_owned);
        let (_, say) = lane.take(&Input::CarDetected { vehicle_id: None }).remove(0);
        said.push(say.map(|say| say.text));
    }
    let expected = [
        None,
        Some("Welcome to Saltmarsh Coffee Bar! What can I get for you?".to_owned()),
        Some("Hi there! What'll it be?".to_owned()),
        Some("Order when you are ready.".to_owned()),
    ];
    assert_eq!(said, expected);
}
