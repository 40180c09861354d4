//! What is said before a question and only leads to it: "i only want a bite, which dessert is your cheapest". It names
//! nothing of the menu, and nothing that somebody needs.

use crate::asking::spans::{self, Span};
use crate::asking::{Cx, loose};
use crate::language::{Sign, Word};

/// Where the question begins behind such a remark; 0 where there is none.
pub(super) fn end(cx: Cx<'_>, spans: &[Span<'_>]) -> usize {
    // Few recognizers write a pause: what asks in several words begins anew.
    let begins = |at: &usize| {
        let span = &spans[*at];
        span.pause || span.end - span.start > 1 || spans::is_question_word(cx, &cx.tokens[span.start])
    };
    let places = (1..spans.len()).rev().filter(begins);
    let names = |some: &[Span<'_>]| some.iter().any(|span| span.phrase.is_some() || span.combo.is_some());
    let ends = |at: &usize| {
        let (remark, rest) = spans.split_at(*at);
        is_remark(cx, remark) && begins_question(cx, rest) && (!names(remark) || names(rest))
    };
    places.into_iter().find(ends).map_or(0, |at| spans[at].start)
}

fn is_remark(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let speaks = |span: &Span<'_>| span.is(&Sign::Person) || span.is(&Sign::Quality) || span.is(&Sign::Lead);
    let tells = spans.iter().any(|span| !span.is_known() || speaks(span) && span.end - span.start != 1);
    let tells = tells || spans.first().is_some_and(|first| first.is(&Sign::Person));
    let does = |role: &Word| {
        matches!(
            role,
            Word::Cue(_)
                | Word::Remove
                | Word::Clear
                | Word::Swap
                | Word::Correction
                | Word::Another
                | Word::Same
        )
    };
    let acts = |span: &Span<'_>| {
        cx.tokens[span.start..span.end].iter().any(|token| cx.language.roles_by(token.id).iter().any(does))
    };
    tells && spans.iter().all(|span| says_nothing(span) && !acts(span))
}

/// Whether it names nothing that could be ordered, asks nothing, and says nothing of what is asked next.
fn says_nothing(span: &Span<'_>) -> bool {
    let only = |sign: &Sign| {
        matches!(
            sign,
            Sign::Lead
                | Sign::Light
                | Sign::Person
                | Sign::Joins
                | Sign::Mine
                | Sign::In
                | Sign::Has
                | Sign::Without
                | Sign::If
                | Sign::Suppose
                | Sign::Quality
                | Sign::Things
                | Sign::Whether
                | Sign::Hard
                | Sign::Orders
                | Sign::Confirms
                | Sign::Served
                | Sign::One
        )
    };
    let of_a_sort = span.phrase.is_none_or(|phrase| {
        phrase.category.is_some() && phrase.entries.is_empty() && phrase.modifiers.is_empty()
    });
    of_a_sort
        && span.combo.is_none()
        && span.number.is_none_or(|number| number == 1)
        && span.place.is_none()
        && !(span.food && span.phrase.is_none())
        && span.signs.iter().all(only)
}

/// Whether a question begins that is never an order.
fn begins_question(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let first = spans.iter().find(|span| !span.is(&Sign::Lead) && !span.is(&Sign::Joins));
    first.is_some_and(|first| loose::asks(cx, first) || first.is(&Sign::Still))
}
