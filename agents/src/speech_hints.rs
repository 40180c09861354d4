//! A menu's words for a speech recognizer, which hears better what it expects: as key terms, as a prompt, as a grammar.
//!
//! All of the menu is in them, also what is off: people ask for it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use fsm::menu::{Item, Menu};

use parse::{MenuBook, Spoken};

/// The most key terms: recognizers take 100 to 500 of them.
pub const KEYTERMS_MAX: usize = 500;
/// The most words of a prompt. Whisper keeps 223 tokens of one, the last: a word of a menu with its comma is about 1.8.
pub const PROMPT_WORDS_MAX: usize = 120;
/// What separates the names of a prompt.
const COMMA: &str = ", ";

/// Names that a recognizer should expect, as the menu writes them, the most telling first: what is sold, its choices,
/// what else people call them, and sizes last, which every recognizer knows.
pub fn keyterms(menu: &Menu) -> Vec<String> {
    let mut known = BTreeSet::new();
    let terms = names(menu)
        .chain(modifiers(menu))
        .chain(aliases(menu))
        .chain(modifier_aliases(menu))
        .chain(sizes(menu));
    let mut terms: Vec<String> = terms
        .map(|term| term.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|term| !term.is_empty() && known.insert(term.to_lowercase()))
        .collect();
    terms.truncate(KEYTERMS_MAX);
    terms
}

/// One line that reads like a menu: its name, then as many of its items, combos and choices as there is room for.
pub fn prompt(menu: &Menu) -> String {
    let mut known = BTreeSet::new();
    let mut words = menu.name.split_whitespace().count();
    let mut listed: Vec<String> = Vec::new();
    for name in names(menu).chain(modifiers(menu)) {
        let name: Vec<&str> = name.split_whitespace().collect();
        if name.is_empty()
            || words + name.len() > PROMPT_WORDS_MAX
            || !known.insert(name.join(" ").to_lowercase())
        {
            continue;
        }
        words += name.len();
        listed.push(name.join(" "));
    }
    let name = menu.name.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{name}: {}.", listed.join(COMMA))
}

/// A grammar in the form of JSGF 1.0, for recognizers that hear nothing else: names in one and in several, sizes, choices,
/// amounts, numbers, and what the language says besides. Its words are letters and apostrophes alone.
pub fn jsgf(book: &MenuBook) -> String {
    let (menu, spoken) = (&book.menu, Spoken::of(book));
    let items = names(menu).chain(aliases(menu)).flat_map(|name| {
        let one = spoken.words(name);
        let several = speak::several(&menu.locale, &one);
        [one, several]
    });
    let written =
        |names: Vec<String>| -> Vec<String> { names.iter().map(|name| spoken.words(name)).collect() };
    let quantifiers = &menu.quantifiers;
    let own_amounts =
        [&quantifiers.no, &quantifiers.extra, &quantifiers.light, &quantifiers.side, &quantifiers.regular];
    let amounts = own_amounts.into_iter().flatten().map(|words| spoken.words(words)).chain(spoken.amounts());
    let choices = modifiers(menu).chain(modifier_aliases(menu)).map(str::to_owned);
    let rules = [
        ("item", items.collect()),
        ("size", written(sizes(menu).map(str::to_owned).collect())),
        ("modifier", written(choices.collect())),
        ("amount", amounts.collect()),
        ("number", spoken.numbers()),
        ("change", spoken.changes()),
        ("question", spoken.questions()),
        ("command", spoken.commands()),
        ("filler", spoken.fillers()),
    ];
    let rules = rules.map(|(name, phrases)| (name, alternatives(phrases)));
    let rules: Vec<_> = rules.iter().filter(|(_, phrases)| !phrases.is_empty()).collect();
    let parts: Vec<String> = rules.iter().map(|(name, _)| format!("<{name}>")).collect();
    let mut text = format!("#JSGF V1.0;\ngrammar menu;\npublic <order> = ( {} )+ ;\n", parts.join(" | "));
    for (name, phrases) in rules {
        let _ = writeln!(text, "<{name}> = {} ;", phrases.join(" | "));
    }
    text
}

/// Each phrase once, and none that says nothing.
fn alternatives(phrases: Vec<String>) -> Vec<String> {
    let mut known = BTreeSet::new();
    let said = phrases.into_iter().filter(|phrase| !phrase.is_empty() && known.insert(phrase.clone()));
    said.map(|phrase| phrase.split(' ').map(quoted).collect::<Vec<_>>().join(" ")).collect()
}

/// A word of the notation itself is in quotation marks.
fn quoted(word: &str) -> String {
    match word {
        "grammar" | "import" | "public" => format!("\"{word}\""),
        _ => word.to_owned(),
    }
}

fn names(menu: &Menu) -> impl Iterator<Item = &str> {
    let combos = menu.combos.iter().map(|combo| combo.name.as_str());
    menu.items.iter().map(|item| item.name.as_str()).chain(combos)
}

fn aliases(menu: &Menu) -> impl Iterator<Item = &str> {
    let combos = menu.combos.iter().flat_map(|combo| &combo.aliases);
    menu.items.iter().flat_map(|item| &item.aliases).chain(combos).map(String::as_str)
}

fn modifiers(menu: &Menu) -> impl Iterator<Item = &str> {
    menu.modifier_groups.iter().flat_map(|group| &group.modifiers).map(|modifier| modifier.name.as_str())
}

fn modifier_aliases(menu: &Menu) -> impl Iterator<Item = &str> {
    let modifiers = menu.modifier_groups.iter().flat_map(|group| &group.modifiers);
    modifiers.flat_map(|modifier| &modifier.aliases).map(String::as_str)
}

fn sizes(menu: &Menu) -> impl Iterator<Item = &str> {
    let sizes =
        menu.items.iter().flat_map(Item::sizes).chain(menu.combos.iter().flat_map(|combo| &combo.sizes));
    sizes.flat_map(|size| std::iter::once(&size.name).chain(&size.aliases)).map(String::as_str)
}
