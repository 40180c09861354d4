//! Nobody is left without a word, in any state and language.

use fsm::dialogue::{Act, ActKind, Input, Turn};
use fsm::machine::{Refusal, StateKind};
use serde_json::json;

use super::super::word;
use super::lane::{Lane, input, utterance};
use crate::statements::Prompt;
use crate::{LANGUAGES, Wording, of_locale};

#[test]
fn a_tap_that_no_row_takes_is_answered_and_the_same_car_is_not() {
    let mut lane = Lane::of("burger");
    lane.take(&Input::CarDetected { vehicle_id: None });
    let (decided, _) = lane.take(&input("add hamburger as:hamburger_combo")).remove(0);
    let say = |state: StateKind, event: &'static str, acts: Vec<Act>| {
        let turn = Turn {
            state,
            acts,
            question: None,
            diffs: Vec::new(),
            transitions: Vec::new(),
            refused: vec![Refusal { state, event, reason: "not_expected_here" }],
            ..decided.turn.clone()
        };
        word(&Wording { turn: &turn, speech: &[], ..Wording::of(&decided, &lane.menu) }).map(|say| say.text)
    };
    assert_eq!(
        say(StateKind::Confirming, "USER_CONFIRMS", vec![Act::Yes]).as_deref(),
        Some("What drink would you like with the hamburger combo?")
    );
    assert_eq!(say(StateKind::Ordering, "USER_CONFIRMS", vec![Act::Yes]).as_deref(), Some("Anything else?"));
    assert_eq!(say(StateKind::Ordering, "CAR_DETECTED", Vec::new()), None);
    assert_eq!(say(StateKind::Idle, "USER_CONFIRMS", vec![Act::Yes]), None);
}

#[test]
fn every_act_but_a_back_channel_is_answered_in_every_language() {
    for (locale, _) in LANGUAGES {
        for kind in ActKind::ALL {
            let mut lane = Lane::of("burger");
            (*locale).clone_into(&mut lane.menu.locale);
            lane.take(&input("car"));
            let act = serde_json::from_value(json!({ "act": kind.wire(), "topic": "price", "answer": "a" }))
                .unwrap();
            let (_, say) = lane.take(&utterance(vec![act])).remove(0);
            assert_eq!(
                say.is_some_and(|say| !say.text.is_empty()),
                *kind != ActKind::BackChannel,
                "{kind:?}"
            );
        }
    }
}

#[test]
fn a_language_that_is_not_spoken_here_falls_back_to_english() {
    for locale in ["en-US", "EN_gb", "en", "tlh", ""] {
        assert_eq!(of_locale(locale).ask(&Prompt::AnythingElse), "Anything else?", "{locale}");
    }
}
