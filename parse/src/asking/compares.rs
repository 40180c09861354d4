//! Which of several comes first, in any words: "takoyaki or pork buns, which is cheaper", "does the turkey plate or the
//! brisket plate cost less". That they are compared and what is named are enough.

use fsm::query::{About, Filter, OrderBy, Query, Select, Source};

use crate::asking::clause::{Clause, Mention, Tag};
use crate::asking::names::Named;
use crate::asking::spans::Span;
use crate::asking::things::Things;
use crate::asking::{Asked, Cx, loose, names, query};
use crate::language::{Sign, Word};
use crate::tokens::Token;

/// Reads it; none where fewer than two are named, or something is ordered.
pub(super) fn read(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let order_by = first(spans)?;
    if !spans.iter().any(|span| loose::asks(cx, span)) || orders(cx, spans) {
        return None;
    }
    let named = spans.iter().filter(|span| span.phrase.is_some() || span.combo.is_some());
    let mentions = named.map(|span| Mention { span: *span, tag: Tag::Base }).collect();
    let things = Things::of(cx, &Clause::naming(mentions))?;
    if things.entries.len() < 2 || things.entries.len() != things.subjects.len() {
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
    let or = |token: &Token| cx.language.roles_by(token.id).contains(&Word::Or);
    if cx.tokens.iter().any(or) {
        return spans.iter().any(loose::orders);
    }
    loose::orders_anything(cx, spans)
        || spans.windows(2).any(|two| counts(&two[0]) && names::is_item(&two[1]) && !two[1].pause)
}
