//! What is taken back, and what waits for a yes before it is taken away.

use crate::support::talk;
use insta::assert_snapshot;

#[test]
fn never_mind_takes_the_last_change_back_once() {
    assert_snapshot!(talk("add 2 coke\nset it :large quantity=3\nnever_mind\nnever_mind"), @r"
    > add 2 coke
    S01 ordering
      L1 2 medium Coke 4.58
    > set it :large quantity=3
    S01 ordering
      L1 3 large Coke 8.37
    > never_mind
    D04 ordering
      L1 2 medium Coke 4.58
    > never_mind
    D39 ordering
    ");
    assert_snapshot!(talk("add coke\nbarge\nsilence\nnever_mind"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > barge
    G09 ordering
    > silence
    G02 ordering
    > never_mind
    D04 ordering
      nothing
    ");
    assert_snapshot!(talk("add coke\nask price coke\nnever_mind"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > ask price coke
    D02 ordering
    > never_mind
    D39 ordering
    ");
}

#[test]
fn the_crew_between_changes_nothing_of_what_can_be_taken_back() {
    assert_snapshot!(talk("add coke\ncrew: add fries\nnever_mind"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > crew: add fries
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > never_mind
    D04 ordering
      L2 1 medium Fries 2.89
    ");
}

#[test]
fn what_has_no_room_any_more_is_not_brought_back() {
    assert_snapshot!(talk("
        add 20 water
        remove water
        crew: add 20 coke; add 20 cookie
        never_mind
    "), @r"
    > add 20 water
    S01 ordering
      L1 20 Water 0.00
    > remove water
    S01 ordering
      nothing
    > crew: add 20 coke; add 20 cookie
    S01 ordering
      L2 20 medium Coke 45.80
      L3 20 Chocolate chip cookie 31.80
    > never_mind
    D39 ordering
    ");
}

#[test]
fn never_mind_to_a_question_drops_the_line_that_it_is_about_for_good() {
    assert_snapshot!(talk("add sprite\nnever_mind"), @r"
    > add sprite
    S01 S02 clarifying, which_size L1 [small medium large]
      L1 1 Sprite, needs size 0.00
    > never_mind
    S12 thinking
      nothing
    ");
    assert_snapshot!(talk("add coke\nadd sprite\nnever_mind\nnever_mind"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > add sprite
    S01 S02 clarifying, which_size L2 [small medium large]
      L1 1 medium Coke 2.29
      L2 1 Sprite, needs size 0.00
    > never_mind
    S11 ordering
      L1 1 medium Coke 2.29
    > never_mind
    D39 ordering
    ");
    assert_snapshot!(talk("add 15 coke\nset it quantity=21\nnever_mind"), @r"
    > add 15 coke
    S01 ordering
      L1 15 medium Coke 34.35
    > set it quantity=21
    S02 clarifying, how_many L1 [coke]
    > never_mind
    S11 ordering
    ");
}

#[test]
fn a_change_that_takes_much_away_waits_for_a_yes() {
    assert_snapshot!(talk("add coke; add fries\nclear\nyes"), @r"
    > add coke; add fries
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > clear
    D03 clarifying, confirm_change, proposal 0.00
    > yes
    S10 ordering
      nothing
    ");
    assert_snapshot!(talk("add coke; add fries\nclear\nno"), @r"
    > add coke; add fries
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > clear
    D03 clarifying, confirm_change, proposal 0.00
    > no
    S11 ordering
    ");
    assert_snapshot!(talk("add coke; add fries\nclear\nadd water"), @r"
    > add coke; add fries
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > clear
    D03 clarifying, confirm_change, proposal 0.00
    > add water
    S10 ordering
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
      L3 1 Water 0.00
    ");
    assert_snapshot!(talk("add coke; add fries; add water\nremove all"), @r"
    > add coke; add fries; add water
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
      L3 1 Water 0.00
    > remove all
    D03 clarifying, confirm_change, proposal 0.00
    ");
    assert_snapshot!(talk("add coke; add wings; add water\nremove coke; remove water"), @r"
    > add coke; add wings; add water
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 Hot wings 7.49
      L3 1 Water 0.00
    > remove coke; remove water
    S01 ordering
      L2 1 Hot wings 7.49
    ");
    assert_snapshot!(talk("add coke; add wings; add water\nremove coke; remove wings"), @r"
    > add coke; add wings; add water
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 Hot wings 7.49
      L3 1 Water 0.00
    > remove coke; remove wings
    D03 clarifying, confirm_change, proposal 0.00
    ");
    assert_snapshot!(talk("add coke; add fries; add water\nremove all-but-coke"), @r"
    > add coke; add fries; add water
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
      L3 1 Water 0.00
    > remove all-but-coke
    D03 clarifying, confirm_change, proposal 2.48
    ");
}

#[test]
fn what_replaces_and_what_takes_back_is_safe() {
    assert_snapshot!(talk("add wings; add coke\nswap wings for water; swap coke for water"), @r"
    > add wings; add coke
    S01 ordering
      L1 1 Hot wings 7.49
      L2 1 medium Coke 2.29
    > swap wings for water; swap coke for water
    S01 ordering
      L1 1 Water 0.00
      L2 1 Water 0.00
    ");
    assert_snapshot!(talk("add wings; add coke; add fries\nnever_mind"), @r"
    > add wings; add coke; add fries
    S01 ordering
      L1 1 Hot wings 7.49
      L2 1 medium Coke 2.29
      L3 1 medium Fries 2.89
    > never_mind
    D04 ordering
      nothing
    ");
    assert_snapshot!(talk("clear\nadd coke; clear; add fries"), @r"
    > clear
    S01 ordering
    > add coke; clear; add fries
    S01 ordering
      L2 1 medium Fries 2.89
    ");
}

#[test]
fn a_proposal_in_confirming_is_read_back_before_it_is_made() {
    assert_snapshot!(talk("add coke; add fries; done\nclear; add water\nyes\nyes"), @r"
    > add coke; add fries; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > clear; add water
    S18 confirming, confirm_change, proposal 0.00
    > yes
    D31 confirming
      L3 1 Water 0.00
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 0.00 + 0.00 = 0.00
    ");
    assert_snapshot!(talk("add coke; add fries; done\nclear\nno\nclear\nnever_mind\nclear\nyes"), @r"
    > add coke; add fries; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > clear
    S18 confirming, confirm_change, proposal 0.00
    > no
    D32 confirming
    > clear
    S18 confirming, confirm_change, proposal 0.00
    > never_mind
    D33 confirming
    > clear
    S18 confirming, confirm_change, proposal 0.00
    > yes
    D47 clarifying, start_order
      nothing
    ");
    assert_snapshot!(talk("add coke; add fries; done\nclear\nneeds_time\ndone"), @r"
    > add coke; add fries; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > clear
    S18 confirming, confirm_change, proposal 0.00
    > needs_time
    D18 thinking
    > done
    D08 confirming
    ");
    assert_snapshot!(talk("add coke; add fries; done\nclear\nadd water"), @r"
    > add coke; add fries; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > clear
    S18 confirming, confirm_change, proposal 0.00
    > add water
    S16 ordering
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
      L3 1 Water 0.00
    ");
}

#[test]
fn a_proposal_that_misses_a_choice_is_completed_before_anything_is_confirmed() {
    assert_snapshot!(talk("add coke; add fries; done\nclear; add sprite\nyes\nset it :large\ndone"), @r"
    > add coke; add fries; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > clear; add sprite
    S18 confirming, confirm_change, proposal 0.00
    > yes
    S16 S02 clarifying, which_size L3 [small medium large]
      L3 1 Sprite, needs size 0.00
    > set it :large
    S10 ordering
      L3 1 large Sprite 2.79
    > done
    S03 confirming
    ");
}
