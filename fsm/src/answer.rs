//! What an answer completes: the operation that a question kept.

use crate::acts::{ComponentPick, Modification, NewLine, Op, Target};
use crate::asks::item_that_is_off;
use crate::event::{Asked, Kept};
use crate::ids::{ItemId, LineId};
use crate::menu::Menu;
use crate::order::Order;
use crate::question::QuestionKind;

/// The operations that were meant, given the question that was open. The first item said is taken as its answer.
pub(crate) fn settle(ops: Vec<Op>, asked: Option<&Asked>, order: &Order, menu: &Menu) -> Vec<Op> {
    let Some(asked) = asked else { return ops };
    let mut ops = ops;
    let Some(at) = ops.iter().position(|op| matches!(op, Op::Add(_))) else { return ops };
    let Op::Add(said) = &ops[at] else { return ops };
    let settled = match asked.question.kind {
        QuestionKind::Replacement => replacement(asked, said, order, menu),
        QuestionKind::HowMany => how_many(asked, said),
        QuestionKind::StartOrder
        | QuestionKind::WhichItem
        | QuestionKind::WhichSize
        | QuestionKind::WhichOption
        | QuestionKind::WhatElse
        | QuestionKind::ConfirmChange
        | QuestionKind::WhatIsWrong
        | QuestionKind::PaymentRetry => None,
    };
    if let Some(op) = settled {
        ops[at] = op;
    }
    ops
}

/// What is said in place of an item that is off takes its place and its quantity.
fn replacement(asked: &Asked, said: &NewLine, order: &Order, menu: &Menu) -> Option<Op> {
    let off = asked.about.as_ref().and_then(|part| part.candidates.first()).map(|id| ItemId::from(id.as_str()));
    match &asked.kept {
        Kept::Operation(op) => Some(swap_in(op, &off?, said, menu)),
        Kept::Nothing | Kept::Change(_) => in_place_of(asked.question.line_id?, said, order, menu),
    }
}

/// The operation that asked for the item, with another item.
fn swap_in(op: &Op, off: &ItemId, said: &NewLine, menu: &Menu) -> Op {
    match op {
        Op::Add(kept) if kept.item == *off => Op::Add(with_quantity_of(kept.quantity, said)),
        Op::Add(kept) => Op::Add(with_component(kept, off, said, menu)),
        Op::Replace { target, with } => {
            Op::Replace { target: target.clone(), with: with_quantity_of(with.quantity, said) }
        }
        Op::Modify(_) | Op::Remove { .. } | Op::Clear => Op::Add(said.clone()),
    }
}

/// A combo of which a component is off, with another one in its slot.
fn with_component(kept: &NewLine, off: &ItemId, said: &NewLine, menu: &Menu) -> NewLine {
    let slots = kept.combo.as_ref().and_then(|id| menu.combo(id)).map(|combo| combo.slots.as_slice());
    let category = menu.item(off).map(|item| &item.category);
    let slot = slots.unwrap_or_default().iter().find(|slot| Some(&slot.category) == category);
    let Some(slot) = slot else { return with_quantity_of(kept.quantity, said) };
    let mut line = kept.clone();
    line.components.retain(|pick| pick.slot != slot.id);
    line.components.push(pick_for(&slot.id, said));
    line
}

fn in_place_of(line_id: LineId, said: &NewLine, order: &Order, menu: &Menu) -> Option<Op> {
    let line = order.line(line_id)?;
    let off = item_that_is_off(line, menu);
    let target = Target::Line { line_id };
    let component = line.components.iter().find(|part| part.item == off && line.item != off);
    let combo = line.combo.as_ref().and_then(|id| menu.combo(id));
    let slot = component.and_then(|part| combo?.slot(&part.slot));
    let fits = slot.filter(|slot| menu.item(&said.item).is_some_and(|item| item.category == slot.category));
    Some(match fits {
        Some(slot) => {
            Op::Modify(Modification { components: vec![pick_for(&slot.id, said)], ..Modification::of(target) })
        }
        None => Op::Replace { target, with: with_quantity_of(line.quantity, said) },
    })
}

fn pick_for(slot: &crate::ids::SlotId, said: &NewLine) -> ComponentPick {
    ComponentPick {
        slot: slot.clone(),
        item: said.item.clone(),
        size: said.size.clone(),
        modifiers: said.modifiers.clone(),
    }
}

/// A number said with the answer stands; without one the quantity is kept.
fn with_quantity_of(quantity: u32, said: &NewLine) -> NewLine {
    let quantity = if said.quantity == 1 { quantity } else { said.quantity };
    NewLine { quantity, ..said.clone() }
}

/// A number for the item that was asked for keeps everything else that was said of it.
fn how_many(asked: &Asked, said: &NewLine) -> Option<Op> {
    match &asked.kept {
        Kept::Operation(Op::Add(kept)) if kept.item == said.item && said.modifiers.is_empty() => {
            Some(Op::Add(NewLine { quantity: said.quantity, ..kept.clone() }))
        }
        Kept::Operation(Op::Modify(kept)) if said.modifiers.is_empty() => {
            Some(Op::Modify(Modification { quantity: Some(said.quantity), ..kept.clone() }))
        }
        Kept::Operation(_) | Kept::Nothing | Kept::Change(_) => None,
    }
}
