//! What holds for every text and for every order, whatever the menu.

use fsm::dialogue::Act;
use fsm::menu::{Item, Menu};
use fsm::order::Op;
use parse::{MenuBook, explain, read};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::menus::{MENUS, faults, unaccounted};
use super::scene::Scene;

/// How many cases each property is tried on.
const CASES: u32 = 128;
/// What a lane takes of one utterance at most, in characters.
const TEXT_CHARS_MAX: usize = 2000;
/// How long words are said again and again.
const REFRAIN_CHARS: usize = 600;
/// How many steps the search may take for a word: each of at most 12 readings with each meaning of the word.
const STEPS_PER_WORD_MAX: usize = 400;
/// The confidence below which a lane applies nothing.
const CONFIDENCE_MIN: f64 = 0.6;

/// Words that mean something to the parser.
const WORDS: &str = "a two no cheeseburger large coke with onions take off make that it instead of the another one them on everything except actually number combo lobster to \
    never mind just how much is and or second eighteen thousand million dozen extra side plain same again wait three fries drink small chicken sauces yes \
    both each neither one first last just only rest nothing else other my wife for back missing side";

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
    (0..MENUS.len()).prop_flat_map(|menu_at| {
        let menu = &MENUS[menu_at].0.menu;
        let items = menu.items.iter().map(|item| &item.name);
        let modifiers = menu.modifier_groups.iter().flat_map(|group| &group.modifiers);
        let names = items.chain(modifiers.map(|modifier| &modifier.name));
        let names = names.chain(menu.categories.iter().map(|category| &category.name));
        let own = names.flat_map(|name| name.split(' '));
        let known: Vec<&str> = WORDS.split(' ').chain(["zero", "none", "xqz", "#"]).chain(own).collect();
        let word = (select(known), select(&[" ", " ", " ", ", "][..]));
        proptest::collection::vec(word, 0..400).prop_map(move |words| {
            let text: String = words.iter().flat_map(|(word, end)| [*word, *end]).collect();
            (menu_at, text.chars().take(TEXT_CHARS_MAX).collect())
        })
    })
}

/// A menu, and a few words said again and again. A rule that reads what is left when it has read something must end.
fn refrain() -> impl Strategy<Value = (usize, String)> {
    (0..MENUS.len()).prop_flat_map(|menu_at| {
        let menu = &MENUS[menu_at].0.menu;
        let items = menu.items.iter().map(|item| item.name.as_str());
        let modifiers = menu.modifier_groups.iter().flat_map(|group| &group.modifiers);
        let names: Vec<&str> = items.chain(modifiers.map(|modifier| modifier.name.as_str())).collect();
        let words =
            prop_oneof![3 => select(WORDS.split_whitespace().collect::<Vec<_>>()), 1 => select(names)];
        proptest::collection::vec(words, 2..8).prop_map(move |words| {
            let text = format!("{} ", words.join(" "));
            (menu_at, text.chars().cycle().take(REFRAIN_CHARS).collect())
        })
    })
}

