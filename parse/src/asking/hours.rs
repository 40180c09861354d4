//! Questions when something is served: "what time do you stop serving breakfast", "when does lunch start".

use fsm::ids::DayPartId;
use fsm::query::{About, Query, Select, Source, Subject};

use crate::asking::clause::Clause;
use crate::asking::query;
use crate::asking::spans::Span;
use crate::asking::things::Things;
use crate::asking::{Asked, Cx};
use crate::words::words;

/// Whether a clause asks when something is served. "Do you have breakfast all day" does, too.
pub(crate) fn asks(clause: &Clause<'_>) -> bool {
    let all_day = clause.week && (clause.served || clause.whether) && clause.select.is_none();
    clause.served_when || all_day && !clause.mentions.is_empty()
}

/// Reads it: of what is named, of what is served in a part of the day, or of what was spoken of.
pub(crate) fn read(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Asked> {
    let is_served = |subject: &Subject| !matches!(subject, Subject::Modifier { .. } | Subject::Group { .. });
    let mut of: Vec<Subject> = Things::of(cx, clause)?.subjects.into_iter().filter(is_served).collect();
    of.extend(clause.dayparts.iter().flat_map(|daypart| served_in(cx, daypart)));
    let about = query::about(&of).unwrap_or(About::Items);
    let subject = if of.is_empty() { Source::Last } else { Source::New };
    let is_told = !of.is_empty() || clause.last && cx.utterance.answered.is_some();
    is_told.then(|| Asked::of(Query { of, subject, ..Query::new(about, Select::Hours) }))
}

/// The part of the day that a run is the name of, where it names nothing else.
pub(crate) fn daypart(cx: Cx<'_>, span: &Span<'_>) -> Option<DayPartId> {
    let named = |id: &DayPartId| {
        let folds = words(id.as_str()).into_iter().map(|word| cx.language.fold(&word));
        folds.eq(cx.tokens[span.start..span.end].iter().map(|token| token.fold.clone()))
    };
    let is_free = span.phrase.is_none() && span.signs.is_empty();
    cx.menu.dayparts.iter().map(|part| &part.id).find(|id| is_free && named(id)).cloned()
}

/// What is served in a part of the day: its categories, and what else says so itself.
fn served_in(cx: Cx<'_>, daypart: &DayPartId) -> Vec<Subject> {
    let menu = cx.menu;
    let is_in = |parts: &[DayPartId]| parts.contains(daypart);
    let sorts = menu.categories.iter().filter(|category| is_in(&category.dayparts));
    let of_sort = |id| menu.category(id).is_some_and(|category| is_in(&category.dayparts));
    let items = menu.items.iter().filter(|item| is_in(&item.dayparts) && !of_sort(&item.category));
    let mains = |id| menu.item(id).is_some_and(|item| is_in(&item.dayparts));
    let combos = menu.combos.iter().filter(|combo| is_in(&combo.dayparts) && !mains(&combo.main));
    sorts
        .map(|category| Subject::Category { category: category.id.clone() })
        .chain(items.map(|item| Subject::item(&item.id)))
        .chain(combos.map(|combo| Subject::combo(&combo.id)))
        .collect()
}
