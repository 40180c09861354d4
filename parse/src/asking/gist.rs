//! Questions of which not every word is understood: "is that parfait risky at all for a tree nut person". What the others
//! ask is answered, where they ask for sure.

use fsm::query::Select;

use crate::asking::spans::{self, Span};
use crate::asking::{Asked, Cx, clause, house};
use crate::language::Sign;

/// How many words may be lost.
const LOST_MAX: usize = 4;

/// Reads a question without the words that nobody knows, and how many those are.
pub(crate) fn read(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<(Asked, u32)> {
    let known: Vec<Span<'_>> = spans.iter().filter(|span| span.is_known()).copied().collect();
    let lost = spans.len() - known.len();
    let asks = || spans.iter().any(|span| asks(cx, span));
    // "give me the allergen rundown"
    let looks_up = |span: &Span<'_>| {
        span.is(&Sign::Select(Select::Allergens)) || span.is(&Sign::Select(Select::Calories))
    };
    let orders = spans.iter().any(|span| span.is(&Sign::Orders)) && !spans.iter().any(looks_up);
    if lost == 0 || lost > LOST_MAX || !asks() || orders {
        return None;
    }
    if names_others(spans) {
        return None;
    }
    // "unbelievable, how many times do I have to say it"
    let asked = clause::read(cx, &known).filter(|asked| asked.query.select != Select::Unknown)?;
    Some((asked, u32::try_from(lost).unwrap_or(u32::MAX)))
}

/// Whether a word that nobody knows makes another thing of what is named beside it.
pub(super) fn names_others(spans: &[Span<'_>]) -> bool {
    spans.windows(2).any(|two| names_another(&two[0], &two[1]))
}

/// "dr pepper": whether a word that nobody knows makes another thing of what is named beside it.
fn names_another(one: &Span<'_>, next: &Span<'_>) -> bool {
    let is_part = |span: &Span<'_>| span.phrase.is_some_and(|phrase| !spans::is_exact(phrase));
    !next.pause && (!one.is_known() && next.phrase.is_some() || !next.is_known() && is_part(one))
}

/// Whether a run asks, whatever is around it.
fn asks(cx: Cx<'_>, span: &Span<'_>) -> bool {
    let asks = |sign: &Sign| match sign {
        // "I have a promo code"
        Sign::Select(select) => !house::is_of_house(*select),
        Sign::Order(_) | Sign::Which | Sign::Kinds | Sign::WhatIs | Sign::CanEat | Sign::MustAvoid => true,
        _ => false,
    };
    span.signs.iter().any(asks) || spans::is_hard(cx, span.start)
}
