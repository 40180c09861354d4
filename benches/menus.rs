//! Menus of any length, and orders from them: the same for the same length, in every run. Names share their words, as
//! those of real menus do: every "spicy" and every "burger" is part of several names.

use fsm::menu::Menu;
use parse::{Languages, MenuBook};
use serde_json::{Value, json};

/// A menu and what its orders are made of.
pub struct SampleMenu {
    pub book: MenuBook,
    chance: Chance,
}

/// A kind of items: its id, what its items end with, whether they have sizes, and the places of its groups.
struct Kind {
    id: &'static str,
    nouns: &'static [&'static str],
    sized: bool,
    groups: &'static [usize],
}

const KINDS: [Kind; 10] = [
    Kind {
        id: "burgers",
        nouns: &["burger", "cheeseburger", "patty melt", "slider"],
        sized: false,
        groups: &[0, 1, 2, 3],
    },
    Kind {
        id: "chicken",
        nouns: &["chicken sandwich", "chicken wrap", "chicken tenders", "wings"],
        sized: false,
        groups: &[0, 1, 4],
    },
    Kind { id: "dogs", nouns: &["hot dog", "corn dog", "sausage", "brat"], sized: false, groups: &[0, 1] },
    Kind {
        id: "tacos",
        nouns: &["taco", "burrito", "quesadilla", "nachos"],
        sized: false,
        groups: &[0, 4, 5],
    },
    Kind { id: "salads", nouns: &["salad", "side salad", "bowl", "slaw"], sized: false, groups: &[5, 6] },
    Kind {
        id: "sides",
        nouns: &["fries", "onion rings", "tots", "potato wedges"],
        sized: true,
        groups: &[4],
    },
    Kind {
        id: "breakfast",
        nouns: &["pancakes", "breakfast muffin", "omelette", "waffle"],
        sized: false,
        groups: &[7, 8],
    },
    Kind {
        id: "drinks",
        nouns: &["soda", "iced tea", "lemonade", "sparkling water"],
        sized: true,
        groups: &[9],
    },
    Kind {
        id: "coffees",
        nouns: &["coffee", "latte", "cold brew", "mocha"],
        sized: true,
        groups: &[9, 10, 11],
    },
    Kind {
        id: "sweets",
        nouns: &["milk shake", "sundae", "apple pie", "cookie"],
        sized: true,
        groups: &[8, 11],
    },
];

/// What the names begin with: one or two words.
const FLAVORS: [&str; 40] = [
    "classic",
    "spicy",
    "smoky",
    "double",
    "garden",
    "texas",
    "honey",
    "crispy",
    "grilled",
    "maple",
    "hickory",
    "buffalo",
    "mango",
    "cherry",
    "vanilla",
    "caramel",
    "peach",
    "coconut",
    "lime",
    "ginger",
    "blue moon",
    "red hot",
    "sweet chili",
    "black pepper",
    "sea salt",
    "brown butter",
    "dragon",
    "harvest",
    "sunrise",
    "midnight",
    "pumpkin",
    "raspberry",
    "truffle",
    "cajun",
    "tuscan",
    "carolina",
    "hawaiian",
    "chipotle",
    "rosemary",
    "farmhouse",
];

/// The groups, with their modifiers.
const GROUPS: [(&str, [&str; 8]); 12] = [
    (
        "toppings",
        ["pickles", "onions", "lettuce", "tomatoes", "bacon", "jalapenos", "mushrooms", "fried egg"],
    ),
    ("sauces", ["ketchup", "mustard", "mayo", "ranch", "barbecue sauce", "hot sauce", "aioli", "relish"]),
    ("cheeses", ["american cheese", "cheddar", "swiss", "provolone", "feta", "gouda", "brie", "goat cheese"]),
    (
        "buns",
        [
            "sesame bun",
            "potato bun",
            "brioche",
            "pretzel bun",
            "rye bread",
            "lettuce wrap",
            "ciabatta",
            "pita",
        ],
    ),
    (
        "dips",
        ["ranch dip", "honey mustard", "cheese dip", "salsa", "guacamole", "sour cream", "gravy", "hummus"],
    ),
    ("greens", ["spinach", "kale", "arugula", "cabbage", "cucumber", "radish", "olives", "sweet corn"]),
    (
        "dressings",
        [
            "caesar dressing",
            "vinaigrette",
            "blue cheese",
            "thousand island",
            "italian",
            "lemon oil",
            "tahini",
            "french dressing",
        ],
    ),
    (
        "eggs",
        ["scrambled eggs", "poached egg", "egg whites", "sausage patty", "ham", "turkey", "salmon", "hash"],
    ),
    (
        "spreads",
        ["butter", "jam", "maple syrup", "peanut butter", "cream cheese", "nutella", "marmalade", "agave"],
    ),
    ("ice", ["ice", "lemon slice", "lime wedge", "mint", "straw", "sugar", "sweetener", "stirrer"]),
    (
        "milks",
        [
            "whole milk",
            "skim milk",
            "oat milk",
            "soy milk",
            "almond milk",
            "half and half",
            "creamer",
            "foam",
        ],
    ),
    (
        "syrups",
        [
            "vanilla syrup",
            "hazelnut syrup",
            "caramel drizzle",
            "chocolate chips",
            "whipped cream",
            "sprinkles",
            "cinnamon",
            "espresso shot",
        ],
    ),
];

