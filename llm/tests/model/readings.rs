//! What a model may claim to have heard: what the words say, and nothing that they leave open.

use agents::UtteranceParser as _;
use agents::rules::AgentRules;
use fsm::dialogue::{Act, ActKind, Why};
use fsm::house_rules::ParserPlan;
use parse::Evidence;
use serde_json::{Value, json};

use crate::support::{MENU, Stand, UNSURE, answer, asked, chain, meant, ops, rules, server, settings, why};

/// Whether acts hold against words.
fn check(stand: &Stand, text: &str, acts: &Value) -> Result<(), Why> {
    let acts: Vec<Act> = serde_json::from_value(acts.clone()).unwrap();
    Evidence::of(stand.utterance(text)).check(&acts).map(drop)
}

/// Whether ops hold against words.
fn order(stand: &Stand, text: &str, ops: &Value) -> Result<(), Why> {
    check(stand, text, &json!([{ "act": "order", "ops": ops }]))
}

/// A line that is added: `2 cheeseburger`, `1 coke/large`, `1 cheeseburger no pickle extra onion`.
fn add(line: &str) -> Value {
    let words: Vec<&str> = line.split(' ').collect();
    let (item, size) = words[1].split_once('/').map_or((words[1], None), |(item, size)| (item, Some(size)));
    let modifiers: Vec<Value> = words[2..]
        .chunks(2)
        .map(|pick| {
            let (amount, modifier) = (pick[0], pick[1]);
            let group = match modifier {
                "ice_cubes" => "ice",
                "ketchup" | "mustard" => "sauces",
                "sugar" | "cream" => "coffee_extras",
                _ => "toppings",
            };
            let (amount, quantity) =
                amount.parse().map_or((amount, 1), |quantity: u32| ("regular", quantity));
            json!({ "group": group, "modifier": modifier, "amount": amount, "quantity": quantity })
        })
        .collect();
    json!({ "op": "add", "item": item, "size": size, "quantity": words[0].parse::<u32>().unwrap(), "modifiers": modifiers })
}

#[test]
fn what_the_words_say_holds() {
    let stand = Stand::new(MENU);
    for (text, lines) in [
        ("two cokes and a cheeseburger", &["2 coke", "1 cheeseburger"][..]),
        ("a cheeseburger and two cokes", &["1 cheeseburger", "2 coke"]),
        ("a coke, two of them, and a cheeseburger", &["2 coke", "1 cheeseburger"]),
        ("a large coke and a small sprite", &["1 coke/large", "1 sprite/small"]),
        ("a small coke and a large coke", &["1 coke/small", "1 coke/large"]),
        ("uh I'd like a, um, large coke please", &["1 coke/large"]),
        ("two cheeseburgers with no pickles and extra onions", &["2 cheeseburger no pickle extra onion"]),
        ("a cheeseburger no pickles and a coke no ice", &["1 cheeseburger no pickle", "1 coke no ice_cubes"]),
        ("a coffee with two sugars", &["1 coffee 2 sugar"]),
        ("two coffees with two sugars", &["2 coffee 2 sugar"]),
        ("two large cokes, one cheeseburger", &["2 coke/large", "1 cheeseburger"]),
        (UNSURE, &["1 crispy_chicken no pickle"]),
    ] {
        let ops: Vec<Value> = lines.iter().map(|line| add(line)).collect();
        assert_eq!(order(&stand, text, &json!(ops)), Ok(()), "{text}");
    }
}

#[test]
fn what_the_words_do_not_say_does_not_hold() {
    let stand = Stand::new(MENU);
    for (text, lines) in [
        // Numbers that change their item.
        ("two cokes and a cheeseburger", &["1 coke", "2 cheeseburger"][..]),
        ("a cheeseburger and two cokes", &["2 cheeseburger", "1 coke"]),
        ("a cheeseburger and two cokes", &["2 cheeseburger", "2 coke"]),
        ("cheeseburger two cokes", &["2 cheeseburger", "1 coke"]),
        ("a coke, two of them, and a cheeseburger", &["1 coke", "2 cheeseburger"]),
        ("a coke, make it two, cheeseburger", &["1 coke", "2 cheeseburger"]),
        ("two cokes and three sprites", &["3 coke", "2 sprite"]),
        ("a coffee with two sugars", &["2 coffee 1 sugar"]),
        ("a coffee with two sugars", &["2 coffee 2 sugar"]),
        // Numbers that nobody said, or that are dropped.
        ("a coke", &["2 coke"]),
        ("two cokes", &["1 coke"]),
        ("two cokes", &["2 coke", "1 coke"]),
        ("a coke and a coke", &["1 coke", "1 coke", "1 coke"]),
        // Sizes and modifiers that change their item.
        ("a large coke and a sprite", &["1 coke", "1 sprite/large"]),
        ("a large coke and a small sprite", &["1 coke/small", "1 sprite/large"]),
        ("a coke", &["1 coke/large"]),
        ("a hamburger no pickles and a cheeseburger", &["1 hamburger", "1 cheeseburger no pickle"]),
        // Denials that are dropped, turned round or made up.
        ("a cheeseburger with no pickles", &["1 cheeseburger"]),
        ("a cheeseburger with no pickles", &["1 cheeseburger regular pickle"]),
        ("a cheeseburger with no pickles", &["1 cheeseburger extra pickle"]),
        ("a cheeseburger with pickles", &["1 cheeseburger no pickle"]),
        ("a cheeseburger with no pickles and extra onions", &["1 cheeseburger extra pickle no onion"]),
        ("a cheeseburger no pickles and a coke no ice", &["1 cheeseburger no pickle", "1 coke"]),
        // Items that are only mentioned, or left out.
        ("not the coke, the sprite", &["1 coke"]),
        ("not the coke, the sprite", &["1 coke", "1 sprite"]),
        ("not the coke, the sprite", &["1 sprite"]),
        ("how much is the coke", &["1 coke"]),
        ("is the coke cold? a sprite", &["1 coke", "1 sprite"]),
        ("don't give me a coke", &["1 coke"]),
        ("a coke, no wait, a sprite", &["1 coke", "1 sprite"]),
        ("a sprite instead of the coke", &["1 sprite", "1 coke"]),
        ("take off the fries", &["1 fries"]),
        ("a cheeseburger and a coke", &["1 coke"]),
        // What is not there.
        ("a coke", &["1 lobster"]),
        ("a coke with pickles", &["1 coke regular pickle"]),
    ] {
        let ops: Vec<Value> = lines.iter().map(|line| add(line)).collect();
        assert!(order(&stand, text, &json!(ops)).is_err(), "{text}: {lines:?}");
    }
}

