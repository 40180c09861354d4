//! Whether somebody may eat something, said in any words: "sesame is a big no for me, how about the pork buns", "hash browns
//! are those vegan". What must be avoided, what it is asked of, and that it is asked are enough.

use fsm::menu::Allergen;
use fsm::query::{Filter, Query, Select, Source};

use crate::asking::clause::{Clause, Mention, Tag, allergens};
use crate::asking::spans::{self, Span};
use crate::asking::things::Things;
use crate::asking::{Asked, Cx, is_of_the_order, names, query};
use crate::language::{Sign, Word};

/// What somebody must not eat, or only eats.
#[derive(Debug, Default)]
struct Needs {
    filters: Vec<Filter>,
    allergens: Vec<Allergen>,
    /// Whether it is said that somebody has to avoid it, and not only asked after.
    is_told: bool,
}

/// Reads what somebody needs to know of one thing; none where more is said, or it is ordered.
pub(super) fn read(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let off = taken_off(cx, spans);
    let needs = Needs::of(spans, &off)?;
    let is_diet = |span: &Span<'_>| {
        span.phrase.is_none() && span.signs.iter().any(|sign| matches!(sign, Sign::Diet(_)))
    };
    let is_person = |span: &Span<'_>| span.is(&Sign::Person) && !span.is(&Sign::Light);
    // "can he eat shrimp fried rice" names what is on the menu.
    let is_only_needed = |span: &Span<'_>| span.phrase.is_none() && !allergens(span).is_empty();
    let is_eaten = |span: &Span<'_>| span.is(&Sign::Safe) && span.is(&Sign::Whether);
    let of_person =
        spans.iter().any(is_person) && spans.iter().any(|span| is_only_needed(span) || is_eaten(span));
    let for_somebody = needs.is_told || of_person || spans.iter().any(is_diet);
    let at = asked_at(cx, spans, for_somebody)?;
    if orders(cx, spans, at, !off.is_empty()) {
        return None;
    }
    let clause = Clause::naming(named(spans, &off));
    let things = Things::of(cx, &clause)?;
    let is_all =
        clause.tagged(&[Tag::With, Tag::Without]).all(|one| things.attached.contains(&one.span.start));
    if things.subjects.is_empty() || !is_all {
        return None;
    }
    let about = query::about(&things.subjects)?;
    let tells = if needs.is_told { needs.allergens } else { Vec::new() };
    let query = Query {
        of: things.subjects,
        subject: Source::New,
        filters: needs.filters,
        ..Query::new(about, Select::Whether)
    };
    Some(Asked { tells, ..Asked::of(query) })
}

impl Needs {
    fn of(spans: &[Span<'_>], off: &[usize]) -> Option<Self> {
        let is_diet = |span: &Span<'_>| span.signs.iter().any(|sign| matches!(sign, Sign::Diet(_)));
        let is_person = |span: &Span<'_>| span.is(&Sign::Person) && !span.is(&Sign::Light);
        let eats = spans.iter().any(is_person) && spans.iter().any(is_diet);
        let is_told = eats || spans.iter().any(|span| span.is(&Sign::Avoids) || span.is(&Sign::Allergic));
        let mut needs = Self { is_told, ..Self::default() };
        let confirms = spans.last().is_some_and(|last| last.is(&Sign::Confirms));
        let of_somebody = spans.iter().any(is_person);
        for (at, span) in spans.iter().enumerate().filter(|(at, _)| !off.contains(at)) {
            let denied = at > 0 && spans[at - 1].is(&Sign::Without);
            // "no egg on the burger" takes it off, unless it is asked whether that is so, or said of somebody.
            needs.is_told |= denied && of_somebody && !allergens(span).is_empty();
            if denied && !confirms && !needs.is_told && !allergens(span).is_empty() {
                return None;
            }
            for allergen in allergens(span) {
                if !needs.allergens.contains(&allergen) {
                    needs.allergens.push(allergen);
                }
            }
            for sign in span.signs {
                let filter = match sign {
                    Sign::Diet(diet) => Filter::Diet { diet: *diet },
                    Sign::Caffeine(_) => Filter::Caffeine { has: true },
                    _ => continue,
                };
                if !needs.filters.contains(&filter) {
                    needs.filters.push(filter);
                }
            }
        }
        let allergens = needs.allergens.clone();
        if !allergens.is_empty() {
            let told = needs.is_told;
            needs
                .filters
                .insert(0, if told { Filter::FreeOf { allergens } } else { Filter::Contains { allergens } });
        }
        (!needs.filters.is_empty()).then_some(needs)
    }
}

/// Where something is asked: at a word that begins a question, or where somebody is spoken of who has to avoid something,
/// at one that asks for something.
fn asked_at(cx: Cx<'_>, spans: &[Span<'_>], for_somebody: bool) -> Option<usize> {
    let asks = |span: &Span<'_>| {
        let is_as_to = span.is(&Sign::AsTo) && !span.is(&Sign::Joins);
        // "can she do the miso soup", but "can I get a miso soup"
        let orders = span.is(&Sign::Orders) && !span.is(&Sign::Whether) && !is_definite(cx, span.end);
        let weakly = span.is(&Sign::Safe) && !span.is(&Sign::Lead) && !orders
            || span.is(&Sign::Make)
            || span.is(&Sign::Whether);
        spans::is_hard(cx, span.start) || is_as_to || span.is(&Sign::Suppose) || for_somebody && weakly
    };
    let any = |two: &[Span<'_>]| {
        two[0].is(&Sign::Any) && (!allergens(&two[1]).is_empty() || for_somebody && two[1].is(&Sign::In))
    };
    // "cinnamon roll, tree nuts or no"
    let is_only_needed = |span: &Span<'_>| span.phrase.is_none() && !allergens(span).is_empty();
    let confirms = || {
        let last = spans.last()?;
        let or_no = cx.language.roles_by(cx.tokens[last.start].id).contains(&Word::Or);
        let denied =
            || spans.windows(2).any(|two| two[0].is(&Sign::Without) && !allergens(&two[1]).is_empty());
        let asks = (or_no || last.is(&Sign::Confirms)) && (spans.iter().any(is_only_needed) || denied());
        asks.then_some(spans.len() - 1)
    };
    // "peanuts in the pecan pie": what nobody orders is asked about.
    let only_in = || {
        let [first, second, ..] = spans else { return None };
        let is_rest = |span: &Span<'_>| names::is_item(span) || span.light || span.is(&Sign::Confirms);
        (is_only_needed(first) && second.is(&Sign::In) && spans[2..].iter().all(is_rest)).then_some(0)
    };
    let asked = spans.iter().position(asks).or_else(only_in);
    asked.or_else(|| spans.windows(2).position(any)).or_else(confirms)
}

