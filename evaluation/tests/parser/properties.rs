//! What holds for every text and for every order, whatever the menu.

use std::sync::LazyLock;

use fsm::dialogue::{Act, Acts};
use fsm::menu::{Item, Menu};
use fsm::order::Op;
use parse::{MenuBook, explain, read};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::scene::{Scene, book};
use evaluation::Sheet;
use serde_json::json;

/// How many cases each property is tried on.
const CASES: u32 = 128;
/// What a lane takes of one utterance at most, in characters.
const TEXT_CHARS_MAX: usize = 2000;
/// How many steps the search may take for a word: each of at most 12 readings with each meaning of the word.
const STEPS_PER_WORD_MAX: usize = 400;
/// The confidence below which a lane applies nothing.
const CONFIDENCE_MIN: f64 = 0.6;

/// Words that mean something to the parser.
const WORDS: &[&str] = &[
    "a",
    "two",
    "no",
    "cheeseburger",
    "large",
    "coke",
    "with",
    "onions",
    "take",
    "off",
    "make",
    "that",
    "it",
    "instead",
    "of",
    "the",
    "another",
    "one",
    "them",
    "on",
    "everything",
    "except",
    "actually",
    "number",
    "combo",
    "lobster",
    "to",
    "never",
    "mind",
    "just",
    "how",
    "much",
    "is",
    "and",
    "or",
    "second",
    "eighteen",
    "thousand",
    "million",
    "dozen",
    "extra",
    "side",
    "plain",
    "same",
    "again",
    "wait",
    "three",
    "fries",
    "drink",
    "small",
    "chicken",
    "sauces",
    "yes",
];

/// The menus, each with scenes of it.
static HOUSES: LazyLock<[(MenuBook, Vec<Scene>); 3]> = LazyLock::new(|| {
    [
        house(
            include_str!("../../../parse/tests/tables/burger.json"),
            &[
                "order: 2 cheeseburger, 1 cheeseburger@cheeseburger_combo missing drink",
                "confirming; order: 2 cheeseburger no onion, 1 coke/large",
                "which_size L1 small large; order: 1 fries missing size",
                "which_item hamburger cheeseburger; about: two burgers no onions; order: 1 coke",
                "how_many water; order: 1 coke",
            ],
        ),
        house(
            include_str!("../../../parse/tests/tables/noodles.json"),
            &[
                "which_option L1 miso shoyu; order: 1 ramen missing #broth",
                "confirming; order: 1 ramen@set missing bite, 2 gyoza",
                "confirm_change; order: 3 udon",
            ],
        ),
        house(
            include_str!("../../../fixtures/menus/coffee.json"),
            &[
                "which_size L1 twelve sixteen; order: 1 hot_tea missing size #leaves",
                "which_option L1 plain everything sesame; order: 1 bagel missing #bagel_kind",
                "replacement L1 scone bagel; order: 1 croissant, 1 latte",
            ],
        ),
    ]
});

fn house(menu: &str, scenes: &[&str]) -> (MenuBook, Vec<Scene>) {
    let scenes = scenes.iter().map(|scene| Scene::read(scene));
    (book(menu), std::iter::once(Scene::default()).chain(scenes).collect())
}

/// Something to order in words: how many, its size, its name, and up to two modifiers that it can have. Its name is not
/// also that of a modifier: "a little box, a coke" may be a box with a coke in it.
fn line(menu: &'static Menu) -> impl Strategy<Value = String> {
    let groups = menu.modifier_groups.iter();
    let modifiers: Vec<&str> =
        groups.flat_map(|group| group.modifiers.iter().map(|modifier| modifier.name.as_str())).collect();
    let plain: Vec<&Item> =
        menu.items.iter().filter(|item| !modifiers.contains(&item.name.as_str())).collect();
    let modifier =
        || (select(&["with", "with no", "with extra", "without"][..]), any::<Index>(), any::<Index>());
    let modifiers = proptest::collection::vec(modifier(), 0..=2);
    let count = select(&["a", "one", "two", "three", "five"][..]);
    (count, select(plain), any::<Index>(), modifiers).prop_map(move |(count, item, size, modifiers)| {
        let mut words = vec![count.to_owned()];
        // One time in so many no size is said, as for an item that has none.
        let sizes = item.sizes();
        words.extend(sizes.get(size.index(sizes.len() + 1)).map(|size| size.name.clone()));
        words.push(item.name.clone());
        words.extend(
            modifiers.iter().filter_map(|(how, group, at)| modifier_of(menu, item, how, *group, *at)),
        );
        words.join(" ").to_lowercase()
    })
}

