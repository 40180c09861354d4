//! Which clauses of an utterance ask something. They begin after a pause, or where a word begins a question or an order;
//! of all ways to divide the words, the one that leaves the fewest unread is taken.

use fsm::menu::Allergen;
use fsm::query::{About, Select, Source, Subject};

use crate::asking::spans::{self, Span};
use crate::asking::things::Things;
use crate::asking::{Asked, Cx, allergies, clause, follows, gist, house, query};
use crate::language::{Sign, Word};
use crate::reading::asides::phrase;

/// What a clause says.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    /// It asks something.
    Question(Asked),
    /// It tells what somebody must not eat.
    Allergy {
        /// What that is; nothing where other words say it.
        allergens: Vec<Allergen>,
    },
    /// Anything else, by its words.
    Other {
        /// The first of them.
        start: usize,
        /// After the last of them.
        end: usize,
    },
}

/// The most places where clauses may begin.
const STARTS_MAX: usize = 14;
/// What a clause costs, so that few long ones are taken.
const CLAUSE: u32 = 10;
/// What a word costs that is not read, and one of those that say nothing.
const LEFT: u32 = 100;
const LEFT_LIGHT: u32 = 11;
/// What a word costs that a question is understood without.
const LOST: u32 = 25;
/// What a pause within a question costs.
const PAUSE: u32 = 4;

/// Divides an utterance into clauses.
pub(crate) fn read(cx: Cx<'_>, spans: &[Span<'_>]) -> Vec<Said> {
    let starts = starts(spans);
    let last = starts.len() - 1;
    let mut best: Vec<(u32, Option<(usize, Said)>)> = vec![(0, None); starts.len()];
    for from in (0..last).rev() {
        let (mut cost, mut chosen) = (u32::MAX, None);
        for to in from + 1..=last {
            let some = &spans[starts[from]..starts[to]];
            let (own, said) = one(cx, some, to == from + 1, from == 0 && to == last);
            let Some(said) = said else { continue };
            let all = own + best[to].0;
            if all < cost {
                (cost, chosen) = (all, Some((to, said)));
            }
        }
        best[from] = (cost, chosen);
    }
    let (mut said, mut ranges) = (Vec::new(), Vec::new());
    let (mut at, mut orders) = (0, false);
    while let Some((to, one)) = best[at].1.take() {
        let some = &spans[starts[at]..starts[to]];
        let goes_on = orders && matches!(one, Said::Question(_)) && !asks_anew(cx, some);
        let one = if goes_on { other(some) } else { one };
        orders |= matches!(one, Said::Other { .. }) && some.iter().any(orders_something);
        said.push(one);
        ranges.push(some);
        at = to;
    }
    // "Did I say sprite? Make those root beers": who goes on to change it asks nothing.
    for (one, some) in said.iter_mut().zip(&ranges).filter(|_| orders) {
        if matches!(one, Said::Question(asked) if is_of_the_order(asked)) {
            *one = other(some);
        }
    }
    count_calories(&mut said);
    drop_alternatives(cx, &ranges, &mut said);
    drop_rests(cx, spans, &mut said);
    asks_if_safe(cx, spans, &mut said);
    asks_of_topic(cx, spans, &mut said);
    said
}

/// "I'm counting calories, how many in the pecan pie": how many of those.
fn count_calories(said: &mut Vec<Said>) {
    let counts = |two: &[Said]| {
        let [Said::Question(before), Said::Question(asked)] = two else { return false };
        before.query.select == Select::Calories && asked.query.select == Select::Count
    };
    let Some(at) = said.windows(2).position(counts) else { return };
    let Said::Question(mut before) = said.remove(at) else { return };
    if let Said::Question(asked) = &said[at]
        && before.query.of.is_empty()
    {
        (before.query.of, before.query.subject) = (asked.query.of.clone(), asked.query.subject);
        before.query.about = asked.query.about;
    }
    said[at] = Said::Question(before);
}

