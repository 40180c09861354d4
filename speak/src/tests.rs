//! Conversations, text in and text out: what comes in, and below it what is said.
//!
//! This file is long because it is a list of conversations, each a test by itself.

mod lane;
mod manners;
mod walk;

use fsm::dialogue::Input;

use self::lane::Lane;

/// Greets a car, plays the lines that begin with `>`, and compares what is said.
fn check(menu: &str, conversation: &str) {
    let mut lane = Lane::of(menu);
    assert!(lane.hear("car").starts_with("greet: Welcome to "));
    let inputs = conversation.lines().filter_map(|line| line.strip_prefix("> "));
    let played: Vec<String> = inputs.map(|line| format!("> {line}\n  {}", lane.hear(line))).collect();
    let played = played.join("\n");
    assert!(played == conversation.trim(), "it went like this instead:\n{played}\n");
}

#[test]
fn a_greeting_is_the_one_configured_or_the_menus_or_none() {
    let mut said = Vec::new();
    for greeting in [None, Some(""), Some("Hi there! What'll it be?"), Some("Order when you are ready.")] {
        let mut lane = Lane::of("coffee");
        lane.rules.greeting = greeting.map(str::to_owned);
        let (_, say) = lane.take(&Input::CarDetected { vehicle_id: None }).remove(0);
        said.push(say.map(|say| say.text));
    }
    let expected = [
        None,
        Some("Welcome to Saltmarsh Coffee Bar! What can I get for you?".to_owned()),
        Some("Hi there! What'll it be?".to_owned()),
        Some("Order when you are ready.".to_owned()),
    ];
    assert_eq!(said, expected);
}

#[test]
fn an_order_is_read_back_and_closed_with_its_total() {
    check(
        "burger",
        r#"
> add 2 cheeseburger no:toppings.pickle
  acknowledge: Two cheeseburgers, no pickles. Would you like fries with that?
> yes
  acknowledge: Medium fries. Anything else?
> add large coke
  acknowledge: A large Coke. Anything else?
> yes
  acknowledge: Okay. Anything else?
> done
  summarize: So that's two cheeseburgers with no pickles, medium fries and a large Coke. Your total is $16.52. Is that right?
> yes
  close: Thank you! Your total is $16.52. Please pull forward to the window.
> payment problem
  ask: The payment didn't go through. Shall we try it again?
> yes
  acknowledge: Okay, let's try the card again.
> payment problem
  close: Please pull forward and pay at the window.
> acknowledged
  -
"#,
    );
}

#[test]
fn a_car_that_is_not_ready_is_given_time_and_an_example() {
    check(
        "burger",
        r#"
> silence
  nudge: Take your time. I'm here when you're ready.
> needs_time
  acknowledge: Take your time. Just tell me when you're ready.
> done
  acknowledge: Take your time. Just tell me when you're ready.
> unclear
  hint: Sorry, I didn't get that. You can say, for example, "a hamburger and a Coke".
> add hamburger; needs_time
  acknowledge: A hamburger. Take your time. Just tell me when you're ready.
> yes
  acknowledge: Take your time. Just tell me when you're ready.
> silence
  nudge: Take your time. I'm here when you're ready.
> small_talk
  acknowledge: Happy to help.
> back_channel
  -
> barge in
  -
"#,
    );
}

#[test]
fn every_missing_choice_is_asked_for_alone() {
    check(
        "burger",
        r#"
> add sprite
  ask: Okay. What size Sprite: small, medium or large?
> ask price sprite
  answer: The Sprite is $1.99 for a small, $2.29 for a medium and $2.79 for a large. What size Sprite: small, medium or large?
> silence
  nudge: I'm still here. What size Sprite: small, medium or large?
> unclear
  hint: Sorry, I didn't get that. You can say, for example, "a hamburger and a Coke".
> add hamburger as:hamburger_combo
  ask: A medium hamburger combo with fries. What size Sprite: small, medium or large?
> done
  ask: What size Sprite: small, medium or large?
> make L1 {"size":"small"}
  ask: Okay, that's a small Sprite. What drink would you like with the hamburger combo?
> make L2 {"components":[{"slot":"drink","item":"lemonade"}]}
  acknowledge: Okay, that's a medium hamburger combo with fries and a lemonade. Anything else?
> make L2 {"size":"large"}
  acknowledge: Okay, that's a large hamburger combo with fries and a lemonade. Anything else?
> add shake
  ask: Okay. Which flavor for the shake: vanilla, chocolate, strawberry, salted caramel or peanut butter?
> make L3 {"modifiers":[{"group":"flavors","modifier":"vanilla"}]}
  acknowledge: Okay, that's a small shake, vanilla. Anything else?
> add tenders
  ask: Okay. What size chicken tenders: 3 piece or 5 piece?
> make L4 {"size":"five"}
  ask: Okay. Which choice of dip for the chicken tenders: barbecue, Buffalo, ranch or country gravy?
> repeat
  repeat: Okay. Which choice of dip for the chicken tenders: barbecue, Buffalo, ranch or country gravy?
> never_mind
  acknowledge: I took that off. Anything else?
> add 0 water
  ask: How many waters would you like?
"#,
    );
}

