//! Any text in any scene is answered with ids of its menu and a confidence between 0 and 1, in so many steps.
#![no_main]

#[path = "../../parse/tests/tables/scene.rs"]
mod scene;

use std::sync::LazyLock;

use parse::{explain, MenuBook};
use evaluation::Sheet;
use fsm::dialogue::Acts;
use fsm::machine::Expectation;
use fsm::menu::Menu;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

use self::scene::{Scene, book};

/// What a lane takes of one utterance at most, in characters.
const TEXT_CHARS_MAX: usize = 2000;
/// How many steps the search may take for a word.
const STEPS_PER_WORD_MAX: usize = 400;

/// The menus, each with scenes of it.
static HOUSES: LazyLock<[(MenuBook, Vec<Scene>); 3]> = LazyLock::new(|| {
    [
        house(
            include_str!("../../parse/tests/tables/burger.json"),
            &[
                "order: 2 cheeseburger, 1 cheeseburger@cheeseburger_combo missing drink",
                "confirming; order: 2 cheeseburger no onion, 1 coke/large",
                "which_size L1 small large; order: 1 fries missing size",
                "which_item hamburger cheeseburger; about: two burgers no onions; order: 1 coke",
                "how_many water; order: 1 coke",
            ],
        ),
        house(
            include_str!("../../parse/tests/tables/noodles.json"),
            &[
                "which_option L1 miso shoyu; order: 1 ramen missing #broth",
                "confirming; order: 1 ramen@set missing bite, 2 gyoza",
                "confirm_change; order: 3 udon",
            ],
        ),
        house(
            include_str!("../../fixtures/menus/coffee.json"),
            &[
                "which_size L1 twelve sixteen; order: 1 hot_tea missing size #leaves",
                "which_option L1 plain everything sesame; order: 1 bagel missing #bagel_kind",
                "replacement L1 scone bagel; order: 1 croissant, 1 latte",
            ],
        ),
    ]
});

/// The scenes with the one in which there is nothing yet.
fn house(menu: &str, scenes: &[&str]) -> (MenuBook, Vec<Scene>) {
    let scenes = scenes.iter().map(|scene| Scene::read(scene));
    (book(menu), std::iter::once(Scene::default()).chain(scenes).collect())
}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    menu: u8,
    scene: u8,
    expectation: u8,
    text: &'a str,
}

const EXPECTATIONS: [Expectation; 6] = [
    Expectation::FreeFormOrdering,
    Expectation::MenuQuestionsOrWait,
    Expectation::SingleAnswer,
    Expectation::YesNoOrChanges,
    Expectation::Closing,
    Expectation::None,
];

fuzz_target!(|input: Input<'_>| {
    let (book, scenes) = &HOUSES[usize::from(input.menu) % HOUSES.len()];
    let text: String = input.text.chars().take(TEXT_CHARS_MAX).collect();
    let mut utterance = scenes[usize::from(input.scene) % scenes.len()].utterance(book, &text);
    // One more than there are leaves that of the scene as it is.
    let expectation = usize::from(input.expectation) % (EXPECTATIONS.len() + 1);
    utterance.expectation = EXPECTATIONS.get(expectation).copied().unwrap_or(utterance.expectation);
    let explanation = explain(utterance);
    let acts = explanation.acts();
    assert_eq!(faults(acts, &book.menu), "");
    assert!((0.0..=1.0).contains(&acts.confidence), "{}", acts.confidence);
    let words = text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).count();
    let most = (words + text.matches(['#', '&']).count()) * STEPS_PER_WORD_MAX;
    assert!(explanation.steps() <= most, "{} steps of {most}", explanation.steps());
});

/// What acts name that the menu does not have.
fn faults(acts: &Acts, menu: &Menu) -> String {
    let label = json!({ "text": "what was said", "acts": acts.acts }).to_string();
    let faults = Sheet::read("acts", &label, menu).err().unwrap_or_default();
    faults.iter().map(|fault| format!("{fault}\n")).collect()
}
