//! What a run of words names on the menu, by what is asked of it.

use fsm::ids::SizeId;

use crate::asking::Cx;
use crate::asking::clause::allergens;
use crate::asking::spans::Span;
use crate::index::{Entry, ModifierAt};
use crate::language::Word;
use crate::words::words;

/// Something of the menu.
#[derive(Clone, Debug)]
pub(crate) enum Named {
    Entries(Vec<Entry>),
    Category(usize),
    /// Several that are called so in part.
    Categories(Vec<usize>),
    /// A sort of things, as the menu calls it.
    Kind(String),
    Group(usize),
    Modifiers(Vec<ModifierAt>),
    Sizes(Vec<SizeId>),
}

/// The most items that a word may name.
const ENTRIES_MAX: usize = 12;

/// What is named where something is asked of it: "how much is ...". One of the order before a sort of things: "that wrap".
pub(crate) fn one(cx: Cx<'_>, span: &Span<'_>) -> Option<Named> {
    let named = on_menu(cx, span)?;
    Some(on_order(cx, span, &named).map_or(named, |entry| Named::Entries(vec![entry])))
}

/// The only thing on the order of a sort that is pointed at: "that wrap" of a veggie wrap, "the burger" of a cheeseburger.
fn on_order(cx: Cx<'_>, span: &Span<'_>, named: &Named) -> Option<Entry> {
    let points = |before: usize| cx.language.roles_by(cx.tokens[before].id).contains(&Word::Definite);
    let pointed_at = span.start.checked_sub(1).is_some_and(points) && !is_plural(cx, span);
    let is_one = |item: usize| match named {
        Named::Category(at) => cx.menu.items[item].category == cx.menu.categories[*at].id,
        Named::Kind(kind) => cx.menu.items[item].kind.as_ref() == Some(kind),
        Named::Entries(entries) => {
            let ends_so = span.end == span.start + 1 && cx.index.ends_in(item, &cx.tokens[span.start].fold);
            entries.contains(&Entry::Item(item)) || ends_so
        }
        Named::Categories(_) | Named::Group(_) | Named::Modifiers(_) | Named::Sizes(_) => false,
    };
    let lines = cx.utterance.order.filter(|_| pointed_at)?.lines();
    let items = lines.iter().filter_map(|line| cx.menu.items.iter().position(|item| item.id == line.item));
    let mut there = items.filter(|item| is_one(*item));
    let only = there.next().filter(|_| there.next().is_none())?;
    Some(Entry::Item(only))
}

/// The same, whatever is on the order.
fn on_menu(cx: Cx<'_>, span: &Span<'_>) -> Option<Named> {
    if let Some(combo) = span.combo {
        return Some(Named::Entries(vec![Entry::Combo(combo)]));
    }
    if let Some(kind) = kind(cx, span).filter(|_| span.phrase.is_none()) {
        return Some(kind);
    }
    if let Some(sizes) = cx.index.extreme(&cx.tokens[span.start].fold).filter(|_| span.sorts) {
        return Some(Named::Sizes(sizes.to_vec()));
    }
    if span.sorts {
        return sorts(cx, &cx.tokens[span.start].fold).or_else(|| kind_of_any(cx, span));
    }
    let phrase = span.phrase?;
    let category = phrase.category.map(Named::Category);
    // "Hot link", where "hot links" is another name of the plate.
    let own: Vec<Entry> = phrase.entries.iter().copied().filter(|entry| is_own(cx, span, *entry)).collect();
    let entries = || entries(if own.is_empty() { &phrase.entries } else { &own });
    let exact = if is_plural(cx, span) && !is_own_name(cx, span) {
        category.or_else(entries)
    } else {
        entries().or(category)
    };
    let sizes = || (!phrase.sizes.is_empty()).then(|| Named::Sizes(phrase.sizes.to_vec()));
    // "Do any of the syrups", where one of them is called so.
    let group = || phrase.group.filter(|_| is_plural(cx, span)).map(Named::Group);
    exact
        .or_else(group)
        .or_else(|| sizes().filter(|_| phrase.modifiers.is_empty()))
        .or_else(|| modifiers(&phrase.modifiers))
        .or_else(sizes)
        // "The oatmeal", where the oatmeal's toppings are called so too.
        .or_else(|| self::entries(&phrase.partial).filter(|_| phrase.partial.len() == 1))
        .or_else(|| phrase.group.map(Named::Group))
        .or_else(|| self::entries(&phrase.partial))
        .or_else(|| modifiers(&phrase.partial_modifiers))
        .or_else(|| phrase.partial_group.map(Named::Group))
}

