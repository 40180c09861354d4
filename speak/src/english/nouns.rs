//! How English counts, joins and names things.

use fsm::order::Amount;

use crate::statements::{Extra, Goods, Noun, Price};

/// Words that keep their capital in the middle of a sentence.
const PROPER: &[&str] = &[
    "American",
    "Belgian",
    "Buffalo",
    "Caesar",
    "Cajun",
    "Cobb",
    "Coca-Cola",
    "Coke",
    "Dijon",
    "Dr",
    "Earl",
    "English",
    "Fanta",
    "French",
    "Greek",
    "Italian",
    "Mexican",
    "Oreo",
    "Parmesan",
    "Pepsi",
    "Philly",
    "Sprite",
    "Swiss",
    "Texas",
];

/// Modifiers that are said before the name: "an iced latte".
const ADJECTIVES: &[&str] =
    &["decaf", "extra hot", "hot", "iced", "lukewarm", "sweet", "toasted", "unsweetened", "warmed"];

/// Words that follow the head of a name: "cups of chili".
const PREPOSITIONS: &[&str] = &["of", "with", "in", "on", "for"];

const NUMBERS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// A number as a word up to twelve, then as digits.
pub(super) fn number(count: u32) -> String {
    NUMBERS.get(count as usize).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// A name in the middle of a sentence: "cheeseburger", "Diet Coke", "BLT". An id stands in for a missing name.
pub(super) fn spoken(name: &str) -> String {
    let name = name.replace('_', " ");
    let mut words = name.split(' ');
    let first = words.next().unwrap_or_default();
    let starts_large = |word: &str| word.starts_with(char::is_uppercase);
    let mut rest = words.peekable();
    let is_title = rest.peek().is_some() && rest.all(starts_large);
    let is_acronym = first.chars().skip(1).any(char::is_uppercase);
    if is_title || is_acronym || PROPER.contains(&first) {
        return name;
    }
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |letter| letter.to_lowercase().chain(letters).collect())
}

/// With a capital at the start.
pub(super) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |letter| letter.to_uppercase().chain(letters).collect())
}

/// "a", or "an" before a vowel.
pub(super) fn article(words: &str) -> &'static str {
    let words = words.to_lowercase();
    let starts = |with: &[&str]| with.iter().any(|start| words.starts_with(start));
    if starts(&["uni", "use", "euro", "one"]) {
        return "a";
    }
    if starts(&["a", "e", "i", "o", "u", "8", "11 ", "18 ", "hour", "honest"]) { "an" } else { "a" }
}

/// One of something: "a Coke", "an apple pie", "fries".
pub(super) fn one_of(name: &str) -> String {
    with_article(&spoken(name), is_plural(name))
}

/// Whether a name is a plural already: "fries".
pub(super) fn is_plural(name: &str) -> bool {
    let head = head_of(name).to_lowercase();
    head.ends_with('s') && !["ss", "us", "is"].iter().any(|end| head.ends_with(end))
}

/// Several of something: "cheeseburgers", "fries", "cups of chili".
pub(super) fn plural(name: &str) -> String {
    let head = head_of(name);
    if is_plural(name) || head.is_empty() {
        return name.to_owned();
    }
    let words: Vec<&str> = name.split(' ').collect();
    let at = words.iter().position(|word| std::ptr::eq(*word, head)).unwrap_or_default();
    let several = plural_of_word(head);
    [&words[..at], &[several.as_str()], &words[at + 1..]].concat().join(" ")
}

/// "brownies", "fries", but "coffee" and "mac and cheese".
pub(super) fn in_general(goods: &Goods<'_>) -> String {
    let name = spoken(goods.name);
    let is_mixed = name.rsplit(' ').nth(1) == Some("and");
    if goods.is_counted && !is_mixed { plural(&name) } else { name }
}

/// One of a category: "drink" of "Drinks".
pub(super) fn singular(category: &str) -> String {
    let name = spoken(category);
    if name.contains(" and ") || !is_plural(&name) {
        return name;
    }
    let sibilant = ["ches", "shes", "xes", "sses", "zes"].iter().any(|end| name.ends_with(end));
    let stem = |end: &str| name.strip_suffix(end).unwrap_or(&name).to_owned();
    if name.ends_with("ies") {
        format!("{}y", stem("ies"))
    } else if sibilant {
        stem("es")
    } else {
        stem("s")
    }
}

/// "two large Cokes with no ice", "a medium cheeseburger combo with fries and a large Coke".
pub(super) fn indefinite(noun: &Noun<'_>) -> String {
    format!("{}{}", count(noun), with(noun))
}

/// "two cheeseburgers, no pickles".
pub(super) fn bare(noun: &Noun<'_>) -> String {
    let extras = extras_after(noun);
    if extras.is_empty() { count(noun) } else { format!("{}, {}", count(noun), extras.join(", ")) }
}