/// How many items there are for each combo.
const ITEMS_PER_COMBO: usize = 20;

impl SampleMenu {
    /// A menu of that many items.
    pub fn of(items: usize) -> Self {
        let menu = Menu::check(&document(items)).unwrap();
        assert_eq!(menu.items.len(), items);
        Self { book: MenuBook::compile(menu, &Languages::default()), chance: Chance(7) }
    }

    /// Different orders of that many words.
    pub fn orders(&mut self, words: usize, count: usize) -> Vec<String> {
        (0..count).map(|_| self.order(words)).collect()
    }

    /// An order of that many words: lines with their sizes and modifiers, cut off where the words are used up.
    fn order(&mut self, words: usize) -> String {
        let mut order =
            (*self.chance.one(&["can i get", "i would like", "i'll have", "hi could i have"])).to_owned();
        while order.split(' ').count() < words {
            let line = self.line();
            let join = self.chance.one(&[" and ", ", ", " and then "]);
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
        let item = self.chance.one(&self.book.menu.items);
        let mut line = (*self.chance.one(&["a", "two", "one", "three"])).to_owned();
        if let Some(size) = item.sizes().get(self.chance.below(4)) {
            line = format!("{line} {}", size.name);
        }
        line = format!("{line} {}", item.name);
        let group = self.book.menu.group(self.chance.one(&item.modifier_groups)).unwrap();
        let modifier = &self.chance.one(&group.modifiers).name;
        let how = self.chance.one(&["with", "with no", "with extra", "without"]);
        format!("{line} {how} {modifier}").to_lowercase()
    }
}

/// The menu as it is written.
pub fn document(items: usize) -> Value {
    let mut chance = Chance(1);
    let items: Vec<Value> = (0..items).map(|at| item(&mut chance, at)).collect();
    let combos: Vec<Value> = (0..items.len() / ITEMS_PER_COMBO).map(|at| combo(&items, at)).collect();
    json!({
        "id": "house", "name": "House", "version": 1, "currency": "USD", "tax_rate": "0.08", "locale": "en-US",
        "categories": KINDS.iter().map(|kind| json!({ "id": kind.id, "name": kind.id, "aliases": [] })).collect::<Vec<_>>(),
        "modifier_groups": GROUPS.iter().map(group).collect::<Vec<_>>(),
        "items": items, "combos": combos,
    })
}

/// The items take turns in their kinds; within a kind every noun meets every flavor once.
fn item(chance: &mut Chance, at: usize) -> Value {
    let (kind, turn) = (&KINDS[at % KINDS.len()], at / KINDS.len());
    let noun = kind.nouns[turn % kind.nouns.len()];
    let flavor = FLAVORS[(turn * 7 + at % KINDS.len() * 3) % FLAVORS.len()];
    let name = format!("{flavor} {noun}");
    let aliases = match chance.below(4) {
        0 => vec![format!("{flavor} {}", kind.id)],
        1 => vec![format!("{noun} {flavor}"), format!("the {flavor}")],
        _ => Vec::new(),
    };
    let groups: Vec<&str> = kind.groups.iter().map(|group| GROUPS[*group].0).collect();
    let included: Vec<String> =
        kind.groups.iter().take(2).map(|group| id(chance.one::<&str>(&GROUPS[*group].1))).collect();
    let mut item = json!({
        "id": format!("{}_{at}", id(&name)), "name": name, "aliases": aliases, "category": kind.id,
        "modifier_groups": groups, "included": included,
    });
    if kind.sized {
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

fn group((name, modifiers): &(&str, [&str; 8])) -> Value {
    let modifier = |name: &&str| {
        let aliases: Vec<&str> =
            name.split(' ').next().filter(|first| first.len() > 5 && first != name).into_iter().collect();
        json!({ "id": id(name), "name": name, "aliases": aliases, "price": "0.50" })
    };
    json!({
        "id": name, "name": name, "aliases": [], "min": 0, "max": 8, "default": [],
        "modifiers": modifiers.iter().map(modifier).collect::<Vec<_>>(),
    })
}

fn id(name: &str) -> String {
    name.replace(' ', "_")
}

/// Chance that is the same in every run: SplitMix64.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % count as u64).unwrap()
    }

    fn one<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}