fn modifier_of(menu: &Menu, item: &Item, how: &str, group: Index, at: Index) -> Option<String> {
    let groups = &item.modifier_groups;
    let group = menu.group(groups.get(group.index(groups.len().max(1)))?)?;
    Some(format!("{how} {}", group.modifiers[at.index(group.modifiers.len())].name))
}

/// A menu and any words of it, of the language and of none.
fn words() -> impl Strategy<Value = (usize, String)> {
    (0..HOUSES.len()).prop_flat_map(|house| {
        let menu = &HOUSES[house].0.menu;
        let items = menu.items.iter().map(|item| &item.name);
        let modifiers = menu.modifier_groups.iter().flat_map(|group| &group.modifiers);
        let names = items.chain(modifiers.map(|modifier| &modifier.name));
        let names = names.chain(menu.categories.iter().map(|category| &category.name));
        let own = names.flat_map(|name| name.split(' '));
        let known: Vec<&str> = WORDS.iter().copied().chain(["zero", "none", "xqz", "#"]).chain(own).collect();
        let word = (select(known), select(&[" ", " ", " ", ", "][..]));
        proptest::collection::vec(word, 0..400).prop_map(move |words| {
            let text: String = words.iter().flat_map(|(word, end)| [*word, *end]).collect();
            (house, text.chars().take(TEXT_CHARS_MAX).collect())
        })
    })
}

/// A menu and some things to order from it.
fn lines(count: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = (usize, Vec<String>)> {
    (0..HOUSES.len()).prop_flat_map(move |house| {
        let book = &HOUSES[house].0;
        proptest::collection::vec(line(&book.menu), count.clone()).prop_map(move |lines| (house, lines))
    })
}

/// What is added, if the text is understood and does nothing else.
fn added(book: &MenuBook, text: &str) -> Option<Vec<Op>> {
    let acts = read(Scene::default().utterance(book, text));
    let [Act::Order { ops, unresolved }] = acts.acts.as_slice() else { return None };
    let adds = ops.iter().all(|op| matches!(op, Op::Add(_)));
    (adds && unresolved.is_empty() && acts.confidence >= CONFIDENCE_MIN).then(|| ops.clone())
}

fn check_answer(house: usize, scene: usize, text: &str) -> Result<(), TestCaseError> {
    let (book, scenes) = &HOUSES[house];
    let explanation = explain(scenes[scene % scenes.len()].utterance(book, text));
    let acts = explanation.acts();
    prop_assert_eq!(faults(acts, &book.menu), "");
    prop_assert!((0.0..=1.0).contains(&acts.confidence));
    prop_assert!(!acts.acts.contains(&Act::Unclear) || acts.acts.len() == 1);
    let words = text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).count();
    let signs = text.matches(['#', '&']).count();
    let steps = explanation.steps();
    prop_assert!(steps <= (words + signs) * STEPS_PER_WORD_MAX, "{steps} steps for {words} words");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn any_text_is_answered_with_ids_of_its_menu_in_so_many_steps(
        house in 0..HOUSES.len(), scene in 0_usize..6, text in ".{0,2000}",
    ) {
        check_answer(house, scene, &text)?;
    }

    #[test]
    fn any_words_are_answered_with_ids_of_their_menu_in_so_many_steps(
        (house, text) in words(), scene in 0_usize..6,
    ) {
        check_answer(house, scene, &text)?;
    }

    // Not "good morning": "morning two" is a name on the coffee bar's menu.
    #[test]
    fn politeness_and_fillers_round_the_lines_change_nothing(
        (house, lines) in lines(1..=3),
        before in select(&["", "hi", "um", "hello,", "uh hi there,", "please can i get"][..]),
        between in select(&[" and ", " and um ", " and uh ", ", um, ", ", uh, "][..]),
        after in select(&["", "please", ", please", "thanks", ", thank you", "thank you very much"][..]),
    ) {
        let book = &HOUSES[house].0;
        let plain = if between.contains("and") { " and " } else { ", " };
        let said = added(book, &lines.join(plain));
        prop_assume!(said.is_some());
        let text = format!("{before} {} {after}", lines.join(between));
        prop_assert_eq!(added(book, &text), said, "{}", text);
    }

    #[test]
    fn lines_said_apart_are_the_same_lines((house, lines) in lines(2..=2), join in select(&[" and ", ", ", ", and "][..])) {
        let book = &HOUSES[house].0;
        let [one, other] = [&lines[0], &lines[1]].map(|line| added(book, line));
        prop_assume!(one.is_some() && other.is_some());
        let apart: Vec<Op> = one.into_iter().chain(other).flatten().collect();
        let text = lines.join(join);
        prop_assert_eq!(added(book, &text), Some(apart), "{}", text);
    }

    #[test]
    fn how_a_text_is_written_changes_nothing(
        (house, lines) in lines(1..=2),
        end in select(&[".", "!", "?", " ...", ",", "…", " "][..]),
        apostrophes in proptest::collection::vec((any::<Index>(), select(&['\'', '’'][..])), 0..4),
    ) {
        let (book, text) = (&HOUSES[house].0, lines.join(" and "));
        let said = read(Scene::default().utterance(book, &text));
        let mut written: Vec<char> = text.to_uppercase().chars().chain(end.chars()).collect();
        for (at, apostrophe) in apostrophes {
            written.insert(at.index(text.len()), apostrophe);
        }
        let written: String = written.into_iter().collect();
        prop_assert_eq!(read(Scene::default().utterance(book, &written)), said, "{}", written);
    }
}

