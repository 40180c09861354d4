//! Any text in any scene is answered with ids of its menu and a confidence between 0 and 1, in so many steps, and where
//! something is applied every word of it is accounted for.
#![no_main]

#[path = "../../parse/tests/tables/menus.rs"]
mod menus;
#[path = "../../parse/tests/tables/scene.rs"]
mod scene;

use fsm::machine::Expectation;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use parse::explain;

use self::menus::{MENUS, faults, unaccounted};

/// What a lane takes of one utterance at most, in characters.
const TEXT_CHARS_MAX: usize = 2000;
/// How many steps the search may take for a word.
const STEPS_PER_WORD_MAX: usize = 400;

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
    let (book, scenes) = &MENUS[usize::from(input.menu) % MENUS.len()];
    let text: String = input.text.chars().take(TEXT_CHARS_MAX).collect();
    let mut utterance = scenes[usize::from(input.scene) % scenes.len()].utterance(book, &text);
    // One more than there are leaves that of the scene as it is.
    let expectation = usize::from(input.expectation) % (EXPECTATIONS.len() + 1);
    utterance.expectation = EXPECTATIONS.get(expectation).copied().unwrap_or(utterance.expectation);
    let explanation = explain(utterance);
    let acts = explanation.acts();
    assert_eq!(faults(acts, &book.menu), "");
    assert_eq!(unaccounted(&explanation), Vec::<String>::new());
    assert!((0.0..=1.0).contains(&acts.confidence), "{}", acts.confidence);
    let words = text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).count();
    let most = (words + text.matches(['#', '&']).count()) * STEPS_PER_WORD_MAX;
    assert!(explanation.steps() <= most, "{} steps of {most}", explanation.steps());
});