/// "are they vegetarian or have they got meat in them": the same, asked the other way round.
fn drop_alternatives(cx: Cx<'_>, ranges: &[&[Span<'_>]], said: &mut Vec<Said>) {
    let is_or = |at: usize| cx.language.roles_by(cx.tokens[ranges[at][0].start].id).contains(&Word::Or);
    for at in (1..said.len()).rev() {
        let [Said::Question(before), Said::Question(asked)] = &said[at - 1..=at] else { continue };
        let points = asked.query.of.is_empty() && asked.query.subject == Source::Last;
        let is_whether = before.query.select == Select::Whether && !before.query.of.is_empty();
        if points && is_whether && asked.query.filters.is_empty() && is_or(at) {
            said.remove(at);
        }
    }
}

/// "is a sprite two dollars or more than that": a number behind a question, without a pause, counts nothing.
fn drop_rests(cx: Cx<'_>, spans: &[Span<'_>], said: &mut Vec<Said>) {
    let (mut after_question, mut of_house) = (false, false);
    let names_ones = |from: usize| {
        let roles = cx.language.roles_by(cx.tokens[from].id);
        roles.contains(&Word::Article) || roles.iter().any(|role| matches!(role, Word::Number(_) | Word::And))
    };
    said.retain(|one| {
        let Said::Other { start, end } = one else {
            after_question = matches!(one, Said::Question(_));
            of_house = matches!(one, Said::Question(asked) if asked.query.about == About::House);
            return true;
        };
        let mut rest = spans.iter().filter(|span| (*start..*end).contains(&span.start));
        let amount =
            |span: &Span<'_>| span.number.is_some() || span.is(&Sign::AtLeast) || span.is(&Sign::AtMost);
        let (mut counts, mut names, mut orders) = (false, false, false);
        for span in rest.by_ref() {
            counts |= amount(span);
            names |= orders_something(span);
            orders |= span.is(&Sign::Orders);
        }
        // "can I bring my dog while I wait for ribs"
        let is_aside = of_house && !orders && !(*start..*end).any(names_ones);
        let is_rest = after_question && !cx.tokens[*start].pause && (counts && !names || is_aside);
        after_question &= is_rest;
        !is_rest
    });
}

/// "a ramune and a taiyaki, what are those": named to ask of them, where nothing has been ordered.
fn asks_of_topic(cx: Cx<'_>, spans: &[Span<'_>], said: &mut Vec<Said>) {
    let nothing_ordered = cx.utterance.order.is_none_or(|order| order.lines().is_empty());
    let topic = said.iter().take_while(|one| matches!(one, Said::Other { .. })).count();
    let [Said::Other { start, .. }, ..] = said.as_slice() else { return };
    let [.., Said::Other { end, .. }] = &said[..topic] else { return };
    let (start, end) = (*start, *end);
    let Some(Said::Question(asked)) = said.get_mut(topic).filter(|_| nothing_ordered) else { return };
    let points = asked.query.subject == Source::Last && asked.query.of.is_empty();
    let after_pause = cx.tokens.get(end).is_some_and(|token| token.pause);
    let clause: Vec<Span<'_>> =
        spans.iter().filter(|span| (start..end).contains(&span.start)).copied().collect();
    let orders = clause.iter().any(|span| span.is(&Sign::Orders));
    if !points {
        return;
    }
    let of = clause::Clause::of(cx, &clause).map(|clause| clause.asking(asked.query.select));
    let of = of.and_then(|clause| Things::of(cx, &clause));
    let Some(of) = of.map(|things| things.subjects).filter(|of| !of.is_empty()) else { return };
    // "I wanna add bamboo shoots, do you charge for them": there is nothing to put them on.
    let only_choices = of.iter().all(|one| matches!(one, Subject::Modifier { .. }));
    // "the latte what's that run", but "two lattes how much is that"
    let counts = clause.iter().any(|span| span.number.is_some() && !span.is(&Sign::One));
    let asks_first =
        if orders { only_choices && asked.query.select == Select::Price } else { after_pause || !counts };
    if !asks_first {
        return;
    }
    (asked.query.about, asked.query.subject) = (query::about(&of).unwrap_or(About::Items), Source::New);
    asked.query.of = of;
    said.drain(..topic);
}