/// Whether an id is in what is ordered.
fn names(book: &MenuBook, text: &str, id: &str) -> bool {
    let acts = read(Scene::default().utterance(book, text));
    acts.acts.iter().any(|act| match act {
        Act::Order { ops, .. } => serde_json::json!(ops).to_string().contains(&format!("\"{id}\"")),
        _ => false,
    })
}

#[test]
fn no_name_is_heard_in_a_longer_word() {
    for (book, _) in HOUSES.iter() {
        let items = book.menu.items.iter().map(|item| (item.id.as_str(), &item.name, &item.aliases));
        let combos = book.menu.combos.iter().map(|combo| (combo.id.as_str(), &combo.name, &combo.aliases));
        for (id, name, aliases) in items.chain(combos) {
            for name in std::iter::once(name).chain(aliases) {
                let word: String = name.chars().filter(|char| char.is_alphanumeric()).collect();
                for longer in [format!("xqz{word}"), format!("{word}xqz"), format!("xqz{word}xqz")] {
                    for text in [longer.clone(), format!("can i get two {longer} please")] {
                        assert!(!names(book, &text, id), "{text} is taken for {id}");
                    }
                }
            }
        }
    }
}

#[test]
fn no_name_is_heard_in_a_real_word_that_has_it() {
    for (house, text, id) in [
        (0, "a chocolate bar", "coke"),
        (0, "a riceball", "ice"),
        (0, "a cheeseburger with allspice", "ice"),
        (0, "a waterfall", "water"),
        (1, "an udon with eggplant", "egg"),
        (1, "an udon with cornbread", "corn"),
        (1, "a steaming bowl", "green_tea"),
        (2, "a teapot", "hot_tea"),
        (2, "a latte with oatcakes", "oat"),
        (2, "a mochaccino", "mocha"),
    ] {
        assert!(!names(&HOUSES[house].0, text, id), "{text} is taken for {id}");
    }
}

/// What acts name that the menu does not have.
fn faults(acts: &Acts, menu: &Menu) -> String {
    let label = json!({ "text": "what was said", "acts": acts.acts }).to_string();
    let faults = Sheet::read("acts", &label, menu).err().unwrap_or_default();
    faults.iter().map(|fault| format!("{fault}\n")).collect()
}