#[test]
fn what_cannot_be_taken_is_named() {
    check(
        "burger",
        r#"
> done
  ask: I don't have anything yet. Want to start with a drink or a combo?
> add ice_cream regular:toppings.bacon
  acknowledge: An ice cream. Sorry, we can't do bacon on the ice cream. Anything else?
> add large nuggets
  ask: Sorry, we can't do large for the nuggets. What size nuggets: 6 piece, 10 piece or 20 piece?
> not_right
  acknowledge: I took that off. Anything else?
> not_on_menu lobster <b>$5?</b>
  ask: Sorry, we don't have lobster b5b. What would you like instead?
> never_mind
  acknowledge: Okay. Anything else?
> not_on_order the steak
  ask: I don't see the steak on your order. What would you like to change?
> never_mind
  acknowledge: Okay. Anything else?
> remove fries
  ask: I don't see fries on your order. What would you like to change?
> no
  acknowledge: Okay. Anything else?
> ambiguous chicken sandwich = grilled_chicken crispy_chicken
  ask: Which one: the grilled or the crispy chicken sandwich?
> add crispy_chicken extra:toppings.cheese light:sauces.mayo side:sauces.ketchup
  acknowledge: A crispy chicken sandwich, extra cheese, ketchup on the side, light mayo. Would you like fries with that?
> ambiguous a coke = coke
  ask: Did you mean the Coke?
> no
  acknowledge: Okay. Anything else?
> over_cap eighteen thousand waters = water
  ask: I heard eighteen thousand waters. That's more than I can put on one order. How many would you like?
> ask price water
  answer: The water is free. How many waters would you like?
> add 2 water
  acknowledge: Two waters. Anything else?
> add 30 water
  hand_off: A team member will be right with you.
> add coke
  -
> give back
  repeat: Anything else?
"#,
    );
}

#[test]
fn what_has_only_an_id_and_a_number_is_worded() {
    check(
        "burger",
        r#"
> add lobster_roll
  ask: Sorry, we don't have lobster roll. What would you like instead?
> never_mind
  acknowledge: Take your time. Just tell me when you're ready.
> remove lobster_roll
  ask: I don't see lobster roll on your order. What would you like to change?
> never_mind
  acknowledge: Take your time. Just tell me when you're ready.
> add hamburger regular:toppings.cheese no:toppings.cheese
  ask: How would you like the cheese?
> never_mind
  acknowledge: Take your time. Just tell me when you're ready.
> add 30 cheeseburger as:cheeseburger_combo
  ask: I heard 30 cheeseburger combos. That's more than I can put on one order. How many would you like?
"#,
    );
}

#[test]
fn an_item_that_is_off_is_replaced() {
    check(
        "burger",
        r#"
> add 2 hamburger
  acknowledge: Two hamburgers. Would you like fries with that?
> off hamburger
  ask: Sorry, we're out of hamburgers. Would you like a cheeseburger or a veggie burger instead?
> ask calories cheeseburger
  answer: The cheeseburger has 550 calories. Sorry, we're out of hamburgers. Would you like a cheeseburger or a veggie burger instead?
> yes
  hint: Sorry, I didn't get that. You can say, for example, "a cheeseburger and a Coke".
> off water
  -
> add water
  ask: Sorry, we're out of water. Would you like a bottled water instead?
> no
  acknowledge: Okay. Anything else?
> add shake; add water
  ask: A small shake. Sorry, we're out of water. Would you like a bottled water instead?
> off coffee
  -
> no
  acknowledge: Okay. Anything else?
> off brownie
  -
> off mac_and_cheese
  -
> ask availability brownie coffee mac_and_cheese milk
  answer: Sorry, we're out of brownies right now. We're out of coffee right now. We're out of mac and cheese right now. Yes, we have milk. Anything else?
"#,
    );
}