/// A menu and some things to order from it.
fn lines(count: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = (usize, Vec<String>)> {
    (0..MENUS.len()).prop_flat_map(move |menu_at| {
        let book = &MENUS[menu_at].0;
        proptest::collection::vec(line(&book.menu), count.clone()).prop_map(move |lines| (menu_at, lines))
    })
}

/// What is added, if the text is understood and does nothing else.
fn added(book: &MenuBook, text: &str) -> Option<Vec<Op>> {
    let acts = read(Scene::default().utterance(book, text));
    let [Act::Order { ops, unresolved }] = acts.acts.as_slice() else { return None };
    let adds = ops.iter().all(|op| matches!(op, Op::Add(_)));
    (adds && unresolved.is_empty() && acts.confidence >= CONFIDENCE_MIN).then(|| ops.clone())
}

fn check_answer(menu_at: usize, scene: usize, text: &str) -> Result<(), TestCaseError> {
    let (book, scenes) = &MENUS[menu_at];
    let explanation = explain(scenes[scene % scenes.len()].utterance(book, text));
    let acts = explanation.acts();
    prop_assert_eq!(faults(acts, &book.menu), "", "{:?}", acts);
    prop_assert!((0.0..=1.0).contains(&acts.confidence));
    prop_assert!(!acts.acts.contains(&Act::Unclear) || acts.acts.len() == 1);
    let words = text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).count();
    let signs = text.matches(['#', '&']).count();
    let steps = explanation.steps();
    prop_assert!(steps <= (words + signs) * STEPS_PER_WORD_MAX, "{steps} steps for {words} words");
    prop_assert_eq!(unaccounted(&explanation), Vec::<String>::new(), "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn any_text_is_answered_with_ids_of_its_menu_in_so_many_steps(
        menu_at in 0..MENUS.len(), scene in 0_usize..6, text in ".{0,2000}",
    ) {
        check_answer(menu_at, scene, &text)?;
    }

    #[test]
    fn any_words_are_answered_with_ids_of_their_menu_in_so_many_steps(
        (menu_at, text) in words(), scene in 0_usize..6,
    ) {
        check_answer(menu_at, scene, &text)?;
    }

    #[test]
    fn words_said_again_and_again_are_answered_in_so_many_steps((menu_at, text) in refrain(), scene in 0_usize..6) {
        check_answer(menu_at, scene, &text)?;
    }

    // Not "good morning": "morning two" is a name on the coffee bar's menu.
    #[test]
    fn politeness_and_fillers_round_the_lines_change_nothing(
        (menu_at, lines) in lines(1..=3),
        before in select(&["", "hi", "um", "hello,", "uh hi there,", "please can i get"][..]),
        between in select(&[" and ", " and um ", " and uh ", ", um, ", ", uh, "][..]),
        after in select(&["", "please", ", please", "thanks", ", thank you", "thank you very much"][..]),
    ) {
        let book = &MENUS[menu_at].0;
        let plain = if between.contains("and") { " and " } else { ", " };
        let said = added(book, &lines.join(plain));
        prop_assume!(said.is_some());
        let text = format!("{before} {} {after}", lines.join(between));
        prop_assert_eq!(added(book, &text), said, "{}", text);
    }

    #[test]
    fn lines_said_apart_are_the_same_lines((menu_at, lines) in lines(2..=2), join in select(&[" and ", ", ", ", and "][..])) {
        let book = &MENUS[menu_at].0;
        let [one, other] = [&lines[0], &lines[1]].map(|line| added(book, line));
        prop_assume!(one.is_some() && other.is_some());
        let apart: Vec<Op> = one.into_iter().chain(other).flatten().collect();
        let text = lines.join(join);
        prop_assert_eq!(added(book, &text), Some(apart), "{}", text);
    }

    #[test]
    fn how_a_text_is_written_changes_nothing(
        (menu_at, lines) in lines(1..=2),
        end in select(&[".", "!", "?", " ...", ",", "…", " "][..]),
        apostrophes in proptest::collection::vec((any::<Index>(), select(&['\'', '’'][..])), 0..4),
    ) {
        let (book, text) = (&MENUS[menu_at].0, lines.join(" and "));
        let said = read(Scene::default().utterance(book, &text));
        let mut written: Vec<char> = text.to_uppercase().chars().chain(end.chars()).collect();
        for (at, apostrophe) in apostrophes {
            written.insert(at.index(text.len()), apostrophe);
        }
        let written: String = written.into_iter().collect();
        // "the RO'LL" may be a "ro" that will: what is joined so is a word of its own.
        prop_assume!(!written.contains("'LL") && !written.contains("’LL"));
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
    for (book, _) in MENUS.iter() {
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
    for (menu_at, text, id) in [
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
        assert!(!names(&MENUS[menu_at].0, text, id), "{text} is taken for {id}");
    }
}
