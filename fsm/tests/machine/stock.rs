//! Out of stock: what is asked for while it is off, and what goes off while it is on an order.
//!
//! This file is long because it is a list of what can happen to an item that is off, each a test by itself.

use crate::support::{Lane, burgers, talk};
use insta::assert_snapshot;

#[test]
fn an_item_that_is_off_is_not_added_and_a_replacement_is_offered() {
    assert_snapshot!(talk("menu off shake\nadd 2 shake +chocolate; add coke; done\nadd malt +vanilla\ndone"), @r"
    > menu off shake
    > add 2 shake +chocolate; add coke; done
    S01 S06 clarifying, replacement [malt ice_cream]
      L1 1 medium Coke 2.29
    > add malt +vanilla
    S10 ordering
      L1 1 medium Coke 2.29
      L2 2 Malt +vanilla 8.98
    > done
    S03 confirming
    ");
    assert_snapshot!(talk("menu off shake\nneeds_time\nadd shake"), @r"
    > menu off shake
    > needs_time
    S05 thinking
    > add shake
    G06 clarifying, replacement [malt ice_cream]
    ");
    assert_snapshot!(talk("menu off shake\nadd sprite\nadd shake\nnever_mind"), @r"
    > menu off shake
    > add sprite
    S01 S02 clarifying, which_size L1 [small medium large]
      L1 1 Sprite, needs size 0.00
    > add shake
    S14 clarifying, replacement [malt ice_cream]
    > never_mind
    S11 ordering
    ");
}

#[test]
fn yes_takes_the_only_candidate() {
    assert_snapshot!(talk("menu off sundae\nadd 3 sundae\nyes"), @r"
    > menu off sundae
    > add 3 sundae
    S06 clarifying, replacement [ice_cream]
    > yes
    S10 ordering
      L1 3 Ice cream 7.47
    ");
    assert_snapshot!(talk("menu off fries\nadd fries\nyes"), @r"
    > menu off fries
    > add fries
    S06 clarifying, replacement [onion_rings sweet_potato_fries]
    > yes
    S13 thinking
    ");
}

#[test]
fn without_a_substitute_that_is_on_the_nearest_of_the_category_is_offered() {
    assert_snapshot!(talk("menu off sundae\nmenu off ice_cream\nadd sundae"), @r"
    > menu off sundae
    > menu off ice_cream
    > add sundae
    S06 clarifying, replacement [apple_pie]
    ");
}

#[test]
fn an_item_on_the_order_that_goes_off_is_marked_and_replaced_in_its_place() {
    assert_snapshot!(talk("add 3 sundae; add coke\nmenu off sundae\noff sundae\nadd ice_cream"), @r"
    > add 3 sundae; add coke
    S01 ordering
      L1 3 Sundae 11.37
      L2 1 medium Coke 2.29
    > menu off sundae
    > off sundae
    S06 clarifying, replacement L1 [ice_cream]
      L1 3 Sundae, off 11.37
      L2 1 medium Coke 2.29
    > add ice_cream
    S10 ordering
      L1 3 Ice cream 7.47
      L2 1 medium Coke 2.29
    ");
    assert_snapshot!(talk("add 3 sundae; add coke\nmenu off sundae\noff sundae\nnever_mind"), @r"
    > add 3 sundae; add coke
    S01 ordering
      L1 3 Sundae 11.37
      L2 1 medium Coke 2.29
    > menu off sundae
    > off sundae
    S06 clarifying, replacement L1 [ice_cream]
      L1 3 Sundae, off 11.37
      L2 1 medium Coke 2.29
    > never_mind
    S11 ordering
      L2 1 medium Coke 2.29
    ");
    assert_snapshot!(talk("add 3 sundae; add coke\nmenu off sundae\noff sundae\nadd wings; done"), @r"
    > add 3 sundae; add coke
    S01 ordering
      L1 3 Sundae 11.37
      L2 1 medium Coke 2.29
    > menu off sundae
    > off sundae
    S06 clarifying, replacement L1 [ice_cream]
      L1 3 Sundae, off 11.37
      L2 1 medium Coke 2.29
    > add wings; done
    S10 S03 confirming
      L1 3 Hot wings 22.47
      L2 1 medium Coke 2.29
    ");
    assert_snapshot!(talk("add 3 sundae; add coke\nmenu off sundae\noff sundae\nswap it for 2 brownie"), @r"
    > add 3 sundae; add coke
    S01 ordering
      L1 3 Sundae 11.37
      L2 1 medium Coke 2.29
    > menu off sundae
    > off sundae
    S06 clarifying, replacement L1 [ice_cream]
      L1 3 Sundae, off 11.37
      L2 1 medium Coke 2.29
    > swap it for 2 brownie
    S10 ordering
      L1 2 Brownie 4.38
      L2 1 medium Coke 2.29
    ");
}

#[test]
fn the_question_is_asked_again_until_the_line_is_settled() {
    assert_snapshot!(talk("add sundae; add coke\nmenu off sundae\noff sundae\nset L2 :large\nneeds_time\ndone\ndone"), @r"
    > add sundae; add coke
    S01 ordering
      L1 1 Sundae 3.79
      L2 1 medium Coke 2.29
    > menu off sundae
    > off sundae
    S06 clarifying, replacement L1 [ice_cream]
      L1 1 Sundae, off 3.79
      L2 1 medium Coke 2.29
    > set L2 :large
    S10 S02 clarifying, replacement L1 [ice_cream]
      L1 1 Sundae, off 3.79
      L2 1 large Coke 2.79
    > needs_time
    D12 thinking
    > done
    D30 clarifying, replacement L1 [ice_cream]
    > done
    D29 clarifying, replacement L1 [ice_cream]
    ");
}

#[test]
fn a_part_of_a_combo_that_goes_off_is_replaced_in_its_slot() {
    assert_snapshot!(talk("
        add 2 cheeseburger combo=cheeseburger_combo drink=coke
        menu off coke
        off coke
        add root_beer:large
    "), @r"
    > add 2 cheeseburger combo=cheeseburger_combo drink=coke
    S01 ordering
      L1 2 medium Cheeseburger combo, side medium fries, drink medium coke 16.98
    > menu off coke
    > off coke
    S06 clarifying, replacement L1 [diet_coke root_beer]
      L1 2 medium Cheeseburger combo, side medium fries, drink medium coke, off 16.98
    > add root_beer:large
    S10 ordering
      L1 2 medium Cheeseburger combo, side medium fries, drink large root_beer 17.98
    ");
    assert_snapshot!(talk("
        add cheeseburger combo=cheeseburger_combo drink=coke
        menu off fries
        off fries
        add wings
    "), @r"
    > add cheeseburger combo=cheeseburger_combo drink=coke
    S01 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink medium coke 8.49
    > menu off fries
    > off fries
    S06 clarifying, replacement L1 [onion_rings sweet_potato_fries]
      L1 1 medium Cheeseburger combo, side medium fries, drink medium coke, off 8.49
    > add wings
    S10 ordering
      L1 1 Hot wings 7.49
    ");
}

#[test]
fn a_default_of_a_combo_that_is_off_is_asked_for() {
    assert_snapshot!(talk("menu off fries\nadd cheeseburger combo=cheeseburger_combo drink=coke\nadd onion_rings"), @r"
    > menu off fries
    > add cheeseburger combo=cheeseburger_combo drink=coke
    S06 clarifying, replacement [onion_rings sweet_potato_fries]
    > add onion_rings
    S10 ordering
      L1 1 medium Cheeseburger combo, side medium onion_rings, drink medium coke 8.49
    ");
    assert_snapshot!(talk("menu off fries\nadd cheeseburger combo=cheeseburger_combo drink=coke\nadd wings"), @r"
    > menu off fries
    > add cheeseburger combo=cheeseburger_combo drink=coke
    S06 clarifying, replacement [onion_rings sweet_potato_fries]
    > add wings
    S10 ordering
      L1 1 Hot wings 7.49
    ");
    assert_snapshot!(talk("menu off fries\nadd cheeseburger\nset it combo=cheeseburger_combo\nadd onion_rings\nset L1 drink=coke"), @r"
    > menu off fries
    > add cheeseburger
    S01 ordering
      L1 1 Cheeseburger 4.79
    > set it combo=cheeseburger_combo
    S06 clarifying, replacement [onion_rings sweet_potato_fries]
    > add onion_rings
    S10 S02 clarifying, which_option L1 [coke diet_coke sprite root_beer lemonade iced_tea coffee hot_chocolate orange_juice milk water bottled_water]
      L1 1 medium Cheeseburger combo, side medium onion_rings, needs drink 0.00
    > set L1 drink=coke
    S10 ordering
      L1 1 medium Cheeseburger combo, side medium onion_rings, drink medium coke 8.49
    ");
    assert_snapshot!(talk("menu off coke\nadd cheeseburger combo=cheeseburger_combo drink=coke\nadd root_beer"), @r"
    > menu off coke
    > add cheeseburger combo=cheeseburger_combo drink=coke
    S06 clarifying, replacement [diet_coke root_beer]
    > add root_beer
    S10 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink medium root_beer 8.49
    ");
}

#[test]
fn two_items_that_go_off_are_two_questions_one_after_the_other() {
    assert_snapshot!(talk("add coke; add fries\nmenu off coke\noff coke\nmenu off fries\noff fries\nadd onion_rings\nadd root_beer"), @r"
    > add coke; add fries
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > menu off coke
    > off coke
    S06 clarifying, replacement L1 [diet_coke root_beer]
      L1 1 medium Coke, off 2.29
      L2 1 medium Fries 2.89
    > menu off fries
    > off fries
    S14 clarifying, replacement L2 [onion_rings sweet_potato_fries]
      L1 1 medium Coke, off 2.29
      L2 1 medium Fries, off 2.89
    > add onion_rings
    S10 S02 clarifying, replacement L1 [diet_coke root_beer]
      L1 1 medium Coke, off 2.29
      L2 1 medium Onion rings 3.29
    > add root_beer
    S10 ordering
      L1 1 medium Root beer 2.29
      L2 1 medium Onion rings 3.29
    ");
}

#[test]
fn an_item_that_nobody_ordered_only_changes_the_menu() {
    assert_snapshot!(talk("add coke\noff fries"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > off fries
    - ordering, refused OOS not_on_order
    ");
}

#[test]
fn what_went_off_unheard_is_asked_about_before_a_yes_counts() {
    assert_snapshot!(talk("add sundae; done\nmenu off sundae\nyes"), @r"
    > add sundae; done
    S01 S03 confirming
      L1 1 Sundae 3.79
    > menu off sundae
    > yes
    G07 clarifying, replacement L1 [ice_cream]
      L1 1 Sundae, off 3.79
    ");
    assert_snapshot!(talk("add coke; add fries; done\nclear; add sundae\nmenu off sundae\nyes"), @r"
    > add coke; add fries; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > clear; add sundae
    S18 confirming, confirm_change, proposal 4.10
    > menu off sundae
    > yes
    S16 S02 clarifying, replacement L3 [ice_cream]
      L3 1 Sundae, off 3.79
    ");
    assert_snapshot!(talk("add sundae\nremove it\nmenu off sundae\nnever_mind\ndone"), @r"
    > add sundae
    S01 ordering
      L1 1 Sundae 3.79
    > remove it
    S01 ordering
      nothing
    > menu off sundae
    > never_mind
    D04 ordering
      L1 1 Sundae, off 3.79
    > done
    D28 clarifying, replacement L1 [ice_cream]
    ");
}

#[test]
fn what_is_on_again_needs_no_replacement() {
    assert_snapshot!(talk("add sundae\nmenu off sundae\noff sundae\nneeds_time\nmenu on sundae\ndone"), @r"
    > add sundae
    S01 ordering
      L1 1 Sundae 3.79
    > menu off sundae
    > off sundae
    S06 clarifying, replacement L1 [ice_cream]
      L1 1 Sundae, off 3.79
    > needs_time
    D12 thinking
    > menu on sundae
    > done
    D08 confirming
      L1 1 Sundae 3.79
    ");
}

#[test]
fn a_pending_ticket_is_voided_for_what_is_on_it_and_for_nothing_else() {
    assert_snapshot!(talk("add sundae; done\nyes\nmenu off sundae\noff sundae\nadd ice_cream\ndone\nyes"), @r"
    > add sundae; done
    S01 S03 confirming
      L1 1 Sundae 3.79
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 3.79 + 0.31 = 4.10
    > menu off sundae
    > off sundae
    G08 clarifying, replacement L1 [ice_cream], ticket 1 voided
      L1 1 Sundae, off 3.79
      POS: voided 1, out_of_stock
    > add ice_cream
    S10 ordering, ticket 1 voided
      L1 1 Ice cream 2.49
    > done
    S03 confirming, ticket 1 voided
    > yes
    S15 closing, ticket 2 pending
      POS: created 2 again, no. 42: 2.49 + 0.21 = 2.70
    ");
    assert_snapshot!(talk("add coke; done\nyes\nmenu off sundae\nadd sundae\noff sundae"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > menu off sundae
    > add sundae
    D22 closing, ticket 1 pending
    > off sundae
    - closing, refused OOS not_on_order, ticket 1 pending
    ");
    assert_snapshot!(talk("add coke; done\nyes\nnot_right\nmenu off sundae\nadd sundae"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > not_right
    D41 clarifying, what_is_wrong [L1], ticket 1 pending
    > menu off sundae
    > add sundae
    D37 closing, ticket 1 pending
    ");
    assert_snapshot!(talk("add coke; done\nyes\nmenu off sundae\nadd sundae; add fries"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > menu off sundae
    > add sundae; add fries
    S20 S01 S06 clarifying, replacement [ice_cream], ticket 1 voided
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
      POS: voided 1, changed
    ");
    assert_snapshot!(talk("add coke; done\nyes\nnot_right\noff coke"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > not_right
    D41 clarifying, what_is_wrong [L1], ticket 1 pending
    > off coke
    D50 clarifying, replacement L1 [diet_coke root_beer], ticket 1 voided
      L1 1 medium Coke, off 2.29
      POS: voided 1, out_of_stock
    ");
}

#[test]
fn a_ticket_refused_for_an_item_is_not_voided() {
    assert_snapshot!(talk("add sundae; add coke; done\nyes\nreject sundae\nnever_mind\ndone\nyes"), @r"
    > add sundae; add coke; done
    S01 S03 confirming
      L1 1 Sundae 3.79
      L2 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 6.08 + 0.50 = 6.58
    > reject sundae
    G08 clarifying, replacement L1 [ice_cream], ticket 1 rejected
      L1 1 Sundae, off 3.79
      L2 1 medium Coke 2.29
    > never_mind
    S11 ordering, ticket 1 rejected
      L2 1 medium Coke 2.29
    > done
    S03 confirming, ticket 1 rejected
    > yes
    S15 closing, ticket 2 pending
      POS: created 2 again, no. 42: 2.29 + 0.19 = 2.48
    ");
    assert_snapshot!(talk("add coke; done\nyes\nreject sundae"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > reject sundae
    D24 clarifying, what_is_wrong [L1], ticket 1 rejected
    ");
    assert_snapshot!(talk("add coke\nreject coke"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > reject coke
    - ordering, refused TICKET_REJECTED no_ticket_pending
    ");
}

#[test]
fn what_the_crew_hears_of_stock_waits_for_nobody() {
    let mut lane = Lane::new(burgers());
    assert_snapshot!(lane.talk("add sundae\nhuman\noff sundae\ncrew: add ice_cream"), @r"
    > add sundae
    S01 ordering
      L1 1 Sundae 3.79
    > human
    D27 ordering, handoff customer
    > off sundae
    S06 clarifying, replacement L1 [ice_cream], handoff customer
      L1 1 Sundae, off 3.79
    > crew: add ice_cream
    S10 ordering, handoff customer
      L1 1 Ice cream 2.49
    ");
}
