//! Completes the operation that waits for an answer.

use crate::ids::{ComboId, ItemId, LineId, SlotId};
use crate::machine::{Asked, Kept, QuestionKind, ask::item_that_is_off};
use crate::menu::Menu;
use crate::order::{
    ComponentPick, Correction, Description, Missing, Modification, ModifierPick, NewLine, Op, Order, Target,
};

/// The operations that were meant, given the open question. The first one that can answer it is the answer.
pub(crate) fn settle(mut ops: Vec<Op>, asked: Option<&Asked>, order: &Order, menu: &Menu) -> Vec<Op> {
    let Some(asked) = asked else { return ops };
    for op in &mut ops {
        if let Some(settled) = answer(op, asked, order, menu) {
            *op = settled;
            break;
        }
    }
    ops
}

fn answer(said: &Op, asked: &Asked, order: &Order, menu: &Menu) -> Option<Op> {
    match (asked.question.kind, said) {
        (QuestionKind::Replacement, Op::Add(line)) => replacement(asked, line, order, menu),
        (QuestionKind::Replacement, Op::Replace { target, with }) if is_what_is_off(target, asked) => {
            replacement(asked, with, order, menu)
        }
        (QuestionKind::HowMany, Op::Add(line)) => how_many_of(asked, line),
        (QuestionKind::WhatIsWrong, Op::Add(line)) => right_one(asked, line, order, menu),
        (QuestionKind::HowMany, Op::Modify(change)) => how_many(asked, change),
        (QuestionKind::WhichOption, Op::Add(line)) => {
            names_its_line(asked, line, order).or_else(|| fills_slot(asked, line, order, menu))
        }
        (QuestionKind::WhichSize, Op::Add(line)) => names_its_line(asked, line, order),
        (QuestionKind::WhichOption, Op::Modify(change)) => {
            which_option(asked, change).or_else(|| of_slot(asked, change, order))
        }
        (QuestionKind::WhichSize, Op::Modify(change)) => of_slot(asked, change, order),
        (QuestionKind::WhichItem, Op::Modify(change)) => which_line(asked, change, order),
        (QuestionKind::WhichItem, Op::Add(line)) => which_item(asked, line),
        (
            QuestionKind::Replacement
            | QuestionKind::HowMany
            | QuestionKind::WhichOption
            | QuestionKind::WhichItem
            | QuestionKind::WhichSize
            | QuestionKind::StartOrder
            | QuestionKind::WhatElse
            | QuestionKind::ConfirmChange
            | QuestionKind::WhatIsWrong
            | QuestionKind::PaymentRetry
            | QuestionKind::House,
            _,
        ) => None,
    }
}

/// "Make that a sundae", after we said that shakes are out.
fn is_what_is_off(target: &Target, asked: &Asked) -> bool {
    match target {
        Target::Referent { .. } => true,
        Target::Line { line_id } => asked.question.line_id == Some(*line_id),
        Target::Item { item, .. } => asked.item_that_is_off().as_ref() == Some(item),
        Target::Described { .. } | Target::All { .. } => false,
    }
}

/// Replaces an item that is off with what was said, and keeps the quantity.
fn replacement(asked: &Asked, said: &NewLine, order: &Order, menu: &Menu) -> Option<Op> {
    match &asked.kept {
        Kept::Operation(op) => swap_in(op, &asked.item_that_is_off()?, said, menu),
        Kept::Nothing | Kept::Change(_) => in_place_of(asked.question.line_id?, said, order, menu),
    }
}

/// The operation that asked for the item, with another item.
fn swap_in(op: &Op, off: &ItemId, said: &NewLine, menu: &Menu) -> Option<Op> {
    match op {
        Op::Add(kept) => Some(Op::Add(instead(kept, off, said, menu)?)),
        Op::Replace { target, with } => {
            Some(Op::Replace { target: target.clone(), with: instead(with, off, said, menu)? })
        }
        Op::Modify(kept) => {
            let slot = slot_of(&kept.components, kept.combo.as_ref(), off, menu)?;
            let mut change = kept.clone();
            fill(&mut change.components, slot, off, said, menu)?;
            Some(Op::Modify(change))
        }
        Op::Remove { .. } | Op::Correct(_) | Op::Clear => None,
    }
}

