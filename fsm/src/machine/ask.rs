//! Which question settles what is open.

use super::event::OutOfStock;
use super::question::{Asked, Kept, Question, QuestionKind};
use crate::ids::{GroupId, ItemId, LineId, SlotId};
use crate::menu::{Item, Menu, Size};
use crate::order::{About, Line, Missing, Op, OpenPart, Order, Reason, Unresolved};

/// The question about a part of an utterance that only the customer can settle.
pub(crate) fn about_part(part: &OpenPart, menu: &Menu) -> Asked {
    let (kind, candidates) = match &part.about {
        About::OverCap { item, .. } => (QuestionKind::HowMany, vec![item.to_string()]),
        About::Lines(lines) => (QuestionKind::WhichItem, ids(lines)),
        About::Modifiers(modifiers) => (QuestionKind::WhichOption, ids(modifiers)),
        About::NotOnMenu(_) | About::NotOnOrder(_) | About::Off(_) => (QuestionKind::WhatElse, Vec::new()),
        About::Words(part) => (kind_of(part, menu), part.candidates.clone()),
    };
    let kept = part.kept.clone().filter(|_| kind != QuestionKind::WhatElse);
    let question = Question::of(kind, part.line_id, candidates);
    Asked { question, about: Some(part.about.clone()), kept: kept.map_or(Kept::Nothing, Kept::Operation) }
}

/// What is asked about a part of an utterance.
fn kind_of(part: &Unresolved, menu: &Menu) -> QuestionKind {
    let is_item =
        |id: &String| menu.item(&ItemId::from(id.as_str())).is_some() || LineId::parse(id).is_some();
    match part.reason {
        Reason::OverCap => QuestionKind::HowMany,
        Reason::Ambiguous if part.candidates.iter().any(is_item) => QuestionKind::WhichItem,
        Reason::Ambiguous if !part.candidates.is_empty() => QuestionKind::WhichOption,
        Reason::Ambiguous | Reason::NotOnMenu | Reason::NotOnOrder | Reason::NotAllowed => {
            QuestionKind::WhatElse
        }
    }
}

fn ids<T: ToString>(ids: &[T]) -> Vec<String> {
    ids.iter().map(T::to_string).collect()
}

/// The question about the oldest line that misses a choice or is off.
pub(crate) fn oldest_open_choice(order: &Order, menu: &Menu) -> Option<Asked> {
    open_choice(order.oldest_incomplete()?, order, menu)
}

/// The questions about all lines that miss a choice or are off, oldest first.
pub(crate) fn open_choices(order: &Order, menu: &Menu) -> Vec<Asked> {
    let incomplete = order.lines().iter().filter(|line| !line.is_complete());
    incomplete.filter_map(|line| open_choice(line, order, menu)).collect()
}

fn open_choice(line: &Line, order: &Order, menu: &Menu) -> Option<Asked> {
    if line.out_of_stock {
        let item = item_that_is_off(line, menu);
        return Some(replacement(order, &OutOfStock { item, kept: None, rejected: false }, menu));
    }
    let (kind, candidates) = match line.missing.first()? {
        Missing::Size => (QuestionKind::WhichSize, sizes_of_line(line, menu)),
        Missing::Group(group) | Missing::SlotGroup(_, group) => {
            (QuestionKind::WhichOption, modifiers_of(group, menu))
        }
        Missing::Slot(slot) => (QuestionKind::WhichOption, items_for(line, slot, menu)),
        Missing::SlotSize(slot) => (QuestionKind::WhichSize, sizes_of_component(line, slot, menu)),
    };
    Some(Asked::plain(Question::of(kind, Some(line.line_id), candidates)))
}

