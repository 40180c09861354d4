//! Properties of corrections: whatever is said, only what the words name is touched.

use fsm::order::{Correction, Description, Line, Order, Which};
use proptest::prelude::*;

use crate::support::{Lane, burgers, notation};

/// What orders are made of, and what is said of them.
const ITEMS: [&str; 8] =
    ["cheeseburger", "hamburger", "bacon_burger", "fries", "onion_rings", "coke", "sprite", "kids_meal"];
const PICKS: [&str; 6] = ["-onion", "+bacon", "++cheese", "-pickle", "-ketchup", "+mini_nuggets"];
const SIZES: [&str; 3] = [":small", ":medium", ":large"];

fn order() -> impl Strategy<Value = Vec<String>> {
    let line = (1..4_u32, prop::sample::select(&ITEMS), prop::option::of(prop::sample::select(&PICKS)));
    let line =
        line.prop_map(|(quantity, item, pick)| format!("add {quantity} {item} {}", pick.unwrap_or_default()));
    let combo = prop::sample::select(&["coke", "sprite"]);
    let combo = combo.prop_map(|drink| format!("add cheeseburger combo=cheeseburger_combo drink={drink}"));
    prop::collection::vec(prop_oneof![5 => line, 1 => combo], 1..6)
}

/// Some words of a description.
fn described() -> impl Strategy<Value = String> {
    let item = prop::option::of(prop::sample::select(&ITEMS));
    let pick = prop::option::weighted(0.3, prop::sample::select(&PICKS));
    let size = prop::option::weighted(0.3, prop::sample::select(&SIZES));
    let number = prop::option::weighted(0.2, prop::sample::select(&["1", "2", "3"]));
    let which = prop::option::weighted(0.2, prop::sample::select(&["every", "other", "#1", "#2", "#0"]));
    (item, pick, size, number, which).prop_map(|(item, pick, size, number, which)| {
        let words = [item, pick, size, number, which].into_iter().flatten();
        words.collect::<Vec<_>>().join(" ")
    })
}

fn correction() -> impl Strategy<Value = String> {
    let part = |word: &'static str, weight: f64| {
        let said = prop::option::weighted(weight, described());
        said.prop_map(move |said| {
            said.filter(|said| !said.is_empty()).map_or(String::new(), |said| format!(" {word} {said}"))
        })
    };
    let split = prop::option::weighted(0.2, 1..3_u32)
        .prop_map(|split| split.map_or(String::new(), |split| format!(" on {split}")));
    (part("of", 0.4), split, part("to", 0.9), part("not", 0.5))
        .prop_map(|(target, split, wanted, unwanted)| format!("correct{target}{split}{wanted}{unwanted}"))
        .prop_filter("nothing is said", |said| said != "correct")
}

/// Whether words of a correction are about a line as it was: they name what it is, or name nothing at all.
fn is_named(line: &Line, correction: &Correction, lane: &Lane) -> bool {
    let Correction { target, wanted, unwanted, .. } = correction;
    if !target.is_empty() {
        return target.fits(line, &lane.menu);
    }
    let named: Vec<_> = wanted.items.iter().chain(&unwanted.items).collect();
    let category = |id: &fsm::ids::ItemId| lane.menu.item(id).map(|item| item.category.clone());
    let fills_its_slot = || {
        let kinds = || named.iter().filter_map(|id| category(id));
        let combo = line.combo.as_ref().and_then(|id| lane.menu.combo(id));
        combo.is_some_and(|combo| combo.slots.iter().any(|slot| kinds().any(|kind| kind == slot.category)))
    };
    named.is_empty()
        || named.iter().any(|id| line.holds(id))
        || fills_its_slot()
        || !unwanted.is_empty() && unwanted.items.is_empty() && unwanted.fits(line, &lane.menu)
}

fn changed<'a>(before: &'a Order, after: &Order) -> Vec<&'a Line> {
    before.lines().iter().filter(|line| after.line(line.line_id) != Some(line)).collect()
}

fn is_of_every(said: &Description) -> bool {
    said.which == Some(Which::Every)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_correction_touches_only_what_its_words_name(order in order(), said in correction()) {
        let mut lane = Lane::new(burgers());
        for line in &order {
            lane.talk(line);
        }
        let before = lane.session.order().cloned().unwrap();
        let correction = notation::correction_of(&said, &lane.menu);
        lane.talk(&said);
        let after = lane.session.order().cloned().unwrap();
        // What is added may make an equal line more.
        let grew = |line: &&Line| {
            let more = after.line(line.line_id).is_some_and(|after| after.quantity > line.quantity);
            more && correction.wanted.items.contains(&line.item)
        };
        let changed: Vec<&Line> = changed(&before, &after).into_iter().filter(|line| !grew(line)).collect();
        let every = is_of_every(&correction.target) || is_of_every(&correction.wanted);
        prop_assert!(every || changed.len() <= 1, "{said} changed {} lines", changed.len());
        for line in changed {
            prop_assert!(is_named(line, &correction, &lane), "{said} changed {line:?}");
        }
    }
}
