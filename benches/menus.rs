//! Menus of any length, and orders from them: the same for the same length, in every run. Names share their words, as
//! those of real menus do: every "spicy" and every "burger" is part of several names.

use fsm::menu::Menu;
use parse::{Languages, MenuBook};
use serde_json::{Value, json};
use testbed::Random;

/// A menu and what its orders are made of.
pub struct SampleMenu {
    pub book: MenuBook,
    random: Random,
}

/// The kinds of items: an id, what the items end with, whether they have sizes, and the places of their groups.
const KINDS: [(&str, &str, bool, &[usize]); 10] = [
    ("burgers", "burger, cheeseburger, patty melt, slider", false, &[0, 1, 2, 3]),
    ("chicken", "chicken sandwich, chicken wrap, chicken tenders, wings", false, &[0, 1, 4]),
    ("dogs", "hot dog, corn dog, sausage, brat", false, &[0, 1]),
    ("tacos", "taco, burrito, quesadilla, nachos", false, &[0, 4, 5]),
    ("salads", "salad, side salad, bowl, slaw", false, &[5, 6]),
    ("sides", "fries, onion rings, tots, potato wedges", true, &[4]),
    ("breakfast", "pancakes, breakfast muffin, omelette, waffle", false, &[7, 8]),
    ("drinks", "soda, iced tea, lemonade, sparkling water", true, &[9]),
    ("coffees", "coffee, latte, cold brew, mocha", true, &[9, 10, 11]),
    ("sweets", "milk shake, sundae, apple pie, cookie", true, &[8, 11]),
];

/// What the names begin with: one or two words.
const FLAVORS: &str = "classic, spicy, smoky, double, garden, texas, honey, crispy, grilled, maple, hickory, buffalo, \
    mango, cherry, vanilla, caramel, peach, coconut, lime, ginger, blue moon, red hot, \
    sweet chili, black pepper, sea salt, brown butter, dragon, harvest, sunrise, midnight, \
    pumpkin, raspberry, truffle, cajun, tuscan, carolina, hawaiian, chipotle, rosemary, farmhouse";

/// The groups, with their modifiers.
const GROUPS: [(&str, &str); 12] = [
    ("toppings", "pickles, onions, lettuce, tomatoes, bacon, jalapenos, mushrooms, fried egg"),
    ("sauces", "ketchup, mustard, mayo, ranch, barbecue sauce, hot sauce, aioli, relish"),
    ("cheeses", "american cheese, cheddar, swiss, provolone, feta, gouda, brie, goat cheese"),
    ("buns", "sesame bun, potato bun, brioche, pretzel bun, rye bread, lettuce wrap, ciabatta, pita"),
    ("dips", "ranch dip, honey mustard, cheese dip, salsa, guacamole, sour cream, gravy, hummus"),
    ("greens", "spinach, kale, arugula, cabbage, cucumber, radish, olives, sweet corn"),
    (
        "dressings",
        "caesar dressing, vinaigrette, blue cheese, thousand island, italian, lemon oil, tahini, french dressing",
    ),
    ("eggs", "scrambled eggs, poached egg, egg whites, sausage patty, ham, turkey, salmon, hash"),
    ("spreads", "butter, jam, maple syrup, peanut butter, cream cheese, nutella, marmalade, agave"),
    ("ice", "ice, lemon slice, lime wedge, mint, straw, sugar, sweetener, stirrer"),
    ("milks", "whole milk, skim milk, oat milk, soy milk, almond milk, half and half, creamer, foam"),
    (
        "syrups",
        "vanilla syrup, hazelnut syrup, caramel drizzle, chocolate chips, whipped cream, sprinkles, cinnamon, espresso shot",
    ),
];

/// How many items there are for each combo.
const ITEMS_PER_COMBO: usize = 20;

impl SampleMenu {
    /// A menu of that many items.
    pub fn of(items: usize) -> Self {
        let menu = Menu::check(&document(items)).unwrap();
        assert_eq!(menu.items.len(), items);
        Self { book: MenuBook::compile(menu, &Languages::default()), random: Random(7) }
    }

    /// Different orders of that many words.
    pub fn orders(&mut self, words: usize, count: usize) -> Vec<String> {
        (0..count).map(|_| self.order(words)).collect()
    }

    /// An order of that many words: lines with their sizes and modifiers, cut off where the words are used up.
    fn order(&mut self, words: usize) -> String {
        let mut order =
            (*one(&mut self.random, &["can i get", "i would like", "i'll have", "hi could i have"]))
                .to_owned();
        while order.split(' ').count() < words {
            let line = self.line();
            let join = one(&mut self.random, &[" and ", ", ", " and then "]);
            order = if order.contains("with") || order.contains(',') {
                order + join + &line
            } else {
                order + " " + &line
            };
        }
        let kept: Vec<&str> = order.split(' ').take(words).collect();
        kept.join(" ")
    }

