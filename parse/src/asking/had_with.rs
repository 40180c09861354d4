//! What something that was ordered or answered would cost or contain if it were had otherwise: "what would it be with an egg on".

use fsm::menu::Item;
use fsm::order::{Amount, Line, Order};
use fsm::query::{About, Filter, Query, Select, Subject};

use crate::asking::clause::{Clause, Tag};
use crate::asking::things::Things;
use crate::asking::{Asked, Cx, filters};
use crate::parser::questions;

/// Reads it; none where something else is named, or what is pointed at cannot be had so.
pub(super) fn read(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Asked> {
    let says_with = clause.tagged(&[Tag::With, Tag::Without]).next().is_some();
    if !says_with || clause.first.is_some() || clause.place.is_some() {
        return None;
    }
    let things = Things::of(cx, clause)?;
    if !things.subjects.is_empty() || !things.kinds.is_empty() || !things.sizes.is_empty() {
        return None;
    }
    let is_change = |filter: &Filter| matches!(filter, Filter::With { .. } | Filter::Without { .. });
    let all = filters::of(cx, clause, &things)?;
    let (changes, filters): (Vec<Filter>, Vec<Filter>) = all.into_iter().partition(is_change);
    let select = selected(clause, &filters).filter(|_| !changes.is_empty())?;
    let mut of = vec![answered(cx).or_else(|| ordered(cx))?];
    // "how much more is it with oat"
    if clause.says_more {
        return upcharge(cx, clause, of);
    }
    Things::change(cx, &mut of, clause)
        .then(|| Asked::of(Query { of, filters, ..Query::new(About::Items, select) }))
}

/// The price of the choices themselves.
fn upcharge(cx: Cx<'_>, clause: &Clause<'_>, mut on: Vec<Subject>) -> Option<Asked> {
    on.iter_mut().for_each(|subject| {
        if let Subject::Item { modifiers, .. } = subject {
            modifiers.clear();
        }
    });
    let picks = |subject: Subject| match subject {
        Subject::Item { modifiers, .. } => modifiers,
        _ => Vec::new(),
    };
    let is_had = Things::change(cx, &mut on, clause);
    let of: Vec<Subject> = on
        .into_iter()
        .flat_map(picks)
        .filter(|pick| pick.amount != Amount::No)
        .map(|pick| Subject::Modifier { group: pick.group, modifier: pick.modifier })
        .collect();
    (is_had && !of.is_empty()).then(|| Asked::of(Query { of, ..Query::new(About::Modifiers, Select::Price) }))
}

/// What is asked of it: what it costs, or what must hold: "if you skip the whip, is there still milk in it".
fn selected(clause: &Clause<'_>, filters: &[Filter]) -> Option<Select> {
    let asks = (clause.what_is || clause.which && clause.whether) && clause.last && !clause.has_verb;
    let is_of_contents = |filter: &Filter| {
        matches!(filter, Filter::Contains { .. } | Filter::FreeOf { .. } | Filter::Diet { .. })
    };
    match clause.select {
        Some(Select::Price) if filters.is_empty() => Some(Select::Price),
        None if filters.is_empty() && asks => Some(Select::Price),
        None if !filters.is_empty() && filters.iter().all(is_of_contents) => {
            let points = clause.last || clause.in_last;
            (points && !clause.which && !clause.safe).then_some(Select::Whether)
        }
        _ => None,
    }
}

/// The only item that was answered about.
fn answered(cx: Cx<'_>) -> Option<Subject> {
    match cx.utterance.answered?.items.as_slice() {
        [only] => Some(Subject::item(only)),
        _ => None,
    }
}

/// The line that was spoken of, as it is ordered.
fn ordered(cx: Cx<'_>) -> Option<Subject> {
    let item = questions::referent(cx.utterance)?;
    let is_it = |line: &&Line| line.item == *item && line.combo.is_none();
    let line = cx.utterance.order.map(Order::lines)?.iter().rfind(is_it)?;
    let size =
        line.size.clone().filter(|_| cx.menu.item(item).map(Item::sizes).is_some_and(|all| all.len() > 1));
    Some(Subject::Item { item: item.clone(), size, modifiers: line.modifiers.clone() })
}
