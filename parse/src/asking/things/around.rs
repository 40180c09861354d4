//! What the words around a name say of it: which of several it is, and in which size.

use fsm::ids::SizeId;
use fsm::menu::Size;

use super::WORDS_BEFORE_MAX;
use crate::asking::Cx;
use crate::asking::clause::Clause;
use crate::asking::names::{self, Named};
use crate::asking::spans::Span;
use crate::index::Entry;
use crate::language::Word;
use crate::words::words;

/// How many words around a name may say which it is.
const WORDS_AROUND_MAX: usize = 3;

/// "a bottle of that sauce": of several that are called so in part, those that other words of the question name, too.
pub(super) fn with_words_around(cx: Cx<'_>, clause: &Clause<'_>, span: &Span<'_>, named: Named) -> Named {
    let is_partial = span.phrase.is_some_and(|phrase| phrase.entries.is_empty());
    let some: Vec<Entry> = match &named {
        Named::Entries(entries) if entries.len() > 1 => entries.clone(),
        Named::Category(at) if is_partial && !names::is_plural(cx, span) => {
            let sort = &cx.menu.categories[*at].id;
            let items = cx.menu.items.iter().enumerate().filter(|(_, item)| item.category == *sort);
            items.map(|(item, _)| Entry::Item(item)).collect()
        }
        _ => return named,
    };
    let near = span.start.saturating_sub(WORDS_AROUND_MAX)..(span.end + WORDS_AROUND_MAX).min(clause.end);
    let around: Vec<&str> = near
        .filter(|at| !(span.start..span.end).contains(at))
        .map(|at| cx.tokens[at].fold.as_str())
        .filter(|fold| cx.index.word(fold).is_some())
        .collect();
    let count = |entry: &Entry| {
        let said =
            |name: &Vec<String>| around.iter().filter(|word| name.iter().any(|own| own == *word)).count();
        cx.index.names(*entry).iter().map(said).max().unwrap_or_default()
    };
    let most = some.iter().map(count).max().unwrap_or_default();
    let called: Vec<Entry> = some.iter().filter(|entry| count(entry) == most).copied().collect();
    if most == 0 || some.len() < 2 { named } else { Named::Entries(called) }
}

/// What a size is called, in folded words.
pub(super) fn names_of(cx: Cx<'_>, size: &Size) -> impl Iterator<Item = Vec<String>> {
    let names = std::iter::once(&size.name).chain(&size.aliases);
    names.map(move |name| words(name).iter().map(|word| cx.language.fold(word)).collect())
}

/// "A quarter pound of turkey": of what is called so, also in part, what has that size, rather than a choice of that name.
pub(super) fn of_that_size(cx: Cx<'_>, span: &Span<'_>, sizes: &[SizeId], named: Named) -> Named {
    let Named::Modifiers(_) = named else { return named };
    let partial = span.phrase.map(|phrase| phrase.partial.as_slice()).unwrap_or_default();
    let has_it = |entry: &&Entry| !sizes.is_empty() && cx.index.has_size(cx.menu, **entry, sizes);
    let having: Vec<Entry> = partial.iter().filter(has_it).copied().collect();
    if having.is_empty() { named } else { Named::Entries(having) }
}

/// "half a pound of pulled pork": the longest name of a size among the words of an item and those before it.
pub(super) fn size_in_words(cx: Cx<'_>, span: &Span<'_>, of: &[Entry]) -> Option<SizeId> {
    let is_article = |at: &usize| cx.language.roles_by(cx.tokens[*at].id).contains(&Word::Article);
    let said: Vec<&str> = (span.start.saturating_sub(WORDS_BEFORE_MAX)..span.end)
        .filter(|at| !is_article(at))
        .map(|at| cx.tokens[at].fold.as_str())
        .collect();
    let sizes = of.iter().map(|entry| match entry {
        Entry::Item(at) => cx.menu.items[*at].sizes(),
        Entry::Combo(at) => &cx.menu.combos[*at].sizes,
    });
    let among = |name: &Vec<String>| said.windows(name.len().max(1)).any(|some| some == name.as_slice());
    let longest = |size: &Size| names_of(cx, size).filter(among).map(|name| name.len()).max();
    let called = sizes.flatten().filter_map(|size| Some((longest(size)?, size)));
    called.max_by_key(|(length, _)| *length).map(|(_, size)| size.id.clone())
}