    fn line(&mut self) -> String {
        let item = one(&mut self.random, &self.book.menu.items);
        let mut line = (*one(&mut self.random, &["a", "two", "one", "three"])).to_owned();
        if let Some(size) = item.sizes().get(below(&mut self.random, 4)) {
            line = format!("{line} {}", size.name);
        }
        line = format!("{line} {}", item.name);
        let group = self.book.menu.group(one(&mut self.random, &item.modifier_groups)).unwrap();
        let modifier = &one(&mut self.random, &group.modifiers).name;
        let how = one(&mut self.random, &["with", "with no", "with extra", "without"]);
        format!("{line} {how} {modifier}").to_lowercase()
    }
}

/// The menu as it is written.
pub fn document(items: usize) -> Value {
    let mut random = Random(1);
    let items: Vec<Value> = (0..items).map(|at| item(&mut random, at)).collect();
    let combos: Vec<Value> = (0..items.len() / ITEMS_PER_COMBO).map(|at| combo(&items, at)).collect();
    json!({
        "id": "sample", "name": "Sample", "version": 1, "currency": "USD", "tax_rate": "0.08", "locale": "en-US",
        "categories": KINDS.iter().map(|(id, ..)| json!({ "id": id, "name": id, "aliases": [] })).collect::<Vec<_>>(),
        "modifier_groups": GROUPS.iter().map(group).collect::<Vec<_>>(),
        "items": items, "combos": combos,
    })
}

/// The same, where every item and every choice says what it contains.
pub fn with_facts(mut menu: Value) -> Value {
    let lists = ["items", "modifier_groups"].map(|list| menu[list].as_array().cloned().unwrap_or_default());
    let [items, groups] = lists;
    let told = |(at, mut entry): (usize, Value)| {
        entry["allergens"] = if at % 3 == 0 { json!(["milk"]) } else { json!([]) };
        entry
    };
    menu["items"] = items.into_iter().enumerate().map(told).collect();
    let group = |mut group: Value| {
        let modifiers = group["modifiers"].as_array().cloned().unwrap_or_default();
        group["modifiers"] = modifiers.into_iter().enumerate().map(told).collect();
        group
    };
    menu["modifier_groups"] = groups.into_iter().map(group).collect();
    menu
}

/// The items take turns in their kinds; within a kind every noun meets every flavor once.
fn item(random: &mut Random, at: usize) -> Value {
    let ((kind, nouns, is_sized, groups), turn) = (KINDS[at % KINDS.len()], at / KINDS.len());
    let (nouns, flavors) = (list(nouns), list(FLAVORS));
    let noun = nouns[turn % nouns.len()];
    let flavor = flavors[(turn * 7 + at % KINDS.len() * 3) % flavors.len()];
    let name = format!("{flavor} {noun}");
    let aliases = match below(random, 4) {
        0 => vec![format!("{flavor} {kind}")],
        1 => vec![format!("{noun} {flavor}"), format!("the {flavor}")],
        _ => Vec::new(),
    };
    let groups: Vec<_> = groups.iter().map(|group| GROUPS[*group]).collect();
    let included: Vec<String> =
        groups.iter().take(2).map(|(_, modifiers)| id(one::<&str>(random, &list(modifiers)))).collect();
    let groups: Vec<&str> = groups.iter().map(|(name, _)| *name).collect();
    let mut item = json!({
        "id": format!("{}_{at}", id(&name)), "name": name, "aliases": aliases, "category": kind,
        "modifier_groups": groups, "included": included,
    });
    if is_sized {
        item["sizes"] = json!([
            { "id": "small", "name": "Small", "aliases": ["little"], "price": "2.00" },
            { "id": "medium", "name": "Medium", "aliases": ["regular"], "price": "2.50" },
            { "id": "large", "name": "Large", "aliases": ["big"], "price": "3.00" },
        ]);
        item["default_size"] = json!("medium");
    } else {
        item["price"] = json!("5.00");
    }
    item
}

fn combo(items: &[Value], at: usize) -> Value {
    let main = &items[at * ITEMS_PER_COMBO];
    let name = main["name"].as_str().unwrap();
    json!({
        "id": format!("combo_{at}"), "name": format!("{name} combo"), "aliases": [format!("{name} meal")],
        "number": at + 1, "main": main["id"], "price": "9.00", "sizes": [],
        "slots": [{ "id": "side", "category": "sides" }, { "id": "drink", "category": "drinks" }],
    })
}

fn group((name, modifiers): &(&str, &str)) -> Value {
    let modifier = |name: &str| {
        let aliases: Vec<&str> =
            name.split(' ').next().filter(|first| first.len() > 5 && *first != name).into_iter().collect();
        json!({ "id": id(name), "name": name, "aliases": aliases, "price": "0.50" })
    };
    json!({
        "id": name, "name": name, "aliases": [], "min": 0, "max": 8, "default": [],
        "modifiers": list(modifiers).into_iter().map(modifier).collect::<Vec<_>>(),
    })
}

fn id(name: &str) -> String {
    name.replace(' ', "_")
}

/// What a text names, with commas in between.
fn list(text: &str) -> Vec<&str> {
    text.split(", ").collect()
}

fn one<'a, T>(random: &mut Random, list: &'a [T]) -> &'a T {
    &list[below(random, list.len())]
}

fn below(random: &mut Random, end: usize) -> usize {
    usize::try_from(random.below(end as u64)).unwrap()
}
