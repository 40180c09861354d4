//! An item as it comes, beside everything that is on it, on menus of any shape.

use proptest::prelude::*;
use serde_json::{Value, json};
use strum::VariantArray;

use super::*;
use crate::menu::{Diet, KnownAllergen};
use crate::query::list;

const GROUPS: usize = 3;
const WORDS: [&str; 8] = ["milk", "wheat", "gluten", "peanuts", "walnuts", "shrimp", "egg", "oats"];

/// What the menu may say of something.
fn facts() -> impl Strategy<Value = Value> {
    let words = || prop::option::of(prop::sample::subsequence(WORDS.to_vec(), 0..3));
    (words(), words(), prop::option::of(0..=3u8)).prop_map(|(allergens, may_contain, heat)| {
        let mut facts = json!({});
        let told =
            [("allergens", json!(allergens)), ("may_contain", json!(may_contain)), ("heat", json!(heat))];
        for (name, value) in told.into_iter().filter(|(_, value)| !value.is_null()) {
            facts[name] = value;
        }
        facts
    })
}

fn entry(id: &str, mut facts: Value) -> Value {
    (facts["id"], facts["name"]) = (json!(id), json!(id));
    facts
}

#[derive(Clone, Debug)]
struct AnyGroup {
    must_choose: bool,
    by_default: bool,
    choices: Vec<Value>,
    /// The choice that is off, if there are so many.
    off: usize,
}

impl AnyGroup {
    fn any() -> impl Strategy<Value = Self> {
        let parts = (any::<bool>(), any::<bool>(), prop::collection::vec(facts(), 1..4), 0..6usize);
        parts.prop_map(|(must_choose, by_default, choices, off)| Self {
            must_choose,
            by_default,
            choices,
            off,
        })
    }

    fn written(&self, at: usize) -> Value {
        let choice = |(number, facts): (usize, &Value)| {
            let mut choice = entry(&format!("choice {at} {number}"), facts.clone());
            (choice["price"], choice["available"]) = (json!("0.00"), json!(number != self.off));
            choice
        };
        let modifiers: Vec<Value> = self.choices.iter().enumerate().map(choice).collect();
        let default: Vec<&Value> =
            modifiers.iter().take(usize::from(self.by_default)).map(|one| &one["id"]).collect();
        let (id, min) = (format!("group {at}"), u8::from(self.must_choose));
        json!({ "id": id, "name": id, "min": min, "max": 1, "default": default, "modifiers": modifiers })
    }
}

#[derive(Clone, Debug)]
struct AnyItem {
    facts: Value,
    sizes: Vec<Value>,
    has_default_size: bool,
    /// Which groups it has, and of which of them the first choice is included.
    groups: Vec<(bool, bool)>,
}

impl AnyItem {
    fn any() -> impl Strategy<Value = Self> {
        let groups = prop::collection::vec((any::<bool>(), any::<bool>()), GROUPS);
        let parts = (facts(), prop::collection::vec(facts(), 0..3), any::<bool>(), groups);
        parts.prop_map(|(facts, sizes, has_default_size, groups)| Self {
            facts,
            sizes,
            has_default_size,
            groups,
        })
    }

    fn written(&self, at: usize) -> Value {
        let mut item = entry(&format!("item {at}"), self.facts.clone());
        let size = |(number, facts): (usize, &Value)| {
            let mut size = entry(&format!("size {number}"), facts.clone());
            size["price"] = json!("1.00");
            size
        };
        let sizes: Vec<Value> = self.sizes.iter().enumerate().map(size).collect();
        match sizes.first() {
            None => item["price"] = json!("1.00"),
            Some(first) if self.has_default_size => item["default_size"] = first["id"].clone(),
            Some(_) => {}
        }
        if !sizes.is_empty() {
            item["sizes"] = json!(sizes);
        }
        let had = || self.groups.iter().enumerate().filter(|(_, (has, _))| *has);
        let included = had().filter(|(_, (_, included))| *included);
        item["category"] = json!("all");
        item["modifier_groups"] = had().map(|(at, _)| json!(format!("group {at}"))).collect();
        item["included"] = included.map(|(at, _)| json!(format!("choice {at} 0"))).collect();
        item
    }
}

fn document(groups: &[AnyGroup], items: &[AnyItem]) -> Value {
    let groups: Vec<Value> = groups.iter().enumerate().map(|(at, group)| group.written(at)).collect();
    let items: Vec<Value> = items.iter().enumerate().map(|(at, item)| item.written(at)).collect();
    json!({ "id": "any", "format": 2, "name": "Any", "currency": "USD", "tax_rate": "0",
        "categories": [{ "id": "all", "name": "All" }], "modifier_groups": groups, "items": items })
}

proptest! {
    #[test]
    fn an_item_as_it_comes_is_what_everything_on_it_is(
        groups in prop::collection::vec(AnyGroup::any(), GROUPS),
        items in prop::collection::vec(AnyItem::any(), 1..5),
    ) {
        let menu = Menu::check(&document(&groups, &items)).expect("a menu without faults");
        for item in &menu.items {
            let plate = Plate::new(item, None, &[]);
            let every = Allergens::of_plate(plate.subject(), &[], &plate, &menu);
            prop_assert_eq!(item.as_it_comes.is_unknown, !every.unknown.is_empty());
            prop_assert_eq!(item.as_it_comes.heat, plate.heat(&menu));
            for diet in Diet::VARIANTS {
                prop_assert_eq!(list::diet_as_it_comes(item, *diet, &menu), list::fits_diet(&plate, *diet, &menu));
            }
            for one in KnownAllergen::VARIANTS {
                let avoided = [Allergen::Known(*one), Allergen::Known(KnownAllergen::Soy)];
                let (fast, whole) = (Risk::of(item, &avoided, &menu), Risk::of_plate(&plate, &avoided, &menu));
                prop_assert_eq!(fast.is_none(), whole.is_none());
                prop_assert_eq!(Risk { is_unsure: false, ..fast }, Risk { is_unsure: false, ..whole });
            }
        }
    }
}