/// The requested line with another item; `None` if that item does not belong there.
fn instead(kept: &NewLine, off: &ItemId, said: &NewLine, menu: &Menu) -> Option<NewLine> {
    if kept.item == *off {
        return Some(with_quantity_of(kept.quantity, said));
    }
    let slot = slot_of(&kept.components, kept.combo.as_ref(), off, menu)?;
    let mut line = kept.clone();
    fill(&mut line.components, slot, off, said, menu)?;
    Some(line)
}

/// The slot that an item should have filled, by name or by default.
fn slot_of(picks: &[ComponentPick], combo: Option<&ComboId>, off: &ItemId, menu: &Menu) -> Option<SlotId> {
    let named = picks.iter().find(|pick| pick.item == *off).map(|pick| pick.slot.clone());
    let slots = combo.and_then(|id| menu.combo(id)).map(|combo| combo.slots.as_slice()).unwrap_or_default();
    named.or_else(|| slots.iter().find(|slot| slot.default.as_ref() == Some(off)).map(|slot| slot.id.clone()))
}

fn fill(
    picks: &mut Vec<ComponentPick>,
    slot: SlotId,
    off: &ItemId,
    said: &NewLine,
    menu: &Menu,
) -> Option<()> {
    let belongs = said.combo.is_none() && menu.item(&said.item)?.category == menu.item(off)?.category;
    picks.retain(|pick| !belongs || pick.slot != slot);
    belongs.then(|| picks.push(pick_for(slot, said)))
}

fn in_place_of(line_id: LineId, said: &NewLine, order: &Order, menu: &Menu) -> Option<Op> {
    let line = order.line(line_id)?;
    let off = item_that_is_off(line, menu);
    let target = Target::Line { line_id };
    let component = line.components.iter().find(|part| part.item == off && line.item != off);
    let mut components = Vec::new();
    let fits = component.and_then(|part| fill(&mut components, part.slot.clone(), &off, said, menu));
    Some(match fits {
        Some(()) => Op::Modify(Modification { components, ..Modification::of(target) }),
        None => Op::Replace { target, with: with_quantity_of(line.quantity, said) },
    })
}

fn pick_for(slot: SlotId, said: &NewLine) -> ComponentPick {
    ComponentPick {
        slot,
        item: said.item.clone(),
        size: said.size.clone(),
        modifiers: said.modifiers.clone(),
    }
}

/// Uses the number said with the answer; without one, keeps the quantity.
fn with_quantity_of(quantity: u32, said: &NewLine) -> NewLine {
    let quantity = if said.quantity == 1 { quantity } else { said.quantity };
    NewLine { quantity, ..said.clone() }
}

/// "The fries: what should I change?" - "Onion rings." Something of the same kind takes the line's place.
fn right_one(asked: &Asked, said: &NewLine, order: &Order, menu: &Menu) -> Option<Op> {
    let line = order.line(asked.question.line_id?)?;
    let category = |item: &ItemId| menu.item(item).map(|item| &item.category);
    let fits = said.combo.is_none() && line.combo.is_none() && category(&said.item) == category(&line.item);
    let target = Target::Line { line_id: line.line_id };
    fits.then(|| Op::Replace { target, with: with_quantity_of(line.quantity, said) })
}

/// A number said with the item again: sets the quantity and keeps everything else.
fn how_many_of(asked: &Asked, said: &NewLine) -> Option<Op> {
    let is_same = |kept: &NewLine| kept.item == said.item && said.modifiers.is_empty();
    match &asked.kept {
        Kept::Operation(Op::Add(kept) | Op::Replace { with: kept, .. }) if !is_same(kept) => None,
        _ => with_number(asked, said.quantity),
    }
}

