//! What somebody must not eat, told and not asked: "I have a peanut allergy", "no nuts, I'm allergic".

use fsm::menu::Allergen;
use fsm::query::{About, Select};

use crate::asking::clause::{self, allergens};
use crate::asking::clauses::Said;
use crate::asking::spans::Span;
use crate::asking::{Asked, Cx, spans};
use crate::language::Sign;

/// The most words of a food that somebody is allergic to.
const FOOD_WORDS_MAX: usize = 3;

/// What a clause tells that somebody must not eat; none if it tells nothing so.
pub(crate) fn told(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Vec<Allergen>> {
    let tells = |span: &Span<'_>| span.is(&Sign::Allergic) || span.is(&Sign::Avoids);
    let at = spans.iter().position(tells)?;
    // "she doesn't eat raisins. A sesame one then", but "she can't have milk. Or eggs"
    let next = spans[at + 1..].iter().position(|span| cx.tokens[span.start].begins);
    let is_named = |span: &Span<'_>| span.phrase.is_some() || span.food || !span.is_known();
    let is_other = |span: &Span<'_>| is_named(span) && allergens(span).is_empty();
    let avoided = &spans[at + 1..next.map_or(at + 1, |next| at + 1 + next)];
    let tells_here = spans[..at].iter().chain(avoided).any(|span| !allergens(span).is_empty());
    if !tells_here && avoided.iter().any(is_other) {
        return None;
    }
    let names = |span: &Span<'_>| span.phrase.is_some() && allergens(span).is_empty();
    let begins = spans.iter().find(|span| !span.is(&Sign::Lead) && !span.is(&Sign::Joins));
    let inverts = begins.is_some_and(|span| span.is(&Sign::Whether) || span.is(&Sign::Any));
    // "I have an allergy, with chicken": what is wanted is not what must be avoided.
    let wants = spans[at + 1..].windows(2).any(|two| two[0].is(&Sign::With) && names(&two[1]));
    let is_claim = spans.iter().all(is_of_claim) && !spans[..at].iter().any(names) && !wants;
    if !is_claim || inverts || spans.iter().any(asks) {
        return None;
    }
    let person = spans.iter().any(|span| span.is(&Sign::Person));
    let avoids = spans[at].is(&Sign::Avoids);
    let mut told: Vec<Allergen> = spans.iter().flat_map(allergens).collect();
    if told.is_empty() && !avoids {
        told.extend(food(cx, &spans[at + 1..]));
    }
    (!told.is_empty() || person && !avoids)
        .then_some(told)
        .filter(|told| !avoids || !told.is_empty() && person)
}

/// Whether it may stand in such a claim. What nobody knows is somebody, or how bad it is.
fn is_of_claim(span: &Span<'_>) -> bool {
    span.signs.is_empty() && span.phrase.is_none()
        || span.signs.iter().any(|sign| {
            matches!(
                sign,
                Sign::Allergic
                    | Sign::Avoids
                    | Sign::Allergen(_)
                    | Sign::Person
                    | Sign::Joins
                    | Sign::Lead
                    | Sign::Light
                    | Sign::Has
                    | Sign::Whether
                    | Sign::Last
                    | Sign::With
                    | Sign::In
                    | Sign::Things
                    | Sign::Any
                    | Sign::If
            )
        })
        || span.phrase.is_some() && span.signs.is_empty()
}

/// Whether it makes a question of a claim, or an order.
fn asks(span: &Span<'_>) -> bool {
    span.signs.iter().any(|sign| {
        matches!(
            sign,
            Sign::Select(_)
                | Sign::Order(_)
                | Sign::WhatIs
                | Sign::Which
                | Sign::Kinds
                | Sign::CanEat
                | Sign::MustAvoid
                | Sign::Served
                | Sign::Orders
                | Sign::Safe
        )
    }) && !span.is(&Sign::Allergic)
        && !span.is(&Sign::Avoids)
}

/// "I'm allergic to strawberries": a food that no list of allergens has.
fn food(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Allergen> {
    let names = |span: &&Span<'_>| {
        span.phrase.is_some() || cx.language.lexicon().sort(&cx.tokens[span.start].fold).is_some()
    };
    let span = spans.iter().take(FOOD_WORDS_MAX).find(names)?;
    let words: Vec<&str> = cx.tokens[span.start..span.end].iter().map(|token| token.word.as_str()).collect();
    Some(Allergen::of(&words.join(" ")))
}

/// "no peanuts, I have an allergy": what is denied elsewhere in the utterance.
pub(crate) fn denied(cx: Cx<'_>) -> Option<Vec<Allergen>> {
    let spans = spans::cover(cx);
    let denied: Vec<Allergen> = spans
        .windows(2)
        .filter(|pair| pair[0].is(&Sign::Without))
        .flat_map(|pair| clause::allergens(&pair[1]))
        .collect();
    (!denied.is_empty()).then_some(denied)
}

/// "is the shake safe": for whom the same utterance tells, else everything that some must avoid.
pub(crate) fn settle(asked: &mut Asked, allergens: &[Allergen]) {
    if allergens.is_empty() && asked.query.select == Select::List {
        asked.query.about = About::Categories;
    } else if allergens.is_empty() {
        asked.query.select = Select::Allergens;
    } else {
        let filter = asked.filter(allergens);
        asked.query.filters.push(filter);
    }
    asked.is_open = false;
}

/// "no nuts please": denies what somebody is allergic to, where there is nothing to take it from.
pub(crate) fn only_denies(cx: Cx<'_>, said: &Said) -> bool {
    let Said::Other { start, end } = said else { return false };
    let spans: Vec<Span<'_>> =
        spans::cover(cx).into_iter().filter(|span| (*start..*end).contains(&span.start)).collect();
    let denies = spans.iter().any(|span| span.is(&Sign::Without));
    let fits = |span: &Span<'_>| {
        span.is(&Sign::Without) || !allergens(span).is_empty() || span.phrase.is_none() && span.light
    };
    denies && spans.iter().all(fits)
}