/// What some runs say as one clause, and what that costs. What is not read is left run by run.
fn one(cx: Cx<'_>, spans: &[Span<'_>], is_short: bool, is_all: bool) -> (u32, Option<Said>) {
    let pauses = spans.iter().skip(1).filter(|span| span.pause).count();
    let cost = CLAUSE + PAUSE * u32::try_from(pauses).unwrap_or_default();
    if let Some(allergens) = allergies::told(cx, spans) {
        return (cost, Some(Said::Allergy { allergens }));
    }
    let asked = || {
        let again = || follows::again(cx, spans).filter(|_| is_all);
        house::answered(cx, spans).or_else(again).or_else(|| clause::read(cx, spans))
    };
    // "What are we doing here. Sprite's fine": no question is of what the next sentence names.
    let changes = names_anew(cx, spans) || spans.iter().skip(1).any(|span| changes(cx, span));
    if let Some(asked) = (!changes).then(asked).flatten() {
        return (cost, Some(Said::Question(asked)));
    }
    if let Some((asked, lost)) = (!changes).then(|| gist::read(cx, spans)).flatten() {
        return (cost + LOST * lost, Some(Said::Question(asked)));
    }
    if !is_short {
        return (cost, None);
    }
    let left: u32 = spans.iter().map(|span| if says_little(span) { LEFT_LIGHT } else { LEFT }).sum();
    (left, Some(other(spans)))
}

fn is_of_the_order(asked: &Asked) -> bool {
    asked.query.about == About::Order && asked.query.select == Select::Whether
}

fn other(spans: &[Span<'_>]) -> Said {
    Said::Other { start: spans[0].start, end: spans[spans.len() - 1].end }
}

fn orders_something(span: &Span<'_>) -> bool {
    span.phrase.is_some() || span.combo.is_some() || span.is(&Sign::Orders)
}

/// Whether a question behind an order begins as one. "A veggie sub which comes with feta", "a turkey that's got pesto on
/// it" go on with the order.
fn asks_anew(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let little = |span: &&Span<'_>| says_little(span) && !span.is(&Sign::Last) || span.place.is_some();
    let mut rest = spans.iter().filter(|span| !little(span));
    let Some(first) = rest.next() else { return true };
    // "And, what's that cheese, swiss": somebody thinks aloud.
    let points = spans::points(cx, first) || rest.clone().next().is_some_and(|second| second.is(&Sign::Last));
    if points && rest.any(orders_something) {
        return false;
    }
    let begins = |sign: &Sign| {
        matches!(
            sign,
            Sign::Served
                | Sign::WhatIs
                | Sign::Kinds
                | Sign::CanEat
                | Sign::MustAvoid
                | Sign::LeadIf
                | Sign::More
                | Sign::AsTo
                | Sign::Person
                | Sign::Suppose
        )
    };
    let is_relative = first.is(&Sign::Which) && !first.pause;
    let after_pause = first.pause && (first.is(&Sign::Any) || first.is(&Sign::Which));
    let gives = spans.iter().any(|span| span.signs.iter().any(|sign| matches!(sign, Sign::Extra(_))));
    let asks = spans::is_hard(cx, first.start) || spans::is_question_word(cx, &cx.tokens[first.start]);
    !is_relative && asks || after_pause || gives || first.signs.iter().any(begins)
}

/// Whether something is named in another sentence than the first of some words.
pub(crate) fn names_anew(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let next = spans.iter().skip(1).position(|span| cx.tokens[span.start].begins);
    next.is_some_and(|next| spans[next + 1..].iter().any(|span| span.phrase.is_some()))
}

/// After a pause, "make those ..." begins a change, and so does "I meant ...".
pub(crate) fn changes(cx: Cx<'_>, span: &Span<'_>) -> bool {
    let corrects = || {
        let words = &cx.tokens[span.start..];
        phrase(cx.language, words, |role| role == Word::Correction).is_some_and(|length| length > 1)
    };
    span.pause && (cx.language.roles_by(cx.tokens[span.start].id).contains(&Word::Make) || corrects())
}

fn says_little(span: &Span<'_>) -> bool {
    span.phrase.is_none()
        && (span.light || span.is(&Sign::Light) || span.is(&Sign::Lead) || span.is(&Sign::Joins))
}

/// Where clauses may begin, and the end of all.
fn starts(spans: &[Span<'_>]) -> Vec<usize> {
    let mut starts = vec![0];
    for at in 1..spans.len() {
        let joins = |span: &Span<'_>| span.is(&Sign::Joins) || span.is(&Sign::Lead);
        let goes_with = spans[at].is(&Sign::With) && spans[at - 1].is(&Sign::Allergic);
        // "has the cookie got gluten"
        let has = spans[at].is(&Sign::Has) && spans[..at].iter().any(|before| before.is(&Sign::Whether));
        let begins = spans[at].pause
            || joins(&spans[at])
            || opens(&spans[at]) && !has
            || inverts(&spans[at..])
            || goes_with;
        let goes_on = joins(&spans[at - 1]) && starts.last() == Some(&(at - 1)) && !spans[at].pause;
        if begins && !goes_on && starts.len() < STARTS_MAX {
            starts.push(at);
        }
    }
    starts.push(spans.len());
    starts
}

/// Whether a question, an order or a claim may begin here.
pub(crate) fn opens(span: &Span<'_>) -> bool {
    span.signs.iter().any(Sign::opens)
}

/// "i'm lactose intolerant, can I have the hamburger": asks whether it is safe, and orders nothing.
fn asks_if_safe(cx: Cx<'_>, spans: &[Span<'_>], said: &mut [Said]) {
    for at in 1..said.len() {
        let [Said::Allergy { allergens }, Said::Other { start, end }] = &said[at - 1..=at] else { continue };
        let clause: Vec<Span<'_>> =
            spans.iter().filter(|span| (*start..*end).contains(&span.start)).copied().collect();
        let definite = |span: &Span<'_>| {
            let words = &cx.tokens[span.start..span.end];
            words.iter().any(|token| cx.language.roles_by(token.id).contains(&Word::Definite))
        };
        let may = clause.first().is_some_and(|span| span.is(&Sign::Safe)) && clause.iter().any(definite);
        if let Some(asked) = may.then(|| clause::read_safe(cx, &clause, allergens)).flatten() {
            said[at] = Said::Question(asked);
        }
    }
}