/// A number alone. For a line that is on the order already, it is the new quantity.
fn how_many(asked: &Asked, said: &Modification) -> Option<Op> {
    let number = said.quantity?;
    let is_alone = *said == Modification { quantity: Some(number), ..Modification::of(said.target.clone()) };
    let adds_to_line = matches!(&asked.kept, Kept::Operation(Op::Add(_))) && asked.question.line_id.is_some();
    if is_alone && !adds_to_line { with_number(asked, number) } else { None }
}

fn with_number(asked: &Asked, number: u32) -> Option<Op> {
    let numbered = |line: &NewLine| NewLine { quantity: number, ..line.clone() };
    match &asked.kept {
        Kept::Operation(Op::Add(kept)) => Some(Op::Add(numbered(kept))),
        Kept::Operation(Op::Replace { target, with }) => {
            Some(Op::Replace { target: target.clone(), with: numbered(with) })
        }
        Kept::Operation(Op::Modify(kept)) => {
            Some(Op::Modify(Modification { quantity: Some(number), ..kept.clone() }))
        }
        Kept::Operation(Op::Remove { .. } | Op::Correct(_) | Op::Clear) | Kept::Nothing | Kept::Change(_) => {
            None
        }
    }
}

/// "What size tea?" - "A large tea." Names the line of the question again, with the missing choice.
fn names_its_line(asked: &Asked, said: &NewLine, order: &Order) -> Option<Op> {
    let line = order.line(asked.question.line_id?)?;
    let settles = |missing: &Missing| match missing {
        Missing::Size => said.size.is_some(),
        Missing::Group(group) => said.modifiers.iter().any(|pick| pick.group == *group),
        Missing::Slot(slot) | Missing::SlotSize(slot) | Missing::SlotGroup(slot, _) => {
            said.components.iter().any(|pick| pick.slot == *slot)
        }
    };
    let is_it =
        line.item == said.item && line.combo == said.combo && line.missing.first().is_some_and(settles);
    is_it.then(|| {
        Op::Modify(Modification {
            size: said.size.clone(),
            quantity: (said.quantity != 1).then_some(said.quantity),
            modifiers: said.modifiers.clone(),
            components: said.components.clone(),
            ..Modification::of(Target::Line { line_id: line.line_id })
        })
    })
}

/// "Extra cheese", after "extra cheese, no cheese": the operation that named both, with the one that was meant.
fn which_option(asked: &Asked, said: &Modification) -> Option<Op> {
    let Kept::Operation(op) = &asked.kept else { return None };
    let chosen = |kept: &[ModifierPick]| {
        let settled = |pick: &ModifierPick| {
            let excludes = asked.question.candidates.iter().any(|id| id == pick.modifier.as_str());
            let is_same = |said: &ModifierPick| said.modifier == pick.modifier || excludes;
            said.modifiers.iter().any(|said| said.group == pick.group && is_same(said))
        };
        let rest = kept.iter().filter(|pick| !settled(pick));
        rest.chain(&said.modifiers).cloned().collect::<Vec<_>>()
    };
    let with = |line: &NewLine| NewLine { modifiers: chosen(&line.modifiers), ..line.clone() };
    match op {
        _ if said.modifiers.is_empty() => None,
        Op::Add(kept) => Some(Op::Add(with(kept))),
        Op::Replace { target, with: kept } => Some(Op::Replace { target: target.clone(), with: with(kept) }),
        Op::Modify(kept) => {
            Some(Op::Modify(Modification { modifiers: chosen(&kept.modifiers), ..kept.clone() }))
        }
        Op::Remove { .. } | Op::Correct(_) | Op::Clear => None,
    }
}

