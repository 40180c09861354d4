//! "Do those have a toy in them": something that no name on the menu has, and the description of what it is asked of has.

use fsm::menu::Item;
use fsm::query::{About, Query, Select, Subject};

use crate::asking::spans::{self, Span};
use crate::asking::{Asked, Cx, house, loose};
use crate::language::Sign;
use crate::words::words;

/// What is in the thing whose description has the word: of those that are named, or else of those on the order, the newest.
/// What the house answers itself is left to it.
pub(super) fn read(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let asks = |span: &Span<'_>| {
        let whether = [Sign::Whether, Sign::Served, Sign::Comes, Sign::Has].iter().any(|sign| span.is(sign));
        whether || spans::is_hard(cx, span.start)
    };
    let strange: Vec<&str> =
        spans.iter().filter(|span| is_strange(span)).map(|span| fold(cx, span)).collect();
    // "what does a bottle of it cost"
    let asks_more = |sign: &Sign| {
        matches!(sign, Sign::Select(Select::Price | Select::Calories | Select::Sizes | Select::Caffeine))
    };
    if spans.iter().flat_map(|span| span.signs).any(asks_more) {
        return None;
    }
    if strange.is_empty() || !spans.iter().any(asks) || loose::orders_anything(cx, spans) {
        return None;
    }
    let named = spans.iter().filter_map(|span| span.phrase).flat_map(|phrase| phrase.entries.iter());
    let named: Vec<&Item> = named.map(|entry| &cx.menu.items[cx.index.main(*entry)]).collect();
    let ordered = cx.utterance.order.into_iter().flat_map(|order| order.lines().iter().rev());
    let ordered = ordered.filter_map(|line| cx.menu.item(&line.item)).filter(|_| named.is_empty());
    let says = |item: &&Item| {
        let description = item.description.as_deref().unwrap_or_default();
        words(description).iter().any(|word| strange.contains(&cx.language.fold(word).as_str()))
    };
    let item = named.iter().copied().chain(ordered).find(says)?;
    if house::answered(cx, spans).is_some() {
        return None;
    }
    let of = vec![Subject::item(&item.id)];
    Some(Asked::of(Query { of, ..Query::new(About::Items, Select::Contents) }))
}

/// Whether a word means nothing in a question and nothing on the menu.
fn is_strange(span: &Span<'_>) -> bool {
    span.phrase.is_none() && span.signs.is_empty() && span.number.is_none() && !span.light
}

fn fold<'a>(cx: Cx<'a>, span: &Span<'_>) -> &'a str {
    &cx.tokens[span.start].fold
}
