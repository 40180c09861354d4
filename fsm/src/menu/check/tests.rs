use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::menu::Allergen;
use crate::money::Money;

/// A kebab stand with something of everything in it, and no fault.
fn kebab_stand() -> Value {
    json!({
        "id": "kebab-stand", "name": "Kebab Stand", "version": "spring", "currency": "EUR", "tax_rate": "0.07",
        "opening_hours": "a field that nobody knows yet",
        "categories": [
            { "id": "mains", "name": "Mains", "aliases": ["main dish"] },
            { "id": "drinks", "name": "Drinks" },
            { "id": "extras", "name": "Extras" } ],
        "modifier_groups": [
            { "id": "salad", "name": "Salad", "max": 4, "modifiers": [
                { "id": "onion", "name": "Onions", "price": "0.00" },
                { "id": "feta", "name": "Feta", "price": "1.10", "max_quantity": 2 } ] },
            { "id": "sauce", "name": "Sauce", "min": 1, "max": 2, "default": ["garlic"], "modifiers": [
                { "id": "garlic", "name": "Garlic sauce", "aliases": ["white sauce"], "price": "0.00" },
                { "id": "onion", "name": "Onion sauce", "price": "0.00" } ] } ],
        "items": [
            { "id": "kebab", "name": "Kebab", "aliases": ["doner"], "category": "mains", "price": "6.50",
              "modifier_groups": ["sauce", "salad"], "included": ["onion", "feta"], "calories": 640,
              "allergens": ["milk", "wheat"], "description": "In bread.", "substitutes": ["lahmacun"],
              "upsells": ["ayran"], "max_quantity": 12, "available": false },
            { "id": "lahmacun", "name": "Lahmacun", "category": "mains", "price": "5" },
            { "id": "ayran", "name": "Ayran", "category": "drinks", "default_size": "small", "sizes": [
                { "id": "small", "name": "Small", "price": "1.50" },
                { "id": "large", "name": "Large", "aliases": ["big"], "price": "2.50" } ] } ],
        "combos": [
            { "id": "kebab_menu", "name": "Kebab menu", "number": 1, "main": "kebab", "price": "8.00",
              "slots": [ { "id": "drink", "category": "drinks", "default": "ayran" } ] },
            { "id": "big_menu", "name": "Big menu", "number": 2, "main": "kebab", "price": "9.00",
              "slots": [ { "id": "drink", "category": "drinks" } ],
              "sizes": [ { "id": "small", "name": "Small", "price": "0.00" } ] } ],
        "quantifiers": { "extra": ["plenty of"] }
    })
}

/// The document with the value at a JSON pointer replaced, added or (`absent`) taken away.
fn with(mut document: Value, pointer: &str, value: &str) -> Value {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match (document.pointer_mut(parent).unwrap(), value) {
        (Value::Object(fields), "absent") => drop(fields.remove(key)),
        (Value::Object(fields), _) => drop(fields.insert(key.into(), serde_json::from_str(value).unwrap())),
        (list, _) => list[key.parse::<usize>().unwrap()] = serde_json::from_str(value).unwrap(),
    }
    document
}

