//! Conversations, text in and text out: what comes in, and below it what comes of it.
//!
//! A file of `conversations/` has a section for each test, and a section has conversations with an empty line between them.
//! `> ` begins what comes in, as [`notation`](crate::support::notation) reads it, and `>> ` what comes in before, of which
//! nothing is shown. `@coffee` is a lane of the coffee bar, `@offers` one that offers upsells.

use crate::support::{Lane, burgers, coffees};

macro_rules! conversations {
    ($($file:ident: $($name:ident)*;)*) => {
        $(mod $file {
            const TEXT: &str = include_str!(concat!("conversations/", stringify!($file), ".txt"));

            $(#[test]
            fn $name() {
                super::check(TEXT, stringify!($name));
            })*

            #[test]
            fn every_section_is_a_test() {
                let headings = TEXT.lines().filter_map(|line| line.strip_prefix("# "));
                assert!(headings.eq([$(stringify!($name)),*]));
            }
        })*
    };
}

conversations! {
    // What stands on an order: lines, choices, caps, and which line is meant.
    orders:
        equal_lines_become_one_and_a_change_never_merges_two
        a_line_id_is_never_used_again
        the_referent_is_the_line_last_mentioned
        a_change_to_some_of_a_line_splits_it
        zero_of_a_line_removes_it_and_removing_twice_says_so
        two_make_that_three_is_three
        over_a_cap_nothing_is_clamped_and_nothing_applied
        a_number_answers_how_many_and_keeps_the_rest_of_what_was_said
        a_size_that_was_not_said_is_the_default_or_asked_for
        a_required_choice_is_asked_for_in_the_items_own_order
        extra_cheese_and_no_cheese_is_one_question
        a_replaced_line_keeps_its_place
        one_of_several_lines_is_asked_for
        an_exception_spares_every_line_that_it_may_mean
        what_the_menu_does_not_have_is_not_added;
    // What things cost: portions, sizes, combos.
    prices:
        a_portion_costs_what_it_is_beyond_what_is_included
        a_choice_of_a_default_is_no_difference
        a_combo_costs_its_price_its_size_and_what_is_chosen_above
        a_combo_asks_for_what_its_parts_miss
        what_was_ordered_apart_becomes_part_of_the_combo_and_is_charged_once
        an_answer_to_a_question_about_a_part_is_of_the_part
        a_part_of_a_combo_is_changed_and_swapped_by_its_name;
    // How a conversation goes: what is asked, repeated, answered, offered.
    rules:
        one_utterance_can_take_several_rows
        what_was_understood_is_added_and_the_one_question_is_about_the_rest
        what_an_item_cannot_have_is_said_and_not_asked
        a_turn_asks_one_question_and_a_choice_that_was_made_is_never_asked_again
        a_question_that_is_talked_past_is_asked_in_the_next_turn
        what_is_not_understood_twice_gets_a_hint
        below_the_threshold_nothing_is_applied
        no_means_done_or_not_right_or_drop_it
        an_operation_wins_over_yes_and_no_and_never_mind
        an_interruption_stops_the_speech_and_keeps_what_was_applied
        a_menu_question_is_answered_and_the_open_question_repeated
        an_upsell_is_made_once_and_stands_in_place_of_anything_else
        a_yes_that_nothing_waits_for_is_small_talk
        a_tap_is_the_word_that_it_stands_for;
    // What is touched instead of said.
    touches:
        who_is_never_understood_orders_by_touch_alone
        what_is_chosen_answers_as_the_words_would
        a_choice_that_is_no_longer_asked_changes_nothing
        a_line_is_changed_by_touch
        a_choice_that_the_order_misses_can_be_made_while_nobody_asks;
    // What is taken back, and what waits for a yes before it is taken away.
    changes:
        never_mind_takes_the_last_change_back_once
        the_crew_between_changes_nothing_of_what_can_be_taken_back
        what_has_no_room_any_more_is_not_brought_back
        never_mind_to_a_question_drops_the_line_that_it_is_about_for_good
        a_change_that_takes_much_away_waits_for_a_yes
        what_replaces_and_what_takes_back_is_safe
        a_proposal_in_confirming_is_read_back_before_it_is_made
        a_proposal_that_misses_a_choice_is_completed_before_anything_is_confirmed;
    // What is meant by a correction: what is changed, and what is left alone.
    corrections:
        what_is_on_the_order_is_changed_where_it_is
        what_the_words_do_not_name_is_left_alone
        where_two_lines_fit_there_is_one_question
        the_other_one_and_the_second_one
        some_of_a_line_are_split_off
        a_replaced_line_keeps_what_still_fits
        a_combo_keeps_its_kind_and_changes_its_part
        a_line_with_a_choice_of_drinks_never_becomes_a_drink
        what_was_replaced_or_taken_off_comes_back
        what_nothing_on_the_order_is_corrected_by_is_added_or_asked
        what_is_so_already_changes_nothing;
    // Out of stock: what is asked for while it is off, and what goes off while it is on an order.
    stock:
        an_item_that_is_off_is_not_added_and_a_replacement_is_offered
        yes_takes_the_only_candidate
        without_a_substitute_that_is_on_the_nearest_of_the_category_is_offered
        an_item_on_the_order_that_goes_off_is_marked_and_replaced_in_its_place
        the_question_is_asked_again_until_the_line_is_settled
        a_part_of_a_combo_that_goes_off_is_replaced_in_its_slot
        a_default_of_a_combo_that_is_off_is_asked_for
        two_items_that_go_off_are_two_questions_one_after_the_other
        an_item_that_nobody_ordered_only_changes_the_menu
        what_went_off_unheard_is_asked_about_before_a_yes_counts
        what_is_on_again_needs_no_replacement
        a_confirmed_order_is_reopened_for_what_goes_off_on_it_and_for_nothing_else
        a_ticket_refused_for_an_item_is_not_voided
        what_the_crew_hears_of_stock_waits_for_nobody;
    // From the yes to the POS: tickets, revisions, payment.
    tickets:
        a_confirmed_order_is_placed_once_the_pos_has_its_ticket_and_the_car_is_gone
        a_ticket_goes_on_when_its_car_leaves
        a_change_makes_a_new_revision_that_replaces_the_old_one_when_it_is_confirmed
        a_confirmed_order_is_not_reopened_for_nothing
        a_big_change_to_a_confirmed_order_voids_its_ticket_only_after_a_yes
        what_is_taken_back_before_it_is_confirmed_leaves_the_ticket_alone
        what_was_not_confirmed_is_told_to_the_crew
        all_of_a_confirmed_order_is_cancelled_after_a_yes_and_not_before
        what_the_pos_says_of_a_ticket_is_heard_while_its_order_is_changed
        the_grace_is_over_by_the_time_of_the_next_event
        who_talks_on_keeps_the_lane
        after_the_grace_an_addition_is_an_order_of_its_own
        a_refused_ticket_is_settled_with_the_customer_and_not_voided
        a_payment_is_tried_again_once
        what_costs_nothing_goes_on_the_ticket_as_a_note
        what_costs_nothing_is_told_to_the_crew_once_the_ticket_is_made;
    // Whose lane it is: silence, the crew, the next car.
    lane:
        silence_is_nudged_three_times_and_then_handed_over
        after_the_crew_was_called_nothing_more_of_the_utterance_is_taken
        a_car_that_leaves_without_a_ticket_abandons_its_order;
}

/// Plays the conversations of a section, and compares what comes of them.
#[track_caller]
fn check(text: &str, name: &str) {
    let mut sections = text.split("# ").filter_map(|section| section.split_once('\n'));
    let (_, section) = sections.find(|(heading, _)| *heading == name).unwrap();
    let conversations: Vec<String> = section.trim_end().split("\n\n").map(play).collect();
    let played = conversations.join("\n\n");
    assert!(played == section.trim_end(), "it went like this instead:\n{played}\n");
}

/// A conversation with what comes of it.
fn play(conversation: &str) -> String {
    let is_set = |setting: &str| conversation.lines().any(|line| line == setting);
    let mut lane = Lane::new(if is_set("@coffee") { coffees() } else { burgers() });
    lane.rules.offers = is_set("@offers");
    let mut played = String::new();
    for line in conversation.lines() {
        if let Some(input) = line.strip_prefix("> ") {
            played += &lane.talk(input);
        } else if line.starts_with(['@', '>']) {
            line.strip_prefix(">> ").map(|input| lane.talk(input));
            played += &format!("{line}\n");
        }
    }
    played.trim_end().to_owned()
}