/// The question that offers something in place of an item that is off.
pub(crate) fn replacement(order: &Order, off: &OutOfStock, menu: &Menu) -> Asked {
    let line = order.lines().iter().find(|line| line.out_of_stock && line.holds(&off.item));
    let candidates = ids(&substitutes(&off.item, menu));
    let line_id = off.kept.as_ref().map_or(line.map(|line| line.line_id), line_of);
    let kept = off.kept.clone().map_or(Kept::Nothing, Kept::Operation);
    Asked {
        question: Question::of(QuestionKind::Replacement, line_id, candidates),
        about: Some(About::Off(off.item.clone())),
        kept,
    }
}

impl Asked {
    /// Offers what is on in place of an item that is off: what was offered may have gone off itself.
    pub(crate) fn renew_substitutes(&mut self, menu: &Menu) {
        if let (QuestionKind::Replacement, Some(off)) = (self.question.kind, self.item_that_is_off()) {
            self.question.candidates = ids(&substitutes(&off, menu));
        }
    }
}

/// The part of a line that is off: the item itself, or a component.
pub(crate) fn item_that_is_off(line: &Line, menu: &Menu) -> ItemId {
    let off = |id: &&ItemId| !menu.item(id).is_some_and(|item| item.available);
    let parts = std::iter::once(&line.item).chain(line.components.iter().map(|part| &part.item));
    parts.into_iter().find(off).unwrap_or(&line.item).clone()
}

fn line_of(op: &Op) -> Option<LineId> {
    let target = match op {
        Op::Modify(modification) => &modification.target,
        Op::Replace { target, .. } => target,
        Op::Add(_) | Op::Remove { .. } | Op::Correct(_) | Op::Clear => return None,
    };
    if let crate::order::Target::Line { line_id } = target { Some(*line_id) } else { None }
}

/// The menu's substitutes that are on, or the nearest item of its category that is on.
fn substitutes(item: &ItemId, menu: &Menu) -> Vec<ItemId> {
    let Some(item) = menu.item(item) else { return Vec::new() };
    let named: Vec<ItemId> =
        item.substitutes.iter().filter(|id| menu.item(id).is_some_and(Item::is_had)).cloned().collect();
    if named.is_empty() {
        nearest(item, menu).map(|item| item.id.clone()).into_iter().collect()
    } else {
        named
    }
}

fn nearest<'a>(item: &Item, menu: &'a Menu) -> Option<&'a Item> {
    let place = |other: &Item| menu.items.iter().position(|known| known.id == other.id).unwrap_or_default();
    let at = place(item);
    let on = |other: &&Item| other.is_had() && other.id != item.id && other.category == item.category;
    menu.items.iter().filter(on).min_by_key(|other| place(other).abs_diff(at))
}

fn sizes_of_line(line: &Line, menu: &Menu) -> Vec<String> {
    let combo = line.combo.as_ref().and_then(|id| menu.combo(id));
    let sizes = match combo {
        Some(combo) => combo.sizes.as_slice(),
        None => menu.item(&line.item).map(Item::sizes).unwrap_or_default(),
    };
    on(sizes)
}

fn sizes_of_component(line: &Line, slot: &SlotId, menu: &Menu) -> Vec<String> {
    let component = line.components.iter().find(|component| component.slot == *slot);
    let item = component.and_then(|component| menu.item(&component.item));
    on(item.map(Item::sizes).unwrap_or_default())
}

fn on(sizes: &[Size]) -> Vec<String> {
    sizes.iter().filter(|size| size.available).map(|size| size.id.to_string()).collect()
}

fn modifiers_of(group: &GroupId, menu: &Menu) -> Vec<String> {
    let group = menu.group(group);
    group
        .map(|group| {
            let on = group.modifiers.iter().filter(|modifier| modifier.available);
            on.map(|modifier| modifier.id.to_string()).collect()
        })
        .unwrap_or_default()
}

fn items_for(line: &Line, slot: &SlotId, menu: &Menu) -> Vec<String> {
    let combo = line.combo.as_ref().and_then(|id| menu.combo(id));
    let Some(slot) = combo.and_then(|combo| combo.slot(slot)) else { return Vec::new() };
    menu.items_in(&slot.category).filter(|item| item.is_had()).map(|item| item.id.to_string()).collect()
}
