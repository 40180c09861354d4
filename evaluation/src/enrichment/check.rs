//! Whether something that a model proposes can be a name on a menu.

use std::collections::BTreeMap;

use fsm::dialogue::Act;
use fsm::menu::Menu;
use fsm::order::Reason;
use parse::{MenuBook, Spoken, notation};

use super::proposals::Sort;
use crate::doctor::heard;
use crate::doctor::things::{Of, Thing, lines};

/// The longest name, in characters.
const CHARS_MAX: usize = 40;
/// The most words of a name.
const WORDS_MAX: usize = 5;
/// From this confidence on, what the parser hears needs no alias.
const CONFIDENCE_MIN: f64 = 0.6;

/// A menu's names, to hold proposals against.
pub(super) struct Check<'a> {
    book: &'a MenuBook,
    /// By words: what is called so, and where it stands.
    names: BTreeMap<Vec<String>, Vec<(Option<Of>, String)>>,
    /// Whether the menu is written in plain Latin letters.
    is_latin: bool,
}

impl<'a> Check<'a> {
    pub fn of(book: &'a MenuBook, things: &[Thing<'_>]) -> Self {
        let mut names: BTreeMap<Vec<String>, Vec<(Option<Of>, String)>> = BTreeMap::new();
        for thing in things {
            for name in &thing.names {
                names.entry(name.words.clone()).or_default().push((Some(thing.of), name.path.clone()));
            }
        }
        let is_latin = names.keys().flatten().all(|word| word.is_ascii());
        for (text, path) in other_names(&book.menu) {
            names.entry(parse::words(text)).or_default().push((None, path));
        }
        Self { book, names, is_latin }
    }

    /// Why this is no name for that; none if it may be one.
    pub fn why_not(&self, thing: &Thing<'_>, sort: Sort, text: &str) -> Option<String> {
        self.is_no_name(text).or_else(|| match sort {
            // A kind is no name: others may be of it too.
            Sort::Kind => None,
            Sort::Alias | Sort::ShortForm | Sort::Mishearing => self.collides(thing, text),
        })
    }

    fn is_no_name(&self, text: &str) -> Option<String> {
        let words = parse::words(text);
        let is_said = |letter: char| letter.is_alphanumeric() || " '’-&".contains(letter);
        if words.is_empty() {
            Some("has no words".to_owned())
        } else if text.chars().count() > CHARS_MAX || words.len() > WORDS_MAX {
            Some(format!("is longer than {CHARS_MAX} characters or {WORDS_MAX} words"))
        } else if !text.chars().all(is_said) {
            Some("has signs that nobody says".to_owned())
        } else if self.is_latin && !words.iter().all(|word| word.is_ascii()) {
            Some("has letters that this menu does not use".to_owned())
        } else if words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            Some("is a number".to_owned())
        } else {
            None
        }
    }

    fn collides(&self, thing: &Thing<'_>, text: &str) -> Option<String> {
        if let Some(known) = self.names.get(&parse::words(text)) {
            return Some(match known.iter().find(|(of, _)| *of != Some(thing.of)) {
                Some((_, path)) => format!("is called so already: {path}"),
                None => "is its name already".to_owned(),
            });
        }
        if Spoken::of(self.book).does(text) {
            return Some("does something else in this language, whatever the menu".to_owned());
        }
        let said = heard::said(thing.of, text, self.book)?;
        let acts = heard::read(&said, self.book);
        if self.is_strange(thing, &acts.acts) {
            return Some(format!("is heard as {}", notation::acts(&acts.acts)));
        }
        let is_known =
            acts.confidence >= CONFIDENCE_MIN && thing.of.is_ordered_by(&acts.acts, &self.book.menu);
        is_known.then(|| "is understood already".to_owned())
    }

    /// Whether acts do anything but order this, or say that nothing on the menu is called so.
    fn is_strange(&self, thing: &Thing<'_>, acts: &[Act]) -> bool {
        let menu = &self.book.menu;
        let orders_another = lines(acts).any(|line| match thing.of {
            Of::Item(at) => {
                line.item != menu.items[at].id || line.combo.is_some() || !line.modifiers.is_empty()
            }
            Of::Combo(at) => line.combo.as_ref() != Some(&menu.combos[at].id) || !line.modifiers.is_empty(),
            Of::Modifier(group, at) => {
                let group = &menu.modifier_groups[group];
                let this = &group.modifiers[at].id;
                line.modifiers.iter().any(|pick| pick.group != group.id || pick.modifier != *this)
            }
        });
        orders_another
            || acts.iter().any(|act| match act {
                Act::Order { ops, unresolved } => {
                    lines(std::slice::from_ref(act)).count() < ops.len()
                        || unresolved.iter().any(|part| part.reason != Reason::NotOnMenu)
                }
                act => *act != Act::Unclear,
            })
    }
}

/// What has a name beside things: categories, groups, sizes, amounts.
fn other_names(menu: &Menu) -> Vec<(&str, String)> {
    let mut names = Vec::new();
    for (at, category) in menu.categories.iter().enumerate() {
        names
            .extend(all(&category.name, &category.aliases).map(|name| (name, format!("$.categories[{at}]"))));
    }
    for (at, group) in menu.modifier_groups.iter().enumerate() {
        names.extend(all(&group.name, &group.aliases).map(|name| (name, format!("$.modifier_groups[{at}]"))));
    }
    for (at, item) in menu.items.iter().enumerate() {
        for size in item.sizes() {
            names.extend(all(&size.name, &size.aliases).map(|name| (name, format!("$.items[{at}].sizes"))));
        }
    }
    for (at, combo) in menu.combos.iter().enumerate() {
        for size in &combo.sizes {
            names.extend(all(&size.name, &size.aliases).map(|name| (name, format!("$.combos[{at}].sizes"))));
        }
    }
    let amounts = &menu.quantifiers;
    for words in [&amounts.no, &amounts.extra, &amounts.light, &amounts.side, &amounts.regular] {
        names.extend(words.iter().map(|name| (name.as_str(), "$.quantifiers".to_owned())));
    }
    names
}

fn all<'a>(name: &'a str, aliases: &'a [String]) -> impl Iterator<Item = &'a str> {
    std::iter::once(name).chain(aliases.iter().map(String::as_str))
}
