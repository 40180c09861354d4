use agents::GrammarParser;
use fsm::menu::Menu;
use parse::Languages;
use serde_json::{Value, json};

use super::*;

fn stand() -> Value {
    serde_json::from_str(include_str!("../../../parse/tests/tables/burger.json")).unwrap()
}

fn book(menu: &Value) -> MenuBook {
    MenuBook::compile(Menu::check(menu).unwrap(), &Languages::default())
}

/// What adds this to an order, said so.
fn adds(text: &str, line: Value) -> Value {
    let mut op = line;
    op["op"] = json!("add");
    json!({ "text": text, "acts": [{ "act": "order", "ops": [op] }] })
}

fn sheet(lines: &[Value], menu: &Menu) -> Sheet {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    Sheet::read("stand", &lines.join("\n"), menu).unwrap()
}

fn report(lines: &[Value], seed: u64) -> NoiseReport {
    let book = book(&stand());
    let sheets = [sheet(lines, &book.menu)];
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(through_noise("grammar", &GrammarParser, &book, &sheets, 0.6, seed)).unwrap()
}

/// How a sentence sounds through a noise.
#[track_caller]
fn sounds(noise: Noise, line: &Value) -> Option<String> {
    let book = book(&stand());
    let sheet = sheet(std::slice::from_ref(line), &book.menu);
    let source = Source::of(&book, NoiseWords::of("en-US").unwrap());
    source.through(noise, &sheet.sentences[0], &mut Chance::of(1, "test"))
}

fn sentences() -> [Value; 4] {
    [
        adds("two hamburgers, please", json!({ "item": "hamburger", "quantity": 2 })),
        adds("a large coke", json!({ "item": "coke", "size": "large" })),
        adds("a cheeseburger", json!({ "item": "cheeseburger" })),
        // Not heard exactly, so that it says nothing of noise.
        adds("a hamburger", json!({ "item": "coke" })),
    ]
}

#[test]
fn noise_can_be_repeated() {
    let (one, same, other) = (report(&sentences(), 7), report(&sentences(), 7), report(&sentences(), 8));
    assert_eq!((one.sentences, &one), (3, &same));
    let tried: Vec<usize> = one.kinds.iter().map(|figures| figures.exact.of).collect();
    assert_eq!(tried, [3, 3, 1, 1, 1, 1, 0]);
    assert_ne!(one.text(0), other.text(0), "the seed is told");
    for figures in &one.kinds {
        let NoiseFigures { exact, asked, silent, .. } = figures;
        assert_eq!(exact.count + asked + silent, exact.of, "{figures:?}");
    }
}

#[test]
fn a_slip_is_taken_back_where_the_label_says_what_is_meant() {
    let [number, size, item, _] = sentences();
    let slip = sounds(Noise::Number, &number).unwrap();
    assert!(slip.ends_with(", two hamburgers, please") && !slip.starts_with("two"), "{slip}");
    let slip = sounds(Noise::Size, &size).unwrap();
    assert!(slip.starts_with("a ") && slip.ends_with(", large coke") && slip != "a large coke", "{slip}");
    let slip = sounds(Noise::Item, &item).unwrap();
    assert!(slip.starts_with("a ") && slip.ends_with(", cheeseburger"), "{slip}");
    // Said once, but of two lines; a size that could be of the slip; nothing to take back.
    let both = json!({ "text": "two hamburgers and two cokes", "acts": [{ "act": "order", "ops": [
        { "op": "add", "item": "hamburger", "quantity": 2 }, { "op": "add", "item": "coke", "quantity": 2 } ] }] });
    assert_eq!(sounds(Noise::Number, &both), None);
    assert_eq!(sounds(Noise::Item, &size), None);
    assert_eq!(sounds(Noise::Size, &item), None);
    assert_eq!(sounds(Noise::Number, &item), None);
}

#[test]
fn words_are_changed_and_punctuation_stays() {
    let [number, ..] = sentences();
    let alike = sounds(Noise::Homophone, &number).unwrap();
    assert!(["to hamburgers, please", "too hamburgers, please"].contains(&alike.as_str()), "{alike}");
    let merged = adds("an apple pie, please", json!({ "item": "apple_pie" }));
    let mut menu = stand();
    menu["items"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "id": "apple_pie", "name": "Apple pie", "category": "desserts", "price": "2.00" }));
    let book = book(&menu);
    let sheet = sheet(&[merged], &book.menu);
    let source = Source::of(&book, NoiseWords::of("en").unwrap());
    let merged = source.through(Noise::Merged, &sheet.sentences[0], &mut Chance::of(1, ""));
    assert_eq!(merged.as_deref(), Some("an applepie, please"));
}

#[test]
fn a_language_without_noise_is_told() {
    let mut menu = stand();
    menu["locale"] = json!("fr-FR");
    let book = book(&menu);
    let sheets = [sheet(&sentences()[..1], &book.menu)];
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let none = runtime.block_on(through_noise("grammar", &GrammarParser, &book, &sheets, 0.6, 1));
    assert_eq!(none, Err(NoiseError::NoWords("fr-FR".to_owned())));
}

#[test]
fn a_report_says_what_came_through() {
    let miss = |noise, is_silent, confidence| NoiseMiss {
        noise,
        is_silent,
        file: "stand".to_owned(),
        line: 3,
        text: "ate cokes".to_owned(),
        confidence,
        wanted: "+8 coke".to_owned(),
        heard: "+1 coke".to_owned(),
    };
    let figures =
        |noise, count, of, asked, silent| NoiseFigures { noise, exact: Share { count, of }, asked, silent };
    let report = NoiseReport {
        agent: "grammar".to_owned(),
        seed: 1,
        confidence_min: 0.6,
        sentences: 20,
        kinds: vec![figures(Noise::Fillers, 20, 20, 0, 0), figures(Noise::Homophone, 6, 8, 1, 1)],
        silent: Share { count: 1, of: 2 },
        misses: vec![miss(Noise::Homophone, true, 0.9), miss(Noise::Homophone, false, 0.5)],
    };
    insta::assert_snapshot!(report.text(1), @r"
    20 sentences that are heard exactly, said through noise (seed 1)

    noise       tried  exact            asked  silent
    fillers        20     20  100.0 %       0       0
    homophone       8      6   75.0 %       1       1
    of 2 wrong answers, 50.0 % are silent

    1 of 2 misses, the silent first
    0.90  stand:3  homophone: ate cokes
          want   +8 coke
          heard  +1 coke
    ");
}
