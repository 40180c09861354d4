//! What goes on from the question that was answered last: "and the large?", "what about the coke", "and without nuts".

use fsm::dialogue::ActKind;
use fsm::ids::SizeId;
use fsm::menu::{Item, Size, Topic};
use fsm::query::{About, Asking, Filter, OrderBy, Query, Select, Source, Subject};

use crate::asking::clause::{Clause, Tag, allergens};
use crate::asking::spans::Span;
use crate::asking::things::Things;
use crate::asking::{Asked, Cx, filters, house, query};
use crate::index::Entry;
use crate::language::{Cue, Sign, Word};
use crate::words::words;

/// Asks the same as before of what is named.
pub(crate) fn again(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let answered = cx.utterance.answered?;
    let before = answered.query.as_deref().filter(|before| goes_on(before))?;
    let first = spans.iter().find(|span| !says_nothing(span))?;
    let too = spans.last().is_some_and(|last| last.is(&Sign::AsTo) && !last.is(&Sign::Joins));
    if !(first.is(&Sign::AsTo) || continues(cx, before, first) || too && is_free(cx)) {
        return None;
    }
    // "the quarter" of the brisket: a word of a size alone names nothing.
    let of_menu = |span: &&Span<'_>| span.is_known() || cx.index.word(&cx.tokens[span.start].fold).is_none();
    let said: Vec<Span<'_>> = spans.iter().filter(of_menu).copied().collect();
    let mut clause = Clause::of(cx, &said)?;
    clause.end = spans.last()?.end;
    let asks = clause.select.is_some() || clause.house.is_some() || clause.order.is_some() || clause.which;
    // "alright, and the hot link" goes on, "okay, and a muffin" orders.
    let known = spans.iter().find(|span| span.phrase.is_some()).is_some_and(|span| is_known(cx, span));
    let settles = settles(cx) && !known && (!first.is(&Sign::AsTo) || first.is(&Sign::Joins));
    if asks
        || clause.orders && !clause.supposes
        || clause.served
        || clause.whether
        || settles
        || is_counted(cx, spans, first)
    {
        return None;
    }
    retag(before, &mut clause);
    let things = Things::of(cx, &clause)?;
    let filters = filters::of(cx, &clause, &things)?;
    let mut query = before.clone();
    if let Some(filters) = instead(before, &things).filter(|_| clause.tagged(&[Tag::With]).next().is_none()) {
        (query.of, query.subject, query.filters) = (named(answered, before), Source::New, filters);
    } else if things.subjects.is_empty() {
        about_the_same(cx, answered, &mut query, &clause, &things, filters)?;
    } else if let Some(of) = sibling(cx, answered, spans, &things) {
        (query.of, query.subject) = (of, Source::New);
    } else if !with_changes(cx, answered, &mut query, &clause, &things) {
        of_another(cx, answered, &mut query, things, filters);
    }
    let keeps = matches!(answered.topic, Topic::Price | Topic::Allergens);
    Some(Asked { topic: keeps.then_some(answered.topic), ..Asked::of(query) })
}

/// Whether nothing is ordered.
fn is_free(cx: Cx<'_>) -> bool {
    cx.utterance.order.is_none_or(|order| order.lines().is_empty())
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
    let changes = first.is(&Sign::With) || first.is(&Sign::Without) || first.is(&Sign::Suppose);
    let is_ordered = cx.utterance.order.is_some_and(|order| !order.lines().is_empty());
    match before.select {
        Select::Hours => day,
        Select::Payment => way,
        Select::Price | Select::Calories if !is_ordered && is_definite(cx, first) => true,
        Select::Whether | Select::Allergens | Select::Price | Select::Calories => changes && !is_ordered,
        _ => false,
    }
}

/// "and what about avocado", after "can I get mushrooms on it".
fn instead(before: &Query, things: &Things) -> Option<Vec<Filter>> {
    let with = |filter: &Filter| matches!(filter, Filter::With { .. });
    let asked_with =
        before.select == Select::Whether && !before.filters.is_empty() && before.filters.iter().all(with);
    let filters = things.subjects.iter().map(|subject| match subject {
        Subject::Modifier { group, modifier } => {
            Some(Filter::With { group: group.clone(), modifier: modifier.clone() })
        }
        _ => None,
    });
    let filters: Vec<Filter> = filters.take_while(|_| asked_with).collect::<Option<_>>()?;
    (!filters.is_empty()).then(|| filters.into_iter().take(1).collect())
}

