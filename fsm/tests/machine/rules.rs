//! How a conversation goes: what is asked, repeated, answered, offered.

use crate::support::{Lane, burgers, talk};
use insta::assert_snapshot;

#[test]
fn one_utterance_can_take_several_rows() {
    assert_snapshot!(talk("add coke; done"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    ");
    assert_snapshot!(talk("needs_time\nadd hamburger"), @r"
    > needs_time
    S05 thinking
    > add hamburger
    S07 S01 ordering
      L1 1 Hamburger 3.99
    ");
    assert_snapshot!(talk("add sprite; done"), @r"
    > add sprite; done
    S01 S02 clarifying, which_size L1 [small medium large]
      L1 1 Sprite, needs size 0.00
    ");
}

#[test]
fn what_was_understood_is_added_and_the_one_question_is_about_the_rest() {
    assert_snapshot!(talk("add hamburger; hear lobster not_on_menu"), @r"
    > add hamburger; hear lobster not_on_menu
    S01 S02 clarifying, what_else
      L1 1 Hamburger 3.99
    ");
    assert_snapshot!(talk("hear chicken_sandwich ambiguous crispy_chicken grilled_chicken; add coke; done"), @r"
    > hear chicken_sandwich ambiguous crispy_chicken grilled_chicken; add coke; done
    S01 S02 clarifying, which_item [crispy_chicken grilled_chicken]
      L1 1 medium Coke 2.29
    ");
}

#[test]
fn what_an_item_cannot_have_is_said_and_not_asked() {
    assert_snapshot!(talk("add ice_cream\nset it +bacon\ndone"), @r"
    > add ice_cream
    S01 ordering
      L1 1 Ice cream 2.49
    > set it +bacon
    S01 ordering
    > done
    S03 confirming
    ");
    assert_snapshot!(talk("add ice_cream +bacon"), @r"
    > add ice_cream +bacon
    S01 ordering
      L1 1 Ice cream 2.49
    ");
}

#[test]
fn a_turn_asks_one_question_and_a_choice_that_was_made_is_never_asked_again() {
    assert_snapshot!(talk("
        add cheeseburger combo=cheeseburger_combo drink=lemonade; add tenders
        done
        set L2 :five
        set L2 +ranch_cup
        done
    "), @r"
    > add cheeseburger combo=cheeseburger_combo drink=lemonade; add tenders
    S01 S02 clarifying, which_size L2 [three five]
      L1 1 medium Cheeseburger combo, side medium fries, drink medium lemonade 8.49
      L2 1 Chicken tenders, needs size tender_dip 0.00
    > done
    D29 clarifying, which_size L2 [three five]
    > set L2 :five
    S10 S02 clarifying, which_option L2 [bbq_cup buffalo_cup ranch_cup gravy_cup]
      L1 1 medium Cheeseburger combo, side medium fries, drink medium lemonade 8.49
      L2 1 five Chicken tenders, needs tender_dip 0.00
    > set L2 +ranch_cup
    S10 ordering
      L1 1 medium Cheeseburger combo, side medium fries, drink medium lemonade 8.49
      L2 1 five Chicken tenders +ranch_cup 7.99
    > done
    S03 confirming
    ");
}

#[test]
fn a_question_that_is_talked_past_is_asked_in_the_next_turn() {
    assert_snapshot!(talk("add sprite\nadd hamburger\nneeds_time\ndone"), @r"
    > add sprite
    S01 S02 clarifying, which_size L1 [small medium large]
      L1 1 Sprite, needs size 0.00
    > add hamburger
    S10 S02 clarifying, which_size L1 [small medium large]
      L1 1 Sprite, needs size 0.00
      L2 1 Hamburger 3.99
    > needs_time
    D12 thinking
    > done
    D30 clarifying, which_size L1 [small medium large]
    ");
}

#[test]
fn what_is_not_understood_twice_gets_a_hint() {
    assert_snapshot!(talk("unclear\nunclear\nunclear"), @r"
    > unclear
    S02 clarifying, what_else
    > unclear
    S13 thinking
    > unclear
    D10 thinking
    ");
    assert_snapshot!(talk("add sprite\nask price coke\nrepeat\nunclear"), @r"
    > add sprite
    S01 S02 clarifying, which_size L1 [small medium large]
      L1 1 Sprite, needs size 0.00
    > ask price coke
    D11 clarifying, which_size L1 [small medium large]
    > repeat
    D26 clarifying, which_size L1 [small medium large]
    > unclear
    S13 thinking
    ");
}

#[test]
fn below_the_threshold_nothing_is_applied() {
    assert_snapshot!(talk("unsure 0.59: add coke\nunsure 0.3: human\nunsure 0.6: add coke"), @r"
    > unsure 0.59: add coke
    S02 clarifying, what_else
    > unsure 0.3: human
    S13 thinking
    > unsure 0.6: add coke
    S07 S01 ordering
      L1 1 medium Coke 2.29
    ");
    assert_snapshot!(talk("unsure NaN: add coke"), @r"
    > unsure NaN: add coke
    S02 clarifying, what_else
    ");
}

#[test]
fn no_means_done_or_not_right_or_drop_it() {
    assert_snapshot!(talk("add coke\nno\nno\nno"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > no
    S03 confirming
    > no
    S17 clarifying, what_is_wrong [L1]
    > no
    S11 ordering
    ");
    assert_snapshot!(talk("needs_time\nno"), @r"
    > needs_time
    S05 thinking
    > no
    D44 thinking
    ");
}

#[test]
fn an_operation_wins_over_yes_and_no_and_never_mind() {
    assert_snapshot!(talk("add coke; done\nno; set it :large\ndone\nyes; add fries\nnever_mind; add water"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > no; set it :large
    S16 ordering
      L1 1 large Coke 2.79
    > done
    S03 confirming
    > yes; add fries
    S16 ordering
      L1 1 large Coke 2.79
      L2 1 medium Fries 2.89
    > never_mind; add water
    S01 ordering
      L1 1 large Coke 2.79
      L2 1 medium Fries 2.89
      L3 1 Water 0.00
    ");
}

#[test]
fn an_interruption_stops_the_speech_and_keeps_what_was_applied() {
    assert_snapshot!(talk("add coke\nbarge\nbarge: add fries; done"), @r"
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > barge
    G09 ordering
    > barge: add fries; done
    G09 S01 S03 confirming
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    ");
}

#[test]
fn a_back_channel_is_no_yes_and_gets_no_reply() {
    assert_snapshot!(talk("add coke; done\nback_channel\nsmall_talk"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > back_channel
    D25 confirming
    > small_talk
    D25 confirming
    ");
    let mut lane = Lane::after("add coke; done");
    let said = crate::support::notation::read("back_channel", &burgers());
    let crate::support::notation::Said::Input(input) = said else { panic!("an utterance") };
    assert_eq!(lane.take(&input).turns[0].speech, []);
}

#[test]
fn a_menu_question_is_answered_and_the_open_question_repeated() {
    assert_snapshot!(talk("ask price coke; done\nask price coke; add sprite"), @r"
    > ask price coke; done
    D02 S04 clarifying, start_order
    > ask price coke; add sprite
    S10 S02 clarifying, which_size L1 [small medium large]
      L1 1 Sprite, needs size 0.00
    ");
    assert_snapshot!(talk("add coke; done\nask sizes coke; yes\nyes"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > ask sizes coke; yes
    D17 confirming
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    ");
}

#[test]
fn an_upsell_is_made_once_and_stands_in_place_of_anything_else() {
    let mut lane = Lane::new(burgers());
    lane.rules.offers = true;
    assert_snapshot!(lane.talk("add hamburger\nyes\nadd cheeseburger"), @r"
    > add hamburger
    S01 ordering, offer fries
      L1 1 Hamburger 3.99
    > yes
    S01 ordering
      L1 1 Hamburger 3.99
      L2 1 medium Fries 2.89
    > add cheeseburger
    S01 ordering
      L1 1 Hamburger 3.99
      L2 1 medium Fries 2.89
      L3 1 Cheeseburger 4.79
    ");
    let mut lane = Lane::new(burgers());
    lane.rules.offers = true;
    assert_snapshot!(lane.talk("add hamburger\nneeds_time\nno\nno\nadd cheeseburger"), @r"
    > add hamburger
    S01 ordering, offer fries
      L1 1 Hamburger 3.99
    > needs_time
    S05 thinking, offer fries
    > no
    D25 thinking
    > no
    D43 clarifying, what_is_wrong [L1]
    > add cheeseburger
    S10 ordering
      L1 1 Hamburger 3.99
      L2 1 Cheeseburger 4.79
    ");
    let mut lane = Lane::new(burgers());
    lane.rules.offers = true;
    assert_snapshot!(lane.talk("add fries\nadd hamburger\nyes\nset L2 drink=coke"), @r"
    > add fries
    S01 ordering
      L1 1 medium Fries 2.89
    > add hamburger
    S01 ordering, offer hamburger_combo
      L1 1 medium Fries 2.89
      L2 1 Hamburger 3.99
    > yes
    S01 S02 clarifying, which_option L2 [coke diet_coke sprite root_beer lemonade iced_tea coffee hot_chocolate orange_juice milk water bottled_water]
      L2 1 medium Hamburger combo, side medium fries, needs drink 0.00
    > set L2 drink=coke
    S10 ordering
      L2 1 medium Hamburger combo, side medium fries, drink medium coke 7.79
    ");
    let mut lane = Lane::new(burgers());
    lane.rules.offers = true;
    assert_snapshot!(lane.talk("add cookie\nadd sprite\nset it :large\nadd hamburger; add fries; add coke"), @r"
    > add cookie
    S01 ordering
      L1 1 Chocolate chip cookie 1.59
    > add sprite
    S01 S02 clarifying, which_size L2 [small medium large]
      L1 1 Chocolate chip cookie 1.59
      L2 1 Sprite, needs size 0.00
    > set it :large
    S10 ordering
      L1 1 Chocolate chip cookie 1.59
      L2 1 large Sprite 2.79
    > add hamburger; add fries; add coke
    S01 ordering, offer hamburger_combo
      L1 1 Chocolate chip cookie 1.59
      L2 1 large Sprite 2.79
      L3 1 Hamburger 3.99
      L4 1 medium Fries 2.89
      L5 1 medium Coke 2.29
    ");
}

#[test]
fn a_yes_that_nothing_waits_for_is_small_talk() {
    assert_snapshot!(talk("yes\nadd coke\nyes\nneeds_time\nyes\nunclear\ndone"), @r"
    > yes
    D25 ordering
    > add coke
    S01 ordering
      L1 1 medium Coke 2.29
    > yes
    D25 ordering
    > needs_time
    S05 thinking
    > yes
    D25 thinking
    > unclear
    D10 thinking
    > done
    D08 confirming
    ");
}

#[test]
fn a_tap_is_the_word_that_it_stands_for() {
    assert_snapshot!(talk("
        tap add 2 coke:large
        tap set L1 3
        tap add 1 fries
        tap remove L2
        tap remove L2
        tap done
        tap deny
        tap done
        tap confirm
    "), @r"
    > tap add 2 coke:large
    S01 ordering
      L1 2 large Coke 5.58
    > tap set L1 3
    S01 ordering
      L1 3 large Coke 8.37
    > tap add 1 fries
    S01 ordering
      L1 3 large Coke 8.37
      L2 1 medium Fries 2.89
    > tap remove L2
    S01 ordering
      L1 3 large Coke 8.37
    > tap remove L2
    S02 clarifying, what_else
    > tap done
    D13 confirming
    > tap deny
    S17 clarifying, what_is_wrong [L1]
    > tap done
    D13 confirming
    > tap confirm
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 8.37 + 0.69 = 9.06
    ");
}
