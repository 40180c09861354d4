//! Questions of which some words do not fit: "just being nosy, what's the priciest sandwich y'all do". They are read
//! without what nobody knows, and without a few words that ask or point but name nothing.

use fsm::query::Select;

use crate::asking::spans::{self, Span};
use crate::asking::{Asked, Cx, clause, clauses, gist, names};
use crate::language::{Sign, Word};

/// The most words of an utterance that is read so, without those that nobody knows.
const SPANS_MAX: usize = 16;
/// How many words that nobody knows there may be.
const UNKNOWN_MAX: usize = 6;

/// Reads the question of a whole utterance that orders nothing.
pub(super) fn read(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let known: Vec<Span<'_>> = spans.iter().filter(|span| span.is_known()).copied().collect();
    let is_long = known.len() > SPANS_MAX || spans.len() - known.len() > UNKNOWN_MAX;
    if is_long
        || gist::names_others(spans)
        || names_first(cx, spans)
        || wishes(cx, spans)
        || orders_anything(cx, spans)
    {
        return None;
    }
    let sure = |some: &[Span<'_>]| {
        let named = some.iter().any(names_something);
        clause::read(cx, some).filter(|asked| named && asked.query.select != Select::Unknown)
    };
    let free: Vec<usize> = (0..known.len()).filter(|at| is_free(&known[*at])).collect();
    let without = |left_out: &[usize]| -> Vec<Span<'_>> {
        let kept = known.iter().enumerate().filter(|(at, _)| !left_out.contains(at));
        kept.map(|(_, span)| *span).collect()
    };
    let pairs =
        || free.iter().flat_map(|one| free.iter().filter(move |two| *two > one).map(move |two| [*one, *two]));
    sure(&known)
        .or_else(|| free.iter().find_map(|one| sure(&without(&[*one]))))
        .or_else(|| pairs().find_map(|two| sure(&without(&two))))
}

/// Whether nothing asks before something is named.
fn names_first(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let asked = spans.iter().position(|span| asks(cx, span) && (span.end - span.start > 1 || !is_weak(span)));
    let named = spans.iter().position(names_something);
    asked.is_none_or(|asked| named.is_some_and(|named| named < asked))
}

/// "remember when fries cost a nickel": whether a word alone asks nothing.
fn is_weak(span: &Span<'_>) -> bool {
    span.signs.iter().any(|sign| matches!(sign, Sign::Select(_) | Sign::Order(_)))
}

/// Whether it begins with what may order: "can you do".
fn wishes(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let wishes = |span: &Span<'_>| span.is(&Sign::May) || span.is(&Sign::Make);
    let wonders = |span: &Span<'_>| spans::begins(cx, span.start, &Sign::Wonders);
    spans.iter().any(wishes) && !spans.iter().any(wonders)
}

/// Whether something is ordered: by a word that does, or by what begins behind a pause.
pub(super) fn orders_anything(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let begins = |at: usize| spans[at].pause || at > 0 && spans[at - 1].is(&Sign::Joins);
    let counts = |span: &Span<'_>| {
        let roles = cx.language.roles_by(cx.tokens[span.start].id);
        roles.contains(&Word::Article) || span.number.is_some()
    };
    let wishes = |span: &Span<'_>| span.is(&Sign::May) || span.is(&Sign::Make) || span.is(&Sign::Orders);
    clauses::names_anew(cx, spans)
        || spans.iter().any(orders)
        || (0..spans.len()).any(|at| begins(at) && (wishes(&spans[at]) || counts(&spans[at])))
}

/// Whether a run asks something by itself.
pub(super) fn asks(cx: Cx<'_>, span: &Span<'_>) -> bool {
    let asks = |sign: &Sign| {
        matches!(
            sign,
            Sign::Select(_)
                | Sign::Order(_)
                | Sign::Which
                | Sign::Kinds
                | Sign::WhatIs
                | Sign::CanEat
                | Sign::MustAvoid
                | Sign::LeadIf
                | Sign::Served
                | Sign::Any
        )
    };
    span.signs.iter().any(asks) || spans::is_hard(cx, span.start)
}

/// Whether a run orders.
pub(super) fn orders(span: &Span<'_>) -> bool {
    let asks = |sign: &Sign| matches!(sign, Sign::Safe | Sign::Make | Sign::May | Sign::Light);
    span.is(&Sign::Orders) && !span.signs.iter().any(asks)
}

fn names_something(span: &Span<'_>) -> bool {
    span.phrase.is_some() || span.combo.is_some() || names::is_item(span)
}

/// Whether a question may be read without it: it names nothing, and says nothing of what is named.
fn is_free(span: &Span<'_>) -> bool {
    let says = |sign: &Sign| {
        matches!(
            sign,
            Sign::Allergen(_)
                | Sign::Diet(_)
                | Sign::Hot(_)
                | Sign::Caffeine(_)
                | Sign::First(_)
                | Sign::AtMost
                | Sign::AtLeast
                | Sign::Without
                | Sign::Free
                | Sign::Avoids
                | Sign::Allergic
                | Sign::Day(_)
                | Sign::Holiday(_)
                | Sign::Way(_)
                | Sign::Extra(_)
        )
    };
    span.phrase.is_none()
        && span.combo.is_none()
        && span.number.is_none()
        && span.place.is_none()
        && !span.sorts
        && !span.food
        && !span.signs.iter().any(says)
}
