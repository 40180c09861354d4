//! Sizes whose words do not fit each other.

use std::collections::{BTreeMap, BTreeSet};

use fsm::menu::{Menu, Size};
use parse::{MenuBook, Spoken};

use super::warning::Warning;

/// Warns of sizes that are numbers, and of items that call the same size by other words than most.
pub(super) fn sizes(book: &MenuBook) -> Vec<Warning> {
    let lists = lists(&book.menu);
    let mut warnings = numbers(&lists, Spoken::of(book));
    warnings.extend(other_words(&lists));
    warnings
}

/// The sizes of an item or a combo.
struct List<'a> {
    path: String,
    /// Those of one category are compared; none for a combo.
    category: Option<&'a str>,
    sizes: &'a [Size],
}

fn lists(menu: &Menu) -> Vec<List<'_>> {
    let items = menu.items.iter().enumerate().map(|(at, item)| List {
        path: format!("$.items[{at}].sizes"),
        category: Some(item.category.as_str()),
        sizes: item.sizes(),
    });
    let combos = menu.combos.iter().enumerate().map(|(at, combo)| List {
        path: format!("$.combos[{at}].sizes"),
        category: None,
        sizes: &combo.sizes,
    });
    items.chain(combos).filter(|list| !list.sizes.is_empty()).collect()
}

/// "A twelve" is a size, and twelve of something.
fn numbers(lists: &[List<'_>], spoken: Spoken<'_>) -> Vec<Warning> {
    let counted: BTreeSet<String> = spoken.numbers().into_iter().collect();
    let is_number = |word: &String| counted.contains(word) || word.bytes().all(|byte| byte.is_ascii_digit());
    let mut warnings = Vec::new();
    for list in lists {
        for (at, size) in list.sizes.iter().enumerate() {
            let is_counted = |text: &str| parse::words(text).iter().all(is_number);
            if names(size).all(is_counted) {
                let Size { name, .. } = size;
                let detail = format!("\"{name}\" is a size, and also so many of it");
                let suggest = format!("write what is counted, such as \"{name} ounce\" or \"{name} piece\"");
                warnings.push(Warning::at(format!("{}[{at}].name", list.path), detail).suggest(suggest));
            }
        }
    }
    warnings
}

/// A size that other lists call something else: by its id, or by its place in lists of one category. What most say is
/// the measure.
fn other_words(lists: &[List<'_>]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut told = BTreeSet::new();
    let mut same: BTreeMap<Same<'_>, Vec<(String, &Size)>> = BTreeMap::new();
    for list in lists {
        for (at, size) in list.sizes.iter().enumerate() {
            let path = format!("{}[{at}]", list.path);
            let by_place = list.category.map(|category| Same::Place(category, list.sizes.len(), at));
            for key in std::iter::once(Same::Id(size.id.as_str())).chain(by_place) {
                same.entry(key).or_default().push((path.clone(), size));
            }
        }
    }
    for (key, sizes) in &same {
        let Some(usual) = usual(sizes) else { continue };
        let known = words(usual);
        for (path, size) in sizes {
            let own = words(size);
            let is_comparable = matches!(key, Same::Id(_)) || ![&known, &own].into_iter().any(counts);
            if is_comparable && known.is_disjoint(&own) && told.insert(path.clone()) {
                let detail = format!("\"{}\" is what others here call \"{}\"", size.name, usual.name);
                let suggest = format!("add the alias \"{}\", so that both words are understood", usual.name);
                warnings.push(Warning::at(format!("{path}.name"), detail).suggest(suggest));
            }
        }
    }
    warnings
}

/// What makes two sizes the same one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Same<'a> {
    Id(&'a str),
    /// A category, how many sizes there are, and the place among them.
    Place(&'a str, usize, usize),
}

/// The size with the words that most of them have; of several the first.
fn usual<'a>(sizes: &[(String, &'a Size)]) -> Option<&'a Size> {
    let mut counts: Vec<(BTreeSet<String>, usize, &Size)> = Vec::new();
    for (_, size) in sizes {
        let own = words(size);
        match counts.iter_mut().find(|(known, ..)| !known.is_disjoint(&own)) {
            Some((_, count, _)) => *count += 1,
            None => counts.push((own, 1, size)),
        }
    }
    let most = counts.iter().map(|(_, count, _)| *count).max()?;
    counts.into_iter().find(|(_, count, _)| *count == most).map(|(.., size)| size)
}

/// What a size is called, each name as its joined words.
fn words(size: &Size) -> BTreeSet<String> {
    names(size).map(|text| parse::words(text).join(" ")).collect()
}

/// Whether a size is a measure rather than a word: "12 oz", "6 piece".
fn counts(names: &BTreeSet<String>) -> bool {
    names.iter().any(|name| name.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Its name and its aliases.
fn names(size: &Size) -> impl Iterator<Item = &str> {
    std::iter::once(size.name.as_str()).chain(size.aliases.iter().map(String::as_str))
}
