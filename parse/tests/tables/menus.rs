//! The menus and scenes in which any text must be answered, for tests with texts that chance makes.

use std::sync::LazyLock;

use evaluation::Sheet;
use fsm::dialogue::{Act, Acts};
use fsm::menu::Menu;
use parse::{Explanation, Fate, MenuBook};
use serde_json::{Value, json};

use super::scene::{Scene, book};

/// The menus, each with scenes of it.
pub static MENUS: LazyLock<[(MenuBook, Vec<Scene>); 3]> = LazyLock::new(|| {
    [
        menu(
            include_str!("burger.json"),
            &[
                "order: 2 cheeseburger, 1 cheeseburger@cheeseburger_combo missing drink",
                "confirming; order: 2 cheeseburger no onion, 1 coke/large",
                "which_size L1 small large; order: 1 fries missing size",
                "which_item hamburger cheeseburger; about: two burgers no onions; order: 1 coke",
                "how_many water; order: 1 coke",
            ],
        ),
        menu(
            include_str!("noodles.json"),
            &[
                "which_option L1 miso shoyu; order: 1 ramen missing #broth",
                "confirming; order: 1 ramen@set missing bite, 2 gyoza",
                "confirm_change; order: 3 udon",
            ],
        ),
        menu(
            include_str!("../../../fixtures/menus/coffee.json"),
            &[
                "which_size L1 twelve sixteen; order: 1 hot_tea missing size #leaves",
                "which_option L1 plain everything sesame; order: 1 bagel missing #bagel_kind",
                "replacement L1 scone bagel; order: 1 croissant, 1 latte",
            ],
        ),
    ]
});

fn menu(menu: &str, scenes: &[&str]) -> (MenuBook, Vec<Scene>) {
    let scenes = scenes.iter().map(|scene| Scene::read(scene));
    (book(menu), std::iter::once(Scene::default()).chain(scenes).collect())
}

/// What acts name that the menu does not have.
pub fn faults(acts: &Acts, menu: &Menu) -> String {
    let mut label = json!({ "text": "what was said", "acts": acts.acts });
    // What a question names besides is of no label: the query has it.
    for act in label["acts"].as_array_mut().into_iter().flatten().filter_map(|act| act.as_object_mut()) {
        act.remove("combos");
        act.remove("groups");
        // Neither has a label a field for whom something is.
        let ops = act.get_mut("ops").and_then(Value::as_array_mut).into_iter().flatten();
        ops.filter_map(Value::as_object_mut).for_each(|op| {
            op.remove("persons");
        });
    }
    let label = label.to_string();
    let faults = Sheet::read("acts", &label, menu).err().unwrap_or_default();
    faults.iter().map(|fault| format!("{fault}\n")).collect()
}

/// The confidence below which a lane applies nothing.
const CONFIDENCE_MIN: f64 = 0.6;

/// What nothing accounts for, where something is applied: words that were neither done, nor asked, nor told; items that
/// nobody said.
pub fn unaccounted(explanation: &Explanation<'_>) -> Vec<String> {
    let acts = explanation.acts();
    let applied = acts.acts.iter().find_map(|act| match act {
        Act::Order { ops, unresolved } if !ops.is_empty() => Some(unresolved),
        _ => None,
    });
    let Some(open) = applied.filter(|_| acts.confidence >= CONFIDENCE_MIN) else { return Vec::new() };
    let open: Vec<&str> = open.iter().flat_map(|part| part.text.split(' ')).collect();
    let is_open = |words: &str| words.split(' ').any(|word| open.contains(&word));
    let lost = explanation.fates().filter(|(words, fate)| match fate {
        Fate::Left => true,
        Fate::Asked => !is_open(words),
        Fate::Grammar | Fate::Act | Fate::Told | Fate::TakenBack | Fate::Noise => false,
    });
    let unsaid = explanation.adds_unsaid().then(|| "an item that nobody said".to_owned());
    lost.map(|(words, _)| words).chain(unsaid).collect()
}