/// "can she have the onion rings", of somebody who must not eat something, as was told before: asks whether it is safe. What
/// is counted or sized is ordered for her: "can she have a Coke".
pub(super) fn safe_for_somebody(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let avoids = cx.utterance.avoids;
    let may_eat = |span: &Span<'_>| span.is(&Sign::Safe) && span.is(&Sign::Whether) && span.is(&Sign::Orders);
    let at = spans.iter().position(may_eat).filter(|_| !avoids.is_empty())?;
    let behind = &spans[at + 1..];
    let orders = |span: &Span<'_>| {
        let roles = cx.language.roles_by(cx.tokens[span.start].id);
        let counts = roles.iter().any(|role| matches!(role, Word::Article | Word::Some | Word::Number(_)));
        span.number.is_some() || counts || span.is(&Sign::Orders)
    };
    let first = behind.first().filter(|first| !orders(first) && !first.pause)?;
    let sized = first.phrase.is_some_and(|phrase| !phrase.sizes.is_empty() && phrase.entries.is_empty());
    let before = spans[..at].iter().any(orders);
    if sized || before {
        return None;
    }
    // "what about the croissant, can she have that"
    let named = |spans: &[Span<'_>]| spans.iter().any(|span| span.phrase.is_some());
    let end = behind.iter().skip(1).position(|span| span.pause).map_or(spans.len(), |end| at + 2 + end);
    let clause = if named(&spans[at..end]) { &spans[at..end] } else { &spans[..end] };
    clause::read_safe(cx, clause, avoids)
}

/// "is the shake", "does it": an inversion, which no statement has. "The coke is a large" has none.
fn inverts(spans: &[Span<'_>]) -> bool {
    let (is_verb, long) = (spans[0].is(&Sign::Whether), spans[0].end - spans[0].start > 1);
    is_verb && (long && !spans[0].is(&Sign::Has) || spans.get(1).is_some_and(|next| next.is(&Sign::Last)))
}