fn is_definite(cx: Cx<'_>, at: usize) -> bool {
    cx.tokens.get(at).is_some_and(|token| cx.language.roles_by(token.id).contains(&Word::Definite))
}

/// Whether something is ordered: by a word that does, by its number before anything is asked, or beside what is asked.
fn orders(cx: Cx<'_>, spans: &[Span<'_>], asked_at: usize, takes_off: bool) -> bool {
    let (before, after) = spans.split_at(asked_at);
    let begins_anew = spans[asked_at..].first().is_some_and(|span| span.is(&Sign::Joins))
        || before.last().is_some_and(|span| span.is(&Sign::Joins));
    let names_items = |some: &[Span<'_>]| some.iter().any(|span| names::is_item(span) && !is_needed(span));
    if names_items(before) && (begins_anew || names_items(after)) {
        return true;
    }
    let nothing_ordered = cx.utterance.order.is_none_or(|order| order.lines().is_empty());
    spans.iter().enumerate().any(|(at, span)| {
        let asks_if_safe = span.is(&Sign::Safe) || span.is(&Sign::Make) || span.is(&Sign::May);
        let supposes = takes_off && (span.is(&Sign::Suppose) || span.is(&Sign::Without));
        let orders = span.is(&Sign::Orders) && !asks_if_safe && !supposes && !span.is(&Sign::Light);
        let roles = cx.language.roles_by(cx.tokens[span.start].id);
        let counts = span.number.is_some_and(|number| number != 1)
            || !nothing_ordered && roles.contains(&Word::Article);
        let next_is_named = spans.get(at + 1).is_some_and(names::is_item);
        orders || at < asked_at && counts && next_is_named
    })
}

/// What is named: items with what they are had with or without, or else choices.
fn named<'a>(spans: &[Span<'a>], off: &[usize]) -> Vec<Mention<'a>> {
    let is_named = |span: &Span<'_>| (span.phrase.is_some() || span.combo.is_some()) && !is_needed(span);
    let has_items = spans.iter().any(|span| is_named(span) && names::is_item(span));
    // "the tempura comes with a sauce": a group of choices beside something else says nothing.
    let is_group = |span: &Span<'_>| {
        span.phrase.is_some_and(|phrase| {
            (phrase.group.is_some() || phrase.partial_group.is_some())
                && phrase.modifiers.is_empty()
                && phrase.entries.is_empty()
        })
    };
    let has_others = spans.iter().any(|span| is_named(span) && !is_group(span));
    let says = |span: &Span<'_>| is_named(span) && !(has_others && is_group(span));
    let named = spans.iter().enumerate().filter(|(at, span)| says(span) || off.contains(at));
    let mention = |(at, span): (usize, &Span<'a>)| {
        let is_part = has_items && names::is_modifier(span) && !names::is_item(span);
        let denied = off.contains(&at) || at > 0 && spans[at - 1].is(&Sign::Without);
        let is_part = is_part || off.contains(&at);
        let tag = match (is_part, denied) {
            (true, true) => Tag::Without,
            (true, false) => Tag::With,
            _ => Tag::Base,
        };
        Mention { span: *span, tag }
    };
    named.map(mention).collect()
}

/// What is supposed to be taken off something that is named: "take the egg off the tonkotsu, is there egg in there".
fn taken_off(cx: Cx<'_>, spans: &[Span<'_>]) -> Vec<usize> {
    let says_little = |span: &Span<'_>| span.phrase.is_none() && span.light && !span.is(&Sign::Off);
    let is_off = |at: usize| {
        let after = spans[at + 1..].iter().find(|span| !says_little(span));
        let before = spans[..at].iter().rfind(|span| !says_little(span));
        after.is_some_and(|span| span.is(&Sign::Off)) || before.is_some_and(|span| span.is(&Sign::Without))
    };
    // What is on the order is taken off it.
    let is_named = |span: &Span<'_>| names::is_item(span) && !is_needed(span);
    let has_item = spans.iter().any(is_named) && !is_of_the_order(cx, spans);
    let parts = (0..spans.len()).filter(|at| names::is_modifier(&spans[*at]) && is_off(*at) && has_item);
    let is_needed_besides =
        |at: &usize| spans.iter().enumerate().any(|(other, span)| other != *at && is_needed(span));
    parts.filter(is_needed_besides).collect()
}

/// Whether a run says what is needed, and names nothing to eat.
pub(super) fn is_needed(span: &Span<'_>) -> bool {
    let eats = |sign: &Sign| matches!(sign, Sign::Diet(_) | Sign::Caffeine(_));
    !allergens(span).is_empty() || span.signs.iter().any(eats)
}