/// What is named where it is asked which there are: "what ... do you have".
pub(crate) fn several(cx: Cx<'_>, span: &Span<'_>) -> Option<Named> {
    let Some(phrase) = span.phrase.filter(|_| span.combo.is_none()) else { return one(cx, span) };
    let sort = phrase.category.map(Named::Category).or_else(|| phrase.group.map(Named::Group));
    let own_group = phrase.group.filter(|group| is_called(cx, span, &cx.menu.modifier_groups[*group].name));
    let own_sort = phrase.category.is_some_and(|at| is_called(cx, span, &cx.menu.categories[at].name));
    if let Some(group) = own_group.filter(|_| !own_sort) {
        return Some(Named::Group(group));
    }
    let single = || sorts(cx, &cx.tokens[span.start].fold).filter(|_| span.end == span.start + 1);
    let of_items = phrase
        .entries
        .is_empty()
        .then_some(())
        .and_then(|()| kind(cx, span).or_else(|| single().filter(|_| kind_of_any(cx, span).is_some())));
    sort.or(of_items)
        .or_else(|| kind_of_any(cx, span))
        .or_else(|| {
            if phrase.entries.is_empty() && phrase.partial.is_empty() {
                return modifiers(&phrase.modifiers).or_else(|| phrase.partial_group.map(Named::Group));
            }
            let folds: Vec<&str> = folds(cx, span).collect();
            let own = |entry: &Entry| {
                cx.index
                    .names(*entry)
                    .first()
                    .is_some_and(|name| folds.iter().all(|fold| name.iter().any(|word| word == fold)))
            };
            let is_it = |entry: &Entry| phrase.entries.contains(entry) || own(entry);
            let items = (0..cx.menu.items.len()).map(Entry::Item);
            let named: Vec<Entry> = items.filter(is_it).take(ENTRIES_MAX + 1).collect();
            entries(&named)
        })
        .or_else(|| one(cx, span))
}

/// "bowls" of "noodle bowls" and "rice bowls".
fn sorts(cx: Cx<'_>, fold: &str) -> Option<Named> {
    let named: Vec<usize> = (0..cx.menu.categories.len()).filter(|at| is_named(cx, *at, fold)).collect();
    match named.as_slice() {
        [] => None,
        [only] => Some(Named::Category(*only)),
        _ => Some(Named::Categories(named)),
    }
}

/// A sort of items.
fn kind(cx: Cx<'_>, span: &Span<'_>) -> Option<Named> {
    kind_of_any(cx, span).filter(|named| match named {
        Named::Kind(kind) => cx.menu.items.iter().any(|item| item.kind.as_ref() == Some(kind)),
        _ => false,
    })
}

/// A sort of items, or else of choices.
fn kind_of_any(cx: Cx<'_>, span: &Span<'_>) -> Option<Named> {
    let is_one = span.end == span.start + 1 && allergens(span).is_empty();
    cx.index.kind(&cx.tokens[span.start].fold).filter(|_| is_one).map(|kind| Named::Kind(kind.to_owned()))
}

/// "sandwiches" of "Sandwiches and plates": the sort within a category that is called otherwise.
pub(crate) fn kind_within(cx: Cx<'_>, span: &Span<'_>, category: usize) -> Option<String> {
    let category = &cx.menu.categories[category];
    let is_own = is_called(cx, span, &category.name);
    let kind =
        cx.index.kind(&cx.tokens[span.start].fold).filter(|_| !is_own && span.end == span.start + 1)?;
    let has = |item: &fsm::menu::Item| item.category == category.id && item.kind.as_deref() == Some(kind);
    cx.menu.items.iter().any(has).then(|| kind.to_owned())
}

