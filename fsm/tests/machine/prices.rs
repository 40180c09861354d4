//! What things cost: portions, sizes, combos.

use crate::support::{Lane, burgers, coffees, talk};
use insta::assert_snapshot;

fn coffee(script: &str) -> String {
    Lane::new(coffees()).talk(script)
}

#[test]
fn a_portion_costs_what_it_is_beyond_what_is_included() {
    assert_snapshot!(talk("
        add cheeseburger; add cheeseburger ++cheese; add cheeseburger -cheese; add cheeseburger ~cheese; add cheeseburger @cheese; add cheeseburger +cheese*3
        clear; add hamburger +cheese; add hamburger ++cheese; add hamburger @cheese; add hamburger +bacon*2; add hamburger +bacon*3
        yes
    "), @r"
    > add cheeseburger; add cheeseburger ++cheese; add cheeseburger -cheese; add cheeseburger ~cheese; add cheeseburger @cheese; add cheeseburger +cheese*3
    S01 ordering
      L1 1 Cheeseburger 4.79
      L2 1 Cheeseburger ++cheese 5.69
      L3 1 Cheeseburger -cheese 4.79
      L4 1 Cheeseburger ~cheese 4.79
      L5 1 Cheeseburger @cheese 4.79
      L6 1 Cheeseburger +cheese*3 6.59
    > clear; add hamburger +cheese; add hamburger ++cheese; add hamburger @cheese; add hamburger +bacon*2; add hamburger +bacon*3
    D03 clarifying, confirm_change, proposal 27.74
    > yes
    S10 ordering
      L7 1 Hamburger +cheese 4.89
      L8 1 Hamburger ++cheese 4.89
      L9 1 Hamburger @cheese 4.89
      L10 1 Hamburger +bacon*2 6.97
      L11 1 Hamburger 3.99
    ");
}

#[test]
fn a_choice_of_a_default_is_no_difference() {
    assert_snapshot!(talk("add hamburger +single\nset it +double\nset it +triple\nset it +single"), @r"
    > add hamburger +single
    S01 ordering
      L1 1 Hamburger 3.99
    > set it +double
    S01 ordering
      L1 1 Hamburger +double 5.89
    > set it +triple
    S01 ordering
      L1 1 Hamburger +triple 7.59
    > set it +single
    S01 ordering
      L1 1 Hamburger 3.99
    ");
    assert_snapshot!(talk("add hamburger -pickle\nset it +pickle\nset it ++pickle\nset it +pickle\nset it -swiss"), @r"
    > add hamburger -pickle
    S01 ordering
      L1 1 Hamburger -pickle 3.99
    > set it +pickle
    S01 ordering
      L1 1 Hamburger 3.99
    > set it ++pickle
    S01 ordering
      L1 1 Hamburger ++pickle 3.99
    > set it +pickle
    S01 ordering
      L1 1 Hamburger 3.99
    > set it -swiss
    S01 ordering
    ");
}

#[test]
fn a_combo_costs_its_price_its_size_and_what_is_chosen_above() {
    assert_snapshot!(talk("add cheeseburger combo=cheeseburger_combo drink=coke"), @r"
    > add cheeseburger combo=cheeseburger_combo drink=coke
    S01 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink medium coke 8.49
    ");
    assert_snapshot!(talk("add cheeseburger:large combo=cheeseburger_combo drink=coke side=onion_rings"), @r"
    > add cheeseburger:large combo=cheeseburger_combo drink=coke side=onion_rings
    S01 ordering
      L1 1 large Cheeseburger combo, side large onion_rings, drink large coke 9.69
    ");
    assert_snapshot!(talk("add cheeseburger combo=cheeseburger_combo drink=coke:large side=fries:small"), @r"
    > add cheeseburger combo=cheeseburger_combo drink=coke:large side=fries:small
    S01 ordering
      L1 1 medium Cheeseburger combo, side small fries, drink large coke 8.99
    ");
    assert_snapshot!(talk("add cheeseburger combo=cheeseburger_combo drink=water\nset fries ++cheese_sauce :large\nset it :large"), @r"
    > add cheeseburger combo=cheeseburger_combo drink=water
    S01 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink water 8.49
    > set fries ++cheese_sauce :large
    S01 ordering
      L1 1 medium Cheeseburger combo, side large fries ++cheese_sauce, drink water 10.19
    > set it :large
    S01 ordering
      L1 1 large Cheeseburger combo, side large fries ++cheese_sauce, drink water 10.79
    ");
    assert_snapshot!(talk("add breakfast_burrito combo=breakfast_combo\nset coffee :large"), @r"
    > add breakfast_burrito combo=breakfast_combo
    S01 ordering
      L1 1 Breakfast combo, side hash_brown, drink small coffee 7.49
    > set coffee :large
    S01 ordering
      L1 1 Breakfast combo, side hash_brown, drink large coffee 8.19
    ");
    assert_snapshot!(coffee("add egg_cheddar combo=sandwich_set cup=cold_brew +ham\nset L1 cup=cold_brew:sixteen"), @r"
    > add egg_cheddar combo=sandwich_set cup=cold_brew +ham
    S01 S02 clarifying, which_size L1 [twelve sixteen]
      L1 1 Sandwich set +ham, cup cold_brew, needs cup 0.00
    > set L1 cup=cold_brew:sixteen
    S10 ordering
      L1 1 Sandwich set +ham, cup sixteen cold_brew 10.30
    ");
}

#[test]
fn a_combo_asks_for_what_its_parts_miss() {
    assert_snapshot!(talk("add cheeseburger combo=cheeseburger_combo\nset L1 drink=milk\nset milk +oat_milk"), @r"
    > add cheeseburger combo=cheeseburger_combo
    S01 S02 clarifying, which_option L1 [coke diet_coke sprite root_beer lemonade iced_tea coffee hot_chocolate orange_juice milk water bottled_water]
      L1 1 medium Cheeseburger combo, side medium fries, needs drink 0.00
    > set L1 drink=milk
    S10 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink milk 8.49
    > set milk +oat_milk
    S01 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink milk +oat_milk 9.19
    ");
    assert_snapshot!(talk("add cheeseburger combo=cheeseburger_combo drink=water side=side_salad\nset side_salad +vinaigrette"), @r"
    > add cheeseburger combo=cheeseburger_combo drink=water side=side_salad
    S01 S02 clarifying, which_option L1 [ranch_dressing caesar_dressing vinaigrette blue_cheese no_dressing]
      L1 1 medium Cheeseburger combo, side side_salad, drink water, needs side 0.00
    > set side_salad +vinaigrette
    S10 ordering
      L1 1 medium Cheeseburger combo, side side_salad +vinaigrette, drink water 8.49
    ");
    assert_snapshot!(talk("add cheeseburger combo=cheeseburger_combo drink=fries"), @r"
    > add cheeseburger combo=cheeseburger_combo drink=fries
    S01 S02 clarifying, which_option L1 [coke diet_coke sprite root_beer lemonade iced_tea coffee hot_chocolate orange_juice milk water bottled_water]
      L1 1 medium Cheeseburger combo, side medium fries, needs drink 0.00
    ");
}

#[test]
fn what_was_ordered_apart_becomes_part_of_the_combo_and_is_charged_once() {
    assert_snapshot!(talk("add cheeseburger; add fries; add coke:large\nset cheeseburger combo=cheeseburger_combo"), @r"
    > add cheeseburger; add fries; add coke:large
    S01 ordering
      L1 1 Cheeseburger 4.79
      L2 1 medium Fries 2.89
      L3 1 large Coke 2.79
    > set cheeseburger combo=cheeseburger_combo
    S01 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink large coke 8.99
    ");
    assert_snapshot!(talk("add 2 cheeseburger; add 3 fries:small; add coke\nset cheeseburger combo=cheeseburger_combo"), @r"
    > add 2 cheeseburger; add 3 fries:small; add coke
    S01 ordering
      L1 2 Cheeseburger 9.58
      L2 3 small Fries 6.87
      L3 1 medium Coke 2.29
    > set cheeseburger combo=cheeseburger_combo
    S01 S02 clarifying, which_option L1 [coke diet_coke sprite root_beer lemonade iced_tea coffee hot_chocolate orange_juice milk water bottled_water]
      L1 2 medium Cheeseburger combo, side small fries, needs drink 0.00
      L2 1 small Fries 2.29
      L3 1 medium Coke 2.29
    ");
    assert_snapshot!(talk("add 2 cheeseburger; add coke\nset L1 split=1 combo=cheeseburger_combo"), @r"
    > add 2 cheeseburger; add coke
    S01 ordering
      L1 2 Cheeseburger 9.58
      L2 1 medium Coke 2.29
    > set L1 split=1 combo=cheeseburger_combo
    S01 ordering
      L1 1 Cheeseburger 4.79
      L3 1 medium Cheeseburger combo, side medium fries, drink medium coke 8.49
    ");
    assert_snapshot!(talk("add cheeseburger -onion\nset it combo=hamburger_combo"), @r"
    > add cheeseburger -onion
    S01 ordering
      L1 1 Cheeseburger -onion 4.79
    > set it combo=hamburger_combo
    S02 clarifying, what_else
    ");
}

#[test]
fn an_answer_to_a_question_about_a_part_is_of_the_part() {
    assert_snapshot!(talk("add cheeseburger combo=cheeseburger_combo\nadd coke:large"), @r"
    > add cheeseburger combo=cheeseburger_combo
    S01 S02 clarifying, which_option L1 [coke diet_coke sprite root_beer lemonade iced_tea coffee hot_chocolate orange_juice milk water bottled_water]
      L1 1 medium Cheeseburger combo, side medium fries, needs drink 0.00
    > add coke:large
    S10 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink large coke 8.99
    ");
    assert_snapshot!(talk("add cheeseburger combo=cheeseburger_combo\nadd 2 coke"), @r"
    > add cheeseburger combo=cheeseburger_combo
    S01 S02 clarifying, which_option L1 [coke diet_coke sprite root_beer lemonade iced_tea coffee hot_chocolate orange_juice milk water bottled_water]
      L1 1 medium Cheeseburger combo, side medium fries, needs drink 0.00
    > add 2 coke
    S10 S02 clarifying, which_option L1 [coke diet_coke sprite root_beer lemonade iced_tea coffee hot_chocolate orange_juice milk water bottled_water]
      L1 1 medium Cheeseburger combo, side medium fries, needs drink 0.00
      L2 2 medium Coke 4.58
    ");
    assert_snapshot!(talk("add cheeseburger combo=cheeseburger_combo drink=coke side=side_salad\nset it +vinaigrette"), @r"
    > add cheeseburger combo=cheeseburger_combo drink=coke side=side_salad
    S01 S02 clarifying, which_option L1 [ranch_dressing caesar_dressing vinaigrette blue_cheese no_dressing]
      L1 1 medium Cheeseburger combo, side side_salad, drink medium coke, needs side 0.00
    > set it +vinaigrette
    S10 ordering
      L1 1 medium Cheeseburger combo, side side_salad +vinaigrette, drink medium coke 8.49
    ");
    assert_snapshot!(coffee("add egg_cheddar combo=sandwich_set cup=cold_brew\nset it :sixteen"), @r"
    > add egg_cheddar combo=sandwich_set cup=cold_brew
    S01 S02 clarifying, which_size L1 [twelve sixteen]
      L1 1 Sandwich set, cup cold_brew, needs cup 0.00
    > set it :sixteen
    S10 ordering
      L1 1 Sandwich set, cup sixteen cold_brew 8.50
    ");
}

#[test]
fn a_part_of_a_combo_is_changed_and_swapped_by_its_name() {
    assert_snapshot!(talk("
        add cheeseburger combo=cheeseburger_combo drink=coke
        set coke :large -ice_cubes
        swap coke for sprite
        swap fries for onion_rings +bacon
        swap onion_rings for wings
        remove sprite
    "), @r"
    > add cheeseburger combo=cheeseburger_combo drink=coke
    S01 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink medium coke 8.49
    > set coke :large -ice_cubes
    S01 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink large coke -ice_cubes 8.99
    > swap coke for sprite
    S01 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink medium sprite 8.49
    > swap fries for onion_rings +bacon
    S01 ordering
      L1 1 medium Cheeseburger combo, side medium onion_rings, drink medium sprite 8.49
    > swap onion_rings for wings
    S02 clarifying, what_else
    > remove sprite
    S13 thinking
    ");
}

#[test]
fn a_line_keeps_the_price_that_it_was_added_at() {
    let dearer = include_str!("../../../fixtures/menus/burger.json")
        .replace(r#""price": "3.99""#, r#""price": "9.99""#);
    let mut lane = Lane::new(burgers());
    assert_snapshot!(lane.talk("add 2 hamburger"), @r"
    > add 2 hamburger
    S01 ordering
      L1 2 Hamburger 7.98
    ");
    lane.menu = crate::support::menu(&dearer);
    assert_snapshot!(lane.talk("set it quantity=3\nset it split=1 -mushroom\nadd hamburger\nset L1 -onion"), @r"
    > set it quantity=3
    S01 ordering
      L1 3 Hamburger 11.97
    > set it split=1 -mushroom
    S01 ordering
    > add hamburger
    S01 ordering
      L1 3 Hamburger 11.97
      L2 1 Hamburger 9.99
    > set L1 -onion
    S01 ordering
      L1 3 Hamburger -onion 29.97
      L2 1 Hamburger 9.99
    ");
}