#[test]
fn a_change_of_the_order_is_what_the_words_change() {
    // L1 a cheeseburger, L2 two large cokes, which were spoken of last.
    let stand = Stand::new(MENU).after(&["a cheeseburger", "two large cokes"]);
    let it = json!({ "referent": true });
    let item = |item: &str| json!({ "item": item });
    let line = |line: &str| json!({ "line_id": line });
    let remove = |target: &Value| json!([{ "op": "remove", "target": target }]);
    let number =
        |target: &Value, quantity: u32| json!([{ "op": "modify", "target": target, "quantity": quantity }]);
    let no_pickle = json!([{ "group": "toppings", "modifier": "pickle", "amount": "no" }]);
    let one = |text: &str, ops: &Value| order(&stand, text, ops);
    assert_eq!(one("make it three", &number(&it, 3)), Ok(()));
    assert_eq!(one("make it three", &number(&line("L2"), 3)), Ok(()));
    assert_eq!(one("remove the cheeseburger", &remove(&item("cheeseburger"))), Ok(()));
    assert_eq!(one("take the cheeseburger off", &remove(&line("L1"))), Ok(()));
    assert_eq!(one("take that off", &remove(&it)), Ok(()));
    let without = json!([{ "op": "modify", "target": { "item": "cheeseburger" }, "modifiers": no_pickle }]);
    assert_eq!(one("take the pickles off the cheeseburger", &without), Ok(()));
    let small = json!([{ "op": "modify", "target": { "item": "coke" }, "size": "small" }]);
    assert_eq!(one("make the coke small", &small), Ok(()));
    let sprite =
        |target: &Value| json!([{ "op": "replace", "target": target, "with": { "item": "sprite" } }]);
    assert_eq!(one("a sprite instead of the coke", &sprite(&item("coke"))), Ok(()));
    assert_eq!(one("swap the coke for a sprite", &sprite(&item("coke"))), Ok(()));
    assert_eq!(one("a sprite instead", &sprite(&it)), Ok(()));

    for (text, ops) in [
        // Lines that were not named go.
        ("take the cheeseburger off", remove(&item("coke"))),
        ("take the cheeseburger off", remove(&it)),
        ("take the cheeseburger off", remove(&line("L2"))),
        ("take that off", remove(&line("L1"))),
        (
            "take off the coke and add a cheeseburger",
            json!([remove(&item("cheeseburger"))[0], add("1 coke")]),
        ),
        ("a cheeseburger", remove(&item("cheeseburger"))),
        ("no pickles", remove(&it)),
        ("remove everything", remove(&json!({ "all": true }))),
        ("start over", json!([{ "op": "clear" }])),
        ("make it zero", number(&it, 0)),
        // Numbers and sizes that are of something else.
        ("two sprites", json!([number(&it, 2)[0], add("1 sprite")])),
        ("two sprites", number(&it, 2)),
        ("three sugars", number(&it, 3)),
        ("make it three", number(&line("L1"), 3)),
        ("make it three", number(&it, 4)),
        ("a small coke", small.clone()),
        ("make the coke small", json!([add("1 coke/small")])),
        ("make it small and a sprite", json!([add("1 sprite/small")])),
        // One for the other, and the other way round.
        ("a sprite instead of the coke", sprite(&item("cheeseburger"))),
        ("a sprite instead of the coke", sprite(&it)),
        ("a sprite", sprite(&item("coke"))),
        ("a sprite", sprite(&it)),
        ("actually a sprite", sprite(&it)),
        ("actually a sprite", json!([remove(&it)[0], add("1 sprite")])),
        (
            "a cheeseburger instead of the coke",
            json!([{ "op": "replace", "target": { "item": "cheeseburger" }, "with": { "item": "coke" } }]),
        ),
    ] {
        assert!(one(text, &ops).is_err(), "{text}: {ops}");
    }
}

