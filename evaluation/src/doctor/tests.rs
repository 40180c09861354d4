use std::time::{Duration, Instant};

use fsm::menu::Menu;
use parse::{Languages, MenuBook};
use serde_json::{Value, json};

use super::*;

/// How long the names of a menu may take to be compared, without optimization and beside other tests. Each with each takes
/// many times as long.
const TWINS_MAX: Duration = Duration::from_secs(1);

fn book(items: &Value, more: &Value) -> MenuBook {
    let mut menu = json!({
        "id": "stall", "name": "Stall", "version": 1, "currency": "USD", "tax_rate": "0",
        "categories": [{ "id": "food", "name": "Food" }, { "id": "drinks", "name": "Drinks" }],
        "items": items,
    });
    for (name, value) in more.as_object().unwrap() {
        menu[name] = value.clone();
    }
    MenuBook::compile(Menu::check(&menu).unwrap(), &Languages::default())
}

fn item(id: &str, name: &str, aliases: &[&str]) -> Value {
    json!({ "id": id, "name": name, "aliases": aliases, "category": "food", "price": "2.00" })
}

fn sized(id: &str, name: &str, sizes: &Value) -> Value {
    json!({ "id": id, "name": name, "category": "drinks", "sizes": sizes })
}

/// Where the warnings are, and what is said of each.
#[track_caller]
fn check(book: &MenuBook, expected: &[(&str, &str)]) {
    let warnings = examine(book);
    let shown: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), expected.len(), "{shown:#?}");
    for (warning, (path, part)) in warnings.iter().zip(expected) {
        let text = warning.to_string();
        assert!(warning.path == *path && text.contains(part), "{path} {part:?} is not {shown:#?}");
    }
}

#[test]
fn plain_names_have_no_warning() {
    let items = json!([item("burger", "Cheeseburger", &["cheese burger"]), item("pie", "Apple pie", &[])]);
    check(&book(&items, &json!({})), &[]);
}

#[test]
fn twins_are_named_where_the_second_stands() {
    let items = json!([
        item("nuggets", "Nuggets", &["chicken bites"]),
        item("bites", "Chicken bites", &[]),
        item("pie", "Apple pie", &["nuggets"])
    ]);
    check(
        &book(&items, &json!({})),
        &[
            ("$.items[1].name", "is also $.items[0].aliases[0], a name of \"Nuggets\""),
            ("$.items[2].aliases[0]", "leave it where customers are to be asked which"),
        ],
    );
}

#[test]
fn modifiers_are_twins_only_where_one_item_can_have_both() {
    let group = |id: &str| {
        json!({ "id": id, "name": id, "min": 0, "max": 2, "modifiers": [
            { "id": "cheese", "name": "Cheddar", "price": "0.50" } ] })
    };
    let groups = json!({ "modifier_groups": [group("toppings"), group("extras")] });
    let mut burger = item("burger", "Cheeseburger", &[]);
    let mut pie = item("pie", "Apple pie", &[]);
    burger["modifier_groups"] = json!(["toppings"]);
    pie["modifier_groups"] = json!(["extras"]);
    check(&book(&json!([burger, pie]), &groups), &[]);
    burger["modifier_groups"] = json!(["toppings", "extras"]);
    check(&book(&json!([burger, pie]), &groups), &[("$.modifier_groups[1].modifiers[0].name", "Cheddar")]);
}

#[test]
fn thousands_of_modifiers_of_one_name_are_compared_in_time() {
    let groups = (0..40).map(|group| {
        let modifier = |at: usize| json!({ "id": format!("m{at}"), "name": "Cheddar", "price": "0.50" });
        let modifiers: Vec<Value> = (0..50).map(modifier).collect();
        json!({ "id": format!("g{group}"), "name": "Extras", "modifiers": modifiers })
    });
    let items = (0..1000).map(|at| {
        let mut item = item(&format!("i{at}"), &format!("w{at} pie"), &[]);
        item["modifier_groups"] = json!([format!("g{}", at % 40)]);
        item
    });
    let items = json!(items.collect::<Vec<_>>());
    let book = book(&items, &json!({ "modifier_groups": groups.collect::<Vec<_>>() }));
    let things = things::things(&book.menu);
    let began = Instant::now();
    let warnings = twins::twins(&things, &book.menu);
    let took = began.elapsed();
    assert!(took < TWINS_MAX, "{took:?}");
    // All but the first of each group.
    assert_eq!(warnings.len(), 40 * 49);
    let detail = warnings[49].to_string();
    assert!(detail.contains("$.modifier_groups[1].modifiers[0].name, a name of"), "{detail}");
}

#[test]
fn names_that_do_something_in_the_language_are_told() {
    let items = json!([item("pie", "Apple pie", &["never mind"]), item("cake", "Yes", &["carrot cake"])]);
    check(
        &book(&items, &json!({})),
        &[
            ("$.items[0].aliases[0]", "\"never mind\" does something else"),
            ("$.items[1].name", "add an alias"),
        ],
    );
}

#[test]
fn sizes_that_are_numbers_or_differ_in_their_words() {
    let items = json!([
        sized(
            "coke",
            "Coke",
            &json!([
            { "id": "small", "name": "Small", "price": "1.00" },
            { "id": "large", "name": "Large", "price": "2.00" } ])
        ),
        sized(
            "tea",
            "Iced tea",
            &json!([
            { "id": "tall", "name": "Tall", "aliases": ["small"], "price": "1.00" },
            { "id": "grande", "name": "Grande", "price": "2.00" } ])
        ),
        sized("wings", "Wings", &json!([{ "id": "six", "name": "Six", "price": "6.00" }])),
    ]);
    check(
        &book(&items, &json!({})),
        &[
            ("$.items[2].sizes[0].name", "\"Six ounce\" or \"Six piece\""),
            ("$.items[1].sizes[1].name", "add the alias \"Large\""),
        ],
    );
}

#[test]
fn a_long_name_gets_the_short_form_that_nothing_else_has() {
    let items = json!([
        item("club", "Grandma's slow roasted turkey club", &[]),
        item("melt", "Open faced tuna melt", &["tuna melt"]),
        item("plate", "Slow roasted beef plate special", &["beef plate"]),
        item("other", "Grandma's own tuna club plate", &[])
    ]);
    check(
        &book(&items, &json!({})),
        &[
            ("$.items[0].name", "add the alias \"turkey club\" to $.items[0]"),
            ("$.items[3].name", "add the alias \"club plate\""),
        ],
    );
}

#[test]
fn what_is_left_out_is_counted() {
    let items: Vec<Value> =
        (0..=WARNINGS_MAX + 1).map(|at| item(&format!("pie{at}"), "Apple pie", &[])).collect();
    let warnings = examine(&book(&json!(items), &json!({})));
    assert_eq!(warnings.len(), WARNINGS_MAX + 1);
    let last = &warnings[WARNINGS_MAX];
    assert_eq!((last.path.as_str(), last.suggest.as_deref()), ("$", None));
    assert!(last.detail.contains("1 more"), "{last}");
}
