//! "Can I get bacon on the burger", "can you do a macchiato with vanilla": asked before it is ordered, or a polite order. It
//! is a question where it says what something could have that is not on the order, and no order where nothing is
//! counted; answered yes, it is ordered by the next words.

use fsm::ids::ItemId;
use fsm::machine::Expectation;
use fsm::order::Order;
use fsm::query::{About, Query, Select, Subject};

use crate::asking::clause::{Clause, Mention, Tag, allergens};
use crate::asking::names::{self, Named};
use crate::asking::spans::Span;
use crate::asking::things::Things;
use crate::asking::{Cx, spans};
use crate::index::{Entry, ModifierAt};
use crate::language::Word;

/// "could the cinnamon roll have nuts in it": asks what somebody may not eat, and orders none of it.
pub(super) fn may_hold(clause: &Clause<'_>) -> bool {
    let mut held = clause.tagged(&[Tag::Has]);
    clause.make && clause.in_last && held.any(|mention| !allergens(&mention.span).is_empty())
}

/// Whether a clause that could be a polite order asks.
pub(super) fn wonders(cx: Cx<'_>, clause: &Clause<'_>) -> bool {
    let is_all = clause.start == 0 && clause.end == cx.tokens.len();
    // "to the spicy one, and extra crispy on the fries"
    let is_plain = (clause.make || clause.hot.is_none()) && clause.ins < 2;
    if !is_all
        || !is_plain
        || clause.begins_with_name
        || !(clause.may || clause.make)
        || is_counted(clause)
        || is_awaited(cx)
    {
        return false;
    }
    let Some(things) = Things::of(cx, clause) else { return false };
    if is_on_the_order(cx, &things) || points_at_the_order(cx, clause) {
        return false;
    }
    if clause.supposes {
        return !things.entries.is_empty();
    }
    let parts: Vec<&Mention<'_>> = clause.tagged(&[Tag::Has, Tag::Comes]).collect();
    let changes: Vec<&Mention<'_>> = clause.tagged(&[Tag::With, Tag::Without, Tag::Free]).collect();
    // "The burger" may be on an order that is not seen.
    let definite = cx.utterance.order.is_some()
        && clause.tagged(&[Tag::Base]).any(|mention| is_definite(cx, &mention.span));
    let has_all = |some: &[&Mention<'_>], is: fn(Cx<'_>, &[Entry], &[ModifierAt]) -> bool| {
        some.iter().all(|mention| {
            part(cx, &mention.span, &things.entries).is_some_and(|part| is(cx, &things.entries, &part))
        })
    };
    if !parts.is_empty() {
        let of_last = clause.in_last && things.entries.is_empty() && points_at_an_answer(cx, &parts);
        let item = clause.tagged(&[Tag::Base]).map(|mention| mention.span.start).min();
        let is_before = parts.iter().all(|part| item.is_some_and(|item| part.span.start < item));
        // "can the grilled cheese have avocado on it"
        let is_subject = item.is_some_and(|item| item == clause.said_from + 2);
        let is_behind = is_subject
            && clause.has_verb
            && parts.iter().all(|part| item.is_some_and(|item| part.span.start > item));
        let of_item = !things.entries.is_empty() && (!clause.in_last && is_before || is_behind);
        let is_free = definite || has_all(&parts, is_optional);
        let is_part = has_all(&parts, |_, _, _| true);
        let is_item = definite && parts.iter().all(|part| names::is_item(&part.span));
        return (is_part || is_item) && (of_last || of_item && is_free);
    }
    if !clause.make || things.entries.is_empty() {
        return false;
    }
    let items: Vec<&Mention<'_>> =
        clause.tagged(&[Tag::Base]).filter(|mention| names::is_item(&mention.span)).collect();
    // "make my drink a sprite"
    let only_items =
        || clause.tagged(&[Tag::Base]).all(|one| names::is_item(&one.span) || names::is_modifier(&one.span));
    let bare = || items.iter().all(|mention| is_bare(cx, &mention.span));
    let cannot = || changes.len() == 1 && clause.mentions.len() == 2 && !has_all(&changes, is_allowed);
    items.len() == 1 && only_items() && (clause.still || definite || bare() || cannot())
}

/// "two shots" are ordered, but not by "if I asked".
fn is_counted(clause: &Clause<'_>) -> bool {
    !clause.numbers.is_empty() && !clause.supposes
}

