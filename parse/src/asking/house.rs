//! Questions about the house and about the order: by phrases of their own, and a day, a way to pay, an extra.

use fsm::machine::{Expectation, StateKind};
use fsm::menu::Topic;
use fsm::order::Order;
use fsm::query::{About, Day, Filter, Query, Select, Source, Subject};

use crate::asking::clause::{Clause, Tag};
use crate::asking::spans::{self, Span};
use crate::asking::things::Things;
use crate::asking::{Asked, Cx, lists};
use crate::index::Entry;
use crate::language::{Queries, Sign};
use crate::words::words;

/// Whether the house says it.
pub(crate) const fn is_of_house(select: Select) -> bool {
    match select {
        Select::Hours
        | Select::Payment
        | Select::Tax
        | Select::Restroom
        | Select::Wifi
        | Select::Parking
        | Select::Address
        | Select::Phone
        | Select::Wheelchair
        | Select::Pets
        | Select::Discounts
        | Select::Deals
        | Select::Extras
        | Select::Answer
        | Select::Unknown => true,
        Select::List
        | Select::Whether
        | Select::Price
        | Select::Contents
        | Select::Sizes
        | Select::Choices
        | Select::Parts
        | Select::Calories
        | Select::Allergens
        | Select::Diets
        | Select::Heat
        | Select::Caffeine
        | Select::Recommended
        | Select::Count => false,
    }
}

/// As days are written in JSON.
pub(crate) const WEEK: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// How many other words may stand between those of a question that the house answers.
const BETWEEN_MAX: usize = 2;
/// How many words that say what is asked are enough in any order, and how many others there may be besides.
const TELLING_MIN: usize = 2;
const MORE_WORDS_MAX: usize = 3;

/// A question that the house has an answer of its own for: "what toy comes in the kids meal".
pub(crate) fn answered(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let house = cx.utterance.house.filter(|house| !house.answers.is_empty())?;
    if spans.iter().any(|span| span.is(&Sign::Orders)) {
        return None;
    }
    let said: Vec<&str> =
        (spans.first()?.start..spans.last()?.end).map(|at| cx.tokens[at].fold.as_str()).collect();
    let is_asked = |question: &String| {
        let question: Vec<String> = words(question).iter().map(|word| cx.language.fold(word)).collect();
        let telling: Vec<&String> = question.iter().filter(|word| tells(cx, word)).collect();
        let is_same_but_one =
            said.len() == question.len() && said.first() == question.first().map(String::as_str).as_ref();
        let all_told = (telling.len() >= TELLING_MIN || is_same_but_one && !telling.is_empty())
            && telling.iter().all(|word| said.contains(&word.as_str()))
            && said.len() <= question.len() + MORE_WORDS_MAX;
        all_told || (0..said.len()).any(|start| begins_with(&said[start..], &question))
    };
    let answer = house.answers.iter().find(|answer| answer.ask.iter().any(is_asked))?;
    let filters = vec![Filter::Answer { id: answer.id.clone() }];
    Some(Asked::of(Query { filters, ..Query::new(About::House, Select::Answer) }))
}