fn faults(document: &Value) -> String {
    let faults = Menu::check(document).err().unwrap_or_default();
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_faultless_menu_loads_with_its_defaults_filled_in() {
    let menu = Menu::check(&kebab_stand()).unwrap();
    assert_eq!((menu.locale.as_str(), menu.version.as_str()), ("en-US", Some("spring")));
    let kebab = menu.item(&"kebab".into()).unwrap();
    let included: Vec<_> =
        kebab.included.iter().map(|(group, modifier)| format!("{group}/{modifier}")).collect();
    assert_eq!(
        included,
        ["sauce/onion", "salad/feta"],
        "the first of the item's groups that has the modifier"
    );
    assert!(!kebab.available);
    let lahmacun = menu.item(&"lahmacun".into()).unwrap();
    assert_eq!((lahmacun.available, &lahmacun.facts.allergens), (true, &None));
    assert_eq!(lahmacun.pricing, Pricing::One(Money::from_hundredths(500)));
    let ayran = menu.item(&"ayran".into()).unwrap();
    assert_eq!(ayran.default_size().map(|size| size.price), Some(Money::from_hundredths(150)));
    let salad = menu.group(&"salad".into()).unwrap();
    assert_eq!(
        (salad.min, salad.max, salad.modifiers[0].max_quantity),
        (0, 4, MODIFIER_QUANTITY_MAX_DEFAULT)
    );
    let combo = menu.combo(&"big_menu".into()).unwrap();
    assert_eq!((combo.sizes.len(), &combo.default_size, &combo.slots[0].default), (1, &None, &None));
    assert_eq!(menu.combo(&"kebab_menu".into()).unwrap().slots[0].default, Some("ayran".into()));
    assert_eq!(menu.quantifiers.extra, ["plenty of"]);
}

#[test]
fn a_group_without_a_max_is_bounded_by_its_modifiers_alone() {
    let menu = Menu::check(&with(kebab_stand(), "/modifier_groups/0/max", "absent")).unwrap();
    assert_eq!(menu.modifier_groups[0].max, MODIFIER_QUANTITY_MAX_DEFAULT + 2);
}

#[test]
fn an_empty_object_misses_what_a_menu_needs() {
    let missing = "$.id: is missing\n$.name: is missing\n$.currency: is missing\n$.categories: is missing\n$.items: is missing";
    assert_eq!(faults(&json!({})), missing);
}

#[test]
fn what_is_no_object_is_one_fault() {
    assert_eq!(faults(&json!([1, 2])), "$: must be an object, not a list");
    assert_eq!(faults(&Value::Null), "$: must be an object, not null");
}

#[test]
fn ten_faults_are_named_in_the_order_of_the_format() {
    let mut menu = kebab_stand();
    for (pointer, value) in [
        ("/quantifiers/plenty", "[]"),
        ("/combos/1/number", "1"),
        ("/combos/0/slots/0/default", r#""lahmacun""#),
        ("/items/2/price", r#""1.50""#),
        ("/items/1/price", "absent"),
        ("/items/0/upsells/0", r#""cola""#),
        ("/items/0/calories", "-3"),
        ("/modifier_groups/0/modifiers/0/id", r#""feta""#),
        ("/categories/2/name", r#""""#),
        ("/currency", r#""JPY""#),
    ] {
        menu = with(menu, pointer, value);
    }
    let expected = "\
$.currency: JPY is not counted in hundredths, and amounts are in hundredths
$.categories[2].name: is empty
$.modifier_groups[0].modifiers[1].id: \"feta\" is the id of an entry before it
$.items[0].calories: must be a whole number from 0 to 4294967295, not -3
$.items[0].upsells[0]: no item has the id \"cola\"
$.items[1].price: is missing: an item has a price or sizes
$.items[2].price: stands beside sizes: an item has one or the other
$.combos[0].slots[0].default: \"lahmacun\" is not in the slot's category, \"drinks\"
$.combos[1].number: 1 is the number of a combo before it
$.quantifiers.plenty: is no amount: one of no, extra, light, side, regular";
    assert_eq!(faults(&menu), expected);
}

#[test]
fn a_menu_has_at_most_five_thousand_items() {
    let item = |at| json!({ "id": format!("i{at}"), "name": "Kebab", "category": "mains", "price": "1.00" });
    let items = |count| Value::from_iter((0..count).map(item));
    let categories = json!([ { "id": "mains", "name": "Mains" } ]);
    let head = json!({ "id": "m", "name": "M", "currency": "EUR", "categories": categories });
    let menu = |count| with(head.clone(), "/items", &items(count).to_string());
    assert_eq!(faults(&menu(ITEMS_MAX)), "");
    assert_eq!(faults(&menu(ITEMS_MAX + 1)), "$.items: has 5001 entries, the most is 5000");
}

#[test]
fn each_rule_names_its_fault() {
    let long = |length| format!("\"{}\"", "x".repeat(length));
    let many = |length| serde_json::to_string(&vec!["x"; length]).unwrap();
    #[rustfmt::skip]
    let rules = [
        ("/id", r#""""#, "$.id: an id is 1 to 64 characters without control characters"),
        ("/id", &long(65), "$.id: an id is 1 to 64 characters without control characters"),
        ("/id", r#""a\u0007b""#, "$.id: an id is 1 to 64 characters without control characters"),
        ("/id", "7", "$.id: must be a text, not 7"),
        ("/name", "absent", "$.name: is missing"),
        ("/name", r#""  ""#, "$.name: is empty"),
        ("/name", &long(201), "$.name: is longer than 200 characters"),
        ("/name", r#""Kebab\nStand""#, "$.name: has a control character"),
        ("/currency", r#""eur""#, r#"$.currency: "eur" is no ISO 4217 code: three capital letters"#),
        ("/currency", r#""JPY""#, "$.currency: JPY is not counted in hundredths, and amounts are in hundredths"),
        ("/currency", "978", "$.currency: must be a text, not 978"),
        ("/tax_rate", r#""1.5""#, r#"$.tax_rate: "1.5" cannot be read: a tax rate is a decimal from "0" to "1" with at most six decimals, such as "0.0825""#),
        ("/tax_rate", "0.07", "$.tax_rate: must be a decimal number in quotes, not 0.07"),
        ("/locale", r#""""#, "$.locale: is empty"),
        ("/categories/2/aliases", "{}", "$.categories[2].aliases: must be a list, not an object"),
        ("/categories/2", r#""extras""#, "$.categories[2]: must be an object, not a text"),
        ("/categories/2/id", r#""mains""#, r#"$.categories[2].id: "mains" is the id of an entry before it"#),
        ("/categories/0/aliases", r#""main dish""#, "$.categories[0].aliases: must be a list, not a text"),
        ("/categories/0/aliases/0", r#""""#, "$.categories[0].aliases[0]: is empty"),
        ("/categories/0/aliases/0", "5", "$.categories[0].aliases[0]: must be a text, not 5"),
        ("/categories/0/aliases", &many(501), "$.categories[0].aliases: has 501 entries, the most is 500"),
        ("/modifier_groups/1/id", r#""salad""#, r#"$.modifier_groups[1].id: "salad" is the id of an entry before it / $.items[0].modifier_groups[0]: no group has the id "sauce" / $.items[0].included[1]: no group of this item has a modifier "feta""#),
        ("/modifier_groups/1/min", "3", "$.modifier_groups[1].max: 2 is less than min, 3"),
        ("/modifier_groups/1/min", "-1", "$.modifier_groups[1].min: must be a whole number from 0 to 4294967295, not -1"),
        ("/modifier_groups/0/max", "1.5", "$.modifier_groups[0].max: must be a whole number from 0 to 4294967295, not 1.5"),
        ("/modifier_groups/0/modifiers/0/max_quantity", "0", "$.modifier_groups[0].modifiers[0].max_quantity: must be at least 1"),
        ("/modifier_groups/1/default", r#"["feta"]"#, r#"$.modifier_groups[1].default[0]: this group has no modifier "feta""#),
        ("/modifier_groups/1/max", "0", "$.modifier_groups[1].max: 0 is less than min, 1 / $.modifier_groups[1].default: names 1 of at most 0"),
        ("/modifier_groups/0/modifiers", "null", r#"$.modifier_groups[0].modifiers: is missing / $.items[0].included[1]: no group of this item has a modifier "feta""#),
        ("/modifier_groups/1/modifiers", "[]", r#"$.modifier_groups[1].default[0]: this group has no modifier "garlic" / $.modifier_groups[1].modifiers: has 0 portions to choose from, min is 1"#),
        ("/modifier_groups/1/modifiers/1/id", r#""garlic""#, r#"$.modifier_groups[1].modifiers[1].id: "garlic" is the id of an entry before it"#),
        ("/modifier_groups/0/modifiers/1/price", r#""1.105""#, r#"$.modifier_groups[0].modifiers[1].price: "1.105" cannot be read: an amount is digits with at most two decimals, such as "4.79", up to a billion"#),
        ("/modifier_groups/0/modifiers/1/price", "absent", "$.modifier_groups[0].modifiers[1].price: is missing"),
        ("/modifier_groups/0/modifiers/1/max_quantity", "0", "$.modifier_groups[0].modifiers[1].max_quantity: must be at least 1"),
        ("/items/1", "[]", r#"$.items[1]: must be an object, not a list / $.items[0].substitutes[0]: no item has the id "lahmacun""#),
        ("/items/1/id", r#""kebab""#, r#"$.items[0].substitutes[0]: no item has the id "lahmacun" / $.items[1].id: "kebab" is the id of an entry before it"#),
        ("/items/1/category", r#""soups""#, r#"$.items[1].category: no category has the id "soups""#),
        ("/items/1/category", "absent", "$.items[1].category: is missing"),
        ("/items/1/price", r#""-1.00""#, r#"$.items[1].price: "-1.00" is negative"#),
        ("/items/1/price", "4.79", "$.items[1].price: must be a decimal number in quotes, not 4.79"),
        ("/items/1/price", r#""free""#, r#"$.items[1].price: "free" cannot be read: an amount is digits with at most two decimals, such as "4.79", up to a billion"#),
        ("/items/1/price", "absent", "$.items[1].price: is missing: an item has a price or sizes"),
        ("/items/2/price", r#""1.50""#, "$.items[2].price: stands beside sizes: an item has one or the other"),
        ("/items/2/sizes", "[]", r#"$.items[2].sizes: is empty: an item has a price or at least one size / $.items[2].default_size: "small" is none of the sizes"#),
        ("/items/2/sizes/1/id", r#""small""#, r#"$.items[2].sizes[1].id: "small" is the id of an entry before it"#),
        ("/items/2/sizes/1/price", "absent", "$.items[2].sizes[1].price: is missing"),
        ("/items/2/default_size", r#""medium""#, r#"$.items[2].default_size: "medium" is none of the sizes"#),
        ("/items/1/default_size", r#""small""#, "$.items[1].default_size: stands without sizes"),
        ("/items/0/modifier_groups", r#"["sauce", "bread"]"#, r#"$.items[0].modifier_groups[1]: no group has the id "bread" / $.items[0].included[1]: no group of this item has a modifier "feta""#),
        ("/items/0/included", r#"["bacon"]"#, r#"$.items[0].included[0]: no group of this item has a modifier "bacon""#),
        ("/items/0/calories", r#""640""#, "$.items[0].calories: must be a whole number from 0 to 4294967295, not a text"),
        ("/items/0/allergens", r#"[""]"#, "$.items[0].allergens[0]: is empty"),
        ("/items/0/description", &long(2001), "$.items[0].description: is longer than 2000 characters"),
        ("/items/0/substitutes", r#"["falafel"]"#, r#"$.items[0].substitutes[0]: no item has the id "falafel""#),
        ("/items/0/upsells", r#"["lahmacun", "cola", 3]"#, r#"$.items[0].upsells[1]: no item has the id "cola" / $.items[0].upsells[2]: must be a text, not 3"#),
        ("/items/0/max_quantity", "0", "$.items[0].max_quantity: must be at least 1"),
        ("/items/0/available", r#""yes""#, "$.items[0].available: must be true or false, not a text"),
        ("/combos/1/id", r#""kebab_menu""#, r#"$.combos[1].id: "kebab_menu" is the id of an entry before it"#),
        ("/combos/1/number", "1", "$.combos[1].number: 1 is the number of a combo before it"),
        ("/combos/0/main", r#""doner""#, r#"$.combos[0].main: no item has the id "doner""#),
        ("/combos/0/main", "absent", "$.combos[0].main: is missing"),
        ("/combos/0/price", "absent", "$.combos[0].price: is missing"),
        ("/combos/1/default_size", r#""large""#, r#"$.combos[1].default_size: "large" is none of the sizes"#),
        ("/combos/0/default_size", r#""large""#, r#"$.combos[0].default_size: "large" is none of the sizes"#),
        ("/combos/0/slots/0/category", r#""soups""#, r#"$.combos[0].slots[0].category: no category has the id "soups""#),
        ("/combos/0/slots/0/category", r#""extras""#, r#"$.combos[0].slots[0].default: "ayran" is not in the slot's category, "extras""#),
        ("/combos/0/slots/0/default", r#""lahmacun""#, r#"$.combos[0].slots[0].default: "lahmacun" is not in the slot's category, "drinks""#),
        ("/combos/0/slots/0/default", r#""cola""#, r#"$.combos[0].slots[0].default: no item has the id "cola""#),
        ("/quantifiers", "[]", "$.quantifiers: must be an object, not a list"),
        ("/quantifiers/plenty", r#"["lots of"]"#, "$.quantifiers.plenty: is no amount: one of no, extra, light, side, regular"),
        ("/format", "3", "$.format: 3 is no format of menus: the newest is 2"),
        ("/items/0/heat", "4", "$.items[0].heat: 4 is not from 0 to 3"),
        ("/items/0/diets", r#"["keto"]"#, r#"$.items[0].diets[0]: "keto" is no diet: one of vegetarian, vegan, halal, kosher, gluten_free"#),
        ("/items/0/caffeine", r#""lots""#, "$.items[0].caffeine: is not true, false, or a whole number of milligrams"),
        ("/quantifiers/a lot", r#"["lots of"]"#, r#"$.quantifiers["a lot"]: is no amount: one of no, extra, light, side, regular"#),
        ("/quantifiers/extra", r#"[" "]"#, "$.quantifiers.extra[0]: is empty"),
    ];
    for (pointer, value, expected) in rules {
        let found = faults(&with(kebab_stand(), pointer, value));
        assert_eq!(found.replace('\n', " / "), expected, "{pointer} = {value:.80}");
    }
}

#[test]
fn allergens_are_of_the_list_in_a_menu_of_format_2_and_any_words_before() {
    let newer = with(kebab_stand(), "/format", "2");
    let named = |document: &Value| Menu::check(document).unwrap().items[0].facts.allergens.clone().unwrap();
    let words = r#"["milk", "pine nuts", "fairy dust"]"#;
    let strange = with(kebab_stand(), "/items/0/allergens", words);
    assert_eq!(named(&strange), ["milk", "pine nuts", "fairy dust"].map(Allergen::of));
    let known = with(newer.clone(), "/items/0/allergens", r#"["milk", "walnuts"]"#);
    assert!(named(&known)[1].is_kind_of(&Allergen::of("tree nuts")));
    let fault = faults(&with(newer, "/items/0/allergens", words));
    assert!(
        fault.starts_with(r#"$.items[0].allergens[2]: "fairy dust" is no allergen: one of milk, egg"#),
        "{fault}"
    );
}

/// JSON of any shape, with the names of menu fields in it.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "(kebab|small|onion|salad|drinks|-?[0-9]{1,13}\\.[0-9]{0,7}|[A-Z]{3}|\\PC{0,70}|.{0,5})"
            .prop_map(Value::from),
    ];
    let name = "(id|name|aliases|categories|category|items|sizes|price|modifier_groups|modifiers|default|combos|slots|min|max|quantifiers|.{0,3})";
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(name, inner, 0..8).prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

/// Every value of a document, by JSON pointer.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    let fields = value.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value));
    let elements =
        value.as_array().into_iter().flatten().enumerate().map(|(at, value)| (at.to_string(), value));
    for (step, value) in fields.chain(elements) {
        let pointer = format!("{at}/{step}");
        pointers(value, &pointer, all);
        all.push(pointer);
    }
}

proptest! {
    #[test]
    fn any_json_is_a_menu_or_has_faults(document in any_json()) {
        prop_assert_ne!(Menu::check(&document).err(), Some(vec![]));
    }

    #[test]
    fn a_menu_changed_anywhere_is_faulty_or_refers_to_what_it_has(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any_json()), 1..4),
    ) {
        let mut document = kebab_stand();
        for (at, value) in changes {
            let mut all = Vec::new();
            pointers(&document, "", &mut all);
            if let Some(place) = document.pointer_mut(&all[at.index(all.len())]) {
                *place = value;
            }
        }
        let Ok(menu) = Menu::check(&document) else { return Ok(()) };
        for item in &menu.items {
            prop_assert!(menu.category(&item.category).is_some());
            for (group, modifier) in &item.included {
                prop_assert!(menu.group(group).and_then(|group| group.modifier(modifier)).is_some());
            }
        }
        for combo in &menu.combos {
            prop_assert!(menu.item(&combo.main).is_some());
            for item in combo.slots.iter().filter_map(|slot| slot.default.as_ref()) {
                prop_assert!(menu.item(item).is_some());
            }
        }
    }
}

#[test]
fn what_says_nothing_of_when_it_is_served_is_served_with_what_it_belongs_to() {
    let mut document: Value =
        serde_json::from_str(include_str!("../../../../fixtures/menus/diner.json")).unwrap();
    document["combos"][0]["main"] = json!("pancakes");
    document["combos"][0]["dayparts"] = json!([]);
    let mut menu = Menu::check(&document).unwrap();
    let served = |menu: &Menu| {
        let items = menu.items.iter().filter(|item| item.is_had()).map(|item| item.id.to_string());
        items
            .chain(menu.combos.iter().filter(|combo| combo.served).map(|combo| combo.id.to_string()))
            .collect()
    };
    let all: Vec<String> = served(&menu);
    assert_eq!(all.len(), menu.items.len() + menu.combos.len());
    let at = |time: &str| menu.dayparts_on(time.parse().unwrap());
    let [morning, noon, night] = ["2026-11-25T10:00", "2026-11-25T12:00", "2026-11-26T01:00"].map(at);
    for (on, others) in [
        (morning, vec!["breakfast_burrito", "pancakes", "club_combo"]),
        (noon, vec![]),
        (night, vec!["chili_fries"]),
    ] {
        menu.serve(&on);
        let now: Vec<String> = served(&menu);
        let some_time = ["breakfast_burrito", "pancakes", "chili_fries", "club_combo"];
        let now: Vec<&str> = now.iter().map(String::as_str).filter(|id| some_time.contains(id)).collect();
        assert_eq!(now, others, "{on:?}");
    }
}

#[test]
fn a_day_part_that_never_is_or_is_not_there_is_a_fault() {
    let document: Value =
        serde_json::from_str(include_str!("../../../../fixtures/menus/diner.json")).unwrap();
    for (pointer, value, expected) in [
        ("/dayparts/0/days", "[]", "$.dayparts[0].days: is empty: the day part never is"),
        ("/dayparts/0/days", r#"["monday"]"#, r#"$.dayparts[0].days[0]: "monday" is no day: one of mon"#),
        ("/dayparts/0/to", r#""05:00""#, "$.dayparts[0].to: is when it begins, 05:00: the day part never is"),
        ("/dayparts/0/to", r#""24:00""#, r#"$.dayparts[0].to: "24:00" is no time of day"#),
        ("/dayparts/0/to", "absent", "$.dayparts[0].to: is missing: a day part has both"),
        (
            "/dayparts/1/id",
            r#""breakfast""#,
            r#"$.dayparts[1].id: "breakfast" is the id of an entry before it"#,
        ),
        ("/items/3/dayparts", r#"["noon"]"#, r#"$.items[3].dayparts[0]: no day part has the id "noon""#),
    ] {
        let found = faults(&with(document.clone(), pointer, value));
        assert!(found.contains(expected), "{pointer} {value}: {found}");
    }
    for days in [r#"["sat", "sun"]"#, "absent"] {
        let whole_day =
            with(with(document.clone(), "/dayparts/0/from", "absent"), "/dayparts/0/to", "absent");
        assert_eq!(faults(&with(whole_day, "/dayparts/0/days", days)), "");
    }
}