/// What no data says, where something is asked of what is named.
pub(super) fn unknown(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Query> {
    let of = Things::of(cx, clause)?.subjects;
    (!of.is_empty()).then(|| Query { of, ..Query::new(About::Items, Select::Unknown) })
}

/// The modifiers that a run names, of some items first.
pub(super) fn part(cx: Cx<'_>, span: &Span<'_>, of: &[Entry]) -> Option<Vec<ModifierAt>> {
    // "A bun" is none of the buns.
    let phrase = span.phrase.filter(|phrase| phrase.group.is_none() || !phrase.modifiers.is_empty())?;
    if let Some(Named::Modifiers(some)) = names::part(cx, span, of) {
        return Some(some);
    }
    let any = if phrase.modifiers.is_empty() { &phrase.partial_modifiers } else { &phrase.modifiers };
    (!any.is_empty()).then(|| any.to_vec())
}

/// Whether something is awaited that it may be: an answer, or changes at the summary.
fn is_awaited(cx: Cx<'_>) -> bool {
    let utterance = cx.utterance;
    utterance.question.is_some()
        || matches!(utterance.expectation, Expectation::YesNoOrChanges | Expectation::Closing)
}

/// What is on the order already is changed.
fn is_on_the_order(cx: Cx<'_>, things: &Things) -> bool {
    let lines = cx.utterance.order.map(Order::lines).unwrap_or_default();
    things.subjects.iter().any(|subject| match subject {
        Subject::Item { item, .. } => lines.iter().any(|line| line.item == *item),
        Subject::Combo { combo, .. } => lines.iter().any(|line| line.combo.as_ref() == Some(combo)),
        _ => false,
    })
}

/// "could you put bacon on that burger", of a cheeseburger.
fn points_at_the_order(cx: Cx<'_>, clause: &Clause<'_>) -> bool {
    let lines = cx.utterance.order.map(Order::lines).unwrap_or_default();
    let points = |span: &Span<'_>| {
        let word = &cx.tokens[span.start];
        let is_it = |item: usize| cx.index.ends_in(item, &word.fold);
        let position = |id: &ItemId| cx.menu.items.iter().position(|item| item.id == *id);
        let mut items = lines.iter().filter_map(|line| position(&line.item));
        span.end == span.start + 1 && is_definite(cx, span) && items.any(is_it)
    };
    clause.tagged(&[Tag::Base]).any(|mention| points(&mention.span))
}

/// "can I get bacon on that", after an answer: nothing is ordered that it could be.
fn points_at_an_answer(cx: Cx<'_>, parts: &[&Mention<'_>]) -> bool {
    let lines = cx.utterance.order.map(Order::lines).unwrap_or_default();
    let position = |id: &ItemId| cx.menu.items.iter().position(|item| item.id == *id);
    let ordered: Vec<Entry> = lines.iter().filter_map(|line| position(&line.item)).map(Entry::Item).collect();
    let can_have = |mention: &&Mention<'_>| {
        part(cx, &mention.span, &ordered).is_none_or(|part| is_allowed(cx, &ordered, &part))
    };
    let is_free = lines.is_empty() || !parts.iter().any(can_have);
    is_free && cx.utterance.answered.is_some_and(|answered| answered.query.is_some())
}

/// Choices that must be made are said with what is ordered: "vanilla in a cone".
fn is_optional(cx: Cx<'_>, _: &[Entry], some: &[ModifierAt]) -> bool {
    some.iter().all(|(group, _)| !cx.menu.modifier_groups[*group].is_required())
}

fn is_allowed(cx: Cx<'_>, of: &[Entry], some: &[ModifierAt]) -> bool {
    of.iter().any(|entry| some.iter().any(|one| cx.index.allows(cx.index.main(*entry), &[*one])))
}

/// "the hamburger", "my coffee".
fn is_definite(cx: Cx<'_>, span: &Span<'_>) -> bool {
    let Some(before) = span.start.checked_sub(1) else { return false };
    cx.language.roles_by(cx.tokens[before].id).contains(&Word::Definite) || spans::is_mine(cx, before)
}

/// "decaf lattes", of which none is counted.
fn is_bare(cx: Cx<'_>, span: &Span<'_>) -> bool {
    let before = span.start.checked_sub(1).map(|at| &cx.tokens[at]);
    let article = before.is_some_and(|token| cx.language.roles_by(token.id).contains(&Word::Article));
    !article && names::is_plural(cx, span)
}
