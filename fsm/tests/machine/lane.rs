//! When a lane says nothing, and whose it is.

use crate::support::notation::input;
use crate::support::{Lane, burgers, talk};
use insta::assert_snapshot;

#[test]
fn a_lane_that_is_handed_over_listens_to_taps_and_the_crew_alone() {
    assert_snapshot!(Lane::after("add coke").talk("human\nadd fries\nsilence\nbarge\ncrew: add fries\ntap add 1 water\ngive_back\ngive_back\ndone"), @r"
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
    let taken = lane.take(&input("tap done", &burgers()));
    assert_eq!(taken.turns[0].speech, [], "a lane that is handed over says nothing");
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
fn an_idle_lane_takes_a_car_and_nothing_else() {
    let mut lane = Lane::after("left");
    for line in ["add coke", "silence", "tap done", "ack", "left", "give_back"] {
        let taken = lane.take(&input(line, &burgers()));
        assert!(taken.turns.is_empty() && taken.effects.is_empty(), "{line}");
        assert_eq!(
            serde_json::to_string(&taken.session).unwrap(),
            r#"{"state":{"state":"idle"},"visit":null}"#
        );
    }
}

#[test]
fn a_back_channel_is_no_yes_and_gets_no_reply() {
    assert_snapshot!(Lane::after("add coke; done").talk("back_channel\nsmall_talk"), @r"
    > back_channel
    D25 confirming
    > small_talk
    D25 confirming
    ");
    let mut lane = Lane::after("add coke; done");
    assert_eq!(lane.take(&input("back_channel", &burgers())).turns[0].speech, []);
}