/// "what kind of wood is that smoke": what no data says, but the house answers, by the words that no other answer has.
fn answered_alike(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Query> {
    let answers = &cx.utterance.house?.answers;
    let said: Vec<&str> = (clause.start..clause.end)
        .map(|at| cx.tokens[at].fold.as_str())
        .filter(|fold| tells(cx, fold) && cx.index.word(fold).is_none())
        .collect();
    let words_of = |ask: &String| words(ask).into_iter().map(|word| cx.language.fold(&word));
    let has = |ask: &[String], fold: &&str| ask.iter().flat_map(words_of).any(|word| word == *fold);
    let is_content = |fold: &&&str| cx.language.lexicon().sort(fold).is_some() || names_no_question(cx, fold);
    let alike = |ask: &[String]| said.iter().filter(is_content).filter(|fold| has(ask, fold)).count();
    let best = answers.iter().map(|answer| (alike(&answer.ask), answer)).max_by_key(|(count, _)| *count);
    let (count, answer) = best.filter(|(count, _)| *count > 0)?;
    let is_only = answers.iter().filter(|other| alike(&other.ask) == count).count() == 1;
    let filters = vec![Filter::Answer { id: answer.id.clone() }];
    is_only.then(|| Query { filters, ..Query::new(About::House, Select::Answer) })
}

/// Whether a word is none of those that questions are made of, but for what no data says.
fn names_no_question(cx: Cx<'_>, fold: &str) -> bool {
    let queries = cx.language.queries();
    let node = queries.id(fold).and_then(|word| queries.step(Queries::ROOT, word));
    node.is_none_or(|node| queries.signs(node).iter().all(|sign| *sign == Sign::Quality))
}

/// Whether a word says what is asked, and not only that it is.
fn tells(cx: Cx<'_>, fold: &str) -> bool {
    let queries = cx.language.queries();
    let node = queries.id(fold).and_then(|word| queries.step(Queries::ROOT, word));
    !node.is_some_and(|node| {
        queries.signs(node).iter().any(|sign| matches!(sign, Sign::Light | Sign::Whether | Sign::Lead))
    })
}

/// Whether words begin with all of a question, in its order.
fn begins_with(said: &[&str], question: &[String]) -> bool {
    let (mut at, mut between) = (0, 0);
    for word in said {
        match question.get(at) {
            None => break,
            Some(asked) if asked == word => at += 1,
            Some(_) if at == 0 => return false,
            Some(_) => between += 1,
        }
    }
    at == question.len() && at > 0 && between <= BETWEEN_MAX
}

/// Reads a question about the house or the order.
pub(crate) fn read(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Asked> {
    if clause.strange && clause.house != Some(Select::Unknown) && !clause.quality {
        return None;
    }
    let query = order(cx, clause).or_else(|| extras(cx, clause)).or_else(|| house(cx, clause))?;
    Some(Asked::of(query))
}

fn order(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Query> {
    let select = match clause.order {
        Some(Select::Whether) if clause.select == Some(Select::Count) => Select::Count,
        // "the tenders, how many do you get", where none are ordered
        Some(Select::Count) if asks_of_the_menu(cx, clause) => return None,
        // "Is that all", of what was told.
        Some(Select::List) if clause.more && lists::was_told(cx) => return None,
        // "what's that gonna cost me", after an answer.
        Some(Select::Price) if is_of_an_answer(cx, clause) => return None,
        Some(select) => select,
        None if is_of_total(cx, clause) => Select::Price,
        None => return None,
    };
    if clause.house.is_some() && clause.house != Some(Select::Tax) || clause.orders || clause.supposes {
        return None;
    }
    let mut query = Query::new(About::Order, select);
    query.of = subjects(cx, clause)?;
    // "did you get the fries", not "did you get it".
    (select != Select::Whether || !query.of.is_empty()).then_some(query)
}

/// Whether something is named of which nothing is on the order.
fn asks_of_the_menu(cx: Cx<'_>, clause: &Clause<'_>) -> bool {
    let lines = cx.utterance.order.map(Order::lines).unwrap_or_default();
    let is_there = |entry: &Entry| {
        let item = &cx.menu.items[cx.index.main(*entry)].id;
        lines.iter().any(|line| line.item == *item)
    };
    let named = Things::of(cx, clause).map(|things| things.entries).unwrap_or_default();
    !named.is_empty() && !named.iter().any(is_there)
}

/// Whether it is asked what something costs that was answered just now, where nothing is ordered.
pub(crate) fn is_of_an_answer(cx: Cx<'_>, clause: &Clause<'_>) -> bool {
    let nothing_ordered = cx.utterance.order.is_some_and(|order| order.lines().is_empty());
    let answered = cx.utterance.answered.is_some_and(|answered| answered.topic != Topic::Order);
    let points = (clause.start..clause.end).any(|at| spans::is_pointer(cx, at));
    clause.order == Some(Select::Price) && nothing_ordered && answered && points && clause.mentions.is_empty()
}

/// "how much is that" at the summary, where nothing was asked before.
fn is_of_total(cx: Cx<'_>, clause: &Clause<'_>) -> bool {
    let utterance = cx.utterance;
    let at_the_end = matches!(utterance.state, StateKind::Confirming | StateKind::Closing);
    let bare =
        clause.mentions.is_empty() && clause.place.is_none() && !clause.combos && clause.first.is_none();
    let of_order = utterance.answered.is_some_and(|answered| answered.topic == Topic::Order);
    let is_total = of_order || at_the_end && utterance.answered.is_none();
    bare && is_total && clause.select == Some(Select::Price)
}

/// "napkins, please", where the house says what it gives.
fn extras(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Query> {
    cx.utterance.house?.extras.as_ref()?;
    let fits =
        clause.mentions.is_empty() && clause.select.is_none() && !clause.without && clause.order.is_none();
    if clause.extras.is_empty() || !fits || clause.allergic {
        return None;
    }
    let mut query = Query::new(About::House, Select::Extras);
    // "forks" are the plastic forks of a house that has no others.
    let house = cx.utterance.house?;
    let last = |name: &str| words(name).last().map(|word| cx.language.fold(word));
    let given = |name: &str| {
        let alike = house.extras.iter().flatten().find(|extra| last(extra) == last(name));
        house.extra(name).or(alike.map(String::as_str)).unwrap_or(name).to_owned()
    };
    query.filters = clause.extras.iter().map(|name| Filter::Named { name: given(name) }).collect();
    Some(query)
}

fn house(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Query> {
    let asks = clause.served || clause.whether || clause.safe || clause.as_to;
    // "I'm pregnant, does the green tea have caffeine"
    let quality =
        clause.quality && clause.caffeine.is_none() && (asks || clause.which || clause.any || clause.kinds);
    let select = clause
        .house
        .or_else(|| (asks && !clause.ways.is_empty()).then_some(Select::Payment))
        .or_else(|| quality.then_some(Select::Unknown))?;
    if clause.begins_with_name || clause.orders && select != Select::Payment {
        return None;
    }
    let mut query = Query::new(About::House, select);
    let is_how = select == Select::Unknown && clause.house.is_none();
    if let Some(asked) = is_how.then(|| answered_alike(cx, clause)).flatten() {
        return Some(asked);
    }
    if select == Select::Unknown {
        query.of = subjects(cx, clause)?;
        if !query.of.is_empty() {
            query.about = About::Items;
        } else if clause.last && cx.utterance.expectation != Expectation::Closing {
            query.subject = Source::Last;
        }
        return Some(query);
    }
    if !clause.mentions.is_empty() {
        return None;
    }
    match select {
        Select::Hours => query.filters.extend(days(clause)),
        Select::Payment => {
            query.filters.extend(clause.ways.iter().map(|way| Filter::Way { way: way.clone() }));
        }
        _ => {}
    }
    Some(query)
}

/// "i get off a night shift tuesday, how early do you open": one thing that the house says of itself, where nothing else is
/// named, with the days and ways to pay that any clause says.
pub(crate) fn in_any_words(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let names = |span: &Span<'_>| span.phrase.is_some() && span.signs.is_empty() || span.combo.is_some();
    let asks_more = |sign: &Sign| {
        matches!(sign, Sign::Order(_) | Sign::Select(Select::Unknown | Select::Answer) | Sign::Allergen(_))
    };
    let mut signs = spans.iter().flat_map(|span| span.signs);
    if spans.iter().any(names) || signs.clone().any(asks_more) {
        return None;
    }
    if let Some(query) = own_extras(cx, spans).or_else(|| own_deal(cx, spans)) {
        return Some(Asked::of(query));
    }
    let mut clause = Clause::default();
    for sign in signs.by_ref() {
        match sign {
            Sign::Day(day) => clause.days.extend(Day::named(day)),
            Sign::Weekend => clause.days.extend(WEEK[5..].iter().filter_map(|day| Day::named(day))),
            Sign::Holiday(name) => clause.days.push(Day::Holiday(name.to_string())),
            Sign::Way(way) if !clause.ways.iter().any(|known| **known == **way) => {
                clause.ways.push(way.to_string());
            }
            Sign::Select(select) if is_of_house(*select) && clause.house.is_none_or(|one| one == *select) => {
                clause.house = Some(*select);
            }
            Sign::Select(select) if is_of_house(*select) => return None,
            _ => {}
        }
    }
    let asks = |span: &Span<'_>| {
        [Sign::Safe, Sign::Make, Sign::May, Sign::Served, Sign::Confirms].iter().any(|sign| span.is(sign))
    };
    let last = spans.iter().rposition(|span| span.pause).unwrap_or_default();
    let way = |sign: &Sign| match sign {
        Sign::Way(way) => Some(way.to_string()),
        _ => None,
    };
    let ways: Vec<String> = spans[last..].iter().flat_map(|span| span.signs).filter_map(way).collect();
    if !ways.is_empty() {
        clause.ways = ways;
    }
    clause.days.dedup();
    if clause.days.len() > 1 {
        clause.days.retain(|day| *day != Day::Now);
    }
    let select = match (clause.house, clause.days.as_slice(), clause.ways.as_slice()) {
        (Some(Select::Hours), [_, ..], []) => Select::Hours,
        (Some(Select::Payment) | None, [], [_, ..]) if spans.iter().any(asks) => Select::Payment,
        _ => return None,
    };
    let ways = clause.ways.iter().map(|way| Filter::Way { way: way.clone() });
    let filters = if select == Select::Hours { days(&clause) } else { ways.collect() };
    Some(Asked::of(Query { filters, ..Query::new(About::House, select) }))
}

/// "is butcher paper a thing you've got": what only this house gives.
fn own_extras(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Query> {
    let extras = cx.utterance.house?.extras.as_ref()?;
    let asks = spans.first().is_some_and(|first| {
        spans::is_hard(cx, first.start) || first.is(&Sign::Served) || first.is(&Sign::Any)
    });
    let known = |span: &Span<'_>| span.signs.iter().any(|sign| matches!(sign, Sign::Extra(_)));
    let name = extras.iter().find(|name| is_said(cx, name)).filter(|_| asks && !spans.iter().any(known))?;
    Some(Query {
        filters: vec![Filter::Named { name: name.clone() }],
        ..Query::new(About::House, Select::Extras)
    })
}

/// "that two for seven, what is it": a deal of this house by its name.
fn own_deal(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Query> {
    let deals = cx.utterance.house?.deals.as_ref()?;
    let asks = spans.iter().any(|span| {
        let asks = [Sign::WhatIs, Sign::Which, Sign::Served, Sign::Any].iter().any(|sign| span.is(sign));
        asks || spans::is_hard(cx, span.start) || span.is(&Sign::Select(Select::Deals))
    });
    let mut names = deals.iter().filter_map(|deal| deal.name.as_ref()).filter(|name| words(name).len() > 1);
    let name = names.find(|name| is_said(cx, name)).filter(|_| asks)?;
    let filters = vec![Filter::Named { name: name.clone() }];
    Some(Query { filters, ..Query::new(About::House, Select::Deals) })
}

/// Whether all of a name is said.
fn is_said(cx: Cx<'_>, name: &str) -> bool {
    let folds: Vec<String> = words(name).iter().map(|word| cx.language.fold(word)).collect();
    cx.tokens.windows(folds.len().max(1)).any(|some| some.iter().map(|token| &token.fold).eq(&folds))
}

/// Which days are asked about; all of them where the hours are asked for and no day is named.
pub(crate) fn days(clause: &Clause<'_>) -> Vec<Filter> {
    let week = || WEEK.iter().filter_map(|day| Day::named(day)).collect();
    let days = if clause.days.is_empty() && clause.week { week() } else { clause.days.clone() };
    days.into_iter().map(|day| Filter::On { day }).collect()
}

/// What is named.
fn subjects(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Vec<Subject>> {
    let fits = clause.tagged(&[Tag::Free]).next().is_none();
    let things = fits.then(|| Things::of(cx, clause)).flatten()?;
    Some(things.subjects)
}
