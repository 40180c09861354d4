//! What stands on an order: lines, choices, caps, and which line is meant.
//!
//! This file is long because it is a list of orders, each a test by itself.

use crate::support::{Lane, coffees, talk};
use insta::assert_snapshot;

fn coffee(script: &str) -> String {
    Lane::new(coffees()).talk(script)
}

#[test]
fn equal_lines_become_one_and_a_change_never_merges_two() {
    assert_snapshot!(talk("add coke\nadd 2 coke\nadd coke:large\nadd coke -ice_cubes"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > add 2 coke
    S01 ordering
      L1 3 medium Coke 6.87
    > add coke:large
    S01 ordering
      L1 3 medium Coke 6.87
      L2 1 large Coke 2.79
    > add coke -ice_cubes
    S01 ordering
      L1 3 medium Coke 6.87
      L2 1 large Coke 2.79
      L3 1 medium Coke -ice_cubes 2.29
    ");
    assert_snapshot!(talk("add coke; add coke:large\nset coke#1 :large\nadd coke:large"), @r"
    > add coke; add coke:large
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 large Coke 2.79
    > set coke#1 :large
    S01 ordering
      L1 1 large Coke 2.79
      L2 1 large Coke 2.79
    > add coke:large
    S01 ordering
      L1 2 large Coke 5.58
      L2 1 large Coke 2.79
    ");
}

#[test]
fn a_line_id_is_never_used_again() {
    assert_snapshot!(talk("add coke\nremove it\nadd fries\nnever_mind\nadd water"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > remove it
    S01 ordering
      nothing
    > add fries
    S01 ordering
      L2 1 medium Fries 2.89
    > never_mind
    D04 ordering
      nothing
    > add water
    S01 ordering
      L3 1 Water 0.00
    ");
}

#[test]
fn the_referent_is_the_line_last_mentioned() {
    assert_snapshot!(talk("add coke; add fries\nset it :large\nset coke :large\nset it quantity=2\nremove it\nremove it"), @r"
    > add coke; add fries
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > set it :large
    S01 ordering
      L1 1 medium Coke 2.29
      L2 1 large Fries 3.49
    > set coke :large
    S01 ordering
      L1 1 large Coke 2.79
      L2 1 large Fries 3.49
    > set it quantity=2
    S01 ordering
      L1 2 large Coke 5.58
      L2 1 large Fries 3.49
    > remove it
    S01 ordering
      L2 1 large Fries 3.49
    > remove it
    S02 clarifying, what_else
    ");
    assert_snapshot!(talk("add coke; done\nset it :large\nnever_mind\nset it :small"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > set it :large
    S16 ordering
      L1 1 large Coke 2.79
    > never_mind
    D04 ordering
      L1 1 medium Coke 2.29
    > set it :small
    S01 ordering
      L1 1 small Coke 1.99
    ");
}

#[test]
fn a_change_to_some_of_a_line_splits_it() {
    assert_snapshot!(talk("add 3 hamburger\nset it split=1 -onion\nset L1 split=2 -onion\nset L1 split=0 +bacon"), @r"
    > add 3 hamburger
    S01 ordering
      L1 3 Hamburger 11.97
    > set it split=1 -onion
    S01 ordering
      L1 2 Hamburger 7.98
      L2 1 Hamburger -onion 3.99
    > set L1 split=2 -onion
    S01 ordering
      L1 2 Hamburger -onion 7.98
      L2 1 Hamburger -onion 3.99
    > set L1 split=0 +bacon
    S01 ordering
    ");
    assert_snapshot!(talk("add 3 coke\nset it split=1 quantity=0\nset it split=1 -jalapeno\nset it split=9 :large"), @r"
    > add 3 coke
    S01 ordering
      L1 3 medium Coke 6.87
    > set it split=1 quantity=0
    S01 ordering
      L1 2 medium Coke 4.58
    > set it split=1 -jalapeno
    S01 ordering
    > set it split=9 :large
    S01 ordering
      L1 2 large Coke 5.58
    ");
}

#[test]
fn zero_of_a_line_removes_it_and_removing_twice_says_so() {
    assert_snapshot!(talk("add 2 coke\nset it quantity=0\nremove coke"), @r"
    > add 2 coke
    S01 ordering
      L1 2 medium Coke 4.58
    > set it quantity=0
    S01 ordering
      nothing
    > remove coke
    S02 clarifying, what_else
    ");
    assert_snapshot!(talk("add 3 coke\nremove coke 2\nremove coke 2\nremove coke 1"), @r"
    > add 3 coke
    S01 ordering
      L1 3 medium Coke 6.87
    > remove coke 2
    S01 ordering
      L1 1 medium Coke 2.29
    > remove coke 2
    S01 ordering
      nothing
    > remove coke 1
    S02 clarifying, what_else
    ");
}

#[test]
fn two_make_that_three_is_three() {
    assert_snapshot!(talk("add 2 coke; set it quantity=3"), @r"
    > add 2 coke; set it quantity=3
    S01 ordering
      L1 3 medium Coke 6.87
    ");
}

#[test]
fn over_a_cap_nothing_is_clamped_and_nothing_applied() {
    assert_snapshot!(talk("add 20 water\nadd water\nadd 5 coke"), @r"
    > add 20 water
    S01 ordering
      L1 20 Water 0.00
    > add water
    S02 clarifying, how_many L1 [water]
    > add 5 coke
    S10 ordering
      L1 20 Water 0.00
      L2 5 medium Coke 11.45
    ");
    assert_snapshot!(talk("add 20 water; add 20 coke; add 10 cookie\nadd fries"), @r"
    > add 20 water; add 20 coke; add 10 cookie
    S01 ordering
      L1 20 Water 0.00
      L2 20 medium Coke 45.80
      L3 10 Chocolate chip cookie 15.90
    > add fries
    S02 clarifying, how_many [fries]
    ");
    assert_snapshot!(talk("add 11 kids_meal +mini_burger"), @r"
    > add 11 kids_meal +mini_burger
    S02 clarifying, how_many [kids_meal]
    ");
    assert_snapshot!(talk("add 20 wings; add 20 bacon_burger; add 10 nuggets:twenty\nadd 9 nuggets:twenty"), @r"
    > add 20 wings; add 20 bacon_burger; add 10 nuggets:twenty
    S01 ordering
      L1 20 Hot wings 149.80
      L2 20 Bacon burger 125.80
      L3 10 twenty Nuggets 92.90
    > add 9 nuggets:twenty
    S02 clarifying, how_many L3 [nuggets]
    ");
}

#[test]
fn a_number_answers_how_many_and_keeps_the_rest_of_what_was_said() {
    assert_snapshot!(talk("add 30 coke:large -ice_cubes\nadd 3 coke"), @r"
    > add 30 coke:large -ice_cubes
    S02 clarifying, how_many [coke]
    > add 3 coke
    S10 ordering
      L1 3 large Coke -ice_cubes 8.37
    ");
    assert_snapshot!(talk("add 30 coke:large\nset it quantity=3"), @r"
    > add 30 coke:large
    S02 clarifying, how_many [coke]
    > set it quantity=3
    S10 ordering
      L1 3 large Coke 8.37
    ");
    assert_snapshot!(talk("add coke\nswap coke for 30 fries:large\nset L1 quantity=4"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > swap coke for 30 fries:large
    S02 clarifying, how_many L1 [fries]
    > set L1 quantity=4
    S10 ordering
      L1 4 large Fries 13.96
    ");
    assert_snapshot!(talk("add hamburger\nset it quantity=30 -onion\nset L1 quantity=4"), @r"
    > add hamburger
    S01 ordering
      L1 1 Hamburger 3.99
    > set it quantity=30 -onion
    S02 clarifying, how_many L1 [hamburger]
    > set L1 quantity=4
    S10 ordering
      L1 4 Hamburger -onion 15.96
    ");
    assert_snapshot!(talk("add 15 coke\nadd 15 coke\nset L1 quantity=18"), @r"
    > add 15 coke
    S01 ordering
      L1 15 medium Coke 34.35
    > add 15 coke
    S02 clarifying, how_many L1 [coke]
    > set L1 quantity=18
    S10 ordering
      L1 18 medium Coke 41.22
    ");
}

#[test]
fn a_size_that_was_not_said_is_the_default_or_asked_for() {
    assert_snapshot!(talk("add coke\nadd lemonade\nset it :large"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > add lemonade
    S01 S02 clarifying, which_size L2 [medium large]
      L1 1 medium Coke 2.29
      L2 1 Lemonade, needs size 0.00
    > set it :large
    S10 ordering
      L1 1 medium Coke 2.29
      L2 1 large Lemonade 3.19
    ");
    assert_snapshot!(talk("add lemonade:tiny\nset it :large\nadd hamburger:large"), @r"
    > add lemonade:tiny
    S01 S02 clarifying, which_size L1 [medium large]
      L1 1 Lemonade, needs size 0.00
    > set it :large
    S10 ordering
      L1 1 large Lemonade 3.19
    > add hamburger:large
    S01 ordering
      L1 1 large Lemonade 3.19
      L2 1 Hamburger 3.99
    ");
    assert_snapshot!(coffee("add mocha:huge\nset it :twelve"), @r"
    > add mocha:huge
    S01 S02 clarifying, which_size L1 [eight twelve sixteen]
      L1 1 Mocha, needs size 0.00
    > set it :twelve
    S10 ordering
      L1 1 twelve Mocha 5.20
    ");
}

#[test]
fn a_required_choice_is_asked_for_in_the_items_own_order() {
    assert_snapshot!(talk("add tenders\nset it :three\nset it +ranch_cup +gravy_cup\nset it -gravy_cup"), @r"
    > add tenders
    S01 S02 clarifying, which_size L1 [three five]
      L1 1 Chicken tenders, needs size tender_dip 0.00
    > set it :three
    S10 S02 clarifying, which_option L1 [bbq_cup buffalo_cup ranch_cup gravy_cup]
      L1 1 three Chicken tenders, needs tender_dip 0.00
    > set it +ranch_cup +gravy_cup
    S10 ordering
      L1 1 three Chicken tenders +ranch_cup +gravy_cup 5.64
    > set it -gravy_cup
    S01 ordering
      L1 1 three Chicken tenders +ranch_cup 5.29
    ");
    assert_snapshot!(talk("add shake +chocolate"), @r"
    > add shake +chocolate
    S01 ordering
      L1 1 small Shake +chocolate 3.99
    ");
}

#[test]
fn extra_cheese_and_no_cheese_is_one_question() {
    assert_snapshot!(talk("add cheeseburger ++cheese -cheese -onion\nset it ++cheese"), @r"
    > add cheeseburger ++cheese -cheese -onion
    S02 clarifying, which_option [cheese]
    > set it ++cheese
    S10 ordering
      L1 1 Cheeseburger -onion ++cheese 5.69
    ");
    assert_snapshot!(talk("add hamburger\nset it ++cheese -cheese\nset it -cheese"), @r"
    > add hamburger
    S01 ordering
      L1 1 Hamburger 3.99
    > set it ++cheese -cheese
    S02 clarifying, which_option [cheese]
    > set it -cheese
    S10 ordering
    ");
}

#[test]
fn a_replaced_line_keeps_its_place() {
    assert_snapshot!(talk("add 2 cheeseburger; add coke\nswap cheeseburger for hamburger -onion"), @r"
    > add 2 cheeseburger; add coke
    S01 ordering
      L1 2 Cheeseburger 9.58
      L2 1 medium Coke 2.29
    > swap cheeseburger for hamburger -onion
    S01 ordering
      L1 1 Hamburger -onion 3.99
      L2 1 medium Coke 2.29
    ");
    assert_snapshot!(talk("swap coke for fries"), @r"
    > swap coke for fries
    S02 clarifying, what_else
    ");
}

#[test]
fn one_of_several_lines_is_asked_for() {
    assert_snapshot!(talk("add hamburger -onion; add hamburger -pickle; add coke\nremove hamburger\nset hamburger#2"), @r"
    > add hamburger -onion; add hamburger -pickle; add coke
    S01 ordering
      L1 1 Hamburger -onion 3.99
      L2 1 Hamburger -pickle 3.99
      L3 1 medium Coke 2.29
    > remove hamburger
    S02 clarifying, which_item [L1 L2]
    > set hamburger#2
    S10 ordering
      L1 1 Hamburger -onion 3.99
      L3 1 medium Coke 2.29
    ");
    assert_snapshot!(talk("add hamburger -onion; add hamburger -pickle\nset hamburger +bacon"), @r"
    > add hamburger -onion; add hamburger -pickle
    S01 ordering
      L1 1 Hamburger -onion 3.99
      L2 1 Hamburger -pickle 3.99
    > set hamburger +bacon
    S01 ordering
      L1 1 Hamburger -onion 3.99
      L2 1 Hamburger -pickle +bacon 5.48
    ");
}

#[test]
fn an_exception_spares_every_line_that_it_may_mean() {
    assert_snapshot!(talk("add hamburger -onion; add hamburger -pickle; add coke; add wings\nremove all-but-hamburger\nyes"), @r"
    > add hamburger -onion; add hamburger -pickle; add coke; add wings
    S01 ordering
      L1 1 Hamburger -onion 3.99
      L2 1 Hamburger -pickle 3.99
      L3 1 medium Coke 2.29
      L4 1 Hot wings 7.49
    > remove all-but-hamburger
    D03 clarifying, confirm_change, proposal 8.64
    > yes
    S10 ordering
      L1 1 Hamburger -onion 3.99
      L2 1 Hamburger -pickle 3.99
    ");
    assert_snapshot!(talk("add cheeseburger combo=cheeseburger_combo drink=coke; add wings\nremove all-but-coke"), @r"
    > add cheeseburger combo=cheeseburger_combo drink=coke; add wings
    S01 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink medium coke 8.49
      L2 1 Hot wings 7.49
    > remove all-but-coke
    S01 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink medium coke 8.49
    ");
    assert_snapshot!(talk("add coke\nremove all-but-coke\nremove all"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > remove all-but-coke
    S02 clarifying, what_else
    > remove all
    S10 ordering
      nothing
    ");
}

#[test]
fn what_the_menu_does_not_have_is_not_added() {
    assert_snapshot!(talk("add lobster"), @r"
    > add lobster
    S02 clarifying, what_else
    ");
    assert_snapshot!(talk("add hamburger combo=cheeseburger_combo drink=coke"), @r"
    > add hamburger combo=cheeseburger_combo drink=coke
    S02 clarifying, what_else
    ");
    assert_snapshot!(talk("add hamburger drink=coke +nonsense -nonsense\nset it drink=coke"), @r"
    > add hamburger drink=coke +nonsense -nonsense
    S02 clarifying, which_option [nonsense]
    > set it drink=coke
    S13 thinking
    ");
}
