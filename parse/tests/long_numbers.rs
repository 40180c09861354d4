//! Which numbers of a text are hidden, and that no order is touched.

use std::fs;
use std::path::Path;

use parse::Languages;

fn hidden(text: &str) -> String {
    Languages::default().without_long_numbers(text).unwrap_or_else(|| text.to_owned())
}

#[test]
fn the_numbers_of_cards_and_phones_are_hidden() {
    for (text, expected) in [
        ("4242424242424242", "•••"),
        ("my card is 4242 4242 4242 4242 and two cokes", "my card is ••• and two cokes"),
        ("it's 4242-4242-4242-4242, expires soon", "it's •••, expires soon"),
        ("amex 3782 822463 10005", "amex •••"),
        ("card4000056655665556x", "card•••x"),
        ("four two four two four two four two four two four two four", "•••"),
        ("it's Four-Two, four two. Four two four two! Four two four two please", "it's ••• please"),
        ("forty two forty two forty two forty two forty two", "•••"),
        ("four two um four two dash four two four 2 42 forty two", "•••"),
        ("fifty-five fifty-five oh one double three triple nine", "•••"),
        ("call me at (555) 010-4477 okay", "call me at (••• okay"),
        ("five five five oh one oh four four seven seven", "•••"),
        ("eight hundred five five five one two one two", "•••"),
        ("+1 555 010 4477", "+•••"),
        ("５５５ ０１０ ４４７７", "•••"),
        ("a coke 4242424242424242 no ice 5550104477", "a coke ••• no ice •••"),
        ("4929 3800 1726 3541 and two cokes", "••• and two cokes"),
        ("4929380017263541 two cokes", "••• two cokes"),
        ("one two three four five six seven eight nine oh twenty five cokes", "••• twenty five cokes"),
        ("one six four six five five five oh one two eight is mine", "••• is mine"),
        ("4917 6100 0000 0000 003 is mine", "••• is mine"),
        ("2125550173, um, 20 nuggets", "•••, um, 20 nuggets"),
    ] {
        assert_eq!(hidden(text), expected);
        assert_eq!(hidden(expected), expected);
    }
}

#[test]
fn the_numbers_of_phones_without_their_area_are_hidden() {
    for (text, expected) in [
        ("call me at 555-1234", "call me at •••"),
        ("it's 555 1234, and two cokes", "it's •••, and two cokes"),
        ("555.1234", "•••"),
        ("my number is five five five one two three four", "my number is •••"),
        ("five five five, um, one two three four okay", "••• okay"),
        ("five five five twelve thirty four thanks", "••• thanks"),
        ("double five five dash one two three oh please", "••• please"),
        ("you can reach me at 5551234 okay", "you can reach me at ••• okay"),
        ("my phone is 5551234 and a large coke", "my phone is ••• and a large coke"),
        ("5551234. Two cokes", "•••. Two cokes"),
        ("555-1234 two cokes", "••• two cokes"),
        ("555-1234, 20 nuggets", "•••, 20 nuggets"),
        ("can I order a coke, my cell is 555-1234", "can I order a coke, my cell is •••"),
    ] {
        assert_eq!(hidden(text), expected);
        assert_eq!(hidden(expected), expected);
    }
}

#[test]
fn seven_digits_that_are_a_quantity_or_a_code_are_left() {
    for text in [
        "5551234 cokes",
        "can I get 5551234 cheeseburgers",
        "5,551,234 waters",
        "my code is 555-1234",
        "my code is five five five one two three four",
        "order number 5551234",
        "mobile order 555 1234",
        "the pickup code was 4821337",
        "0551234",
        "1551234",
        "oh five five one two three four",
        "number two, three, four, five, six, seven and eight",
        "55 51 234",
        "5551 234",
        "555-123",
    ] {
        assert_eq!(hidden(text), text);
    }
}

#[test]
fn orders_and_their_codes_are_left() {
    for text in [
        "four cokes two fries four burgers",
        "number four, two cokes, one four one",
        "my code is 4217",
        "mobile order 48213377",
        "pick up for four two one seven three eight",
        "nine hundred ninety nine burgers and a hundred cokes",
        "18,000 waters",
        "a 20 piece, a 10 piece, two 4 pieces",
        "double double, triple shot, two times two",
        "oh um so just one please",
        "",
    ] {
        assert_eq!(Languages::default().long_numbers(text), [], "{text}");
    }
}

#[test]
fn no_labelled_sentence_has_a_number_that_is_hidden() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let languages = Languages::default();
    let mut sentences = 0;
    for folder in ["fixtures/sentences", "fixtures/strangers", "evaluation/tests/parser/sentences"] {
        for file in fs::read_dir(root.join(folder)).unwrap().map(|file| file.unwrap().path()) {
            for line in fs::read_to_string(file).unwrap().lines() {
                let Ok(sentence) = serde_json::from_str::<serde_json::Value>(line) else { continue };
                let Some(text) = sentence["text"].as_str() else { continue };
                assert_eq!(languages.long_numbers(text), [], "{text}");
                sentences += 1;
            }
        }
    }
    assert!(sentences > 1000, "{sentences}");
}
