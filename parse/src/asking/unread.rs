//! Questions beside an order that nobody could read: "a coke, and is the croissant warm or cold". No data answers them.

use fsm::query::{About, Query, Select, Subject};

use crate::asking::clauses::{self, Said};
use crate::asking::names::{self, Named};
use crate::asking::spans::{self, Span};
use crate::asking::{Asked, Cx};
use crate::language::{Sign, Word};

/// Makes questions of the clauses that begin as only questions do and name something: they order nothing.
pub(super) fn settle(cx: Cx<'_>, spans: &[Span<'_>], said: &mut Vec<Said>) {
    // "Did I say sprite? Make those root beers": who goes on to change it asks nothing.
    if spans.iter().any(|span| clauses::changes(cx, span)) {
        return;
    }
    let is_unread = said.iter().all(|one| matches!(one, Said::Other { .. }));
    if let Some(query) = of_topic(cx, spans).filter(|_| is_unread) {
        *said = vec![Said::Question(Asked::of(query))];
        return;
    }
    let mut at = 0;
    while at < said.len() {
        let goes_on =
            |one: &&Said| matches!(one, Said::Other { start, .. } if !orders_anew(cx, spans, *start));
        let rest = said[at..].iter().skip(1).take_while(goes_on).count();
        if let (Said::Other { start, .. }, Said::Other { end, .. }) = (&said[at], &said[at + rest]) {
            let clause: Vec<Span<'_>> =
                spans.iter().filter(|span| (*start..*end).contains(&span.start)).copied().collect();
            if let Some(query) = unread(cx, &clause) {
                said.splice(at..=at + rest, [Said::Question(Asked::of(query))]);
            }
        }
        at += 1;
    }
}

/// "the brisket, is it smoked with oak", "tomato on the chicken, is that standard": what no data says of what is named
/// first, where nothing else is named or counted.
fn of_topic(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Query> {
    let points = |rest: &[Span<'_>]| rest.iter().any(|span| span.is(&Sign::Last) || spans::points(cx, span));
    // "in a kids meal, what can a kid choose from"
    let places = |role: &Word| matches!(role, Word::On | Word::With | Word::To);
    let leads = cx.language.roles_by(cx.tokens[spans.first()?.start].id).iter().any(places);
    let begins = |at: usize| {
        // "can she have that"
        let asks = spans::is_hard(cx, spans[at].start) || spans[at].is(&Sign::Whether);
        spans[at].pause && asks && (leads || points(&spans[at..]))
    };
    let directly = |at: usize| {
        spans::is_hard(cx, spans[at].start) && spans.get(at + 1).is_some_and(|next| next.is(&Sign::Last))
    };
    let asked = (0..spans.len()).find(|at| directly(*at) || *at > 0 && begins(*at))?;
    let (topic, asks) = spans.split_at(asked);
    let named = |span: &Span<'_>| span.phrase.is_some() && span.signs.is_empty() || span.combo.is_some();
    let counts = |span: &Span<'_>| {
        let roles = cx.language.roles_by(cx.tokens[span.start].id);
        roles.contains(&Word::Article) || span.number.is_some()
    };
    let orders = spans.iter().any(|span| span.is(&Sign::Orders)) || asks.iter().any(named);
    if !leads && (orders || topic.iter().any(counts)) {
        return None;
    }
    let entries = topic.iter().filter(|span| named(span)).find_map(|span| match names::one(cx, span)? {
        Named::Entries(entries) => Some(entries),
        _ => None,
    })?;
    let of: Vec<Subject> =
        entries.iter().map(|entry| Subject::item(&cx.menu.items[cx.index.main(*entry)].id)).collect();
    Some(Query { of, ..Query::new(About::Items, Select::Unknown) })
}

/// Whether something else than a question goes on at a word: behind a pause, or with what asks for it.
fn orders_anew(cx: Cx<'_>, spans: &[Span<'_>], start: usize) -> bool {
    let mut rest = spans.iter().filter(|span| span.start >= start).skip_while(|span| span.is(&Sign::Joins));
    cx.tokens[start].pause
        || rest.next().is_some_and(|first| {
            let roles = cx.language.roles_by(cx.tokens[first.start].id);
            first.is(&Sign::Orders) || first.number.is_some() || roles.contains(&Word::Article)
        })
}

/// What no data says of what some words name, if they begin as only questions do.
fn unread(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Query> {
    let first = spans.iter().find(|span| !span.is(&Sign::Lead) && !span.is(&Sign::Joins))?;
    let begins = first.pause || first.start != spans[0].start || spans[0].start == 0;
    let is_order = |span: &Span<'_>| span.is(&Sign::Orders) || span.is(&Sign::AsTo) && !span.is(&Sign::Joins);
    if !begins || !spans::is_hard(cx, first.start) || spans.iter().any(is_order) {
        return None;
    }
    let named = spans.iter().filter_map(|span| match names::one(cx, span)? {
        Named::Entries(entries) => entries.first().map(|entry| cx.index.main(*entry)),
        _ => None,
    });
    let of: Vec<Subject> = named.map(|item| Subject::item(&cx.menu.items[item].id)).collect();
    // "do you fry anything in peanut oil"
    let asks_unknown = spans.iter().any(|span| span.is(&Sign::Select(Select::Unknown)));
    let about = if of.is_empty() { About::House } else { About::Items };
    (!of.is_empty() || asks_unknown).then(|| Query { of, ..Query::new(about, Select::Unknown) })
}

/// "what comes with the banquet": asks of the menu, whatever it is that nobody knows.
pub(super) fn asks_what_comes(spans: &[Span<'_>]) -> bool {
    let names = |span: &Span<'_>| span.phrase.is_some() || span.combo.is_some();
    spans.iter().any(|span| span.is(&Sign::Select(Select::Parts))) && !spans.iter().any(names)
}
