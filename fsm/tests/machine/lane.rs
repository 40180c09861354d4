//! Whose lane it is: silence, the crew, the next car.

use crate::support::{Lane, burgers, talk};
use insta::assert_snapshot;

#[test]
fn silence_is_nudged_three_times_and_then_handed_over() {
    assert_snapshot!(talk("silence\nsilence\nsilence\nsilence\nsilence\ngive_back\nsilence"), @r"
    > silence
    G01 thinking
    > silence
    S09 thinking
    > silence
    S09 thinking
    > silence
    D27 thinking, handoff silence
    > silence
    - thinking, handoff silence
    > give_back
    - thinking
    > silence
    S09 thinking
    ");
    assert_snapshot!(talk("add coke\nsilence\nsilence\nsilence\nback_channel\nsilence"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > silence
    G02 ordering
    > silence
    G02 ordering
    > silence
    G02 ordering
    > back_channel
    D25 ordering
    > silence
    G02 ordering
    ");
}

#[test]
fn a_lane_that_is_handed_over_listens_to_taps_and_the_crew_alone() {
    assert_snapshot!(talk("
        add coke
        human
        add fries
        silence
        barge
        crew: add fries
        tap add 1 water
        give_back
        give_back
        done
    "), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > human
    D27 ordering, handoff customer
    > add fries
    - ordering, handoff customer
    > silence
    - ordering, handoff customer
    > barge
    - ordering, handoff customer
    > crew: add fries
    S01 ordering, handoff customer
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > tap add 1 water
    S01 ordering, handoff customer
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
      L3 1 Water 0.00
    > give_back
    - ordering
    > give_back
    - ordering, refused GIVE_BACK not_handed_off
    > done
    S03 confirming
    ");
    let mut lane = Lane::after("human");
    let taken = lane
        .take(&fsm::dialogue::Input::Tap { tap: fsm::dialogue::Tap::Done, by: fsm::dialogue::By::Customer });
    assert_eq!(taken.turns[0].speech, [], "a lane that is handed over says nothing");
}

#[test]
fn after_the_crew_was_called_nothing_more_of_the_utterance_is_taken() {
    assert_snapshot!(talk("human; add coke; done"), @r"
    > human; add coke; done
    D27 ordering, handoff customer
    ");
    assert_snapshot!(talk("add 18000 water\nadd 18000 water; done"), @r"
    > add 18000 water
    S02 clarifying, how_many [water]
    > add 18000 water; done
    D27 clarifying, how_many [water], handoff over_cap
    ");
    assert_snapshot!(talk("add coke; add 99 water\nadd fries; add 99 water; ask price coke; done"), @r"
    > add coke; add 99 water
    S01 S02 clarifying, how_many [water]
      L1 1 medium Coke 2.29
    > add fries; add 99 water; ask price coke; done
    S10 D27 ordering, handoff over_cap
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    ");
    assert_snapshot!(talk("add coke\nadd 99 water\nclear; add 99 water"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > add 99 water
    S02 clarifying, how_many [water]
    > clear; add 99 water
    D27 clarifying, how_many [water], handoff over_cap
    ");
}

#[test]
fn one_cars_words_never_reach_anothers_order() {
    assert_snapshot!(talk("car\nadd coke\ncar"), @r"
    > car
    - ordering, refused CAR_DETECTED same_car
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > car
    G10 idle, abandoned, order open
    D01 ordering
      nothing
    ");
    assert_snapshot!(talk("add coke; done\nyes\ncar"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > car
    G10 idle, ticket 1 pending, left, order frozen
    D01 ordering
      nothing
    ");
    let lane = Lane::after("add coke\ncar");
    assert_eq!((lane.session.turn(), lane.session.order().map(|order| order.lines().len())), (1, Some(0)));
}

#[test]
fn a_car_that_leaves_without_a_ticket_abandons_its_order() {
    assert_snapshot!(talk("add coke; done\nleft"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > left
    G10 idle, abandoned, order open
    ");
    assert_snapshot!(talk("left"), @r"
    > left
    G10 idle, abandoned, order open
    ");
}

#[test]
fn an_idle_lane_takes_a_car_and_nothing_else() {
    let mut lane = Lane::after("left");
    for line in ["add coke", "silence", "tap done", "ack", "left", "give_back"] {
        let crate::support::notation::Said::Input(input) = crate::support::notation::read(line, &burgers())
        else {
            panic!("an input");
        };
        let taken = lane.take(&input);
        assert!(taken.turns.is_empty() && taken.effects.is_empty(), "{line}");
        assert_eq!(
            serde_json::to_string(&taken.session).unwrap(),
            r#"{"state":{"state":"idle"},"visit":null}"#
        );
    }
}
