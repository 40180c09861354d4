//! An answer alone: from a typed question to facts, on a menu of 250 items.

use std::hint::black_box;

use criterion::Criterion;
use fsm::machine::{Policy, Rules, StateKind};
use fsm::menu::{Allergen, KnownAllergen, Menu};
use fsm::order::OpenOrder;
use fsm::query::{About, Asking, Filter, Grounds, OrderBy, Query, Select, Subject, answer};
use jiff::Timestamp;
use uuid::Uuid;

use crate::menus::{document, with_facts};

/// The length of the menu, in items.
const ITEMS: usize = 250;

/// Aim: 20 µs at most, also where each item is looked at.
pub fn bench(criterion: &mut Criterion) {
    let menu = Menu::check(&with_facts(document(ITEMS))).unwrap();
    let rules = Rules::default();
    let policy = Policy::new(&rules, &menu);
    let order = OpenOrder::begin(Uuid::nil(), &menu);
    let grounds = Grounds::of(&policy, Timestamp::UNIX_EPOCH, order.order(), StateKind::Ordering, None);
    let of_item = Subject::item(&menu.items[ITEMS / 2].id);
    let free_of_milk = Filter::FreeOf { allergens: vec![Allergen::Known(KnownAllergen::Milk)] };
    let of_kind = Filter::Category { category: menu.categories[0].id.clone() };
    let list = |filters: Vec<Filter>| Query { filters, ..Query::new(About::Items, Select::List) };
    let mut group = criterion.benchmark_group("query/250 items");
    for (name, query) in [
        ("price of one", Query { of: vec![of_item.clone()], ..Query::new(About::Items, Select::Price) }),
        ("allergens of one", Query { of: vec![of_item], ..Query::new(About::Items, Select::Allergens) }),
        ("all of a category", list(vec![of_kind.clone()])),
        ("free of milk", list(vec![free_of_milk])),
        (
            "cheapest of a category",
            Query { order_by: Some(OrderBy::Cheapest), limit: Some(1), ..list(vec![of_kind]) },
        ),
    ] {
        let asking = Asking::of(query, &menu);
        assert!(!answer(&asking, &grounds).0.is_empty());
        group.bench_function(name, |bencher| bencher.iter(|| answer(black_box(&asking), &grounds)));
    }
    group.finish();
}
