//! What goes on from the question that was answered last: "and the large?", "what about the coke", "and without nuts".

use fsm::dialogue::ActKind;
use fsm::ids::SizeId;
use fsm::menu::{Size, Topic};
use fsm::query::{About, Asking, Filter, Query, Select, Source, Subject};

use crate::asking::clause::{Clause, Tag, allergens};
use crate::asking::query;
use crate::asking::spans::Span;
use crate::asking::things::Things;
use crate::asking::{Asked, Cx};
use crate::language::{Cue, Sign, Word};
use crate::words::words;

/// Asks the same as before of what is named.
pub(crate) fn again(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let answered = cx.utterance.answered?;
    let before = answered.query.as_deref().filter(|before| goes_on(before))?;
    let first = spans.iter().find(|span| !says_nothing(span))?;
    if !first.is(&Sign::AsTo) && !continues(cx, before, first) {
        return None;
    }
    let mut clause = Clause::of(cx, spans)?;
    let asks = clause.select.is_some() || clause.house.is_some() || clause.order.is_some() || clause.which;
    let settles = settles(cx) && (!first.is(&Sign::AsTo) || first.is(&Sign::Joins));
    if asks || clause.orders || clause.served || clause.whether || settles || is_counted(cx, spans, first) {
        return None;
    }
    retag(before, &mut clause);
    let things = Things::of(cx, &clause)?;
    let filters = query::filters(cx, &clause, &things)?;
    let mut query = before.clone();
    if things.subjects.is_empty() {
        about_the_same(cx, answered, &mut query, &clause, &things, filters)?;
    } else if !with_changes(cx, answered, &mut query, &clause, &things) {
        of_another(cx, answered, &mut query, things, filters);
    }
    let keeps = matches!(answered.topic, Topic::Price | Topic::Allergens);
    Some(Asked { topic: keeps.then_some(answered.topic), ..Asked::of(query) })
}

/// "okay. and a muffin": whether what was answered is settled before more is said.
fn settles(cx: Cx<'_>) -> bool {
    let settles = |role: &Word| matches!(role, Word::Cue(Cue::WeakYes | Cue::Act(ActKind::Yes)));
    cx.tokens.first().is_some_and(|first| cx.language.roles_by(first.id).iter().any(settles))
}

fn says_nothing(span: &Span<'_>) -> bool {
    let only = |is: fn(&Sign) -> bool| span.signs.iter().all(is);
    let is_lead = span.is(&Sign::Lead)
        && only(|sign| matches!(sign, Sign::Lead | Sign::Joins | Sign::Light | Sign::Safe));
    is_lead || span.phrase.is_none() && span.light && only(|sign| *sign == Sign::Light)
}

/// Whether one can ask the same of something else.
fn goes_on(before: &Query) -> bool {
    before.about != About::Order && before.select != Select::Recommended
}

/// "with no cheese", "sunday too": what can only go on from that question, where nothing of it is ordered.
fn continues(cx: Cx<'_>, before: &Query, first: &Span<'_>) -> bool {
    let day = first.signs.iter().any(|sign| matches!(sign, Sign::Day(_) | Sign::Holiday(_)));
    let way = first.signs.iter().any(|sign| matches!(sign, Sign::Way(_)));
    let changes = first.is(&Sign::With) || first.is(&Sign::Without);
    let is_ordered = cx.utterance.order.is_some_and(|order| !order.lines().is_empty());
    match before.select {
        Select::Hours => day,
        Select::Payment => way,
        Select::Whether | Select::Allergens | Select::Price | Select::Calories => changes && !is_ordered,
        _ => false,
    }
}

/// "and two cokes", "and a coke" order; "what about a coke" does not, nor what goes on from the price of something.
fn is_counted(cx: Cx<'_>, spans: &[Span<'_>], first: &Span<'_>) -> bool {
    let joins = first.is(&Sign::Joins);
    let names = |span: &Span<'_>| span.phrase.is_some_and(|phrase| !phrase.entries.is_empty());
    let names_something = spans.iter().any(names);
    let says = |span: &Span<'_>, word: Word| cx.language.roles_by(cx.tokens[span.start].id).contains(&word);
    let article = |span: &Span<'_>| says(span, Word::Article) && span.phrase.is_none();
    let counted = |span: &Span<'_>| {
        span.number.is_some() && span.phrase.is_none() && names_something || says(span, Word::Another)
    };
    let before = cx.utterance.answered.and_then(|answered| answered.query.as_deref());
    let of_amounts = before.is_some_and(|before| matches!(before.select, Select::Price | Select::Calories));
    let is_ordered = joins && !of_amounts && names_something && spans.iter().any(article);
    spans.iter().any(counted) || is_ordered
}

/// "and peanuts": what was asked for before was something to avoid, too.
fn retag(before: &Query, clause: &mut Clause<'_>) {
    let is_free = |filter: &Filter| matches!(filter, Filter::FreeOf { .. });
    let contains = |filter: &Filter| matches!(filter, Filter::Contains { .. });
    let tag = if before.filters.iter().any(is_free) {
        Tag::Free
    } else if before.filters.iter().any(contains)
        || matches!(before.select, Select::Contents | Select::Allergens)
    {
        Tag::Has
    } else {
        return;
    };
    for mention in clause.mentions.iter_mut().filter(|mention| mention.tag == Tag::Base) {
        if !allergens(&mention.span).is_empty() {
            mention.tag = tag;
        }
    }
}