#[test]
fn only_what_would_go_is_named_before_a_big_change() {
    check(
        "burger",
        r#"
> add 2 cheeseburger
  acknowledge: Two cheeseburgers. Would you like fries with that?
> add fries
  acknowledge: Medium fries. Anything else?
> add large coke no:ice.ice_cubes
  acknowledge: A large Coke, no ice. Anything else?
> clear; add coffee
  ask: That takes off the two cheeseburgers, the medium fries and the large Coke with no ice. Is that right?
> ask price coffee
  answer: The coffee is $1.79 for a small, $2.09 for a medium and $2.49 for a large. That takes off the two cheeseburgers, the medium fries and the large Coke with no ice. Is that right?
> no
  acknowledge: Okay. Anything else?
> done
  summarize: So that's two cheeseburgers, medium fries and a large Coke with no ice. Your total is $16.52. Is that right?
> clear
  summarize: That clears the whole order. Are you sure?
> unclear
  repeat: Sorry, I didn't get that. That clears the whole order. Are you sure?
> no
  summarize: Okay, I left it as it was. So that's two cheeseburgers, medium fries and a large Coke with no ice. Your total is $16.52. Is that right?
> clear
  summarize: That clears the whole order. Are you sure?
> silence
  nudge: I'm still here. That clears the whole order. Are you sure?
> yes
  ask: I took everything off. Want to start with a drink or a combo?
> never_mind
  acknowledge: Take your time. Just tell me when you're ready.
"#,
    );
}

#[test]
fn a_menu_question_is_answered_from_the_menu_alone() {
    check(
        "burger",
        r#"
> ask price coke
  answer: The Coke is $1.99 for a small, $2.29 for a medium and $2.79 for a large. What can I get for you?
> ask price fries hamburger water unicorn
  answer: The fries are $2.29 for a small, $2.89 for a medium and $3.49 for a large. The hamburger is $3.99. The water is free. What can I get for you?
> ask price
  answer: Just name an item, and I'll tell you. What can I get for you?
> ask contents cheeseburger
  answer: The cheeseburger: the hamburger with a slice of American cheese. The cheeseburger comes with pickles, onions, ketchup and mustard. What can I get for you?
> ask contents bacon_burger
  answer: The bacon burger: crisp bacon, cheese, lettuce, tomato and mayo. What can I get for you?
> ask contents coke milk
  answer: The Coke comes with ice. The menu doesn't say what's in the milk. What can I get for you?
> ask sizes fries hamburger
  answer: The fries come in small, medium and large. The hamburger comes in one size. What can I get for you?
> ask availability
  answer: We have burgers, chicken, sandwiches and wraps, salads, breakfast, sides, drinks, shakes and more. What can I get for you?
> ask availability fries
  answer: Yes, we have fries. What can I get for you?
> ask calories fries
  answer: The fries have 350 calories. What can I get for you?
> ask allergens coke cheeseburger
  answer: The menu lists no allergens for the Coke. The cheeseburger contains milk, wheat, sesame and mustard. What can I get for you?
> ask recommendation
  answer: You could try the hamburger or the cheeseburger. What can I get for you?
> ask recommendation bacon_burger
  answer: You could try the onion rings or the shake. What can I get for you?
> ask combo cheeseburger
  answer: The cheeseburger combo is $8.49 and comes with fries and a choice of drinks. What can I get for you?
> ask combo coke
  answer: We don't have a combo with the Coke. What can I get for you?
> ask combo
  answer: We have the cheeseburger combo for $8.49, the hamburger combo for $7.79, the bacon burger combo for $9.99 and the crispy chicken combo for $9.19. What can I get for you?
> ask order
  answer: You don't have anything yet. What can I get for you?
> add hamburger; ask price coke
  answer: A hamburger. The Coke is $1.99 for a small, $2.29 for a medium and $2.79 for a large. Would you like fries with that?
> ask order
  answer: So far you have a hamburger. Your total is $4.32. Would you like fries with that?
> needs_time
  acknowledge: Take your time. Just tell me when you're ready.
> ask price coke
  answer: The Coke is $1.99 for a small, $2.29 for a medium and $2.79 for a large.
> done
  summarize: So that's a hamburger. Your total is $4.32. Is that right?
> ask price coke
  answer: The Coke is $1.99 for a small, $2.29 for a medium and $2.79 for a large. Is your order right?
"#,
    );
}