/// "the two cheeseburgers with no pickles".
pub(super) fn definite(noun: &Noun<'_>) -> String {
    let phrase = phrase(noun);
    let several = if noun.quantity == 1 { phrase } else { several(noun.quantity, &phrase) };
    format!("the {several}{}", with(noun))
}

/// "two large Cokes", "an iced latte": without what comes after the name.
pub(super) fn count(noun: &Noun<'_>) -> String {
    let phrase = phrase(noun);
    if noun.quantity == 1 {
        with_article(&phrase, is_plural(noun.name))
    } else {
        several(noun.quantity, &phrase)
    }
}

/// "two 6 piece nuggets", but "20 orders of 6 piece nuggets": digits after digits would be one number.
fn several(quantity: u32, phrase: &str) -> String {
    let number = number(quantity);
    let is_digit = |letter: char| letter.is_ascii_digit();
    let of = if number.starts_with(is_digit) && phrase.starts_with(is_digit) { "orders of " } else { "" };
    format!("{number} {of}{phrase}")
}

/// The choices; an ending that all share is said once: "the grilled or the crispy chicken sandwich".
pub(super) fn heads_of(nouns: &[Noun<'_>]) -> Vec<String> {
    let mut choices: Vec<String> = nouns.iter().map(definite).collect();
    let shared = shared_end(&choices);
    let last = choices.len().saturating_sub(1);
    for choice in &mut choices[..last] {
        let words: Vec<&str> = choice.split(' ').collect();
        *choice = words[..words.len() - shared].join(" ");
    }
    choices
}

/// "a", "a and b", "a, b and c"; with a comma before "and" where a part has one of its own.
pub(super) fn and<T: AsRef<str>>(parts: &[T]) -> String {
    join(parts, "and")
}

/// "a", "a or b", "a, b or c".
pub(super) fn or<T: AsRef<str>>(parts: &[T]) -> String {
    join(parts, "or")
}

/// "$1.99", "CHF 1.99".
pub(super) fn price(price: &Price<'_>) -> String {
    let symbol = match price.currency {
        "USD" => "$",
        "EUR" => "€",
        "GBP" => "£",
        code => return format!("{code} {}", price.amount),
    };
    format!("{symbol}{}", price.amount)
}

fn join<T: AsRef<str>>(parts: &[T], word: &str) -> String {
    let Some((last, others)) = parts.split_last() else { return String::new() };
    if others.is_empty() {
        return last.as_ref().to_owned();
    }
    let others: Vec<&str> = others.iter().map(AsRef::as_ref).collect();
    let is_nested = others.iter().any(|part| part.contains(" and ") && part.contains(" with "));
    let comma = if is_nested { "," } else { "" };
    format!("{}{comma} {word} {}", others.join(", "), last.as_ref())
}

fn with_article(phrase: &str, is_plural: bool) -> String {
    if is_plural { phrase.to_owned() } else { format!("{} {phrase}", article(phrase)) }
}

/// Size, what is said before the name, and the name in the right number.
fn phrase(noun: &Noun<'_>) -> String {
    let name = spoken(noun.name);
    let name = if noun.quantity == 1 { name } else { plural(&name) };
    let before = noun.extras.iter().filter(|extra| is_adjective(extra)).map(|extra| spoken(extra.name));
    let words: Vec<String> = noun.size.map(spoken).into_iter().chain(before).chain([name]).collect();
    words.join(" ")
}

/// " with no pickles, fries and a large Coke".
fn with(noun: &Noun<'_>) -> String {
    let mut parts = extras_after(noun);
    parts.extend(noun.parts.iter().map(indefinite));
    if parts.is_empty() { String::new() } else { format!(" with {}", join(&parts, "and")) }
}

fn extras_after(noun: &Noun<'_>) -> Vec<String> {
    noun.extras.iter().filter(|extra| !is_adjective(extra)).map(extra_words).collect()
}

fn extra_words(extra: &Extra<'_>) -> String {
    let name = spoken(extra.name);
    let (count, named) = match extra.quantity {
        0 | 1 => (String::new(), name.clone()),
        quantity => (format!("{} ", number(quantity)), plural(&name)),
    };
    match extra.amount {
        Amount::Regular => format!("{count}{named}"),
        Amount::No => format!("no {name}"),
        Amount::Extra => format!("{count}extra {named}"),
        Amount::Light => format!("{count}light {named}"),
        Amount::Side => format!("{count}{named} on the side"),
    }
}

fn is_adjective(extra: &Extra<'_>) -> bool {
    let is_plain = extra.amount == Amount::Regular && extra.quantity == 1;
    is_plain && ADJECTIVES.contains(&extra.name.to_lowercase().as_str())
}

/// The word of a name that is put into the plural: the last one before a preposition.
fn head_of(name: &str) -> &str {
    let words: Vec<&str> = name.split(' ').filter(|word| !word.is_empty()).collect();
    let end =
        words.iter().skip(1).position(|word| PREPOSITIONS.contains(word)).map_or(words.len(), |at| at + 1);
    words[..end].last().copied().unwrap_or_default()
}

fn plural_of_word(word: &str) -> String {
    let is_consonant = |letter: char| letter.is_alphabetic() && !"aeiouAEIOU".contains(letter);
    let ends_in = |ends: &[&str]| ends.iter().any(|end| word.ends_with(end));
    match (word.strip_suffix('y'), word.strip_suffix('f')) {
        (Some(stem), _) if stem.ends_with(is_consonant) => format!("{stem}ies"),
        (_, Some(stem)) if ends_in(&["eaf", "oaf", "lf"]) => format!("{stem}ves"),
        _ if word.ends_with("tti") => word.to_owned(),
        _ if ends_in(&["s", "x", "z", "ch", "sh"]) => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

/// How many words all choices end with, leaving at least "the" and one word to each.
fn shared_end(choices: &[String]) -> usize {
    let split: Vec<Vec<&str>> = choices.iter().map(|choice| choice.split(' ').collect()).collect();
    let most = split.iter().map(|words| words.len().saturating_sub(2)).min().unwrap_or(0);
    let Some((first, others)) = split.split_first() else { return 0 };
    let same =
        |back: &usize| others.iter().all(|words| words[words.len() - back] == first[first.len() - back]);
    (1..=most).take_while(same).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_counted_as_people_do() {
        for (quantity, name, expected) in [
            (1, "Coke", "a Coke"),
            (1, "Apple pie", "an apple pie"),
            (1, "8 ounce latte", "an 8 ounce latte"),
            (1, "Fries", "fries"),
            (1, "BLT", "a BLT"),
            (1, "Utz box", "an utz box"),
            (2, "Box", "two boxes"),
            (2, "Fries", "two fries"),
            (3, "Cup of chili", "three cups of chili"),
            (12, "Cherry", "twelve cherries"),
            (13, "Diet Coke", "13 Diet Cokes"),
            (2, "Chicken sandwich", "two chicken sandwiches"),
            (2, "Mac and cheese", "two mac and cheeses"),
            (2, "Pumpkin loaf", "two pumpkin loaves"),
            (2, "Almond biscotti", "two almond biscotti"),
        ] {
            assert_eq!(count(&Noun::of(quantity, name)), expected);
        }
    }

    #[test]
    fn digits_are_not_said_after_digits() {
        let nuggets = |quantity| Noun { size: Some("6 piece"), ..Noun::of(quantity, "Nuggets") };
        assert_eq!(count(&nuggets(2)), "two 6 piece nuggets");
        assert_eq!(count(&nuggets(20)), "20 orders of 6 piece nuggets");
        assert_eq!(definite(&nuggets(20)), "the 20 orders of 6 piece nuggets");
    }

    #[test]
    fn portions_are_counted_before_how_much_they_are() {
        let extra = |amount, quantity| extra_words(&Extra { name: "Espresso shot", amount, quantity });
        assert_eq!(extra(Amount::Extra, 2), "two extra espresso shots");
        assert_eq!(extra(Amount::Side, 2), "two espresso shots on the side");
        assert_eq!(extra(Amount::Extra, 1), "extra espresso shot");
    }

    #[test]
    fn categories_are_named_one_at_a_time() {
        let one = ["Drinks", "Pastries", "Sandwiches", "Brewed coffee", "Sandwiches and wraps", "Sides"]
            .map(singular);
        assert_eq!(one, ["drink", "pastry", "sandwich", "brewed coffee", "sandwiches and wraps", "side"]);
    }

    #[test]
    fn a_price_is_written_with_its_currency() {
        let said = ["USD", "EUR", "GBP", "CHF"]
            .map(|currency| price(&Price { amount: fsm::money::Money::from_hundredths(199), currency }));
        assert_eq!(said, ["$1.99", "€1.99", "£1.99", "CHF 1.99"]);
    }

    #[test]
    fn what_choices_share_is_said_once() {
        let noun = |name| Noun::of(1, name);
        let choices =
            |names: &[&'static str]| or(&heads_of(&names.iter().map(|name| noun(name)).collect::<Vec<_>>()));
        assert_eq!(choices(&["Grilled chicken", "Crispy chicken"]), "the grilled or the crispy chicken");
        assert_eq!(choices(&["Shake", "Shake"]), "the shake or the shake");
        assert_eq!(
            choices(&["Fries", "Sweet potato fries", "Coke"]),
            "the fries, the sweet potato fries or the Coke"
        );
    }
}