/// "and the large?", "and without nuts": the same thing, otherwise.
fn about_the_same(
    cx: Cx<'_>,
    answered: &Asking,
    query: &mut Query,
    clause: &Clause<'_>,
    things: &Things,
    filters: Vec<Filter>,
) -> Option<()> {
    let of = named(answered, query);
    if let Some(to) = things.sizes.first().cloned().or_else(|| size_of_number(cx, clause, &of)) {
        query.of = of;
        for subject in &mut query.of {
            if let Subject::Item { size, .. } | Subject::Combo { size, .. } = subject {
                *size = Some(to.clone());
            }
        }
        query.filters.retain(|filter| !matches!(filter, Filter::Size { .. }));
        query.about = query::about(&query.of).unwrap_or(query.about);
        query.subject = Source::New;
        return (!query.of.is_empty()).then_some(());
    }
    if clause.place.is_some() {
        query.of.clear();
        query.filters.retain(|filter| !matches!(filter, Filter::Category { .. }));
        query.subject = query::source(clause);
        return Some(());
    }
    if clause.day.is_some() && query.select == Select::Hours {
        query.filters = clause.day.clone().map(|day| Filter::On { day }).into_iter().collect();
        return Some(());
    }
    if !clause.ways.is_empty() && query.select == Select::Payment {
        query.filters = clause.ways.iter().map(|way| Filter::Way { way: way.clone() }).collect();
        return Some(());
    }
    if with_changes(cx, answered, query, clause, things) {
        return Some(());
    }
    if filters.is_empty() {
        return None;
    }
    query.filters.retain(|filter| matches!(filter, Filter::Category { .. }));
    query.filters.extend(filters);
    if matches!(query.select, Select::Allergens | Select::Contents | Select::Diets) {
        query.select = Select::Whether;
    }
    Some(())
}

/// What the question before was about.
fn named(answered: &Asking, query: &Query) -> Vec<Subject> {
    if !query.of.is_empty() {
        query.of.clone()
    } else if answered.combos.is_empty() {
        answered.items.iter().map(Subject::item).collect()
    } else {
        answered.combos.iter().map(Subject::combo).collect()
    }
}

/// "how about the twenty": a size by its number.
fn size_of_number(cx: Cx<'_>, clause: &Clause<'_>, of: &[Subject]) -> Option<SizeId> {
    let (_, number) = clause.numbers.first()?;
    let fold = number.to_string();
    let sizes = of.iter().filter_map(|subject| match subject {
        Subject::Item { item, .. } => cx.menu.item(item).map(fsm::menu::Item::sizes),
        _ => None,
    });
    let is_it = |size: &&Size| words(&size.name).iter().any(|word| cx.language.fold(word) == fold);
    sizes.flatten().find(is_it).map(|size| size.id.clone())
}

/// "and with oat milk", "with no cheese": the same of the same thing with changes.
fn with_changes(
    cx: Cx<'_>,
    answered: &Asking,
    query: &mut Query,
    clause: &Clause<'_>,
    things: &Things,
) -> bool {
    let only_changes = things.subjects.iter().all(|subject| matches!(subject, Subject::Modifier { .. }));
    let asks_price =
        query.select == Select::Price && clause.tagged(&[Tag::With, Tag::Without]).next().is_none();
    if !only_changes || asks_price {
        return false;
    }
    let mut of = named(answered, query);
    if !Things::change(cx, &mut of, clause) {
        return false;
    }
    (query.of, query.subject) = (of, Source::New);
    true
}

/// "and the fries?": the same of another thing.
fn of_another(cx: Cx<'_>, answered: &Asking, query: &mut Query, things: Things, filters: Vec<Filter>) {
    let is_category = |subject: &Subject| matches!(subject, Subject::Category { .. });
    if query.about == About::House {
        *query = Query::new(About::Items, Select::Whether);
    }
    query.subject = Source::New;
    query.filters.retain(|filter| !matches!(filter, Filter::Category { .. } | Filter::Size { .. }));
    if query.select == Select::List {
        if things.subjects.iter().all(is_category) {
            query.of = things.subjects;
            crate::asking::lists::by_category(query);
            return;
        }
        (query.select, query.order_by, query.limit) = (Select::Whether, None, None);
    }
    if !filters.is_empty() {
        query.filters = filters;
    }
    query.about = query::about(&things.subjects).unwrap_or(query.about);
    query.of = alike(cx, answered, things.subjects);
}

/// "and the chocolate one": of several things the ones that are of the sort that was asked about.
fn alike(cx: Cx<'_>, answered: &Asking, of: Vec<Subject>) -> Vec<Subject> {
    let sort = answered.items.first().and_then(|item| cx.menu.item(item)).map(|item| &item.category);
    let is_alike = |subject: &&Subject| match subject {
        Subject::Item { item, .. } => cx.menu.item(item).map(|item| &item.category) == sort,
        _ => false,
    };
    let same: Vec<Subject> = of.iter().filter(is_alike).cloned().collect();
    if of.len() > 1 && !same.is_empty() { same } else { of }
}
