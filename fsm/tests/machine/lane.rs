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
fn a_hmm_is_no_yes_and_gets_no_reply() {
    assert_snapshot!(Lane::after("add coke; done").talk("back_channel\nsmall_talk"), @r"
    > back_channel
    D25 confirming
    > small_talk
    D25 confirming
    ");
    let mut lane = Lane::after("add coke; done");
    assert_eq!(lane.take(&input("back_channel", &burgers())).turns[0].speech, []);
}

#[test]
fn a_mm_hm_is_a_yes_to_a_yes_or_no_question_that_was_asked_to_its_end() {
    assert_snapshot!(Lane::after("add coke; done").talk("mm-hm"), @r"
    > mm-hm
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    ");
    assert_snapshot!(Lane::after("add 2 coke; add fries; done").talk("clear\nmm-hm"), @r"
    > clear
    S18 confirming, confirm_change, proposal 0.00
    > mm-hm
    D47 clarifying, start_order
      nothing
    ");
    assert_snapshot!(Lane::after("add coke; add fries").talk("clear\nmm-hm"), @r"
    > clear
    D03 clarifying, confirm_change, proposal 0.00
    > mm-hm
    S10 ordering
      nothing
    ");
    assert_snapshot!(Lane::after("add coke; done\nyes\npayment").talk("mm-hm"), @r"
    > mm-hm
    D15 closing, ticket 1 pending retry
      POS: payment retry
    ");
    assert_snapshot!(Lane::after("add cheeseburger").talk("mm-hm"), @r"
    > mm-hm
    D25 ordering
    ");
}

#[test]
fn a_mm_hm_to_another_question_or_while_we_speak_is_nothing() {
    assert_snapshot!(talk("mm-hm\nadd sprite\nmm-hm\nset it :small\nmm-hm"), @r"
    > mm-hm
    D25 ordering
    > add sprite
    S01 S02 clarifying, which_size L1 [small medium large]
      L1 1 Sprite, needs size 0.00
    > mm-hm
    D25 clarifying, which_size L1 [small medium large]
    > set it :small
    S10 ordering
      L1 1 small Sprite 1.99
    > mm-hm
    D25 ordering
    ");
    assert_snapshot!(Lane::after("add coke; done").talk("barge: mm-hm\nbarge\nmm-hm\nsilence\nmm-hm"), @r"
    > barge: mm-hm
    D25 confirming
    > barge
    G09 confirming
    > mm-hm
    D25 confirming
    > silence
    G04 confirming
    > mm-hm
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    ");
    let mut lane = Lane::after("add coke; done");
    let turn = lane.take(&input("barge: mm-hm", &burgers())).turns.remove(0).turn;
    assert!(!turn.cancel_tts, "who listens does not interrupt");
}

#[test]
fn a_yes_that_was_hardly_heard_is_asked_for_once() {
    assert_snapshot!(Lane::after("add coke; done").talk("unsure 0.3: mm-hm\nmm-hm"), @r"
    > unsure 0.3: mm-hm
    D19 confirming
    > mm-hm
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    ");
    assert_snapshot!(Lane::after("add coke; done").talk("unsure 0.3: yes\nunsure 0.3: yes"), @r"
    > unsure 0.3: yes
    D19 confirming
    > unsure 0.3: yes
    D20 clarifying, what_is_wrong [L1]
    ");
    let mut lane = Lane::after("add coke; done");
    let speech = lane.take(&input("unsure 0.3: mm-hm", &burgers())).turns.remove(0).speech;
    assert_eq!(speech, [fsm::machine::Speech::AskWhetherYes]);
}

#[test]
fn a_yes_with_a_change_takes_the_offer_and_changes_it() {
    let after = |script: &str| {
        let mut lane = Lane::new(burgers());
        lane.rules.offers = true;
        lane.talk(script)
    };
    assert_snapshot!(after("add hamburger\nyes; set it :large"), @r"
    > add hamburger
    S01 ordering, offer fries
      L1 1 Hamburger 3.99
    > yes; set it :large
    S01 ordering
      L1 1 Hamburger 3.99
      L2 1 large Fries 3.49
    ");
    assert_snapshot!(after("add hamburger\nyes; add coke\nmm-hm"), @r"
    > add hamburger
    S01 ordering, offer fries
      L1 1 Hamburger 3.99
    > yes; add coke
    S01 ordering
      L1 1 Hamburger 3.99
      L2 1 medium Fries 2.89
      L3 1 medium Coke 2.29
    > mm-hm
    D25 ordering
    ");
    assert_snapshot!(after("add hamburger\nmm-hm"), @r"
    > add hamburger
    S01 ordering, offer fries
      L1 1 Hamburger 3.99
    > mm-hm
    S01 ordering
      L1 1 Hamburger 3.99
      L2 1 medium Fries 2.89
    ");
}

#[test]
fn three_sentences_in_a_row_that_are_not_understood_call_the_crew() {
    assert_snapshot!(talk("unclear\nsmall_talk\nrepeat\nhear lobster not_on_menu\nunsure 0.3: add coke\nunclear"), @r"
    > unclear
    S02 clarifying, what_else
    > small_talk
    D25 clarifying, what_else
    > repeat
    D26 clarifying, what_else
    > hear lobster not_on_menu
    S13 thinking
    > unsure 0.3: add coke
    D27 thinking, handoff not_understood
    > unclear
    - thinking, handoff not_understood
    ");
    assert_snapshot!(talk("unclear\nunclear\nadd coke\nunclear\nask price coke\nunclear\nunclear"), @r"
    > unclear
    S02 clarifying, what_else
    > unclear
    S13 thinking
    > add coke
    S07 S01 ordering
      L1 1 medium Coke 2.29
    > unclear
    S02 clarifying, what_else
    > ask price coke
    D11 clarifying, what_else
    > unclear
    S13 thinking
    > unclear
    D10 thinking
    ");
    assert_snapshot!(talk("crew: unclear\ncrew: unclear\ncrew: unclear\ncrew: upset"), @r"
    > crew: unclear
    S02 clarifying, what_else
    > crew: unclear
    S13 thinking
    > crew: unclear
    D10 thinking
    > crew: upset
    D25 thinking
    ");
    assert_snapshot!(Lane::after("add coke; done\nyes").talk("unclear\nunclear\nunclear"), @r"
    > unclear
    D22 closing, ticket 1 pending
    > unclear
    D22 closing, ticket 1 pending
    > unclear
    D22 closing, ticket 1 pending
    ");
}

#[test]
fn anger_calls_the_crew_and_loses_no_order() {
    assert_snapshot!(talk("add coke; upset"), @r"
    > add coke; upset
    D27 S01 ordering, handoff upset
      L1 1 medium Coke 2.29
    ");
    assert_snapshot!(Lane::after("add coke; done").talk("upset"), @r"
    > upset
    D27 confirming, handoff upset
    ");
    let mut lane = Lane::new(burgers());
    lane.rules.upset_max = 2;
    assert_snapshot!(lane.talk("upset\nadd coke\nupset"), @r"
    > upset
    D25 ordering
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > upset
    D27 ordering, handoff upset
    ");
}

#[test]
fn the_crew_is_warned_one_failure_before() {
    let mut lane = Lane::new(burgers());
    let near = |lane: &mut Lane, line: &str| {
        let turn = lane.take(&input(line, &burgers())).turns.remove(0).turn;
        turn.handoff_near.map(|near| near.reason.to_string())
    };
    assert_eq!(near(&mut lane, "unclear"), None);
    assert_eq!(near(&mut lane, "unclear").as_deref(), Some("not_understood"));
    assert_eq!(near(&mut lane, "silence").as_deref(), Some("not_understood"));
    assert_eq!(near(&mut lane, "add coke"), None);
    lane.rules.upset_max = 2;
    assert_eq!(near(&mut lane, "upset").as_deref(), Some("upset"));
    assert_eq!(near(&mut lane, "upset"), None);
}