#[test]
fn a_combo_is_said_with_what_is_in_it() {
    check(
        "burger",
        r#"
> add 2 cheeseburger as:cheeseburger_combo slot:drink.coke.large no:toppings.pickle
  acknowledge: Two medium cheeseburger combos with no pickles, fries and a large Coke. Anything else?
> make L1 {"quantity":1}
  acknowledge: Okay, that's a medium cheeseburger combo with no pickles, fries and a large Coke. Anything else?
> add bacon_burger
  acknowledge: A bacon burger. Would you like onion rings with that?
> add coke
  acknowledge: A medium Coke. Anything else?
> make L2 {"combo":"bacon_burger_combo"}
  acknowledge: Okay, that's a medium bacon burger combo with fries and a Coke. Anything else?
> remove bacon_burger
  acknowledge: I took that off. Anything else?
> never_mind
  acknowledge: Okay, I took that back. Anything else?
> done
  summarize: So that's a medium cheeseburger combo with no pickles, fries and a large Coke, and a medium bacon burger combo with fries and a Coke. Your total is $20.55. Is that right?
"#,
    );
}

#[test]
fn a_long_order_is_read_back_in_part() {
    check(
        "burger",
        r#"
> add hamburger
  acknowledge: A hamburger. Would you like fries with that?
> add cheeseburger
  acknowledge: A cheeseburger. Anything else?
> add blt
  acknowledge: A BLT. Anything else?
> add patty_melt
  acknowledge: A patty melt. Anything else?
> add hot_dog
  acknowledge: A hot dog. Anything else?
> add chili
  acknowledge: A cup of chili. Anything else?
> add coleslaw
  acknowledge: A coleslaw. Anything else?
> add wings
  acknowledge: Hot wings. Anything else?
> add brownie
  acknowledge: A brownie. Anything else?
> add 2 cookie
  acknowledge: Two chocolate chip cookies. Anything else?
> done
  summarize: So that's a hamburger, a cheeseburger, a BLT, a patty melt, a hot dog, a cup of chili, a coleslaw, hot wings and three more items. Your total is $45.35. Is that right?
"#,
    );
}

#[test]
fn the_crew_is_not_interrupted() {
    check(
        "burger",
        r#"
> take over
  hand_off: A team member will be right with you.
> add coke
  -
> silence
  -
> give back
  repeat: What can I get for you?
> human
  hand_off: A team member will be right with you.
"#,
    );
}

#[test]
fn in_closing_the_car_is_sent_to_the_window() {
    check(
        "burger",
        r#"
> add hamburger
  acknowledge: A hamburger. Would you like fries with that?
> done
  summarize: So that's a hamburger. Your total is $4.32. Is that right?
> done
  close: Thank you! Your total is $4.32. Please pull forward to the window.
> small_talk
  acknowledge: Happy to help.
> silence
  nudge: You can pull forward to the window.
> unclear
  acknowledge: Sorry, I didn't get that. You can pull forward to the window.
> off coffee
  -
> add coffee
  acknowledge: Sorry, we're out of coffee. You can pull forward to the window.
> not_on_menu lobster
  acknowledge: Sorry, we don't have lobster. You can pull forward to the window.
> ask price coke
  answer: The Coke is $1.99 for a small, $2.29 for a medium and $2.79 for a large.
> not_right
  ask: Sorry about that. What should I change?
> no
  acknowledge: Okay. You can pull forward to the window.
> add water; done
  summarize: So that's a hamburger and a water. Your total is $4.32. Is that right?
"#,
    );
}

#[test]
fn an_undo_and_a_removal_are_told() {
    check(
        "burger",
        r#"
> add 2 hamburger
  acknowledge: Two hamburgers. Would you like fries with that?
> remove hamburger
  acknowledge: I took those off. What can I get for you?
> never_mind
  acknowledge: Okay, I took that back. Anything else?
> never_mind
  acknowledge: Okay. Anything else?
> not_right
  ask: Sorry about that. What should I change?
> rejected
  -
"#,
    );
}

#[test]
fn another_menu_is_worded_as_well() {
    check(
        "coffee",
        r#"
> done
  ask: I don't have anything yet. Want to start with a drink or a combo?
> add drip_coffee
  ask: Okay. Which roast for the drip coffee: light roast, medium roast, dark roast or decaf?
> make L1 {"modifiers":[{"group":"roast","modifier":"dark_roast"}]}
  acknowledge: Okay, that's a 12 ounce drip coffee, dark roast. Anything else?
> add 2 latte regular:temperature.iced regular:milk.oat
  acknowledge: Two 12 ounce iced lattes, oat milk. Would you like a butter croissant with that?
> add drip_coffee as:morning_pair
  ask: Okay. Which roast for the morning pair: light roast, medium roast, dark roast or decaf?
> off scone
  -
> unclear
  hint: Sorry, I didn't get that. You can say, for example, "an espresso and an almond biscotti".
"#,
    );
}