/// "just the large", after a price.
fn is_definite(cx: Cx<'_>, first: &Span<'_>) -> bool {
    first.phrase.is_some_and(|phrase| !phrase.sizes.is_empty()) && is_known(cx, first)
}

/// "the hot link".
fn is_known(cx: Cx<'_>, span: &Span<'_>) -> bool {
    let before = span.start.checked_sub(1).map(|at| cx.language.roles_by(cx.tokens[at].id));
    before.is_some_and(|roles| roles.contains(&Word::Definite))
}

/// "and two cokes", "and a coke" order; "what about a coke" does not, nor what goes on from the price of something.
fn is_counted(cx: Cx<'_>, spans: &[Span<'_>], first: &Span<'_>) -> bool {
    let names = |span: &&Span<'_>| span.phrase.is_some_and(|phrase| !phrase.entries.is_empty());
    let named = spans.iter().filter(names).count();
    let says = |span: &Span<'_>, word: Word| cx.language.roles_by(cx.tokens[span.start].id).contains(&word);
    let article = |span: &Span<'_>| says(span, Word::Article) && span.phrase.is_none();
    // "the hot link one"
    let is_one = |span: &Span<'_>| {
        span.is(&Sign::One) && spans.iter().any(|before| before.end == span.start && before.phrase.is_some())
    };
    let counted = |span: &Span<'_>| {
        span.number.is_some() && !is_one(span) && span.phrase.is_none() && named > 0
            || says(span, Word::Another)
    };
    let before = cx.utterance.answered.and_then(|answered| answered.query.as_deref());
    // "how much is a shake", "and a Coke" asks; "how much is my wrap", "and a Coke" orders, and so do two things.
    let is_of_amounts = |before: &Query| {
        before.subject == Source::New && matches!(before.select, Select::Price | Select::Calories)
    };
    let of_amounts = named < 2 && before.is_some_and(is_of_amounts);
    let is_ordered = first.is(&Sign::Joins) && !of_amounts && named > 0 && spans.iter().any(article);
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
    let mut sizes = things.sizes.clone();
    sizes.extend(size_of_number(cx, clause, &of));
    if sizes.is_empty() && clause.mentions.is_empty() {
        sizes.extend(size_of_word(cx, clause, &of));
    }
    if !sizes.is_empty() {
        query.of = of;
        query.of.retain_mut(|subject| resize(cx, subject, &sizes));
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
    if query.select == Select::Hours && !house::days(clause).is_empty() {
        query.filters = house::days(clause);
        return Some(());
    }
    if !clause.ways.is_empty() && query.select == Select::Payment {
        query.filters = clause.ways.iter().map(|way| Filter::Way { way: way.clone() }).collect();
        return Some(());
    }
    if with_changes(cx, answered, query, clause, things) {
        return Some(());
    }
    if let Some(first) = clause.first.filter(|_| query.select == Select::List) {
        (query.order_by, query.limit) = (Some(first), Some(1));
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

/// "how much is the large", "how much more is that": the same thing in that size, or what it was asked to be had with.
pub(crate) fn more_of_it(cx: Cx<'_>, clause: &Clause<'_>, things: &Things, select: Select) -> Vec<Subject> {
    let Some(answered) = cx.utterance.answered.filter(|_| clause.place.is_none()) else { return Vec::new() };
    let Some(before) = answered.query.as_deref() else { return Vec::new() };
    if let Some(size) = size_of_number(cx, clause, &named(answered, before)) {
        let mut of = named(answered, before);
        of.retain_mut(|subject| resize(cx, subject, std::slice::from_ref(&size)));
        return of;
    }
    if things.sizes.is_empty() {
        let is_bare = clause.mentions.is_empty();
        let of_part = is_bare && select == Select::Price && before.select == Select::Whether;
        let parts = before.filters.iter().filter(|_| of_part).filter_map(|filter| match filter {
            Filter::With { group, modifier } => {
                Some(Subject::Modifier { group: group.clone(), modifier: modifier.clone() })
            }
            _ => None,
        });
        return parts.filter(|part| is_added(cx, part, &before.of)).collect();
    }
    let mut of = named(answered, before);
    of.retain_mut(|subject| resize(cx, subject, &things.sizes));
    of
}

/// Whether something is added to items that come without it.
fn is_added(cx: Cx<'_>, part: &Subject, to: &[Subject]) -> bool {
    let Subject::Modifier { group, modifier } = part else { return false };
    to.iter().any(|subject| match subject {
        Subject::Item { item, .. } => cx.menu.item(item).is_some_and(|item| !item.includes(group, modifier)),
        _ => false,
    })
}

/// Puts the size that it has to something; `false` if it has none of them.
fn resize(cx: Cx<'_>, subject: &mut Subject, to: &[SizeId]) -> bool {
    let has = |id: &&SizeId| match &*subject {
        Subject::Item { item, .. } => cx.menu.item(item).is_some_and(|item| item.size(id).is_some()),
        Subject::Combo { combo, .. } => cx.menu.combo(combo).is_some_and(|combo| combo.size(id).is_some()),
        _ => false,
    };
    let sizes = match &*subject {
        Subject::Item { item, .. } => cx.menu.item(item).map(Item::sizes),
        _ => None,
    };
    // "the smallest" is the smallest of each.
    let ends = sizes.and_then(|sizes| Some([&sizes.first()?.id, &sizes.last()?.id]));
    let end = ends.into_iter().flatten().find(|end| to.len() > 1 && to.contains(end));
    let Some(of_it) = end.or_else(|| to.iter().find(has)).cloned() else { return false };
    if let Subject::Item { size, .. } | Subject::Combo { size, .. } = subject {
        *size = Some(of_it);
    }
    true
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
    let sizes = of.iter().filter_map(|subject| match subject {
        Subject::Item { item, .. } => cx.menu.item(item).map(Item::sizes),
        _ => None,
    });
    sizes.flatten().find(|size| cx.is_number_of(size, *number)).map(|size| size.id.clone())
}

/// "and if I only wanted the quarter": a size by a word that only one of them has.
fn size_of_word(cx: Cx<'_>, clause: &Clause<'_>, of: &[Subject]) -> Option<SizeId> {
    let said: Vec<&str> =
        cx.tokens[clause.start..clause.end].iter().map(|token| token.fold.as_str()).collect();
    let [Subject::Item { item, .. }] = of else { return None };
    let called =
        |size: &&Size| words(&size.name).iter().any(|word| said.contains(&cx.language.fold(word).as_str()));
    let mut sizes = cx.menu.item(item)?.sizes().iter().filter(called);
    match (sizes.next(), sizes.next()) {
        (Some(only), None) => Some(only.id.clone()),
        _ => None,
    }
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
    let changes = clause.supposes || clause.tagged(&[Tag::With, Tag::Without]).next().is_some();
    let asks_price = query.select == Select::Price && !changes;
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
        // "your cheapest sandwich", and then "the hot link one"
        let select = query.order_by.map_or(Select::Whether, OrderBy::select);
        (query.select, query.order_by, query.limit) = (select, None, None);
    }
    if !filters.is_empty() {
        query.filters = filters;
    }
    query.about = query::about(&things.subjects).unwrap_or(query.about);
    query.of = alike(cx, answered, things.subjects);
}

/// "and the almond", of croissants: what is called so in part stands before a choice or another sort of that name.
fn sibling(cx: Cx<'_>, answered: &Asking, spans: &[Span<'_>], things: &Things) -> Option<Vec<Subject>> {
    let [span] = spans.iter().filter(|span| span.phrase.is_some()).collect::<Vec<_>>()[..] else {
        return None;
    };
    let before = span.start.checked_sub(1).map(|at| cx.language.roles_by(cx.tokens[at].id))?;
    let of = cx.menu.item(answered.items.first()?)?;
    let is_alike = |item: &Item| item.category == of.category && item.kind == of.kind;
    let is_settled = things.subjects.iter().any(|subject| match subject {
        Subject::Item { item, .. } => cx.menu.item(item).is_some_and(is_alike),
        _ => false,
    });
    if is_settled || !before.contains(&Word::Definite) {
        return None;
    }
    let items = span.phrase?.partial.iter().filter_map(|entry| match entry {
        Entry::Item(at) => Some(&cx.menu.items[*at]),
        Entry::Combo(_) => None,
    });
    let alike: Vec<Subject> =
        items.filter(|item| is_alike(item)).map(|item| Subject::item(&item.id)).collect();
    (!alike.is_empty()).then_some(alike)
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