#[test]
fn a_question_orders_nothing() {
    let stand = Stand::new(MENU);
    let price = json!({ "act": "menu_question", "topic": "price", "items": ["coke"] });
    assert_eq!(check(&stand, "how much is the coke", &json!([price])), Ok(()));
    let calories = json!({ "act": "menu_question", "topic": "calories", "items": ["coke"] });
    assert_eq!(check(&stand, "how much is the coke", &json!([calories])), Err(Why::NotSaid));
    let both = json!([price, { "act": "order", "ops": [add("1 coke")] }]);
    assert_eq!(check(&stand, "how much is the coke and how cold is the coke", &both), Err(Why::NotSaid));
}

#[test]
fn a_combo_is_one_only_if_it_was_called_so() {
    let stand = Stand::new(MENU);
    let combo = |combo: Value| json!([{ "op": "add", "item": "cheeseburger", "combo": combo }]);
    assert_eq!(order(&stand, "a cheeseburger combo", &combo(json!("cheeseburger_combo"))), Ok(()));
    assert_eq!(order(&stand, "a cheeseburger", &combo(json!("cheeseburger_combo"))), Err(Why::NotSaid));
    assert_eq!(order(&stand, "a cheeseburger combo", &combo(json!(null))), Err(Why::NotSaid));
    assert_eq!(order(&stand, "a number one", &combo(json!(null))), Err(Why::NotSaid));
    assert!(order(&stand, "a cheeseburger combo", &combo(json!("bacon_burger_combo"))).is_err());
}

#[tokio::test]
async fn what_moves_the_conversation_is_the_grammars_alone() {
    let acts = |word: &str| {
        let order = json!({ "act": "order", "ops": meant() });
        json!({ "acts": [order, { "act": word }] }).to_string()
    };
    let moves = |act: &&ActKind| act.class().is_command();
    for word in ActKind::ALL.iter().filter(moves).map(|act| act.wire()) {
        let server = server(answer(&acts(word))).await;
        for parser in [ParserPlan::GrammarThenLlm, ParserPlan::LlmThenGrammar] {
            let (stand, rules) =
                (Stand::new(MENU).after(&["a coke", "that's all"]), AgentRules { parser, ..rules() });
            let heard = stand.hear(&server, &rules, UNSURE).await;
            assert_eq!(why(&heard), Why::NotSaid, "{word}");
        }
    }
}

#[tokio::test]
async fn a_reading_that_explains_no_more_than_the_grammars_is_not_taken() {
    let text = "a cheeseburger, a cheeseburger, a cheeseburger, and two large cokes";
    let lines = ["1 cheeseburger", "1 cheeseburger", "1 cheeseburger", "2 coke/large"].map(add);
    let server = server(ops(&json!(lines))).await;
    let (stand, rules) = (Stand::new(MENU), rules());
    let chain = chain(&settings(&server.uri()));
    assert_eq!(why(&chain.parse(stand.utterance(text), stand.brief(&rules)).await), Why::ExplainsNoMore);
    // Asked first, a model that explains as much is believed.
    let first = AgentRules { parser: ParserPlan::LlmThenGrammar, ..rules };
    assert_eq!(why(&chain.parse(stand.utterance(text), stand.brief(&first)).await), Why::Taken);
    assert_eq!(asked(&server).await, 2);
}

#[tokio::test]
async fn a_model_that_is_asked_first_does_nothing_else_where_the_grammar_is_sure() {
    // The coke is to be another one; that this one grows is as much in the words.
    let grows = json!([{ "op": "modify", "target": { "item": "coke" }, "size": "large" }]);
    let server = server(ops(&grows)).await;
    let stand = Stand::new(MENU).after(&["a small coke"]);
    let rules = AgentRules { parser: ParserPlan::LlmThenGrammar, ..rules() };
    assert_eq!(order(&stand, "large coke", &grows), Ok(()));
    let heard = stand.hear(&server, &rules, "large coke").await;
    assert_eq!(parse::notation::acts(&heard.acts), "+1 coke/large");
    assert_eq!(why(&heard), Why::NotSaid);
}

#[tokio::test]
async fn talk_that_names_an_item_orders_none() {
    for (text, item) in [
        ("I used to work at a hot dog place back in college", "hot_dog"),
        ("coffee keeps me up at night", "coffee"),
        ("we had pancakes for breakfast at grandma's", "pancakes"),
    ] {
        let server = server(ops(&json!([{ "op": "add", "item": item }]))).await;
        let (stand, rules) = (Stand::new(MENU), rules());
        let heard = stand.hear(&server, &rules, text).await;
        assert_ne!(why(&heard), Why::Taken, "{text}");
    }
}
