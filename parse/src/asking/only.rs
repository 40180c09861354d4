//! Whether an utterance only asks, or calls for a person and asks nothing.

use fsm::dialogue::ActKind;

use crate::asking::spans::Span;
use crate::asking::{Cx, clauses, is_of_the_order, spans};
use crate::language::{Cue, Sign, Word};
use crate::reading::besides::Besides;
use crate::tokens::Token;

/// "Could a real person please come out here": whoever is called for is no part of a question about the menu.
pub(super) fn calls_a_person(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let is_human = |cue: &Cue| *cue == Cue::Act(ActKind::Human);
    let may_call = |token: &Token| token.id.is_some_and(|id| cx.language.acts_of(id).iter().any(is_human));
    let names = |span: &Span<'_>| span.phrase.is_some() || span.combo.is_some();
    if !cx.tokens.iter().any(may_call) || spans.iter().any(names) {
        return false;
    }
    let heard = Besides::hear(cx.language, cx.tokens);
    heard.outweighs(0, false) && heard.said().has(ActKind::Human)
}

/// "One of the chais is with soy": begins with some of what is on the order, and asks nothing of them.
pub(super) fn tells_of_some(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let is = |at: usize, role: fn(&Word) -> bool| {
        cx.tokens.get(at).is_some_and(|token| cx.language.roles_by(token.id).iter().any(role))
    };
    let first = spans.iter().find(|span| !span.is(&Sign::Lead) && !span.is(&Sign::Joins));
    let counts = first.is_some_and(|first| {
        is(first.start, |role| matches!(role, Word::Number(_)))
            && is(first.start + 1, |role| matches!(role, Word::Of | Word::OfThem))
    });
    let asks = |span: &Span<'_>| span.is(&Sign::Confirms) || span.pause && spans::is_hard(cx, span.start);
    counts && is_of_the_order(cx, spans) && !spans.iter().any(asks)
}

/// Whether it begins as only questions do, and nothing in it orders.
pub(super) fn only_asks(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let first = spans.iter().find(|span| !span.is(&Sign::Lead) && !span.is(&Sign::Joins));
    // "do the regular one instead" orders, "do the regular buns have egg" asks.
    let has = spans.iter().skip(1).any(|span| span.is(&Sign::Has) && !span.pause);
    let may_order = |span: &Span<'_>| {
        span.is(&Sign::Orders) && !(has && first.is_some_and(|first| first.start == span.start))
    };
    let orders = |span: &Span<'_>| may_order(span) || span.is(&Sign::AsTo) && !span.is(&Sign::Joins);
    // "what's it gonna be, two cheeseburgers": what is counted after a pause is ordered; "what'd you say, a hamburger or a
    // cheeseburger" asks.
    let or = cx.tokens.iter().any(|token| cx.language.roles_by(token.id).contains(&Word::Or));
    let counts = |span: &Span<'_>| {
        let is_article = || cx.language.roles_by(cx.tokens[span.start].id).contains(&Word::Article);
        !or && span.pause && (span.number.is_some() || is_article())
    };
    let leads_if = spans.first().is_some_and(|first| first.is(&Sign::LeadIf));
    let is_hard =
        leads_if || first.is_some_and(|first| first.is(&Sign::Suppose) || spans::is_hard(cx, first.start));
    // "could I still change the coke later"
    let last = spans.iter().rfind(|span| !span.light || span.is(&Sign::Suppose));
    let later =
        first.is_some_and(|first| first.is(&Sign::May)) && last.is_some_and(|last| last.is(&Sign::Suppose));
    // "are you able to hold the sauce on the chicken": where none is ordered, no verb of the clause orders.
    let wonders = |span: &&Span<'_>| spans::begins(cx, span.start, &Sign::Wonders);
    let begins = || spans.iter().filter(|span| span.pause).chain(first);
    let may_order = spans.iter().any(|span| orders(span) && span.pause);
    if !may_order && !is_of_the_order(cx, spans) && begins().any(|span| wonders(&span)) {
        return true;
    }
    // "What are we doing here. A Sprite, medium"
    let names_anew = clauses::names_anew(cx, spans);
    later
        || is_hard
            && !names_anew
            && !spans.iter().any(|span| orders(span) || counts(span) || clauses::changes(cx, span))
}