/// "A coke", after "What drink would you like with that?".
fn fills_slot(asked: &Asked, said: &NewLine, order: &Order, menu: &Menu) -> Option<Op> {
    let line = order.line(asked.question.line_id?)?;
    let Missing::Slot(slot) = line.missing.first()? else { return None };
    let category = &menu.combo(line.combo.as_ref()?)?.slot(slot)?.category;
    let is_one_each = said.quantity == 1 || said.quantity == line.quantity;
    let fits = said.combo.is_none() && is_one_each && menu.item(&said.item)?.category == *category;
    let change = Modification::of(Target::Line { line_id: line.line_id });
    fits.then(|| Op::Modify(Modification { components: vec![pick_for(slot.clone(), said)], ..change }))
}

/// The size or option of a component, if the question was about it and nothing else was said.
fn of_slot(asked: &Asked, said: &Modification, order: &Order) -> Option<Op> {
    let line = order.line(asked.question.line_id?)?;
    let is_meant = match said.target {
        Target::Line { line_id } => line_id == line.line_id,
        Target::Referent { .. } => order.referent() == Some(line.line_id),
        Target::Item { .. } | Target::Described { .. } | Target::All { .. } => false,
    };
    let slot = match line.missing.first()? {
        Missing::SlotSize(slot) if said.size.is_some() && said.modifiers.is_empty() => slot,
        Missing::SlotGroup(slot, group)
            if said.size.is_none() && said.modifiers.iter().all(|pick| pick.group == *group) =>
        {
            slot
        }
        Missing::Size
        | Missing::Group(_)
        | Missing::Slot(_)
        | Missing::SlotSize(_)
        | Missing::SlotGroup(..) => return None,
    };
    let part = line.components.iter().find(|part| part.slot == *slot).filter(|_| is_meant)?;
    let pick = ComponentPick {
        slot: slot.clone(),
        item: part.item.clone(),
        size: said.size.clone(),
        modifiers: said.modifiers.clone(),
    };
    let rest = Modification { size: None, modifiers: Vec::new(), ..said.clone() };
    let is_alone = rest == Modification::of(said.target.clone());
    is_alone.then(|| Op::Modify(Modification { components: vec![pick], ..rest }))
}

/// "The second one", for an operation on one of several lines: the answer names a line and nothing else.
fn which_line(asked: &Asked, said: &Modification, order: &Order) -> Option<Op> {
    let target = said.target.clone();
    match &asked.kept {
        Kept::Operation(op) if *said == Modification::of(target.clone()) => match op {
            Op::Remove { quantity, .. } => Some(Op::Remove { target, quantity: *quantity }),
            Op::Modify(kept) => Some(Op::Modify(Modification { target, ..kept.clone() })),
            Op::Replace { with, .. } => Some(Op::Replace { target, with: with.clone() }),
            Op::Correct(kept) => {
                let line_id = meant(&target, order)?;
                let target = Description::of_line(line_id);
                Some(Op::from(Correction { target, ..(**kept).clone() }))
            }
            Op::Add(_) | Op::Clear => None,
        },
        Kept::Operation(_) | Kept::Nothing | Kept::Change(_) => None,
    }
}

/// "The bacon one", for a correction that can mean several items.
fn which_item(asked: &Asked, said: &NewLine) -> Option<Op> {
    let Kept::Operation(Op::Correct(kept)) = &asked.kept else { return None };
    let is_asked = asked.question.candidates.iter().any(|id| id == said.item.as_str());
    let wanted = Description { items: vec![said.item.clone()], ..kept.wanted.clone() };
    is_asked.then(|| Op::from(Correction { wanted, ..(**kept).clone() }))
}

/// The line of a target that names one.
fn meant(target: &Target, order: &Order) -> Option<LineId> {
    match target {
        Target::Line { line_id } => Some(*line_id),
        Target::Referent { .. } => order.referent(),
        Target::Item { item, ordinal } => {
            let mut lines = order.lines().iter().filter(|line| line.item == *item);
            let place = ordinal.unwrap_or(1).checked_sub(1)?;
            lines.nth(place as usize).map(|line| line.line_id)
        }
        Target::Described { .. } | Target::All { .. } => None,
    }
}
