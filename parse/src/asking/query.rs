//! What a clause makes of its words: a query about the menu.

use fsm::ids::GroupId;
use fsm::menu::Topic;
use fsm::query::{About, Filter, Query, Select, Source, Subject};

use crate::asking::clause::{Clause, Mention, Tag, allergens};
use crate::asking::names::{self, Named};
use crate::asking::things::Things;
use crate::asking::{Asked, Cx, filters, follows, hours, lists, question, wonders};
use crate::index::Phrase;
use crate::parser::questions;
use crate::words::words;

/// Reads a question about the menu.
pub(crate) fn read(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Asked> {
    if hours::asks(clause) {
        return hours::read(cx, clause);
    }
    if leaves_out_a_sort(clause) {
        return Some(Asked::of(Query::new(About::House, Select::Unknown)));
    }
    // "would a large one have more calories", "is it enough for two": no data compares or judges.
    let compares = clause.first.is_some() && clause.whether && !clause.which;
    let judges = !clause.numbers.is_empty() && clause.select.is_none();
    if clause.strange && clause.make && wonders::wonders(cx, clause) {
        return wonders::unknown(cx, clause).map(Asked::of);
    }
    if clause.strange || compares || judges || !question::is_question(cx, clause) {
        return None;
    }
    // "what would the grilled cheese be with bacon"
    let would_be =
        clause.which && clause.whether && !clause.has_verb && clause.tagged(&[Tag::With]).next().is_some();
    if would_be && clause.select.is_none() && clause.first.is_none() {
        return selected(cx, clause, Select::Price);
    }
    // "what's a dozen wings"
    let is_priced =
        clause.what_is && clause.select.is_none() && (is_sized(cx, clause) || is_size(cx, clause));
    if let Some(asked) = (!is_priced).then(|| lists::read(cx, clause)).flatten() {
        return Some(asked);
    }
    match clause.select.filter(|select| *select != Select::List) {
        Some(select) => selected(cx, clause, select),
        None if is_priced => selected(cx, clause, Select::Price),
        None if clause.what_is => {
            let asked = selected(cx, clause, Select::Contents);
            let is_list = |query: &Query| query.select == Select::List && !query.filters.is_empty();
            asked.filter(|Asked { query, .. }| {
                !query.of.is_empty() || clause.place.is_some() || is_list(query)
            })
        }
        None if clause.may || clause.make => {
            whether(cx, clause).or_else(|| Some(Asked::of(wonders::unknown(cx, clause)?)))
        }
        None => whether(cx, clause),
    }
}

/// "what drinks do you have that aren't coffee": no data leaves out a sort.
fn leaves_out_a_sort(clause: &Clause<'_>) -> bool {
    let is_sort = |phrase: &Phrase| phrase.category.is_some() && phrase.modifiers.is_empty();
    let mut left_out = clause.tagged(&[Tag::Without]);
    let sort = left_out.any(|one| allergens(&one.span).is_empty() && one.span.phrase.is_some_and(is_sort));
    sort && (clause.which || clause.any)
}

/// "what's a large coke": of something in a size, the price is asked.
fn is_sized(cx: Cx<'_>, clause: &Clause<'_>) -> bool {
    Things::of(cx, clause).is_some_and(|things| {
        let sized = |subject: &Subject| match subject {
            Subject::Item { size, .. } | Subject::Combo { size, .. } => size.is_some(),
            _ => false,
        };
        !things.subjects.is_empty() && things.subjects.iter().all(sized)
    })
}

/// "what's the smallest one", after an answer.
fn is_size(cx: Cx<'_>, clause: &Clause<'_>) -> bool {
    let only_size = |things: Things| things.subjects.is_empty() && !things.sizes.is_empty();
    cx.utterance.answered.is_some() && Things::of(cx, clause).is_some_and(only_size)
}

/// What is asked of what is named: its price, what is in it.
fn selected(cx: Cx<'_>, clause: &Clause<'_>, select: Select) -> Option<Asked> {
    let mut things = Things::of(cx, clause)?;
    let mut query = Query::new(About::Items, select);
    if select == Select::Choices && things.subjects.is_empty() && !clause.last && clause.place.is_none() {
        things.subjects.extend(group_of_words(cx, clause));
    }
    if select == Select::Choices {
        let own = groups_of_it(cx, clause, &things.subjects);
        if !own.is_empty() {
            things.subjects = own;
        }
    }
    // "if I don't get it as a combo": of what the combo is made of, alone.
    let alone = clause.combos && clause.without;
    if alone && things.subjects.is_empty() {
        things.subjects.extend(questions::referent(cx.utterance).map(Subject::item));
    } else if clause.combos && !alone {
        // "how much if I make that a meal"
        if things.subjects.is_empty() && clause.last {
            things.entries.extend(cx.referent());
        }
        things.as_combos(cx);
        query.about = About::Combos;
    }
    // "what comes with bacon" is a list, "what comes with the fries" is not.
    query.filters = filters::of(cx, clause, &things)?;
    if things.subjects.is_empty() && clause.place.is_none() {
        things.subjects.extend(follows::more_of_it(cx, clause, &things, select));
    }
    if things.subjects.is_empty() && things.kinds.is_empty() {
        query.filters.extend(things.sizes.iter().take(1).map(|size| Filter::Size { size: size.clone() }));
        query.subject = source(clause);
    }
    query.about = about(&things.subjects).unwrap_or(query.about);
    if query.about == About::Combos && matches!(select, Select::Contents | Select::Choices | Select::Count) {
        query.select = Select::Parts;
    }
    let only_groups = things.subjects.iter().all(|subject| matches!(subject, Subject::Group { .. }));
    if select == Select::Parts && query.about == About::Modifiers && only_groups {
        // "what dips come with those"
        query.select = Select::Choices;
    } else if select == Select::Parts && query.about == About::Modifiers {
        // "what comes with bacon"
        query.filters.extend(things.subjects.drain(..).filter_map(with));
        (query.about, query.select) = (About::Items, Select::List);
    }
    if select == Select::Contents && query.about == About::Modifiers {
        query.select = if only_groups { Select::Choices } else { Select::Contents };
    }
    let all_sorts = things.subjects.iter().all(|subject| matches!(subject, Subject::Category { .. }));
    if select == Select::Contents && all_sorts && !things.subjects.is_empty() {
        query.select = Select::List;
    }
    let avoids =
        query.filters.iter().any(|filter| matches!(filter, Filter::FreeOf { .. } | Filter::Contains { .. }));
    if matches!(select, Select::Contents | Select::Allergens) {
        if avoids {
            query.select = Select::Whether;
        } else if clause.allergic {
            query.select = Select::Allergens;
        }
    }
    let topic = topic(&query, select);
    query.of = things.subjects;
    if query.select == Select::List {
        lists::by_category(&mut query);
    }
    Some(Asked { topic, ..Asked::of(query) })
}

fn with(subject: Subject) -> Option<Filter> {
    match subject {
        Subject::Modifier { group, modifier } => Some(Filter::With { group, modifier }),
        _ => None,
    }
}

/// "what are the dips for the tenders": the choices of what is named that are called so.
pub(crate) fn groups_of_it(cx: Cx<'_>, clause: &Clause<'_>, of: &[Subject]) -> Vec<Subject> {
    let named_alone = |one: &Mention<'_>| match names::one(cx, &one.span)? {
        Named::Entries(entries) => match entries.as_slice() {
            [entry] => Some(cx.menu.items[cx.index.main(*entry)].id.clone()),
            _ => None,
        },
        _ => None,
    };
    let item = match of {
        [Subject::Item { item, .. }] => Some(item.clone()),
        [] => clause.mentions.iter().filter(|one| allergens(&one.span).is_empty()).find_map(named_alone),
        _ => None,
    };
    let Some(item) = item else { return Vec::new() };
    let own = cx.menu.item(&item).map(|item| item.modifier_groups.as_slice()).unwrap_or_default();
    let named: Vec<&str> = clause
        .mentions
        .iter()
        .filter(|one| names::is_item(&one.span))
        .flat_map(|one| &cx.tokens[one.span.start..one.span.end])
        .map(|token| token.fold.as_str())
        .collect();
    let said = |word: &String| {
        let fold = cx.language.fold(word);
        let words = &cx.tokens[clause.start..clause.end];
        !named.contains(&fold.as_str()) && words.iter().any(|token| token.fold == fold)
    };
    let required =
        own.iter().filter(|id| cx.menu.group(id).is_some_and(fsm::menu::ModifierGroup::is_required));
    let called = |id: &&GroupId| cx.menu.group(id).is_some_and(|group| words(&group.name).iter().any(said));
    // What must be chosen is told anyway.
    let groups = own.iter().filter(called);
    if groups.clone().eq(required) {
        return of.to_vec();
    }
    groups.map(|group| Subject::Group { group: group.clone() }).collect()
}

