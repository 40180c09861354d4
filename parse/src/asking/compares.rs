//! Which of several comes first, in any words: "takoyaki or pork buns, which is cheaper", "does the turkey plate or the
//! brisket plate cost less". That they are compared and what is named are enough. And what one size costs more than another.

use fsm::menu::Size;
use fsm::query::{About, Filter, OrderBy, Query, Select, Source, Subject};

use crate::asking::clause::{Clause, Mention, Tag};
use crate::asking::names::Named;
use crate::asking::spans::Span;
use crate::asking::things::Things;
use crate::asking::{Asked, Cx, loose, names, query, spans};
use crate::index::Entry;
use crate::language::{Sign, Word};

/// Reads it; none where fewer than two are named, or something is ordered.
pub(super) fn read(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let order_by = first(spans)?;
    // "more caffeine in the matcha or the chai"
    let asks = spans.iter().any(|span| loose::asks(cx, span)) || cx.says_or();
    if !asks || orders(cx, spans) {
        return None;
    }
    let named = spans.iter().filter(|span| span.phrase.is_some() || span.combo.is_some());
    let mentions = named.map(|span| Mention { span: *span, tag: Tag::Base }).collect();
    let things = Things::of(cx, &Clause::naming(mentions))?;
    let is_choice = |subject: &Subject| matches!(subject, Subject::Modifier { .. });
    let only_items = things.entries.len() == things.subjects.len();
    let only_choices = things.entries.is_empty() && things.subjects.iter().all(is_choice);
    if things.subjects.len() < 2 || !(only_items || only_choices) {
        return None;
    }
    let about = query::about(&things.subjects)?;
    let (of, subject) = (things.subjects, Source::New);
    let which = Query { order_by: Some(order_by), limit: Some(1), ..Query::new(about, Select::List) };
    Some(Asked::of(Query { of, subject, ..which }))
}

/// "the most expensive sandwich is what": the first of a sort, where nothing else is named.
pub(super) fn of_a_sort(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let order_by = first(spans)?;
    let named: Vec<&Span<'_>> =
        spans.iter().filter(|span| span.phrase.is_some() || span.combo.is_some() || span.sorts).collect();
    let [sort] = named.as_slice() else { return None };
    let filter = match names::several(cx, sort)? {
        Named::Category(at) => Filter::Category { category: cx.menu.categories[at].id.clone() },
        Named::Kind(kind) => Filter::Kind { kind },
        _ => return None,
    };
    if !spans.iter().any(|span| loose::asks(cx, span)) || orders(cx, spans) {
        return None;
    }
    let filters = vec![filter];
    let which = Query { order_by: Some(order_by), limit: Some(1), ..Query::new(About::Items, Select::List) };
    Some(Asked::of(Query { filters, ..which }))
}

/// "how much more is it if we go from three tenders up to five", "a large Coke and a small one, what's the price difference": of
/// one item, in each of its sizes.
pub(super) fn of_sizes(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let compares = |span: &Span<'_>| span.is(&Sign::Upcharge) || spans::says_more(cx, span);
    let is_part = |span: &Span<'_>| span.phrase.is_some_and(|phrase| !phrase.modifiers.is_empty());
    if !spans.iter().any(compares) || spans.iter().any(is_part) || spans.iter().any(loose::orders) {
        return None;
    }
    if !spans.iter().any(|span| loose::asks(cx, span) || span.is(&Sign::Trails)) {
        return None;
    }
    let of_span = |span: &Span<'_>| match (span.combo, span.phrase) {
        (Some(combo), _) => vec![Entry::Combo(combo)],
        (None, Some(phrase)) => phrase.entries.to_vec(),
        (None, None) => Vec::new(),
    };
    let mut named: Vec<Entry> = spans.iter().flat_map(of_span).collect();
    named.dedup();
    // "how much more for the large", of what was ordered
    let entry = match named[..] {
        [only] => only,
        [] => cx.referent()?,
        _ => return None,
    };
    let (of, sizes) = match entry {
        Entry::Item(at) => (Subject::item(&cx.menu.items[at].id), cx.menu.items[at].sizes()),
        Entry::Combo(at) => (Subject::combo(&cx.menu.combos[at].id), cx.menu.combos[at].sizes.as_slice()),
    };
    let says_size = |span: &Span<'_>| {
        let said = span.phrase.map(|phrase| phrase.sizes.as_slice()).unwrap_or_default();
        let is_said = |size: &Size| {
            said.contains(&size.id) || span.number.is_some_and(|number| cx.is_number_of(size, number))
        };
        sizes.iter().any(is_said)
    };
    let about = query::about(std::slice::from_ref(&of))?;
    (sizes.len() > 1 && spans.iter().any(says_size))
        .then(|| Asked::of(Query { of: vec![of], ..Query::new(about, Select::Price) }))
}

fn first(spans: &[Span<'_>]) -> Option<OrderBy> {
    spans.iter().flat_map(|span| span.signs).find_map(|sign| match sign {
        Sign::First(first) => Some(*first),
        _ => None,
    })
}

/// Whether a word orders, or something is counted.
fn orders(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let counts = |span: &Span<'_>| {
        let another = cx.language.roles_by(cx.tokens[span.start].id).contains(&Word::Another);
        another || span.number.is_some_and(|number| number != 1)
    };
    // "which costs more, a nitro or a large cold brew" counts nothing
    if cx.says_or() {
        return spans.iter().any(loose::orders);
    }
    loose::orders_anything(cx, spans)
        || spans.windows(2).any(|two| counts(&two[0]) && names::is_item(&two[1]) && !two[1].pause)
}