/// Whether it is the whole of a name.
fn is_called(cx: Cx<'_>, span: &Span<'_>, name: &str) -> bool {
    words(name).iter().map(|word| cx.language.fold(word)).eq(folds(cx, span).map(str::to_owned))
}

/// Whether a category is called so in part, or a sort of things.
pub(crate) fn is_sort(cx: Cx<'_>, fold: &str) -> bool {
    cx.index.kind(fold).is_some() || (0..cx.menu.categories.len()).any(|at| is_named(cx, at, fold))
}

/// Whether an item is of the sort of that name.
pub(crate) fn is_of_sort(cx: Cx<'_>, entry: Entry, fold: &str) -> bool {
    let item = &cx.menu.items[cx.index.main(entry)];
    let category = cx.menu.categories.iter().position(|category| category.id == item.category);
    let own = item.kind.as_deref().is_some_and(|kind| cx.index.kind(fold) == Some(kind));
    own || category.is_some_and(|category| is_named(cx, category, fold))
}

fn is_named(cx: Cx<'_>, category: usize, fold: &str) -> bool {
    let category = &cx.menu.categories[category];
    let has = |name: &String| words(name).iter().any(|word| cx.language.fold(word) == fold);
    has(&category.name) || category.aliases.iter().any(has)
}

/// What is named where it is a part of something: "with ...". Modifiers of that item come first.
pub(crate) fn part(cx: Cx<'_>, span: &Span<'_>, of: &[Entry]) -> Option<Named> {
    let phrase = span.phrase?;
    let every = [&phrase.modifiers, &phrase.partial_modifiers];
    let had = |modifiers: &[ModifierAt]| -> Vec<ModifierAt> {
        let has = |one: &ModifierAt| of.iter().any(|item| cx.index.allows(cx.index.main(*item), &[*one]));
        modifiers.iter().copied().filter(has).collect()
    };
    let of_it = every.iter().find_map(|some| modifiers(&had(some)));
    let of_any = || every.iter().find_map(|some| modifiers(some)).filter(|_| of.is_empty());
    of_it.or_else(of_any).or_else(|| {
        let sort = phrase.category.map(Named::Category).or_else(|| phrase.group.map(Named::Group));
        entries(&phrase.entries).or(sort).or_else(|| entries(&phrase.partial)).or_else(|| one(cx, span))
    })
}

/// Whether it may be a part: the name of a modifier, whole or in part.
pub(crate) fn is_modifier(span: &Span<'_>) -> bool {
    span.phrase.is_some_and(|phrase| !phrase.modifiers.is_empty() || !phrase.partial_modifiers.is_empty())
}

/// Whether it is the only thing that it can be.
pub(crate) fn is_item(span: &Span<'_>) -> bool {
    span.combo.is_some()
        || span.phrase.is_some_and(|phrase| !phrase.entries.is_empty() || !phrase.partial.is_empty())
}

pub(crate) fn is_plural(cx: Cx<'_>, span: &Span<'_>) -> bool {
    cx.language.is_plural(&cx.tokens[span.end - 1].word)
}

/// Whether an item is called just so, and not only by an alias.
fn is_own_name(cx: Cx<'_>, span: &Span<'_>) -> bool {
    let entries = span.phrase.map_or(&[][..], |phrase| phrase.entries.as_slice());
    entries.iter().any(|entry| is_own(cx, span, *entry))
}

fn is_own(cx: Cx<'_>, span: &Span<'_>, entry: Entry) -> bool {
    cx.index.names(entry).first().is_some_and(|name| name.iter().map(String::as_str).eq(folds(cx, span)))
}

fn folds<'a>(cx: Cx<'a>, span: &Span<'_>) -> impl Iterator<Item = &'a str> {
    cx.tokens[span.start..span.end].iter().map(|token| token.fold.as_str())
}

fn entries(some: &[Entry]) -> Option<Named> {
    (1..=ENTRIES_MAX).contains(&some.len()).then(|| Named::Entries(some.to_vec()))
}

fn modifiers(some: &[ModifierAt]) -> Option<Named> {
    (!some.is_empty()).then(|| Named::Modifiers(some.to_vec()))
}