/// "what flavors do you have": the group of that name, where nothing has it that is named.
fn group_of_words(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Subject> {
    let words = &cx.tokens[clause.start..clause.end];
    let at = words.iter().find_map(|word| cx.index.called(std::iter::once(word.fold.as_str()))?.group)?;
    Some(Subject::Group { group: cx.menu.modifier_groups[at].id.clone() })
}

/// Where the words say more than the query.
fn topic(query: &Query, select: Select) -> Option<Topic> {
    (query.select == Select::Parts && select == Select::Contents).then_some(Topic::Contents)
}

/// What a question that names nothing is about.
pub(crate) fn source(clause: &Clause<'_>) -> Source {
    match clause.place {
        Some(place) => u8::try_from(place).map_or(Source::Last, Source::LastAt),
        None if clause.more => Source::More,
        None => Source::Last,
    }
}

/// What is asked with yes or no.
fn whether(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Asked> {
    if !clause.says_what() {
        return None;
    }
    let mut things = Things::of(cx, clause)?;
    if clause.served && clause.mentions.len() == 1 {
        things.name_the_item(cx, &clause.mentions[0].span);
    }
    let mut query = Query::new(About::Items, Select::Whether);
    query.filters = filters::of(cx, clause, &things)?;
    things.take_choices(cx, &mut query.filters);
    let told = clause.tagged(&[Tag::Comes, Tag::Has]).next().is_some() || clause.strange_part;
    let asks_with = told && query.filters.is_empty();
    let named = !things.subjects.is_empty() || !things.kinds.is_empty();
    if asks_with {
        return parts_or_contents(cx, clause, things);
    }
    let is_open = clause.safe && query.filters.is_empty();
    // "without the butter, is it okay" asks what no menu says.
    if clause.safe
        && clause.without
        && !query.filters.iter().any(|filter| matches!(filter, Filter::FreeOf { .. }))
    {
        return Some(Asked::of(Query::new(About::House, Select::Unknown)));
    }
    if query.filters.is_empty() && !is_open {
        // "is that a large", "does it come in large": a size is asked for.
        if let Some(size) = things.sizes.first().filter(|_| !clause.served && (named || clause.last)) {
            query.filters.push(Filter::Size { size: size.clone() });
        } else if !((clause.served || clause.make) && (named || clause.last)) {
            return None;
        }
    }
    if !named {
        if clause.served && !clause.last && query.filters.is_empty() {
            return None;
        }
        query.subject = source(clause);
    }
    // "do you use peanut oil"
    let of_anything =
        !named && !clause.last && !clause.in_last && clause.place.is_none() && !clause.safe && told;
    if of_anything {
        (query.select, query.subject) = (Select::List, Source::New);
    }
    query.about = about(&things.subjects).unwrap_or(About::Items);
    let by_size = matches!(query.filters.as_slice(), [Filter::Size { .. }]);
    if by_size && is_ordered(cx, &things) {
        query.about = About::Order;
    }
    let comes = clause.tagged(&[Tag::Comes]).next().is_some();
    let only_with = query
        .filters
        .iter()
        .all(|filter| matches!(filter, Filter::With { .. }) && !is_included(cx, &things, filter));
    let topic = (comes && only_with).then_some(Topic::Combo);
    query.of = things.subjects;
    Some(Asked { topic, is_open, ..Asked::of(query) })
}

/// Whether something that is asked about comes with it anyway.
fn is_included(cx: Cx<'_>, things: &Things, filter: &Filter) -> bool {
    let Filter::With { group, modifier } = filter else { return false };
    things.entries.iter().any(|entry| cx.menu.items[cx.index.main(*entry)].includes(group, modifier))
}

/// "is the coke a large": whether it is asked of what was ordered.
fn is_ordered(cx: Cx<'_>, things: &Things) -> bool {
    let Some(order) = cx.utterance.order.filter(|order| !order.lines().is_empty()) else { return false };
    things.subjects.iter().all(|subject| match subject {
        Subject::Item { item, .. } => order.lines().iter().any(|line| line.item == *item),
        Subject::Line { .. } => true,
        _ => false,
    })
}

/// "does the number one come with a drink", "does the wrap have chicken in it": no choice of it says so.
fn parts_or_contents(cx: Cx<'_>, clause: &Clause<'_>, mut things: Things) -> Option<Asked> {
    if clause.combos {
        things.as_combos(cx);
    }
    let about = about(&things.subjects).unwrap_or(if clause.combos { About::Combos } else { About::Items });
    let comes = clause.tagged(&[Tag::Comes]).next().is_some();
    let names_part = clause.tagged(&[Tag::Comes]).any(|mention| {
        mention.span.phrase.is_some_and(|phrase| !phrase.entries.is_empty() || phrase.category.is_some())
    });
    let of_parts = about == About::Combos || comes && names_part;
    let select = if of_parts { Select::Parts } else { Select::Contents };
    let mut query = Query::new(about, select);
    if things.subjects.is_empty() && about != About::Combos {
        query.subject = source(clause);
    }
    query.of = things.subjects;
    Some(Asked::of(query))
}

/// Where the answer is found, by what is named.
pub(crate) fn about(subjects: &[Subject]) -> Option<About> {
    let all = |is: fn(&Subject) -> bool| !subjects.is_empty() && subjects.iter().all(is);
    if all(|subject| matches!(subject, Subject::Combo { .. })) {
        Some(About::Combos)
    } else if all(|subject| matches!(subject, Subject::Modifier { .. } | Subject::Group { .. })) {
        Some(About::Modifiers)
    } else {
        (!subjects.is_empty()).then_some(About::Items)
    }
}
